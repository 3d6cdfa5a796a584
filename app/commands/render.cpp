// ezscope render: runs a scene without a display and writes files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/progress.h"
#include "app/commands/ranks.h"
#include "app/model/document/monitor_file.h"
#include "app/options/option_checks.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "app/platform/sequence.h"
#include "app/session/files/run_film.h"
#include "app/session/files/snapshot.h"
#include "solver/base/counted.h"
#include "solver/base/csv.h"
#include "solver/base/memory.h"
#include "solver/base/npy.h"
#include "solver/base/utf8.h"
#include "solver/base/write_file.h"
#include "solver/compare/comparison.h"
#include "solver/compare/host_copy.h"
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
  std::vector<InputFile> inputs;  // files that the scene was read from
  EngineRequest engine;
  std::optional<std::uint64_t> steps;
  std::optional<Duration> until;
  std::vector<std::string> out;
  std::vector<std::string> films;  // videos among --out; `out` has the other files
  std::optional<FilmStride> every;
  std::optional<double> fps;
  std::string monitors;  // file for the monitors' results; empty: none
  std::size_t files() const { return films.size() + out.size() + (monitors.empty() ? 0 : 1); }
  PixelSize size;
  std::optional<std::string> quantity;  // absent: as the scene wants (.png), ez (.npy)
  std::optional<double> range;          // for the .png; 0: automatic, absent: as the scene wants
};

// End of the run, whichever comes first.
struct Length {
  std::uint64_t steps = 0;
  double until = std::numeric_limits<double>::infinity();  // s
};

// Returns the run's length, or why it cannot be determined. A gas or heat that runs to a time takes as many steps as it
// needs.
std::variant<Length, std::string> length_of(const RenderCommand& c, const Scene& scene) {
  if (c.steps) return Length{*c.steps};
  double seconds = c.until->value;
  if (c.until->periods && in_cells(scene.physics))
    return "--until in periods needs a source, but gas and heat have none; give a time, for example --until 0.2s";
  if (c.until->periods) {
    const auto f = scene.sources.empty() ? std::nullopt : frequency(scene.sources.front().waveform);
    if (!f) return "--until in periods needs a source with a frequency; give a time, for example --until 3.2ns";
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
  if (suffix == ".png") return picture_bytes(c.size);
  // the longest number, -1.23456789e-10,
  return static_cast<double>(steps) * 4 * value * static_cast<double>(scene.probes.size() + 1);
}

// Returns the approximate size of a video. A frame of a packed video has a hundredth of a byte per pixel or more.
double film_bytes(const std::string& film, const RenderCommand& c, double pictures) {
  constexpr double head = 1024, packed = 0.01;
  const double pixels = static_cast<double>(c.size.width) * c.size.height;
  return numbered(film, 0) ? pictures * picture_bytes(c.size) : head + pictures * packed * pixels;
}

bool is_csv(const std::string& path) { return fs::path(path).extension() == ".csv"; }
bool any_csv(const RenderCommand& c) { return std::any_of(c.out.begin(), c.out.end(), is_csv); }

// Returns the file for the last good field of an unstable run, next to the first output.
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
      "the samples of {} over {} need {} of memory, but only {} are free; use fewer probes or steps, or "
      "leave the .csv out",
      counted(scene.probes.size(), "probe"), counted(steps, "step"), human_bytes(sample_bytes(scene, steps)),
      human_bytes(available_host_bytes()));
}

