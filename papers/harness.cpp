// Code that the tables of all papers share.
#include "papers/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ezscope/version.h"
#include "papers/cpu_peer.h"
#include "papers/fill.h"
#include "solver/base/cores.h"
#include "solver/engine/cuda/cuda_backend.h"

namespace ez {

std::span<const Paper> all_papers() {
  static constexpr Paper papers[] = {{"takada", takada_tables},
                                     {"minami", minami_tables},
                                     {"golovashkin", golovashkin_tables},
                                     {"yanagitani", yanagitani_tables},
                                     {"yamamoto", yamamoto_tables}};
  return papers;
}

namespace {

constexpr int runs = 3;  // a figure is the median of these

// Returns the seconds of n steps by the engine's own clock.
double timed(Solver& solver, int n) {
  solver.take_speed();
  solver.advance(n);
  solver.wait();
  return solver.take_speed().seconds;
}

// Returns the number of steps of a run of at most `seconds`, found while warming up.
int steps_within(Solver& solver, double seconds, int most) {
  int n = std::min(3, most);
  double trial = timed(solver, n);
  while (trial < std::min(0.02, seconds) && n < most) trial = timed(solver, n = std::min(most, 4 * n));
  return std::clamp(static_cast<int>(seconds * n / trial), 1, most);
}

BenchRow row_of(const Scene& scene, const std::string& scheme, int steps) {
  BenchRow row;
  row.scheme = scheme;
  row.scene = "paper";
  row.nx = scene.grid.nx;
  row.ny = scene.grid.ny;
  row.precision = scene.grid.precision;
  row.steps = steps;
  return row;
}

}  // namespace

PaperBench::PaperBench(const PaperRequest& request) : engine_(request.engine), quick_(request.quick) {
  skipped_ =
      engine_.backend.empty() || engine_.backend == "cuda" ? cuda_status().problem : "--backend " + engine_.backend;
  if (skipped_.empty())
    device_ = scene_device_ = measure_device(engine_);
  else if (engine_.backend == "opencl")
    scene_device_ = measure_device(engine_);
  else if (engine_.device >= 0)
    make_engine(engine_);  // throws if there is no such device
  cores_ = usable_cores();
  const std::string name = make_cpu_engine(1)->info().device;
  cpu_name_ = name.substr(0, name.find(','));
}

std::optional<double> PaperBench::add(BenchRow row, int steps) {
  std::sort(row.seconds.begin(), row.seconds.end());
  rows_.push_back(row);
  return row.median() * steps / row.steps;
}

Solver& PaperBench::on_gpu(const Scene& scene) {
  if (solver_ && solver_->scene() == scene) return *solver_;
  solver_.reset();
  EngineRequest request = engine_;
  if (request.backend.empty()) request.backend = "cuda";
  solver_ = std::make_unique<Solver>(make_engine(request).engine, scene);
  fill(*solver_);
  return *solver_;
}

std::optional<double> PaperBench::seconds(const Scene& scene, const SchemeChoice& scheme, BlockShape block, int steps) {
  skipped_because_ = skipped_;
  if (!scene_device_) return std::nullopt;
  try {
    Solver& solver = on_gpu(scene);
    skipped_because_ = solver.set_scheme(scheme);
    if (skipped_because_.empty()) skipped_because_ = solver.engine().set_block(block);
    if (!skipped_because_.empty()) return std::nullopt;
    BenchRow row = row_of(scene, scheme.name, steps_within(solver, quick_ ? 0.3 : 1.0, steps));
    row.backend = solver.engine().info().backend_name;
    row.block = solver.engine().block();
    for (int run = 0; run < runs; ++run) row.seconds.push_back(timed(solver, row.steps));
    row.bytes_per_cell_step = bytes_per_cell_step(*find_scheme(scheme.name), scheme.form, row.precision);
    row.roof = scene_device_->copy_gb_s / row.bytes_per_cell_step;
    return add(std::move(row), steps);
  } catch (const OutOfMemory& e) {
    skipped_because_ = e.what();
  } catch (const EngineError& e) {
    skipped_because_ = e.what();
  }
  solver_.reset();
  return std::nullopt;
}

std::optional<double> PaperBench::one_core_seconds(int n, Precision precision, int steps) {
  BenchRow row = row_of(paper_scene(BoundaryKind::pec, n, precision), "plain loops", 1);
  row.backend = "cpu";
  row.threads = 1;
  row.bytes_per_cell_step = bytes_per_cell_step(*find_scheme("takada"), 0, precision);
  for (int run = 0; run < runs; ++run) {
    const double gcells = plain_sweeps_gcells(n, budget(), precision);
    if (gcells <= 0) return std::nullopt;
    row.seconds.push_back(n * static_cast<double>(n) * 1e-9 / gcells);
  }
  return add(std::move(row), steps);
}

std::optional<double> PaperBench::one_core_e_seconds(int n, Precision precision, int steps) {
  std::array<double, runs> sweeps{};
  for (double& sweep : sweeps) sweep = plain_e_sweep_seconds(n, budget(), precision);
  std::sort(sweeps.begin(), sweeps.end());
  return sweeps[runs / 2] > 0 ? std::optional(sweeps[runs / 2] * steps) : std::nullopt;
}

std::optional<double> PaperBench::cpu_engine_seconds(const Scene& scene, int steps) {
  try {
    Solver solver(make_cpu_engine(threads()), scene);
    fill(solver);
    BenchRow row = row_of(scene, "wavefront", steps_within(solver, budget(), steps));
    row.backend = "cpu";
    row.threads = threads();
    row.bytes_per_cell_step = 6 * (row.precision == Precision::float32 ? 4 : 8);
    for (int run = 0; run < runs; ++run) row.seconds.push_back(timed(solver, row.steps));
    return add(std::move(row), steps);
  } catch (const OutOfMemory&) {
    return std::nullopt;
  }
}

BenchReport PaperBench::report() const {
  BenchReport report;
  report.device = scene_device_;
  report.cpu_name = cpu_name_;
  report.cores = cores_;
  report.threads = threads();
  report.rows = rows_;
  return report;
}

std::string PaperBench::made_with() const {
  const std::string program = fmt::format("CPU: {}, {} cores; ezscope {} ({}).", cpu_name_, cores_, version, revision);
  if (!scene_device_) return fmt::format("GPU figures skipped: {}. {}", skipped_, program);
  const BenchDevice& d = *scene_device_;
  if (!device_)
    return fmt::format("{} by OpenCL, driver {}; copy {:.0f} GB/s measured. {}", d.name, d.driver, d.copy_gb_s,
                       program);
  return fmt::format("{}, driver {}, {:.0f} MHz at most; copy {:.0f} GB/s measured{}, L2 {:.0f} GB/s. {}", d.name,
                     d.driver, d.sm_clock_mhz, d.copy_gb_s,
                     d.theoretical_gb_s > 0 ? fmt::format(" of {:.0f} stated", d.theoretical_gb_s) : "", d.l2_gb_s,
                     program);
}

Scene paper_scene(BoundaryKind walls, int n, Precision precision) {
  Scene s;
  s.unit = Unit::cell;
  s.grid.nx = s.grid.ny = n;
  s.grid.dx = s.grid.dy = 1e-3;
  s.grid.courant = 0.7071;  // c Δt / Δ = 0.5, as in the papers
  s.grid.precision = precision;
  s.boundary.side.fill(walls);
  Source sine;
  sine.geometry = PointSource{{n / 2.0, n / 2.0}};
  sine.waveform = Cw{299792458.0 / (20 * s.grid.dx), 0, 0};
  s.sources = {sine};
  return s;
}

std::optional<double> ratio(std::optional<double> a, std::optional<double> b) {
  return a && b ? std::optional(*a / *b) : std::nullopt;
}
std::optional<double> times(std::optional<double> v, double factor) {
  return v ? std::optional(*v * factor) : std::nullopt;
}

}  // namespace ez
