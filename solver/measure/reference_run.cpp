#include "solver/measure/reference_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/base/constants.h"
#include "solver/base/memory.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/source_band.h"
#include "solver/problem/padding.h"
#include "solver/scene/fault.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr int least_margin = 64;

int nodes_across(const Scene& scene, Side s) { return across_x(s) ? scene.grid.nx : scene.grid.ny; }

int across(Side s, Node n) { return across_x(s) ? n.i : n.j; }
// Returns the inner interface of the reference run's own layer on an opened side, in the scene's nodes.
int outer_plane(const Scene& scene, Side s, const Padding& padding) {
  const int margin = padding[s] - padding.outer.cells;
  return at_low_end(s) ? -margin : nodes_across(scene, s) - 1 + margin;
}

// Returns the distance in metres from p, mirrored at `plane` (a node coordinate across the side), to a line of nodes.
double mirrored_distance(const Vec2& cell, Node p, Side side, double plane, const MeterLine& line) {
  double x = p.i, y = p.j;
  (across_x(side) ? x : y) = 2 * plane - (across_x(side) ? x : y);
  const Node a = line.first, b = line.at(line.count - 1);
  const double dx = x - std::clamp<double>(x, a.i, b.i), dy = y - std::clamp<double>(y, a.j, b.j);
  return std::hypot(dx * cell.x, dy * cell.y);
}

// Returns the distance in metres from a plane along the side to the nearest node of a line.
double distance_to(const Vec2& cell, Side side, int plane, const MeterLine& line) {
  const int a = across(side, line.first), b = across(side, line.at(line.count - 1));
  return std::min(std::abs(a - plane), std::abs(b - plane)) * (across_x(side) ? cell.x : cell.y);
}

// Returns the cells of margin that fit in `free` bytes; 0: none would.
int fitting_margin(const Scene& scene, Padding padding, double free) {
  int fits = 0, too_many = *std::max_element(padding.cells.begin(), padding.cells.end()) - padding.outer.cells;
  while (too_many - fits > 1) {
    const int margin = (fits + too_many) / 2;
    for (int& c : padding.cells) c = c > 0 ? margin + padding.outer.cells : 0;
    (engine_bytes(scene, padding) < 0.95 * free ? fits : too_many) = margin;
  }
  return fits;
}

}  // namespace

CpmlGrading outer_grading() {
  CpmlGrading g;
  g.cells = 20;
  g.order = 4;
  g.sigma = 1.2;
  return g;
}

Padding reference_padding(const Scene& scene) {
  Padding padding;
  padding.outer = outer_grading();
  const Vec2 cell = cell_size(scene);
  const double extent = std::max(scene.grid.nx * cell.x, scene.grid.ny * cell.y);
  for (Side s : opened_sides(scene)) {
    const double half = 0.5 * extent / (across_x(s) ? cell.x : cell.y);
    const int margin = scene.reflection.margin > 0 ? scene.reflection.margin
                                                   : std::max(least_margin, static_cast<int>(std::ceil(half)));
    padding.cells[static_cast<std::size_t>(s)] = margin + padding.outer.cells;
  }
  return padding;
}

Scene reference_scene(const Scene& scene) {
  Scene s = scene;
  s.title.clear();
  s.text.clear();
  s.view = {};
  s.pause = {};
  s.probes.clear();
  s.monitors.clear();
  s.reflection = {};
  s.variants.clear();
  s.faults = active_faults(scene);
  s.hidden_fault.reset();
  const std::vector<Side> opened = opened_sides(scene);
  const Padding padding = reference_padding(scene);
  for (Source& source : s.sources) {
    // A source on a boundary has no effect in the run. It must have none either if that boundary is opened.
    const std::vector<Node> nodes = source_nodes(scene, source);
    source.on = source.on && !std::all_of(nodes.begin(), nodes.end(), [&](Node n) { return is_held(scene, n); });
    source = continued(scene, settled(scene, source), padding);
  }
  for (Side side : opened) {
    s.boundary[side] = BoundaryKind::cpml;
    s.boundary.cpml.factor[static_cast<std::size_t>(side)] = 1;
    std::erase_if(s.faults, [&](const BoundaryFault& f) { return f.side == side; });
  }
  const bool own_layer = std::any_of(all_sides.begin(), all_sides.end(), [&](Side side) {
    return scene.boundary.has_layer(side) && std::find(opened.begin(), opened.end(), side) == opened.end();
  });
  if (!own_layer) s.boundary.cpml = {};
  return s;
}

