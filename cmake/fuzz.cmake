# The scene reader under libFuzzer: preset fuzz (clang), target fuzz_scene_file; ./check long runs it.
if(EZSCOPE_FUZZ)
  add_executable(fuzz_scene_file ${CMAKE_SOURCE_DIR}/tests/fuzz_scene_file.cpp)
  target_link_libraries(fuzz_scene_file PRIVATE ezscope_warnings solver)
  target_link_options(fuzz_scene_file PRIVATE -fsanitize=fuzzer)
endif()
