# ezscope_precompiled(TARGET…): where EZSCOPE_PRECOMPILE is on, their C++ sources begin with the standard headers that most of them
# include, read once; the program and the tests begin with the project's own widest headers too. It saves almost half of the time of
# a whole build. Sources include what they use all the same. GCC gives no warning about what it reads from a precompiled header. All
# sources of a target that uses one have the same optimisation level: GCC crashes or ignores the header otherwise.
set(ezscope_standard_headers <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set>
  <span> <string> <string_view> <tuple> <variant> <vector> <fmt/format.h>)
# ezscope_precompile(NAME LIBRARIES… HEADERS …): NAME reads the standard headers and these, for targets that REUSE_FROM it.
function(ezscope_precompile name)
  cmake_parse_arguments(arg "" "" "HEADERS" ${ARGN})
  file(WRITE ${PROJECT_BINARY_DIR}/${name}.cpp "")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ezscope_warnings fmt::fmt Threads::Threads ${arg_UNPARSED_ARGUMENTS})
  target_precompile_headers(${name} PRIVATE ${ezscope_standard_headers} ${arg_HEADERS})
endfunction()
if(EZSCOPE_PRECOMPILE)
  ezscope_precompile(precompiled)
endif()
function(ezscope_precompiled)
  if(EZSCOPE_PRECOMPILE)
    foreach(target ${ARGN})
      target_precompile_headers(${target} REUSE_FROM precompiled)
    endforeach()
  endif()
endfunction()
