// A gas, or heat, that runs: a problem on one engine, advanced, edited while it runs, looked at, kept and restored.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/gas/engine.h"

namespace ez::gas {

// All that a run needs to go on from here to the same bits.
struct Checkpoint {
  GasProblem problem;  // as it was then; its states are those of the start
  Arrays state;
  std::int64_t steps = 0;
  double time = 0;
};

class GasRun {
 public:
  // The problem is one that why_not has nothing against. Throws OutOfMemory or EngineError.
  explicit GasRun(GasProblem problem, const EngineChoice& choice = {});

  // Both may return before the steps are done; whatever asks for the result waits. Neither goes beyond a failure
  // (progress().failure): the state stays the last good one until something is edited or restored. A gas
  // whose cells are all solid makes no step.
  void advance(std::int64_t steps, double until = forever);
  void advance_until(double time);  // s, met exactly

  bool busy() { return engine_->busy(); }
  Progress progress() { return engine_->progress(); }
  void watch(const std::vector<Watch>& watches) { engine_->watch(watches); }
  Notes take_notes() { return engine_->take_notes(); }
  std::vector<float> read(Quantity q) { return engine_->read(q); }
  std::vector<double> read_exactly(Quantity q) { return engine_->read_exactly(q); }
  Seen draw(const Shown&, float* pixels);
  Largest largest();
  Arrays state() { return engine_->state(); }
  const GasProblem& problem() const { return problem_; }
  std::string engine_name() const { return engine_->name(); }
  OnCard* on_card() { return engine_->on_card(); }  // nullptr: it runs on the CPU

  // Parameters, sides and walls of another problem, of the same grid and scheme, from the next step on. False, and
  // nothing done, where grid or scheme differ or why_not objects: that is another run.
  bool apply(const GasProblem& next);
  // Gives cells (by index j·nx + i) a state: ρ, u, v, p, or heat's value. False where a gas would have none.
  bool paint(std::span<const std::int32_t> cells, std::span<const double> values);

  Checkpoint save();
  void restore(const Checkpoint&);

 private:
  GasProblem problem_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace ez::gas
