#!/usr/bin/env bash
# The scripts below, which replace programs, are in single quotes.
# shellcheck disable=SC2016
# Runs tools/gpu_check on a GPU host simulated by scripts. Everything passes on a healthy host, and every fault is counted.
set -uo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; cat "$work/said"; exit 1; }
script() { printf '#!/bin/bash\n%s\n' "$2" >"$work/pack/$1"; chmod +x "$work/pack/$1"; }

mkdir -p "$work/pack/bin" "$work/out"
cp "$source/tools/gpu_check" "$work/pack/"
printf 'cuda_test\t*\n' >"$work/pack/tests.txt"
script bin/ezscope '
args=" $* "
[[ $args == *" --version "* ]] && { echo "ezscope 0"; echo "device 0 a card"; exit; }
[[ $args == *" --device 7 "* ]] && { echo "there is no CUDA device 7"; exit 1; }
[[ $args == *131072* ]] && { echo "out of memory on the device; use a smaller grid"; exit 1; }
[[ ${CUDA_VISIBLE_DEVICES:-} == -1 && $args == *" --backend cuda "* ]] && { echo "no CUDA device"; exit 1; }
while [[ $# -gt 0 ]]; do
  case $1 in --out | --screenshot | --json | --csv) echo "$args" >"$2"; shift ;; esac
  shift
done
exit 0'
script bin/picture_compare '[[ -f $1 && -f $2 ]]'
script bin/cuda_test 'echo "[       OK ] Cuda.Adds (1 ms)"'
script bin/cuda_scheme_test '[[ $1 == "--gtest_filter=*a_few_steps*" ]]'
script bin/cuda_papers_test '[[ $1 == "--gtest_filter=*a_few_steps*" ]]'
script bin/cuda_comparison_test '[[ $EZSCOPE_TEST_SECONDS == 60 && $1 == *at_random ]]'
script bin/takada_as_printed ':'
mkdir "$work/bin"
# sanitizer LAST_LINE [HAZARD] writes a script in place of compute-sanitizer. Like the real one it exits as the program does, or with 99
# when it finds an error. It finds one only in takada_as_printed without an argument; the argument repairs the race.
sanitizer() {
  printf '#!/bin/bash
while [[ $1 == --* ]]; do [[ $1 == --tool || $1 == --leak-check || $1 == --error-exitcode ]] && shift; shift; done
[[ $1 == */takada_as_printed && $2 != mended ]] && { echo "%s"; exit %s; }
"$@" && echo "%s"\n' "${2-========= Error: Race reported: 1 hazard}" "$([[ ${2-x} ]] && echo 99 || echo 0)" "$1" >"$work/bin/compute-sanitizer"
}
sanitizer '========= ERROR SUMMARY: 0 errors'
chmod +x "$work/bin/compute-sanitizer"

gpu_check() { PATH=$work/bin:$PATH "$work/pack/gpu_check" run "$work/out" "$@" >"$work/said" 2>&1 </dev/null; }

gpu_check || fail "a healthy host has $? failures"
for part in 'PASS  cuda_test: 1 tests' 'PASS  compute-sanitizer racecheck' 'PASS  compute-sanitizer initcheck' \
  'PASS  compute-sanitizer memcheck: boundaries edited at random' \
  'PASS  compute-sanitizer memcheck: every kernel scheme' 'PASS  compute-sanitizer racecheck: every kernel scheme' \
  'PASS  compute-sanitizer memcheck: studies of papers' 'PASS  compute-sanitizer racecheck: studies of papers' \
  'PASS  compute-sanitizer racecheck: takada as printed has a hazard' 'PASS  compute-sanitizer racecheck: takada as printed, mended' \
  'PASS  bench --paper all --quick' 'PASS  mapped and staged show the same field of wind-tunnel' \
  'PASS  --device 7' 'PASS  a grid that no card holds' 'PASS  screenshot of lecture' 'PASS  frame times' 'PASS  bench vacuum' '0 failures'; do
  grep -qF "$part" "$work/out/report.txt" || fail "no line '$part'"
done
grep -q '16384^2 .* ms a frame' "$work/out/frame_times.txt" || fail "no frame time at 16384^2"

sanitizer '========= Error: Device not supported'
gpu_check sanitizer; [[ $? -eq 7 ]] || fail "a sanitizer that could not attach counts as passed"
gpu_check lab; [[ $? -eq 5 ]] || fail "a sanitizer that could not attach counts as passed for the kernel lab"
sanitizer '========= RACECHECK SUMMARY: 0 hazards displayed' ''
gpu_check lab; [[ $? -eq 1 ]] || fail "a race that the sanitizer misses does not count as a failure"

script bin/picture_compare 'echo "3 of 9 pixels differ"; exit 1'
gpu_check links; [[ $? -eq 5 ]] || fail "five different pictures do not count as five failures"
script bin/cuda_test 'echo "[  FAILED  ] Cuda.Adds (1 ms)"; exit 1'
gpu_check tests; [[ $? -eq 1 ]] || fail "a failed test does not count as a failure"
script bin/cuda_test 'echo "x.cpp:3: Skipped"; echo "no driver"; echo "[  SKIPPED ] Cuda.Adds (0 ms)"'
gpu_check tests || fail "a skipped test counts as a failure"
grep -q '^SKIP  cuda_test: 1 tests.*no driver' "$work/said" || fail "a skipped test does not report why"
script bin/ezscope '[[ $1 == --version ]] && echo "device 0 a card" && exit; echo one; echo two; exit 1'
gpu_check faults; [[ $? -eq 4 ]] || fail "unclear messages do not count as failures"
script bin/ezscope 'echo "ezscope 0"'
gpu_check; [[ $? -eq 1 ]] || fail "a host without a GPU does not count as a failure"
echo "gpu_check distinguishes passes, failures and skips"
