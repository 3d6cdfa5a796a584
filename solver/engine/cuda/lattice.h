// One Problem on the device: fields, ψ, index maps, palettes, sources, Mur nodes, probes; and the step that advances
// it. Everything is put on one stream and nothing waits, save where a host array is read or written.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <vector>

#include "solver/engine/cuda/device/kernel_clock.h"
#include "solver/engine/cuda/views.h"
#include "solver/engine/fields.h"
#include "solver/problem/change.h"
#include "solver/problem/problem.h"

namespace ez::cuda {

class Lattice {
 public:
  virtual ~Lattice() = default;

  // The same grid and precision. What can fail for want of memory comes first.
  virtual void update(const Problem& problem, const Change& change) = 0;
  virtual void zero() = 0;
  virtual void rescale(double ratio) = 0;

  // Puts a slice of time on the stream. The tables lie on the device, a row for each step (see Batch, BatchResult).
  virtual void advance(int steps, BlockShape block, const double* signals, int signal_count, double* probes) = 0;
  // What Gather asks for, as it is now, into a row of the log on the device.
  virtual void set_gather(const Gather& gather) = 0;
  virtual void gather(double* row) = 0;
  virtual void sample(const std::vector<GatherPoint>& points, double* out) = 0;
  // A sample of its maps, which begin at 0: a turn for each.
  virtual void add_to_maps(const Batch::Turn* turns) = 0;
  virtual void read_map(int map, double* out) = 0;
  // Ez's update alone, without terms, for measuring; nothing where the scheme has none.
  virtual void e_alone(BlockShape block) = 0;
  // A step without terms, each kernel of Ez's update by the clock; likewise.
  virtual void step_by_clock(BlockShape block, KernelClock& clock) = 0;

  virtual void draw(const PictureWindow& window, const ReferenceView& minus, float* pixels, PictureCell* cell) = 0;
  // The main array as another lattice's picture subtracts it.
  virtual ReferenceView as_reference() const = 0;
  virtual void health(HealthCell* cells) = 0;  // health_cells of them
  virtual void read(FieldArray array, void* out) = 0;
  virtual void write(FieldArray array, const void* in) = 0;

  // As Engine's.
  virtual std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) = 0;
  virtual void restore(const EngineState& state) = 0;
  virtual void set_ledger(bool on, const Problem& problem) = 0;
  virtual EnergyLedger ledger() = 0;

  virtual int nx() const = 0;
  virtual int ny() const = 0;
  virtual int probe_count() const = 0;

  // Another scheme from the next step on. Throws EngineError or OutOfMemory, the one before goes on.
  virtual void set_scheme(const SchemeChoice& choice, const Problem& problem) = 0;
  // What bounds the block of the scheme that runs.
  virtual KernelLimits limits() const = 0;
  virtual std::size_t shared_bytes(BlockShape block) const = 0;
  virtual int rows_per_thread() const = 0;
  virtual std::string scheme_note() const = 0;
  virtual int steps_a_pass() const = 0;
};

std::unique_ptr<Lattice> make_lattice(const Problem& problem, cudaStream_t stream);
// Device bytes a lattice takes for its large arrays.
double lattice_bytes(const Problem& problem);

}  // namespace ez::cuda
