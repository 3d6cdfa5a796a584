// A run of a gas or of heat: a problem on one engine. It can be advanced, edited while it runs, read, saved and
// restored.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/gas/engine.h"

namespace ez::gas {

// Everything that a run needs to continue with the same bits.
struct Checkpoint {
  GasProblem problem;  // the problem at that time; its states are the initial ones
  Arrays state;
  std::int64_t steps = 0;
  double time = 0;
};

class GasRun {
 public:
  // The problem must be one without an objection from why_not. Throws OutOfMemory or EngineError.
  explicit GasRun(GasProblem problem, const EngineChoice& choice = {});

  // Both may return before the steps are done; calls that need the result wait. Neither goes beyond a failure
  // (progress().failure): the state stays the last good one until an edit or a restore. A gas whose cells are all solid
  // makes no step.
  void advance(std::int64_t steps, double until = forever);
  void advance_until(double time);  // s, reached exactly

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

  // Takes the parameters, boundaries and walls of another problem with the same grid and scheme, from the next step on.
  // Returns false, and does nothing, if grid or scheme differ or why_not objects; that needs a new run.
  bool apply(const GasProblem& next);
  // Sets the state of cells (by index j·nx + i): ρ, u, v, p, or the value of heat. Returns false if a gas would become
  // invalid.
  bool paint(std::span<const std::int32_t> cells, std::span<const double> values);

  Checkpoint save();
  void restore(const Checkpoint&);

 private:
  GasProblem problem_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace ez::gas
