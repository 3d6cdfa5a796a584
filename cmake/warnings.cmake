# What every target of ours is compiled with: warnings (errors in continuous integration alone: everybody else must get the program
# with any compiler), contraction off (results are compared bit for bit; where a fused multiply-add is wanted it is written), denormals flushed
# to zero on CUDA as on the CPU engine's threads, sanitizers when asked for.
add_library(ezscope_warnings INTERFACE)
target_compile_options(ezscope_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-ffp-contract=off;--fmad=false;--ftz=true>)
option(EZSCOPE_WERROR "treat warnings as errors" OFF)
if(EZSCOPE_WERROR)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()
# GCC 12 sees overlapping copies in std::string where there are none (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
# GCC does not know a header for the system's once it is precompiled, and then warns of writes out of bounds in std::string.
if(EZSCOPE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ezscope_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow;-Wno-array-bounds;-Wno-maybe-uninitialized>)
endif()
if(EZSCOPE_SANITIZE)
  # GCC 12 sees uninitialised members in instrumented library code; the plain build keeps the warning.
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${EZSCOPE_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=undefined>)
  target_link_options(ezscope_warnings INTERFACE -fsanitize=${EZSCOPE_SANITIZE})
endif()
