#!/usr/bin/env bash
# tests/support/without_libgl.sh COMMAND…: runs COMMAND as on a machine that has EGL and neither libGL nor libOpenGL, as many servers do. Exits
# as COMMAND does; 77, which ctest reads as skipped, where a library cannot be hidden.
set -uo pipefail

mapfile -t found < <(PATH=$PATH:/sbin ldconfig -p | sed -nE 's/^\s*lib(Open)?GL\.so.* => //p')
[[ ${#found[@]} -gt 0 ]] || { echo "there is neither here to hide"; exec "$@"; }
# shellcheck disable=SC2016  # the inner shell's
hidden=(unshare --user --map-root-user --mount bash -c
  'for ((k = 1; k <= $1; ++k)); do mount --bind /dev/null "${@:k+1:1}" || exit 77; done; exec "${@:$1+2}"' hide "${#found[@]}" "${found[@]}")
said=$("${hidden[@]}" true 2>&1) || { echo "skipped: a library cannot be hidden here: $said"; exit 77; }
exec "${hidden[@]}" "$@"
