#include "solver/problem/track.h"

#include <algorithm>
#include <cmath>

namespace ez {

Walk::Walk(const Track& track) : track_(track) {
  const std::size_t count = track.points.size(), legs = track.loop ? count : count - 1;
  double sum = 0;
  for (std::size_t k = 0; k < legs; ++k) {
    const Vec2 a = track.points[k], b = track.points[(k + 1) % count];
    sum += std::hypot((b.x - a.x) * track.cell.x, (b.y - a.y) * track.cell.y);
    ends_.push_back(sum);
  }
}

Vec2 Walk::place(double metres) const {
  const auto leg = static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end() - 1, metres) - ends_.begin());
  const double begin = leg == 0 ? 0 : ends_[leg - 1], length = ends_[leg] - begin;
  const double part = length > 0 ? std::clamp((metres - begin) / length, 0.0, 1.0) : 0;
  const Vec2 a = track_.points[leg], b = track_.points[(leg + 1) % track_.points.size()];
  return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}
double Walk::travelled(double t) const {
  const double metres = track_.speed * std::max(t, 0.0), whole = ends_.back();
  return track_.loop ? std::fmod(metres, whole) : std::min(metres, whole);
}
Vec2 Walk::at(double t) const { return place(travelled(t)); }

std::vector<Vec2> Walk::between(double from, double to) const {
  const double begin = travelled(from), end = travelled(to);
  const bool round = end < begin;  // the loop passes its first point
  std::vector<Vec2> out = {place(begin)};
  const auto corners = [&](double low, double high) {
    for (std::size_t k = 0; k < ends_.size(); ++k)
      if (ends_[k] > low && ends_[k] < high) out.push_back(track_.points[(k + 1) % track_.points.size()]);
  };
  if (round) {
    corners(begin, ends_.back());
    out.push_back(track_.points.front());
    corners(0, end);
  } else {
    corners(begin, end);
  }
  out.push_back(place(end));
  return out;
}

std::vector<Share> shares_at(Vec2 place) {
  const double x = std::floor(place.x), y = std::floor(place.y), right = place.x - x, above = place.y - y;
  const Node n{static_cast<int>(x), static_cast<int>(y)};
  std::vector<Share> out = {{n, (1 - right) * (1 - above)},
                            {{n.i + 1, n.j}, right * (1 - above)},
                            {{n.i, n.j + 1}, (1 - right) * above},
                            {{n.i + 1, n.j + 1}, right * above}};
  std::erase_if(out, [](const Share& s) { return s.part == 0; });
  return out;
}

// The variance of 2n coin tosses is n/2.
std::vector<double> cloud_weights(double deviation) {
  const int n = static_cast<int>(std::lround(2 * deviation * deviation));
  std::vector<double> weights = {1};
  for (int k = 0; k < 2 * n; ++k) {
    weights.push_back(0);
    for (std::size_t m = weights.size() - 1; m > 0; --m) weights[m] = (weights[m] + weights[m - 1]) / 2;
    weights[0] /= 2;
  }
  return weights;
}

// The four points (i+½, j+½) around the charge share it. A path through several of their cells is cut at the cell
// edges. Within a cell, the charge through a face is the path's component along the face's normal. The two faces share
// it by the distance of the path's midpoint from each.
void add_face_shares(Vec2 from, Vec2 to, FaceShares& out) {
  const Vec2 a{from.x - 0.5, from.y - 0.5}, way{to.x - from.x, to.y - from.y};
  std::vector<double> cuts = {0, 1};
  const auto cut = [&](double begin, double length) {
    const double low = std::min(begin, begin + length), high = std::max(begin, begin + length);
    for (double edge = std::floor(low) + 1; edge < high; ++edge) cuts.push_back((edge - begin) / length);
  };
  cut(a.x, way.x);
  cut(a.y, way.y);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const double part = cuts[k + 1] - cuts[k], middle = (cuts[k + 1] + cuts[k]) / 2;
    if (!(part > 0)) continue;
    const Vec2 m{a.x + middle * way.x, a.y + middle * way.y};
    const double x = std::floor(m.x), y = std::floor(m.y), right = m.x - x, above = m.y - y;
    const Node n{static_cast<int>(x), static_cast<int>(y)};
    const Node along_x{n.i + 1, n.j}, along_y{n.i, n.j + 1};  // faces between the points of this cell
    out.x.push_back({along_x, part * way.x * (1 - above)});
    out.x.push_back({{along_x.i, along_x.j + 1}, part * way.x * above});
    out.y.push_back({along_y, part * way.y * (1 - right)});
    out.y.push_back({{along_y.i + 1, along_y.j}, part * way.y * right});
  }
}

}  // namespace ez
