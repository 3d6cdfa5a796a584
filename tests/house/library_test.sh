#!/usr/bin/env bash
# library_test.sh BUILD_DIR: the solver is a library that others can use: installed and found by find_package, and as a folder of
# their own project, neither with GLFW, glad, Dear ImGui or OpenGL.
set -euo pipefail
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }; }

quietly cmake --install "$build" --prefix "$work/prefix" --component library
quietly cmake -S "$source/examples/headless" -B "$work/found" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/prefix"
quietly cmake --build "$work/found"
"$work/found/headless" | tee "$work/said"
grep -q "^t = .*largest |Ez|" "$work/said" || fail "the example says nothing of the field"
first=$(awk '/largest/ {print $7; exit}' "$work/said") last=$(awk '/largest/ {v = $7} END {print v}' "$work/said")
awk -v a="$first" -v b="$last" 'BEGIN {exit !(a > 10 && b < 1e-2 * a)}' || fail "the pulse of $first V/m has left $last V/m behind"
! ldd "$work/found/headless" | grep -iE 'glfw|libGL|libEGL|X11' || fail "the example wants the libraries above"

# As a folder: nothing of the window is looked for, and the example's own source compiles.
off=()
for package in glfw3 glm OpenGL CLI11 GTest; do off+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"); done
quietly cmake -S "$source/examples/headless" -B "$work/inside" -G Ninja -DEZSCOPE_SOURCE_DIR="$source" -DEZSCOPE_CUDA=OFF "${off[@]}"
quietly cmake --build "$work/inside" --target CMakeFiles/headless.dir/main.cpp.o
echo "installed and as a folder, the solver is a library"
