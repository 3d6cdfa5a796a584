#include <algorithm>
#include <span>

#include "solver/engine/cuda/streamed/plan.h"

namespace ez::cuda::streamed {
namespace {

// A range of window nodes along one axis. On a periodic axis it may extend beyond the grid.
struct Span {
  int begin, count;
};
Span window_of(int own0, int own1, int levels, int n, bool wraps) {
  const int begin = wraps ? own0 - levels : std::max(own0 - levels, 0);
  const int end = wraps ? own1 + levels : std::min(own1 + levels, n);
  return {begin, end - begin};
}
int wrapped(int i, int n) { return ((i % n) + n) % n; }
// Returns the step from a node to its neighbour along a boundary: −1, 0 or 1, also across a periodic end.
int step_to(int from, int to) {
  const int d = to - from;
  return d > 1 ? -1 : d < -1 ? 1 : d;
}

MurLineShape line_shape(const Problem& p) { return {p.nx, p.ny, p.nx, 0}; }

}  // namespace

template <class T>
GeneralMaker<T>::GeneralMaker(const Problem& p, int levels, int block, const DueRows& due)
    : p_(p),
      due_(due),
      // A node that Mur's rule sets needs its inner neighbour's value after the step: one more node.
      overlap_(levels + (p.mur.empty() && p.mur2.empty() ? 0 : 1)),
      block_(block),
      wraps_x_(p.wall(Side::left) == BoundaryKind::periodic),
      wraps_y_(p.wall(Side::bottom) == BoundaryKind::periodic) {
  for (const MurNode& m : p.mur) first_[m.node] = &m;
  for (const Mur2Node& m : p.mur2) second_[m.node] = &m;
  for (const MurCorner& c : p.mur_corners) corner_[c.a.node] = &c;
}

template <class T>
void GeneralMaker<T>::cover(NodeRect nodes) {
  for (int j = nodes.j0; j < nodes.j1; j += block_)
    for (int i = nodes.i0; i < nodes.i1; i += block_)
      add({i, j, std::min(i + block_, nodes.i1), std::min(j + block_, nodes.j1)});
}

template <class T>
void GeneralMaker<T>::add(NodeRect own) {
  const Span x = window_of(own.i0, own.i1, overlap_, p_.nx, wraps_x_);
  const Span y = window_of(own.j0, own.j1, overlap_, p_.ny, wraps_y_);
  Block b{x.begin, y.begin, x.count, y.count, own.i0, own.i1, own.j0, own.j1, {}, {}, {}, {}};
  add_due(b);
  add_mur(b);
  lists_.blocks.push_back(b);
}

// Adds terms and probes in the window's rows, once for each time that their node occurs in the window.
template <class T>
void GeneralMaker<T>::add_due(Block& b) {
  const auto columns = [&](int i, auto f) {  // calls f for each window column that is column i of the grid
    if (!wraps_x_) {
      if (i >= b.x0 && i < b.x0 + b.width) f(i - b.x0);
      return;
    }
    for (int x = wrapped(i - b.x0, p_.nx); x < b.width; x += p_.nx) f(x);
  };
  for (const FieldArray a : all_arrays) {
    Part& part = b.due[index_of(a)];
    part.first = static_cast<int>(lists_.nodes.size());
    for (int y = 0; y < b.height; ++y) {
      const int j = wrapped(b.y0 + y, p_.ny);
      const std::span<const Term> terms = due_.terms(a, j, j + 1);
      for (std::size_t k = 0; k < terms.size();) {
        std::size_t end = k;
        while (end < terms.size() && terms[end].i == terms[k].i) ++end;
        columns(terms[k].i, [&](int x) {
          lists_.nodes.push_back({y * b.width + x, static_cast<int>(lists_.due.size()), static_cast<int>(end - k)});
          for (std::size_t t = k; t < end; ++t)
            lists_.due.push_back({terms[t].hard ? Due::hard : Due::soft, terms[t].signal, terms[t].weight});
        });
        k = end;
      }
    }
    part.count = static_cast<int>(lists_.nodes.size()) - part.first;
  }
  b.probes.first = static_cast<int>(lists_.nodes.size());
  for (const DueRows::Probe& probe : due_.probes(b.own_y0, b.own_y1)) {
    if (probe.i < b.own_x0 || probe.i >= b.own_x1) continue;
    const int at = (probe.j - b.y0) * b.width + (probe.i - b.x0);
    lists_.nodes.push_back({at, static_cast<int>(lists_.due.size()), 1});
    lists_.due.push_back({Due::probe, probe.index, 0});
  }
  b.probes.count = static_cast<int>(lists_.nodes.size()) - b.probes.first;
}

// x, y: position of the node in the window.
template <class T>
WindowMur<T> GeneralMaker<T>::window_mur(const Block& b, int x, int y, std::size_t inner, double k) const {
  const auto nx = static_cast<std::size_t>(p_.nx);
  const int i = wrapped(b.x0 + x, p_.nx), j = wrapped(b.y0 + y, p_.ny);
  const int ix = std::clamp(x + step_to(i, static_cast<int>(inner % nx)), 0, b.width - 1);
  const int iy = std::clamp(y + step_to(j, static_cast<int>(inner / nx)), 0, b.height - 1);
  WindowMur<T> m;
  m.node = y * b.width + x;
  m.inner = iy * b.width + ix;
  m.k = static_cast<T>(k);
  const int gi = b.x0 + x, gj = b.y0 + y;
  m.own = gi >= b.own_x0 && gi < b.own_x1 && gj >= b.own_y0 && gj < b.own_y1;
  return m;
}
template <class T>
WindowMur<T> GeneralMaker<T>::window_mur(const Block& b, int x, int y, const Mur2Node& of) const {
  WindowMur<T> m = window_mur(b, x, y, of.inner, of.k);
  const bool upright = across_x(of.side);
  const auto neighbour = [&](int node, int step) {
    const int nx = std::clamp(node % b.width + (upright ? 0 : step), 0, b.width - 1);
    const int ny = std::clamp(node / b.width + (upright ? step : 0), 0, b.height - 1);
    return ny * b.width + nx;
  };
  const int low = step_to(of.along, of.low), high = step_to(of.along, of.high);
  m.low = neighbour(m.node, low), m.low_inner = neighbour(m.inner, low);
  m.high = neighbour(m.node, high), m.high_inner = neighbour(m.inner, high);
  m.edge = first_of(line_shape(p_), static_cast<int>(of.side)) + of.along;
  m.d = static_cast<T>(of.d);
  return m;
}

template <class T>
void GeneralMaker<T>::add_mur(Block& b) {
  std::vector<WindowMur<T>> corners;
  b.mur.first = static_cast<int>(lists_.mur.size());
  const auto look = [&](int x, int y) {
    const auto node = static_cast<std::size_t>(wrapped(b.y0 + y, p_.ny)) * static_cast<std::size_t>(p_.nx) +
                      static_cast<std::size_t>(wrapped(b.x0 + x, p_.nx));
    if (const auto m = first_.find(node); m != first_.end())
      lists_.mur.push_back(window_mur(b, x, y, m->second->inner, m->second->k));
    else if (const auto m2 = second_.find(node); m2 != second_.end())
      lists_.mur.push_back(window_mur(b, x, y, *m2->second));
    else if (const auto c = corner_.find(node); c != corner_.end())
      for (const MurNode& one : {c->second->a, c->second->b}) corners.push_back(window_mur(b, x, y, one.inner, one.k));
  };
  if (!first_.empty() || !second_.empty() || !corner_.empty())
    for (int y = 0; y < b.height; ++y) {
      const int j = wrapped(b.y0 + y, p_.ny);
      for (int x = 0; x < b.width; ++x) {
        const int i = wrapped(b.x0 + x, p_.nx);
        if (i == 0 || j == 0 || i == p_.nx - 1 || j == p_.ny - 1) look(x, y);
      }
    }
  b.mur.count = static_cast<int>(lists_.mur.size()) - b.mur.first;
  b.corners = {static_cast<int>(lists_.mur.size()), static_cast<int>(corners.size())};
  lists_.mur.insert(lists_.mur.end(), corners.begin(), corners.end());
  const int mur = b.mur.count + b.corners.count;
  const WindowLayout layout = window_layout(b, p_.nx, p_.ny, p_.x.low, p_.x.high, p_.y.low, p_.y.high);
  lists_.most_shared_bytes = std::max(lists_.most_shared_bytes, window_values(layout, b, mur) * sizeof(T));
}

template class GeneralMaker<float>;
template class GeneralMaker<double>;

}  // namespace ez::cuda::streamed
