#include "solver/measure/open_sides.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/names.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Returns the number of nodes from the side's boundary: 0 on it, below 0 outside the grid.
int depth_of(const Scene& scene, Side side, Node n) {
  const int across = across_x(side) ? n.i : n.j;
  return at_low_end(side) ? across : (across_x(side) ? scene.grid.nx : scene.grid.ny) - 1 - across;
}
bool in_layer(const Scene& scene, Side side, Node n) {
  return depth_of(scene, side, n) < scene.boundary.layer_cells(side);
}

// Returns true if the line from `inner` to `outer` leaves the domain through this side and could be continued: along
// the normal, from in front of the layer to the boundary. (A boundary node has no effect, so the last node but one
// suffices.)
bool leaves_through(const Scene& scene, Side side, Node inner, Node outer) {
  const bool normal = across_x(side) ? inner.j == outer.j : inner.i == outer.i;
  const int cells = scene.boundary.layer_cells(side);
  return normal && depth_of(scene, side, outer) <= (cells > 0 ? 1 : 0) && !in_layer(scene, side, inner) &&
         depth_of(scene, side, inner) > depth_of(scene, side, outer);
}

std::string name_of(const Scene& scene, const Source& source) {
  if (!source.name.empty()) return fmt::format("the source {}", names::quoted(source.name));
  return fmt::format("source {}", &source - scene.sources.data() + 1);
}

std::string why_not_with(const Scene& scene, Side side, const Source& source) {
  if (!source.on) return {};
  const std::vector<Node> nodes = source_nodes(scene, source);
  const Node a = nodes.front(), b = nodes.back();
  if (nodes.size() == 1)
    return in_layer(scene, side, a)
               ? fmt::format("{} is in the layer; move it out of the layer", name_of(scene, source))
               : "";
  if (!in_layer(scene, side, a) && !in_layer(scene, side, b)) return {};
  if (leaves_through(scene, side, a, b) || leaves_through(scene, side, b, a)) {
    if (scene.reflection.sides) return {};  // the scene names this side explicitly
    return fmt::format(
        "{} runs through the layer, so its wave travels along the side at 90°, where no layer absorbs; to measure this "
        "side anyway, name it in reflection.sides",
        name_of(scene, source));
  }
  if (in_layer(scene, side, a) && in_layer(scene, side, b))
    return fmt::format("{} is inside the layer; move it out of the layer", name_of(scene, source));
  return fmt::format("{} ends in the layer; end it before the layer, or extend it straight to the edge",
                     name_of(scene, source));
}

NodeRect layer_of(const Scene& scene, Side side) {
  const int n = scene.boundary.layer_cells(side), nx = scene.grid.nx, ny = scene.grid.ny;
  if (across_x(side)) return at_low_end(side) ? NodeRect{0, 0, n, ny} : NodeRect{nx - n, 0, nx, ny};
  return at_low_end(side) ? NodeRect{0, 0, nx, n} : NodeRect{0, ny - n, nx, ny};
}

// Returns the reason if a medium in the layer changes on the way out.
std::string why_not_with_media(const Scene& scene, Side side) {
  const NodeRect layer = layer_of(scene, side);
  const NodeMap map = rasterize(scene, layer);
  for (int j = 0; j < map.ny(); ++j)
    for (int i = 0; i < map.nx(); ++i) {
      const int last = at_low_end(side) ? 0 : (across_x(side) ? map.nx() : map.ny()) - 1;
      const Node out = across_x(side) ? Node{last, j} : Node{i, last};
      const std::uint16_t here = map.at(i, j), there = map.at(out.i, out.j);
      if (here == there || medium_of(scene, map, here) == medium_of(scene, map, there)) continue;
      const std::string_view own = entry_name(scene, map.material_at(i, j));
      const std::string_view name =
          own == scene.grid.background ? entry_name(scene, map.material_at(out.i, out.j)) : own;
      return fmt::format("{} ends or bends in the layer, at node ({}, {}); extend shapes straight through it", name,
                         layer.i0 + i, layer.j0 + j);
    }
  return {};
}

}  // namespace

std::array<std::string, 4> why_not_opened(const Scene& scene) {
  std::array<std::string, 4> out;
  for (const Side side : measured_sides(scene)) {
    if (scene.boundary.layer_cells(side) == 0) continue;
    std::string& why = out[static_cast<std::size_t>(side)];
    for (const Source& source : scene.sources)
      if (why.empty()) why = why_not_with(scene, side, source);
    const auto enters = [&](const Shape& shape) {
      const NodeRect b = bounds(scene, shape), l = layer_of(scene, side);
      return !b.empty() && b.i0 < l.i1 && l.i0 < b.i1 && b.j0 < l.j1 && l.j0 < b.j1;
    };
    if (!why.empty() || std::none_of(scene.shapes.begin(), scene.shapes.end(), enters)) continue;
    why = why_not_with_media(scene, side);
  }
  return out;
}

std::vector<Side> opened_sides(const Scene& scene) {
  if (!scene.reflection.opened.empty()) return scene.reflection.opened;
  const std::array<std::string, 4> why = why_not_opened(scene);
  std::vector<Side> out = measured_sides(scene);
  std::erase_if(out, [&](Side side) { return !why[static_cast<std::size_t>(side)].empty(); });
  return out;
}

std::string in_words(const std::array<std::string, 4>& why, const char* what) {
  std::string out;
  for (std::size_t k = 0; k < all_sides.size(); ++k) {
    if (why[k].empty() || std::find(why.begin(), why.begin() + k, why[k]) != why.begin() + k)
      continue;  // nothing is in the way, or already listed with an earlier side
    std::string names;
    for (std::size_t other = k; other < all_sides.size(); ++other)
      if (why[other] == why[k]) names += (names.empty() ? "" : ", ") + std::string(to_string(all_sides[other]));
    out += fmt::format("{}{}: {}: {}", out.empty() ? "" : "\n", what, names, why[k]);
  }
  return out;
}

Source continued(const Scene& scene, const Source& source, const Padding& padding) {
  Source out = source;
  const std::vector<NamedPlace> ends = places_of(out);
  if (ends.size() != 2 || moves(source)) return out;
  const Node a = nearest_node(scene, *ends[0].at), b = nearest_node(scene, *ends[1].at);
  const auto go_on = [&](Node inner, Node outer, Vec2& end) {
    for (const Side side : all_sides) {
      if (padding[side] == 0 || !leaves_through(scene, side, inner, outer)) continue;
      const int beyond = padding[side] + depth_of(scene, side, outer);
      (across_x(side) ? outer.i : outer.j) += at_low_end(side) ? -beyond : beyond;
      end = from_nodes(scene, {static_cast<double>(outer.i), static_cast<double>(outer.j)});
    }
  };
  go_on(b, a, *ends[0].at);
  go_on(a, b, *ends[1].at);
  return out;
}

}  // namespace ez