// The value of --quantity: a quantity, or the name of a map monitor. A map is written as a whole (.npy) or as its
// magnitude (.png).
struct ShownField {
  std::optional<Quantity> quantity;  // absent: as the scene wants (.png), ez (.npy)
  std::optional<int> map;            // index of the scene's map monitor
};
constexpr std::string_view map_prefix = "map:";
std::variant<ShownField, std::string> shown_field(const std::optional<std::string>& wanted, const Scene& scene) {
  if (!wanted) return ShownField{};
  if (!wanted->starts_with(map_prefix)) {
    if (const auto quantity = quantity_from(*wanted, scene.grid.polarization, scene.physics))
      return ShownField{quantity, {}};
    const std::vector<std::string_view> known = quantity_names(scene.grid.polarization, scene.physics);
    if (const std::string_view near = names::nearest(*wanted, known); !near.empty())
      return fmt::format("--quantity: {} is unknown; did you mean {}?", names::quoted(*wanted), names::quoted(near));
    return fmt::format("--quantity: {} is unknown; give one of {}{}", names::quoted(*wanted), fmt::join(known, ", "),
                       in_cells(scene.physics) ? "" : ", map:NAME");
  }
  const std::string name = wanted->substr(map_prefix.size());
  std::vector<std::string> maps;
  for (const Monitor& m : scene.monitors) {
    if (!std::holds_alternative<MapMonitor>(m.geometry)) continue;
    if (m.name == name) return ShownField{Quantity::map_abs, static_cast<int>(maps.size())};
    maps.push_back(m.name);
  }
  const std::vector<std::string_view> known(maps.begin(), maps.end());
  return fmt::format("the scene has no map monitor {}{}", names::quoted(name),
                     maps.empty() ? "; add one to the scene" : names::hint(name, known));
}

class Run {
 public:
  // Throws EngineError if the run cannot be made as the command requests.
  Run(const RenderCommand& command, const Scene& scene, const SharedMedia& media, const Length& length)
      : command_(command),
        steps_(length.steps),
        until_(length.until),
        scene_(scene),
        media_(media),
        runs_(std::make_unique<Comparison>(engines_for(command.engine), scene, media)) {
    const std::string why = apply_preset(solver());  // otherwise the engine's own kernels, with the same picture
    if (!why.empty() && !command.scene.scheme.empty())
      throw EngineError(fmt::format("--scheme {}: {}", command.scene.scheme, why));
    if (any_csv(command)) keep_samples(scene);
    watched_.emplace(solver());
  }
  // Advances until the run is complete, interrupted or unstable. If the device fails, the run continues on the host.
  int advance(const ShownField& shown, Snapshot* still, RunFilm& film);
  // Writes one of --out; `written` others have been written. Returns the exit code.
  int write(std::size_t written, const ShownField& shown, Snapshot* still);
  // `parts` is a sentence about unfinished videos; empty: there are none.
  std::string where_interrupted(std::size_t written, const std::string& parts = "") const;
  Comparison& runs() { return *runs_; }
  // Averages the square of the field from now on, for Quantity::intensity.
  void average(bool on) { runs_->average(averages_ = on); }

 private:
  Solver& solver() const { return runs_->pane(0); }
  int go(const ShownField& shown, Snapshot* still, RunFilm& film, Progress& progress);
  bool may_take_over() const { return !solver().info().on_host && !command_.engine.team; }
  void take_over(const std::string& why);
  bool advance_to(std::uint64_t look, const RunFilm& film, Progress& progress);  // returns false if interrupted
  void take_pictures(const ShownField& shown, Snapshot* still, RunFilm& film);
  bool ended() const { return solver().step() >= steps_ || solver().time() >= until_; }
  int unstable(const std::string& why);
  std::string keep_last_good();
  void keep_samples(const Scene& scene);
  void collect();
  void report_directions();

  const RenderCommand& command_;
  std::uint64_t steps_;
  double until_;  // s
  Scene scene_;
  SharedMedia media_;
  std::unique_ptr<Comparison> runs_;   // the scene, and its reference run if a residual is wanted
  std::optional<WatchedRun> watched_;  // always set
  HostCopy copy_;
  bool averages_ = false;
  std::vector<ProbeRecord> records_;  // empty unless a .csv is wanted
  double step_seconds_ = 0;
};

// Advances to the next look or the video's next frame. Strides are short enough to react to Ctrl-C and to show
// progress.
bool Run::advance_to(std::uint64_t look, const RunFilm& film, Progress& progress) {
  const bool by_time = film.any() && film.next_time() > 0;
  const std::uint64_t step = film.any() && !by_time ? std::min(look, film.next()) : look;
  const double until = by_time ? std::min(until_, film.next_time()) : until_;
  while (solver().step() < step && solver().time() < until && !ended()) {
    if (interrupted()) return false;
    const double answer = step_seconds_ > 0 ? 0.1 / step_seconds_ : 1;
    const std::uint64_t before = solver().step();
    runs_->advance(static_cast<int>(std::clamp(answer, 1.0, static_cast<double>(step - before))), until);
    runs_->wait();
    collect();
    if (copy_.is_due(*runs_)) copy_.keep(*runs_);
    progress.update(std::isfinite(until_) ? static_cast<std::uint64_t>(solver().time() / time_step(solver().scene()))
                                          : solver().step());
    if (solver().step() == before) break;  // a step that fails is not made
  }
  return true;
}

