#include "solver/design/adjoint.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double pulse_periods = 1.2;  // standard deviation of the pulse
constexpr std::uint64_t most_steps_of_a_batch = 4096;
constexpr double seconds_of_a_batch = 0.05;

// Returns the pulse that contains all frequencies. It is as short as their spread requires, and at most
// `pulse_periods` long.
Modulated pulse_for(const std::vector<double>& frequencies) {
  const auto [low, high] = std::ranges::minmax(frequencies);
  const double middle =
      std::accumulate(frequencies.begin(), frequencies.end(), 0.0) / static_cast<double>(frequencies.size());
  double width = pulse_periods / middle;
  if (high > low) width = std::min(width, 0.5 / (high - low));
  Modulated pulse;
  pulse.frequency = middle;
  pulse.width = width;
  pulse.delay = 6 * width;
  return pulse;
}

Scene with_maps(Scene scene, const std::vector<double>& frequencies) {
  std::erase_if(scene.monitors, [](const Monitor& m) { return std::holds_alternative<MapMonitor>(m.geometry); });
  for (const double f : frequencies) scene.monitors.push_back({fmt::format("map {:g}", f), MapMonitor{f}});
  return scene;
}

// Adds samples to the Fourier sums of the gather's points. H is taken half a step before the sample's time.
void add_samples(const Gathered& samples, const Gather& gather, double dt, const std::vector<double>& frequencies,
                 Goal::Phasors& sums) {
  const std::size_t points = gather.points.size();
  for (std::size_t n = 0; n < samples.times.size(); ++n) {
    const double* x = samples.values.data() + n * points;
    for (std::size_t f = 0; f < frequencies.size(); ++f) {
      const double omega = 2 * pi * frequencies[f], t = samples.times[n];
      const std::complex<double> at_e = samples.interval * std::polar(1.0, omega * t);
      const std::complex<double> at_h = samples.interval * std::polar(1.0, omega * (t - 0.5 * dt));
      for (std::size_t p = 0; p < points; ++p)
        sums[f][p] += x[p] * (gather.points[p].array == FieldArray::ez ? at_e : at_h);
    }
  }
}

double largest_of(const Gathered& samples, const Gather& gather) {
  double largest = 0;
  for (std::size_t k = 0; k < samples.values.size(); ++k)
    if (gather.points[k % gather.points.size()].array == FieldArray::ez)
      largest = std::max(largest, std::abs(samples.values[k]));
  return largest;
}

// Returns the matrix that turns the amplitudes of the pulses (sine and cosine of each frequency) into the real and
// imaginary parts of their sums at the frequencies.
Eigen::MatrixXd sums_of_pulses(Modulated pulse, const std::vector<double>& frequencies, std::uint64_t steps,
                               double dt) {
  const auto count = static_cast<Eigen::Index>(frequencies.size());
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(2 * count, 2 * count);
  for (std::uint64_t n = 0; n < steps; ++n) {
    const double t = (static_cast<double>(n) + 0.5) * dt;
    for (Eigen::Index k = 0; k < 2 * count; ++k) {
      pulse.frequency = frequencies[static_cast<std::size_t>(k / 2)];
      pulse.phase = k % 2 == 0 ? 0 : 90;
      const double w = pulse.value(t, 0) * dt;
      for (Eigen::Index f = 0; f < count; ++f) {
        const double turn = 2 * pi * frequencies[static_cast<std::size_t>(f)] * t;
        out(2 * f, k) += w * std::cos(turn);
        out(2 * f + 1, k) += w * std::sin(turn);
      }
    }
  }
  return out;
}

}  // namespace

AdjointRuns::AdjointRuns(const Scene& scene, const std::string& goal, NodeRect region, const EngineMaker& maker,
                         const AdjointOptions& options)
    : options_(options),
      scene_(scene),
      monitors_(scene),
      goal_(goal, scene, monitors_),
      region_(region),
      maker_(maker),
      pulse_(pulse_for(goal_.frequencies())) {
  const Scene forward = forward_scene(scene);
  gather_ = monitors_.gather();
  gather_.every = gather_every(forward);
  gather_.maps = map_plan(with_maps(forward, goal_.frequencies()));
}

// Returns the scene with the pulse at all its sources. Only the monitors' points are measured, and by this class.
Scene AdjointRuns::forward_scene(const Scene& scene) const {
  Scene out = scene;
  for (Source& s : out.sources) s.waveform = pulse_;
  out.monitors.clear(), out.checks.clear(), out.probes.clear(), out.designs.clear();
  return out;
}

void AdjointRuns::start(std::optional<Solver>& run, const Scene& scene) const {
  if (run) {
    if (const ApplyReport report = run->apply(scene); report.refused) throw EngineError(report.message);
    run->reset();
    run->set_gather({});  // clears the sums of the maps
  } else {
    run.emplace(maker_(), scene);
    apply_preset(*run);
  }
  run->set_gather(gather_);
}

