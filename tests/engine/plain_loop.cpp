#include "plain_loop.h"

#include <algorithm>

#include "solver/physics/cpml.h"
#include "solver/physics/mur.h"
#include "solver/physics/poles.h"
#include "solver/physics/rim.h"
#include "solver/physics/source.h"
#include "solver/physics/yee.h"

namespace ez {
namespace {

template <class T>
Stretch<T> stretch_e(const AxisLayers& a, int line, int i) {
  const std::size_t n = a.at(line, i);
  return {T(a.k_e[n]), T(a.b_e[n]), T(a.c_e[n])};
}
template <class T>
Stretch<T> stretch_h(const AxisLayers& a, int line, int i) {
  const std::size_t n = a.at(line, i);
  return {T(a.k_h[n]), T(a.b_h[n]), T(a.c_h[n])};
}

}  // namespace

bool plain_loop_runs_here() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

template <class T>
PlainLoop<T>::PlainLoop(const Problem& problem) : p_(problem) {
  const std::size_t n = static_cast<std::size_t>(p_.nx + 2) * static_cast<std::size_t>(p_.ny + 2);
  for (auto* v : {&e_, &hx_, &hy_, &psi_hx_, &psi_hy_, &psi_ex_, &psi_ey_, &e_old_}) v->assign(n, T(0));
  correction_.fill(std::vector<T>(static_cast<std::size_t>(std::max(p_.nx, p_.ny)), T(0)));
}

template <class T>
void PlainLoop<T>::update(const Problem& problem) {
  auto kept = correction_;
  for (auto& side : kept) std::fill(side.begin(), side.end(), T(0));
  for (const Mur2Node& m : problem.mur2) {
    const auto side = static_cast<std::size_t>(m.side), along = static_cast<std::size_t>(m.along);
    kept[side][along] = correction_[side][along];
  }
  correction_ = std::move(kept);
  // ψ stays where a layer keeps its depth.
  const auto other = [](int before, int now) { return before == now ? 0 : std::max(before, now) + 1; };
  const int left = other(p_.x.low, problem.x.low), right = other(p_.x.high, problem.x.high);
  const int bottom = other(p_.y.low, problem.y.low), top = other(p_.y.high, problem.y.high);
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) {
      if (i < left || i >= p_.nx - right) psi_hy_[at(i, j)] = psi_ex_[at(i, j)] = 0;
      if (j < bottom || j >= p_.ny - top) psi_hx_[at(i, j)] = psi_ey_[at(i, j)] = 0;
    }
  const auto keeps = [&](Side s) {  // what lies beyond the last line
    return problem.wall(s) == BoundaryKind::pmc ||
           (problem.wall(s) == BoundaryKind::periodic && p_.wall(s) == BoundaryKind::periodic);
  };
  for (int j = 0; j < p_.ny && !keeps(Side::right); ++j) hy_[at(p_.nx - 1, j)] = 0;
  for (int i = 0; i < p_.nx && !keeps(Side::top); ++i) hx_[at(i, p_.ny - 1)] = 0;
  p_ = problem;
  for (const FieldArray array : all_arrays)  // a node that has fewer poles forgets the others
    for (std::size_t k = 0; k < poles_[index_of(array)].size(); ++k)
      for (int j = 0; j < p_.ny; ++j)
        for (int i = 0; i < p_.nx; ++i) {
          PoleState& state = poles_[index_of(array)][k];
          const PoleEntries* now = poles_at(array, i, j);
          if (!state.p.empty() && (!now || now->poles.size() <= k)) state.p[at(i, j)] = state.j[at(i, j)] = 0;
        }
}

template <class T>
std::vector<T> PlainLoop<T>::read(FieldArray array) const {
  const std::vector<T>& from = array == FieldArray::ez ? e_ : array == FieldArray::hx ? hx_ : hy_;
  std::vector<T> out;
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) out.push_back(from[at(i, j)]);
  return out;
}

