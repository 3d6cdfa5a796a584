# ezscope_precompiled(TARGET…) gives the targets precompiled headers if EZSCOPE_PRECOMPILE is on. Their C++ sources then
# begin with the standard headers that most of them include. The program and the tests also begin with the project's own
# most-included headers. This saves almost half of the time of a full build.
#
# Sources must still include everything they use. GCC gives no warnings about code in a precompiled header. All sources
# of a target that uses one need the same optimisation level, because otherwise GCC crashes or ignores the header.
set(ezscope_standard_headers <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set>
  <span> <string> <string_view> <tuple> <variant> <vector> <fmt/format.h>)
# ezscope_precompile(NAME LIBRARIES… HEADERS …) precompiles the standard headers and HEADERS in NAME. Other targets
# share the result through REUSE_FROM.
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
