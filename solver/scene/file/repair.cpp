// Repairs a problem that validate() found, with one change of the value at its path.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "solver/scene/file/rules.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Splits "source.3.at" into {"source", "at", 3}.
struct Place {
  std::string_view list, key;
  std::size_t index = 0;
};
Place place_of(std::string_view path) {
  Place p{path, path};
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return p;
  const char* end = path.data() + path.size();
  const auto [stop, error] = std::from_chars(path.data() + dot + 1, end, p.index);
  if (error != std::errc()) return p;
  p.list = path.substr(0, dot);
  p.key = std::string_view(stop, static_cast<std::size_t>(end - stop));
  if (p.key.starts_with('.')) p.key.remove_prefix(1);
  return p;
}

Vec2 inside(const Scene& s, Vec2 at) {
  const Vec2 n = to_nodes(s, at), last = {s.grid.nx - 1.0, s.grid.ny - 1.0};
  if (n.x >= 0 && n.x <= last.x && n.y >= 0 && n.y <= last.y) return at;
  return from_nodes(s, {std::clamp(std::round(n.x), 0.0, last.x), std::clamp(std::round(n.y), 0.0, last.y)});
}
void bring_inside(const Scene& s, Source& source) {
  for (const NamedPlace& place : places_of(source)) *place.at = inside(s, *place.at);
}
void shift(const Scene& s, Source& source, Vec2 nodes) {
  for (const NamedPlace& place : places_of(source)) {
    const Vec2 n = to_nodes(s, *place.at);
    *place.at = from_nodes(s, {n.x + nodes.x, n.y + nodes.y});
  }
}

bool is_place(Source source, std::string_view key) {
  const std::vector<NamedPlace> places = places_of(source);
  return std::any_of(places.begin(), places.end(), [&](const NamedPlace& p) { return p.key == key; });
}
bool has_no_effect(const Scene& scene, const SharedMedia& media, std::size_t k) {
  const std::vector<Finding> found = findings_of(scene, media);
  return std::any_of(found.begin(), found.end(), [&](const Finding& f) {
    const Place p = place_of(f.path);
    return p.list == "source" && p.index == k && is_place(scene.sources[k], p.key);
  });
}

// Moves a source to the nearest position along the axes and diagonals at which it has no finding.
// Without such a position it stays.
void move_source_to_valid_node(Scene& s, const SharedMedia& media, std::size_t k) {
  const Source start = s.sources[k];
  constexpr int farthest = 512;
  for (int r = 1; r < std::min(farthest, std::max(s.grid.nx, s.grid.ny)); ++r)
    for (const auto& [x, y] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}) {
      s.sources[k] = start;
      shift(s, s.sources[k], {1.0 * r * x, 1.0 * r * y});
      if (!has_no_effect(s, media, k)) return;
    }
  s.sources[k] = start;
}

constexpr std::string_view of_waveform = "waveform.";

struct Repair {
  std::string words;
  Scene scene;
};

// `search`: the repaired scene is needed, not only the words.
Repair of_source(Scene s, const SharedMedia& media, const Place& p, bool error, bool search) {
  if (p.index >= s.sources.size()) return {};
  Source& source = s.sources[p.index];
  const Source before = source;
  if (is_place(source, p.key)) {
    if (error) bring_inside(s, source);
    if (error && source == before && straighten(s, source, 1) && source != before)
      return {"Align it with an axis", std::move(s)};
    if (search && has_no_effect(s, media, p.index)) move_source_to_valid_node(s, media, p.index);
    return {error ? "Move it inside" : "Move it to a free node", std::move(s)};
  }
  if (std::string words; !error && p.key.starts_with(of_waveform)) {
    const WaveMedia waves(s, media->extreme());
    visit_resolved(source.waveform, [&](std::string_view name, double& v, const Key& key, double cycles) {
      if (name != p.key.substr(of_waveform.size())) return;
      const double resolved = cycles > 0 ? cycles * resolved_time(waves) : resolved_frequency(waves);
      if (!(resolved >= key.range.low && resolved <= key.range.high)) return;
      v = resolved;
      words = cycles == 1 ? "Set the rise to 10 cells' travel time" : "Set 10 cells per wavelength";
    });
    if (!words.empty()) return {words, std::move(s)};
  }
  if (double* phase = phase_in(source.waveform); phase && p.key == "waveform.phase" && !error) {
    *phase = std::fmod(*phase, 360);
    return {"Remove whole turns", std::move(s)};
  }
  return {};
}

Repair of_boundary(Scene s, std::string_view path) {
  if (path == "boundary.cpml.kappa") {
    s.boundary.cpml.kappa = CpmlGrading().kappa;
    return {"Use the default", std::move(s)};
  }
  if (path == "boundary.cpml.cells") {
    s.boundary.cpml.cells = std::min(std::max(s.boundary.cpml.cells, 1), most_layer_cells(s));
    if (s.boundary.cpml.cells < 1) return {};
    return {fmt::format("Set the layers to {} cells", s.boundary.cpml.cells), std::move(s)};
  }
  for (const Side side : all_sides)
    if (path == fmt::format("boundary.{}", to_string(side))) {
      s.boundary[opposite(side)] = s.boundary[side];
      return {"Make both periodic", std::move(s)};
    }
  return {};
}

