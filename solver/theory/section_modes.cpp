#include "solver/theory/section_modes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include "solver/base/constants.h"
#include "solver/base/square.h"

namespace ez {
namespace {

using Wall = Section::Wall;

// A sequence of nodes between walls or ends, as the symmetric matrix whose eigenvalues are K²:
// the entries of B^(−½)·A·B^(−½).
struct Part {
  std::size_t first = 0;
  std::vector<double> diagonal, coupling;  // coupling[k] couples k and k + 1
  std::vector<double> scale;               // B^(−½): e = scale × the matrix's eigenvector
  double least = 0;                        // lower bound of K² of a guided mode
  bool open_first = false, open_last = false;

  std::size_t size() const { return diagonal.size(); }

  // Returns the number of eigenvalues above x, which is the number of positive pivots of matrix − x.
  int above(double x) const {
    int count = 0;
    double pivot = 1;
    for (std::size_t k = 0; k < size(); ++k) {
      pivot = diagonal[k] - x - (k > 0 ? square(coupling[k - 1]) / pivot : 0);
      if (pivot == 0) pivot = -std::numeric_limits<double>::min();
      count += pivot > 0;
    }
    return count;
  }
  // Returns Gershgorin's bound on the largest eigenvalue.
  double largest() const {
    double most = 0;
    for (std::size_t k = 0; k < size(); ++k)
      most = std::max(
          most, diagonal[k] + (k > 0 ? std::abs(coupling[k - 1]) : 0) + (k + 1 < size() ? std::abs(coupling[k]) : 0));
    return most;
  }
  // Returns the eigenvalue that has `index` larger ones.
  double eigenvalue(int index) const {
    double low = least, high = largest();
    for (int n = 0; n < 200; ++n) {
      const double middle = 0.5 * (low + high);
      if (!(low < middle && middle < high)) break;
      (above(middle) > index ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
  // Returns its eigenvector. Pivots from both ends are joined where the residual is smallest.
  std::vector<double> vector(double value) const {
    const std::size_t n = size();
    std::vector<double> down(n), up(n), out(n);
    const auto pivot = [](double v) { return v == 0 ? std::numeric_limits<double>::epsilon() : v; };
    for (std::size_t k = 0; k < n; ++k)
      down[k] = pivot(diagonal[k] - value - (k > 0 ? square(coupling[k - 1]) / down[k - 1] : 0));
    for (std::size_t k = n; k-- > 0;)
      up[k] = pivot(diagonal[k] - value - (k + 1 < n ? square(coupling[k]) / up[k + 1] : 0));
    std::size_t twist = 0;
    double least_left = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < n; ++k)
      if (const double left = std::abs(down[k] + up[k] - (diagonal[k] - value)); left < least_left)
        least_left = left, twist = k;
    out[twist] = 1;
    for (std::size_t k = twist; k-- > 0;) out[k] = -coupling[k] * out[k + 1] / down[k];
    for (std::size_t k = twist + 1; k < n; ++k) out[k] = -coupling[k - 1] * out[k - 1] / up[k];
    for (std::size_t k = 0; k < n; ++k) out[k] *= scale[k];
    return out;
  }
};

double rate(double angular, double step) { return 2 * std::sin(angular * step / 2) / step; }

Part part_of(const Section& s, double frequency, std::size_t first, std::size_t end) {
  const double wave = square(rate(2 * pi * frequency, s.dt) / c0), inverse = 1 / square(s.along);
  Part p;
  p.first = first;
  p.least = -std::numeric_limits<double>::infinity();
  for (std::size_t k = first; k < end; ++k) {
    const Section::Node& node = s.nodes[k];
    // Returns 1/(μΔ²) of the H between this node and a neighbour; 0 next to a magnetic wall.
    const auto towards = [&](const Section::Node& other) {
      return other.wall == Wall::magnetic ? 0 : inverse * 2 / (node.mu + other.mu);
    };
    const bool ends_first = k == 0, ends_last = k + 1 == s.nodes.size();
    const bool mirrored = (ends_first && s.mirror_first) || (ends_last && s.mirror_last);
    double held = 0;
    if (!ends_first || !s.mirror_first) held += ends_first ? inverse / node.mu : towards(s.nodes[k - 1]);
    if (!ends_last || !s.mirror_last) held += ends_last ? inverse / node.mu : towards(s.nodes[k + 1]);
    // A node on a magnetic wall represents half a cell.
    const double half = mirrored ? 0.5 : 1;
    p.scale.push_back(std::sqrt(node.mu / half));
    p.diagonal.push_back((half * wave * node.eps - held) * node.mu / half);
    if (k > first) p.coupling.push_back(towards(s.nodes[k - 1]) * p.scale[k - first - 1] * p.scale[k - first]);
    const auto open = [&](bool& is) {
      is = true;
      p.least = std::max(p.least, wave * node.eps * node.mu);
    };
    if (ends_first && !s.mirror_first) open(p.open_first);
    if (ends_last && !s.mirror_last) open(p.open_last);
  }
  if (!p.open_first && !p.open_last) p.least = 0;
  return p;
}

std::vector<Part> parts_of(const Section& s, double frequency) {
  std::vector<Part> parts;
  if (std::ranges::any_of(s.nodes, [](const Section::Node& n) { return !(n.mu > 0); })) return parts;
  const auto is_wall = [&](std::size_t k) { return s.nodes[k].wall != Wall::none; };
  for (std::size_t k = 0; k < s.nodes.size(); ++k) {
    if (is_wall(k)) continue;
    const std::size_t first = k;
    while (k < s.nodes.size() && !is_wall(k)) ++k;
    parts.push_back(part_of(s, frequency, first, k));
  }
  return parts;
}

// Scales e to maximum 1, with a positive sign where it first reaches half of it.
void scale(std::vector<double>& e) {
  double most = 0;
  for (const double v : e) most = std::max(most, std::abs(v));
  const auto first = std::ranges::find_if(e, [&](double v) { return std::abs(v) >= most / 2; });
  if (*first < 0) most = -most;
  for (double& v : e) v /= most;
}

}  // namespace

int guided_modes(const Section& section, double frequency) {
  int count = 0;
  for (const Part& p : parts_of(section, frequency)) count += p.above(p.least);
  return count;
}

std::optional<SectionMode> guided_mode(const Section& section, double frequency, int index) {
  struct Found {
    double value;
    const Part* part;
  };
  const std::vector<Part> parts = parts_of(section, frequency);
  std::vector<Found> all;
  for (const Part& p : parts)
    for (int k = 0, count = std::min(p.above(p.least), index + 1); k < count; ++k) all.push_back({p.eigenvalue(k), &p});
  if (index < 0 || index >= static_cast<int>(all.size())) return std::nullopt;
  std::ranges::stable_sort(all, std::ranges::greater(), &Found::value);
  const Found& found = all[static_cast<std::size_t>(index)];
  const double k = std::sqrt(found.value) * section.across / 2;
  if (!(k < 1)) return std::nullopt;  // the grid supports no such wave

  SectionMode mode;
  mode.wavenumber = 2 * std::asin(k) / section.across;
  mode.index = mode.wavenumber * c0 / (2 * pi * frequency);
  mode.admittance = std::sqrt(found.value) / rate(2 * pi * frequency, section.dt);
  mode.e.assign(section.nodes.size(), 0);
  std::ranges::copy(found.part->vector(found.value), mode.e.begin() + static_cast<std::ptrdiff_t>(found.part->first));
  scale(mode.e);
  if (found.part->open_first) mode.tail = std::abs(mode.e.front());
  if (found.part->open_last) mode.tail = std::max(mode.tail, std::abs(mode.e.back()));
  return mode;
}

}  // namespace ez
