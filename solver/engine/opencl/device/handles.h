// Owners of OpenCL objects, and the check of every call. Owners are move-only; a moved-from owner is empty.
#pragma once

#include <string>
#include <utility>

#include "solver/engine/opencl/device/api.h"

namespace ez::opencl {

// Throws OutOfMemory if the device or host had no memory, and EngineError for every other error. `call` names the
// function, `where` the device.
void check(cl_int code, const char* call, const std::string& where);
// Returns the name of an error code, such as "CL_OUT_OF_RESOURCES".
std::string error_name(cl_int code);

template <class Handle, auto release>
class Owner {
 public:
  Owner() = default;
  Owner(SharedApi api, Handle handle) : api_(std::move(api)), handle_(handle) {}
  ~Owner() {
    if (handle_) ((*api_).*release)(handle_);  // nothing can be done about an error here
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  Owner(Owner&& o) noexcept : api_(std::move(o.api_)), handle_(std::exchange(o.handle_, nullptr)) {}
  Owner& operator=(Owner&& o) noexcept {
    std::swap(api_, o.api_);
    std::swap(handle_, o.handle_);
    return *this;
  }
  Handle get() const { return handle_; }
  explicit operator bool() const { return handle_ != nullptr; }

 private:
  SharedApi api_;
  Handle handle_ = nullptr;
};
using ContextHandle = Owner<cl_context, &Api::clReleaseContext>;
using QueueHandle = Owner<cl_command_queue, &Api::clReleaseCommandQueue>;
using ProgramHandle = Owner<cl_program, &Api::clReleaseProgram>;
using KernelHandle = Owner<cl_kernel, &Api::clReleaseKernel>;
using MemoryHandle = Owner<cl_mem, &Api::clReleaseMemObject>;
using EventHandle = Owner<cl_event, &Api::clReleaseEvent>;

}  // namespace ez::opencl
