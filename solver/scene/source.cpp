#include "solver/scene/source.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "solver/scene/raster.h"
#include "solver/scene/scene.h"

namespace ez {

std::vector<Node> PointSource::nodes(const Scene& scene) const { return {nearest_node(scene, at)}; }

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

// A quarter of the room's height up and down.
LineSource LineSource::around(const Scene& scene, Vec2 node) {
  const double reach = scene.grid.ny / 4.0;
  return {from_nodes(scene, {node.x, node.y - reach}), from_nodes(scene, {node.x, node.y + reach})};
}

SourceGeometry geometry_around(std::size_t kind, const Scene& scene, Vec2 node) {
  return Alternatives<SourceGeometry>::at(kind, [&](auto type) { return decltype(type)::type::around(scene, node); });
}

std::vector<Node> source_nodes(const Scene& scene, const Source& source) {
  return std::visit([&](const auto& g) { return g.nodes(scene); }, source.geometry);
}
double source_span(const Scene& scene, const Source& source) {
  return std::visit([&](const auto& g) { return g.span(scene); }, source.geometry);
}

namespace {

struct Places {
  std::vector<NamedPlace> found;
  void operator()(std::string_view name, Vec2& at, const Key& key) {
    if (key.measure == Measure::position) found.push_back({name, &at});
  }
  void operator()(std::string_view, auto&, const Key&) {}
};

}  // namespace

std::vector<NamedPlace> places_of(Source& source) {
  Places places;
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
  const std::vector<Vec2> places = places_of(source);
  for (const Vec2 place : places) {
    const Vec2 n = to_nodes(scene, place);
    sum = {sum.x + n.x, sum.y + n.y};
  }
  const auto count = static_cast<double>(places.size());
  return {sum.x / count, sum.y / count};
}

}  // namespace ez