// A finding about the Courant number has the path of the medium that limits it.
Repair repair(Scene s, const SharedMedia& known, const Message& problem, bool search) {
  const Place p = place_of(problem.path);
  const bool error = problem.kind == Message::Kind::error;
  if (p.list == "source") {
    const SharedMedia media = media_of(s, known);
    return of_source(std::move(s), media, p, error, search);
  }
  if (p.list == "probe" && p.key == "at" && p.index < s.probes.size()) {
    s.probes[p.index].at = inside(s, s.probes[p.index].at);
    return {"Move it inside", std::move(s)};
  }
  if (p.list == "monitor" && p.index < s.monitors.size())
    for (const MonitorPlace& place : places_of(s.monitors[p.index]))
      if (place.key == p.key) {
        const Vec2 moved = inside(s, *place.at);
        if (moved == *place.at) break;
        *place.at = moved;
        return {"Move it inside", std::move(s)};
      }
  if (p.list == "shape" && !error && p.index < s.shapes.size()) {
    s.shapes.erase(s.shapes.begin() + static_cast<std::ptrdiff_t>(p.index));
    return {"Delete it", std::move(s)};
  }
  if (p.list == "material" && p.index < s.materials.size() && !error &&
      (p.key == "mu" || (p.key == "eps" && s.materials[p.index].eps_formula.empty()))) {
    (p.key == "eps" ? s.materials[p.index].eps : s.materials[p.index].mu) = most_eps;
    return {fmt::format("Set it to {:g}", most_eps), std::move(s)};
  }
  const bool courant = problem.path == "grid.courant" || (p.list == "material" && p.key.empty());
  if (courant && most_courant(s) > 0 && s.grid.courant > most_courant(s)) {
    s.grid.courant = most_courant(s);
    return {fmt::format("Set the Courant number to {:g}", s.grid.courant), std::move(s)};
  }
  if (p.list == "fault" && p.index < s.faults.size()) {
    s.faults.erase(s.faults.begin() + static_cast<std::ptrdiff_t>(p.index));
    return {"Remove the fault", std::move(s)};
  }
  if (p.list == "check" && p.index < s.checks.size()) {
    s.checks.erase(s.checks.begin() + static_cast<std::ptrdiff_t>(p.index));
    return {"Remove the check", std::move(s)};
  }
  if (p.list == "sweep" && p.index < s.sweeps.size()) {
    s.sweeps.erase(s.sweeps.begin() + static_cast<std::ptrdiff_t>(p.index));
    return {"Remove the sweep", std::move(s)};
  }
  if (problem.path == "hidden_fault") {
    s.hidden_fault.reset();
    return {"Remove the hidden fault", std::move(s)};
  }
  if (problem.path == "run.scheme" && !error) {
    s.run.scheme = RunPreset().scheme;
    s.run.form.clear();
    s.run.block.reset();
    return {"Use the default scheme", std::move(s)};
  }
  return of_boundary(std::move(s), problem.path);
}

}  // namespace

double resolved_frequency(const WaveMedia& media) {
  const double most = media.frequency_of(fewest_cells_per_wave), p = std::pow(10, std::floor(std::log10(most)) - 3);
  return std::floor(most / p * (1 + 1e-9)) * p;
}

double resolved_time(const WaveMedia& media) {
  const double least = 1 / media.frequency_of(fewest_cells_per_wave);
  const double p = std::pow(10, std::floor(std::log10(least)) - 3);
  return std::ceil(least / p * (1 - 1e-9)) * p;
}

int most_layer_cells(const Scene& scene) {
  const auto along = [&](Side one, Side other, int nodes) {
    const int sides = scene.boundary.has_layer(one) + scene.boundary.has_layer(other);
    return sides == 0 ? most_cells : (nodes - fewest_inner_nodes) / sides;
  };
  return std::min(along(Side::left, Side::right, scene.grid.nx), along(Side::bottom, Side::top, scene.grid.ny));
}

double most_courant(const Scene& scene) {
  double eps = 1, mu = 1;
  for (const Material& m : scene.materials) eps = std::min(eps, m.eps), mu = std::min(mu, m.mu);
  const double limit = std::sqrt(eps * mu), digits = std::pow(10.0, 3 - std::floor(std::log10(limit)));
  return std::floor(limit * digits) / digits;
}

std::string repair_words(const Scene& scene, const Message& problem, const SharedMedia& known) {
  return repair(scene, known, problem, false).words;
}

Scene repaired(const Scene& scene, const Message& problem, const SharedMedia& known) {
  Repair r = repair(scene, known, problem, true);
  return r.words.empty() ? scene : r.scene;
}

}  // namespace ez
