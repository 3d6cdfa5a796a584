# ezscope_embed(TARGET NAME FILES…) puts the bytes of FILES into one generated source of TARGET. C++ code includes
# "embed/NAME.h". Then embedded::NAME() returns a span of {name, bytes} in the given order.
function(ezscope_embed target name)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embed)
  file(MAKE_DIRECTORY ${out}/embed)
  add_custom_command(
    OUTPUT ${out}/embed/${name}.h ${out}/${name}.cpp
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DOUT=${out} "-DFILES=${ARGN}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out}/${name}.cpp ${out}/embed/${name}.h)
  target_include_directories(${target} PRIVATE ${out})
endfunction()
