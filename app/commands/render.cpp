#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/commands/commands.h"
#include "app/commands/progress.h"
#include "app/exit_code.h"
#include "app/files.h"
#include "app/interrupt.h"
#include "app/still.h"
#include "solver/measure/csv.h"
#include "solver/measure/instability.h"
#include "solver/measure/keeper.h"
#include "solver/measure/npy.h"
#include "solver/measure/sentinel.h"
#include "solver/solver.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

int fail(int code, const std::string& text) {
  fmt::print(stderr, "ezscope: {}\n", text);
  return code;
}

// The run's length in steps, or why there is none.
std::variant<std::uint64_t, std::string> length_of(const RenderCommand& c, const Scene& scene) {
  if (c.steps) return *c.steps;
  double seconds = c.until->value;
  if (c.until->periods) {
    const auto period = first_period(scene);
    if (!period) return "--until in periods needs a source with a frequency; give a time, for example --until 3.2ns";
    seconds *= *period;
  }
  return steps_until(seconds, time_step(scene));
}

double bytes_of(const std::string& path, const RenderCommand& c, const Scene& scene, std::uint64_t steps) {
  const double value = scene.grid.precision == Precision::float32 ? 4 : 8;
  const fs::path suffix = fs::path(path).extension();
  if (suffix == ".npy") return value * scene.grid.nx * scene.grid.ny;
  if (suffix == ".png") return 0.1 * c.size.width * c.size.height;
  return static_cast<double>(steps) * 8.0 * static_cast<double>(scene.probes.size() + 1);  // short numbers
}

class Run {
 public:
  Run(const RenderCommand& command, Scene scene, std::uint64_t steps)
      : command_(command), steps_(steps), solver_(make_engine(command.engine).engine, std::move(scene)) {
    apply_preset(solver_);  // or the engine's own kernels: the picture is the same
    for (const Probe& p : solver_.scene().probes) records_.push_back({p.name, 1, {}});
  }
  // Advances to the end, or until it is interrupted or unstable.
  int advance();
  Solver& solver() { return solver_; }
  const std::vector<ProbeRecord>& records() const { return records_; }

 private:
  int chunk() const;
  void keep();
  int unstable(const std::string& why);
  void collect();

  const RenderCommand& command_;
  std::uint64_t steps_;
  Solver solver_;
  Sentinel sentinel_;
  Keeper<Checkpoint> keeper_;
  std::vector<ProbeRecord> records_;
  double step_seconds_ = 0;
};

// Short enough to answer Ctrl-C and to see an instability before it has eaten the field.
int Run::chunk() const {
  const double most = step_seconds_ > 0 ? 0.1 / step_seconds_ : 1;
  return static_cast<int>(std::clamp(most, 1.0, 256.0));
}

void Run::collect() {
  const std::vector<ProbeSamples> samples = solver_.take_probes();
  for (std::size_t k = 0; k < records_.size(); ++k)
    records_[k].values.insert(records_[k].values.end(), samples[k].values.begin(), samples[k].values.end());
  const Solver::Speed speed = solver_.take_speed();
  if (speed.steps > 0) step_seconds_ = speed.seconds / static_cast<double>(speed.steps);
}

int Run::advance() {
  sentinel_.watch(solver_.scene(), solver_.problem());
  if (sentinel_.look(solver_.health(), solver_.step())) keep();
  Progress progress("render", steps_);
  while (solver_.step() < steps_) {
    if (interrupted()) return exit_interrupted;
    const std::uint64_t left = steps_ - solver_.step();
    solver_.advance(static_cast<int>(std::min<std::uint64_t>(left, static_cast<std::uint64_t>(chunk()))));
    solver_.wait();
    collect();
    const Health health = solver_.health();
    const std::string why = sentinel_.verdict(health, solver_.step());
    if (!why.empty()) return unstable(why);
    if (sentinel_.look(health, solver_.step())) keep();
    progress.update(solver_.step());
  }
  return interrupted() ? exit_interrupted : exit_done;
}

