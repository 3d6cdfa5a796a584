// Builds the loop's data from the problem: coefficients by node, layers, poles, rims. Also clears the parts of the
// state that an edit invalidates.
#include <algorithm>

#include "solver/engine/scalar/loop.h"

namespace ez::scalar {

template <class T>
void Loop<T>::set_tables() {
  set_coefficients();
  grid_.nx = p_.nx, grid_.ny = p_.ny, grid_.row = row_;
  grid_.x_periodic = p_.wall(Side::left) == BoundaryKind::periodic;
  grid_.y_periodic = p_.wall(Side::bottom) == BoundaryKind::periodic;
  grid_.ez = field(FieldArray::ez), grid_.hx = field(FieldArray::hx), grid_.hy = field(FieldArray::hy);
  grid_.psi_hx = origin(memory_.psi_hx), grid_.psi_hy = origin(memory_.psi_hy);
  grid_.psi_ex = origin(memory_.psi_ex), grid_.psi_ey = origin(memory_.psi_ey);
  const auto coefficients = [&](FieldArray array, const T*& a, const T*& b) {
    a = origin(coefficients_[index_of(array)].a), b = origin(coefficients_[index_of(array)].b);
  };
  coefficients(FieldArray::ez, grid_.ca, grid_.cb);
  coefficients(FieldArray::hx, grid_.hx_da, grid_.hx_db);
  coefficients(FieldArray::hy, grid_.hy_da, grid_.hy_db);
  grid_.x = set_layers(x_, p_.x), grid_.y = set_layers(y_, p_.y);
  set_poles();
  set_cross();
  set_rims();
}

template <class T>
void Loop<T>::set_coefficients() {
  for (Coefficients& c : coefficients_) c.a.assign(old_[0].size(), T(0)), c.b.assign(old_[0].size(), T(0));
  const auto set = [&](FieldArray array, std::size_t n, double a, double b) {
    coefficients_[index_of(array)].a[n] = T(a), coefficients_[index_of(array)].b[n] = T(b);
  };
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) {
      const ElectricEntry& e = p_.electric_palette[p_.electric.at(i, j)];
      const MagneticEntry &x = p_.magnetic_at(FieldArray::hx, i, j), &y = p_.magnetic_at(FieldArray::hy, i, j);
      set(FieldArray::ez, place(i, j), e.ca, e.cb);
      set(FieldArray::hx, place(i, j), x.da, x.dbx);
      set(FieldArray::hy, place(i, j), y.da, y.dby);
    }
}

template <class T>
Layers<T> Loop<T>::set_layers(Tables& to, const AxisLayers& from) const {
  const auto rounded = [](Array& out, const std::vector<double>& in) { out.assign(in.begin(), in.end()); };
  rounded(to.k_e, from.k_e), rounded(to.b_e, from.b_e), rounded(to.c_e, from.c_e);
  rounded(to.k_h, from.k_h), rounded(to.b_h, from.b_h), rounded(to.c_h, from.c_h);
  return {from.nodes,    from.low,
          from.high,     to.k_e.data(),
          to.b_e.data(), to.c_e.data(),
          to.k_h.data(), to.b_h.data(),
          to.c_h.data(), from.line_class.empty() ? nullptr : from.line_class.data()};
}

template <class T>
const PoleEntries* Loop<T>::poles_at(FieldArray array, int i, int j) const {
  if (i < 0 || j < 0 || i >= p_.nx || j >= p_.ny) return nullptr;
  if (array == FieldArray::ez) return &p_.electric_palette[p_.electric.at(i, j)].dispersion;
  const bool beyond =
      array == FieldArray::hx ? j == p_.ny - 1 && !grid_.y_periodic : i == p_.nx - 1 && !grid_.x_periodic;
  return beyond ? nullptr : &p_.magnetic_at(array, i, j).dispersion;
}

template <class T>
void Loop<T>::set_poles() {
  for (const FieldArray array : all_arrays) {
    auto& states = memory_.poles[index_of(array)];
    auto& poles = poles_[index_of(array)];
    poles.clear();
    std::size_t most = states.size();
    const auto each = [&](auto f) {
      for (int j = 0; j < p_.ny; ++j)
        for (int i = 0; i < p_.nx; ++i)
          if (const PoleEntries* here = poles_at(array, i, j)) f(i, j, *here);
    };
    each([&](int, int, const PoleEntries& here) { most = std::max(most, here.poles.size()); });
    states.resize(most);
    for (PoleState& s : states) s.p.resize(old_[0].size(), T(0)), s.j.resize(old_[0].size(), T(0));
    each([&](int i, int j, const PoleEntries& here) {
      for (std::size_t k = 0; k < here.poles.size(); ++k) {
        const PoleEntry& c = here.poles[k];
        poles.push_back({i,
                         j,
                         at(i, j),
                         T(here.gain),
                         {T(c.a), T(c.b), T(c.c), T(c.nu)},
                         origin(states[k].p) + at(i, j),
                         origin(states[k].j) + at(i, j)});
      }
    });
  }
}

