// The steps of rows, and the choice of their kernels. See stepper.h.
#include <algorithm>

#include "solver/engine/cpu/stepper.h"
#include "solver/physics/yee.h"

namespace ez {
namespace {

// Finds the stretch of row j of a layer along y for [begin, end). There is one, or with line classes one for every run
// of columns of the same class. Calls f(begin, end, stretch).
template <class T, class F>
void stretches(const std::vector<T>& k, const std::vector<T>& b, const std::vector<T>& c, std::size_t stride,
               const std::vector<std::uint8_t>& line_class, int j, int begin, int end, F f) {
  const auto of = [&](std::size_t table) {
    const std::size_t at = table * stride + static_cast<std::size_t>(j);
    return Stretch<T>{k[at], b[at], c[at]};
  };
  if (line_class.empty()) return f(begin, end, of(0));
  for (int i = begin; i < end;) {
    const auto first = line_class.begin() + i, last = line_class.begin() + end;
    const auto next = std::find_if(first, last, [&](std::uint8_t v) { return v != *first; });
    const int to = i + static_cast<int>(next - first);
    f(i, to, of(*first));
    i = to;
  }
}

// Returns the stretch of the columns from `begin` on. `origin` is the column of psi[0].
template <class T>
ColumnStretch<T> columns(const std::vector<T>& k, const std::vector<T>& b, const std::vector<T>& c, std::size_t table,
                         T* psi, int begin, int origin) {
  const std::size_t at = table + static_cast<std::size_t>(begin);
  return {k.data() + at, b.data() + at, c.data() + at, psi + (begin - origin)};
}

// Calls f(begin, end, side) with side = −1 for the layer at the low nodes, 1 for the layer at the high nodes, and 0
// between them.
template <class F>
void zones(int begin, int end, int low_end, int high_begin, F f) {
  const int a = std::clamp(low_end, begin, end), b = std::clamp(high_begin, a, end);
  if (begin < a) f(begin, a, -1);
  if (a < b) f(a, b, 0);
  if (b < end) f(b, end, 1);
}

}  // namespace

// ---- fast kernels

template <class T>
Rows<T> Stepper<T>::rows_at(int j, int block) const {
  const int i = block * block_nodes;
  return {field_.ez(j) + i, field_.hx(j) + i, field_.hy(j) + i, static_cast<std::ptrdiff_t>(field_.row_length())};
}

// Calls f(begin, end, inside) for three parts of the tile's blocks: the left edge, the inside, and the right edge.
template <class T>
template <class F>
void Stepper<T>::parts(const Tile& t, F f) const {
  const int low = std::clamp(edges_.low, t.b0, t.b1), high = std::clamp(edges_.high, low, t.b1);
  if (t.b0 < low) f(t.b0, low, false);
  if (low < high) f(low, high, true);
  if (high < t.b1) f(high, t.b1, false);
}

template <class T>
void Stepper<T>::four_rows(int j, const Tile& t) {
  const bool last = nodes(t.b1) == nx_ && x_.high == 0;
  std::array<LastNode, 4> before;
  for (int r = 0; r < 4; ++r) {
    if (t.b0 == 0 && x_.pmc_low) mirror_left(j + r);
    if (last) before[static_cast<std::size_t>(r)] = last_node(j + r);
  }
  parts(t, [&](int b0, int b1, bool inside) {
    if (!inside) {
      if (x_.line_class.empty()) return layer_part(j, 4, b0, b1, t.step);
      for (int r = 0; r < 4; ++r) layer_part(j + r, 1, b0, b1, t.step);
      return;
    }
    BlockKinds::runs(kinds_.four(j), b0, b1, [&](BlockKinds::Kind kind, int begin, int end) {
      const int n = (end - begin) * block_nodes;
      if (kind == BlockKinds::slow) {
        for (int r = 0; r < 4; ++r) slow_part(j + r, nodes(begin), nodes(end), true, t.step);
      } else if (kind == BlockKinds::mixed) {
        kernels_.four_mixed(rows_at(j, begin), ez_media_.blocks(j, begin), n);
      } else {
        kernels_.four(rows_at(j, begin), ez_media_.palette()[kind - std::size_t{1}], n);
      }
    });
  });
  for (int r = 0; r < 4 && last; ++r) repair_last_column(j + r, before[static_cast<std::size_t>(r)]);
}

template <class T>
void Stepper<T>::one_row(int j, const Tile& t) {
  const RowKind kind = row_kinds_[static_cast<std::size_t>(j)];
  const int begin = nodes(t.b0), end = nodes(t.b1);
  if (j == t.no_hx || kind == RowKind::slow || (kind == RowKind::driven && acts_on_h(j, begin, end)))
    return slow_part(j, begin, end, j != t.no_hx, t.step);
  const bool last = nodes(t.b1) == nx_ && x_.high == 0 && kind != RowKind::layer;
  const LastNode before = last_node(j);
  if (t.b0 == 0 && x_.pmc_low) mirror_left(j);
  parts(t, [&](int b0, int b1, bool inside) {
    if (!inside || kind == RowKind::layer) return layer_part(j, 1, b0, b1, t.step);
    BlockKinds::runs(kinds_.one(j), b0, b1, [&](BlockKinds::Kind block, int from, int to) {
      const int n = (to - from) * block_nodes;
      if (block == BlockKinds::slow) return slow_part(j, nodes(from), nodes(to), true, t.step);
      if (block != BlockKinds::mixed)
        return kernels_.one(rows_at(j, from), ez_media_.palette()[block - std::size_t{1}], n);
      kernels_.one_mixed(rows_at(j, from), ez_media_.blocks(j, from), n);
    });
  });
  if (last) repair_last_column(j, before);
}

// Advances blocks of rows in layers: one row in any layers, or four rows in a layer along x alone.
template <class T>
void Stepper<T>::layer_part(int j, int rows, int b0, int b1, int step) {
  const BlockKinds::Kind* kinds = rows == 4 ? kinds_.four(j) : kinds_.one(j);
  if (std::find(kinds + b0, kinds + b1, BlockKinds::slow) != kinds + b1) {
    for (int r = 0; r < rows; ++r) slow_part(j + r, nodes(b0), nodes(b1), true, step);
    return;
  }
  Layers<T> in;
  in.i = b0 * block_nodes, in.j = j;
  if (b0 < edges_.low) in.x = &left_edge_[x_.class_of(j)];
  if (b0 >= edges_.high) in.x = &right_edge_[x_.class_of(j)];
  if (rows == 1) in.y_h = layer_h(j), in.y_e = layer_e(j);
  if (nodes(b1) == nx_) {
    in.no_hy = no_hy_.data();
    // The value beyond a boundary that mirrors.
    const T* e = field_.ez(j) + nx_ - 2;
    T* hy = field_.hy(j) + nx_ - 2;
    if (x_.pmc_high) hy[1] = -(nx_ - 2 < in.i ? hy[0] : update_hy_vacuum(hy[0], e[0], e[1]));
  }
  kernels_.layers(rows_at(j, b0), ez_media_.blocks(j, b0), in, rows, (b1 - b0) * block_nodes);
}

// Sets hy beyond a mirroring boundary from the value that hy of column 0 is about to take.
template <class T>
void Stepper<T>::mirror_left(int j) {
  const T* e = field_.ez(j);
  T* hy = field_.hy(j);
  hy[-1] = -update_hy_vacuum(hy[0], e[0], e[1]);
}

// Repairs the last column. The kernels update its hy like any other, although it has none. (Only the kernels for layers
// take this into account.)
template <class T>
void Stepper<T>::repair_last_column(int j, const LastNode& before) {
  const int i = nx_ - 1;
  T *e = field_.ez(j) + i, *hy = field_.hy(j) + i;
  *hy = x_.pmc_high ? -hy[-1] : before.hy;
  const Pair<T> c = ez_media_.at(j, i);
  if (c.a == 0 && c.b == 0) return;
  *e = before.ez;
  kernels_.ez(e, field_.hx(j) + i, field_.hx(j - 1) + i, hy, {c.a, c.b}, {}, {}, 1);
}

// Return the stretch of rows in layers along y if every column has the same.
template <class T>
RowStretch<T> Stepper<T>::layer_h(int j) const {
  const auto at = static_cast<std::size_t>(j);
  T* psi = psi_h(j);
  return psi ? RowStretch<T>{{y_.k_h[at], y_.b_h[at], y_.c_h[at]}, psi} : RowStretch<T>{};
}
template <class T>
RowStretch<T> Stepper<T>::layer_e(int j) const {
  const auto at = static_cast<std::size_t>(j);
  T* psi = psi_e(j);
  return psi ? RowStretch<T>{{y_.k_e[at], y_.b_e[at], y_.c_e[at]}, psi} : RowStretch<T>{};
}
template <class T>
T* Stepper<T>::psi_h(int j) const {
  const int high_row = j - (ny_ - 1 - y_.high);
  return j < y_.low ? bottom_.h(j) : high_row >= 0 && high_row < y_.high ? top_.h(high_row) : nullptr;
}
template <class T>
T* Stepper<T>::psi_e(int j) const {
  const int high_row = j - (ny_ - y_.high);
  return j < y_.low ? bottom_.e(j) : high_row >= 0 ? top_.e(high_row) : nullptr;
}

// ---- any medium, any boundary, any layer

template <class T>
void Stepper<T>::slow_part(int j, int begin, int end, bool with_hx, int step) {
  if (x_.periodic) field_.ez(j)[nx_] = field_.ez(j)[0];
  if (with_hx) hx_row(j, begin, end, step);
  hy_range(j, begin, std::min(end, x_.periodic ? nx_ : nx_ - 1));
  drive_h(FieldArray::hy, j, begin, end, step);
  ghosts(j, begin, end);
  ez_range(j, begin, end);
}

template <class T>
void Stepper<T>::hx_row(int j, int begin, int end, int step) {
  hx_range(j, begin, end);
  drive_h(FieldArray::hx, j, begin, end, step);
}

// Returns true if sources, poles or rims act on H of row j.
template <class T>
bool Stepper<T>::acts_on_h(int j) const {
  return points_.drives_h(j) || poles_.has(FieldArray::hx, j) || poles_.has(FieldArray::hy, j) || cross_.has(j);
}
template <class T>
bool Stepper<T>::acts_on_h(int j, int begin, int end) {
  return points_.drives_h(j, begin, end) || poles_.has(FieldArray::hx, j) || poles_.has(FieldArray::hy, j) ||
         cross_.has(j);
}

template <class T>
void Stepper<T>::drive_h(FieldArray array, int j, int begin, int end, int step) {
  if (cross_.any()) cross_.add(field_, array, j, begin, end);
  if (poles_.any()) poles_.correct(field_, array, j, begin, end);
  if (energy_) energy_->meter.before_sources_on(field_, array, j, begin, end);
  points_.drive(field_, array, j, begin, end, step);
  if (poles_.any()) poles_.follow(field_, array, j, begin, end);
}

template <class T>
void Stepper<T>::hx_range(int j, int begin, int end) {
  if (begin >= end) return;
  T* psi = psi_h(j);
  const T* e = field_.ez(j);
  const T* up = field_.ez(j + 1 < ny_ ? j + 1 : 0);
  T* hx = field_.hx(j);
  const auto run = [&](int b, int n_end, const Coefs<T>& c, const Stretch<T>& s) {
    kernels_.hx(hx + b, e + b, up + b, c, {s, psi ? psi + b : nullptr}, n_end - b);
  };
  hx_media_.each(j, begin, end, [&](int b, int n_end, const Coefs<T>& c) {
    if (!psi) return run(b, n_end, c, {});
    stretches(y_.k_h, y_.b_h, y_.c_h, y_.stride, y_.line_class, j, b, n_end,
              [&](int from, int to, const Stretch<T>& s) { run(from, to, c.from(from - b), s); });
  });
}

template <class T>
void Stepper<T>::hy_range(int j, int begin, int end) {
  if (begin >= end) return;
  const T* e = field_.ez(j);
  T* hy = field_.hy(j);
  const int high = nx_ - 1 - x_.high;
  hy_media_.each(j, begin, end, [&](int run_begin, int run_end, const Coefs<T>& run) {
    zones(run_begin, run_end, x_.low, x_.high > 0 ? high : nx_, [&](int b, int n_end, int side) {
      ColumnStretch<T> x;
      if (side < 0) x = columns(x_.k_h, x_.b_h, x_.c_h, x_.table(j), left_.h(j), b, 0);
      if (side > 0) x = columns(x_.k_h, x_.b_h, x_.c_h, x_.table(j), right_.h(j), b, edges_.high * block_nodes);
      kernels_.hy(hy + b, e + b, run.from(b - run_begin), x, n_end - b);
    });
  });
}

// Sets H beyond the boundaries before Ez needs it. Only sets values in [begin, end); the ends of the row are set with
// the first and the last node.
template <class T>
void Stepper<T>::ghosts(int j, int begin, int end) {
  T* hy = field_.hy(j);
  if (x_.pmc_low && begin == 0) hy[-1] = -hy[0];
  if (x_.pmc_high && end == nx_) hy[nx_ - 1] = -hy[nx_ - 2];
  if (x_.periodic) hy[-1] = hy[nx_ - 1];
  const auto mirror = [&](int from, int to) {
    for (int i = begin; i < end; ++i) field_.hx(to)[i] = -field_.hx(from)[i];
  };
  if (y_.pmc_low && j == 0) mirror(0, -1);
  if (y_.pmc_high && j == ny_ - 1) mirror(ny_ - 2, ny_ - 1);
}

template <class T>
void Stepper<T>::ez_range(int j, int begin, int end) {
  const int high = nx_ - x_.high;
  T* psi = psi_e(j);
  T* e = field_.ez(j);
  const T *hx = field_.hx(j), *below = field_.hx(j - 1), *hy = field_.hy(j);
  const auto run = [&](int b, int n_end, const Coefs<T>& c, const ColumnStretch<T>& x, const Stretch<T>& s) {
    kernels_.ez(e + b, hx + b, below + b, hy + b, c, x, {s, psi ? psi + b : nullptr}, n_end - b);
  };
  ez_media_.each(j, begin, end, [&](int from, int to, const Coefs<T>& c) {
    zones(from, to, x_.low, high, [&](int b, int n_end, int side) {
      ColumnStretch<T> x;
      if (side < 0) x = columns(x_.k_e, x_.b_e, x_.c_e, x_.table(j), left_.e(j), b, 0);
      if (side > 0) x = columns(x_.k_e, x_.b_e, x_.c_e, x_.table(j), right_.e(j), b, edges_.high * block_nodes);
      if (!psi) return run(b, n_end, c.from(b - from), x, {});
      stretches(y_.k_e, y_.b_e, y_.c_e, y_.stride, y_.line_class, j, b, n_end,
                [&](int first, int last, const Stretch<T>& s) {
                  run(first, last, c.from(first - from), x.psi ? x.from(first - b) : x, s);
                });
    });
  });
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
