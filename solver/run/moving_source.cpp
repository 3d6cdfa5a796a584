#include "solver/run/moving_source.h"

#include <map>
#include <tuple>

namespace ez {
namespace {

// The nodes of a part, in the order in which it comes to them.
class Collector {
 public:
  // Step k of the part: what falls on a node.
  void add(int k, FieldArray array, Node node, double part) {
    const auto [place, is_new] = columns_.try_emplace({array, node.i, node.j}, static_cast<int>(drives_.size()));
    if (is_new) drives_.push_back({array, node, place->second});
    parts_.push_back({k, place->second, part});
  }
  void give(PathPart& out) {
    const std::size_t columns = drives_.size();
    out.feed.drives = std::move(drives_);
    out.feed.columns.assign(columns, {});
    out.shares.assign(static_cast<std::size_t>(path_part_steps) * columns, 0);
    for (const Part& p : parts_)
      out.shares[static_cast<std::size_t>(p.step) * columns + static_cast<std::size_t>(p.column)] += p.value;
  }

 private:
  struct Part {
    int step, column;
    double value;
  };
  std::map<std::tuple<FieldArray, int, int>, int> columns_;
  std::vector<Drive> drives_;
  std::vector<Part> parts_;
};

Node sum(Node a, Node b) { return {a.i + b.i, a.j + b.j}; }

}  // namespace

PathPart path_part_of(const Feed& moving, const PathPart::Clock& clock, std::uint64_t step) {
  PathPart out{clock, step - step % path_part_steps, moving, {}};
  out.feed.track.reset();
  const Walk walk(*moving.track);
  const double delay = moving.columns.front().delay;
  Collector nodes;
  for (int k = 0; k < path_part_steps; ++k) {
    const double n = static_cast<double>(out.first + static_cast<std::uint64_t>(k));
    const double since = clock.start + (n + 0.5) * clock.dt - clock.born - delay;
    if (moving.track->charge) {
      FaceShares faces;
      const std::vector<Vec2> way = walk.between(since - 0.5 * clock.dt, since + 0.5 * clock.dt);
      for (std::size_t w = 0; w + 1 < way.size(); ++w) add_way(way[w], way[w + 1], faces);
      for (const Drive& d : moving.drives)
        for (const Share& s : d.array == FieldArray::hx ? faces.x : faces.y)
          nodes.add(k, d.array, s.node, s.part * d.current);
    } else {
      for (const Share& s : shares_at(walk.at(since)))
        for (const Drive& d : moving.drives) nodes.add(k, d.array, sum(d.node, s.node), s.part * d.current);
    }
  }
  nodes.give(out);
  return out;
}

}  // namespace ez
