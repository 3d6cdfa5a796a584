// Owners of OpenCL objects, and the check of every call. Owners are move-only; a moved-from owner is empty.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
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
// Counts the bytes of buffers. Buffers may outlive their device's object, so they share the counter.
class HeldBytes {
 public:
  void add(std::size_t bytes) { bytes_ += bytes; }
  void remove(std::size_t bytes) { bytes_ -= bytes; }
  double bytes() const { return static_cast<double>(bytes_); }

 private:
  std::atomic<std::size_t> bytes_{0};
};

using ContextHandle = Owner<cl_context, &Api::clReleaseContext>;
using QueueHandle = Owner<cl_command_queue, &Api::clReleaseCommandQueue>;
using ProgramHandle = Owner<cl_program, &Api::clReleaseProgram>;
using KernelHandle = Owner<cl_kernel, &Api::clReleaseKernel>;
using MemoryHandle = Owner<cl_mem, &Api::clReleaseMemObject>;
using EventHandle = Owner<cl_event, &Api::clReleaseEvent>;

// Memory whose bytes are counted while it exists.
class CountedMemory {
 public:
  CountedMemory() = default;
  CountedMemory(MemoryHandle handle, std::size_t bytes, std::shared_ptr<HeldBytes> held)
      : handle_(std::move(handle)), bytes_(bytes), held_(std::move(held)) {
    held_->add(bytes_);
  }
  ~CountedMemory() {
    if (held_) held_->remove(bytes_);
  }
  CountedMemory(const CountedMemory&) = delete;
  CountedMemory& operator=(const CountedMemory&) = delete;
  CountedMemory(CountedMemory&& o) noexcept
      : handle_(std::move(o.handle_)), bytes_(o.bytes_), held_(std::move(o.held_)) {}
  CountedMemory& operator=(CountedMemory&& o) noexcept {
    std::swap(handle_, o.handle_);
    std::swap(bytes_, o.bytes_);
    std::swap(held_, o.held_);
    return *this;
  }
  cl_mem get() const { return handle_.get(); }

 private:
  MemoryHandle handle_;
  std::size_t bytes_ = 0;
  std::shared_ptr<HeldBytes> held_;
};

}  // namespace ez::opencl