template <class T>
void PlainLoop<T>::step_h() {
  const int nx = p_.nx, ny = p_.ny;
  const bool x_periodic = p_.wall(Side::left) == BoundaryKind::periodic;
  const bool y_periodic = p_.wall(Side::bottom) == BoundaryKind::periodic;
  for (int j = 0; j < ny; ++j) e_[at(nx, j)] = x_periodic ? e_[at(0, j)] : T(0);
  for (int i = 0; i < nx; ++i) e_[at(i, ny)] = y_periodic ? e_[at(i, 0)] : T(0);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const std::size_t n = at(i, j),
                        map = static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
      const T e = e_[n], up = e_[at(i, j + 1)], right = e_[n + 1];
      if (j < ny - 1 || y_periodic) {
        const MagneticEntry& m = p_.magnetic_palette[p_.magnetic ? p_.hx_entry[map] : 0];
        if (j < ny - 1 && p_.y.has_h(j))
          hx_[n] = update_hx_layer(hx_[n], T(m.da), T(m.dbx), stretch(T(up - e), stretch_h<T>(p_.y, i, j), psi_hx_[n]));
        else
          hx_[n] = update_hx(hx_[n], T(m.da), T(m.dbx), e, up);
      }
      if (i < nx - 1 || x_periodic) {
        const MagneticEntry& m = p_.magnetic_palette[p_.magnetic ? p_.hy_entry[map] : 0];
        if (i < nx - 1 && p_.x.has_h(i))
          hy_[n] =
              update_hy_layer(hy_[n], T(m.da), T(m.dby), stretch(T(right - e), stretch_h<T>(p_.x, j, i), psi_hy_[n]));
        else
          hy_[n] = update_hy(hy_[n], T(m.da), T(m.dby), e, right);
      }
    }
}

template <class T>
void PlainLoop<T>::couple_rims() {
  for (const CrossTerm& t : p_.cross) {
    CrossWeights<T> k{};
    for (std::size_t n = 0; n < 4; ++n) k.w[n] = T(t.weight[n]);
    const auto right = [&](int i, int j) { return e_[at(i + 1, j)] - e_[at(i, j)]; };
    const auto down = [&](int i, int j) { return e_[at(i, j)] - e_[at(i, j + 1)]; };
    const int i = t.i, j = t.j;
    if (t.array == FieldArray::hx)
      hx_[at(i, j)] += cross_increment(k, right(i - 1, j), right(i, j), right(i - 1, j + 1), right(i, j + 1));
    else
      hy_[at(i, j)] += cross_increment(k, down(i, j - 1), down(i + 1, j - 1), down(i, j), down(i + 1, j));
  }
}

// Before the step: the fields of the charges at rims of media with poles, by array.
template <class T>
std::array<std::vector<T>, 2> PlainLoop<T>::fields_at_rims() const {
  const auto half_on = [&](FieldArray array, int i, int j) {
    T q = 0;
    for (const PoleState& state : poles_[index_of(array)])
      if (!state.p.empty()) q = half_step_on(q, state.p[at(i, j)], state.j[at(i, j)]);
    return q;
  };
  std::array<std::vector<T>, 2> out;
  out.fill(std::vector<T>(e_.size(), T(0)));
  for (const DepolarisingTerm& t : p_.depolarising) {
    CrossWeights<T> k{};
    for (std::size_t n = 0; n < 4; ++n) k.w[n] = T(t.weight[n]);
    const bool x = t.array == FieldArray::hx;
    const FieldArray other = x ? FieldArray::hy : FieldArray::hx;
    const auto beside = [&](int n) {
      return x ? half_on(other, t.i - 1 + n % 2, t.j + n / 2) : half_on(other, t.i + n % 2, t.j - 1 + n / 2);
    };
    out[x ? 0 : 1][at(t.i, t.j)] =
        depolarising_field(T(t.own), k, half_on(t.array, t.i, t.j), beside(0), beside(1), beside(2), beside(3));
  }
  return out;
}

