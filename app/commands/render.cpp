// ezscope render: a run with no display, and what is left of it as files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <new>
#include <stdexcept>
#include <system_error>

#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/option_groups.h"
#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/monitor_json.h"
#include "app/commands/progress.h"
#include "app/picture/snapshot.h"
#include "solver/base/csv.h"
#include "solver/base/memory.h"
#include "solver/base/npy.h"
#include "solver/base/write_file.h"
#include "solver/compare/comparison.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/stability/watched_run.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

struct RenderCommand {
  SceneOptions scene;
  EngineRequest engine;
  std::optional<std::uint64_t> steps;
  std::optional<Duration> until;
  std::vector<std::string> out;
  std::string monitors;  // the file of what they measured; empty: none is wanted
  std::size_t files() const { return out.size() + (monitors.empty() ? 0 : 1); }
  PixelSize size;
  std::optional<std::string> quantity;  // absent: as the scene likes it (.png), ez (.npy)
  std::optional<double> range;          // of the .png; 0: automatic, absent: as the scene likes it
};

// The run's length in steps, or why there is none.
std::variant<std::uint64_t, std::string> length_of(const RenderCommand& c, const Scene& scene) {
  if (c.steps) return *c.steps;
  double seconds = c.until->value;
  if (c.until->periods) {
    const auto f = scene.sources.empty() ? std::nullopt : frequency(scene.sources.front().waveform);
    if (!f) return "--until in periods needs a first source with a frequency; give a time, for example --until 3.2ns";
    seconds /= *f;
  }
  if (const auto steps = steps_until(seconds, time_step(scene))) return *steps;
  return fmt::format("--until {:.4g} s is more than {} steps; give a shorter time", seconds, most_steps);
}

double bytes_of(const std::string& path, const RenderCommand& c, const Scene& scene, std::uint64_t steps) {
  const double value = scene.grid.precision == Precision::float32 ? 4 : 8;
  const fs::path suffix = fs::path(path).extension();
  const bool is_complex = c.quantity && c.quantity->starts_with("map:");
  if (suffix == ".npy") return (is_complex ? 2 : 1) * value * scene.grid.nx * scene.grid.ny;
  if (suffix == ".png") return 0.1 * c.size.width * c.size.height;
  return static_cast<double>(steps) * 4 * value * static_cast<double>(scene.probes.size() + 1);  // -1.23456789e-10,
}

// Of the file that the monitors' measurements make, about.
double monitor_bytes(const Scene& scene) {
  double numbers = 0;
  for (const Monitor& m : scene.monitors) {
    const double nodes = std::hypot(scene.grid.nx, scene.grid.ny), frequencies = frequencies_of(m).size();
    numbers += 2 * nodes + frequencies * (std::holds_alternative<LineMonitor>(m.geometry) ? 6 * nodes : 2) + 8192;
  }
  return 25 * numbers;
}

bool is_csv(const std::string& path) { return fs::path(path).extension() == ".csv"; }
bool any_csv(const RenderCommand& c) { return std::any_of(c.out.begin(), c.out.end(), is_csv); }

// Where the last good field of an unstable run is written: beside the first output.
std::string last_good_path(const RenderCommand& c) {
  const bool only_monitors = c.out.empty(), to_stdout = only_monitors && c.monitors == "-";
  const fs::path first = to_stdout ? "monitors" : only_monitors ? c.monitors : c.out.front();
  return fs::path(first).replace_extension(".unstable.npy").string();
}

double sample_bytes(const Scene& scene, std::uint64_t steps) {
  return static_cast<double>(steps) * static_cast<double>(scene.probes.size() * sizeof(double));
}
std::string too_many_samples(const Scene& scene, std::uint64_t steps) {
  return fmt::format(
      "the samples of {} probes over {} steps take {} until they are written; take fewer probes or fewer steps, or "
      "leave the .csv out",
      scene.probes.size(), steps, human_bytes(sample_bytes(scene, steps)));
}

