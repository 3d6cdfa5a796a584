#include "solver/scene/section.h"

#include <algorithm>
#include <map>

namespace ez {

CrossSection::CrossSection(const Scene& scene, const std::vector<Node>& line, const NodeMap& map, Node origin) {
  set(scene, line, map, origin);
}

CrossSection::CrossSection(const Scene& scene, Vec2 from, Vec2 to) {
  const std::vector<Node> line = line_nodes(nearest_node(scene, from), nearest_node(scene, to));
  const Node low{std::min(line.front().i, line.back().i), std::min(line.front().j, line.back().j)};
  const Node high{std::max(line.front().i, line.back().i), std::max(line.front().j, line.back().j)};
  set(scene, line, rasterize(scene, NodeRect{low.i, low.j, high.i + 1, high.j + 1}), low);
}

void CrossSection::set(const Scene& scene, const std::vector<Node>& line, const NodeMap& map, Node origin) {
  const Vec2 cell = cell_size(scene);
  const bool along_y = line.front().i == line.back().i;
  const int last = (along_y ? scene.grid.ny : scene.grid.nx) - 1;
  const BoundaryKind low = wall_of(scene, along_y ? Side::bottom : Side::left),
                     high = wall_of(scene, along_y ? Side::top : Side::right);
  const auto on_wall = [&](Node n, BoundaryKind kind) {
    const int at = along_y ? n.j : n.i;
    return (at == 0 && low == kind) || (at == last && high == kind);
  };
  bare_.along = along_y ? cell.y : cell.x;
  bare_.across = along_y ? cell.x : cell.y;
  bare_.dt = time_step(scene);
  bare_.mirror_first = on_wall(line.front(), BoundaryKind::pmc);
  bare_.mirror_last = on_wall(line.back(), BoundaryKind::pmc);
  std::map<std::uint16_t, std::size_t> known;  // by palette entry
  for (const Node n : line) {
    if (on_wall(n, BoundaryKind::pec)) {
      bare_.nodes.push_back({.wall = Section::Wall::electric});
      of_node_.push_back(wall);
      continue;
    }
    const std::uint16_t entry = map.at(n.i - origin.i, n.j - origin.j);
    const auto [at, fresh] = known.emplace(entry, media_.size());
    if (fresh) media_.push_back(seen_by(scene.grid.polarization, medium_of(scene, map, entry)));
    const Medium& m = media_[at->second];
    bare_.nodes.push_back({.wall = m.pec   ? Section::Wall::electric
                                   : m.pmc ? Section::Wall::magnetic
                                           : Section::Wall::none});
    of_node_.push_back(at->second);
  }
}

Section CrossSection::at(double frequency) const {
  struct Numbers {
    double eps, mu;
  };
  std::vector<Numbers> numbers;
  for (const Medium& m : media_)
    numbers.push_back(
        {m.eps + susceptibility(m.poles, frequency).real(), m.mu + susceptibility(m.poles_m, frequency).real()});
  Section out = bare_;
  for (std::size_t k = 0; k < of_node_.size(); ++k)
    if (of_node_[k] != wall) out.nodes[k].eps = numbers[of_node_[k]].eps, out.nodes[k].mu = numbers[of_node_[k]].mu;
  return out;
}

Section section_of(const Scene& scene, Vec2 from, Vec2 to, double frequency) {
  return CrossSection(scene, from, to).at(frequency);
}

}  // namespace ez
