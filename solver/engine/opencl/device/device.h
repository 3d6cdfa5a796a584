// A device of OpenCL: its properties, its context, and the programs built for it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "solver/engine/opencl/device/handles.h"
#include "solver/engine/opencl/opencl_backend.h"
#include "solver/engine/opencl/streamed/shape.h"

namespace ez::opencl {

struct DeviceFacts : OpenClStatus::Device {
  cl_device_id id = nullptr;
  double most_bytes = 0;          // of one buffer
  std::size_t most_items = 1;     // of a work-group
  double local_bytes = 0;         // of a work-group
  bool limits_registers = false;  // its compiler has -cl-nv-maxrregcount
  std::string platform;
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
  // Return the kernels for one precision, and those of a pass of this shape, built at the first call. Throw EngineError
  // with the compiler's log.
  cl_program program(bool is_double);
  cl_program pass_program(bool is_double, const streamed::Shape& shape);
  void check(cl_int code, const char* call) const { opencl::check(code, call, facts_.name); }

 private:
  cl_program built(bool is_double, const std::string& defines, std::string (*text)());

  SharedApi api_;
  DeviceFacts facts_;
  int number_ = 0;
  ContextHandle context_;
  std::map<std::string, ProgramHandle> programs_;  // by options
};
using SharedDevice = std::shared_ptr<Device>;

}  // namespace ez::opencl