// What --quantity asks for: a quantity, or a map by its monitor's name, all of it (.npy) or its magnitude (.png).
struct ShownField {
  std::optional<Quantity> quantity;  // absent: as the scene likes it (.png), ez (.npy)
  std::optional<int> map;            // of the scene's map monitors
};
constexpr std::string_view map_prefix = "map:";
std::variant<ShownField, std::string> shown_field(const std::optional<std::string>& wanted, const Scene& scene) {
  if (!wanted) return ShownField{};
  if (!wanted->starts_with(map_prefix)) {
    if (const auto quantity = quantity_from(*wanted, scene.grid.polarization)) return ShownField{quantity, {}};
    return fmt::format("there is no quantity '{}'; use {} or map:NAME", *wanted,
                       fmt::join(quantity_names(scene.grid.polarization), " "));
  }
  const std::string name = wanted->substr(map_prefix.size());
  std::vector<std::string> maps;
  for (const Monitor& m : scene.monitors) {
    if (!std::holds_alternative<MapMonitor>(m.geometry)) continue;
    if (m.name == name) return ShownField{Quantity::map_abs, static_cast<int>(maps.size())};
    maps.push_back(m.name);
  }
  return fmt::format("the scene has no map monitor '{}'; {}", name,
                     maps.empty() ? "add one to it" : fmt::format("use {}", fmt::join(maps, ", ")));
}

class Run {
 public:
  // Throws EngineError when it cannot be made as the command says.
  Run(const RenderCommand& command, const Scene& scene, std::uint64_t steps)
      : command_(command), steps_(steps), runs_(engines_for(command.engine), scene) {
    const std::string why = apply_preset(solver_);  // or the engine's own kernels: the picture is the same
    if (!why.empty() && !command.scene.scheme.empty())
      throw EngineError(fmt::format("--scheme {}: {}", command.scene.scheme, why));
    if (any_csv(command)) keep_samples(scene);
  }
  // Advances to the end, or until it is interrupted or unstable.
  int advance();
  // Writes one of --out, so many others being written. Returns the exit code.
  int write(std::size_t written, const ShownField& shown, Snapshot* still);
  std::string where_interrupted(std::size_t written) const;
  Comparison& runs() { return runs_; }

 private:
  bool advance_to(std::uint64_t step, Progress& progress);  // false when interrupted
  int unstable(const std::string& why);
  std::string keep_last_good();
  void keep_samples(const Scene& scene);
  void collect();

  const RenderCommand& command_;
  std::uint64_t steps_;
  Comparison runs_;  // the scene, and its reference run when a residual is asked for
  Solver& solver_ = runs_.pane(0);
  WatchedRun watched_{solver_};
  std::vector<ProbeRecord> records_;  // none where no .csv asks for them
  double step_seconds_ = 0;
};

// To the next look, in strides short enough to answer Ctrl-C and to show progress.
bool Run::advance_to(std::uint64_t step, Progress& progress) {
  while (solver_.step() < step) {
    if (interrupted()) return false;
    const double answer = step_seconds_ > 0 ? 0.1 / step_seconds_ : 1;
    const auto left = static_cast<double>(step - solver_.step());
    runs_.advance(static_cast<int>(std::clamp(answer, 1.0, left)));
    runs_.wait();
    collect();
    progress.update(solver_.step());
  }
  return true;
}

// Throws OutOfMemory.
void Run::keep_samples(const Scene& scene) try {
  for (const Probe& p : scene.probes) records_.push_back({p.name, 1, {}});
  for (ProbeRecord& r : records_) r.values.reserve(steps_);
} catch (const std::bad_alloc&) {
  throw OutOfMemory(too_many_samples(scene, steps_));
} catch (const std::length_error&) {
  throw OutOfMemory(too_many_samples(scene, steps_));
}

