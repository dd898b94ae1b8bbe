# Finds what building Uncork needs and installs what is missing; sourced by uncork, maven and test.
#
# A requirement is a function missing_NAME that adds the packages it lacks to MISSING_PACKAGES and
# says why in MISSING_REASONS, so that everything missing is reported and installed at once.

MISSING_PACKAGES=()
MISSING_REASONS=()

miss() { # miss REASON PACKAGE...
  MISSING_REASONS+=("$1")
  shift
  MISSING_PACKAGES+=("$@")
}

# Major version of the JDK or JRE in a directory, from its release file; 0 when there is none.
java_major() { # java_major HOME
  local line version
  if [ -r "$1/release" ]; then
    while IFS= read -r line; do
      case $line in
        JAVA_VERSION=*)
          version=${line#JAVA_VERSION=}
          version=${version//\"/}
          version=${version#1.}
          version=${version%%[!0-9]*}
          echo "${version:-0}"
          return
          ;;
      esac
    done <"$1/release"
  fi
  echo 0
}

# The first JDK (with a compiler) of version 17 or newer; empty when there is none.
find_jdk() {
  local home java
  java=$(command -v javac || true)
  [ -n "$java" ] && java=$(readlink -f "$java")
  for home in "${JAVA_HOME:-}" "${java%/bin/javac}" /usr/lib/jvm/*; do
    if [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ "$(java_major "$home")" -ge 17 ]; then
      echo "$home"
      return
    fi
  done
}

# MAJOR=HOME for each of the JDK versions asked for that is installed, one a line.
installed_jdks() { # installed_jdks MAJOR...
  local wanted home
  for wanted in "$@"; do
    for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
      if [ -x "$home/bin/javac" ] && [ "$(java_major "$home")" = "$wanted" ]; then
        echo "$wanted=$home"
        break
      fi
    done
  done
}

version_at_least() { # version_at_least SEEN WANTED
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

missing_jdk() {
  if [ -z "$(find_jdk)" ]; then
    miss "no JDK 17 or newer (with javac) on the PATH, in JAVA_HOME or in /usr/lib/jvm" "@jdk"
  fi
}

missing_cpp() {
  command -v c++ >/dev/null || miss "no C++ compiler (c++)" g++
  command -v cmake >/dev/null || miss "no CMake (cmake)" cmake
  command -v make >/dev/null || command -v ninja >/dev/null || miss "no make" make
}

missing_maven() {
  local version=none
  if command -v mvn >/dev/null; then
    version=$(mvn_version)
    version=${version:-unknown}
  fi
  if [ "$version" = none ] || [ "$version" = unknown ] || ! version_at_least "$version" 3.6.3; then
    miss "no Maven 3.6.3 or newer on the PATH (found: $version)" maven
  fi
}

# Version of the Maven on the PATH, from its library's file name: asking Maven costs a second.
mvn_version() {
  local home jar version
  home=$(readlink -f "$(command -v mvn)")
  home=${home%/bin/mvn}
  for jar in "$home"/lib/maven-core-*.jar /usr/share/maven/lib/maven-core-*.jar; do
    version=${jar##*/maven-core-}
    version=${version%.jar}
    case $version in [0-9]*.[0-9]*.[0-9]*) [ -e "$jar" ] && echo "$version" && return ;; esac
  done
  mvn -version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p' | head -n 1
}

missing_tests() {
  if [ ! -e /usr/include/gtest/gtest.h ] && [ ! -e /usr/local/include/gtest/gtest.h ]; then
    miss "no GoogleTest (gtest/gtest.h), which the tests of collector need" libgtest-dev
  fi
  command -v tmux >/dev/null || miss "no tmux, which the tests of uncork top need" tmux
  if [ ! -e /usr/include/ucp/api/ucp.h ]; then
    miss "no UCX (ucp/api/ucp.h), over which the tests read other processes' memory" libucx-dev
  fi
  /usr/bin/python3 -c 'import prometheus_client' 2>/dev/null ||
    miss "no OpenMetrics parser (Python's prometheus_client), which the tests of metrics need" \
      python3-prometheus-client
}

# What some tests are skipped without: installed where that is possible unasked, named elsewhere.
miss_unasked() { # miss_unasked REASON PACKAGE...
  local package available=true
  if { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; } && command -v apt-get >/dev/null; then
    # Lists that are there may still lack an archive.
    for package in "${@:2}"; do has_package "$package" || available=false; done
    if ! $available; then
      refresh_package_lists
      available=true
      for package in "${@:2}"; do has_package "$package" || available=false; done
    fi
    if $available; then
      miss "$@"
      return
    fi
  fi
  echo "uncork: optional: $1: ${*:2}" >&2
}

missing_browser() {
  command -v chromedriver >/dev/null && command -v chromium >/dev/null ||
    miss_unasked "no Chromium with its driver, which the tests of HTML pages need" \
      chromium chromium-driver
}

# Other C libraries and processors that the native libraries are built for and tried on.
missing_platforms() {
  command -v musl-gcc >/dev/null ||
    miss_unasked "no musl, under which the native libraries are loaded, too" musl-tools
  [ "$(uname -m)" = x86_64 ] || return 0
  command -v aarch64-linux-gnu-g++ >/dev/null ||
    miss_unasked "no compiler for aarch64, for which there are native libraries, too" \
      g++-aarch64-linux-gnu
  command -v qemu-aarch64 >/dev/null ||
    miss_unasked "no QEMU (qemu-aarch64), in which those for aarch64 are loaded" qemu-user
}

