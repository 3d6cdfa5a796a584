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
  cl_platform_id platform_id = nullptr;
  double most_bytes = 0;       // of one buffer
  std::size_t most_items = 1;  // of a work-group
  std::size_t most_x = 1, most_y = 1;
  double local_bytes = 0;         // of a work-group
  bool limits_registers = false;  // its compiler has -cl-nv-maxrregcount
  std::string platform;
  bool correct_roots = false;  // float divisions and roots can be rounded correctly
};
// Returns all devices of the machine, GPUs first. Throws EngineError.
std::vector<DeviceFacts> find_devices(const Api& api);

class Device {
 public:
  // Creates a context, which shares buffers with `gl` if device and driver can do that. Throws EngineError.
  Device(SharedApi api, DeviceFacts facts, int number, const GlContext& gl = {});
  const Api& api() const { return *api_; }
  const SharedApi& shared_api() const { return api_; }
  const DeviceFacts& facts() const { return facts_; }
  int number() const { return number_; }
  cl_context context() const { return context_.get(); }
  const std::shared_ptr<HeldBytes>& held() const { return held_; }  // by buffers of this context
  bool shares_gl() const { return shares_gl_; }
  // Why the context does not share buffers although device and OpenGL were ready for it; else empty.
  const std::string& why_no_sharing() const { return why_no_sharing_; }
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
  std::shared_ptr<HeldBytes> held_ = std::make_shared<HeldBytes>();
  bool shares_gl_ = false;
  std::string why_no_sharing_;
  std::map<std::string, ProgramHandle> programs_;  // by options
};
using SharedDevice = std::shared_ptr<Device>;
// Return the device of this number with a new context. The first returns nullptr and sets `why_not` if there is none.
// Throw EngineError.
SharedDevice open_device(int number, const GlContext& gl, std::string& why_not);
SharedDevice open_device(int number, const GlContext& gl = {});

}  // namespace ez::opencl
