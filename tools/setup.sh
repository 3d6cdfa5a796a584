# shellcheck shell=bash
# Set-up, sourced by ./run and ./check: packages, the pinned Dear ImGui sources, tool versions, and the preset for this machine.
# Checks before it acts, so that the second call takes milliseconds. Every failure is one line that says what to do.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
deps=$root/.deps

# Packages for building and running the program, as command:package (satisfied by any such command) or as a package.
program_packages=(
  g++:g++ cmake:cmake ninja:ninja-build glad:python3-glad
  libglfw3-dev libglm-dev libcli11-dev libtomlplusplus-dev libmuparser-dev libfmt-dev libeigen3-dev libpng-dev libqrcodegencpp-dev libegl-dev
  libgl-dev opencl-headers
  libegl1 libgl1-mesa-dri libxcursor1 libxi6 libxrandr2 fonts-ipaexfont-gothic)
fetch_packages=(python3:python3 pip3:python3-pip)
# shellcheck disable=SC2034  # for ./check, as the next but one
test_packages=(
  git:git python3:python3 python3-dev python3-venv Xvfb:xvfb openbox:openbox
  libgtest-dev librapidcheck-dev
  ocl-icd-libopencl1 pocl-opencl-icd)
# If these are not available, their checks are skipped, which is reported in one line.
lint_packages=(clang-format-14:clang-format-14 clang-tidy-14:clang-tidy-14 shellcheck:shellcheck)
# shellcheck disable=SC2034
fuzz_packages=(clang:clang libclang-rt-dev)
# shellcheck disable=SC2034
browser_packages=(chromium:chromium firefox-esr:firefox-esr nodejs:nodejs python3-websocket)

imgui_version=1.93.0
imgui_name=imgui_bundle-$imgui_version
imgui_sha256=10ad1dab8258a6787b4f07bb926b08d0efc648a7906242568c8dd778c5e719bf

say() { printf 'ezscope: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# missing NEED…: prints the packages that are not installed, one per line. Calls dpkg-query once for all of them.
missing() {
  local need packages=() installed
  for need in "$@"; do
    if [[ $need == *:* ]]; then
      command -v "${need%%:*}" >/dev/null || packages+=("${need#*:}")
    else
      packages+=("$need")
    fi
  done
  ((${#packages[@]})) || return 0
  installed=" $(dpkg-query -W -f='${Package} ${db:Status-Status} ' "${packages[@]}" 2>/dev/null)"
  for need in "${packages[@]}"; do
    [[ $installed == *" $need installed "* ]] || echo "$need"
  done
}

# known PACKAGE…: prints the packages that this machine's package lists offer.
known() {
  local package offered
  offered=$(apt-cache madison "$@" 2>/dev/null | awk '{print $1}')
  for package in "$@"; do
    grep -qxF -- "$package" <<<"$offered" && echo "$package"
  done
  return 0
}

# remembered PACKAGE…: the same as known, which takes a second, but cached until the package lists change.
remembered() {
  local memory=$deps/known
  if [[ ! $memory -nt /var/lib/apt/lists || $(head -n1 "$memory") != "$*" ]]; then
    mkdir -p "$deps" || die "cannot write to $root: make it writable"
    { echo "$*"; known "$@"; } >"$memory"
  fi
  tail -n +2 "$memory"
}

check_distribution() {
  local id version name
  # shellcheck disable=SC1091
  read -r id version name < <(. /etc/os-release 2>/dev/null; echo "${ID:-unknown} ${VERSION_ID:-0} ${PRETTY_NAME:-this system}")
  command -v apt-get >/dev/null ||
    die "sets itself up on Debian 12, Ubuntu 24.04 and later, and this is $name: install what README's 'Building by hand' lists, then cmake --preset cpu"
  case $id in
    debian) [[ ${version%%.*} -eq 0 || ${version%%.*} -ge 12 ]] || die "needs Debian 12 or later, and this is $name: upgrade, or use a newer machine" ;;
    ubuntu) [[ ${version%%.*} -ge 24 ]] || die "needs Ubuntu 24.04 or later, and this is $name: upgrade, or use a newer machine" ;;
  esac
}

# apt ARGUMENTS…: apt-get as root or through sudo, quietly; needs check_distribution and may_install first.
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@" >>"$deps/apt.log" 2>&1 </dev/null
}

# may_install: sets as_root.
may_install() {
  as_root=()
  [[ $(id -u) -eq 0 ]] && return
  command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; } && as_root=(sudo)
}

