# Library ezscope_version: #include "ezscope/version.h" declares the version, git revision and compilers. Each build
# looks up the revision, but writes the header only when it changes.
set(version_dir ${PROJECT_BINARY_DIR}/version)
set(version_command ${CMAKE_COMMAND} -DOUT=${version_dir}/ezscope/version.h -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
  "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake)
execute_process(COMMAND ${version_command})
add_custom_target(ezscope_write_version COMMAND ${version_command} BYPRODUCTS ${version_dir}/ezscope/version.h COMMENT "Looking up the git revision" VERBATIM)
add_library(ezscope_version INTERFACE)
add_dependencies(ezscope_version ezscope_write_version)
target_include_directories(ezscope_version INTERFACE ${version_dir})
