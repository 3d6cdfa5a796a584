// An engine holds the fields of one Problem on one device and computes them. Backends make engines (backend.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/engine/tuning.h"
#include "solver/physics/view.h"

namespace ez {

class DeviceView;
class GlView;
class Pool;

// The backend's handle of the stream that an engine uses. For PicturePath::cuda it is a cudaStream_t.
using DeviceStream = void*;

// Path of a picture from an engine to OpenGL.
enum class PicturePath {
  main_memory,  // draw() writes the picture into main memory
  // device_view() draws into OpenGL's own buffer, or draw() into pinned memory.
  cuda,
  // gl_view() draws into OpenGL's own buffer, or draw() into main memory.
  gl_buffer,
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
  std::string no_gl_buffer = {};  // why its pictures go through main memory, although the device could share buffers
  bool automatic = false;         // no --backend: another backend may compute what this one cannot
  std::vector<int> devices = {};  // more than one: the grid is divided over these devices
};

// Contiguous bytes of an engine's memory, on the host or on its device.
struct RowPiece {
  void* data = nullptr;
  std::size_t bytes = 0;
};
// Exchanges rows between engines that share a grid. Called with the engine's stream; nullptr on the host.
using RowExchange = std::function<void(DeviceStream)>;

class Engine : public Fields, public Tuning {
 public:
  virtual const EngineInfo& info() const = 0;
  virtual double free_bytes() const = 0;                     // memory that an engine could still allocate
  virtual std::shared_ptr<Pool> pool() const { return {}; }  // threads that another engine may share; null: none
  // Returns true if update() can take a problem with these boundaries along y, and layers of so many cells. Otherwise
  // it needs load(), and the field is lost.
  virtual bool can_update(bool /*periodic*/, int /*low*/, int /*high*/) const { return true; }
  virtual DeviceView* device_view() { return nullptr; }  // nullptr: it can only draw into main memory
  virtual GlView* gl_view() { return nullptr; }          // nullptr: it does not share memory with OpenGL
  // Returns the main array for another engine's difference picture, after the batch in flight has finished. The view
  // has no array if the array is not in main memory.
  virtual ReferenceView as_reference() { return {}; }

  // ---- for engines that share a grid (engine/bands)
  // Returns the memory of rows [first, first + count): all values that determine how these rows continue, and the sums
  // of the maps. Two engines
  // whose problems are rows of the same problem return pieces in the same order. If a piece is shorter in one of them,
  // the remaining bytes are not needed. The pieces are valid until the next step or edit. Empty: the engine has no
  // access to rows.
  virtual std::vector<RowPiece> row_memory(int /*first*/, int /*count*/) { return {}; }
  // Call this after rows were written through row_memory().
  virtual void rows_written() {}
  // Makes start() call `exchange` after every `every` steps of a batch and at its end, when these steps are enqueued.
  // Returns false if the engine cannot do this; its caller then divides the batch.
  virtual bool set_row_exchange(int /*every*/, const RowExchange& /*exchange*/) { return false; }
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
