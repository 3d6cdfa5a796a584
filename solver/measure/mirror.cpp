#include "solver/measure/mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "solver/base/constants.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"
#include "solver/theory/mur_reflection.h"
#include "solver/theory/waves.h"

namespace ez {
namespace {

// Closed sides are the same in the run and in its reference run. Their echoes may change a node's reading by at most
// this share: 0.1 dB.
constexpr double most_echo = 0.011;

// The only source that is on, if it is a pulse at one point and nothing obstructs it.
struct SingleSource {
  const Source* source = nullptr;
  std::string why;  // why there is no such source
};
SingleSource clean_source(const Scene& scene) {
  const Source* found = nullptr;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    if (found) return {nullptr, "several sources are on, but an angle needs the path from a single one"};
    found = &s;
  }
  const bool in_the_open = std::all_of(scene.shapes.begin(), scene.shapes.end(), [&](const Shape& s) {
    const std::vector<std::string_view> names = materials_of(s);
    return std::all_of(names.begin(), names.end(),
                       [&](std::string_view name) { return name == scene.grid.background; });
  });
  if (scene.initial.value != 0) return {nullptr, "the run starts with a field that does not come from the source"};
  if (!found) return {nullptr, "no source is on"};
  if (!std::holds_alternative<PointSource>(found->geometry))
    return {nullptr, fmt::format("the source is of kind {}; an angle needs a point source", kind_of(found->geometry))};
  if (moves(*found)) return {nullptr, "the source moves; an angle needs a fixed point source"};
  if (is_continuous(found->waveform))
    return {nullptr, "the source does not end; only a pulse separates the reflected wave from the direct one"};
  if (!in_the_open) return {nullptr, "shapes are in the wave's path"};
  return {found, ""};
}

Vec2 position(Node n, Vec2 cell) { return {n.i * cell.x, n.j * cell.y}; }
double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Returns p mirrored at a side's reflecting plane.
Vec2 mirrored(const Scene& scene, Vec2 p, Side side) {
  const Vec2 cell = cell_size(scene);
  const double plane = reflecting_plane(scene, side);
  if (across_x(side)) return {2 * plane * cell.x - p.x, p.y};
  return {p.x, 2 * plane * cell.y - p.y};
}
// Returns the image of the source at a side. For a periodic pair it is the source shifted by one period.
Vec2 image(const Scene& scene, Vec2 p, Side side) {
  if (!facts_of(scene.boundary[side]).in_pairs) return mirrored(scene, p, side);
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

// Returns every node of a line with its paths. The nodes are not yet marked as disturbed.
std::vector<MirrorNode> along(const Scene& scene, const Source& source, const MeterLine& line, double ringing) {
  const Vec2 cell = cell_size(scene);
  const Node source_node = source_nodes(scene, source).front();
  const Vec2 from = position(source_node, cell);
  const Vec2 mirror = mirrored(scene, from, line.side);
  const PulseTimes pulse = pulse_times(source.waveform);
  const double speed = background_speed(scene), period = 1 / centre_frequency(scene);
  const bool vertical = across_x(line.side);
  const double to_wall = 0.5 * (vertical ? mirror.x - from.x : mirror.y - from.y);
  const double inward = at_low_end(line.side) ? -1 : 1;
  std::vector<MirrorNode> out;
  if (to_wall * inward <= 0) return out;  // the source is in the layer
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
    out.push_back(n);
  }
  return out;
}

bool among(const std::vector<Side>& sides, Side side) {
  return std::find(sides.begin(), sides.end(), side) != sides.end();
}

// The effects of other sides on the nodes of one line.
class Neighbours {
 public:
  Neighbours(const Scene& scene, const Source& source, Side side, const std::vector<Side>& open_sides)
      : scene_(scene),
        side_(side),
        cell_(cell_size(scene)),
        from_(position(source_nodes(scene, source).front(), cell_)),
        rise_(pulse_times(source.waveform).rise),
        frequencies_(band_frequencies(scene, 3)) {
    for (const Side other : all_sides)
      if (other != side && !among(open_sides, other)) others_.push_back(other);
    const std::vector<Side> opened = opened_sides(scene);
    const bool known = !scene.hidden_fault && active_faults(scene).empty();
    // A second-order Mur boundary that ends in another side's layer causes an echo there that theory does not include.
    const auto ends_without_echo = [&](Side other) {
      return facts_of(scene.boundary[side]).mur_order < 2 || across_x(other) == across_x(side);
    };
    for (const Side other : others_)
      if (known && !among(opened, other) && scene.boundary.has_layer(other) && ends_without_echo(other))
        closed_.push_back(other);
    if (closed_.empty()) return;
    for (const Side s : all_sides) theory_.emplace_back(scene, s);
  }

  // Sets the time from which the node is disturbed. Returns the disturbing side if that is before the reflected pulse
  // has passed.
  std::optional<Side> disturb(MirrorNode& node, Node at_node) const {
    const Vec2 at = position(at_node, cell_);
    const double speed = background_speed(scene_);
    std::optional<Side> by;
    double echo = 0;
    for (const Side other : others_) {
      const double from = rise_ + distance(image(scene_, from_, other), at) / speed;
      if (among(closed_, other))
        if (const double more = echo + share_of(other, at); more <= most_echo) {
          echo = more;
          continue;
        }
      if (from >= node.disturbed) continue;
      node.disturbed = from;
      by = other;
    }
    return node.disturbed < node.need ? by : std::nullopt;
  }

