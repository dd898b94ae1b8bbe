# The steps of a release; sourced by release.

new_version=
once=false
sign=
bare_root=

usage() {
  echo "uncork: $1; expected: ./release [--once] [--sign] [--root DIR] or ./release version X.Y.Z" >&2
  exit 2
}

read_release_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --once) once=true ;;
      --sign) sign=-Psign ;;
      --root)
        bare_root=${2:?a folder is missing after --root}
        [ -x "$bare_root/bin/sh" ] || usage "$bare_root is no root of a system (it has no bin/sh)"
        shift
        ;;
      version)
        new_version=${2:-}
        [[ $new_version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-SNAPSHOT)?$ ]] ||
          usage "'$new_version' is no version such as 1.2.3 or 1.3.0-SNAPSHOT"
        shift
        ;;
      *) usage "unknown argument $1" ;;
    esac
    shift
  done
}

# The version of the POM, which all modules have in common.
version() {
  sed -n 's#^  <version>\(.*\)</version>$#\1#p' pom.xml | head -n 1
}

# A release heads what is unreleased with its version and date; builds are as old as the release.
set_version() { # set_version NEW
  local old pom today
  old=$(version)
  today=$(date -u +%F)
  git ls-files '*pom.xml' | while IFS= read -r pom; do
    sed -i "s#^\(  \|    \)<version>$old</version>\$#\1<version>$1</version>#" "$pom"
  done
  case $1 in
    *-SNAPSHOT)
      grep -q '^## Unreleased' CHANGELOG.md ||
        sed -i "0,/^## /s//## Unreleased\n\nNothing yet.\n\n## /" CHANGELOG.md
      ;;
    *)
      sed -i "s/^## Unreleased\$/## $1, $today/" CHANGELOG.md
      sed -i "s#<project.build.outputTimestamp>.*<#<project.build.outputTimestamp>${today}T00:00:00Z<#" pom.xml
      ;;
  esac
  echo "uncork: version $old is $1 now; look at git diff, commit, tag it v$1 and run ./release" >&2
}

require_all_processors() {
  [ "$(uname -m)" = x86_64 ] && command -v aarch64-linux-gnu-g++ >/dev/null && return
  echo "uncork: a release has libraries for x86-64 and aarch64: build it on x86-64, with" \
    "g++-aarch64-linux-gnu" >&2
  exit 2
}

# Users read what is new before they take a version.
require_changes() {
  local wanted
  wanted=$(version)
  case $wanted in
    *-SNAPSHOT) wanted=Unreleased ;;
  esac
  grep -q "^## $wanted" CHANGELOG.md && return
  echo "uncork: CHANGELOG.md has no section \"## $wanted\"; ./release version X.Y.Z makes one" >&2
  exit 2
}

warn_uncommitted() {
  [ -z "$(git status --porcelain --untracked-files=no)" ] ||
    echo "uncork: what isn't committed is not in this release" >&2
}

# Clones the commit and builds there what dist needs, and nothing else.
build_in() { # build_in FOLDER MAVEN-ARGUMENT...
  local folder=$1 log
  shift
  log=$root/target/release-build.log
  echo "uncork: building $(git rev-parse --short HEAD) in $folder; log: $log" >&2
  mkdir -p "$(dirname "$folder")"
  git clone -q --no-hardlinks "$root" "$folder"
  if ! (cd "$folder" && build-support/maven -B -T2 -pl dist -am -Dmaven.test.skip=true "$@") >"$log" 2>&1; then
    grep -E '^\[ERROR\]' "$log" | head -n 15 >&2
    echo "uncork: the build failed; the whole log is in $log" >&2
    exit 1
  fi
}

collect() { # collect CLONE OUT
  cp "$1"/dist/target/uncork-*.tar.gz "$1"/dist/target/uncork-*-sbom.cdx.json "$2"
}

# Every archive, list of parts and jar of both builds, byte by byte.
same_bytes() { # same_bytes CLONE CLONE
  local file count=0 differing=0
  while IFS= read -r file; do
    count=$((count + 1))
    if ! cmp -s "$1/$file" "$2/$file"; then
      differing=$((differing + 1))
      echo "uncork: differs between two builds: $file" >&2
    fi
  done < <(cd "$1" && find . \( -path '*/target/*.jar' -o -path './dist/target/*.tar.gz' \
    -o -path './dist/target/*.cdx.json' -o -path '*/target/lib/*.so' \) \
    -not -path './dist/target/uncork/*' -not -path '*/target/classes/*' | sort)
  if [ "$differing" -gt 0 ]; then
    echo "uncork: not reproducible: $differing of $count files differ" >&2
    exit 1
  fi
  echo "uncork: reproducible: two builds in two folders gave the same bytes ($count files)" >&2
}

list_checksums() { # list_checksums OUT
  (cd "$1" && sha256sum -- *.tar.gz *.json >SHA256SUMS)
  [ -z "$sign" ] || gpg --batch --yes --armor --detach-sign "$1/SHA256SUMS"
}
