# Finds the libraries of the solver, then those of the app. Dear ImGui and its companions are compiled from the pinned
# imgui-bundle sources.
find_package(Threads REQUIRED)
if(EMSCRIPTEN)
  include(dependencies_web)
else()
  include(dependencies_native)
endif()
if(NOT EZSCOPE_APP)
  return()
endif()

# ---- Dear ImGui and ImPlot; the tests use a second build with the test engine's hooks
set(bundle ${EZSCOPE_IMGUI_BUNDLE_DIR}/external)
if(NOT EXISTS ${bundle}/imgui/imgui/imgui.cpp)
  message(FATAL_ERROR "Dear ImGui's sources are not in ${EZSCOPE_IMGUI_BUNDLE_DIR}; run ./run once, or give -DEZSCOPE_IMGUI_BUNDLE_DIR=")
endif()
set(imgui_sources
  ${bundle}/imgui/imgui/imgui.cpp ${bundle}/imgui/imgui/imgui_stacklayout.cpp ${bundle}/imgui/imgui/imgui_draw.cpp
  ${bundle}/imgui/imgui/imgui_tables.cpp ${bundle}/imgui/imgui/imgui_widgets.cpp)
# Sources that do not depend on the test engine's hooks, so that both builds share them.
set(imgui_common_sources
  ${bundle}/imgui/imgui/backends/imgui_impl_opengl3.cpp
  ${bundle}/imgui/imgui/misc/cpp/imgui_stdlib.cpp
  ${bundle}/implot/implot/implot.cpp ${bundle}/implot/implot/implot_items.cpp)
if(NOT EMSCRIPTEN)
  list(APPEND imgui_common_sources ${bundle}/imgui/imgui/backends/imgui_impl_glfw.cpp)
endif()
add_library(imgui_headers INTERFACE)
target_include_directories(imgui_headers SYSTEM INTERFACE
  ${bundle}/imgui/imgui ${bundle}/imgui/imgui/backends ${bundle}/imgui/imgui/misc/cpp ${bundle}/implot/implot
  ${bundle}/portable_file_dialogs)
# ImPlot draws more than 65536 vertices in one list, so the indices have 32 bits. Its plots are instantiated for float
# and double only, which leaves a fifth of the code in one of its files. In full, that file took as long to compile as
# all the others together.
target_compile_definitions(imgui_headers INTERFACE "ImDrawIdx=unsigned int" "IMPLOT_CUSTOM_NUMERIC_TYPES=(float)(double)")
set(EZSCOPE_FONT_DIR ${EZSCOPE_IMGUI_BUNDLE_DIR}/bindings/imgui_bundle/assets/fonts)

# The OpenGL backend calls OpenGL through glad, which takes the functions from the current context (GLFW's or EGL's).
# The loader that comes with the backend opens libGL.so.1, which a machine that draws through EGL alone does not have.
set(imgui_opengl_options -include glad/gl.h)
if(EMSCRIPTEN)
  list(APPEND imgui_opengl_options -include imgui_state.h)
endif()
set_source_files_properties(${bundle}/imgui/imgui/backends/imgui_impl_opengl3.cpp PROPERTIES
  COMPILE_DEFINITIONS IMGUI_IMPL_OPENGL_LOADER_CUSTOM COMPILE_OPTIONS "${imgui_opengl_options}")
add_library(imgui_common OBJECT ${imgui_common_sources})
target_link_libraries(imgui_common PRIVATE imgui_headers glad glfw)
target_compile_options(imgui_common PRIVATE -w $<$<BOOL:${EZSCOPE_PRECOMPILE}>:-O1>)
add_library(imgui STATIC ${imgui_sources} $<TARGET_OBJECTS:imgui_common>)
target_link_libraries(imgui PUBLIC imgui_headers glad PRIVATE glfw)
target_compile_options(imgui PRIVATE -w $<$<BOOL:${EZSCOPE_PRECOMPILE}>:-O1>)

if(EZSCOPE_TESTS)
  find_package(GTest REQUIRED)
  set(engine_dir ${bundle}/imgui_test_engine/imgui_test_engine/imgui_test_engine)
  file(GLOB engine_sources ${engine_dir}/*.cpp)
  add_library(imgui_hooked STATIC EXCLUDE_FROM_ALL ${imgui_sources} ${engine_sources} $<TARGET_OBJECTS:imgui_common>)
  target_include_directories(imgui_hooked SYSTEM PUBLIC ${engine_dir}/.. ${engine_dir})
  target_compile_definitions(imgui_hooked PUBLIC IMGUI_ENABLE_TEST_ENGINE IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1)
  target_link_libraries(imgui_hooked PUBLIC imgui_headers glad PRIVATE glfw Threads::Threads)
  target_compile_options(imgui_hooked PRIVATE -w $<$<BOOL:${EZSCOPE_PRECOMPILE}>:-O1>)
endif()
