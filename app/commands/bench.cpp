// Measures the speed of the engines: medians of several runs after a warm-up, on fields without zeros, together with a
// reference speed. On the CPU this is two plain sweeps in the same run, on the GPU its copy bandwidth. For gas and
// heat, which start from the scene's own state, only the engines are compared.
#include "app/commands/bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "app/commands/bench_devices.h"
#include "app/commands/bench_runs.h"
#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/options/option_checks.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "app/session/session.h"
#include "papers/cpu_peer.h"
#include "papers/harness.h"
#include "solver/base/cores.h"
#include "solver/scene/names.h"
#include "solver/scene/scheme.h"
#include "solver/solver.h"

namespace ez {
namespace {

// Returns an empty PEC box.
Scene vacuum(int n, Precision precision) {
  Scene scene;
  scene.unit = Unit::mm;
  scene.grid.nx = scene.grid.ny = n;
  scene.grid.dx = scene.grid.dy = 1;
  scene.grid.precision = precision;
  scene.boundary.side.fill(BoundaryKind::pec);
  return scene;
}

std::vector<double> field_after(Solver& solver, int steps) {
  begin_bench(solver);
  solver.advance(steps);
  return solver.field(main_quantity(solver.scene().physics));
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double above = 0, below = 0;
  for (std::size_t k = 0; k < a.size(); ++k) above += (a[k] - b[k]) * (a[k] - b[k]), below += b[k] * b[k];
  return below > 0 ? std::sqrt(above / below) : 0;
}

struct Contender {
  BenchRow row;
  std::unique_ptr<Solver> solver;
};

bool is_measured(const Backend& b, const BenchCommand& command) {
  return command.engine.backend.empty() ? b.automatic : command.engine.backend == b.name;
}

// Measures one scene at one size on every engine, in turn, so that other load of the machine affects all of them.
std::vector<BenchRow> compare(const std::string& name, const Scene& scene, const BenchCommand& command,
                              const std::optional<BenchDevice>& device) {
  const double value = scene.grid.precision == Precision::float32 ? 4 : 8;
  const bool cells = in_cells(scene.physics);
  const std::string_view cell_scheme =
      scene.physics == Physics::heat ? "diffusion" : names::gas_schemes[static_cast<std::size_t>(scene.gas.scheme)];
  const double cell_bytes = (scene.physics == Physics::heat ? 2 : 8) * value;  // each array is read and written once
  const int cores = usable_cores();
  std::vector<Contender> contenders;
  const auto add = [&](std::string_view backend, int threads) -> BenchRow& {
    EngineRequest request = command.engine;
    request.backend = backend;
    request.threads = threads;
    EngineChoice choice = make_engine(request);
    Contender c;
    c.row.scene = name;
    c.row.backend = choice.backend->name;
    c.row.nx = scene.grid.nx;
    c.row.ny = scene.grid.ny;
    c.row.threads = choice.engine->info().threads;
    c.row.precision = scene.grid.precision;
    c.solver = std::make_unique<Solver>(std::move(choice.engine), scene);
    contenders.push_back(std::move(c));
    return contenders.back().row;
  };
  for (const Backend& b : all_backends()) {
    if (b.devices || !is_measured(b, command)) continue;
    std::vector<int> counts = {1};
    const int all = command.engine.threads > 0 ? command.engine.threads : cores;
    if (b.threaded && all > 1) counts.push_back(all);
    for (const int threads : counts) {
      BenchRow& row = add(b.name, threads);
      row.scheme = cells ? cell_scheme : b.scheme;
      row.bytes_per_cell_step = cells ? cell_bytes : 6 * value;  // three arrays are read and written once
    }
  }
  const bool on_host = !contenders.empty();
  for (const Backend& b : all_backends()) {
    if (!device || !b.devices || !is_measured(b, command)) continue;
    if (cells) {
      BenchRow& row = add(b.name, 0);
      row.scheme = cell_scheme;
      row.bytes_per_cell_step = cell_bytes;
      continue;
    }
    for (const std::string& scheme : command.schemes) {
      if (!why_not(*find_scheme(scheme), scene).empty()) continue;
      BenchRow& row = add(b.name, 0);
      Engine& engine = contenders.back().solver->engine();
      if (!contenders.back().solver->set_scheme({scheme, 0}).empty()) {
        contenders.pop_back();
        continue;
      }
      row.scheme = scheme;
      row.note = engine.scheme_note();
      row.block = engine.block();
      row.bytes_per_cell_step = 9 * value;  // two kernels; H: 3 reads, 2 writes; E: 3 reads, 1 write
      row.roof = device->copy_gb_s / row.bytes_per_cell_step;
      constexpr double operations = 8;  // of a lossless cell and step, each an instruction
      if (device->issue_gops > 0 && scene.grid.precision == Precision::float32)
        row.issue_limit = device->issue_gops / operations;
    }
  }

  // All engines start from the same field and must agree afterwards. (Two fields of the largest grids would not fit the
  // computer's memory. If only one engine is measured, there is nothing to compare with.)
  std::vector<double> reference;
  for (Contender& c : contenders) {
    if (contenders.size() > 1) {
      const std::vector<double> field = field_after(*c.solver, 32);
      if (reference.empty()) reference = field;
      c.row.agrees = difference(field, reference);
    }
    begin_bench(*c.solver);
    c.row.steps = calibrated_steps(*c.solver);
  }
  std::vector<double> peer;
  for (int run = 0; run < bench_runs; ++run) {
    if (on_host && !cells && scene.grid.precision == Precision::float32)
      peer.push_back(plain_sweeps_gcells(scene.grid.nx));
    for (Contender& c : contenders) c.row.seconds.push_back(timed(*c.solver, c.row.steps));
  }
  std::sort(peer.begin(), peer.end());
  std::vector<BenchRow> rows;
  for (Contender& c : contenders) {
    std::sort(c.row.seconds.begin(), c.row.seconds.end());
    if (!peer.empty() && !find_backend(c.row.backend)->devices) c.row.peer = peer[peer.size() / 2];
    rows.push_back(std::move(c.row));
  }
  return rows;
}

// Measures the same scene with the window drawn off-screen, which shows the cost of the live view.
std::string live_line(const Scene& scene, const BenchCommand& command, const BenchRow& alone) {
  WindowCommand window;
  window.offscreen = true;
  window.frames = 1 << 30;
  window.engine = command.engine;
  window.engine.backend = alone.backend;
  window.engine.threads = alone.threads;
  LoadedScene endless{scene, "", ""};
  endless.scene.pause = {};
  Session session(window, endless);
  SpeedSetting speed;
  speed.full = true;
  session.send(command::SetSpeed{speed});
  for (int k = 0; k < 90; ++k) session.frame();  // the frame clock adapts the size of batches
  const std::uint64_t before = session.state().step;
  const auto start = std::chrono::steady_clock::now();
  constexpr int frames = 180;
  for (int k = 0; k < frames; ++k) session.frame();
  session.solver().wait();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double steps = static_cast<double>(session.solver().step() - before);
  const double speed_now = 1e-9 * scene.grid.nx * static_cast<double>(scene.grid.ny) * steps / seconds;
  return fmt::format(
      "{:>35}  live: {:.2f} Gcell/s, {:.0f} % of the engine alone; {:.0f} frames/s with {:.0f} steps each\n", "",
      speed_now, 100 * speed_now / alone.gcells(alone.median()), frames / seconds, steps / frames);
}

std::string cpu_name() {
  const std::string device = make_cpu_engine(1)->info().device;
  return device.substr(0, device.find(','));
}

// Returns the scene of this name. On an error prints it and returns the exit code.
std::variant<LoadedScene, int> scene_named(const std::string& name, const BenchCommand& command) {
  const Precision precision = command.precision.value_or(Precision::float32);
  if (name == "vacuum") return LoadedScene{vacuum(command.cells.front(), precision), "", name};
  SceneOptions options;
  options.scene = name;
  options.precision = precision;
  return load_without_variants(options);
}

// Reads the scenes to measure. Returns the exit code.
int load_scenes(const BenchCommand& command, std::vector<std::pair<std::string, LoadedScene>>& out) {
  std::vector<std::string> names = {command.scene};
  if (command.every_scene) names = {"vacuum", "lecture"};
  if (!command.paper.empty()) names.clear();
  for (const std::string& name : names) {
    auto scene = scene_named(name, command);
    if (const int* code = std::get_if<int>(&scene)) return *code;
    out.emplace_back(name, std::get<LoadedScene>(std::move(scene)));
  }
  return exit_done;
}

// Reports once why no device is measured.
void report_missing_device(const BenchCommand& command) {
  for (const Backend& b : all_backends()) {
    if (!b.devices || !is_measured(b, command)) continue;
    if (const std::string problem = b.devices().problem; !problem.empty()) {
      fmt::print(stderr, "the {} engine alone: {}\n", host_backend().title, problem);
      return;
    }
  }
}

int measure(const BenchCommand& command, const std::vector<std::pair<std::string, LoadedScene>>& scenes) {
  BenchReport report;
  report.device = measure_device(command.engine);
  report.cpu_name = cpu_name();
  report.cores = usable_cores();
  report.threads = command.engine.threads > 0 ? command.engine.threads : report.cores;
  if (!report.device) report_missing_device(command);
  std::FILE* const out = tables_to(command.json, command.plot);
  if (const auto& device = report.device) {
    fmt::print(out, "{}: copy {:.0f} GB/s", device->name, device->copy_gb_s);
    if (device->issue_gops > 0) fmt::print(out, ", {:.0f} G multiply-adds/s", device->issue_gops);
    fmt::print(out, "\n");
  }
  fmt::print(out, "{}, {} cores\n{}", report.cpu_name, report.cores, bench_heading());
  for (const int n : command.cells)
    for (const auto& [name, loaded] : scenes) {
      const Scene sized = refine(loaded.scene, static_cast<double>(n) / loaded.scene.grid.nx);
      for (BenchRow& row : compare(name, sized, command, report.device)) {
        fmt::print(out, "{}", bench_line(row));
        if (command.live) fmt::print(out, "{}", live_line(sized, command, row));
        std::fflush(out);
        report.rows.push_back(std::move(row));
      }
    }
  catch_signals();
  if (!command.plot.empty())
    if (const int code = write_result(command.plot, bench_svg(report)); code != exit_done) return code;
  return command.json.empty() ? exit_done : write_result(command.json, bench_json(report));
}

int bench(const BenchCommand& command) {
  std::vector<std::pair<std::string, LoadedScene>> scenes;
  if (const int code = load_scenes(command, scenes); code != exit_done) return code;
  std::vector<InputFile> inputs;
  for (const auto& [name, loaded] : scenes) inputs.insert(inputs.end(), loaded.inputs.begin(), loaded.inputs.end());
  if (const int code = check_outputs(
          {{"--json", command.json}, {"--csv", command.csv}, {"--plot", command.plot}, {"--slice", command.slice}},
          inputs);
      code != exit_done)
    return code;
  catch_signals();
  end_at_signals("interrupted; no file was written");
  if (command.engine.divides()) return measure_devices(command, scenes);
  return command.paper.empty() ? measure(command, scenes) : run_papers(command);
}

struct BenchOptions {
  BenchCommand command;
  std::string precision;
  EngineGroup engine;
  CLI::App* app = nullptr;

