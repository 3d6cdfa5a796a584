// ezscope info: a scene with all values derived from it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "solver/base/constants.h"
#include "solver/base/memory.h"
#include "solver/base/utf8.h"
#include "solver/engine/backend.h"
#include "solver/problem/problem.h"
#include "solver/scene/formula.h"
#include "solver/scene/raster/scene_media.h"
#include "solver/scene/section.h"
#include "solver/scene/shortest_wave.h"
#include "solver/theory/functions.h"

namespace ez {
namespace {

// Formats a number with three digits and an SI prefix: "2.31 ps".
std::string si(double value, const char* unit) {
  if (value == 0 || !std::isfinite(value)) return fmt::format("{} {}", value, unit);
  const char* prefixes[] = {"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P"};
  const int k = static_cast<int>(std::floor(std::log10(std::abs(value)) / 3));
  if (k < -5 || k > 5) return fmt::format("{:.4g} {}", value, unit);
  return fmt::format("{:.4g} {}{}", value * std::pow(10.0, -3 * k), prefixes[k + 5], unit);
}

// Prints the densest medium in use, and how well the grid resolves the waves in it.
void print_densest_medium(const Scene& scene, const SceneMedia& media) {
  const std::optional<ShortestWave> wave = shortest_wave(scene, WaveMedia(scene, media.extreme()));
  if (!wave) return;
  fmt::print("# densest medium {}: n = {:.4g}, λ = {} = {:.4g} cells at {}", printable(wave->medium), wave->index,
             si(wave->wavelength, "m"), wave->cells, si(wave->frequency, "Hz"));
  if (wave->cells_at_end < 0.999 * wave->cells)
    fmt::print(", {:.4g} cells at the band's end (−40 dB)", wave->cells_at_end);
  fmt::print("\n");
}

// Prints the range of values that formulas give, and the rounding if there are not enough palette entries.
void print_mixed(const Scene& scene, const SceneMedia& media) {
  for (const GradedRange& r : media.ranges()) {
    fmt::print("# {:<14} eps {:.6g} to {:.6g}", printable(r.material), r.least_eps, r.most_eps);
    if (r.most_sigma > 0) fmt::print(" · sigma {:.6g} to {:.6g} S/m", r.least_sigma, r.most_sigma);
    fmt::print("\n");
  }
  const NodeMap map = rasterize(scene);
  if (map.mixed().empty()) return;
  fmt::print("# mixed media    {}{}\n", map.mixed().size(),
             map.eps_step() > 0 ? fmt::format(", their eps rounded to multiples of {:g}", map.eps_step())
                                : std::string(", exact"));
}

// Returns the number of devices over which the request divides a grid; 1: it is not divided.
int devices_of(const EngineRequest& request, const Backend& backend) {
  if (!backend.exchange || !request.divides()) return 1;
  return std::max(1, request.all_devices ? backend.devices().count : static_cast<int>(request.devices.size()));
}

// Prints the memory that each backend's engine needs. `apart` bytes are in main memory.
void print_memory(double bytes, double apart, const EngineRequest& request) {
  std::string needs;  // the host's comes first, because every machine has it
  for (const Backend& b : all_backends()) {
    if (!b.automatic) continue;
    const int devices = devices_of(request, b);
    const std::string place = devices > 1 ? fmt::format("each of {} devices", devices) : "the device";
    const std::string one = b.devices ? fmt::format("{} engine {} on {} and {} on the host", b.title,
                                                    human_bytes(bytes / devices), place, human_bytes(apart))
                                      : fmt::format("{} engine {}", b.title, human_bytes(bytes + apart));
    needs = needs.empty() ? one : fmt::format("{} · {}", one, needs);
  }
  fmt::print("# memory         {}\n", needs);
}

// Prints the lines of a gas or heat.
int info_of_cells(const Scene& scene) {
  const auto [width, height] = extent(scene);
  const bool heat = scene.physics == Physics::heat;
  const bool fixed = (heat ? scene.heat.dt : scene.gas.dt).has_value();
  fmt::print("# time step      {} ({:.9g} s){}\n", si(time_step(scene), "s"), time_step(scene),
             fixed  ? ", fixed"
             : heat ? ", by cfl"
                    : ", the first one by cfl");
  fmt::print("# scheme         {}\n", heat                                 ? "diffusion, explicit"
                                      : scene.gas.scheme == GasScheme::roe ? "Roe, first order"
                                      : scene.gas.scheme == GasScheme::muscl_hllc
                                          ? "MUSCL-Hancock with HLLC, second order"
                                          : "Lax-Wendroff, second order");
  fmt::print("# size           {} × {}\n", si(width, "m"), si(height, "m"));
  for (const FluidState& s : scene.states) {
    if (heat) {
      fmt::print("# state {:<8} value {:g}\n", printable(s.name), s.value);
      continue;
    }
    const double c = std::sqrt(scene.gas.gamma * s.pressure / s.density);
    fmt::print("# state {:<8} sound {} · Mach {:.4g}\n", printable(s.name), si(c, "m/s"),
               std::hypot(s.velocity.x, s.velocity.y) / c);
  }
  const double cells = static_cast<double>(scene.grid.nx) * scene.grid.ny, bytes = engine_bytes(scene);
  const double of_start = cells * (heat ? 1 : 4) * sizeof(double);  // the initial state, stored for the next reset
  fmt::print("# cells          {:.0f}\n", cells);
  print_memory(bytes, of_start, {});
  fmt::print("\n{}", write_scene(scene, true));
  return exit_done;
}

int info(const SceneOptions& options, const EngineRequest& engine) {
  const auto loaded = load(options);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Scene& scene = std::get<LoadedScene>(loaded).scene;
  const SharedMedia media = media_of(scene, std::get<LoadedScene>(loaded).media);
  const Vec2 cell = cell_size(scene);
  const double dt = time_step(scene);
  if (in_cells(scene.physics)) return info_of_cells(scene);
  const auto [width, height] = extent(scene);
  fmt::print("# time step      {} ({:.9g} s)\n", si(dt, "s"), dt);
  fmt::print("# size           {} × {}\n", si(width, "m"), si(height, "m"));
  if (const auto period = first_period(scene); period && std::isfinite(c0 * *period)) {
    const double lambda = c0 * *period;
    fmt::print("# wavelength     {} = {:.4g} × {:.4g} cells (vacuum, first source with a frequency)\n", si(lambda, "m"),
               lambda / cell.x, lambda / cell.y);
    fmt::print("# size in λ      {:.4g} × {:.4g}\n", width / lambda, height / lambda);
    fmt::print("# steps a period {:.4g}\n", *period / dt);
  }
  print_densest_medium(scene, *media);
  if (has_mixed_media(scene)) print_mixed(scene, *media);
  const double nodes = static_cast<double>(scene.grid.nx) * scene.grid.ny, bytes = engine_bytes(scene);
  fmt::print("# nodes          {:.0f}\n", nodes);
  print_memory(bytes, 2 * nodes, engine);
  for (std::size_t k = 0; k < scene.sources.size(); ++k)
    if (const auto* g = std::get_if<ModeSource>(&scene.sources[k].geometry))
      if (const auto f = middle_frequency(scene.sources[k].waveform))
        if (const auto mode = guided_mode(section_of(scene, g->from, g->to, *f), *f, g->index))
          fmt::print("# source {:<7} mode {} of {}, effective index {:.7g} at {}\n", k + 1, g->index,
                     guided_modes(section_of(scene, g->from, g->to, *f), *f), mode->index, si(*f, "Hz"));
  if (!scene.variants.empty()) {
    std::string names;
    for (const Variant& v : scene.variants) names += (names.empty() ? "" : " · ") + v.name;
    fmt::print("# variants       {} (the panes of the boundary lab; render and bench run the scene itself)\n",
               printable(names));
  }
  if (scene.hidden_fault) fmt::print("# hidden fault   one, on one side; find it\n");
  fmt::print("\n{}", write_scene(scene, true));
  return exit_done;
}

// Prints the functions that formulas of a check can call, one per line.
int print_functions() {
  const auto row = [](const std::string& what, std::string_view text) { fmt::print("{:<44}  {}\n", what, text); };
  fmt::print("# measured: the first argument is a name in double quotes\n");
  for (const ReadingFunction& f : reading_functions()) row(call_text(f), f.text);
  fmt::print("\n# theory\n");
  for (const TheoryFunction& f : theory_functions()) row(call_text(f), f.text);
  fmt::print("\n# constants and the rest\n");
  for (const FormulaWord& w : formula_words()) row(std::string(w.name), w.text);
  return exit_done;
}

struct InfoOptions {
  SceneGroup scene;
  EngineGroup engine;  // nothing is computed here; --devices divides the memory
  bool functions = false;

  void add_to(CLI::App& app) {
    scene.add_to(app, false);
    engine.add_to(app);
    app.add_flag("--functions", functions, "instead, list the functions that formulas of checks can call");
  }
  int run() const {
    const EngineRequest request = engine.take();
    if (functions && !scene.options.scene.empty())
      throw CLI::ParseError("--functions lists functions and uses no scene; leave SCENE out", exit_usage);
    if (functions) return print_functions();
    if (scene.options.scene.empty()) throw CLI::RequiredError("SCENE");
    return info(scene.take(), request);
  }
};

}  // namespace

Action add_info(CLI::App& app) { return action_of<InfoOptions>(app); }

}  // namespace ez