void Run::collect() {
  const std::vector<ProbeSamples> samples = solver_.take_probes();
  for (std::size_t k = 0; k < records_.size(); ++k)
    records_[k].values.insert(records_[k].values.end(), samples[k].values.begin(), samples[k].values.end());
  const Solver::Speed speed = runs_.take_speed();
  if (speed.steps > 0) step_seconds_ = speed.seconds / static_cast<double>(speed.steps);
}

int Run::advance() {
  Progress progress("render", steps_);
  while (solver_.step() < steps_) {
    if (!advance_to(watched_.next_look(steps_), progress)) return exit_interrupted;
    if (const std::string why = watched_.look(); !why.empty()) return unstable(why);
  }
  if (interrupted()) return exit_interrupted;
  if (const std::string why = watched_.last_look(); !why.empty()) return unstable(why);
  return exit_done;
}

int Run::unstable(const std::string& why) {
  const std::uint64_t seen = solver_.step();
  const std::string words = watched_.explain();
  return fail(exit_unstable, fmt::format("unstable at step {}: {}; {}. {}", seen, why, words, keep_last_good()));
}

// Returns what became of it.
std::string Run::keep_last_good() {
  const std::string path = last_good_path(command_);
  if (!watched_.go_back()) return "There is no good field: it is not finite from the start";
  const Grid& grid = solver_.scene().grid;
  try {
    write_file_atomically(path, npy_bytes(solver_.field(Quantity::ez), grid.nx, grid.ny, grid.precision), interrupted);
  } catch (const std::system_error& e) {
    return fmt::format("The last good field, of step {}, could not be written to {}: {}", solver_.step(), path,
                       words_of(e));
  }
  return fmt::format("The last good field, of step {}, is in {}", solver_.step(), path);
}

std::string Run::where_interrupted(std::size_t written) const {
  const std::size_t all = command_.files();
  return fmt::format("interrupted at step {} of {}; {}", solver_.step(), steps_,
                     written == 0 ? "nothing is written" : fmt::format("{} of {} files are written", written, all));
}

int Run::write(std::size_t written, const ShownField& shown, Snapshot* still) {
  if (written == command_.out.size())
    return write_result(command_.monitors, monitor_json(runs_.monitors(0), solver_.scene()));
  const std::string& path = command_.out[written];
  const Grid& grid = solver_.scene().grid;
  const fs::path suffix = fs::path(path).extension();
  if (is_csv(path)) return write_result(path, probe_csv(records_, solver_.dt(), grid.precision, steps_));
  if (suffix == ".npy") {
    const Quantity q = shown.quantity.value_or(Quantity::ez);
    if (shown.map) return write_result(path, npy_bytes(solver_.map(*shown.map), grid.nx, grid.ny, grid.precision));
    const std::vector<double> field = q == Quantity::residual ? runs_.residual(0) : solver_.field(q);
    return write_result(path, npy_bytes(field, grid.nx, grid.ny, grid.precision));
  }
  end_at_signals(where_interrupted(written));  // a large picture takes its time
  const Image image =
      still->draw(runs_, shown.quantity.value_or(solver_.scene().view.quantity), shown.map.value_or(0), command_.range);
  const std::string png = encode_png(image);
  catch_signals();
  return write_result(path, png);
}

bool is_picture(const std::string& path) { return fs::path(path).extension() == ".png"; }

// Whether any file shows the residual, for which the scene is run a second time.
bool wants_residual(const RenderCommand& c, const Scene& scene, std::optional<Quantity> quantity) {
  return std::any_of(c.out.begin(), c.out.end(), [&](const std::string& path) {
    if (is_csv(path)) return false;
    const std::string suffix = fs::path(path).extension();
    return quantity.value_or(suffix == ".png" ? scene.view.quantity : Quantity::ez) == Quantity::residual;
  });
}