// Throws OutOfMemory.
void Run::keep_samples(const Scene& scene) try {
  for (const Probe& p : scene.probes) records_.push_back({p.name, 1, {}});
  if (std::isfinite(until_)) return;  // the number of steps is unknown
  for (ProbeRecord& r : records_) r.values.reserve(steps_);
} catch (const std::bad_alloc&) {
  throw OutOfMemory(too_many_samples(scene, steps_));
} catch (const std::length_error&) {
  throw OutOfMemory(too_many_samples(scene, steps_));
}

void Run::collect() {
  const std::vector<ProbeSamples> samples = solver().take_probes();
  for (std::size_t k = 0; k < records_.size(); ++k) {
    records_[k].values.insert(records_[k].values.end(), samples[k].values.begin(), samples[k].values.end());
    records_[k].times.insert(records_[k].times.end(), samples[k].times.begin(), samples[k].times.end());
  }
  const Solver::Speed speed = runs_->take_speed();
  if (speed.steps > 0) step_seconds_ = speed.seconds / static_cast<double>(speed.steps);
}

// Draws the due frames of the video. If two frames fall into one step, draws both.
void Run::take_pictures(const ShownField& shown, Snapshot* still, RunFilm& film) {
  while (film.any() && solver().step() >= film.next() && solver().time() >= film.next_time())
    film.take(*still, *runs_, shown.quantity.value_or(solver().scene().view.quantity), shown.map.value_or(0),
              command_.range);
}

int Run::advance(const ShownField& shown, Snapshot* still, RunFilm& film) {
  const bool in_time = std::isfinite(until_);
  Progress progress("render", in_time ? static_cast<std::uint64_t>(until_ / time_step(scene_)) : steps_);
  try {
    return go(shown, still, film, progress);
  } catch (const EngineError& e) {
    if (!may_take_over()) throw;
    take_over(e.what());
  } catch (const OutOfMemory& e) {  // some drivers allocate memory only when a kernel needs it
    if (!may_take_over()) throw;
    take_over(e.what());
  }
  return go(shown, still, film, progress);
}

// The device has failed. Makes the run again on the host, at the step of the last copy in main memory. A video has
// pictures of later steps already; they would be the same.
void Run::take_over(const std::string& why) {
  const std::string lost = solver().info().backend;
  const Backend& host = host_backend();
  watched_.reset();
  runs_.reset();
  runs_ = std::make_unique<Comparison>(host.maker(command_.engine, -1), scene_, media_);
  if (averages_) runs_->average(true);
  copy_.restore(*runs_);
  solver().take_probes();
  step_seconds_ = 0;
  for (ProbeRecord& r : records_) {
    r.values.resize(std::min<std::size_t>(r.values.size(), solver().step()));
    r.times.resize(std::min(r.times.size(), r.values.size()));
  }
  watched_.emplace(solver());
  fmt::print(stderr, "warning: the {} engine failed ({}). The {} engine continues from step {}.\n", lost,
             printable(why), host.title, solver().step());
}

int Run::go(const ShownField& shown, Snapshot* still, RunFilm& film, Progress& progress) {
  take_pictures(shown, still, film);
  while (!ended()) {
    const std::uint64_t look = watched_->next_look(steps_), begun = solver().step();
    while (solver().step() < look && !ended()) {
      const std::uint64_t before = solver().step();
      if (!advance_to(look, film, progress)) return exit_interrupted;
      take_pictures(shown, still, film);
      if (solver().step() == before) break;  // a step that fails is not made
    }
    if (const std::string why = watched_->look(); !why.empty()) return unstable(why);
    if (interrupted()) return exit_interrupted;
    if (solver().step() == begun)
      return fail(exit_scene, "cannot run: all cells are walls; remove walls or make them smaller");
  }
  if (interrupted()) return exit_interrupted;
  if (const std::string why = watched_->last_look(); !why.empty()) return unstable(why);
  return exit_done;
}

