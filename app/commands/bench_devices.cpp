#include "app/commands/bench_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/commands/bench_runs.h"
#include "app/options/results.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "solver/base/json_text.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

struct DevicesRow {
  std::string scene, device, note;
  bool same_grid = true;  // false: the same number of cells on each device
  int nx = 0, ny = 0, steps = 0;
  std::size_t devices = 1;
  std::array<double, bench_runs> seconds{};  // sorted
  double gcells(double s) const { return 1e-9 * nx * static_cast<double>(ny) * steps / s; }
  double median() const { return gcells(seconds[bench_runs / 2]); }
};

// Returns the numbers of devices to measure: powers of two, and all.
std::vector<std::size_t> counts_of(std::size_t all) {
  std::vector<std::size_t> out;
  for (std::size_t n = 1; n < all; n *= 2) out.push_back(n);
  out.push_back(all);
  return out;
}

DevicesRow measure_one(const std::string& name, const Scene& scene, const BenchCommand& command,
                       const std::vector<int>& devices) {
  EngineRequest request = command.engine;
  request.all_devices = false;
  request.devices = devices;
  Solver solver(make_engine(request).engine, scene);
  DevicesRow row;
  row.scene = name, row.devices = devices.size();
  row.nx = scene.grid.nx, row.ny = scene.grid.ny;
  row.device = solver.info().device;
  begin_bench(solver);
  row.steps = calibrated_steps(solver);
  for (double& s : row.seconds) s = timed(solver, row.steps);
  std::ranges::sort(row.seconds);
  row.note = solver.engine().scheme_note();
  return row;
}

std::string line_of(const DevicesRow& r, double one) {
  return fmt::format("{:<9} {:>6} × {:<6} {:>8} {:>7} {:>9.1f} ({:.1f} to {:.1f}) {:>7.2f} ×  {}\n", r.scene, r.nx,
                     r.ny, r.same_grid ? "same" : "larger", r.devices, r.median(), r.gcells(r.seconds.back()),
                     r.gcells(r.seconds.front()), r.median() / one, r.note);
}

std::string json_of(const std::vector<DevicesRow>& rows) {
  std::string out = "{\"devices\": [";
  for (const DevicesRow& r : rows)
    out += fmt::format(
        "{}\n  {{\"scene\": {}, \"device\": {}, \"devices\": {}, \"same_grid\": {}, \"nx\": {}, \"ny\": {}, \"steps\": "
        "{}, \"gcells_per_s\": {:.4g}, \"note\": {}}}",
        &r == rows.data() ? "" : ",", quoted(r.scene), quoted(r.device), r.devices, r.same_grid, r.nx, r.ny, r.steps,
        r.median(), quoted(r.note));
  return out + "\n]}\n";
}

}  // namespace

int measure_devices(const BenchCommand& command, const std::vector<std::pair<std::string, LoadedScene>>& scenes) {
  const std::vector<int> all = make_engine(command.engine).engine->info().devices;
  std::FILE* const out = tables_to(command.json, "");
  fmt::print(out, "{:<9} {:>15} {:>8} {:>7} {:>9} {:>9}\n", "scene", "cells", "grid", "devices", "Gcell/s", "speed-up");
  std::vector<DevicesRow> rows;
  for (const int cells : command.cells)
    for (const auto& [name, loaded] : scenes) {
      if (in_cells(loaded.scene.physics))
        return fail(exit_scene, fmt::format("{}: a gas or heat runs on one device; choose another scene", name));
      double one = 0;
      for (const std::size_t count : counts_of(all.size()))
        for (const bool same_grid : {true, false}) {
          if (count == 1 && !same_grid) continue;
          const double n = cells * (same_grid ? 1.0 : std::sqrt(static_cast<double>(count)));
          const Scene sized = refine(loaded.scene, n / loaded.scene.grid.nx);
          rows.push_back(measure_one(name, sized, command, {all.begin(), all.begin() + static_cast<int>(count)}));
          rows.back().same_grid = same_grid;
          if (count == 1) one = rows.back().median();
          fmt::print(out, "{}", line_of(rows.back(), one));
          std::fflush(out);
        }
    }
  catch_signals();
  return command.json.empty() ? exit_done : write_result(command.json, json_of(rows));
}

}  // namespace ez