template <class T>
void PlainLoop<T>::ghosts() {
  const int nx = p_.nx, ny = p_.ny;
  for (int j = 0; j < ny; ++j) {
    const BoundaryKind left = p_.wall(Side::left), right = p_.wall(Side::right);
    if (right == BoundaryKind::pmc) hy_[at(nx - 1, j)] = -hy_[at(nx - 2, j)];
    hy_[at(-1, j)] = left == BoundaryKind::pmc        ? -hy_[at(0, j)]
                     : left == BoundaryKind::periodic ? hy_[at(nx - 1, j)]
                                                      : T(0);
  }
  for (int i = 0; i < nx; ++i) {
    const BoundaryKind bottom = p_.wall(Side::bottom), top = p_.wall(Side::top);
    if (top == BoundaryKind::pmc) hx_[at(i, ny - 1)] = -hx_[at(i, ny - 2)];
    hx_[at(i, -1)] = bottom == BoundaryKind::pmc        ? -hx_[at(i, 0)]
                     : bottom == BoundaryKind::periodic ? hx_[at(i, ny - 1)]
                                                        : T(0);
  }
}

template <class T>
void PlainLoop<T>::step_e() {
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) {
      const std::size_t n = at(i, j);
      const ElectricEntry& m = p_.electric_palette[p_.electric.at(i, j)];
      const T hx = hx_[n], below = hx_[at(i, j - 1)], hy = hy_[n], left = hy_[n - 1];
      if (!p_.x.has_e(i) && !p_.y.has_e(j)) {
        e_[n] = update_ez(e_[n], T(m.ca), T(m.cb), hy, left, hx, below);
        continue;
      }
      T dx = hy - left;
      if (p_.x.has_e(i)) dx = stretch(dx, stretch_e<T>(p_.x, j, i), psi_ex_[n]);
      if (p_.y.has_e(j))
        e_[n] =
            update_ez_layer(e_[n], T(m.ca), T(m.cb), dx, stretch(T(hx - below), stretch_e<T>(p_.y, i, j), psi_ey_[n]));
      else
        e_[n] = update_ez_x_layer(e_[n], T(m.ca), T(m.cb), dx, hx, below);
    }
}

template <class T>
const PoleEntries* PlainLoop<T>::poles_at(FieldArray array, int i, int j) const {
  if (array == FieldArray::ez) return &p_.electric_palette[p_.electric.at(i, j)].dispersion;
  const bool beyond = array == FieldArray::hx ? j == p_.ny - 1 && p_.wall(Side::top) != BoundaryKind::periodic
                                              : i == p_.nx - 1 && p_.wall(Side::right) != BoundaryKind::periodic;
  return beyond ? nullptr : &p_.magnetic_at(array, i, j).dispersion;
}

template <class T>
template <class F>
void PlainLoop<T>::each_pole(FieldArray array, F f) {
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) {
      const PoleEntries* at_node = poles_at(array, i, j);
      if (!at_node) continue;
      auto& states = poles_[index_of(array)];
      if (states.size() < at_node->poles.size()) states.resize(at_node->poles.size());
      for (std::size_t k = 0; k < at_node->poles.size(); ++k) {
        states[k].p.resize(e_.size()), states[k].j.resize(e_.size());
        const PoleEntry& c = at_node->poles[k];
        f(at(i, j), T(at_node->gain), PoleCoefs<T>{T(c.a), T(c.b), T(c.c), T(c.nu)}, states[k].p[at(i, j)],
          states[k].j[at(i, j)]);
      }
    }
}
template <class T>
void PlainLoop<T>::correct_for_poles(FieldArray array, std::vector<T>& values) {
  each_pole(array, [&](std::size_t n, T gain, const PoleCoefs<T>& c, T& p, T& j) {
    values[n] = correct_for_pole(values[n], gain, c, p, j);
  });
}
template <class T>
void PlainLoop<T>::advance_poles(FieldArray array, const std::vector<T>& values, const std::vector<T>& old) {
  each_pole(array,
            [&](std::size_t n, T, const PoleCoefs<T>& c, T& p, T& j) { advance_pole(c, values[n] + old[n], p, j); });
}

