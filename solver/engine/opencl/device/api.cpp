#include "solver/engine/opencl/device/api.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace ez::opencl {
namespace {

constexpr const char* library_names[] = {"libOpenCL.so.1", "libOpenCL.so",
                                         "/System/Library/Frameworks/OpenCL.framework/OpenCL"};

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

SharedApi open_api(std::string& problem) {
  void* library = nullptr;
  for (const char* name : library_names)
    if (!library) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    problem = "libOpenCL.so.1 was not found; install the OpenCL driver of your GPU and the package ocl-icd-libopencl1";
    return nullptr;
  }
  auto api = std::make_shared<Api>();
#define EZ_OPENCL_FIND(name)                                                                       \
  if (!find(library, #name, api->name)) {                                                          \
    problem = fmt::format("libOpenCL has no {}; install a driver for OpenCL 1.2 or later", #name); \
    return nullptr;                                                                                \
  }
  EZ_OPENCL_FUNCTIONS(EZ_OPENCL_FIND)
#undef EZ_OPENCL_FIND
#define EZ_OPENCL_FIND_OPTIONAL(name) find(library, #name, api->name);
  EZ_OPENCL_GL_FUNCTIONS(EZ_OPENCL_FIND_OPTIONAL)
#undef EZ_OPENCL_FIND_OPTIONAL
  return api;
}

}  // namespace ez::opencl
