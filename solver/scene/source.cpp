#include "solver/scene/source.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "solver/base/constants.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez {
namespace {

// Returns the left normal of a line in degrees from +x.
double left_normal(const Scene& scene, Vec2 from, Vec2 to) {
  const Vec2 a = to_nodes(scene, from), b = to_nodes(scene, to), cell = cell_size(scene);
  return std::atan2((b.y - a.y) * cell.y, (b.x - a.x) * cell.x) * 180 / pi + 90;
}
// Moves the given end onto the row or column of the other end, whichever is nearer.
void lay_along_an_axis(const Scene& scene, Vec2& from, Vec2& to, std::size_t moved) {
  const Vec2 a = to_nodes(scene, from), b = to_nodes(scene, to);
  Vec2 &end = moved == 0 ? from : to, &fixed = moved == 0 ? to : from;
  (std::abs(b.x - a.x) > std::abs(b.y - a.y) ? end.y = fixed.y : end.x = fixed.x);
}

}  // namespace

double Motion::metres_per_second() const { return speed.value_or(beta.value_or(0) * c0); }
std::vector<Node> Motion::nodes(const Scene& scene) const {
  std::vector<Node> out;
  for (std::size_t k = 0; k + (loop ? 0 : 1) < path.size(); ++k) {
    const Node from = nearest_node(scene, path[k]), to = nearest_node(scene, path[(k + 1) % path.size()]);
    const std::vector<Node> part = line_nodes(from, to);
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

std::vector<Node> PointSource::nodes(const Scene& scene) const {
  return motion.moves() ? motion.nodes(scene) : std::vector{nearest_node(scene, at)};
}

PointSource PointSource::around(const Scene& scene, Vec2 node) { return {from_nodes(scene, node)}; }

std::vector<Node> LineSource::nodes(const Scene& scene) const {
  return line_nodes(nearest_node(scene, from), nearest_node(scene, to));
}
double LineSource::span(const Scene& scene) const {
  const Node a = nearest_node(scene, from), b = nearest_node(scene, to);
  const int di = std::abs(b.i - a.i), dj = std::abs(b.j - a.j);
  const Vec2 cell = cell_size(scene);
  return std::hypot(di * cell.x, dj * cell.y) / std::max({di, dj, 1});
}

// Extends a quarter of the domain's height up and down.
LineSource LineSource::around(const Scene& scene, Vec2 node) {
  const double reach = scene.grid.ny / 4.0;
  return {from_nodes(scene, {node.x, node.y - reach}), from_nodes(scene, {node.x, node.y + reach})};
}

std::vector<Node> DipoleSource::nodes(const Scene& scene) const {
  return motion.moves() ? motion.nodes(scene) : std::vector{nearest_node(scene, at)};
}
DipoleSource DipoleSource::around(const Scene& scene, Vec2 node) { return {from_nodes(scene, node)}; }

std::vector<Node> ArraySource::nodes(const Scene& scene) const {
  std::vector<Node> out;
  for (int k = 0; k < count; ++k) {
    const double part = static_cast<double>(k) / (count - 1);
    out.push_back(nearest_node(scene, {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)}));
  }
  return out;
}
double ArraySource::weight(int element) const {
  if (taper == Taper::hann) return std::pow(std::sin(pi * (element + 0.5) / count), 2);
  if (taper == Taper::gaussian) return std::exp(-2 * std::pow((2.0 * element - count + 1) / count, 2));
  return 1;
}
double ArraySource::delay(const Scene& scene, int element) const {
  const Vec2 a = to_nodes(scene, from), b = to_nodes(scene, to), cell = cell_size(scene);
  const double spacing = std::hypot((b.x - a.x) * cell.x, (b.y - a.y) * cell.y) / (count - 1);
  const PaletteEntry background = background_of(scene);
  const std::optional<double> period = first_period(scene);
  const double n = refractive_index(background, period ? std::optional(1 / *period) : std::nullopt);
  const int first = steer >= 0 ? 0 : count - 1;  // element without a delay
  return (element - first) * spacing * std::sin(steer * pi / 180) * n / c0;
}
// The beam turns towards `to`.
double ArraySource::direction(const Scene& scene) const { return left_normal(scene, from, to) - steer; }
void ArraySource::turn(const Scene& scene, double degrees) {
  steer = std::clamp(std::remainder(direction(scene) + steer - degrees, 360), -90.0, 90.0);
}
ArraySource ArraySource::around(const Scene& scene, Vec2 node) {
  const LineSource line = LineSource::around(scene, node);
  return {line.from, line.to};
}

bool PlaneSource::crosses_x(const Scene& scene) { return !facts_of(scene.boundary[Side::left]).in_pairs; }
bool PlaneSource::crosses_y(const Scene& scene) { return !facts_of(scene.boundary[Side::bottom]).in_pairs; }
NodeFrame PlaneSource::frame(const Scene& scene) const {
  const Grid& g = scene.grid;
  const auto kept = [&](Side side) { return scene.boundary.layer_cells(side) + margin; };
  NodeFrame f{{kept(Side::left), kept(Side::bottom)}, {g.nx - 1 - kept(Side::right), g.ny - 1 - kept(Side::top)}};
  if (box) f = {nearest_node(scene, box->min), nearest_node(scene, box->max)};
  if (!crosses_x(scene)) f.low.i = 0, f.high.i = g.nx - 1;
  if (!crosses_y(scene)) f.low.j = 0, f.high.j = g.ny - 1;
  return f;
}
std::vector<Node> PlaneSource::nodes(const Scene& scene) const {
  const auto [low, high] = frame(scene);
  std::vector<Node> out;
  for (int j = low.j; j <= high.j; ++j) {
    const bool whole_row = crosses_y(scene) && (j == low.j || j == high.j);
    for (int i = low.i; whole_row && i <= high.i; ++i) out.push_back({i, j});
    if (!whole_row && crosses_x(scene)) out.insert(out.end(), {{low.i, j}, {high.i, j}});
  }
  return out;
}
void PlaneSource::settle(const Scene& scene) {
  const auto [low, high] = frame(scene);
  const auto place = [&](Node n) { return from_nodes(scene, {static_cast<double>(n.i), static_cast<double>(n.j)}); };
  if (!box) box = BoxCorners{place(low), place(high)};
}
// Covers half the domain's width and height.
PlaneSource PlaneSource::around(const Scene& scene, Vec2 node) {
  const double x = scene.grid.nx / 4.0, y = scene.grid.ny / 4.0;
  return {0, BoxCorners{from_nodes(scene, {node.x - x, node.y - y}), from_nodes(scene, {node.x + x, node.y + y})}};
}

std::vector<Node> BeamSource::nodes(const Scene& scene) const {
  return line_nodes(nearest_node(scene, from), nearest_node(scene, to));
}
double BeamSource::direction(const Scene& scene) const { return left_normal(scene, from, to) - angle; }
void BeamSource::turn(const Scene& scene, double degrees) {
  angle = std::clamp(std::remainder(left_normal(scene, from, to) - degrees, 360), -80.0, 80.0);
}
void BeamSource::straighten(const Scene& scene, std::size_t moved) { lay_along_an_axis(scene, from, to, moved); }
// The line points downwards, so that it emits to the right. At its ends the beam is below 1e-3.
BeamSource BeamSource::around(const Scene& scene, Vec2 node) {
  const LineSource line = LineSource::around(scene, node);
  const double reach = scene.grid.ny / 4.0 * cell_size(scene).y / cell_size(scene).x;  // in nodes along x
  return {line.to, line.from, 0, from_nodes(scene, {reach / 3, 0}).x, 0};
}

std::vector<Node> ModeSource::nodes(const Scene& scene) const {
  return line_nodes(nearest_node(scene, from), nearest_node(scene, to));
}
double ModeSource::direction(const Scene& scene) const { return left_normal(scene, from, to); }
void ModeSource::turn(const Scene& scene, double degrees) {
  if (std::abs(std::remainder(direction(scene) - degrees, 360)) > 90) std::swap(from, to);
}
void ModeSource::straighten(const Scene& scene, std::size_t moved) { lay_along_an_axis(scene, from, to, moved); }
ModeSource ModeSource::around(const Scene& scene, Vec2 node) {
  const LineSource line = LineSource::around(scene, node);
  return {line.to, line.from};
}

SourceGeometry geometry_around(std::size_t kind, const Scene& scene, Vec2 node) {
  return Alternatives<SourceGeometry>::at(kind, [&](auto type) { return decltype(type)::type::around(scene, node); });
}

std::vector<Node> source_nodes(const Scene& scene, const Source& source) {
  return std::visit([&](const auto& g) { return g.nodes(scene); }, source.geometry);
}
std::string_view amplitude_unit(const Source& source, Polarization polarization) {
  const bool dual = polarization == Polarization::hz;
  if (source.hard) return dual ? "A/m" : "V/m";
  if (is_charge(source)) return "C/m";
  return std::visit([&](const auto& g) { return g.units[dual ? 1 : 0]; }, source.geometry);
}
bool can_be_hard(const Source& source) {
  return std::visit([](const auto& g) { return g.can_be_hard; }, source.geometry);
}
std::optional<double> direction_of(const Scene& scene, const Source& source) {
  return std::visit(
      [&](const auto& g) -> std::optional<double> {
        if constexpr (requires { g.direction(scene); }) return g.direction(scene);
        return std::nullopt;
      },
      source.geometry);
}
void turn(const Scene& scene, Source& source, double degrees) {
  std::visit(
      [&](auto& g) {
        if constexpr (requires { g.turn(scene, degrees); }) g.turn(scene, degrees);
      },
      source.geometry);
}
bool straighten(const Scene& scene, Source& source, std::size_t moved) {
  return std::visit(
      [&](auto& g) {
        constexpr bool is_such = requires { g.straighten(scene, moved); };
        if constexpr (is_such) g.straighten(scene, moved);
        return is_such;
      },
      source.geometry);
}
bool lies_along_an_axis(const Scene& scene, Vec2 from, Vec2 to) {
  const Node a = nearest_node(scene, from), b = nearest_node(scene, to);
  return a.i == b.i || a.j == b.j;
}
std::optional<double> middle_frequency(const Waveform& waveform) {
  if (const auto f = frequency(waveform)) return f;
  return std::visit(
      [](const auto& w) -> std::optional<double> {
        if constexpr (requires { w.from + w.to; }) return 0.5 * (w.from + w.to);
        return std::nullopt;
      },
      waveform);
}
Source settled(const Scene& scene, Source source) {
  std::visit(
      [&](auto& g) {
        if constexpr (requires { g.settle(scene); }) g.settle(scene);
      },
      source.geometry);
  return source;
}

Motion* motion_of(Source& source) {
  return std::visit(
      [](auto& g) -> Motion* {
        if constexpr (requires { g.motion; }) return &g.motion;
        return nullptr;
      },
      source.geometry);
}
const Motion* motion_of(const Source& source) { return motion_of(const_cast<Source&>(source)); }
bool moves(const Source& source) {
  const Motion* motion = motion_of(source);
  return motion && motion->moves();
}
bool is_charge(const Source& source) {
  const auto* point = std::get_if<PointSource>(&source.geometry);
  return point && point->charge;
}

namespace {

struct Places {
  bool by_path;
  std::vector<NamedPlace> found = {};
  void operator()(std::string_view name, Vec2& at, const Key& key) {
    if (key.measure == Measure::position && !by_path) found.push_back({std::string(name), &at});
  }
  void operator()(std::string_view name, std::vector<Vec2>& points, const Key&) {
    for (std::size_t k = 0; k < points.size(); ++k)
      found.push_back({std::string(name) + "." + std::to_string(k), &points[k]});
  }
  void operator()(std::string_view, std::optional<BoxCorners>& box, const Key&) {
    if (box) found.insert(found.end(), {{"box.min", &box->min}, {"box.max", &box->max}});
  }
  void operator()(std::string_view, auto&, const Key&) {}
};

}  // namespace

std::vector<NamedPlace> places_of(Source& source) {
  Places places{moves(source)};
  std::visit([&](auto& g) { g.fields(g, places); }, source.geometry);
  return places.found;
}

std::vector<Vec2> places_of(const Source& source) {
  Source copy = source;
  std::vector<Vec2> out;
  for (const NamedPlace& place : places_of(copy)) out.push_back(*place.at);
  return out;
}

Vec2 middle_of(const Scene& scene, const Source& source) {
  Vec2 sum;
  const std::vector<Vec2> places = places_of(settled(scene, source));
  for (const Vec2 place : places) {
    const Vec2 n = to_nodes(scene, place);
    sum = {sum.x + n.x, sum.y + n.y};
  }
  const auto count = static_cast<double>(places.size());
  return {sum.x / count, sum.y / count};
}

}  // namespace ez