double reflecting_plane(const Scene& scene, Side side) {
  const int n = scene.boundary.layer_cells(side);
  return at_low_end(side) ? n : nodes_across(scene, side) - 1 - n;
}

double background_speed(const Scene& scene) {
  const PaletteEntry e = background_of(scene);
  return c0 / std::sqrt(e.eps * e.mu);
}

double fastest_speed(const SceneMedia& media) {
  double fastest = 0;
  for (const PaletteEntry& e : media.extreme())
    if (!e.perfect()) fastest = std::max(fastest, c0 / std::sqrt(e.eps * e.mu));
  return fastest > 0 ? fastest : c0;
}

std::array<MeterLine, 4> meter_lines(const Scene& scene) {
  std::array<MeterLine, 4> lines;
  const auto depth = [&](Side side) { return scene.boundary.layer_cells(side); };
  const int i0 = depth(Side::left), i1 = scene.grid.nx - depth(Side::right);
  const int j0 = depth(Side::bottom), j1 = scene.grid.ny - depth(Side::top);
  for (Side s : all_sides) {
    MeterLine& line = lines[static_cast<std::size_t>(s)];
    line.side = s;
    const int across = static_cast<int>(reflecting_plane(scene, s)) + (at_low_end(s) ? 2 : -2);
    line.first = across_x(s) ? Node{across, j0} : Node{i0, across};
  }
  for (Side s : opened_sides(scene)) lines[static_cast<std::size_t>(s)].count = across_x(s) ? j1 - j0 : i1 - i0;
  return lines;
}

double valid_until(const Scene& scene, const SceneMedia& media, const Padding& padding) {
  const Vec2 cell = cell_size(scene);
  const double speed = fastest_speed(media);
  const std::array<MeterLine, 4> lines = meter_lines(scene);
  double until = std::numeric_limits<double>::infinity();
  const auto returns = [&](double begin, Node p, Side side) {
    if (padding[side] == 0) return;
    const double plane = outer_plane(scene, side, padding);
    if (at_low_end(side) ? across(side, p) < plane : across(side, p) > plane) return;  // in the outer layer
    for (const MeterLine& line : lines)
      if (line.count > 0) until = std::min(until, begin + mirrored_distance(cell, p, side, plane, line) / speed);
  };
  for (const Source& source : scene.sources) {
    if (!source.on) continue;
    const double begin = pulse_times(source.waveform).begin;
    for (const Node& p : source_nodes(scene, continued(scene, source, padding)))
      for (Side side : all_sides) returns(begin, p, side);
  }
  // An initial field is at the outer layers from the start.
  for (Side side : all_sides)
    for (const MeterLine& line : lines)
      if (scene.initial.value != 0 && padding[side] > 0 && line.count > 0)
        until = std::min(until, distance_to(cell, side, outer_plane(scene, side, padding), line) / speed);
  return until;
}

std::string why_no_reference(const Scene& scene, const Padding& padding, double free) {
  const Scene laid = lay_out(scene, padding);
  const double needed = engine_bytes(scene, padding);
  std::string text = fmt::format("no reference run: its grid of {} × {} needs {}, but only {} are free", laid.grid.nx,
                                 laid.grid.ny, human_bytes(needed), human_bytes(free));
  const int margin = fitting_margin(scene, padding, free);
  if (margin >= 16) return text + fmt::format("; a margin of {} cells would fit (reflection.margin)", margin);
  const double k = std::sqrt(0.95 * free / needed);
  return text + fmt::format("; it would fit with a scene of about {} × {} cells",
                            std::max(static_cast<int>(scene.grid.nx * k), 16),
                            std::max(static_cast<int>(scene.grid.ny * k), 16));
}

}  // namespace ez
