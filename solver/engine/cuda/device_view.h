// The picture straight into device memory: what the CUDA-OpenGL link needs. The only header of the engine that shows
// CUDA to others.
#pragma once

#include <cuda_runtime_api.h>

#include "solver/engine/engine.h"

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

// nullptr when it is no CUDA engine.
DeviceView* device_view(Engine& engine);

}  // namespace ez
