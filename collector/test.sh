#!/bin/sh
# Proves that the libraries run with other C libraries, then builds and runs the unit tests of the
# collector for this machine.
# Usage: test.sh OUTPUT_DIR, after build.sh JAVA_HOME OUTPUT_DIR. Maven calls it.
set -eu

output=$1
source=$(cd "$(dirname "$0")" && pwd)
"$source/portable" "$output"/lib/linux-*/*.so
if "$source/portable" "$(c++ -print-file-name=libstdc++.so.6)" >/dev/null 2>&1; then
  echo "collector: the check of symbols finds nothing against libstdc++.so.6, which needs many" >&2
  exit 1
fi

case $(uname -m) in
  x86_64 | amd64) build=$output/cmake-x86_64 ;;
  *) build=$output/cmake-aarch64 ;;
esac
if ! grep -q 'UNCORK_HAS_TESTS:INTERNAL=ON' "$build/CMakeCache.txt"; then
  echo "collector: unit tests in C++ are skipped: GoogleTest is not installed" \
    "(apt-get install libgtest-dev)"
  exit 0
fi
cmake --build "$build" --target uncork-tests >"$output/build-tests.log" 2>&1 || {
  cat "$output/build-tests.log" >&2
  exit 1
}
ctest --test-dir "$build" --output-on-failure >"$output/tests.log" 2>&1 || {
  cat "$output/tests.log" >&2
  exit 1
}
grep 'tests passed' "$output/tests.log" | sed 's/^/collector: C++: /'