# Names what some tests need and are skipped without; nothing of it is installed unasked.
suggest_optional() {
  command -v go >/dev/null ||
    echo "uncork: optional: golang-go, whose pprof checks the export for it" >&2
  command -v clang-format >/dev/null ||
    echo "uncork: optional: clang-format checks the style of the C++ code" >&2
}

# The JDK package of this distribution release: the oldest that is new enough, as users have it.
jdk_package() {
  local version policy
  for version in 17 21 25; do
    # "apt-cache show" succeeds for names that others merely mention. No pipe: a reader that has
    # seen enough would make it fail.
    policy=$(LC_ALL=C apt-cache policy "openjdk-$version-jdk-headless" 2>/dev/null || true)
    if [[ $policy == *"Candidate: "[0-9]* ]]; then
      echo "openjdk-$version-jdk-headless"
      return
    fi
  done
  # No package lists, and no right to fetch them. Debian has no 17 from release 13 on.
  if (
    . /etc/os-release
    [ "${ID:-}" = debian ] && [ "${VERSION_ID:-99}" -ge 13 ]
  ) 2>/dev/null; then
    echo openjdk-21-jdk-headless
  else
    echo openjdk-17-jdk-headless
  fi
}

# Installs all that was found missing, or says exactly what to install and ends with status 2.
install_missing() {
  [ ${#MISSING_PACKAGES[@]} -gt 0 ] || return 0
  local reason sudo="" package packages=()
  for reason in "${MISSING_REASONS[@]}"; do
    echo "uncork: $reason" >&2
  done
  if ! command -v apt-get >/dev/null; then
    echo "uncork: this system has no apt-get. Install with its package manager: a JDK 17 or newer," \
      "a C++17 compiler, CMake, make, Maven 3.6.3 or newer and, for the tests, GoogleTest." >&2
    exit 2
  fi
  if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      resolve_packages
      echo "uncork: without root or sudo nothing can be installed here. Ask for:" \
        "apt-get install ${packages[*]}" >&2
      exit 2
    fi
  fi
  local log
  log=$(mktemp "${TMPDIR:-/tmp}/uncork-install-XXXXXX.log")
  # A fresh image has no package lists at all.
  if ! has_package_lists; then
    echo "uncork: fetching the package lists: ${sudo:+$sudo }apt-get update" >&2
    $sudo apt-get update -qq >>"$log" 2>&1 || true
  fi
  resolve_packages
  echo "uncork: installing (log: $log): ${sudo:+$sudo }apt-get install ${packages[*]}" >&2
  if ! apt_install; then
    # Lists that are weeks old name versions that are gone.
    echo "uncork: that failed; once more with fresh package lists" >&2
    $sudo apt-get update -qq >>"$log" 2>&1 || true
    if ! apt_install; then
      tail -n 5 "$log" >&2
      echo "uncork: the installation failed; the whole log is in $log. Install by hand:" \
        "apt-get install ${packages[*]}" >&2
      exit 2
    fi
  fi
  rm -f "$log"
  MISSING_PACKAGES=()
  MISSING_REASONS=()
}

# Whether apt-get could install this package.
has_package() {
  local policy # not through grep -q, whose early end would fail apt-cache, and by pipefail this
  policy=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null)
  [[ $policy == *'Candidate: '[0-9]* ]]
}

refresh_package_lists() {
  if [ "$(id -u)" -eq 0 ]; then apt-get update -qq; else sudo -n apt-get update -qq; fi \
    >/dev/null 2>&1 || true
}

# Whether apt-get knows any package that could be installed.
has_package_lists() {
  local list
  for list in /var/lib/apt/lists/*_Packages*; do
    [ -e "$list" ] && return 0
  done
  return 1
}

# Installs the caller's packages, with its log and its way to become root.
apt_install() {
  SECONDS=0
  $sudo env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
    apt-get install -y --no-install-recommends "${packages[@]}" 2>&1 |
    tee -a "$log" | show_installation
}

# Turns apt-get's log into one changing line on a terminal, and a line a step elsewhere.
show_installation() {
  local line step="" shown="" count=0 total="?"
  while IFS= read -r line; do
    case $line in
      *" newly installed,"*)
        total=${line%% newly installed,*}
        total=${total##* }
        continue
        ;;
      Get:*) step="fetching packages" ;;
      "Unpacking "*) step=unpacking ;;
      "Setting up "*)
        step="setting up"
        count=$((count + 1))
        ;;
      *) continue ;;
    esac
    if [ -t 2 ]; then
      printf '\r\033[Kuncork: %s, %s of %s packages ready (%ds)' "$step" "$count" "$total" \
        "$SECONDS" >&2
    elif [ "$step" != "$shown" ]; then
      shown=$step
      echo "uncork: $step ($total packages)" >&2
    fi
  done
  if [ -t 2 ]; then
    printf '\r\033[K' >&2
  fi
}

# Puts package names into the caller's array, the JDK's by what this release offers.
resolve_packages() {
  packages=()
  for package in "${MISSING_PACKAGES[@]}"; do
    [ "$package" = @jdk ] && package=$(jdk_package)
    packages+=("$package")
  done
  # Without recommended packages a JDK has no certificate store and Maven can't reach anything.
  case " ${packages[*]} " in
    *-jdk-headless*) packages+=(ca-certificates-java) ;;
  esac
}

# Maven runs on the JDK that javac was found in.
use_jdk() {
  JAVA_HOME=$(find_jdk)
  export JAVA_HOME
}
