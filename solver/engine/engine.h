// An engine holds the fields of one Problem on one device and computes them. Backends make engines (backend.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "solver/engine/fields.h"
#include "solver/engine/tuning.h"
#include "solver/physics/view.h"

namespace ez {

class DeviceView;
class Pool;

// Path of a picture from an engine to OpenGL.
enum class PicturePath {
  main_memory,  // draw() writes the picture into main memory
  // device_view() draws into OpenGL's own buffer, or draw() into pinned memory.
  cuda,
};

struct EngineInfo {
  std::string_view backend_name;  // "cuda": the key for find_backend()
  std::string backend;            // the name shown to the user: "CUDA" or "CPU"
  std::string device;             // "NVIDIA H200", "AMD EPYC, 2 threads, AVX-512"
  int device_index = -1;
  int threads = 0;
  std::string instructions;  // instruction set of the CPU engine: "AVX-512"
  bool on_host = true;       // its arrays are in the program's own memory
  PicturePath picture = PicturePath::main_memory;
  bool automatic = false;  // no --backend: another backend may compute what this one cannot
};

class Engine : public Fields, public Tuning {
 public:
  virtual const EngineInfo& info() const = 0;
  virtual double free_bytes() const = 0;                     // memory that an engine could still allocate
  virtual std::shared_ptr<Pool> pool() const { return {}; }  // threads that another engine may share; null: none
  virtual DeviceView* device_view() { return nullptr; }      // nullptr: it can only draw into main memory
  // Returns the main array for another engine's difference picture, after the batch in flight has finished. The view
  // has no array if the array is not in main memory.
  virtual ReferenceView as_reference() { return {}; }
};

// Returns the array that a difference picture subtracts, with its scale and offset, if it is in main memory. The view
// has no array if the picture subtracts none.
inline ReferenceView subtracted_in_memory(const PictureWindow& window) {
  const PictureReference& from = window.minus;
  if (from.engine == nullptr || window.quantity != Quantity::residual) return {};
  ReferenceView out = from.engine->as_reference();
  out.scale_x = from.scale_x, out.scale_y = from.scale_y;
  out.offset_x = from.offset_x, out.offset_y = from.offset_y;
  return out;
}

}  // namespace ez