int Run::unstable(const std::string& why) {
  const std::uint64_t seen = solver().step();
  const std::string words = watched_->explain();
  return fail(exit_unstable, fmt::format("unstable at step {}: {}; {}. {}", seen, why, words, keep_last_good()));
}

// Saves the last good field. Returns a sentence that describes the outcome.
std::string Run::keep_last_good() {
  const std::string path = last_good_path(command_);
  if (!watched_->go_back()) return "There is no good field: it is not finite even at the start";
  const Grid& grid = solver().scene().grid;
  if (const Text why = why_overwrites(path, command_.inputs); !why.empty())
    return fmt::format("The last good field (step {}) was not saved: {}", solver().step(), why.english());
  try {
    write_file_atomically(
        path, npy_bytes(solver().field(main_quantity(solver().scene().physics)), grid.nx, grid.ny, grid.precision),
        interrupted);
  } catch (const std::system_error& e) {
    return fmt::format("The last good field (step {}) could not be written to {}: {}", solver().step(), path,
                       words_of(e));
  }
  return fmt::format("The last good field (step {}) is in {}", solver().step(), path);
}

std::string Run::where_interrupted(std::size_t written, const std::string& parts) const {
  const std::size_t all = command_.files();
  const std::string end = std::isfinite(until_) ? fmt::format("until {:g} s", until_) : fmt::format("of {}", steps_);
  return fmt::format("interrupted at step {} {}; {}", solver().step(), end,
                     !parts.empty() ? parts + (all > command_.films.size() ? "; no other file was written" : "")
                     : written == 0 ? "no file was written"
                                    : fmt::format("{} of {} {} {} written", written, all, all == 1 ? "file" : "files",
                                                  written == 1 ? "was" : "were"));
}

// Warns about negative power through a line. It is easy to draw a line in the wrong direction.
void Run::report_directions() {
  const std::vector<Monitor>& all = solver().scene().monitors;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool one_way =
        std::holds_alternative<ModeMonitor>(all[k].geometry) || std::holds_alternative<FluxMonitor>(all[k].geometry);
    if (!one_way || all[k].minus_empty) continue;
    const std::optional<double> ratio = backward_over_forward(runs_->monitors(0).reading(k));
    if (ratio.value_or(0) > mostly_backward)
      fmt::print(stderr,
                 "warning: at the monitor {}, {} flows to the right of the line, against its left normal; exchange "
                 "monitor.{}.from and to if it should be positive\n",
                 printable(names::quoted(all[k].name)),
                 std::isfinite(*ratio) ? fmt::format("{:.2g} times as much", *ratio) : "all", k);
  }
}

int Run::write(std::size_t written, const ShownField& shown, Snapshot* still) {
  const std::size_t file = written - command_.films.size();
  if (file == command_.out.size()) {
    report_directions();
    return write_result(command_.monitors, monitor_file(command_.monitors, runs_->monitors(0), solver().scene()));
  }
  const std::string& path = command_.out[file];
  const Grid& grid = solver().scene().grid;
  const fs::path suffix = fs::path(path).extension();
  if (is_csv(path))
    return write_result(
        path, probe_csv(records_, solver().dt(), grid.precision, in_cells(solver().scene().physics) ? 0 : steps_));
  if (suffix == ".npy") {
    const Quantity q = shown.quantity.value_or(main_quantity(solver().scene().physics));
    if (shown.map) return write_result(path, npy_bytes(solver().map(*shown.map), grid.nx, grid.ny, grid.precision));
    const std::vector<double> field = q == Quantity::residual ? runs_->residual(0) : solver().field(q);
    return write_result(path, npy_bytes(field, grid.nx, grid.ny, grid.precision));
  }
  end_at_signals(where_interrupted(written));  // drawing a large picture takes time
  const Image image = still->draw(*runs_, shown.quantity.value_or(solver().scene().view.quantity),
                                  shown.map.value_or(0), command_.range);
  const std::string png = encode_png(image);
  catch_signals();
  return write_result(path, png);
}

