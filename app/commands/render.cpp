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
#include <optional>
#include <stdexcept>
#include <system_error>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/options/option_checks.h"
#include "app/commands/options/option_groups.h"
#include "app/commands/progress.h"
#include "app/model/document/monitor_file.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "app/session/files/run_film.h"
#include "app/session/files/snapshot.h"
#include "solver/base/csv.h"
#include "solver/base/memory.h"
#include "solver/base/npy.h"
#include "solver/base/utf8.h"
#include "solver/base/write_file.h"
#include "solver/compare/comparison.h"
#include "solver/measure/check_watch.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/stability/watched_run.h"
#include "solver/scene/names.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

struct RenderCommand {
  SceneOptions scene;
  EngineRequest engine;
  std::optional<std::uint64_t> steps;
  std::optional<Duration> until;
  std::vector<std::string> out;
  std::vector<std::string> films;  // those of --out that a picture goes to every so often; `out` has the others
  std::optional<FilmStride> every;
  std::optional<double> fps;
  std::string monitors;  // the file of what they measured; empty: none is wanted
  std::size_t files() const { return films.size() + out.size() + (monitors.empty() ? 0 : 1); }
  PixelSize size;
  std::optional<std::string> quantity;  // absent: as the scene likes it (.png), ez (.npy)
  std::optional<double> range;          // of the .png; 0: automatic, absent: as the scene likes it
};

// Until whichever comes first.
struct Length {
  std::uint64_t steps = 0;
  double until = std::numeric_limits<double>::infinity();  // s
};

// The run's length, or why there is none. A gas or heat that goes on to a time takes as many steps as it needs.
std::variant<Length, std::string> length_of(const RenderCommand& c, const Scene& scene) {
  if (c.steps) return Length{*c.steps};
  double seconds = c.until->value;
  if (c.until->periods && in_cells(scene.physics))
    return "--until in periods counts those of a source, and a gas or heat has none; give a time, for example "
           "--until 0.2s";
  if (c.until->periods) {
    const auto f = scene.sources.empty() ? std::nullopt : frequency(scene.sources.front().waveform);
    if (!f) return "--until in periods needs a first source with a frequency; give a time, for example --until 3.2ns";
    seconds /= *f;
  }
  if (const auto steps = steps_until(seconds, time_step(scene))) {
    if (in_cells(scene.physics)) return Length{most_steps, seconds};
    return Length{*steps};
  }
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
  std::vector<std::string> paths = c.out;
  for (const std::string& film : c.films) paths.push_back(numbered(film, 0).value_or(film));
  const bool only_monitors = paths.empty(), to_stdout = only_monitors && c.monitors == "-";
  const fs::path first = to_stdout ? "monitors" : only_monitors ? c.monitors : paths.front();
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
    if (const auto quantity = quantity_from(*wanted, scene.grid.polarization, scene.physics))
      return ShownField{quantity, {}};
    return fmt::format("there is no quantity '{}'; use {}{}", *wanted,
                       fmt::join(quantity_names(scene.grid.polarization, scene.physics), " "),
                       in_cells(scene.physics) ? "" : " or map:NAME");
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
  Run(const RenderCommand& command, const Scene& scene, const Length& length)
      : command_(command), steps_(length.steps), until_(length.until), runs_(engines_for(command.engine), scene) {
    const std::string why = apply_preset(solver_);  // or the engine's own kernels: the picture is the same
    if (!why.empty() && !command.scene.scheme.empty())
      throw EngineError(fmt::format("--scheme {}: {}", command.scene.scheme, why));
    if (any_csv(command)) keep_samples(scene);
  }
  // Advances to the end, or until it is interrupted or unstable.
  int advance(const ShownField& shown, Snapshot* still, RunFilm& film);
  // Writes one of --out, so many others being written. Returns the exit code.
  int write(std::size_t written, const ShownField& shown, Snapshot* still);
  std::string where_interrupted(std::size_t written) const;
  Comparison& runs() { return runs_; }

 private:
  bool advance_to(std::uint64_t look, const RunFilm& film, Progress& progress);  // false when interrupted
  void take_pictures(const ShownField& shown, Snapshot* still, RunFilm& film);
  bool ended() const { return solver_.step() >= steps_ || solver_.time() >= until_; }
  int unstable(const std::string& why);
  std::string keep_last_good();
  void keep_samples(const Scene& scene);
  void collect();
  void report_directions();

  const RenderCommand& command_;
  std::uint64_t steps_;
  double until_;     // s
  Comparison runs_;  // the scene, and its reference run when a residual is asked for
  Solver& solver_ = runs_.pane(0);
  WatchedRun watched_{solver_};
  std::vector<ProbeRecord> records_;  // none where no .csv asks for them
  double step_seconds_ = 0;
};

