#include "solver/engine/opencl/device/handles.h"

#include <fmt/format.h>

#include "solver/base/error.h"

namespace ez::opencl {

std::string error_name(cl_int code) {
  switch (code) {
#define EZ_NAME(name) \
  case name:          \
    return #name;
    EZ_NAME(CL_DEVICE_NOT_FOUND)
    EZ_NAME(CL_DEVICE_NOT_AVAILABLE)
    EZ_NAME(CL_COMPILER_NOT_AVAILABLE)
    EZ_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    EZ_NAME(CL_OUT_OF_RESOURCES)
    EZ_NAME(CL_OUT_OF_HOST_MEMORY)
    EZ_NAME(CL_BUILD_PROGRAM_FAILURE)
    EZ_NAME(CL_INVALID_VALUE)
    EZ_NAME(CL_INVALID_DEVICE)
    EZ_NAME(CL_INVALID_CONTEXT)
    EZ_NAME(CL_INVALID_COMMAND_QUEUE)
    EZ_NAME(CL_INVALID_MEM_OBJECT)
    EZ_NAME(CL_INVALID_KERNEL)
    EZ_NAME(CL_INVALID_KERNEL_NAME)
    EZ_NAME(CL_INVALID_ARG_INDEX)
    EZ_NAME(CL_INVALID_ARG_VALUE)
    EZ_NAME(CL_INVALID_ARG_SIZE)
    EZ_NAME(CL_INVALID_KERNEL_ARGS)
    EZ_NAME(CL_INVALID_WORK_GROUP_SIZE)
    EZ_NAME(CL_INVALID_BUFFER_SIZE)
    EZ_NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
#undef EZ_NAME
    default:
      return fmt::format("error {}", code);
  }
}

void check(cl_int code, const char* call, const std::string& where) {
  if (code == CL_SUCCESS) return;
  if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE)
    throw OutOfMemory(
        fmt::format("{} has no memory for this ({}: {}); use fewer cells", where, call, error_name(code)));
  throw EngineError(fmt::format("OpenCL failed on {} ({}: {}); update its driver, or use another engine with --backend",
                                where, call, error_name(code)));
}

}  // namespace ez::opencl
