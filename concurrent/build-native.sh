#!/bin/sh
# Builds libuncork-fence.so for this machine, and for aarch64 where the cross compiler is installed.
# Usage: build-native.sh JAVA_HOME OUTPUT_DIR. Maven calls it; the libraries become resources.
set -eu

java_home=$1
output=$2
module=$(cd "$(dirname "$0")" && pwd)
source=$module/src/main/c/fence.c
portable=$module/../collector/portable

# build ARCHITECTURE COMPILER
build() {
  library=$output/linux-$1/libuncork-fence.so
  if [ "$library" -nt "$source" ]; then
    return
  fi
  mkdir -p "$output/linux-$1"
  "$2" -std=c11 -O2 -Wall -Wextra -Werror -fPIC -shared -s -I"$java_home/include" \
    -I"$java_home/include/linux" -o "$library" "$source"
  "$portable" "$library"
}

command -v cc >/dev/null || {
  echo "concurrent: cannot build libuncork-fence.so without a C compiler (apt-get install gcc)" >&2
  exit 1
}
case $(uname -m) in
  x86_64 | amd64)
    build x86_64 cc
    if command -v aarch64-linux-gnu-gcc >/dev/null; then
      build aarch64 aarch64-linux-gnu-gcc
    fi
    ;;
  aarch64 | arm64) build aarch64 cc ;;
  *) echo "concurrent: no libuncork-fence.so for $(uname -m); locks won't be reserved" ;;
esac
