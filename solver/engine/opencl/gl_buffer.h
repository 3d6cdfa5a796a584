// A buffer of OpenGL that the device writes to (cl_khr_gl_sharing).
#pragma once

#include "solver/engine/opencl/device/stream.h"

namespace ez::opencl {

class GlBuffer {
 public:
  // Takes the buffer from OpenGL. Throws EngineError or OutOfMemory.
  GlBuffer(Stream& stream, unsigned name);
  cl_mem memory() const { return memory_.get(); }
  // Gives it back once the work so far is done, and waits for that.
  void release() const;

 private:
  Stream& stream_;
  MemoryHandle memory_;
};

}  // namespace ez::opencl
