#include "solver/measure/mirror.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "solver/measure/source_band.h"
#include "solver/measure/twin.h"
#include "solver/physics/constants.h"
#include "solver/theory/mur_reflection.h"
#include "solver/theory/waves.h"

namespace ez {
namespace {

// The only source that is on, when it is a pulse at one point and nothing stands in its way.
const Source* clean_source(const Scene& scene) {
  const Source* found = nullptr;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    if (found) return nullptr;
    found = &s;
  }
  const bool in_the_open = std::all_of(scene.shapes.begin(), scene.shapes.end(),
                                       [&](const Shape& s) { return s.material == scene.grid.background; });
  if (!found || !in_the_open || std::holds_alternative<Cw>(found->waveform) ||
      !std::holds_alternative<PointSource>(found->geometry))
    return nullptr;
  return found;
}

Vec2 position(Node n, Vec2 cell) { return {n.i * cell.x, n.j * cell.y}; }
double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

// p mirrored at a side's reflecting plane.
Vec2 mirrored(const Scene& scene, Vec2 p, Side side) {
  const Vec2 cell = cell_size(scene);
  const double plane = reflecting_plane(scene, side);
  if (across_x(side)) return {2 * plane * cell.x - p.x, p.y};
  return {p.x, 2 * plane * cell.y - p.y};
}
// Across a periodic pair the source stands again a period on.
Vec2 image(const Scene& scene, Vec2 p, Side side) {
  if (scene.boundary[side] != BoundaryKind::periodic) return mirrored(scene, p, side);
  const Vec2 cell = cell_size(scene);
  const double sign = at_low_end(side) ? -1 : 1;
  if (across_x(side)) return {p.x + sign * scene.grid.nx * cell.x, p.y};
  return {p.x, p.y + sign * scene.grid.ny * cell.y};
}

PointPaths paths_of(Node source, Node node, bool vertical, int plane) {
  if (!vertical) std::swap(source.i, source.j), std::swap(node.i, node.j);
  return {std::abs(node.j - source.j), std::abs(node.i - source.i),
          std::abs(node.i - plane) + std::abs(source.i - plane)};
}

// Every node of a line with its paths and times.
std::vector<MirrorNode> along(const Scene& scene, const Source& source, const MeterLine& line,
                              const std::vector<Side>& open_sides, double ringing) {
  const Vec2 cell = cell_size(scene);
  const Node source_node = nearest_node(scene, std::get<PointSource>(source.geometry).at);
  const Vec2 from = position(source_node, cell);
  const Vec2 mirror = mirrored(scene, from, line.side);
  const PulseTimes pulse = pulse_times(source.waveform);
  const double speed = background_speed(scene), period = 1 / centre_frequency(scene);
  const bool vertical = across_x(line.side);
  const double to_wall = 0.5 * (vertical ? mirror.x - from.x : mirror.y - from.y);
  const double inward = at_low_end(line.side) ? -1 : 1;
  std::vector<MirrorNode> out;
  if (to_wall * inward <= 0) return out;  // the source stands in the layer
  for (int k = 0; k < line.count; ++k) {
    const Vec2 at = position(line.at(k), cell);
    MirrorNode n;
    n.side = line.side;
    n.place = k;
    n.incident = distance(from, at);
    n.reflected = distance(mirror, at);
    n.paths = paths_of(source_node, line.at(k), vertical, static_cast<int>(reflecting_plane(scene, line.side)));
    const double offset = vertical ? at.y - from.y : at.x - from.x;
    const double normal = vertical ? at.x - mirror.x : at.y - mirror.y;
    n.degrees = std::atan2(std::abs(offset), std::abs(normal)) * 180 / pi;
    n.need = pulse.end + n.reflected / speed + ringing * period;
    n.disturbed = HUGE_VAL;
    for (Side other : all_sides)
      if (other != line.side && std::find(open_sides.begin(), open_sides.end(), other) == open_sides.end())
        n.disturbed = std::min(n.disturbed, pulse.rise + distance(image(scene, from, other), at) / speed);
    out.push_back(n);
  }
  return out;
}

std::optional<double> decibels(double ratio) {
  if (!(ratio > 0) || !std::isfinite(ratio)) return std::nullopt;
  return 20 * std::log10(ratio);
}

// Angle of the wave vector whose energy travels at `theta`. On the Yee grid the group velocity is along
// (sin(kxΔx)/Δx, sin(kyΔy)/Δy).
double wave_vector_angle(const YeeGrid& g, double omega, double theta) {
  double angle = theta;
  for (int n = 0; n < 20; ++n) {
    const double k = discrete_wavenumber(g, omega, angle);
    const double x = std::sin(k * std::cos(angle) * g.dx) / g.dx, y = std::sin(k * std::sin(angle) * g.dy) / g.dy;
    angle += theta - std::atan2(y, x);
  }
  return angle;
}

}  // namespace

std::vector<MirrorNode> mirror_nodes(const Scene& scene, const std::vector<Side>& open_sides,
                                     const std::vector<double>& degrees, double tolerance, double ringing) {
  std::vector<MirrorNode> out;
  const Source* source = clean_source(scene);
  if (!source) return out;
  for (const MeterLine& line : meter_lines(scene)) {
    const std::vector<MirrorNode> nodes = along(scene, *source, line, open_sides, ringing);
    for (const double wanted : degrees) {
      const MirrorNode* best = nullptr;
      for (const MirrorNode& n : nodes) {
        const double off = std::abs(n.degrees - wanted);
        if (off > tolerance || n.disturbed < n.need) continue;
        if (!best || off < std::abs(best->degrees - wanted)) best = &n;
      }
      if (best) out.push_back(*best);
    }
  }
  return out;
}

double spreading(const Scene& scene, const MirrorNode& node, double frequency) {
  const double k = 2 * pi * frequency / background_speed(scene);
  return std::abs(hankel2_0(k * node.incident)) / std::abs(hankel2_0(k * node.reflected));
}

SideTheory::SideTheory(const Scene& scene, Side side) : kind_(scene.boundary[side]), grid_(grid_before(scene, side)) {
  if (kind_ == BoundaryKind::cpml) layer_ = layer_table(scene, side);
}

std::complex<double> SideTheory::reflection(double omega, double ky) const {
  switch (kind_) {
    case BoundaryKind::mur1:
      return discrete_mur_reflection_along(grid_, omega, ky, 1);
    case BoundaryKind::mur2:
      return discrete_mur_reflection_along(grid_, omega, ky, 2);
    case BoundaryKind::cpml:
      return discrete_cpml_reflection(layer_, grid_, omega, ky);
    case BoundaryKind::pmc:
      return 1;
    default:
      return -1;
  }
}

std::optional<double> SideTheory::db(double frequency, double degrees) const {
  const double omega = 2 * pi * frequency, theta = wave_vector_angle(grid_, omega, degrees * pi / 180);
  if (!has_theory()) return std::nullopt;
  return decibels(std::abs(reflection(omega, discrete_wavenumber(grid_, omega, theta) * std::sin(theta))));
}

std::optional<double> SideTheory::db_of_point(double frequency, const Scene& scene, const MirrorNode& node) const {
  const double omega = 2 * pi * frequency;
  if (!has_theory() || !carries_waves(grid_, frequency)) return std::nullopt;
  return decibels(spreading(scene, node, frequency) *
                  point_reflection(grid_, omega, node.paths, [&](double ky) { return reflection(omega, ky); }));
}

}  // namespace ez
