#include "solver/engine/opencl/gl_buffer.h"

namespace ez::opencl {

GlBuffer::GlBuffer(Stream& stream, unsigned name) : stream_(stream) {
  Device& device = stream.device();
  cl_int code = CL_SUCCESS;
  const cl_mem memory = device.api().clCreateFromGLBuffer(device.context(), CL_MEM_WRITE_ONLY, name, &code);
  device.check(code, "clCreateFromGLBuffer");
  memory_ = {device.shared_api(), memory};
  device.check(device.api().clEnqueueAcquireGLObjects(stream.queue(), 1, &memory, 0, nullptr, nullptr),
               "clEnqueueAcquireGLObjects");
}

void GlBuffer::release() const {
  const Device& device = stream_.device();
  const cl_mem memory = memory_.get();
  device.check(device.api().clEnqueueReleaseGLObjects(stream_.queue(), 1, &memory, 0, nullptr, nullptr),
               "clEnqueueReleaseGLObjects");
  stream_.wait();
}

}  // namespace ez::opencl
