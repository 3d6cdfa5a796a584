# Builds the target fuzz_scene_file: the scene reader under libFuzzer (preset fuzz, clang). `./check long` runs it. The
# scene's sources and the TOML library (as headers) are compiled again for it, so that the coverage of both guides the
# fuzzer.
if(EZSCOPE_FUZZ)
  file(GLOB_RECURSE scene_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/solver/scene/*.cpp)
  file(GLOB scene_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/scenes/*.toml)
  add_executable(fuzz_scene_file ${PROJECT_SOURCE_DIR}/tests/scene/fuzz_scene_file.cpp ${scene_sources})
  ezscope_embed(fuzz_scene_file scenes ${scene_files})
  target_include_directories(fuzz_scene_file PRIVATE ${PROJECT_SOURCE_DIR})
  # Disables the assumptions of the TOML library, because GCC, which builds the program, ignores them too.
  target_compile_definitions(fuzz_scene_file PRIVATE FMT_HEADER_ONLY NDEBUG)
  target_compile_options(fuzz_scene_file PRIVATE "-D__builtin_assume(x)=static_cast<void>(0)")
  # The other folders come from the library. Its objects of solver/scene are not linked, because nothing needs them.
  target_link_libraries(fuzz_scene_file PRIVATE ezscope_warnings solver Eigen3::Eigen tomlplusplus::tomlplusplus muparser::muparser PNG::PNG fmt::fmt)
  target_link_options(fuzz_scene_file PRIVATE -fsanitize=fuzzer)
  # Generates the fuzzer's dictionary: the words of the scene format.
  add_executable(scene_keys ${PROJECT_SOURCE_DIR}/tests/scene/scene_keys.cpp)
  target_link_libraries(scene_keys PRIVATE solver fmt::fmt)
  add_custom_command(TARGET fuzz_scene_file POST_BUILD COMMAND scene_keys --dictionary > ${PROJECT_BINARY_DIR}/scene_file.dict VERBATIM)
  add_dependencies(fuzz_scene_file scene_keys)
endif()
