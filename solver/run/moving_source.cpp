#include "solver/run/moving_source.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ez {
namespace {

// Collects the shares at the nodes of one array during a part.
class Collector {
 public:
  Collector(FieldArray array, const Track& track)
      : array_(array), x_(cloud_weights(track.cloud.x)), y_(cloud_weights(track.cloud.y)) {}
  void add(int step, Node node, double value) {
    low_ = {std::min(low_.i, node.i), std::min(low_.j, node.j)};
    high_ = {std::max(high_.i, node.i), std::max(high_.j, node.j)};
    drops_.push_back({step, node, value});
  }
  // Appends its columns to those of the part.
  void give(PathPart& out) const {
    if (drops_.empty()) return;
    const int reach_x = static_cast<int>(x_.size()) / 2, reach_y = static_cast<int>(y_.size()) / 2;
    const Node corner{low_.i - reach_x, low_.j - reach_y};
    const auto width = static_cast<std::size_t>(high_.i + reach_x - corner.i + 1);
    std::vector<int> columns(width * static_cast<std::size_t>(high_.j + reach_y - corner.j + 1), -1);
    const auto over_cloud = [&](const Drop& d, auto visit) {
      for (std::size_t y = 0; y < y_.size(); ++y)
        for (std::size_t x = 0; x < x_.size(); ++x) {
          const int i = d.node.i - low_.i + static_cast<int>(x), j = d.node.j - low_.j + static_cast<int>(y);
          visit(columns[static_cast<std::size_t>(j) * width + static_cast<std::size_t>(i)],
                Node{corner.i + i, corner.j + j}, x_[x] * y_[y]);
        }
    };
    const auto before = static_cast<int>(out.feed.columns.size());
    for (const Drop& d : drops_)
      over_cloud(d, [&](int& column, Node node, double) {
        if (column >= 0) return;
        column = static_cast<int>(out.feed.columns.size());
        out.feed.columns.emplace_back();
        out.feed.drives.push_back({array_, node, column});
      });
    const std::size_t count = out.feed.columns.size();
    std::vector<double> shares(static_cast<std::size_t>(path_part_steps) * count);
    for (std::size_t k = 0; k < static_cast<std::size_t>(path_part_steps); ++k)
      std::copy_n(out.shares.data() + k * static_cast<std::size_t>(before), before, shares.data() + k * count);
    for (const Drop& d : drops_)
      over_cloud(d, [&](int column, Node, double weight) {
        shares[static_cast<std::size_t>(d.step) * count + static_cast<std::size_t>(column)] += weight * d.value;
      });
    out.shares = std::move(shares);
  }

 private:
  struct Drop {
    int step;
    Node node;
    double value;
  };
  FieldArray array_;
  std::vector<double> x_, y_;  // weights of its cloud
  std::vector<Drop> drops_;
  Node low_{std::numeric_limits<int>::max(), std::numeric_limits<int>::max()},
      high_{std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};
};

Node sum(Node a, Node b) { return {a.i + b.i, a.j + b.j}; }

}  // namespace

PathPart path_part_of(const Feed& moving, const PathPart::Clock& clock, std::uint64_t step) {
  PathPart out{clock, step - step % path_part_steps, moving, {}};
  out.feed.track.reset();
  out.feed.drives.clear();
  out.feed.columns.clear();
  const Walk walk(*moving.track);
  const double delay = moving.columns.front().delay;
  std::array<Collector, yee_arrays.size()> nodes = {Collector(FieldArray::ez, *moving.track),
                                                    Collector(FieldArray::hx, *moving.track),
                                                    Collector(FieldArray::hy, *moving.track)};
  for (int k = 0; k < path_part_steps; ++k) {
    const double n = static_cast<double>(out.first + static_cast<std::uint64_t>(k));
    const double since = clock.start + (n + 0.5) * clock.dt - clock.born - delay;
    if (moving.track->charge) {
      FaceShares faces;
      const std::vector<Vec2> way = walk.between(since - 0.5 * clock.dt, since + 0.5 * clock.dt);
      for (std::size_t w = 0; w + 1 < way.size(); ++w) add_face_shares(way[w], way[w + 1], faces);
      for (const Drive& d : moving.drives)
        for (const Share& s : d.array == FieldArray::hx ? faces.x : faces.y)
          nodes[index_of(d.array)].add(k, s.node, s.part * d.current);
    } else {
      for (const Share& s : shares_at(walk.at(since)))
        for (const Drive& d : moving.drives) nodes[index_of(d.array)].add(k, sum(d.node, s.node), s.part * d.current);
    }
  }
  for (const Collector& array : nodes) array.give(out);
  return out;
}

}  // namespace ez
