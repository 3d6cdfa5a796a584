// The picture straight into device memory, for the link to OpenGL (app/picture). It names no device's own types: every
// program can include it, whatever it is built with.
#pragma once

#include "solver/engine/engine.h"

namespace ez {

// The backend's handle of the stream that an engine works on. For PicturePath::cuda a cudaStream_t.
using DeviceStream = void*;

class DeviceView {
 public:
  virtual ~DeviceView() = default;
  virtual int device() const = 0;
  virtual DeviceStream stream() const = 0;  // map, draw and unmap on it
  // Enqueues the view kernel; `pixels` is a device pointer to width × height floats. Statistics are those of the last
  // picture that has finished.
  virtual PictureStats draw(const PictureWindow& window, float* pixels) = 0;
};

}  // namespace ez
