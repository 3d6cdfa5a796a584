#!/usr/bin/env bash
# library_test.sh BUILD_DIR checks that other projects can use the solver as a library: installed and found by find_package, or as a
# folder of their own project. Neither needs GLFW, glad, Dear ImGui or OpenGL.
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
grep -q "^t = .*largest |Ez|" "$work/said" || fail "the example prints no field values"
first=$(awk '/largest/ {print $7; exit}' "$work/said") last=$(awk '/largest/ {v = $7} END {print v}' "$work/said")
awk -v a="$first" -v b="$last" 'BEGIN {exit !(a > 10 && b < 1e-2 * a)}' || fail "the field remains at $last V/m after a pulse of $first V/m"
! ldd "$work/found/headless" | grep -iE 'glfw|libGL|libEGL|X11' || fail "the example needs the libraries listed above"

# As a folder: CMake looks for none of the window's packages, and the example's own source compiles.
off=()
for package in glfw3 glm OpenGL CLI11 GTest; do off+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"); done
quietly cmake -S "$source/examples/headless" -B "$work/inside" -G Ninja -DEZSCOPE_SOURCE_DIR="$source" -DEZSCOPE_CUDA=OFF "${off[@]}"
quietly cmake --build "$work/inside" --target CMakeFiles/headless.dir/main.cpp.o
echo "the solver works as a library, installed and as a folder"
