// A device of OpenCL: its properties, its context, and the programs built for it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "solver/engine/opencl/device/handles.h"
#include "solver/engine/opencl/opencl_backend.h"

namespace ez::opencl {

struct DeviceFacts : OpenClStatus::Device {
  cl_device_id id = nullptr;
  double most_bytes = 0;       // of one buffer
  std::size_t most_items = 1;  // of a work-group
  bool correct_roots = false;  // float divisions and roots can be rounded correctly
};
// Returns all devices of the machine, GPUs first. Throws EngineError.
std::vector<DeviceFacts> find_devices(const Api& api);

class Device {
 public:
  // Creates a context. Throws EngineError.
  Device(SharedApi api, DeviceFacts facts, int number);
  const Api& api() const { return *api_; }
  const SharedApi& shared_api() const { return api_; }
  const DeviceFacts& facts() const { return facts_; }
  int number() const { return number_; }
  cl_context context() const { return context_.get(); }
  // Returns the kernels for one precision, built at the first call. Throws EngineError with the compiler's log.
  cl_program program(bool is_double);
  void check(cl_int code, const char* call) const { opencl::check(code, call, facts_.name); }

 private:
  ProgramHandle build(const std::string& options) const;

  SharedApi api_;
  DeviceFacts facts_;
  int number_ = 0;
  ContextHandle context_;
  std::map<bool, ProgramHandle> programs_;
};
using SharedDevice = std::shared_ptr<Device>;

}  // namespace ez::opencl
