#!/usr/bin/env bash
# tests/support/near_boot.sh COMMAND… runs COMMAND as on a machine that has just started: the clocks that count from boot, which
# std::chrono::steady_clock reads, begin near zero. Exits as COMMAND does, or with 77 (skipped, for ctest) if the system does not permit this.
set -uo pipefail

read -r uptime _ </proc/uptime
back=-$((${uptime%.*} - 1))
moved=(unshare --user --map-root-user --time --monotonic="$back" --boottime="$back" --fork)
began=$("${moved[@]}" cat /proc/uptime 2>&1) ||
  { echo "skipped: a time namespace is not permitted here: $began"; exit 77; }
[[ ${began%%.*} -lt 60 ]] || { echo "the clock began at $began instead of near zero"; exit 1; }
exec "${moved[@]}" "$@"