// Why the residual cannot be had of this scene, or an empty string. Says from when on it holds no longer.
std::string why_no_residual(const RenderCommand& c, const Scene& scene, std::uint64_t steps) {
  if (measured_sides(scene).empty())
    return "there is no residual: every side is periodic, and nothing comes back from one; choose another quantity";
  const std::string refused = in_words(why_not_opened(scene));
  if (opened_sides(scene).empty()) return "there is no residual: " + refused;
  if (!refused.empty()) fmt::print(stderr, "warning: {}\n", refused);
  if (c.range.value_or(0) > 0)
    return "--range does not go with residual, whose colour bar is in dB of the incident peak; leave it out";
  const double valid = valid_until(scene, reference_padding(scene));
  if (static_cast<double>(steps) * time_step(scene) > valid)
    fmt::print(stderr,
               "warning: after {:.4g} s the residual holds what the reference run's own boundary sends back too; set a "
               "larger reflection.margin, or end before\n",
               valid);
  return "";
}

// Before the run: finds out what would stop it after. Returns the exit code.
int check_files(const RenderCommand& c, const Scene& scene, const std::string& path, std::uint64_t steps) {
  std::vector<Output> files;
  for (const std::string& out : c.out) {
    const double bytes = bytes_of(out, c, scene, steps);
    files.push_back({out, bytes});
    // The samples, and the text made of them.
    if (is_csv(out) && sample_bytes(scene, steps) + bytes > available_host_bytes())
      return fail(exit_failed, fmt::format("not enough memory: {}", too_many_samples(scene, steps)));
  }
  files.push_back({c.monitors, monitor_bytes(scene)});
  return check_outputs(files, path);
}

// What will be missing, though the run can be made.
void warn_beforehand(const RenderCommand& c, const Scene& scene, std::uint64_t steps) {
  const std::string last_good = last_good_path(c);
  if (const std::string why = why_unwritable(last_good, bytes_of(last_good, c, scene, steps)); !why.empty())
    fmt::print(stderr, "warning: should the run become unstable, its last good field is lost: {}\n", why);
  for (const std::string& path : c.out)
    if (is_csv(path) && scene.probes.empty())
      fmt::print(stderr, "warning: the scene has no probe; {} will have its times only\n", path);
  if (!c.monitors.empty() && scene.monitors.empty())
    fmt::print(stderr, "warning: the scene has no monitor; {} will have none\n",
               c.monitors == "-" ? "standard output" : c.monitors);
}

// Beside the grids that are made already: the arrays as they are read, as numbers of double precision and as a file.
std::string no_room_for_results(const RenderCommand& c, const Scene& scene) {
  const bool any_npy = std::any_of(c.out.begin(), c.out.end(),
                                   [](const std::string& path) { return fs::path(path).extension() == ".npy"; });
  const double value = scene.grid.precision == Precision::float32 ? 4 : 8;
  const double needed = (4 * value + sizeof(double)) * scene.grid.nx * scene.grid.ny, free = available_host_bytes();
  if (!any_npy || needed <= free) return {};
  return fmt::format("the .npy needs {} of memory to be made and {} are free; take fewer cells, or a .png",
                     human_bytes(needed), human_bytes(free));
}

