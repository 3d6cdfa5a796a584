#!/usr/bin/env bash
# tests/support/without_libgl.sh COMMAND… runs COMMAND as on a machine with EGL but without libGL and libOpenGL, such as many servers.
# Exits as COMMAND does, or with 77 (skipped, for ctest) if a library cannot be hidden.
set -uo pipefail

mapfile -t found < <(PATH=$PATH:/sbin ldconfig -p | sed -nE 's/^\s*lib(Open)?GL\.so.* => //p')
[[ ${#found[@]} -gt 0 ]] || { echo "neither library is installed, so nothing is hidden"; exec "$@"; }
# shellcheck disable=SC2016  # the inner shell's
hidden=(unshare --user --map-root-user --mount bash -c
  'for ((k = 1; k <= $1; ++k)); do mount --bind /dev/null "${@:k+1:1}" || exit 77; done; exec "${@:$1+2}"' hide "${#found[@]}" "${found[@]}")
said=$("${hidden[@]}" true 2>&1) || { echo "skipped: a library cannot be hidden here: $said"; exit 77; }
exec "${hidden[@]}" "$@"
