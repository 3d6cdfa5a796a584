# EZSCOPE_HAS_MPI: the program can divide a grid over processes that mpirun or srun starts.
set(EZSCOPE_HAS_MPI OFF)
if(EZSCOPE_MPI AND NOT EMSCRIPTEN)
  find_package(MPI REQUIRED COMPONENTS C)
  set(EZSCOPE_HAS_MPI ON)
  message(STATUS "MPI: built in")
else()
  message(STATUS "MPI: switched off")
endif()