# need_packages [--lint] NEED…: installs missing packages; --lint adds the linters if they are available.
need_packages() {
  local required=() optional=() offered install failed
  if [[ ${1:-} == --lint ]]; then
    shift
    mapfile -t optional < <(missing "${lint_packages[@]}")
  fi
  mapfile -t required < <(missing "$@")
  ((${#required[@]} + ${#optional[@]})) || return 0
  if ((!${#required[@]})); then
    # If only linters are missing that the package lists do not offer, the lists are not fetched again.
    mapfile -t offered < <(remembered g++ "${optional[@]}")
    [[ ${offered[0]:-} == g++ ]] && optional=("${offered[@]:1}")
    ((${#optional[@]})) || return 0
  fi
  check_distribution
  install="apt-get install -y --no-install-recommends ${required[*]} ${optional[*]}"
  if ! may_install; then
    ((${#required[@]})) ||
      { say "without ${optional[*]}, which an administrator may install, some checks of the style are skipped"; return 0; }
    die "packages are missing and this is not root: have an administrator run  apt-get update && $install"
  fi
  mkdir -p "$deps" || die "cannot write to $root: make it writable"
  : >"$deps/apt.log"
  say "fetching the package lists"
  apt update
  mapfile -t optional < <(known "${optional[@]}")
  ((${#required[@]} + ${#optional[@]})) || return 0
  say "installing ${required[*]} ${optional[*]}"
  apt install -y --no-install-recommends "${required[@]}" "${optional[@]}" && return
  failed="apt-get failed ($(grep -m1 '^E:' "$deps/apt.log" || tail -n1 "$deps/apt.log"))"
  ((${#required[@]})) || { say "$failed: without ${optional[*]} some checks of the style are skipped"; return 0; }
  die "$failed: check the network, then try again, or run  ${as_root[*]:+sudo }$install"
}

# Packages of PyPI for the Python module and its tests. Without them both are left out, which is reported in one line.
python_packages=(nanobind numpy pytest mypy anywidget)
# need_python: installs them into .deps/python.
need_python() {
  local python=$deps/python
  [[ -f $python/stamp && $(<"$python/stamp") == "${python_packages[*]}" ]] && return
  mkdir -p "$deps"
  if python3 -m venv "$python" >"$deps/python.log" 2>&1 &&
    "$python/bin/pip" install --quiet --disable-pip-version-check "${python_packages[@]}" >>"$deps/python.log" 2>&1 </dev/null; then
    echo "${python_packages[*]}" >"$python/stamp"
  else
    rm -rf "$python"
    say "the Python module is left out: pip could not install ${python_packages[*]} ($(tail -n1 "$deps/python.log"))"
  fi
}

imgui_is_there() { [[ -f $deps/$imgui_name/stamp && $(<"$deps/$imgui_name/stamp") == "$imgui_sha256" ]]; }

# need_program [--lint] NEED…: installs the packages for the program, for fetching the ImGui sources, and NEED; then fetches these sources.
need_program() {
  local needs=("$@" "${program_packages[@]}")
  imgui_is_there || needs+=("${fetch_packages[@]}")
  need_packages "${needs[@]}"
  need_imgui
  check_tools
}

# Fetches the pinned Dear ImGui, ImPlot, test engine and fonts into .deps. Unpacks into another folder and renames it, so that an
# interrupted run leaves nothing half done.
need_imgui() {
  local parts=(imgui implot imgui_test_engine portable_file_dialogs)
  imgui_is_there && return
  mkdir -p "$deps"
  local work archive
  work=$(mktemp -d "$deps/fetch.XXXXXX") || die "cannot write to $deps: make it writable"
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  archive=$deps/$imgui_name.tar.gz
  if [[ ! -f $archive ]]; then
    say "fetching Dear ImGui and ImPlot (54 MB)"
    archive=$work/$imgui_name.tar.gz
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary imgui-bundle --dest "$work" \
      "imgui-bundle==$imgui_version" >"$deps/fetch.log" 2>&1 </dev/null ||
      die "pip could not fetch imgui-bundle $imgui_version ($(grep -m1 -i error "$deps/fetch.log" || tail -n1 "$deps/fetch.log")): check the network, or put $imgui_name.tar.gz into $deps"
    [[ -f $archive ]] || die "pip left no $imgui_name.tar.gz: fetch imgui-bundle $imgui_version as source and put it into $deps"
  fi
  echo "$imgui_sha256  $archive" | sha256sum --check --status ||
    die "$imgui_name.tar.gz is not the file it should be (SHA-256 differs from $imgui_sha256): delete $archive if it is there, and try again on another network"
  tar -C "$work" -xzf "$archive" "${parts[@]/#/$imgui_name/external/}" "$imgui_name/bindings/imgui_bundle/assets/fonts" ||
    die "cannot unpack $archive: is the disk full?"
  echo "$imgui_sha256" >"$work/$imgui_name/stamp"
  rm -rf "${deps:?}/$imgui_name"
  mv "$work/$imgui_name" "$deps/$imgui_name"
  rm -rf "$work"
  trap - EXIT
}

at_least() { [[ $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n1) == "$1" ]]; }

check_tools() {
  local version
  version=$("${CXX:-g++}" -dumpfullversion -dumpversion 2>/dev/null) || die "no C++ compiler (${CXX:-g++}): install g++ 12 or later, or set CXX"
  [[ ${CXX:-g++} == *clang* ]] || at_least 12 "$version" || die "${CXX:-g++} is version $version and 12 is needed: install g++-12 and set CXX=g++-12"
  version=$(cmake --version 2>/dev/null | sed -n '1s/.*version //p')
  at_least 3.25 "${version:-0}" || die "CMake is ${version:-missing} and 3.25 is needed: install a newer one, or take an older one off PATH ($(command -v cmake))"
}

# nvcc is often installed but not on PATH.
find_nvcc() {
  command -v nvcc >/dev/null && return
  [[ -x /usr/local/cuda/bin/nvcc ]] || return
  PATH=$PATH:/usr/local/cuda/bin
}

# Prints the compute capabilities of this machine's cards that nvcc supports, as CMake writes them ("89" or "86;90"), or nothing.
card_architectures() {
  local cap served list=
  [[ -e /dev/nvidiactl || -e /dev/dxg ]] || return 0
  mapfile -t served < <(nvcc --list-gpu-arch 2>/dev/null | tr -cd '0-9\n' | sort -n)
  ((${#served[@]})) || return 0
  for cap in $(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -cd '0-9\n' | sort -un); do
    ((cap >= served[0])) || continue
    ((cap > served[-1])) && cap=${served[-1]}  # a newer card can run the newest PTX
    [[ ";$list;" == *";$cap;"* ]] || list+=${list:+;}$cap
  done
  echo "$list"
}

# Prints the number of jobs: one per core, but no more than the memory allows (1.5 GB each).
jobs_here() {
  local cores memory limit
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ {print int($2 / 1024)}' /proc/meminfo)
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null)
  [[ $limit =~ ^[0-9]+$ ]] && ((limit / 1048576 < memory)) && memory=$((limit / 1048576))
  ((cores * 1536 > memory)) && cores=$((memory / 1536))
  echo $((cores > 0 ? cores : 1))
}

# cached PRESET NAME: prints a value from the preset's CMake cache.
cached() { sed -n "s/^$2:[A-Z]*=//p" "$root/build/$1/CMakeCache.txt" 2>/dev/null; }

# configure PRESET [-DNAME=VALUE…]: runs CMake unless build/PRESET is configured with these values already.
configure() {
  local preset=$1 dir=$root/build/$1 log=$root/build/$1.log option same=yes
  shift
  [[ -f $dir/build.ninja ]] || same=no
  # A tree that was moved or copied with its build folder is configured from the start.
  [[ ! -d $dir || $(cached "$preset" CMAKE_HOME_DIRECTORY) == "$root" ]] || { rm -rf "$dir" && same=no; }
  for option in "${@#-D}"; do
    [[ $(cached "$preset" "${option%%=*}") == "${option#*=}" ]] || same=no
  done
  [[ $same == yes ]] && return
  say "configuring build/$preset"
  mkdir -p "$root/build"
  (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1 </dev/null || {
    grep -A8 'CMake Error' "$log" >&2
    die "CMake failed; all it said is in $log"
  }
  say "$(grep -o 'CUDA: .*' "$log")"
}