int render(const RenderCommand& c) {
  end_at_signals("interrupted before the first step; nothing is written");
  auto loaded = load_without_variants(c.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const std::string path = std::get<LoadedScene>(loaded).path;
  Scene scene = std::get<LoadedScene>(std::move(loaded)).scene;
  const auto found = shown_field(c.quantity, scene);
  if (const auto* why = std::get_if<std::string>(&found)) return fail(exit_usage, *why);
  const ShownField shown = std::get<ShownField>(found);
  const std::optional<Quantity> quantity = shown.quantity;
  const auto length = length_of(c, scene);
  if (const auto* why = std::get_if<std::string>(&length)) return fail(exit_usage, *why);
  const std::uint64_t steps = std::get<std::uint64_t>(length);
  scene.reflection.on = wants_residual(c, scene, quantity);
  if (scene.reflection.on)
    if (const std::string why = why_no_residual(c, scene, steps); !why.empty())
      return fail(quantity || c.range ? exit_usage : exit_scene, why);
  if (const int code = check_files(c, scene, path, steps); code != exit_done) return code;

  std::optional<Snapshot> still;
  if (std::any_of(c.out.begin(), c.out.end(), is_picture)) still.emplace(c.size.width, c.size.height);
  Run run(c, scene, steps);
  if (const std::string& why = run.runs().reference_message(); !why.empty()) return fail(exit_failed, why);
  if (const std::string why = no_room_for_results(c, scene); !why.empty()) return fail(exit_failed, why);
  if (const std::string& why = run.runs().monitor_message(0); (!c.monitors.empty() || shown.map) && !why.empty())
    return fail(exit_failed, why);
  run.runs().average(std::any_of(c.out.begin(), c.out.end(), [&](const std::string& path) {
    return quantity.value_or(is_picture(path) ? scene.view.quantity : Quantity::ez) == Quantity::intensity;
  }));
  warn_beforehand(c, scene, steps);
  catch_signals();
  int code = run.advance();
  std::size_t written = 0;
  while (code == exit_done && written < c.files()) {
    code = run.write(written, shown, still ? &*still : nullptr);
    if (code == exit_done) ++written;
    if (interrupted()) code = exit_interrupted;
  }
  if (code == exit_interrupted) fmt::print(stderr, "{}\n", run.where_interrupted(written));
  return code;
}

struct RenderOptions {
  RenderCommand command;
  SceneGroup scene;
  EngineGroup engine;
  std::string size = "1280x720", until;
  std::uint64_t steps = 0;
  CLI::App* app = nullptr;

  void add_to(CLI::App& to) {
    app = &to;
    scene.add_to(to, true);
    engine.add_to(to);
    auto* n = app->add_option("--steps", steps, "advance N steps")->check(check::whole(0, most_steps))->type_name("N");
    auto* t = app->add_option("--until", until, "advance to a time: 3.2ns, 400fs, or 40T (periods of the first source)")
                  ->check(check::duration())
                  ->type_name("");
    n->excludes(t);
    app->add_option("--out", command.out, "files: .png (picture), .npy (field), .csv (probes); repeatable")
        ->check(check::suffix({".png", ".npy", ".csv"}, ".png (picture), .npy (field) or .csv (probes)"))
        ->type_name("");
    add_file_option(to, "--monitors", command.monitors,
                    "write what the scene's monitors measured, as JSON; - is standard output");
    app->add_option("--size", size, "size of the .png in pixels")->check(check::size())->type_name("");
    app->add_option("--quantity", command.quantity,
                    fmt::format("{}; residual is what the boundaries send back, by way of\n"
                                "a second, larger run; map:NAME a map monitor's phasor (.npy: complex). Default: as "
                                "the scene likes it (.png), ez (.npy)",
                                fmt::join(quantity_names(Polarization::ez), " ")))
        ->check(check::not_empty())
        ->type_name("NAME");
    app->add_option("--range", command.range, "end of the .png's colour bar, in the quantity's unit; 0: automatic")
        ->check(check::number(0, std::numeric_limits<double>::max(), "a number from 0 to 1.7e308"))
        ->type_name("R");
  }
  int run() {
    command.scene = scene.take();
    command.engine = engine.take();
    command.size = *parse_size(size);
    if (app->count("--steps") > 0) command.steps = steps;
    if (app->count("--until") > 0) command.until = parse_duration(until);
    if (command.files() == 0) throw CLI::RequiredError("--out");
    if (!command.steps && !command.until) throw CLI::RequiredError("one of --steps N and --until TIME");
    return render(command);
  }
};

}  // namespace

Action add_render(CLI::App& app) { return action_of<RenderOptions>(app); }

}  // namespace ez