// To the next look or the film's next picture, in strides short enough to answer Ctrl-C and to show progress.
bool Run::advance_to(std::uint64_t look, const RunFilm& film, Progress& progress) {
  const bool by_time = film.any() && film.next_time() > 0;
  const std::uint64_t step = film.any() && !by_time ? std::min(look, film.next()) : look;
  const double until = by_time ? std::min(until_, film.next_time()) : until_;
  while (solver_.step() < step && solver_.time() < until && !ended()) {
    if (interrupted()) return false;
    const double answer = step_seconds_ > 0 ? 0.1 / step_seconds_ : 1;
    const std::uint64_t before = solver_.step();
    runs_.advance(static_cast<int>(std::clamp(answer, 1.0, static_cast<double>(step - before))), until);
    runs_.wait();
    collect();
    progress.update(std::isfinite(until_) ? static_cast<std::uint64_t>(solver_.time() / time_step(solver_.scene()))
                                          : solver_.step());
    if (solver_.step() == before) break;  // a step that fails is not made
  }
  return true;
}

// Throws OutOfMemory.
void Run::keep_samples(const Scene& scene) try {
  for (const Probe& p : scene.probes) records_.push_back({p.name, 1, {}});
  if (std::isfinite(until_)) return;  // of no known number of steps
  for (ProbeRecord& r : records_) r.values.reserve(steps_);
} catch (const std::bad_alloc&) {
  throw OutOfMemory(too_many_samples(scene, steps_));
} catch (const std::length_error&) {
  throw OutOfMemory(too_many_samples(scene, steps_));
}

void Run::collect() {
  const std::vector<ProbeSamples> samples = solver_.take_probes();
  for (std::size_t k = 0; k < records_.size(); ++k) {
    records_[k].values.insert(records_[k].values.end(), samples[k].values.begin(), samples[k].values.end());
    records_[k].times.insert(records_[k].times.end(), samples[k].times.begin(), samples[k].times.end());
  }
  const Solver::Speed speed = runs_.take_speed();
  if (speed.steps > 0) step_seconds_ = speed.seconds / static_cast<double>(speed.steps);
}

// Where the film is due; where two pictures lie within one step, both.
void Run::take_pictures(const ShownField& shown, Snapshot* still, RunFilm& film) {
  while (film.any() && solver_.step() >= film.next() && solver_.time() >= film.next_time())
    film.take(*still, runs_, shown.quantity.value_or(solver_.scene().view.quantity), shown.map.value_or(0),
              command_.range);
}

int Run::advance(const ShownField& shown, Snapshot* still, RunFilm& film) {
  const bool in_time = std::isfinite(until_);
  Progress progress("render", in_time ? static_cast<std::uint64_t>(until_ / time_step(solver_.scene())) : steps_);
  take_pictures(shown, still, film);
  while (!ended()) {
    const std::uint64_t look = watched_.next_look(steps_), begun = solver_.step();
    while (solver_.step() < look && !ended()) {
      const std::uint64_t before = solver_.step();
      if (!advance_to(look, film, progress)) return exit_interrupted;
      take_pictures(shown, still, film);
      if (solver_.step() == before) break;  // a step that fails is not made
    }
    if (const std::string why = watched_.look(); !why.empty()) return unstable(why);
    if (interrupted()) return exit_interrupted;
    if (solver_.step() == begun)
      return fail(exit_scene, "no step can be made, for no cell is open: take walls away or make them smaller");
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
    write_file_atomically(
        path, npy_bytes(solver_.field(main_quantity(solver_.scene().physics)), grid.nx, grid.ny, grid.precision),
        interrupted);
  } catch (const std::system_error& e) {
    return fmt::format("The last good field, of step {}, could not be written to {}: {}", solver_.step(), path,
                       words_of(e));
  }
  return fmt::format("The last good field, of step {}, is in {}", solver_.step(), path);
}

