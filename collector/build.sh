#!/bin/sh
# Builds libuncork.so, libuncork-numa.so and libuncork-ucx.so for this machine, and for aarch64
# where the cross compiler is installed. They run with any C library (cmake/portable.cmake).
# Usage: build.sh JAVA_HOME OUTPUT_DIR. Maven calls it; the libraries lie in OUTPUT_DIR/lib.
set -eu

java_home=$1
output=$2
source=$(cd "$(dirname "$0")" && pwd)

missing=
command -v cmake >/dev/null || missing="$missing cmake"
command -v c++ >/dev/null || missing="$missing g++"
if command -v ninja >/dev/null; then
  generator=Ninja
elif command -v make >/dev/null; then
  generator="Unix Makefiles"
else
  missing="$missing ninja-build"
fi
if [ -n "$missing" ]; then
  echo "collector: cannot build libuncork.so without:$missing" >&2
  echo "collector: install with: apt-get install$missing" >&2
  exit 1
fi

# build ARCHITECTURE [cmake option ...]
build() {
  arch=$1
  shift
  cmake -S "$source" -B "$output/cmake-$arch" -G "$generator" \
    -DUNCORK_JAVA_HOME="$java_home" "$@" >"$output/cmake-$arch.log" 2>&1 || {
    cat "$output/cmake-$arch.log" >&2
    exit 1
  }
  cmake --build "$output/cmake-$arch" >"$output/build-$arch.log" 2>&1 || {
    cat "$output/build-$arch.log" >&2
    if grep -q 'undefined reference' "$output/build-$arch.log"; then
      echo "collector: functions of the C library must be in collector/libc/symbols.txt; its first" \
        "lines say which can be" >&2
    fi
    exit 1
  }
  mkdir -p "$output/lib/linux-$arch"
  for library in libuncork.so libuncork-numa.so libuncork-ucx.so; do
    cp "$output/cmake-$arch/$library" "$output/lib/linux-$arch/$library"
    echo "collector: built $output/lib/linux-$arch/$library"
  done
}

mkdir -p "$output"
case $(uname -m) in
  x86_64 | amd64)
    build x86_64
    if command -v aarch64-linux-gnu-g++ >/dev/null; then
      build aarch64 -DCMAKE_TOOLCHAIN_FILE="$source/cmake/aarch64-linux-gnu.cmake"
    else
      echo "collector: no library for aarch64: aarch64-linux-gnu-g++ is not installed" \
        "(apt-get install g++-aarch64-linux-gnu)"
    fi
    ;;
  aarch64 | arm64) build aarch64 ;;
  *)
    echo "collector: no libuncork.so for $(uname -m); x86_64 and aarch64 are known" >&2
    exit 1
    ;;
esac
