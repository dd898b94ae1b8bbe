# What all scripts of the lab share: the cache, messages, and Debian packages by name. Sourced.

lab=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cache=${UNCORK_LAB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/uncork-lab}
mkdir -p "$cache"

say() { echo "lab: $*" >&2; }

# Ends with status 2, which means: nothing was run.
refuse() {
  say "$*"
  exit 2
}

# The mirror that this system's apt uses, with the suite and the key of its own release.
own_release() { # sets mirror and codename
  [ -n "$(command -v apt-get)" ] ||
    refuse "no apt-get: the lab takes QEMU and kernels from Debian packages; use Debian or Ubuntu"
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  mirror=$(apt-get indextargets --format '$(CODENAME) $(SITE)' 'Created-By: Packages' |
    awk -v name="$codename" '$1 == name && $2 !~ /security/ { print $2; exit }')
  [ -n "$codename" ] && [ -n "$mirror" ] ||
    refuse "no package lists of '$codename' here; run apt-get update, then try again"
}

# Runs an apt tool on lists of its own, so that this system's sources stay as they are:
# isolated SUITES TOOL ARGUMENTS...; SUITES is a list such as "sid" or "bookworm bookworm-backports".
isolated() {
  local suites=$1 tool=$2 suite home key=/usr/share/keyrings/debian-archive-keyring.gpg
  shift 2
  own_release
  [ -r "$key" ] || refuse "no $key: install the package debian-archive-keyring"
  home=$cache/apt-${suites// /+}
  mkdir -p "$home/lists/partial" "$home/archives/partial" "$home/none"
  for suite in $suites; do
    echo "deb [signed-by=$key] $mirror $suite main"
  done >"$home/sources.list"
  # QEMU alone is preferred from a suite that apt would otherwise rank below the stable one.
  printf 'Package: qemu-* seabios\nPin: release n=*-backports\nPin-Priority: 990\n' \
    >"$home/preferences"
  "$tool" -q -o Dir::Etc::sourcelist="$home/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::Etc::preferences="$home/preferences" -o Dir::Etc::preferencesparts="$home/none" \
    -o Dir::State::lists="$home/lists" -o Dir::Cache="$home" -o APT::Sandbox::User=root \
    -o Acquire::Languages=none "$@"
}

# Two of the lab's commands that use package tools take turns, until turn_over or their end.
await_turn() { # sets turn
  exec {turn}>"$cache/packages.lock"
  flock "$turn"
}

turn_over() { exec {turn}>&-; }

# Brings the lists up to date unless that was done within a day.
refresh_lists() { # refresh_lists SUITES
  local stamp=$cache/apt-${1// /+}/updated
  [ -n "$(find "$stamp" -mtime -1 2>/dev/null)" ] && return
  isolated "$1" apt-get update >"$cache/apt.log" 2>&1 ||
    refuse "cannot read the package lists of $1 at $mirror; see $cache/apt.log"
  touch "$stamp"
}

# Downloads a package of a suite and prints its file: fetch_package SUITE PACKAGE.
fetch_package() {
  local suite=$1 package=$2 folder file
  folder=$cache/packages
  mkdir -p "$folder"
  await_turn
  refresh_lists "$suite"
  (cd "$folder" && isolated "$suite" apt-get download "$package") >"$cache/apt.log" 2>&1 ||
    refuse "cannot download $package of $suite; see $cache/apt.log"
  turn_over
  file=$(find "$folder" -name "${package}_*.deb" -printf '%T@ %p\n' | sort -n | tail -n 1)
  echo "${file#* }"
}

# Installs packages of this system's own release, or says what to install.
need_commands() { # need_commands COMMAND=PACKAGE...
  local pair packages=()
  for pair in "$@"; do
    [ -n "$(command -v "${pair%%=*}")" ] || [ -e "${pair%%=*}" ] || packages+=("${pair#*=}")
  done
  [ ${#packages[@]} -eq 0 ] && return
  install_packages "$(. /etc/os-release && echo "$VERSION_CODENAME")" "${packages[@]}"
}

install_packages() { # install_packages SUITES PACKAGE...
  local suites=$1
  shift
  [ "$(id -u)" -eq 0 ] || refuse "missing here, and only root can install it: apt-get install $*"
  say "installing $*"
  await_turn
  refresh_lists "$suites"
  DEBIAN_FRONTEND=noninteractive isolated "$suites" apt-get install -y --no-install-recommends "$@" \
    >"$cache/apt.log" 2>&1 || refuse "cannot install $*; see $cache/apt.log"
  turn_over
}
