# ezscope_include_root(TARGET) lets TARGET and all targets that link it write #include "TARGET/…". The include root is a
# folder of the build tree that contains one link. If the root were the source tree, a library could include any other
# library. So a header can only be included by targets that link its library, and a wrong include fails at compile time.
function(ezscope_include_root target)
  set(root ${PROJECT_BINARY_DIR}/include/${target})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${target} ${root}/${target} SYMBOLIC)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${root}>)
endfunction()
