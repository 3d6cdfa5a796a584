# shellcheck shell=bash disable=SC2015,SC2154,SC2016,SC2012,SC2115,SC2046,SC2010,SC2034
# Set-up of the build for browsers, sourced by ./web after tools/setup.sh: emscripten, and the libraries of the program compiled
# for WebAssembly. Their sources are Debian's or Ubuntu's own, fetched by apt-get, which verifies them.

web_packages=(emcc:emscripten brotli:brotli xz:xz-utils bzip2:bzip2 pyftsubset:fonttools fonts-vlgothic
  libglm-dev libcli11-dev libtomlplusplus-dev libeigen3-dev)
web_deps=$deps/web
# Debian's emscripten does not find its own packages of node without this.
export NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs
# Atomics are in every object, so that one set of objects makes both modules: with threads and without.
web_flags=(-pthread -msimd128 -fexceptions -O2)

# Fetches the sources of the distribution into $web_deps/src.
fetch_web_sources() {
  local list=$web_deps/sources.list options
  mkdir -p "$web_deps/lists/partial" "$web_deps/src" || die "cannot write to $web_deps: make it writable"
  apt-get indextargets --format 'deb-src [signed-by=@KEYS@] $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    grep -E ' (https?://[^ ]*(debian|ubuntu)[^ ]*) ' | grep -E ' (main|universe)$' | sort -u |
    sed "s,@KEYS@,$(ls /usr/share/keyrings/{debian,ubuntu}-archive-keyring.gpg 2>/dev/null | head -n1)," >"$list"
  options=(-q -o "Dir::Etc::SourceList=$list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$web_deps/lists")
  say "fetching the sources of fmt, muParser, zlib, libpng and the QR code library (5 MB)"
  (cd "$web_deps/src" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only --tar-only \
    fmtlib muparser zlib libpng1.6 qr-code-generator) >"$web_deps/fetch.log" 2>&1 </dev/null ||
    die "could not fetch the sources of the libraries ($(grep -m1 '^E:' "$web_deps/fetch.log" || tail -n1 "$web_deps/fetch.log")): check the network, then try again"
  for archive in "$web_deps"/src/*.orig.tar.*; do tar -xf "$archive" -C "$web_deps/src" || die "cannot unpack $archive"; done
}

# compile_web LIBRARY COMPILER SOURCE…, with options in web_options: makes $web_deps/lib/libLIBRARY.a
compile_web() {
  local name=$1 compiler=$2 objects=$web_deps/objects/$1
  shift 2
  rm -rf "$objects" && mkdir -p "$objects" "$web_deps/lib" || return
  (cd "$objects" && printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -n1 "$compiler" "${web_flags[@]}" "${web_options[@]}" -w -c &&
    rm -f "$web_deps/lib/lib$name.a" && emar rcs "$web_deps/lib/lib$name.a" ./*.o)
}

# need_web: installs emscripten and makes the libraries, once.
need_web() {
  local stamp=$web_deps/stamp src=$web_deps/src include=$web_deps/include version web_options f
  need_packages "${web_packages[@]}"
  version="$(emcc --version | head -n1) $(md5sum <"$root/tools/web_setup.sh")"
  [[ -f $stamp && $(<"$stamp") == "$version" ]] && return
  [[ -n $(ls "$src"/*.orig.tar.* 2>/dev/null) ]] || fetch_web_sources
  say "compiling the libraries for WebAssembly (one minute)"
  rm -rf "$include" "$web_deps/lib" && mkdir -p "$include/eigen3" || die "cannot write to $web_deps: make it writable"
  local fmt zlib png muparser qr
  fmt=$(echo "$src"/fmt*/) zlib=$(echo "$src"/zlib*/) png=$(echo "$src"/libpng*/) muparser=$(echo "$src"/muparser*/) qr=$(echo "$src"/[qQ][rR]*/)
  # Headers alone; /usr/include itself would bring the headers of this machine's C library.
  for f in CLI toml++ glm; do cp -r "/usr/include/$f" "$include/" || die "cannot read /usr/include/$f"; done
  cp -r /usr/include/eigen3/Eigen /usr/include/eigen3/unsupported "$include/eigen3/"
  cp -r "${fmt}include/fmt" "$include/"
  cp "$muparser"include/*.h "$zlib"zlib.h "$zlib"zconf.h "$png"png.h "$png"pngconf.h "$include/"
  cp "${png}scripts/pnglibconf.h.prebuilt" "$include/pnglibconf.h"
  mkdir -p "$include/qrcodegen" && cp "$qr"cpp/*.h* "$include/qrcodegen/"
  { web_options=(-std=c++20 "-I$include") && compile_web fmt em++ "${fmt}src/format.cc" "${fmt}src/os.cc" &&
    web_options=(-std=c++17 -DMUPARSER_STATIC "-I$include") &&
    compile_web muparser em++ $(ls "$muparser"src/*.cpp | grep -v 'DLL\|Test') &&
    web_options=(-DHAVE_UNISTD_H) && compile_web z emcc "$zlib"{adler32,crc32,deflate,infback,inffast,inflate,inftrees,trees,zutil,compress,uncompr}.c &&
    web_options=("-I$include") &&
    compile_web png emcc "$png"png{,error,get,mem,pread,read,rio,rtran,rutil,set,trans,wio,write,wtran,wutil}.c &&
    web_options=(-std=c++17 "-I$include/qrcodegen") && compile_web qrcodegen em++ "$qr"cpp/[qQ]r[cC]ode*gen.cpp
  } >"$web_deps/build.log" 2>&1 </dev/null || die "the libraries did not compile: see $web_deps/build.log"
  echo "$version" >"$stamp"
}