  void add_to(CLI::App& to) {
    app = &to;
    CLI::Option* name =
        app->add_option("--scene", command.scene, "vacuum or a built-in scene; default: vacuum and lecture")
            ->check(check::not_empty())
            ->type_name("NAME");
    CLI::Option* cells =
        app->add_option("--cells", command.cells, "grid sizes: number of cells along each axis, separated by commas")
            ->delimiter(',')
            ->check(check::whole(64, 131072))
            ->type_name("N,…");
    std::vector<std::string> names;
    for (const SchemeFacts& facts : all_schemes())
      if (facts.live) names.emplace_back(facts.name);
    CLI::Option* schemes =
        app->add_option("--scheme", command.schemes, "schemes to measure on the GPU, separated by commas")
            ->delimiter(',')
            ->check(check::one_of(names))
            ->type_name("NAME,…");
    add_file_option(to, "--json", command.json, "write the results to a file; - is standard output");
    CLI::Option* plot = add_file_option(to, "--plot", command.plot, "plot speed against size to a file (SVG)");
    std::vector<std::string> papers;
    for (const Paper& known : all_papers()) papers.emplace_back(known.name);
    const std::string paper_names = fmt::format("{}", fmt::join(papers, ", "));
    papers.emplace_back("all");
    CLI::Option* paper =
        app->add_option("--paper", command.paper, fmt::format("print the tables of a paper: {}, or all", paper_names))
            ->check(check::one_of(papers))
            ->type_name("NAME");
    app->add_flag("--quick", command.quick, "with --paper: small sizes only; all papers take less than a minute")
        ->needs(paper);
    add_file_option(to, "--csv", command.csv, "with --paper: write the tables to a file; - is standard output");
    add_file_option(to, "--slice", command.slice,
                    "with --paper yamamoto: write the density in a plane of the 3-D shock tube (.npy)");
    CLI::Option* live = app->add_flag("--live", command.live,
                                      "also measure while the window is drawn off-screen at the display's rate");
    CLI::Option* numbers = app->add_option("--precision", precision, "precision: float or double")
                               ->check(check::one_of({"float", "double"}))
                               ->type_name("");
    // The tables of the papers have fixed scenes and settings.
    for (CLI::Option* own : {name, cells, schemes, plot, live, numbers}) paper->excludes(own);
    engine.add_to(to);
  }
  int run() {
    command.engine = engine.take();
    if (precision == "double") command.precision = Precision::float64;
    if (precision == "float") command.precision = Precision::float32;
    command.every_scene = app->count("--scene") == 0;
    if (!command.csv.empty() && command.paper.empty())
      throw CLI::ParseError("--csv needs --paper; use --json for other results", exit_usage);
    if (command.engine.divides() && (!command.paper.empty() || command.live || !command.plot.empty()))
      throw CLI::ParseError(
          "--devices measures how the speed grows with the devices; leave out --paper, --live and "
          "--plot",
          exit_usage);
    if (!command.slice.empty() && command.paper != "yamamoto")
      throw CLI::ParseError("--slice needs --paper yamamoto", exit_usage);
    return bench(command);
  }
};

}  // namespace

Action add_bench(CLI::App& app) { return action_of<BenchOptions>(app); }

}  // namespace ez
