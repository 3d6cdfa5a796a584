// Passes of several steps over memory: a plan of tiles, its lists on the device, and the second set of arrays. A pass
// reads one set and writes the other (kernels/tile.cl).
#pragma once

#include <optional>
#include <vector>

#include "solver/engine/due_rows.h"
#include "solver/engine/opencl/coefficients.h"
#include "solver/engine/opencl/kernels.h"
#include "solver/engine/opencl/points.h"
#include "solver/engine/opencl/streamed/plan.h"

namespace ez::opencl {

// Returns the shapes to try on a device for a grid of these many nodes, as far as its groups and its local memory
// allow.
std::vector<streamed::Shape> shapes_to_try(const DeviceFacts& device, int nx, int ny, bool is_double);

template <class T>
class Streamed {
 public:
  // `like`: the set of arrays whose sizes the second set has. Throws OutOfMemory.
  Streamed(const Problem& problem, const FieldSet<T>& like, const streamed::Shape& shape, Stream& stream);
  void set_shape(const Problem& problem, const streamed::Shape& shape, Stream& stream);
  void update(const Problem& problem, const NodeRect& dirty, Stream& stream);
  const streamed::Shape& shape() const { return plan_->shape(); }
  // Returns whether the device can run the kernel with the work-items of the shape.
  bool fits() { return kernels_->most_items({"pass"}) >= static_cast<std::size_t>(shape().items); }

  struct Tables {
    const Coefficients<T>& media;
    const Terms<T>& terms;
    const Buffer<T>& record;  // of the probes
    int columns = 0;          // probes
  };
  // Enqueues a pass from `field` to other(). `step`: number of its first step in the batch.
  void pass(const Grid& grid, const FieldSet<T>& field, const Tables& tables, int step);
  FieldSet<T>& other() { return other_; }

 private:
  void upload(const Problem& problem, Stream& stream);

  FieldSet<T> other_;
  std::optional<streamed::Plan> plan_;
  std::optional<Kernels> kernels_;
  Buffer<streamed::Tile> tiles_;
  Buffer<streamed::Due> due_;
  Buffer<cl_int> slots_;
  Buffer<cl_uchar> marks_;
  Buffer<streamed::ProbeAt> probes_;
};

}  // namespace ez::opencl
