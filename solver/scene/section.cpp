#include "solver/scene/section.h"

#include <algorithm>

#include "solver/scene/raster/raster.h"

namespace ez {

Section section_of(const Scene& scene, const std::vector<Node>& line,
                   const std::function<Section::Node(Node)>& medium) {
  const Vec2 cell = cell_size(scene);
  const bool along_y = line.front().i == line.back().i;
  const int last = (along_y ? scene.grid.ny : scene.grid.nx) - 1;
  const BoundaryKind low = wall_of(scene, along_y ? Side::bottom : Side::left),
                     high = wall_of(scene, along_y ? Side::top : Side::right);
  const auto on_wall = [&](Node n, BoundaryKind kind) {
    const int at = along_y ? n.j : n.i;
    return (at == 0 && low == kind) || (at == last && high == kind);
  };
  Section out;
  out.along = along_y ? cell.y : cell.x;
  out.across = along_y ? cell.x : cell.y;
  out.dt = time_step(scene);
  out.mirror_first = on_wall(line.front(), BoundaryKind::pmc);
  out.mirror_last = on_wall(line.back(), BoundaryKind::pmc);
  for (const Node n : line)
    out.nodes.push_back(on_wall(n, BoundaryKind::pec) ? Section::Node{.wall = Section::Wall::electric} : medium(n));
  return out;
}

Section section_of(const Scene& scene, Vec2 from, Vec2 to) {
  const std::vector<Node> line = line_nodes(nearest_node(scene, from), nearest_node(scene, to));
  const auto [i0, i1] = std::minmax(line.front().i, line.back().i);
  const auto [j0, j1] = std::minmax(line.front().j, line.back().j);
  const NodeMap map = rasterize(scene, NodeRect{i0, j0, i1 + 1, j1 + 1});
  const std::vector<PaletteEntry> palette = palette_of(scene);
  return section_of(scene, line, [&, i0 = i0, j0 = j0](Node n) -> Section::Node {
    const Medium m = seen_by(scene.grid.polarization, palette[map.at(n.i - i0, n.j - j0)]);
    return {m.eps, m.mu, m.pec ? Section::Wall::electric : m.pmc ? Section::Wall::magnetic : Section::Wall::none};
  });
}

}  // namespace ez
