#!/usr/bin/env bash
# Checks that every failure of the set-up prints one line with a remedy and exits with 1, and leaves nothing half-done behind. Scripts on
# PATH replace the real programs: nothing is installed and no network is used.
set -uo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
count=0
fail() { echo "FAILED: $*"; failed=1; }

fresh() {  # makes a new copy of the set-up script and an empty folder for the scripts that replace programs
  rm -rf "${work:?}"/*
  mkdir -p "$work/tree/tools" "$work/bin"
  cp "$source/tools/setup.sh" "$work/tree/tools/"
}
stand_in() { printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"; chmod +x "$work/bin/$1"; }
# expect NAME PATTERN COMMANDS runs COMMANDS after sourcing the script. They must fail with one line that PATTERN matches.
expect() {
  ((++count))
  local said code
  said=$(PATH=$work/bin:$PATH bash -c '. "$0/tools/setup.sh"; '"$3" "$work/tree" 2>&1 </dev/null)
  code=$?
  said=$(grep -vE '^ezscope: (fetching|installing) ' <<<"$said")
  [[ $code -eq 1 && $(wc -l <<<"$said") -eq 1 && $said =~ $2 ]] || fail "$1: exit $code, output: $said"
}

fresh
stand_in dpkg-query 'exit 1'; stand_in sudo 'exit 1'; stand_in id 'echo 1000'
expect "neither root nor sudo" 'apt-get update && apt-get install -y --no-install-recommends libnowhere-dev' 'need_packages libnowhere-dev'
stand_in id 'echo 0'; stand_in apt-get 'echo "E: Failed to fetch somewhere"; exit 100'
expect "no network for apt" 'Failed to fetch somewhere.*check the network' 'need_packages libnowhere-dev'
# shellcheck disable=SC2016
expect "another distribution" 'Debian 12, Ubuntu 24.04' 'command() { [[ $2 != apt-get ]] && builtin command "$@"; }; need_packages libnowhere-dev'

# works NAME PATTERN COMMANDS is like expect, but COMMANDS must succeed. An empty PATTERN requires empty output.
works() {
  local said
  said=$(PATH=$work/bin:$PATH bash -c '. "$0/tools/setup.sh"; '"$3" "$work/tree" 2>&1 </dev/null) || fail "$1: failed, output: $said"
  [[ (-n $2 || -z $said) && $said =~ $2 ]] || fail "$1: output: $said"
}
linter='lint_packages=(no-such-linter:no-such-linter); need_packages --lint bash:bash'
fresh
stand_in sudo 'exit 1'; stand_in id 'echo 1000'; stand_in dpkg-query 'exit 1'
# shellcheck disable=SC2016
stand_in apt-cache 'echo asked >>"${0%/*}/asked"; for p in "${@:2}"; do [[ $p == g++ ]] && echo " $p | 1 | there"; done'
works "a linter that no package list has" '' "$linter"
works "a linter that no package list has, again" '' "$linter"
[[ $(wc -l <"$work/bin/asked") -eq 1 ]] || fail "the package lists are read more than once"
fresh
stand_in sudo 'exit 1'; stand_in id 'echo 1000'; stand_in dpkg-query 'exit 1'
# shellcheck disable=SC2016
stand_in apt-cache 'for p in "${@:2}"; do echo " $p | 1 | there"; done'
works "a linter that this user may not install" 'no-such-linter.*administrator.*skipped' "$linter"
stand_in id 'echo 0'; stand_in apt-get 'echo "E: Failed to fetch somewhere"; exit 100'
works "no network for a linter" 'Failed to fetch.*skipped' "$linter"

fresh
stand_in dpkg-query 'echo "python3 installed python3-pip installed "'; stand_in python3 'echo "ERROR: Could not find a version"; exit 1'
expect "no network for pip" 'Could not find a version.*check the network' need_imgui
compgen -G "$work/tree/.deps/fetch.??????" >/dev/null && fail "a failed fetch left its folder"
echo nonsense >"$work/tree/.deps/imgui_bundle-1.93.0.tar.gz"
expect "wrong hash" 'SHA-256 differs.*delete' need_imgui
[[ -e $work/tree/.deps/imgui_bundle-1.93.0 ]] && fail "a wrong archive was unpacked"

fresh
expect "no compiler" 'no C\+\+ compiler.*install' 'CXX=no-such-compiler check_tools'
stand_in g++ 'echo 11.4.0'
expect "old compiler" '11.4.0 and 12 is needed' 'unset CXX; check_tools'
stand_in g++ 'echo 12.2.0'; stand_in cmake 'echo "cmake version 3.22.1"'
expect "old CMake" '3.22.1 and 3.25 is needed' 'unset CXX; check_tools'

fresh
stand_in g++ 'echo 12.2.0'; stand_in cmake 'echo "cmake version 3.25.0"'
PATH=$work/bin:$PATH bash -c '. "$0/tools/setup.sh"; unset CXX; check_tools' "$work/tree" || fail "tools that are new enough are rejected"
mkdir -p "$work/tree/.deps/imgui_bundle-1.93.0"
bash -c '. "$0/tools/setup.sh"; echo "$imgui_sha256"' "$work/tree" >"$work/tree/.deps/imgui_bundle-1.93.0/stamp"
stand_in python3 'exit 1'
PATH=$work/bin:$PATH bash -c '. "$0/tools/setup.sh"; need_imgui' "$work/tree" || fail "sources that are already unpacked are fetched again"

((failed)) || echo "$count failures, each reported in one clear line"
exit "$failed"
