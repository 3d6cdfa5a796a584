#include "solver/design/live.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "solver/base/constants.h"
#include "solver/design/outline.h"

namespace ez {
namespace {

constexpr double new_drive = 1e-3;  // relative change of the currents' pattern from which they are set again

int steps_of(double periods, double frequency, double dt) {
  return std::max(1, static_cast<int>(std::lround(periods / (frequency * dt))));
}

// Returns the scene of the adjoint run, which needs no instruments.
Scene without_instruments(const Scene& scene) {
  Scene out = scene;
  out.monitors.clear(), out.checks.clear(), out.probes.clear(), out.designs.clear(), out.sweeps.clear();
  out.variants.clear(), out.reflection = {}, out.initial = {};
  return out;
}

}  // namespace

std::vector<std::complex<double>> steady_phasors(const std::vector<double>& before, const std::vector<double>& now,
                                                 double seconds_between, double frequency) {
  const double turn = 2 * pi * frequency * seconds_between, c = std::cos(turn), s = std::sin(turn);
  std::vector<std::complex<double>> out;
  out.reserve(now.size());
  for (std::size_t n = 0; n < now.size(); ++n) out.emplace_back(now[n], (now[n] * c - before[n]) / s);
  return out;
}

LiveAdjoint::LiveAdjoint(const Scene& scene, const std::string& goal, NodeRect region, const EngineMaker& maker)
    : scene_(scene),
      monitors_(scene),
      goal_(goal, scene, monitors_),
      region_(region),
      maker_(maker),
      frequency_(goal_.frequencies().front()),
      dt_(time_step(scene)) {
  if (goal_.frequencies().size() > 1)
    throw DesignError(
        "the goal reads several frequencies, and a steady wave has one; use Finish, which runs with pulses");
  check_sources();
  start_again();
}

void LiveAdjoint::check_sources() const {
  for (std::size_t k = 0; k < scene_.sources.size(); ++k) {
    const Source& s = scene_.sources[k];
    const Cw* wave = std::get_if<Cw>(&s.waveform);
    if (s.on && (wave == nullptr || std::abs(wave->frequency - frequency_) > 1e-6 * frequency_))
      throw DesignError(
          fmt::format("source.{} is not a continuous wave of the goal's frequency {:g} Hz; choose the waveform CW, or "
                      "use Finish, which runs with pulses",
                      k, frequency_));
  }
}

void LiveAdjoint::apply(const Scene& scene) {
  scene_.shapes = scene.shapes, scene_.materials = scene.materials;
  if (!adjoint_) return;
  Scene next = adjoint_->scene();
  next.shapes = scene.shapes, next.materials = scene.materials;
  if (const ApplyReport report = adjoint_->apply(next); report.refused) throw EngineError(report.message);
}

void LiveAdjoint::start_again() {
  before_.reset(), adjoint_before_.reset();
  steps_to_look_ = std::max(1, steps_of(periods, frequency_, dt_) - steps_of(0.25, frequency_, dt_));
}

void LiveAdjoint::advance(int steps) {
  steps_to_look_ -= steps;
  if (adjoint_) adjoint_->advance(steps);
}

double LiveAdjoint::take_seconds_per_step() {
  if (!adjoint_) return 0;
  const Solver::Speed speed = adjoint_->take_speed();
  return speed.steps > 0 ? speed.seconds / static_cast<double>(speed.steps) : 0;
}

LiveAdjoint::Snapshot LiveAdjoint::snapshot_of(Solver& run) { return {run.time(), run.field(Quantity::ez)}; }

bool LiveAdjoint::look(Solver& forward) {
  Snapshot now = snapshot_of(forward);
  if (!before_) {
    before_ = std::move(now);
    if (adjoint_) adjoint_before_ = snapshot_of(*adjoint_);
    steps_to_look_ = steps_of(0.25, frequency_, dt_);
    return false;
  }
  const std::vector<Complex> field = steady_phasors(before_->ez, now.ez, now.time - before_->time, frequency_);
  std::vector<Complex> at_points = point_phasors(scene_, dt_, monitors_.gather().points, field, frequency_);
  const Complex turn = std::polar(1.0, 2 * pi * frequency_ * now.time);
  for (Complex& v : at_points) v *= turn;
  const Goal::Phasors x = {at_points};
  value_ = goal_.value(x);
  derivatives_ = {};
  if (std::isfinite(value_)) {
    const std::vector<Complex> g = goal_.derivative(x).front();
    std::vector<Complex> region = in_region(field);
    for (Complex& v : region) v *= turn;
    derivatives_ = derivatives_of(region, g);
    drive_adjoint(g);
  }
  start_again();
  return true;
}

std::vector<std::complex<double>> LiveAdjoint::in_region(const std::vector<Complex>& phasors) const {
  std::vector<Complex> out;
  for (int j = region_.j0; j < region_.j1; ++j)
    for (int i = region_.i0; i < region_.i1; ++i) out.push_back(phasors[node_index(i, j, scene_.grid.nx)]);
  return out;
}

// The adjoint field belongs to the pattern `driven_`. The present g has about the same pattern, with a factor.
Derivatives LiveAdjoint::derivatives_of(const std::vector<Complex>& forward, const std::vector<Complex>& g) {
  Derivatives out = {std::vector<double>(forward.size()), std::vector<double>(forward.size())};
  Complex product = 0;
  double size = 0;
  for (std::size_t p = 0; p < driven_.size(); ++p)
    product += std::conj(driven_[p]) * g[p], size += std::norm(driven_[p]);
  if (!adjoint_ || !adjoint_before_ || !(size > 0)) return out;
  const Snapshot now = snapshot_of(*adjoint_);
  std::vector<Complex> adjoint =
      in_region(steady_phasors(adjoint_before_->ez, now.ez, now.time - adjoint_before_->time, frequency_));
  for (Complex& v : adjoint) v *= std::polar(1.0, 2 * pi * frequency_ * now.time);
  add_derivatives(out, forward, adjoint, frequency_, dt_, cell_size(scene_), product / size);
  return out;
}

// Sets the adjoint's currents if their pattern has changed. A factor of all of them is no change.
void LiveAdjoint::drive_adjoint(const std::vector<Complex>& g) {
  Complex product = 0;
  double size = 0, old_size = 0;
  for (std::size_t p = 0; p < g.size(); ++p) {
    size += std::norm(g[p]);
    if (driven_.empty()) continue;
    product += std::conj(driven_[p]) * g[p], old_size += std::norm(driven_[p]);
  }
  const double apart = old_size > 0 && size > 0 ? 1 - std::norm(product) / (size * old_size) : 1;
  if (!std::isfinite(size) || size == 0 || (adjoint_ && apart < new_drive * new_drive)) return;
  // Keeps the phase of the old pattern, so that the field has to adapt as little as possible.
  const Complex turn = std::abs(product) > 0 ? std::conj(product) / std::abs(product) : 1;
  std::vector<Complex> pattern;
  for (const Complex v : g) pattern.push_back(v * turn / std::sqrt(size));
  double largest = 0;
  const auto currents = node_currents(scene_, dt_, monitors_.gather().points, pattern, frequency_);
  for (const NodeCurrent& c : currents) largest = std::max(largest, std::abs(c.current));
  if (largest == 0) return;
  for (Complex& v : pattern) v /= largest;
  driven_ = pattern;
  Scene scene = without_instruments(scene_);
  scene.sources.clear();
  for (const auto& [node, current] : currents) {
    Cw wave{frequency_, 3, 90 - std::arg(current) * 180 / pi};
    scene.sources.push_back(current_source(scene_, node, std::abs(current) / largest, wave));
  }
  if (adjoint_) {
    if (const ApplyReport report = adjoint_->apply(scene); report.refused) throw EngineError(report.message);
    return;
  }
  adjoint_.emplace(maker_(), scene);
  apply_preset(*adjoint_);
}

}  // namespace ez