bool is_picture(const std::string& path) { return fs::path(path).extension() == ".png"; }

// Returns whether a file shows the residual, which needs a second run of the scene.
bool wants_residual(const RenderCommand& c, const Scene& scene, std::optional<Quantity> quantity) {
  if (!c.films.empty() && quantity.value_or(scene.view.quantity) == Quantity::residual) return true;
  return std::any_of(c.out.begin(), c.out.end(), [&](const std::string& path) {
    if (is_csv(path)) return false;
    const std::string suffix = fs::path(path).extension();
    return quantity.value_or(suffix == ".png" ? scene.view.quantity : Quantity::ez) == Quantity::residual;
  });
}

// Returns why this scene has no residual, or an empty string. Warns from which time on the residual is not valid.
std::string why_no_residual(const RenderCommand& c, const Scene& scene, const SceneMedia& media, std::uint64_t steps) {
  if (measured_sides(scene).empty())
    return "there is no residual, because every side is periodic and reflects nothing; choose another quantity";
  const std::string refused = in_words(why_not_opened(scene));
  if (opened_sides(scene).empty()) return "there is no residual: " + refused;
  if (!refused.empty()) fmt::print(stderr, "warning: {}\n", refused);
  if (c.range.value_or(0) > 0)
    return "--range cannot be used with residual, whose colour bar is in dB of the incident peak; leave it out";
  const double valid = valid_until(scene, media, reference_padding(scene));
  if (static_cast<double>(steps) * time_step(scene) > valid)
    fmt::print(stderr,
               "warning: after {:.4g} s the residual may contain reflections from the reference run's boundary; set a "
               "larger reflection.margin, or end earlier\n",
               valid);
  return "";
}

// Checks before the run whether the files can be written after it. Returns the exit code.
int check_files(const RenderCommand& c, const Scene& scene, std::uint64_t steps, double pictures) {
  std::vector<Output> files;
  for (const std::string& out : c.out) {
    const double bytes = bytes_of(out, c, scene, steps);
    files.push_back({"--out", out, bytes});
    // the samples, and the text made from them
    if (is_csv(out) && sample_bytes(scene, steps) + bytes > available_host_bytes())
      return fail(exit_failed, fmt::format("not enough memory: {}", too_many_samples(scene, steps)));
  }
  for (const std::string& film : c.films) files.push_back({"--out", film, film_bytes(film, c, pictures)});
  files.push_back({"--monitors", c.monitors, monitor_bytes(scene, steps)});
  return check_outputs(files, c.inputs);
}

// Warns about missing results of a run that can be made.
void warn_beforehand(const RenderCommand& c, const Scene& scene, std::uint64_t steps) {
  const std::string last_good = last_good_path(c);
  std::string why = why_overwrites(last_good, c.inputs).english();
  if (why.empty()) why = why_unwritable(last_good, bytes_of(last_good, c, scene, steps));
  if (!why.empty())
    fmt::print(stderr, "warning: if the run becomes unstable, its last good field cannot be saved: {}\n", why);
  for (const std::string& path : c.out)
    if (is_csv(path) && scene.probes.empty())
      fmt::print(stderr, "warning: the scene has no probe, so {} will contain only times\n", path);
  if (!c.monitors.empty() && scene.monitors.empty())
    fmt::print(stderr, "warning: the scene has no monitor, so {} will contain none\n",
               c.monitors == "-" ? "standard output" : c.monitors);
}

// Checks the memory for results in addition to the grids, which exist already: the arrays as read, as double-precision
// numbers, and as a file.
std::string why_results_do_not_fit(const RenderCommand& c, const Scene& scene) {
  const bool any_npy = std::any_of(c.out.begin(), c.out.end(),
                                   [](const std::string& path) { return fs::path(path).extension() == ".npy"; });
  const double value = scene.grid.precision == Precision::float32 ? 4 : 8;
  const double needed = (4 * value + sizeof(double)) * scene.grid.nx * scene.grid.ny, free = available_host_bytes();
  if (!any_npy || needed <= free) return {};
  return fmt::format("writing the .npy needs {} of memory, but only {} are free; use fewer cells, or write a .png",
                     human_bytes(needed), human_bytes(free));
}

