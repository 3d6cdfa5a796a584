// One Problem on the device: fields, ψ, coefficients, sources, Mur nodes, poles, and the step that advances them. All
// work goes through one stream, in order.
//
//   H ← H, Ez          step_h, then slanted interfaces, poles and sources
//   ghosts             H beyond the boundaries
//   Ez ← Ez, H         step_e, then poles, sources and Mur's nodes
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/engine/opencl/device/stream.h"
#include "solver/engine/tuning.h"
#include "solver/physics/view.h"
#include "solver/problem/change.h"
#include "solver/scene/scheme.h"

namespace ez::opencl {

class Lattice {
 public:
  virtual ~Lattice() = default;
  // Updates a problem of the same grid and precision.
  virtual void update(const Problem& problem, const Change& change) = 0;
  virtual void zero() = 0;
  virtual void rescale(double ratio) = 0;

  // Enqueues a batch without waiting. finish() waits and moves the records into the result.
  virtual void start(const Batch& batch, BlockShape block) = 0;
  virtual void finish(BatchResult& result) = 0;
  virtual void set_gather(const Gather& gather) = 0;
  virtual void read_map(int map, double* out) = 0;
  virtual void sample(const std::vector<GatherPoint>& points, double* out) = 0;
  // Updates Ez alone, to measure it.
  virtual void update_e_only(BlockShape block) = 0;
  virtual KernelTimes time_e_kernels(BlockShape block, int steps) = 0;  // see Tuning

  // Sets how steps are made, see Tuning::set_scheme(). Throws OutOfMemory or EngineError.
  virtual void set_scheme(const SchemeChoice& choice, const Problem& problem) = 0;
  // Sets the scheme `streamed` with tiles of this shape, without a trial.
  virtual void set_shape(const streamed::Shape& shape, const Problem& problem) = 0;
  virtual std::string note() const = 0;  // see Tuning::scheme_note()
  virtual int steps_a_pass() const = 0;  // 0: single steps
  virtual std::size_t most_items() = 0;  // of a block of single steps

  // The array that a picture subtracts, on the device.
  struct Reference {
    cl_mem values = nullptr;
    bool is_double = false;
    int pitch = 0, origin = 0, nx = 0, ny = 0;
    double scale_x = 1, scale_y = 1, offset_x = 0, offset_y = 0;
  };
  virtual Reference as_reference() const = 0;
  virtual PictureStats draw(const PictureWindow& window, const Reference& minus, float* pixels) = 0;
  // Draws into memory of the device.
  virtual PictureStats draw_into(const PictureWindow& window, const Reference& minus, cl_mem pixels) = 0;
  virtual Health health() = 0;
  virtual void read(FieldArray array, void* out) = 0;
  virtual void write(FieldArray array, const void* in) = 0;
  virtual std::unique_ptr<EngineState> save() = 0;
  virtual void restore(const EngineState& state) = 0;
  virtual std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) = 0;
  virtual void set_ledger(bool on, const Problem& problem) = 0;
  virtual EnergyLedger ledger() = 0;
};

std::unique_ptr<Lattice> make_lattice(const Problem& problem, Stream& stream);
// Returns the device bytes of a lattice's large arrays, and those of the largest one.
double lattice_bytes(const Problem& problem);
double largest_array_bytes(const Problem& problem);

}  // namespace ez::opencl
