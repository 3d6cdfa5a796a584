#include "solver/problem/rows_of.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>

#include "solver/scene/raster/node_rect.h"

namespace ez {
namespace {

bool is_ring(const Problem& p) { return p.wall(Side::bottom) == BoundaryKind::periodic; }

// Returns the least number of rows of band k. A neighbour's halo must not reach into a layer or its boundary.
int least_rows(const Problem& p, int k, int bands, int halo) {
  if (is_ring(p)) return halo;
  return halo + (k == 0 ? p.y.low + 1 : 0) + (k == bands - 1 ? p.y.high + 1 : 0);
}

AxisLayers along_y(const AxisLayers& y, const RowBand& b) {
  AxisLayers out;
  out.nodes = b.count;
  out.low = b.begin == 0 ? y.low : 0;
  out.high = b.end == b.count ? y.high : 0;
  const auto take = [&](const std::vector<double>& from, std::vector<double>& to) {
    for (int c = 0; c < y.classes(); ++c)
      for (int j = 0; j < b.count; ++j)
        to.push_back(from[static_cast<std::size_t>(c) * static_cast<std::size_t>(y.nodes) +
                          static_cast<std::size_t>(b.grid_row(j))]);
  };
  take(y.k_e, out.k_e), take(y.b_e, out.b_e), take(y.c_e, out.c_e);
  take(y.k_h, out.k_h), take(y.b_h, out.b_h), take(y.c_h, out.c_h);
  out.line_class = y.line_class;  // by columns
  return out;
}

// Copies the items of a list to the rows that hold them, and sorts them as before. `j` is a member of the item.
template <class V, class Key>
std::vector<V> held(const std::vector<V>& items, const RowBand& b, Key key) {
  std::vector<V> out;
  for (const V& item : items) each_held_row(b, item.j, [&](int j) { out.push_back(item), out.back().j = j; });
  std::ranges::stable_sort(out, {}, key);
  return out;
}

// Hy of a rim reads the rows above and below, and Hx the row above. A rim is left out where such a row is missing. The
// values that it computes are wrong after one step anyway.
template <class V>
std::vector<V> rims_of(const std::vector<V>& rims, const RowBand& b) {
  std::vector<V> out = held(rims, b, [](const V& t) { return std::pair(t.array, t.j); });
  std::erase_if(out, [&](const V& t) {
    const bool lowest = b.begin > 0 && t.j == 0, highest = b.end < b.count && t.j == b.count - 1;
    return highest || (lowest && t.array == FieldArray::hy);
  });
  return out;
}

// Calls f(node, inner, j) for each of the band's rows that hold both nodes of a Mur node.
template <class F>
void each_mur(std::size_t node, std::size_t inner, int nx, const RowBand& b, F f) {
  const auto row = [&](std::size_t n) { return static_cast<int>(n / static_cast<std::size_t>(nx)); };
  const auto column = [&](std::size_t n) { return n % static_cast<std::size_t>(nx); };
  each_held_row(b, row(node), [&](int j) {
    const int inner_j = j + row(inner) - row(node);
    if (inner_j < 0 || inner_j >= b.count) return;
    const auto at = [&](std::size_t n, int in_row) {
      return static_cast<std::size_t>(in_row) * static_cast<std::size_t>(nx) + column(n);
    };
    f(at(node, j), at(inner, inner_j), j);
  });
}
std::vector<MurNode> mur_of(const MurNode& m, int nx, const RowBand& b) {
  std::vector<MurNode> out;
  each_mur(m.node, m.inner, nx, b, [&](std::size_t node, std::size_t inner, int) {
    out.push_back({node, inner, m.k});
  });
  return out;
}

void set_mur(Problem& out, const Problem& whole, const RowBand& b) {
  out.mur.clear(), out.mur2.clear(), out.mur_corners.clear();
  for (const MurNode& m : whole.mur)
    for (const MurNode& here : mur_of(m, whole.nx, b)) out.mur.push_back(here);
  for (const MurCorner& c : whole.mur_corners) {
    const std::vector<MurNode> first = mur_of(c.a, whole.nx, b), second = mur_of(c.b, whole.nx, b);
    for (std::size_t k = 0; k < std::min(first.size(), second.size()); ++k)
      out.mur_corners.push_back({first[k], second[k]});
  }
  for (const Mur2Node& m : whole.mur2)
    each_mur(m.node, m.inner, whole.nx, b, [&](std::size_t node, std::size_t inner, int j) {
      Mur2Node here = m;
      here.node = node, here.inner = inner;
      if (across_x(m.side)) {
        // The neighbour across a periodic boundary is the next row here.
        const auto beside = [&](int along) {
          const int step = along - m.along;
          return std::clamp(j + (step > 1 ? -1 : step < -1 ? 1 : step), 0, b.count - 1);
        };
        here.along = j, here.low = beside(m.low), here.high = beside(m.high);
      }
      out.mur2.push_back(here);
    });
}

void set_maps(Problem& out, const Problem& whole, const RowBand& b) {
  out.electric = NodeMap(whole.nx, b.count, whole.electric.wide());
  out.electric.take_mixed(whole.electric);
  for (int j = 0; j < b.count; ++j) out.electric.copy_row(j, whole.electric, b.grid_row(j));
  const auto rows = [&](const std::vector<std::uint16_t>& from, std::vector<std::uint16_t>& to) {
    if (from.empty()) return;
    to.reserve(static_cast<std::size_t>(b.count) * static_cast<std::size_t>(whole.nx));
    for (int j = 0; j < b.count; ++j) {
      const auto row = from.begin() + std::ptrdiff_t{b.grid_row(j)} * whole.nx;
      to.insert(to.end(), row, row + whole.nx);
    }
  };
  rows(whole.hx_entry, out.hx_entry), rows(whole.hy_entry, out.hy_entry);
  out.cross = rims_of(whole.cross, b);
  out.depolarising = rims_of(whole.depolarising, b);
}

// Returns the rows of the band that are in rows [j0, j1) of the grid, as one range.
NodeRect rows_of(const NodeRect& rect, const RowBand& b) {
  NodeRect out;
  for (int turn = -1; turn <= 1 && !rect.empty(); ++turn) {
    const int shift = turn * b.grid - b.first;
    const NodeRect part =
        intersection({rect.i0, rect.j0 + shift, rect.i1, rect.j1 + shift}, {rect.i0, 0, rect.i1, b.count});
    if (!part.empty()) out = hull(out, part);
  }
  return out;
}

}  // namespace

int most_bands(const Problem& p, int wanted, int halo) {
  if (p.gas) return 1;
  const auto rows = [&](int bands) {
    int sum = 0;
    for (int k = 0; k < bands; ++k) sum += least_rows(p, k, bands, halo);
    return sum;
  };
  int bands = std::max(1, wanted);
  while (bands > 1 && rows(bands) > p.ny) --bands;
  return bands;
}

bool bands_fit(const Problem& p, std::span<const RowBand> bands) {
  const int all = static_cast<int>(bands.size());
  for (int k = 0; k < all; ++k) {
    const RowBand& b = bands[static_cast<std::size_t>(k)];
    const int halo = std::max(b.begin, b.count - b.end);
    if (all > 1 && b.high() - b.low() < least_rows(p, k, all, halo)) return false;
  }
  return true;
}

std::vector<RowBand> cut_rows(const Problem& p, std::span<const double> shares, int halo) {
  const int bands = static_cast<int>(shares.size());
  if (bands <= 1) return {p.rows()};
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<int> cuts{0};
  double sum = 0;
  for (int k = 0, above = 0; k + 1 < bands; ++k, above = 0) {
    sum += shares[static_cast<std::size_t>(k)];
    for (int m = k + 1; m < bands; ++m) above += least_rows(p, m, bands, halo);
    cuts.push_back(
        std::clamp(static_cast<int>(p.ny * sum / all), cuts.back() + least_rows(p, k, bands, halo), p.ny - above));
  }
  cuts.push_back(p.ny);
  std::vector<RowBand> out;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const bool lowest = k == 0 && !is_ring(p), highest = k + 2 == cuts.size() && !is_ring(p);
    RowBand b;
    b.grid = p.ny;
    b.first = cuts[k] - (lowest ? 0 : halo);
    b.begin = cuts[k] - b.first;
    b.end = cuts[k + 1] - b.first;
    b.count = b.end + (highest ? 0 : halo);
    out.push_back(b);
  }
  return out;
}

