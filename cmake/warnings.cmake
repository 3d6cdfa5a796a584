# What every target of ours is compiled with: warnings as errors, contraction off (results are compared bit for bit; where a
# fused multiply-add is wanted it is written), denormals flushed to zero on CUDA as on the CPU engine's threads, sanitizers when
# asked for.
add_library(ezscope_warnings INTERFACE)
target_compile_options(ezscope_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Werror;-ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-ffp-contract=off;-Werror=all-warnings;--fmad=false;--ftz=true>)
if(EZSCOPE_SANITIZE)
  # GCC 12 sees uninitialised members and overlapping copies in instrumented library code; the plain build keeps both warnings.
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized;-Wno-restrict>)
  target_compile_options(ezscope_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${EZSCOPE_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=undefined>)
  target_link_options(ezscope_warnings INTERFACE -fsanitize=${EZSCOPE_SANITIZE})
endif()