 private:
  // Returns |reflection| of one side for a wave that travels from `image` to `at`.
  double reflected(Side side, Vec2 image, Vec2 at, double frequency) const {
    const double dx = std::abs(at.x - image.x), dy = std::abs(at.y - image.y);
    const double degrees = std::atan2(across_x(side) ? dy : dx, across_x(side) ? dx : dy) * 180 / pi;
    return theory_[static_cast<std::size_t>(side)].amplitude(frequency, degrees);
  }
  // Returns the largest relative change by a closed side over the band. It changes the incident wave by one reflection,
  // and the reflected wave by one reflection before or after that at the measured side.
  double share_of(Side other, Vec2 at) const {
    const Vec2 straight = mirrored(scene_, from_, side_), once = mirrored(scene_, from_, other);
    const Vec2 before = mirrored(scene_, once, side_), after = mirrored(scene_, straight, other);
    double most = 0;
    for (const double f : frequencies_) {
      if (!carries_waves(grid_before(scene_, side_), f)) continue;
      const auto spread = [&](Vec2 image) { return 1 / std::sqrt(distance(image, at)); };
      const double own = reflected(side_, straight, at, f) * spread(straight);
      double more = 0;
      for (const Vec2 image : {before, after})
        more += reflected(other, image, at, f) * reflected(side_, image, at, f) * spread(image);
      most = std::max(most, more / own + reflected(other, once, at, f) * spread(once) / spread(from_));
      if (most > most_echo) break;
    }
    return most;
  }

  const Scene& scene_;
  Side side_;
  Vec2 cell_, from_;                 // m: Δx and Δy; position of the source
  double rise_;                      // s: time at which the source's pulse has risen to −100 dB
  std::vector<double> frequencies_;  // Hz, over the sources' band
  // others_: other sides that send echoes. closed_: those of them that have a CPML in the reference run too.
  std::vector<Side> others_, closed_;
  std::vector<SideTheory> theory_;  // by Side; empty without closed_
};

std::optional<double> decibels(double ratio) {
  if (!(ratio > 0) || !std::isfinite(ratio)) return std::nullopt;
  return 20 * std::log10(ratio);
}

// Returns the angle of the wave vector whose energy travels at `theta`. On the Yee grid the group velocity is along
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
  const Source* source = clean_source(scene).source;
  if (!source) return out;
  for (const MeterLine& line : meter_lines(scene)) {
    std::vector<MirrorNode> nodes = along(scene, *source, line, ringing);
    const Neighbours neighbours(scene, *source, line.side, open_sides);
    for (const double wanted : degrees) {
      const auto off = [&](const MirrorNode& n) { return std::abs(n.degrees - wanted); };
      const auto nearer = [&](const MirrorNode& a, const MirrorNode& b) { return off(a) < off(b); };
      // Removes nodes from the list that turn out to be disturbed.
      auto best = nodes.begin();
      while ((best = std::min_element(nodes.begin(), nodes.end(), nearer)) != nodes.end() && off(*best) <= tolerance &&
             neighbours.disturb(*best, line.at(best->place)))
        nodes.erase(best);
      if (best != nodes.end() && off(*best) <= tolerance) out.push_back(*best);
    }
  }
  return out;
}

std::string why_no_mirror(const Scene& scene) { return clean_source(scene).why; }

NoAngles why_no_angles(const Scene& scene, const std::vector<Side>& open_sides, double ringing) {
  const SingleSource lamp = clean_source(scene);
  if (!lamp.source) return {lamp.why};
  for (const MeterLine& line : meter_lines(scene)) {
    const Neighbours neighbours(scene, *lamp.source, line.side, open_sides);
    for (MirrorNode& n : along(scene, *lamp.source, line, ringing))
      if (const std::optional<Side> by = neighbours.disturb(n, line.at(n.place)))
        return {fmt::format("echoes of the {} side arrive before the pulse has passed the {} side's line; a larger "
                            "grid separates them",
                            to_string(*by), to_string(line.side)),
                true};
  }
  return {"the source is in the layer, or no side is measured"};
}

double spreading(const Scene& scene, const MirrorNode& node, double frequency) {
  const double k = 2 * pi * frequency / background_speed(scene);
  return std::abs(hankel2_0(k * node.incident)) / std::abs(hankel2_0(k * node.reflected));
}

SideTheory::SideTheory(const Scene& scene, Side side)
    : facts_(facts_of(scene.boundary[side])), grid_(grid_before(scene, side)) {
  if (facts_.has_layer) layer_ = layer_table(scene, side);
}

std::complex<double> SideTheory::reflection(double omega, double ky) const {
  if (facts_.mur_order > 0) return discrete_mur_reflection_along(grid_, omega, ky, facts_.mur_order);
  if (facts_.has_layer) return discrete_cpml_reflection(layer_, grid_, omega, ky);
  return facts_.is_zero ? -1 : 1;
}

double SideTheory::amplitude(double frequency, double degrees) const {
  const double omega = 2 * pi * frequency, theta = degrees * pi / 180;
  return std::abs(reflection(omega, discrete_wavenumber(grid_, omega, theta) * std::sin(theta)));
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