Problem rows_of(const Problem& whole, const RowBand& b, BandParts parts) {
  Problem out;
  static_cast<ProblemTables&>(out) = static_cast<const ProblemTables&>(whole);
  out.band = b;
  out.ny = b.count;
  out.y = along_y(whole.y, b);
  if (b.begin > 0) out.walls[static_cast<std::size_t>(Side::bottom)] = BoundaryKind::pec;
  if (b.end < b.count) out.walls[static_cast<std::size_t>(Side::top)] = BoundaryKind::pec;
  for (int j = 0; j < b.count && !whole.x.line_class.empty(); ++j) {
    if (j == 0) out.x.line_class.resize(static_cast<std::size_t>(b.count));
    out.x.line_class[static_cast<std::size_t>(j)] = whole.x.line_class[static_cast<std::size_t>(b.grid_row(j))];
  }
  out.feeds.clear();
  out.terms = held(whole.terms, b, [](const Term& t) { return std::tuple(t.array, t.j, t.i); });
  out.instruments.clear();
  for (Instrument k : whole.instruments)
    if (k.node.j >= b.low() && k.node.j < b.high()) k.node.j -= b.first, out.instruments.push_back(k);
  set_mur(out, whole, b);
  if (parts == BandParts::all) set_maps(out, whole, b);
  return out;
}

Change rows_of(const Change& change, const Problem& whole, const RowBand& b) {
  Change out = change;
  out.electric_map = rows_of(change.electric_map, b);
  out.magnetic_map = rows_of(change.magnetic_map, b);
  // An engine may take the maps as a whole only if they changed as a whole.
  if (change.electric_map == NodeRect{0, 0, whole.nx, whole.ny}) out.electric_map = {0, 0, whole.nx, b.count};
  if (change.magnetic_map == NodeRect{0, 0, whole.nx, whole.ny}) out.magnetic_map = {0, 0, whole.nx, b.count};
  return out;
}

}  // namespace ez
