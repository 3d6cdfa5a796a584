#include "solver/design/outline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ez {
namespace {

// The raster with one more ring of nodes below the level. Node (0, 0) of the raster is node (1, 1) here.
class Tracer {
 public:
  Tracer(const std::vector<double>& values, int width, int height, double level)
      : width_(width + 2), height_(height + 2), level_(level) {
    values_.assign(node_index(0, height_, width_), level - 1);
    for (int j = 0; j < height; ++j)
      std::copy_n(values.begin() + std::ptrdiff_t{j} * width, width,
                  values_.begin() + std::ptrdiff_t{j + 1} * width_ + 1);
  }

  std::vector<Outline> operator()() {
    for (int j = 0; j + 1 < height_; ++j)
      for (int i = 0; i + 1 < width_; ++i) add_cell(i, j);
    std::vector<Outline> out;
    while (!next_.empty()) {
      Outline outline;
      for (auto at = next_.begin(); at != next_.end();) {
        const int edge = at->first, next = at->second;
        outline.points.push_back(crossing(edge));
        next_.erase(at);
        at = next_.find(next);
      }
      finish(outline);
      out.push_back(std::move(outline));
    }
    std::ranges::stable_sort(out,
                             [](const Outline& a, const Outline& b) { return std::abs(a.area) > std::abs(b.area); });
    return out;
  }

 private:
  double value(int i, int j) const { return values_[node_index(i, j, width_)]; }
  // An edge from node (i, j) to the next node along x, or along y.
  int along_x(int i, int j) const { return 2 * (j * width_ + i); }
  int along_y(int i, int j) const { return 2 * (j * width_ + i) + 1; }

  // Adds the parts of the outline within a cell, with the side above the level at the left.
  void add_cell(int i, int j) {
    const double corners[] = {value(i, j), value(i + 1, j), value(i + 1, j + 1), value(i, j + 1)};
    int above = 0;
    for (int k = 0; k < 4; ++k) above |= (corners[k] > level_ ? 1 : 0) << k;
    const int bottom = along_x(i, j), right = along_y(i + 1, j), top = along_x(i, j + 1), left = along_y(i, j);
    const bool middle = corners[0] + corners[1] + corners[2] + corners[3] > 4 * level_;
    const auto join = [&](int from, int to) { next_.emplace(from, to); };
    switch (above) {
      case 1:
        return join(bottom, left);
      case 2:
        return join(right, bottom);
      case 3:
        return join(right, left);
      case 4:
        return join(top, right);
      case 5:
        return middle ? (join(bottom, right), join(top, left)) : (join(bottom, left), join(top, right));
      case 6:
        return join(top, bottom);
      case 7:
        return join(top, left);
      case 8:
        return join(left, top);
      case 9:
        return join(bottom, top);
      case 10:
        return middle ? (join(left, bottom), join(right, top)) : (join(right, bottom), join(left, top));
      case 11:
        return join(right, top);
      case 12:
        return join(left, right);
      case 13:
        return join(bottom, right);
      case 14:
        return join(left, bottom);
      default:
        return;
    }
  }

  Vec2 crossing(int edge) const {
    const int node = edge / 2, i = node % width_, j = node / width_;
    const bool x = edge % 2 == 0;
    const double a = value(i, j), b = x ? value(i + 1, j) : value(i, j + 1);
    // Outside the raster the edge is at half a node.
    const bool rim = i == 0 || j == 0 || i + (x ? 1 : 0) == width_ - 1 || j + (x ? 0 : 1) == height_ - 1;
    const double share = rim ? 0.5 : (level_ - a) / (b - a);
    return {i - 1 + (x ? share : 0), j - 1 + (x ? 0 : share)};
  }

  static void finish(Outline& outline) {
    const std::vector<Vec2> all = std::exchange(outline.points, {});
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Vec2 before = all[(k + all.size() - 1) % all.size()], here = all[k], after = all[(k + 1) % all.size()];
      const double turn = (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x);
      outline.area += 0.5 * (here.x * after.y - here.y * after.x);
      if (std::abs(turn) > 1e-9) outline.points.push_back(here);
    }
  }

  int width_, height_;
  double level_;
  std::vector<double> values_;
  std::map<int, int> next_;  // from edge to edge
};

}  // namespace

std::vector<Outline> outlines_of(const std::vector<double>& values, int width, int height, double level) {
  return Tracer(values, width, height, level)();
}

}  // namespace ez
