#include "solver/measure/own_echo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/measure/open_sides.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"

namespace ez {
namespace {

// A source in metres. A point has both ends at one position.
struct Rod {
  Vec2 from, to;
  PulseTimes pulse;
};

Vec2 position(Vec2 cell, Node n) { return {n.i * cell.x, n.j * cell.y}; }

std::vector<Rod> rods_of(const Scene& scene) {
  const Vec2 cell = cell_size(scene);
  std::vector<Rod> out;
  for (const Source& source : scene.sources) {
    if (!source.on) continue;
    const std::vector<Node> nodes = source_nodes(scene, source);
    out.push_back({position(cell, nodes.front()), position(cell, nodes.back()), pulse_times(source.waveform)});
  }
  return out;
}

Rod mirrored(const Scene& scene, Rod rod, Side side) {
  const Vec2 cell = cell_size(scene);
  const double plane = reflecting_plane(scene, side);
  for (Vec2* p : {&rod.from, &rod.to}) {
    if (across_x(side))
      p->x = 2 * plane * cell.x - p->x;
    else
      p->y = 2 * plane * cell.y - p->y;
  }
  return rod;
}

double distance(const Rod& rod, Vec2 at) {
  const double dx = rod.to.x - rod.from.x, dy = rod.to.y - rod.from.y, length = dx * dx + dy * dy;
  const double along = length > 0 ? ((at.x - rod.from.x) * dx + (at.y - rod.from.y) * dy) / length : 0;
  const double k = std::clamp(along, 0.0, 1.0);
  return std::hypot(at.x - rod.from.x - k * dx, at.y - rod.from.y - k * dy);
}
// Returns the distance to the nearest periodic copy.
double least_distance(const Scene& scene, const Rod& rod, Vec2 at) {
  const Vec2 period = extent(scene);
  double least = distance(rod, at);
  for (const int k : {-1, 1}) {
    if (facts_of(scene.boundary[Side::left]).in_pairs)
      least = std::min(least, distance(rod, {at.x + k * period.x, at.y}));
    if (facts_of(scene.boundary[Side::bottom]).in_pairs)
      least = std::min(least, distance(rod, {at.x, at.y + k * period.y}));
  }
  return least;
}

}  // namespace

std::vector<double> own_until(const Scene& scene, const SceneMedia& media, const MeterLine& line,
                              const std::vector<Side>& open) {
  std::vector<double> out(static_cast<std::size_t>(line.count), 0);
  if (scene.initial.value != 0) return out;  // the field is not 0 from the start
  // The time at which a box's scattered field starts is unknown. The waves of a moving source come from other
  // positions.
  const auto is_elsewhere = [](const Source& s) {
    return s.on && (moves(s) || std::holds_alternative<PlaneSource>(s.geometry));
  };
  if (std::any_of(scene.sources.begin(), scene.sources.end(), is_elsewhere)) return out;
  const double fastest = fastest_speed(media), slow = background_speed(scene);
  const Vec2 cell = cell_size(scene);
  std::vector<Rod> own, others;
  const std::vector<Side> opened = opened_sides(scene);
  for (const Rod& rod : rods_of(scene)) {
    own.push_back(mirrored(scene, rod, line.side));
    for (const Side other : opened)
      if (other != line.side && std::find(open.begin(), open.end(), other) == open.end())
        others.push_back(mirrored(scene, rod, other));
  }
  for (int k = 0; k < line.count; ++k) {
    const Vec2 at = position(cell, line.at(k));
    double disturbed = std::numeric_limits<double>::infinity(), passed = disturbed;
    for (const Rod& rod : others)
      disturbed = std::min(disturbed, rod.pulse.begin + least_distance(scene, rod, at) / fastest);
    for (const Rod& rod : own) {
      const double whole = std::isfinite(rod.pulse.end) ? rod.pulse.end : rod.pulse.peak;
      passed = std::min(passed, whole + distance(rod, at) / slow);
    }
    if (passed < disturbed) out[static_cast<std::size_t>(k)] = disturbed;
  }
  return out;
}

}  // namespace ez
