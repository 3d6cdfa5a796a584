#include "solver/scene/raster/node_edges.h"

#include <utility>

#include "solver/scene/raster/node_rect.h"

namespace ez {
namespace {

// Finds the lines along one axis. differs(line, k): the nodes on both sides of the line have different materials at
// place k along it. place(line, k): the start of that place.
template <class Differs, class Place>
void add_lines(int lines, int places, Differs differs, Place place, std::vector<NodeEdge>& out) {
  for (int line = 0; line < lines; ++line)
    for (int k = 0; k < places; ++k) {
      if (!differs(line, k)) continue;
      const int first = k;
      while (k + 1 < places && differs(line, k + 1)) ++k;
      out.push_back({place(line, first), place(line, k + 1)});
    }
}

}  // namespace

std::vector<NodeEdge> node_edges(const Scene& scene, NodeRect part) {
  std::vector<NodeEdge> out;
  part = intersection(part, {0, 0, scene.grid.nx, scene.grid.ny});
  if (part.empty()) return out;
  const NodeMap map = rasterize(scene, part);
  const int nx = map.nx(), ny = map.ny();
  const double x = part.i0 - 0.5, y = part.j0 - 0.5;
  add_lines(
      nx - 1, ny, [&](int i, int j) { return map.material_at(i, j) != map.material_at(i + 1, j); },
      [&](int i, int j) {
        return Vec2{x + i + 1, y + j};
      },
      out);
  add_lines(
      ny - 1, nx, [&](int j, int i) { return map.material_at(i, j) != map.material_at(i, j + 1); },
      [&](int j, int i) {
        return Vec2{x + i, y + j + 1};
      },
      out);
  return out;
}

}  // namespace ez
