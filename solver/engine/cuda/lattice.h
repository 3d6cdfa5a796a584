// One Problem on the device: fields, ψ, index maps, palettes, sources, Mur nodes, probes, and the step that advances
// it. All work is enqueued on one stream. Calls only wait if they read or write a host array.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <vector>

#include "solver/engine/cuda/device/kernel_clock.h"
#include "solver/engine/cuda/views.h"
#include "solver/engine/engine.h"
#include "solver/problem/change.h"
#include "solver/problem/problem.h"

namespace ez::cuda {

class Lattice {
 public:
  virtual ~Lattice() = default;

  // Updates a problem of the same grid and precision. Allocations that can run out of memory come first.
  virtual void update(const Problem& problem, const Change& change) = 0;
  virtual void zero() = 0;
  virtual void rescale(double ratio) = 0;

  // Enqueues a number of steps. The tables are on the device, one row per step (see Batch, BatchResult).
  virtual void advance(int steps, BlockShape block, const double* signals, int signal_count, double* probes) = 0;
  // set_gather() sets the points and maps of Gather. gather() writes the present values of the points into a row of the
  // log on the device.
  virtual void set_gather(const Gather& gather) = 0;
  virtual void gather(double* row) = 0;
  virtual void sample(const std::vector<GatherPoint>& points, double* out) = 0;
  // Adds a sample to the maps, with one turn for each. The maps begin at 0.
  virtual void add_to_maps(const Batch::Turn* turns) = 0;
  virtual void read_map(int map, double* out) = 0;
  // Updates Ez alone, without terms, to measure it. Does nothing if the scheme has no such update.
  virtual void update_e_only(BlockShape block) = 0;
  // Makes a step without terms and measures each kernel of Ez's update. Does nothing if the scheme cannot do this.
  virtual void measure_kernels_of_step(BlockShape block, KernelClock& clock) = 0;

  virtual void draw(const PictureWindow& window, const ReferenceView& minus, float* pixels, PictureCell* cell) = 0;
  // Returns the main array for another lattice's difference picture.
  virtual ReferenceView as_reference() const = 0;
  virtual void health(HealthCell* cells) = 0;  // health_cells of them
  virtual void read(FieldArray array, void* out) = 0;
  virtual void write(FieldArray array, const void* in) = 0;

  // See Engine.
  virtual std::vector<RowPiece> row_memory(int first, int count) = 0;
  virtual void rows_written() = 0;
  virtual std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) = 0;
  virtual void restore(const EngineState& state) = 0;
  virtual std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) = 0;
  virtual void set_ledger(bool on, const Problem& problem) = 0;
  virtual EnergyLedger ledger() = 0;

  virtual int nx() const = 0;
  virtual int ny() const = 0;
  virtual int probe_count() const = 0;

  // Selects another scheme from the next step on. Throws EngineError or OutOfMemory; the previous scheme then stays.
  virtual void set_scheme(const SchemeChoice& choice, const Problem& problem) = 0;
  // Limits on the block of the running scheme.
  virtual KernelLimits limits() const = 0;
  virtual std::size_t shared_bytes(BlockShape block) const = 0;
  virtual int rows_per_thread() const = 0;
  virtual std::string scheme_note() const = 0;
  virtual int steps_a_pass() const = 0;
};

std::unique_ptr<Lattice> make_lattice(const Problem& problem, cudaStream_t stream);
// Returns the device bytes of a lattice's large arrays.
double lattice_bytes(const Problem& problem);

}  // namespace ez::cuda
