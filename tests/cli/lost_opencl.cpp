// Makes an OpenCL device fail in a program that is not changed for it. Load this library with LD_AUDIT. After
// EZSCOPE_TEST_LAUNCHES launches of kernels, all launches and waits return CL_DEVICE_NOT_AVAILABLE.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <link.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

decltype(&clEnqueueNDRangeKernel) launch = nullptr;
decltype(&clFinish) finish = nullptr;
std::atomic<long> left{std::getenv("EZSCOPE_TEST_LAUNCHES") ? std::atol(std::getenv("EZSCOPE_TEST_LAUNCHES")) : 0};

cl_int CL_API_CALL failing_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const std::size_t* offset, const std::size_t* size, const std::size_t* group,
                                  cl_uint waits, const cl_event* wait_list, cl_event* event) {
  if (left-- <= 0) return CL_DEVICE_NOT_AVAILABLE;
  return launch(queue, kernel, dimensions, offset, size, group, waits, wait_list, event);
}
cl_int CL_API_CALL failing_finish(cl_command_queue queue) {
  const cl_int code = finish(queue);  // the memory that the work uses must not be freed before its end
  return left < 0 ? CL_DEVICE_NOT_AVAILABLE : code;
}

template <class Function>
std::uintptr_t replaced(std::uintptr_t found, Function& real, Function ours) {
  real = reinterpret_cast<Function>(found);  // NOLINT(performance-no-int-to-ptr): so the loader passes it
  return reinterpret_cast<std::uintptr_t>(ours);
}

}  // namespace

#define EZ_EXPORTED extern "C" __attribute__((visibility("default")))

EZ_EXPORTED unsigned la_version(unsigned version) { return version; }
EZ_EXPORTED unsigned la_objopen(link_map*, Lmid_t, std::uintptr_t*) { return LA_FLG_BINDTO | LA_FLG_BINDFROM; }
EZ_EXPORTED std::uintptr_t la_symbind64(Elf64_Sym* symbol, unsigned, std::uintptr_t*, std::uintptr_t*, unsigned* flags,
                                        const char* name) {
  if ((*flags & LA_SYMB_DLSYM) == 0) return symbol->st_value;
  if (std::strcmp(name, "clEnqueueNDRangeKernel") == 0) return replaced(symbol->st_value, launch, &failing_launch);
  if (std::strcmp(name, "clFinish") == 0) return replaced(symbol->st_value, finish, &failing_finish);
  return symbol->st_value;
}
