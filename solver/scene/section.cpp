#include "solver/scene/section.h"

#include <algorithm>

namespace ez {

Section section_of(const Scene& scene, const std::vector<Node>& line, double frequency, const NodeMap& map,
                   Node origin) {
  const Vec2 cell = cell_size(scene);
  const bool along_y = line.front().i == line.back().i;
  const int last = (along_y ? scene.grid.ny : scene.grid.nx) - 1;
  const BoundaryKind low = wall_of(scene, along_y ? Side::bottom : Side::left),
                     high = wall_of(scene, along_y ? Side::top : Side::right);
  const auto on_wall = [&](Node n, BoundaryKind kind) {
    const int at = along_y ? n.j : n.i;
    return (at == 0 && low == kind) || (at == last && high == kind);
  };
  std::vector<Medium> media;
  for (const PaletteEntry& e : palette_of(scene, map)) media.push_back(seen_by(scene.grid.polarization, e));
  const auto node = [&](Node n) -> Section::Node {
    if (on_wall(n, BoundaryKind::pec)) return {.wall = Section::Wall::electric};
    const Medium& m = media[map.at(n.i - origin.i, n.j - origin.j)];
    return {m.eps + susceptibility(m.poles, frequency).real(), m.mu + susceptibility(m.poles_m, frequency).real(),
            m.pec   ? Section::Wall::electric
            : m.pmc ? Section::Wall::magnetic
                    : Section::Wall::none};
  };
  Section out;
  out.along = along_y ? cell.y : cell.x;
  out.across = along_y ? cell.x : cell.y;
  out.dt = time_step(scene);
  out.mirror_first = on_wall(line.front(), BoundaryKind::pmc);
  out.mirror_last = on_wall(line.back(), BoundaryKind::pmc);
  for (const Node n : line) out.nodes.push_back(node(n));
  return out;
}

Section section_of(const Scene& scene, Vec2 from, Vec2 to, double frequency) {
  const std::vector<Node> line = line_nodes(nearest_node(scene, from), nearest_node(scene, to));
  const Node low{std::min(line.front().i, line.back().i), std::min(line.front().j, line.back().j)};
  const Node high{std::max(line.front().i, line.back().i), std::max(line.front().j, line.back().j)};
  const NodeMap map = rasterize(scene, NodeRect{low.i, low.j, high.i + 1, high.j + 1});
  return section_of(scene, line, frequency, map, low);
}

}  // namespace ez
