// The picture straight into device memory: what the CUDA-OpenGL link needs. Of CUDA it names a stream alone, so that an
// engine that is built without CUDA too can offer it.
#pragma once

#include "solver/engine/engine.h"

struct CUstream_st;
using cudaStream_t = CUstream_st*;  // as CUDA has it

namespace ez {

class DeviceView {
 public:
  virtual ~DeviceView() = default;
  virtual int device() const = 0;
  virtual cudaStream_t stream() const = 0;  // map, draw and unmap on it
  // Enqueues the view kernel; `pixels` is a device pointer to width × height floats. Statistics are those of the last
  // picture that has finished.
  virtual PictureStats draw(const PictureWindow& window, float* pixels) = 0;
};

// An engine whose field may lie on a device.
class OnDevice {
 public:
  virtual DeviceView* device_view() = 0;  // nullptr: it lies in main memory

 protected:
  ~OnDevice() = default;
};
inline DeviceView* device_view(Engine& engine) {
  auto* offers = dynamic_cast<OnDevice*>(&engine);
  return offers ? offers->device_view() : nullptr;
}

}  // namespace ez
