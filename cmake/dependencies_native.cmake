# The libraries of a build for this machine. Most are Debian packages. glad is generated here.
find_package(fmt REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(muparser REQUIRED)
find_package(Eigen3 REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
if(NOT EZSCOPE_APP)
  return()
endif()
find_package(glm REQUIRED)
find_package(glfw3 3.3 REQUIRED)
find_package(OpenGL COMPONENTS OpenGL EGL)
find_package(CLI11 REQUIRED)
# QR codes of scene links. Without this library only the codes are missing.
find_path(EZSCOPE_QR_INCLUDE qrcodegen/qrcodegen.hpp)
find_library(EZSCOPE_QR_LIBRARY qrcodegencpp)
if(EZSCOPE_QR_INCLUDE AND EZSCOPE_QR_LIBRARY)
  set(EZSCOPE_HAS_QR ON)
else()
  set(EZSCOPE_HAS_QR OFF)
  message(STATUS "ezscope: no QR codes of links (install libqrcodegencpp-dev for them)")
endif()

# ---- glad: OpenGL 3.3 core, generated at build time
find_program(GLAD_PROGRAM glad PATHS /usr/bin REQUIRED)
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${GLAD_PROGRAM} --quiet --extensions GL_KHR_debug --api gl:core=3.3 --out-path ${glad_dir} --reproducible c
  VERBATIM)
add_library(glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(glad SYSTEM PUBLIC ${glad_dir}/include)
