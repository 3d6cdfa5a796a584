// An engine: the fields of one Problem on one device, and how they are computed. What makes engines is a backend
// (backend.h).
#pragma once

#include <string>
#include <string_view>

#include "solver/engine/fields.h"
#include "solver/engine/tuning.h"
#include "solver/physics/view.h"

namespace ez {

class DeviceView;  // device_view.h

// How a picture gets from an engine to OpenGL.
enum class PicturePath {
  main_memory,  // draw() writes it there
  cuda,         // device_view() draws into OpenGL's own buffer, or draw() into pinned memory
};

struct EngineInfo {
  std::string_view backend_name;  // "cuda": find_backend() has the rest of it
  std::string backend;            // as it is shown: "CUDA" or "CPU"
  std::string device;             // "NVIDIA H200", "AMD EPYC, 2 threads, AVX-512"
  int device_index = -1;
  int threads = 0;
  std::string instructions;  // of the CPU engine: "AVX-512"
  bool on_host = true;       // its arrays lie in the program's own memory
  PicturePath picture = PicturePath::main_memory;
};

class Engine : public Fields, public Tuning {
 public:
  virtual const EngineInfo& info() const = 0;
  virtual double free_bytes() const = 0;                 // memory an engine could still take
  virtual DeviceView* device_view() { return nullptr; }  // nullptr: it can only draw into main memory
  // The main array as another engine's difference picture reads it, once the batch in flight is done. Without an array
  // where it does not lie in main memory.
  virtual ReferenceView as_reference() { return {}; }
};

// The array that a difference picture subtracts, with its scale and offset, where it is in main memory; without an
// array if the picture subtracts none.
inline ReferenceView subtracted_in_memory(const PictureWindow& window) {
  const PictureReference& from = window.minus;
  if (from.engine == nullptr || window.quantity != Quantity::residual) return {};
  ReferenceView out = from.engine->as_reference();
  out.scale_x = from.scale_x, out.scale_y = from.scale_y;
  out.offset_x = from.offset_x, out.offset_y = from.offset_y;
  return out;
}

}  // namespace ez
