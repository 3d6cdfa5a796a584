#!/usr/bin/env bash
# install_test.sh BUILD_DIR checks that cmake --install and the tarball install every file, and that the program runs from another folder
# than the one it was built for, with the libraries from the tarball.
set -euo pipefail
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
complete() {
  local file
  for file in bin/ezscope share/doc/ezscope/{LICENSE,THIRD_PARTY.md,README.md,CHANGELOG.md} \
    share/doc/ezscope/licenses/{dear-imgui,implot,ofl,roboto}.txt share/applications/ezscope.desktop \
    share/icons/hicolor/scalable/apps/ezscope.svg; do
    [[ -s $1/$file ]] || fail "$file is not in $1"
  done
}
runs() {
  # From another folder and without the caller's library path and display.
  (cd / && env -u LD_LIBRARY_PATH -u DISPLAY "$1" --version) | grep -q "^ezscope [0-9]" || fail "$1 --version prints no version"
  (cd / && env -u LD_LIBRARY_PATH -u DISPLAY "$1" list) | grep -q $'^double-slit\t' || fail "$1 list does not name double-slit"
}

# The path has a space in it, because nothing may depend on the path.
prefix="$work/in stalled"
cmake --install "$build" --prefix "$prefix" >"$work/install.log" || { cat "$work/install.log"; fail "cmake --install"; }
complete "$prefix"
runs "$prefix/bin/ezscope"

(cd "$work" && cpack --config "$build/CPackConfig.cmake" -B "$work/package" >"$work/cpack.log" 2>&1) ||
  { cat "$work/cpack.log"; fail "cpack"; }
mkdir "$work/else where"
tar -C "$work/else where" -xzf "$work"/package/ezscope-*.tar.gz
top=$(echo "$work/else where"/ezscope-*)
complete "$top"
runs "$top/bin/ezscope"
for library in glfw fmt png; do
  ldd "$top/bin/ezscope" | grep "lib$library" | grep -qF "$top/" || fail "lib$library comes from the machine, not from the tarball"
done
! ldd "$top/bin/ezscope" | grep -E 'libcudart|not found' || fail "the program in the tarball needs the libraries listed above"
if command -v dpkg-shlibdeps >/dev/null; then
  (cd "$work" && cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/debian" >"$work/cpack.log" 2>&1) ||
    { cat "$work/cpack.log"; fail "cpack -G DEB"; }
  dpkg -x "$work"/debian/ezscope_*.deb "$work/root"
  complete "$work/root/usr"
  for file in share/doc/ezscope/{copyright,changelog.gz} share/man/man1/ezscope.1.gz share/mime/packages/ezscope.xml; do
    [[ -s $work/root/usr/$file ]] || fail "$file is not in the Debian package"
  done
  [[ ! -e $work/root/usr/lib ]] || fail "the Debian package carries libraries"
  runs "$work/root/usr/bin/ezscope"
  if command -v lintian >/dev/null; then
    errors=$(lintian --no-tag-display-limit "$work"/debian/ezscope_*.deb 2>/dev/null | grep '^E:' || true)
    [[ -z $errors ]] || fail "lintian: $errors"
  fi
fi
echo "installed and unpacked elsewhere, ezscope runs; the tarball has $(stat -c %s "$work"/package/ezscope-*.tar.gz) bytes"
