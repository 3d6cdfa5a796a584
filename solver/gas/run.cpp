#include "solver/gas/run.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "solver/gas/picture.h"

namespace ez::gas {
namespace {

constexpr std::int64_t batch = 256;  // steps between two checks of the time

bool same_cells(const GasProblem& a, const GasProblem& b) {
  return a.nx == b.nx && a.ny == b.ny && a.dx == b.dx && a.dy == b.dy && a.scheme == b.scheme;
}

}  // namespace

GasRun::GasRun(GasProblem problem, const EngineChoice& choice)
    : problem_(std::move(problem)), engine_(make_engine(problem_, choice)) {}

Seen GasRun::draw(const Shown& shown, float* pixels) { return engine_->draw(shown, pixels); }
Largest GasRun::largest() { return engine_->largest(); }

void GasRun::advance(std::int64_t steps, double until) { engine_->advance(steps, until); }

void GasRun::advance_until(double time) {
  std::int64_t before = -1;  // a gas without an open cell makes no step
  for (Progress p = engine_->progress(); p.time < time && !p.failure && p.steps > before; p = engine_->progress()) {
    before = p.steps;
    engine_->advance(batch, time);
  }
}

bool GasRun::apply(const GasProblem& next) {
  if (!same_cells(problem_, next) || !why_not(next).empty()) return false;
  engine_->set(next);
  problem_.sides = next.sides;
  problem_.parameters = next.parameters;
  problem_.solid = next.solid;
  problem_.slants = next.slants;
  return true;
}

bool GasRun::paint(std::span<const std::int32_t> cells, std::span<const double> values) {
  const bool gas = !is_heat(problem_.scheme);
  if (values.size() != (gas ? 4u : 1u) || (gas && !(values[0] > 0 && values[3] > 0))) return false;
  const auto count = static_cast<std::int64_t>(problem_.cells());
  if (!std::all_of(cells.begin(), cells.end(), [&](std::int32_t k) { return k >= 0 && k < count; })) return false;
  engine_->paint(cells, values);
  return true;
}

Checkpoint GasRun::save() {
  const Progress p = engine_->progress();
  return {problem_, engine_->state(), p.steps, p.time};
}

void GasRun::restore(const Checkpoint& c) {
  problem_ = c.problem;
  engine_->set(problem_);
  engine_->write(c.state, c.steps, c.time);
}

}  // namespace ez::gas