template <class T>
void Loop<T>::set_cross() {
  for (auto& of_array : cross_) of_array.clear();
  for (const CrossTerm& t : p_.cross) {
    CrossAt<T> c;
    c.node = at(t.i, t.j);
    for (int k = 0; k < 4; ++k) {
      c.weights.w[k] = T(t.weight[static_cast<std::size_t>(k)]);
      if (t.array == FieldArray::hx) {  // along x
        c.minus[k] = at(t.i - 1 + k % 2, t.j + k / 2);
        c.plus[k] = c.minus[k] + 1;
      } else {  // along −y
        c.plus[k] = at(t.i + k % 2, t.j - 1 + k / 2);
        c.minus[k] = c.plus[k] + row_;
      }
    }
    cross_[t.array == FieldArray::hx ? 0 : 1].push_back(c);
  }
}

template <class T>
void Loop<T>::set_rims() {
  for (auto& of_array : rims_) of_array.clear();
  for (const DepolarisingTerm& t : p_.depolarising) {
    const bool x = t.array == FieldArray::hx;
    const PoleEntries& entry = p_.magnetic_at(t.array, t.i, t.j).dispersion;
    RimAt<T> r;
    r.i = t.i, r.j = t.j, r.node = at(t.i, t.j);
    r.own = T(t.own), r.gain = T(entry.gain);
    for (const PoleEntry& pole : entry.poles) r.c += T(pole.c);
    for (int k = 0; k < 4; ++k) {
      r.neighbours[k] = x ? at(t.i - 1 + k % 2, t.j + k / 2) : at(t.i + k % 2, t.j - 1 + k / 2);
      r.weights.w[k] = T(t.weight[static_cast<std::size_t>(k)]);
    }
    rims_[x ? 0 : 1].push_back(r);
  }
}

// ---- state that an edit clears

// Clears ψ of layers whose depth changes.
template <class T>
void Loop<T>::forget_layers(const Problem& next) {
  const auto cleared = [](int before, int now) { return before == now ? 0 : std::max(before, now) + 1; };
  const int left = cleared(p_.x.low, next.x.low), right = cleared(p_.x.high, next.x.high);
  const int bottom = cleared(p_.y.low, next.y.low), top = cleared(p_.y.high, next.y.high);
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) {
      const std::size_t n = place(i, j);
      if (i < left || i >= p_.nx - right) memory_.psi_hy[n] = memory_.psi_ex[n] = 0;
      if (j < bottom || j >= p_.ny - top) memory_.psi_hx[n] = memory_.psi_ey[n] = 0;
    }
}

// Clears the corrections of nodes that are no longer of second order.
template <class T>
void Loop<T>::forget_corrections(const Problem& next) {
  auto kept = memory_.corrections;
  for (Array& side : kept) std::fill(side.begin(), side.end(), T(0));
  for (const Mur2Node& m : next.mur2) {
    const auto side = static_cast<std::size_t>(m.side), along = static_cast<std::size_t>(m.along);
    kept[side][along] = memory_.corrections[side][along];
  }
  memory_.corrections = std::move(kept);
}

// Clears H beyond the last column and row unless the axis is, and was, periodic. A PMC boundary computes its own.
template <class T>
void Loop<T>::forget_beyond(const Problem& next) {
  const auto goes_on = [&](Side s) {
    return next.wall(s) == BoundaryKind::periodic && p_.wall(s) == BoundaryKind::periodic;
  };
  for (int j = 0; j < p_.ny && !goes_on(Side::right); ++j) grid_.hy[at(p_.nx - 1, j)] = 0;
  for (int i = 0; i < p_.nx && !goes_on(Side::top); ++i) grid_.hx[at(i, p_.ny - 1)] = 0;
}

// If a node has fewer poles now, clears the states of the others.
template <class T>
void Loop<T>::forget_poles() {
  for (const FieldArray array : all_arrays) {
    auto& states = memory_.poles[index_of(array)];
    for (std::size_t k = 0; k < states.size(); ++k)
      for (int j = 0; j < p_.ny; ++j)
        for (int i = 0; i < p_.nx; ++i) {
          const PoleEntries* now = poles_at(array, i, j);
          if (!now || now->poles.size() <= k) states[k].p[place(i, j)] = states[k].j[place(i, j)] = 0;
        }
  }
}

template class Loop<float>;
template class Loop<double>;

}  // namespace ez::scalar