// Without room for a checkpoint the run goes on without.
void Run::keep() {
  keeper_.offer(solver_.step(), [&](Checkpoint reuse) { return solver_.checkpoint(std::move(reuse)); });
}

// Back to the last good field, by way of where it went wrong.
int Run::unstable(const std::string& why) {
  fs::path path = command_.out.front();
  path.replace_extension(".unstable.npy");
  std::string words = fmt::format("unstable at step {}: {}", solver_.step(), why), field;
  if (const Checkpoint* good = keeper_.good()) {
    const Runaway runaway = trace(solver_, *good, sentinel_, 10);
    const Diagnosis diagnosis = diagnose(solver_.scene(), solver_.nodes(), runaway);
    words += fmt::format("; first at node ({}, {}) in step {}: {}", runaway.node.i, runaway.node.j, runaway.step,
                         diagnosis.cause);
    if (!diagnosis.remedy.empty()) words += "; " + diagnosis.remedy;
    solver_.restore(*good);
    field = fmt::format("The last good field, of step {}, is in {}", good->step, path.string());
  } else {
    words += ": " + diagnose(solver_.scene(), solver_.nodes(), as_it_stands(solver_, sentinel_)).cause;
    solver_.reset();
    field = fmt::format("No good field was kept; {} is zero", path.string());
  }
  const Grid& grid = solver_.scene().grid;
  write_npy(path, solver_.field(Quantity::ez), grid.nx, grid.ny, grid.precision);
  return fail(exit_unstable, fmt::format("{}. {}", words, field));
}

void write(const std::string& path, Run& run, const RenderCommand& c, std::optional<Quantity> quantity, Still* still) {
  Solver& solver = run.solver();
  const Grid& grid = solver.scene().grid;
  const fs::path suffix = fs::path(path).extension();
  if (suffix == ".npy")
    write_npy(path, solver.field(quantity.value_or(Quantity::ez)), grid.nx, grid.ny, grid.precision);
  else if (suffix == ".csv")
    write_probe_csv(path, run.records(), solver.dt(), grid.precision);
  else
    write_png(path, still->draw(solver, quantity.value_or(solver.scene().view.quantity), c.range));
}

}  // namespace

int run(const RenderCommand& c) {
  auto loaded = load(c.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  Scene scene = std::get<LoadedScene>(std::move(loaded)).scene;
  std::optional<Quantity> quantity;
  if (!c.quantity.empty()) {
    quantity = quantity_from(c.quantity, scene.grid.polarization);
    if (!quantity)
      return fail(exit_usage,
                  fmt::format("there is no quantity '{}'; use ez hx hy abs_h energy poynting material", c.quantity));
  }
  const auto length = length_of(c, scene);
  if (const auto* why = std::get_if<std::string>(&length)) return fail(exit_usage, *why);
  const std::uint64_t steps = std::get<std::uint64_t>(length);

  bool picture = false;
  for (const std::string& path : c.out) {
    const std::string why = why_unwritable(path, bytes_of(path, c, scene, steps));
    if (!why.empty()) return fail(exit_failed, why);
    picture = picture || fs::path(path).extension() == ".png";
    if (fs::path(path).extension() == ".csv" && scene.probes.empty())
      fmt::print(stderr, "warning: the scene has no probe; {} will have its header only\n", path);
  }
  catch_signals();
  std::optional<Still> still;
  if (picture) still.emplace(c.size.width, c.size.height);

  Run render(c, std::move(scene), steps);
  if (const int code = render.advance(); code != exit_done) {
    if (code == exit_interrupted)
      fmt::print(stderr, "interrupted at step {} of {}; nothing is written\n", render.solver().step(), steps);
    return code;
  }
  for (const std::string& path : c.out) {
    try {
      write(path, render, c, quantity, still ? &*still : nullptr);
    } catch (const std::system_error& e) {
      return fail(exit_failed,
                  fmt::format("{} is not written: {}; make room, or write elsewhere", path, e.code().message()));
    }
  }
  return exit_done;
}

}  // namespace ez
