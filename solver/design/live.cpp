#include "solver/design/live.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/design/outline.h"

namespace ez {
namespace {

constexpr double new_drive = 1e-3;  // relative change of the currents' pattern from which they are set again

// Adds a sample to the phasor X of a value Re(X·e^(−iωt)) that is sampled `samples` times in one period.
void add_sample(std::complex<double>& sum, double value, double omega, double t, double samples) {
  sum += 2 / samples * value * std::polar(1.0, omega * t);
}

}  // namespace

LiveAdjoint::LiveAdjoint(const Scene& scene, const std::string& goal, NodeRect region, const EngineMaker& maker)
    : scene_(scene),
      monitors_(scene),
      goal_(goal, scene, monitors_),
      region_(region),
      maker_(maker),
      frequency_(goal_.frequencies().front()) {
  if (goal_.frequencies().size() > 1)
    throw DesignError("a live design has one frequency; use `ezscope design` for goals at several frequencies");
  const double period = 1 / frequency_;
  steps_ = 4 * static_cast<int>(std::ceil(period / (4 * time_step(scene)) * (1 - 1e-12)));
  courant_ = scene.grid.courant * period / (steps_ * time_step(scene));
  forward_.emplace(maker_(), steady(scene));
  apply_preset(*forward_);
  forward_->set_gather({monitors_.gather().points, 1, {}});
}

Scene LiveAdjoint::steady(const Scene& scene) const {
  Scene out = scene;
  out.grid.courant = courant_;
  for (Source& s : out.sources) {
    const double* phase = phase_in(s.waveform);
    s.waveform = Cw{frequency_, 3, phase ? *phase : 0};
  }
  out.monitors.clear(), out.checks.clear(), out.probes.clear(), out.designs.clear();
  return out;
}

void LiveAdjoint::apply(const Scene& scene) {
  for (std::optional<Solver>* run : {&forward_, &adjoint_}) {
    if (!*run) continue;
    Scene next = (*run)->scene();
    next.shapes = scene.shapes, next.materials = scene.materials;
    if (const ApplyReport report = (*run)->apply(next); report.refused) throw EngineError(report.message);
  }
}

void LiveAdjoint::advance(int periods) {
  const auto settle = [&](Solver& run) {
    run.advance((periods - 1) * steps_);
    run.wait();
    run.take_gathered();
  };
  std::vector<Complex> forward, adjoint;
  settle(*forward_);
  const std::vector<Complex> points = last_period(*forward_, forward);
  const Goal::Phasors x = {points};
  value_ = goal_.value(x);
  const std::vector<Complex> g = goal_.derivative(x).front();
  drive_adjoint(g);
  settle(*adjoint_);
  last_period(*adjoint_, adjoint);
  // The adjoint field belongs to the pattern `driven_`. The present g has about the same pattern, with this factor.
  Complex product = 0;
  double size = 0;
  for (std::size_t p = 0; p < g.size(); ++p) product += std::conj(driven_[p]) * g[p], size += std::norm(driven_[p]);
  derivatives_ = {};
  if (size > 0)
    add_derivatives(derivatives_, forward, adjoint, frequency_, forward_->dt(), cell_size(scene_), product / size);
  else
    derivatives_ = {std::vector<double>(forward.size()), std::vector<double>(forward.size())};
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
  if (adjoint_ && (size == 0 || apart < new_drive * new_drive)) return;
  // Keeps the phase of the old pattern, so that the field has to adapt as little as possible.
  const Complex turn = std::abs(product) > 0 ? std::conj(product) / std::abs(product) : 1;
  std::vector<Complex> pattern;
  for (const Complex v : g) pattern.push_back(size > 0 ? v * turn / std::sqrt(size) : 0);
  double largest = 0;
  const auto currents = node_currents(scene_, forward_->dt(), monitors_.gather().points, pattern, frequency_);
  for (const NodeCurrent& c : currents) largest = std::max(largest, std::abs(c.current));
  if (largest > 0)
    for (Complex& v : pattern) v /= largest;
  driven_ = pattern;
  Scene scene = forward_->scene();
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
  adjoint_->set_gather({monitors_.gather().points, 1, {}});
}

// Advances by one period and returns the phasors of the points, and those of the region.
std::vector<std::complex<double>> LiveAdjoint::last_period(Solver& run, std::vector<Complex>& region) const {
  const double omega = 2 * pi * frequency_;
  run.advance(3 * steps_ / 4);
  run.wait();
  const std::vector<double> before = run.field(Quantity::ez);
  run.advance(steps_ / 4);
  run.wait();
  const std::vector<double> now = run.field(Quantity::ez);
  const Gathered samples = run.take_gathered();
  const std::vector<GatherPoint>& points = monitors_.gather().points;
  std::vector<Complex> out(points.size());
  for (std::size_t n = 0; n < samples.times.size(); ++n)
    for (std::size_t p = 0; p < points.size(); ++p) {
      const double t = samples.times[n] - (points[p].array == FieldArray::ez ? 0 : 0.5 * run.dt());
      add_sample(out[p], samples.values[n * points.size() + p], omega, t, static_cast<double>(samples.times.size()));
    }
  const Complex turn = std::polar(1.0, omega * run.time());
  for (int j = region_.j0; j < region_.j1; ++j)
    for (int i = region_.i0; i < region_.i1; ++i) {
      const std::size_t n = node_index(i, j, scene_.grid.nx);
      region.push_back(Complex(now[n], -before[n]) * turn);
    }
  return out;
}

}  // namespace ez
