#include "solver/study/strip.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "solver/base/constants.h"
#include "solver/measure/cpml_reflection.h"

namespace ez {
namespace {

constexpr int fewest_rows = 16;
constexpr double at_a_time = 2e6;  // node steps in a step of a measurement: milliseconds
constexpr int probe_cells = 8, source_cells = 16, open_cells = 12;  // layer – probe – source – layer of the other end

// Returns the width of the pulse. At cut-off, where a wave never leaves, its spectrum is down by e^{−6}. It peaks 6
// widths after its start. `ratio` is the cut-off over the frequency, and is not 1.
double width_in_periods(double ratio) { return std::max(1.5, 3.5 / (2 * pi * std::max(std::abs(1 - ratio), 0.02))); }
constexpr double delay_in_widths = 6;

// Fades out over the last third, so that the end of the run leaves no trace in the sum.
double fade(std::size_t k, std::size_t n) {
  const double at = static_cast<double>(k) / static_cast<double>(n), from = 2.0 / 3;
  return at < from ? 1 : std::pow(std::cos(0.5 * pi * (at - from) / (1 - from)), 2);
}

}  // namespace

// Chooses among all strips up to about one wavelength wide the one with the largest angle not above the requested one.
// At grazing angles half a degree more changes the result by several dB.
Strip::Mode Strip::nearest_mode(const YeeGrid& grid, double frequency, double degrees) {
  Mode best;
  if (degrees <= 0) return best;
  const double k = discrete_wavenumber(grid, 2 * pi * frequency, 0), wanted = std::sin(degrees * pi / 180);
  const int most_rows = std::max(96, static_cast<int>(2 * pi / k / grid.dy) + 2);
  double nearest = 0;
  for (int m = 1; m <= 8; ++m)
    for (int rows = fewest_rows; rows <= most_rows; ++rows) {
      const double sine = m * pi / ((rows - 1) * grid.dy) / k;
      if (sine <= nearest || sine > wanted * (1 + 1e-6)) continue;
      nearest = sine;
      best = {m, rows};
    }
  return best;
}

Strip::Strip(const Scene& scene, Side side, double frequency, double degrees)
    : Strip(scene, side, frequency, nearest_mode(grid_before(scene, side), frequency, degrees)) {}
Strip::Strip(const Scene& scene, Side side, double frequency, int half_waves, int rows)
    : Strip(scene, side, frequency, Mode{half_waves, rows}) {}

Strip::Strip(const Scene& scene, Side side, double frequency, Mode mode)
    : side_(static_cast<std::size_t>(side)), frequency_(frequency), rows_(mode.rows), half_waves_(mode.half_waves) {
  const YeeGrid grid = grid_before(scene, side);
  ky_ = half_waves_ * pi / ((rows_ - 1) * grid.dy);
  const double omega = 2 * pi * frequency, kx = discrete_kx(grid, omega, ky_);
  degrees_ = std::atan2(ky_, kx) * 180 / pi;
  const double v = c0 / std::sqrt(grid.eps * grid.mu);
  const double along = 2 / grid.dy * std::sin(0.5 * ky_ * grid.dy);
  if (std::isnan(kx)) {  // (sinh(½·decay)/Δx)² = (sin(½kyΔy)/Δy)² − (sin(½ωΔt)/(vΔt))²
    const double in_time = std::sin(0.5 * omega * grid.dt) / (v * grid.dt);
    decay_ = 2 * std::asinh(grid.dx * std::sqrt(0.25 * along * along - in_time * in_time));
  }
  const double per_step = v * grid.dt / grid.dx;  // cells
  const double slowness = std::isnan(kx) ? 1 : 1 / std::cos(std::atan2(ky_, kx));
  const double width = width_in_periods(ky_ * v / omega), way = 2.0 * source_cells + 40;
  steps_ = static_cast<int>(1.6 * (2 * delay_in_widths * width / frequency / grid.dt + way / per_step * slowness)) + 64;
  far_ = static_cast<int>(0.5 * per_step * steps_) + 20;

  base_.grid = scene.grid;
  base_.grid.polarization = Polarization::ez;
  base_.grid.precision = Precision::float64;
  base_.grid.dx = grid.dx;
  base_.grid.dy = grid.dy;
  base_.grid.ny = rows_;
  base_.materials = scene.materials;
  base_.boundary.side = {scene.boundary[side], BoundaryKind::cpml, BoundaryKind::pmc, BoundaryKind::pmc};
  for (int j = 0; j < rows_; ++j) {
    Source s;
    s.amplitude = std::cos(pi * half_waves_ * j / (rows_ - 1));
    s.waveform = Modulated{frequency, width / frequency, delay_in_widths * width / frequency, 0};
    base_.sources.push_back(std::move(s));
  }
}

// The right end is a layer of the same grading, `beyond` cells behind the source. Its reflection is the same with and
// without the left end, except for waves that came back from there.
Scene Strip::scene_with(const CpmlGrading& grading, int before, int beyond) const {
  Scene s = base_;
  s.boundary.cpml = grading;
  s.boundary.cpml.factor = {grading.factor[side_], 1, 1, 1};
  const int edge = before + s.boundary.layer_cells(Side::left);
  const int source = edge + probe_cells + source_cells;
  s.grid.nx = source + open_cells + beyond + grading.cells;
  s.probes = {{"probe", {(edge + probe_cells) * s.grid.dx, 0}}};
  for (int j = 0; j < rows_; ++j)
    s.sources[static_cast<std::size_t>(j)].geometry = PointSource{{source * s.grid.dx, j * s.grid.dy}};
  return s;
}

bool Strip::reflects_little(const CpmlGrading& grading) const {
  constexpr double little = 3e-3;
  Scene layer = base_;
  layer.boundary.cpml = grading;
  const YeeGrid grid = grid_before(layer, Side::right);
  return std::abs(discrete_cpml_reflection(layer_table(layer, Side::right), grid, 2 * pi * frequency_, ky_)) < little;
}

double Strip::reflection(const std::vector<double>& far, const std::vector<double>& near) const {
  std::complex<double> back = 0, in = 0;
  const double turn = 2 * pi * frequency_ * time_step(base_);
  for (std::size_t k = 0; k < near.size(); ++k) {
    const std::complex<double> wave = std::polar(fade(k, near.size()), -turn * static_cast<double>(k));
    in += far[k] * wave;
    back += (near[k] - far[k]) * wave;
  }
  return 20 * std::log10(std::abs(back) / std::abs(in) * std::exp(2 * decay_ * probe_cells));
}

// A layer with little reflection may also be at the other end. One with large reflection must be out of reach there.
Strip::Measurement::Measurement(const Strip& strip, Comparison::EngineMaker maker, const CpmlGrading& grading)
    : strip_(strip),
      maker_(std::move(maker)),
      grading_(grading),
      beyond_(strip.reflects_little(grading) ? 0 : strip.far_) {}

bool Strip::Measurement::step() {
  if (!solver_) {
    solver_.emplace(maker_(), strip_.scene_with(grading_, far_.empty() ? strip_.far_ : 0, beyond_));
    made_ = 0;
  }
  const Grid& grid = solver_->scene().grid;
  const int most = std::clamp(static_cast<int>(at_a_time / (double(grid.nx) * grid.ny)), 1, 64);
  const int steps = std::min(most, strip_.steps_ - made_);
  solver_->advance(steps);
  solver_->wait();
  made_ += steps;
  if (made_ < strip_.steps_) return true;
  const std::vector<double> values = solver_->take_probes().at(0).values;
  solver_.reset();
  if (!far_.empty()) {
    db_ = strip_.reflection(far_, values);
    return false;
  }
  far_ = values;
  return true;
}

double Strip::measure(const Comparison::EngineMaker& maker, const CpmlGrading& grading) const {
  Measurement measurement(*this, maker, grading);
  while (measurement.step()) continue;
  return measurement.db();
}

}  // namespace ez
