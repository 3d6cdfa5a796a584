# Compile options of all our targets. Warnings are errors only in continuous integration, so that users can build the
# program with any compiler. Contraction is off because results are compared bit for bit; the code calls fused
# multiply-add explicitly where it is wanted. CUDA flushes denormals to zero, as the threads of the CPU engine do.
# Sanitizers are added on request.
add_library(ezscope_warnings INTERFACE)
target_compile_options(ezscope_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-ffp-contract=off;--fmad=false;--ftz=true>)
option(EZSCOPE_WERROR "treat warnings as errors" OFF)
if(EZSCOPE_WERROR)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()
# Clang 18 and later report deprecated std::get_temporary_buffer inside std::stable_sort of libstdc++ 12, although it is in a
# system header (LLVM issue 76515). Other compilers still report our own uses of deprecated functions.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 18)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
endif()
# GCC 12 reports overlapping copies in std::string that do not exist (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
# GCC no longer recognises a precompiled header as a system header. It then reports writes out of bounds in std::string.
if(EZSCOPE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ezscope_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow;-Wno-array-bounds;-Wno-maybe-uninitialized>)
endif()
if(EZSCOPE_SANITIZE)
  # GCC 12 reports uninitialised members in instrumented library code. The build without sanitizers keeps the warning.
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${EZSCOPE_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=undefined>)
  target_link_options(ezscope_warnings INTERFACE -fsanitize=${EZSCOPE_SANITIZE})
endif()
