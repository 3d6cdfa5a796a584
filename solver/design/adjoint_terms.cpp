#include "solver/design/adjoint_terms.h"

#include <cmath>
#include <map>
#include <utility>

#include "solver/base/constants.h"
#include "solver/design/outline.h"

namespace ez {

void add_derivatives(Derivatives& out, std::span<const std::complex<double>> forward,
                     std::span<const std::complex<double>> adjoint, double frequency, double dt, Vec2 cell,
                     std::complex<double> scale) {
  out.eps.resize(forward.size()), out.sigma.resize(forward.size());
  const double half_turn = pi * frequency * dt;
  const double of_eps = 4 * eps0 * std::sin(half_turn) * cell.x * cell.y / dt;
  const double of_sigma = 2 * cell.x * cell.y * std::cos(half_turn);
  for (std::size_t n = 0; n < forward.size(); ++n) {
    const std::complex<double> product = forward[n] * adjoint[n] * scale;
    out.eps[n] += of_eps * product.imag();
    out.sigma[n] += of_sigma * product.real();
  }
}

std::vector<NodeCurrent> node_currents(const Scene& scene, double dt, const std::vector<GatherPoint>& points,
                                       std::span<const std::complex<double>> g, double frequency) {
  const Vec2 cell = cell_size(scene);
  std::map<std::pair<int, int>, std::complex<double>> sums;  // by row and column
  const std::complex<double> slope(0, dt / (2 * mu0 * std::sin(pi * frequency * dt)));
  for (std::size_t p = 0; p < g.size(); ++p) {
    const auto [array, n] = points[p];
    const std::complex<double> x = slope / cell.x * g[p], y = slope / cell.y * g[p];
    if (array == FieldArray::ez) sums[{n.j, n.i}] += g[p];
    if (array == FieldArray::hy) sums[{n.j, n.i + 1}] += x, sums[{n.j, n.i}] -= x;
    if (array == FieldArray::hx) sums[{n.j + 1, n.i}] -= y, sums[{n.j, n.i}] += y;
  }
  std::vector<NodeCurrent> out;
  for (const auto& [place, current] : sums)
    if (current != 0.0) out.push_back({{place.second, place.first}, current});
  return out;
}

std::vector<std::complex<double>> point_phasors(const Scene& scene, double dt, const std::vector<GatherPoint>& points,
                                                std::span<const std::complex<double>> ez, double frequency) {
  const Vec2 cell = cell_size(scene);
  const std::complex<double> slope(0, dt / (2 * mu0 * std::sin(pi * frequency * dt)));
  const auto at = [&](int i, int j) { return ez[node_index(i, j, scene.grid.nx)]; };
  std::vector<std::complex<double>> out;
  for (const auto& [array, n] : points) {
    if (array == FieldArray::hy)
      out.push_back(slope / cell.x * (at(n.i + 1, n.j) - at(n.i, n.j)));
    else if (array == FieldArray::hx)
      out.push_back(-slope / cell.y * (at(n.i, n.j + 1) - at(n.i, n.j)));
    else
      out.push_back(at(n.i, n.j));
  }
  return out;
}

Source current_source(const Scene& scene, Node node, double amplitude, Waveform waveform) {
  PointSource point;
  point.at = from_nodes(scene, {static_cast<double>(node.i), static_cast<double>(node.j)});
  Source out;
  out.geometry = point;
  out.amplitude = amplitude;
  out.waveform = std::move(waveform);
  return out;
}

}  // namespace ez
