// The command, what all tables share, and how they are written.
#include "app/commands/bench_papers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include "app/commands/commands.h"
#include "app/exit_code.h"
#include "app/interrupt.h"
#include "ezscope/version.h"
#include "solver/scene/scene_file.h"
#include "solver/solver.h"

namespace ez {
namespace {

constexpr double longest_run = 1.0;  // s

std::string escaped(const std::string& cell) {
  std::string out;
  for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell.find_first_of(",\"\n") == std::string::npos ? cell : '"' + out + '"';
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + '"';
}

std::string line(const std::vector<std::string>& cells) { return fmt::format("| {} |\n", fmt::join(cells, " | ")); }

// What every table ends with.
std::string made_with(const PaperBench& b) {
  if (!b.device) return fmt::format("GPU columns skipped: {}. ezscope {} ({}).", b.skipped, version, revision);
  const BenchDevice& d = *b.device;
  return fmt::format("{}, driver {}, {:.0f} MHz at most; copy {:.0f} GB/s measured{}, L2 {:.0f} GB/s; ezscope {} ({}).",
                     d.name, d.driver, d.sm_clock_mhz, d.copy_gb_s,
                     d.theoretical_gb_s > 0 ? fmt::format(" of {:.0f} stated", d.theoretical_gb_s) : "", d.l2_gb_s,
                     version, revision);
}

}  // namespace

std::string markdown(const PaperTable& t) {
  std::string out = fmt::format("### {}\n\n{}", t.title, line(t.columns));
  out += line(std::vector<std::string>(t.columns.size(), "---:"));
  for (const auto& row : t.rows) out += line(row);
  for (const std::string& note : t.notes) out += "\n" + note + "\n";
  return out + "\n";
}

std::string csv(const PaperTable& t) {
  std::string out = "# " + t.title + "\n";
  const auto add = [&](const std::vector<std::string>& cells) {
    std::vector<std::string> fields;
    for (const std::string& c : cells) fields.push_back(escaped(c));
    out += fmt::format("{}\n", fmt::join(fields, ","));
  };
  add(t.columns);
  for (const auto& row : t.rows) add(row);
  return out;
}

std::string json(const PaperTable& t) {
  const auto list = [](const std::vector<std::string>& cells) {
    std::vector<std::string> out;
    for (const std::string& c : cells) out.push_back(quoted(c));
    return fmt::format("[{}]", fmt::join(out, ", "));
  };
  std::vector<std::string> rows;
  for (const auto& row : t.rows) rows.push_back(list(row));
  return fmt::format(R"({{"title": {}, "columns": {}, "rows": [{}]}})", quoted(t.title), list(t.columns),
                     fmt::join(rows, ", "));
}

Scene paper_scene(BoundaryKind walls, int n, Precision precision) {
  Scene s;
  s.unit = Unit::cell;
  s.grid.nx = s.grid.ny = n;
  s.grid.dx = s.grid.dy = 1e-3;
  s.grid.courant = 0.7071;  // cΔt/Δ = 0.5, as in the papers
  s.grid.precision = precision;
  s.boundary.side.fill(walls);
  Source sine;
  sine.geometry = PointSource{{n / 2.0, n / 2.0}};
  sine.waveform = Cw{299792458.0 / (20 * s.grid.dx), 0, 0};
  s.sources = {sine};
  return s;
}

std::optional<double> PaperBench::seconds(const Scene& scene, const SchemeChoice& scheme, BlockShape block, int steps) {
  if (!device) {
    skipped_because = skipped;
    return std::nullopt;
  }
  try {
    EngineRequest request = engine;
    request.backend = Backend::cuda;
    Solver solver(make_engine(request).engine, scene);
    skipped_because = solver.set_scheme(scheme);
    if (skipped_because.empty()) skipped_because = solver.engine().set_block(block);
    if (!skipped_because.empty()) return std::nullopt;
    const auto timed = [&](int n) {
      solver.take_speed();
      solver.advance(n);
      solver.wait();
      return solver.take_speed().seconds;
    };
    int n = 3;
    double trial = timed(n);
    while (trial < 0.02 && n < steps) trial = timed(n = std::min(steps, 4 * n));
    const int count = std::clamp(static_cast<int>(longest_run * n / trial), 1, steps);
    BenchRow row;
    row.scheme = scheme.name;
    row.scene = "paper";
    row.backend = "CUDA";
    row.nx = scene.grid.nx;
    row.ny = scene.grid.ny;
    row.precision = scene.grid.precision;
    row.block = solver.engine().block();
    row.steps = count;
    for (int run = 0; run < (quick ? 1 : 3); ++run) row.seconds.push_back(timed(count));
    std::sort(row.seconds.begin(), row.seconds.end());
    row.bytes_per_cell_step = bytes_per_cell_step(*find_scheme(scheme.name), scheme.variant, row.precision);
    row.roof = device->copy_gb_s / row.bytes_per_cell_step;
    rows.push_back(row);
    return row.median() * steps / count;
  } catch (const OutOfMemory& e) {
    skipped_because = e.what();
  } catch (const EngineError& e) {
    skipped_because = e.what();
  }
  return std::nullopt;
}

int run_papers(const BenchCommand& command) {
  PaperBench bench;
  bench.engine = command.engine;
  bench.quick = command.quick;
  const CudaStatus cuda = cuda_status();
  bench.skipped = command.engine.backend == Backend::cpu ? "--backend cpu" : cuda.problem;
  if (command.engine.backend == Backend::cuda && !cuda.problem.empty())
    throw EngineError("no CUDA engine: " + cuda.problem + "; --backend cpu runs everywhere");
  if (bench.skipped.empty()) bench.device = measure_device(std::max(0, command.engine.device));
  using Maker = std::vector<PaperTable> (*)(PaperBench&);
  const std::pair<const char*, Maker> papers[] = {{"takada", takada_tables},
                                                  {"minami", minami_tables},
                                                  {"golovashkin", golovashkin_tables},
                                                  {"yanagitani", yanagitani_tables}};
  std::string all_csv, all_json;
  for (const auto& [name, make] : papers) {
    if (command.paper != "all" && command.paper != name) continue;
    for (PaperTable& t : make(bench)) {
      if (interrupted()) return exit_interrupted;
      t.notes.push_back(made_with(bench));
      fmt::print("{}", markdown(t));
      std::fflush(stdout);
      all_csv += csv(t);
      all_json += (all_json.empty() ? "" : ",\n    ") + json(t);
    }
  }
  if (!command.csv.empty()) write_file_atomically(command.csv, all_csv);
  if (!command.json.empty()) {
    BenchReport report;
    report.device = bench.device;
    report.cpu_name = make_cpu_engine(1)->info().device;
    report.cores = report.threads = static_cast<int>(std::thread::hardware_concurrency());
    report.rows = bench.rows;
    report.tables = all_json;
    write_file_atomically(command.json, bench_json(report));
  }
  return exit_done;
}

}  // namespace ez
