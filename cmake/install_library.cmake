# Installs the library for other projects. They call find_package(ezscope) after `cmake --install`, or
# add_subdirectory(ezscope), then link ezscope::solver and write #include "solver/solver.h". All headers are installed,
# except those that only the library's own sources include.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ezscope)
target_include_directories(solver PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/ezscope>)
set_target_properties(solver PROPERTIES OUTPUT_NAME ezscope_solver)
install(TARGETS solver EXPORT ezscope COMPONENT library)
install(EXPORT ezscope NAMESPACE ezscope:: DESTINATION ${package} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/solver DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ezscope COMPONENT library
  FILES_MATCHING PATTERN "*.h" PATTERN "cpu" EXCLUDE PATTERN "cuda" EXCLUDE PATTERN "opencl" EXCLUDE)
file(WRITE ${PROJECT_BINARY_DIR}/ezscopeConfig.cmake "include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
find_dependency(tomlplusplus)
find_dependency(muparser)
find_dependency(PNG)
if(${EZSCOPE_HAS_CUDA})
  find_dependency(CUDAToolkit)
endif()
if(${EZSCOPE_HAS_MPI})
  find_dependency(MPI COMPONENTS C)
endif()
include(\${CMAKE_CURRENT_LIST_DIR}/ezscope.cmake)
")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ezscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ezscopeConfig.cmake ${PROJECT_BINARY_DIR}/ezscopeConfigVersion.cmake
  DESTINATION ${package} COMPONENT library)