std::string Run::where_interrupted(std::size_t written) const {
  const std::size_t all = command_.files();
  const std::string end = std::isfinite(until_) ? fmt::format("until {:g} s", until_) : fmt::format("of {}", steps_);
  return fmt::format("interrupted at step {} {}; {}", solver_.step(), end,
                     written == 0 ? "nothing is written" : fmt::format("{} of {} files are written", written, all));
}

// A line's direction is easily drawn the wrong way round.
void Run::report_directions() {
  const std::vector<Monitor>& all = solver_.scene().monitors;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool one_way =
        std::holds_alternative<ModeMonitor>(all[k].geometry) || std::holds_alternative<FluxMonitor>(all[k].geometry);
    if (!one_way || all[k].minus_empty) continue;
    const std::optional<double> ratio = backward_over_forward(runs_.monitors(0).reading(k));
    if (ratio.value_or(0) > mostly_backward)
      fmt::print(
          stderr,
          "warning: at the monitor {} {} passes to the right of the line: its left normal is the other way; exchange "
          "monitor.{}.from and to if it was meant to be positive\n",
          printable(names::quoted(all[k].name)),
          std::isfinite(*ratio) ? fmt::format("{:.2g} times as much", *ratio) : "all", k);
  }
}

int Run::write(std::size_t written, const ShownField& shown, Snapshot* still) {
  const std::size_t file = written - command_.films.size();
  if (file == command_.out.size()) {
    report_directions();
    return write_result(command_.monitors, monitor_file(command_.monitors, runs_.monitors(0), solver_.scene()));
  }
  const std::string& path = command_.out[file];
  const Grid& grid = solver_.scene().grid;
  const fs::path suffix = fs::path(path).extension();
  if (is_csv(path))
    return write_result(
        path, probe_csv(records_, solver_.dt(), grid.precision, in_cells(solver_.scene().physics) ? 0 : steps_));
  if (suffix == ".npy") {
    const Quantity q = shown.quantity.value_or(main_quantity(solver_.scene().physics));
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
  if (!c.films.empty() && quantity.value_or(scene.view.quantity) == Quantity::residual) return true;
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
int check_files(const RenderCommand& c, const Scene& scene, const std::string& path, std::uint64_t steps,
                double pictures) {
  std::vector<Output> files;
  for (const std::string& out : c.out) {
    const double bytes = bytes_of(out, c, scene, steps);
    files.push_back({out, bytes});
    // The samples, and the text made of them.
    if (is_csv(out) && sample_bytes(scene, steps) + bytes > available_host_bytes())
      return fail(exit_failed, fmt::format("not enough memory: {}", too_many_samples(scene, steps)));
  }
  for (const std::string& film : c.films)
    files.push_back(
        {numbered(film, 0).value_or(film), numbered(film, 0) ? pictures * 0.1 * c.size.width * c.size.height : 65536});
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

// What is wrong with how far the pictures of a film lie apart.
std::string why_no_stride(const RenderCommand& c, const Scene& scene, double stride) {
  if (!c.every) return "";
  if (c.films.empty()) return "--every goes with a film; add --out FILE.mp4 or --out FILE_%05d.png";
  if (c.every->time && c.every->time->periods && !first_period(scene))
    return "--every in periods needs a first source with a frequency; give a time or steps, for example --every "
           "20steps";
  if (stride < 1)
    return fmt::format(
        "--every is {:.3g} steps, and the field changes with steps only; give at least {:.4g} s, or "
        "--every 1steps",
        stride, time_step(scene));
  return "";
}

int render(const RenderCommand& c) {
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
  const Length& end = std::get<Length>(length);
  // About, where Δt varies: twice what the first one makes of it.
  const std::uint64_t steps =
      std::isfinite(end.until) ? static_cast<std::uint64_t>(2 * end.until / time_step(scene)) : end.steps;
  scene.reflection.on = wants_residual(c, scene, quantity);
  if (scene.reflection.on)
    if (const std::string why = why_no_residual(c, scene, steps); !why.empty())
      return fail(quantity || c.range ? exit_usage : exit_scene, why);
  if (c.fps && c.films.empty())
    return fail(exit_usage, "--fps goes with a film; add --out FILE.mp4 or --out FILE_%05d.png");
  const Cadence cadence = cadence_of(c.every, scene);
  if (const std::string why = why_no_stride(c, scene, cadence.steps); !why.empty()) return fail(exit_usage, why);
  const double pictures = 1 + static_cast<double>(steps) / cadence.steps;
  if (const int code = check_files(c, scene, path, steps, pictures); code != exit_done) return code;
  for (const std::string& film : c.films)
    if (const std::string why = why_no_film(film); !why.empty()) return fail(exit_failed, why);

  std::optional<Snapshot> still;
  if (!c.films.empty() || std::any_of(c.out.begin(), c.out.end(), is_picture))
    still.emplace(c.size.width, c.size.height);
  Run run(c, scene, end);
  if (const std::string& why = run.runs().reference_message(); !why.empty()) return fail(exit_failed, why);
  if (const std::string why = no_room_for_results(c, scene); !why.empty()) return fail(exit_failed, why);
  if (const std::string& why = run.runs().monitor_message(0); (!c.monitors.empty() || shown.map) && !why.empty())
    return fail(exit_failed, why);
  run.runs().average(std::any_of(c.out.begin(), c.out.end(), [&](const std::string& path) {
    return quantity.value_or(is_picture(path) ? scene.view.quantity : Quantity::ez) == Quantity::intensity;
  }));
  warn_beforehand(c, scene, steps);
  catch_signals();
  RunFilm film(c.films, c.size, cadence, c.fps.value_or(30));
  int code = run.advance(shown, still ? &*still : nullptr, film);
  film.finish();  // of a run that was interrupted or became unstable, what there is of it
  std::size_t written = c.films.size();
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
  std::string size = "1280x720", until, every;
  std::uint64_t steps = 0;
  CLI::App* app = nullptr;

  void add_to(CLI::App& to) {
    app = &to;
    scene.add_to(to, true);
    engine.add_to(to);
    auto* n = app->add_option("--steps", steps, "advance N steps")->check(check::whole(0, most_steps))->type_name("N");
    auto* t =
        app->add_option("--until", until, "advance to a time: 3.2ns, 400fs, 0.2s, or 40T (periods of the first source)")
            ->check(check::duration())
            ->type_name("");
    n->excludes(t);
    app->add_option("--out", command.out,
                    "files: .png (picture), .npy (field), .csv (probes), .mp4 (film, by the program ffmpeg), .gif or "
                    ".webp\n(loops for slides, by it too) or NAME_%05d.png (a film as pictures); repeatable")
        ->check(check::suffix({".png", ".npy", ".csv", ".mp4", ".gif", ".webp"},
                              ".png (picture), .npy (field), .csv (probes), .mp4 (film), .gif or .webp (loop)"))
        ->type_name("");
    app->add_option("--every", every,
                    "how far the pictures of a film lie apart: a time, or 20steps. Default: a 20th of a period;\n"
                    "10 steps of a gas or heat")
        ->check(check::stride())
        ->type_name("");
    app->add_option("--fps", command.fps, "pictures a second of a film, 30 unless given")
        ->check(check::number(1, 240, "a number from 1 to 240"))
        ->type_name("N");
    add_file_option(to, "--monitors", command.monitors,
                    "write what the scene's monitors measured, as JSON (FILE.csv: as a table); - is standard output");
    app->add_option("--size", size, "size of the .png or film in pixels")->check(check::size())->type_name("");
    app->add_option("--quantity", command.quantity,
                    fmt::format("{}; residual is what the boundaries send back, by way of\n"
                                "a second, larger run; map:NAME a map monitor's phasor (.npy: complex). Of a gas: {}.\n"
                                "Of heat: {}. Default: as the scene likes it (.png), ez, density or value (.npy)",
                                fmt::join(quantity_names(Polarization::ez), " "),
                                fmt::join(quantity_names(Polarization::ez, Physics::gas), " "),
                                fmt::join(quantity_names(Polarization::ez, Physics::heat), " ")))
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
    if (!every.empty()) command.every = parse_stride(every);
    const auto films = std::stable_partition(command.out.begin(), command.out.end(),
                                             [](const std::string& path) { return !is_film(path); });
    command.films.assign(films, command.out.end());
    command.out.erase(films, command.out.end());
    if (command.files() == 0) throw CLI::RequiredError("--out");
    if (!command.steps && !command.until) throw CLI::RequiredError("one of --steps N and --until TIME");
    return render(command);
  }
};

}  // namespace

Action add_render(CLI::App& app) { return action_of<RenderOptions>(app); }

}  // namespace ez
