# ezscope_instruction_sets() sets the compile flags of the CPU kernels. It does so in each folder below the current one
# that has an avx2.cpp. There, baseline.cpp, avx2.cpp and avx512.cpp build the same kernels for one instruction set
# each. The program picks one at run time. These sources do not use precompiled headers. No flag changes a result: the
# code never reads errno and never enables floating-point traps.
set(ezscope_row_flags -O3 -fno-math-errno -fno-trapping-math)
function(ezscope_instruction_sets)
  set(baseline ${ezscope_row_flags})
  set(avx2 ${ezscope_row_flags} -mavx2 -mfma)
  set(avx512 ${ezscope_row_flags} -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma -mprefer-vector-width=512)
  set(sets baseline)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    list(APPEND sets avx2 avx512)
  endif()
  file(GLOB_RECURSE kernels CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} avx2.cpp)
  foreach(kernel ${kernels})
    get_filename_component(folder ${kernel} DIRECTORY)
    foreach(isa baseline avx2 avx512)
      set_source_files_properties(${folder}/${isa}.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endforeach()
    foreach(isa ${sets})
      set_source_files_properties(${folder}/${isa}.cpp PROPERTIES COMPILE_OPTIONS "${${isa}}")
    endforeach()
  endforeach()
endfunction()
