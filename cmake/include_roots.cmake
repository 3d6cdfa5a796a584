# ezscope_include_root(TARGET): TARGET and those that link it can write #include "TARGET/…".
# The root is a folder of the build tree with one link in it. Were it the source tree itself, a library could include any other;
# so a header is reachable only from what links its library, and the layers hold at compile time.
function(ezscope_include_root target)
  set(root ${PROJECT_BINARY_DIR}/include/${target})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${target} ${root}/${target} SYMBOLIC)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${root}>)
endfunction()
