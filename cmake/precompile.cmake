# ezscope_precompiled(TARGET…): where EZSCOPE_PRECOMPILE is on, their C++ sources begin with the standard headers that most of them
# include, read once: a sixth of the time of a whole build. For machines that build everything once, as continuous integration does;
# a compiler cache saves more, and sources include what they use all the same.
option(EZSCOPE_PRECOMPILE "precompile the standard headers" OFF)
if(EZSCOPE_PRECOMPILE)
  file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
  add_library(precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(precompiled PRIVATE ezscope_warnings fmt::fmt Threads::Threads)
  target_precompile_headers(precompiled PRIVATE <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <functional> <map>
    <memory> <optional> <set> <span> <string> <string_view> <tuple> <variant> <vector> <fmt/format.h>)
endif()
function(ezscope_precompiled)
  if(EZSCOPE_PRECOMPILE)
    foreach(target ${ARGN})
      target_precompile_headers(${target} REUSE_FROM precompiled)
    endforeach()
  endif()
endfunction()