// Returns the error in the distance between the frames of a video, or an empty text.
std::string stride_error(const RenderCommand& c, const Scene& scene, double stride) {
  if (!c.every) return "";
  if (c.films.empty()) return "--every needs a video; add --out FILE.mp4 or --out FILE_%05d.png";
  if (c.every->time && c.every->time->periods && !first_period(scene))
    return "--every in periods needs a source with a frequency; give a time or steps, for example --every 20steps";
  if (stride < 1)
    return fmt::format("--every is only {:.3g} steps, less than one step; give at least {:.4g} s, or --every 1steps",
                       stride, time_step(scene));
  return "";
}

// Saves the videos of a run that was interrupted or failed. Returns a sentence about them.
std::string end_early(RunFilm& film, int code, const std::vector<InputFile>& inputs) {
  // The encoder has this long for the frames that it has not written yet. An interrupted command ends soon.
  constexpr std::chrono::milliseconds soon(900), later(20000);
  return code == exit_unstable ? film.finish_parts("unstable", later, inputs) : film.finish_parts("part", soon, inputs);
}

int render(RenderCommand c) {
  auto loaded = load_without_variants(c.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  c.inputs = std::get<LoadedScene>(loaded).inputs;
  const std::string path = std::get<LoadedScene>(loaded).path;
  Scene scene = std::get<LoadedScene>(loaded).scene;
  if (c.engine.team && in_cells(scene.physics))
    return fail(exit_usage, "a gas or heat cannot be divided over several processes; leave out --ranks");
  const SharedMedia media = media_of(scene, std::get<LoadedScene>(loaded).media);
  const auto found = shown_field(c.quantity, scene);
  if (const auto* why = std::get_if<std::string>(&found)) return fail(exit_usage, *why);
  const ShownField shown = std::get<ShownField>(found);
  const std::optional<Quantity> quantity = shown.quantity;
  const auto length = length_of(c, scene);
  if (const auto* why = std::get_if<std::string>(&length)) return fail(exit_usage, *why);
  const Length& end = std::get<Length>(length);
  // An estimate if Δt varies: twice the number of steps with the first Δt.
  const std::uint64_t steps =
      std::isfinite(end.until) ? static_cast<std::uint64_t>(2 * end.until / time_step(scene)) : end.steps;
  scene.reflection.on = wants_residual(c, scene, quantity);
  if (scene.reflection.on)
    if (const std::string why = why_no_residual(c, scene, *media, steps); !why.empty())
      return fail(quantity || c.range ? exit_usage : exit_scene, why);
  if (c.fps && c.films.empty())
    return fail(exit_usage, "--fps needs a video; add --out FILE.mp4 or --out FILE_%05d.png");
  const Cadence cadence = cadence_of(c.every, scene);
  if (const std::string why = stride_error(c, scene, cadence.steps); !why.empty()) return fail(exit_usage, why);
  const double pictures = 1 + static_cast<double>(steps) / cadence.steps;
  if (const int code = check_files(c, scene, steps, pictures); code != exit_done) return code;
  for (const std::string& film : c.films)
    if (const std::string why = why_film_is_impossible(film); !why.empty()) return fail(exit_failed, why);

  std::optional<Snapshot> still;
  if (!c.films.empty() || std::any_of(c.out.begin(), c.out.end(), is_picture))
    still.emplace(c.size.width, c.size.height);
  Run run(c, scene, media, end);
  if (const std::string& why = run.runs().reference_message(); !why.empty()) return fail(exit_failed, why);
  if (const std::string why = why_results_do_not_fit(c, scene); !why.empty()) return fail(exit_failed, why);
  if (const std::string& why = run.runs().monitor_message(0); (!c.monitors.empty() || shown.map) && !why.empty())
    return fail(exit_failed, why);
  run.average(std::any_of(c.out.begin(), c.out.end(), [&](const std::string& path) {
    return quantity.value_or(is_picture(path) ? scene.view.quantity : Quantity::ez) == Quantity::intensity;
  }));
  warn_beforehand(c, scene, steps);
  catch_signals();
  RunFilm film(c.films, c.size, cadence, c.fps.value_or(30));
  int code = run.advance(shown, still ? &*still : nullptr, film);
  if (code == exit_done) film.finish();
  const std::string parts = code == exit_done ? "" : end_early(film, code, c.inputs);
  std::size_t written = code == exit_done ? c.films.size() : 0;
  while (code == exit_done && written < c.files()) {
    code = run.write(written, shown, still ? &*still : nullptr);
    if (code == exit_done) ++written;
    if (interrupted()) code = exit_interrupted;
  }
  if (code == exit_interrupted)
    fmt::print(stderr, "{}\n", printable(run.where_interrupted(written, parts)));
  else if (!parts.empty())
    fmt::print(stderr, "{}\n", printable(parts));
  return code;
}

struct RenderOptions {
  RenderCommand command;
  SceneGroup scene;
  EngineGroup engine;
  std::string size = "1280x720", until, every;
  std::uint64_t steps = 0;
  bool ranks = false;
  CLI::App* app = nullptr;

  void add_to(CLI::App& to) {
    app = &to;
    scene.add_to(to, true);
    engine.add_to(to);
    auto* n = app->add_option("--steps", steps, "run N steps")->check(check::whole(0, most_steps))->type_name("N");
    auto* t =
        app->add_option("--until", until, "run until a time: 3.2ns, 400fs, 0.2s, or 40T (periods of the first source)")
            ->check(check::duration())
            ->type_name("");
    n->excludes(t);
    app->add_option(
           "--out", command.out,
           "output file: .png (picture), .npy (field), .csv (probes), .mp4 (video), .gif or .webp (loop for "
           "slides;\nthese three need the program ffmpeg), or NAME_%05d.png (video as numbered images); repeatable")
        ->check(check::suffix({".png", ".npy", ".csv", ".mp4", ".gif", ".webp"},
                              ".png (picture), .npy (field), .csv (probes), .mp4 (video), .gif or .webp (loop)"))
        ->check(check::counter())
        ->type_name("");
    app->add_option("--every", every,
                    "interval between the frames of a video: a time, or 20steps. Default: a 20th of a period,\n10 "
                    "steps for gas and heat")
        ->check(check::good([](const std::string& text) { return parse_stride(text).has_value(); },
                            "neither a time nor a number of steps; give, for example, 2ps, 0.05T (periods) or 20steps"))
        ->type_name("");
    app->add_option("--fps", command.fps, "frames per second of a video; default: 30")
        ->check(check::number(1, 240, "a number from 1 to 240"))
        ->type_name("N");
    add_file_option(to, "--monitors", command.monitors,
                    "write the results of the scene's monitors as JSON (FILE.csv: as a table); - is standard output");
    app->add_option("--size", size, "size of the .png or video in pixels")->check(check::size())->type_name("");
    app->add_option("--quantity", command.quantity,
                    fmt::format("{}; residual shows the boundaries' reflection\n(needs a second, larger run); map:NAME "
                                "the phasor of a map monitor (.npy: complex). For gas: {}.\nFor heat: {}. Default: as "
                                "the scene wants (.png); ez, density or value (.npy)",
                                fmt::join(quantity_names(Polarization::ez), " "),
                                fmt::join(quantity_names(Polarization::ez, Physics::gas), " "),
                                fmt::join(quantity_names(Polarization::ez, Physics::heat), " ")))
        ->check(check::not_empty())
        ->type_name("NAME");
    app->add_flag("--ranks", ranks, "divide the grid over the processes that mpirun or srun has started");
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
    if (!ranks) {
      if (const std::string why = why_not_alone(); !why.empty()) throw CLI::ParseError(why, exit_usage);
      return render(command);
    }
    if (command.engine.divides()) throw CLI::ParseError("--ranks divides the grid; leave out --devices", exit_usage);
    return run_in_ranks(command.engine, [this](const EngineRequest& request, const RankFiles& files) {
      command.engine = request;
      for (auto* paths : {&command.out, &command.films})
        for (std::string& path : *paths) path = files.own(path);
      command.monitors = files.own(command.monitors);
      return render(command);
    });
  }
};

}  // namespace

Action add_render(CLI::App& app) { return action_of<RenderOptions>(app); }

}  // namespace ez