std::optional<double> AdjointRuns::value(const Scene& scene, const Progress& progress) {
  start(forward_, forward_scene(scene));
  points_.assign(goal_.frequencies().size(), std::vector<Complex>(gather_.points.size()));
  if (!run_until_faded(*forward_, points_, progress)) return std::nullopt;
  return goal_.value(points_);
}

bool AdjointRuns::run_until_faded(Solver& run, Goal::Phasors& points, const Progress& progress) {
  const double period = 1 / pulse_.frequency, end = 2 * *pulse_.delay;
  const auto look = static_cast<std::uint64_t>(std::ceil(2 * period / run.dt()));
  double peak = 0;
  for (;;) {
    if (!run_steps(run, look, progress)) return false;
    const Gathered samples = run.take_gathered();
    add_samples(samples, gather_, run.dt(), goal_.frequencies(), points);
    const double now = largest_of(samples, gather_);
    peak = std::max(peak, now);
    const double t = run.time();
    if (!std::isfinite(now)) throw EngineError("the field of the design's run is not finite");
    if (t > end && peak > 0 && now <= options_.fading * peak) break;
    if (t > end + options_.most_periods * period) break;
  }
  steps_ = run.step();
  return true;
}

bool AdjointRuns::run_steps(Solver& run, std::uint64_t steps, const Progress& progress) const {
  const std::uint64_t last = run.step() + steps;
  std::uint64_t batch = 64;
  while (run.step() < last) {
    batch = std::min({batch, last - run.step(), most_steps_of_a_batch});
    run.advance(static_cast<int>(batch));
    run.wait();
    if (progress && !progress(run.step())) return false;
    const Solver::Speed speed = run.take_speed();
    const double wanted =
        speed.seconds > 0 ? seconds_of_a_batch * static_cast<double>(speed.steps) / speed.seconds : 64;
    batch = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, static_cast<double>(most_steps_of_a_batch)));
  }
  return true;
}

std::optional<Derivatives> AdjointRuns::derivatives(const Progress& progress) {
  const auto forward = region_phasors(*forward_);
  double scale = 1;
  start(adjoint_, adjoint_scene(forward_->scene(), goal_.derivative(points_), scale));
  if (!run_steps(*adjoint_, steps_, progress)) return std::nullopt;
  adjoint_->take_gathered();
  const auto adjoint = region_phasors(*adjoint_);
  Derivatives out;
  for (std::size_t f = 0; f < forward.size(); ++f)
    add_derivatives(out, forward[f], adjoint[f], goal_.frequencies()[f], forward_->dt(), cell_size(scene_), scale);
  return out;
}

std::vector<std::vector<std::complex<double>>> AdjointRuns::region_phasors(Solver& run) const {
  std::vector<std::vector<Complex>> out;
  const int nx = scene_.grid.nx;
  for (std::size_t f = 0; f < goal_.frequencies().size(); ++f) {
    const std::vector<Complex> map = run.map(static_cast<int>(f));
    std::vector<Complex>& region = out.emplace_back();
    for (int j = region_.j0; j < region_.j1; ++j)
      region.insert(region.end(), map.begin() + std::ptrdiff_t{j} * nx + region_.i0,
                    map.begin() + std::ptrdiff_t{j} * nx + region_.i1);
  }
  return out;
}

// Returns the scene of the adjoint run. Its currents are `scale` times too small, so that floats can represent the
// field.
Scene AdjointRuns::adjoint_scene(const Scene& forward, const Goal::Phasors& g, double& scale) const {
  const std::vector<double>& frequencies = goal_.frequencies();
  const auto count = static_cast<Eigen::Index>(frequencies.size());
  std::map<std::pair<int, int>, Eigen::VectorXd> wanted;  // by row and column: real and imaginary parts by frequency
  for (Eigen::Index f = 0; f < count; ++f)
    for (const auto& [node, current] :
         node_currents(scene_, time_step(scene_), gather_.points, g[static_cast<std::size_t>(f)],
                       frequencies[static_cast<std::size_t>(f)])) {
      Eigen::VectorXd& parts = wanted.try_emplace({node.j, node.i}, Eigen::VectorXd::Zero(2 * count)).first->second;
      parts(2 * f) = current.real(), parts(2 * f + 1) = current.imag();
    }
  const Eigen::PartialPivLU<Eigen::MatrixXd> sums(sums_of_pulses(pulse_, frequencies, steps_, time_step(scene_)));
  scale = 0;
  for (auto& [place, parts] : wanted) {
    parts = sums.solve(parts).eval();
    scale = std::max(scale, parts.cwiseAbs().maxCoeff());
  }
  Scene out = forward;
  out.sources.clear();
  Modulated pulse = pulse_;
  for (const auto& [place, parts] : wanted)
    for (Eigen::Index k = 0; k < count; ++k) {
      const double sine = parts(2 * k) / scale, cosine = parts(2 * k + 1) / scale;
      pulse.frequency = frequencies[static_cast<std::size_t>(k)];
      pulse.phase = std::atan2(cosine, sine) * 180 / pi;
      out.sources.push_back(current_source(scene_, {place.second, place.first}, std::hypot(sine, cosine), pulse));
    }
  return out;
}

}  // namespace ez