template <class T>
void PlainLoop<T>::step_mur() {
  const auto node = [&](std::size_t packed) {
    const auto nx = static_cast<std::size_t>(p_.nx);
    return at(static_cast<int>(packed % nx), static_cast<int>(packed / nx));
  };
  const auto value = [&](const MurNode& m) {
    return mur_first_order(T(m.k), e_old_[node(m.node)], e_old_[node(m.inner)], e_[node(m.inner)]);
  };
  for (const MurNode& m : p_.mur) e_[node(m.node)] = value(m);
  for (const Mur2Node& m : p_.mur2) {
    const bool upright = m.side == Side::left || m.side == Side::right;
    const std::size_t step = at(upright ? 0 : 1, upright ? 1 : 0) - at(0, 0), edge = node(m.node), in = node(m.inner);
    const auto sum = [&](int along) {  // E₀ + E₁ of another node of the side
      const std::size_t there = static_cast<std::size_t>(along - m.along) * step;  // modulo 2⁶⁴
      return e_old_[edge + there] + e_old_[in + there];
    };
    T& correction = correction_[static_cast<std::size_t>(m.side)][static_cast<std::size_t>(m.along)];
    correction = mur_correction(T(m.d), correction, sum(m.along), sum(m.low), sum(m.high));
    e_[edge] = mur_second_order(T(m.k), e_old_[edge], e_old_[in], e_[in], correction);
  }
  for (const MurCorner& c : p_.mur_corners) e_[node(c.a.node)] = T(0.5) * (value(c.a) + value(c.b));
}

template <class T>
std::vector<double> PlainLoop<T>::run(const Batch& batch) {
  std::vector<double> probes;
  flushing_denormals([&] { steps(batch, probes); });
  return probes;
}

template <class T>
void PlainLoop<T>::steps(const Batch& batch, std::vector<double>& probes) {
  for (int n = 0; n < batch.steps; ++n) {
    const double* signals =
        batch.signals.data() + static_cast<std::size_t>(n) * static_cast<std::size_t>(batch.sources);
    e_old_ = e_;
    std::vector<T> hx_old = hx_, hy_old = hy_;
    const auto [field_x, field_y] = fields_at_rims();
    const auto terms_on = [&](FieldArray array, std::vector<T>& values) {
      for (const bool hard : {false, true})
        for (const Term& s : p_.terms) {
          if (s.array != array || s.hard != hard) continue;
          T& v = values[at(s.i, s.j)];
          v = hard ? hard_source<T>(signals[s.signal]) : soft_source(v, s.weight, signals[s.signal]);
        }
    };
    step_h();
    couple_rims();
    for (const DepolarisingTerm& t : p_.depolarising) {
      const bool x = t.array == FieldArray::hx;
      const PoleEntries& entry = p_.magnetic_at(t.array, t.i, t.j).dispersion;
      T c = 0;
      for (const PoleEntry& pole : entry.poles) c += T(pole.c);
      const std::size_t n = at(t.i, t.j);
      const T field = (x ? field_x : field_y)[n];
      T& h = (x ? hx_ : hy_)[n];
      h = correct_for_rim(h, T(entry.gain), c, field);
      (x ? hx_old : hy_old)[n] += T(2) * field;
    }
    correct_for_poles(FieldArray::hx, hx_), correct_for_poles(FieldArray::hy, hy_);
    terms_on(FieldArray::hx, hx_);
    terms_on(FieldArray::hy, hy_);
    advance_poles(FieldArray::hx, hx_, hx_old), advance_poles(FieldArray::hy, hy_, hy_old);
    ghosts();
    step_e();
    correct_for_poles(FieldArray::ez, e_);
    terms_on(FieldArray::ez, e_);
    advance_poles(FieldArray::ez, e_, e_old_);
    step_mur();
    for (const Instrument& q : p_.instruments) probes.push_back(static_cast<double>(e_[at(q.node.i, q.node.j)]));
  }
}

template class PlainLoop<float>;
template class PlainLoop<double>;

}  // namespace ez
