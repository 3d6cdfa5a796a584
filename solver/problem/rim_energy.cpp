#include "solver/problem/rim_energy.h"

#include <unordered_map>
#include <utility>

namespace ez {

RimEnergy::RimEnergy(const Problem& p) {
  const auto key = [&](FieldArray array, int i, int j) {
    return 2 * (static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)) +
           (array == FieldArray::hy ? 1 : 0);
  };
  // Rounds a number as the engine does.
  const auto rounded = [&](double v) {
    return p.precision == Precision::float32 ? static_cast<double>(static_cast<float>(v)) : v;
  };
  std::unordered_map<std::size_t, std::size_t> places;
  for (std::size_t k = 0; k < p.cross.size(); ++k) places[key(p.cross[k].array, p.cross[k].i, p.cross[k].j)] = k;
  for (const CrossTerm& t : p.cross) {
    const bool x = t.array == FieldArray::hx;
    const MagneticEntry& entry = p.magnetic_at(t.array, t.i, t.j);
    const double lossless = 2 / (1 + rounded(entry.da));
    Node node{t.array, t.i, t.j, rounded(x ? entry.dbx : entry.dby) * lossless, {}, {}};
    const RowBand rows = p.rows();
    node.counts = t.j >= rows.begin && t.j < rows.end;
    for (int n = 0; n < 4; ++n) {
      const auto other = x ? places.find(key(FieldArray::hy, t.i - 1 + n % 2, t.j + n / 2))
                           : places.find(key(FieldArray::hx, t.i + n % 2, t.j - 1 + n / 2));
      if (other == places.end()) continue;
      node.neighbours[static_cast<std::size_t>(n)] = other->second;
      node.weight[static_cast<std::size_t>(n)] = rounded(t.weight[static_cast<std::size_t>(n)]) * lossless;
    }
    nodes_.push_back(node);
  }
}

void RimEnergy::applied(const std::vector<double>& y, std::vector<double>& out) const {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Node& n = nodes_[k];
    out[k] = n.xi * y[k];
    for (std::size_t m = 0; m < 4; ++m) out[k] += n.weight[m] * y[n.neighbours[m]];
  }
}

double RimEnergy::stored(const std::vector<double>& h) const {
  const std::size_t n = nodes_.size();
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
  };
  // Starts from the value of each node without its neighbours.
  std::vector<double> y(n), r(n), p, q(n);
  for (std::size_t k = 0; k < n; ++k) y[k] = h[k] / nodes_[k].xi;
  applied(y, q);
  for (std::size_t k = 0; k < n; ++k) r[k] = h[k] - q[k];
  p = r;
  double square = dot(r, r);
  const double goal = 1e-28 * dot(h, h);
  for (int round = 0; round < 500 && square > goal; ++round) {
    applied(p, q);
    const double step = square / dot(p, q);
    for (std::size_t k = 0; k < n; ++k) y[k] += step * p[k], r[k] -= step * q[k];
    const double before = std::exchange(square, dot(r, r));
    for (std::size_t k = 0; k < n; ++k) p[k] = r[k] + square / before * p[k];
  }
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k)
    if (nodes_[k].counts) sum += 0.5 * h[k] * (y[k] - h[k] / nodes_[k].xi);
  return sum;
}

}  // namespace ez
