# Script run by version.cmake. Writes OUT from VERSION, COMPILER and the git revision of SOURCE if the text has changed.
file(STRINGS ${SOURCE}/cmake/revision.txt revision LIMIT_COUNT 1)  # git archive fills in the revision
if(revision MATCHES "Format")
  set(revision unknown)
endif()
find_program(git git)
if(git AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${git} --no-optional-locks describe --always --dirty --abbrev=10 --exclude=*
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE described ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(described)
    set(revision ${described})
  endif()
endif()
set(text "// Generated at build time by cmake/write_version.cmake.
#pragma once
namespace ez {
inline constexpr char version[] = \"${VERSION}\";
inline constexpr char revision[] = \"${revision}\";         // git, or \"unknown\"
inline constexpr char compiler[] = \"${COMPILER}\";
}  // namespace ez
")
set(old "")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
