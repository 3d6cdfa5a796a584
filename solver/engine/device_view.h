// Draws pictures directly into device memory, for the link to OpenGL (app/picture), and shares the main array with
// other libraries on the device (python). The header uses no types of a device library, so every program can include it
// however it is built.
#pragma once

#include "solver/engine/engine.h"

namespace ez {

class DeviceView {
 public:
  virtual ~DeviceView() = default;
  virtual int device() const = 0;
  virtual DeviceStream stream() const = 0;  // map, draw and unmap on this stream
  // Enqueues the view kernel; `pixels` is a device pointer to width × height floats. Returns the statistics of the last
  // finished picture.
  virtual PictureStats draw(const PictureWindow& window, float* pixels) = 0;
  // Waits for the stream and returns the main array in device memory. The view has no array if it cannot be shared.
  virtual ReferenceView main_array() { return {}; }
};

}  // namespace ez
