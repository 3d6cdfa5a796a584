// The step, node by node, and the state of the loop.
#include "solver/engine/scalar/loop.h"

#include <algorithm>
#include <cmath>

#include "solver/physics/source.h"
#include "solver/problem/change.h"
#include "solver/problem/dispersive.h"

namespace ez::scalar {

template <class T>
Loop<T>::Loop(const Problem& problem) : p_(problem), row_(problem.nx + 2), kernels_(kernels<T>()) {
  const std::size_t n = static_cast<std::size_t>(row_) * (static_cast<std::size_t>(p_.ny) + 2);
  for (auto* arrays : {&memory_.fields, &old_, &pole_old_}) arrays->fill(Array(n, T(0)));
  for (Array* a : {&memory_.psi_hx, &memory_.psi_hy, &memory_.psi_ex, &memory_.psi_ey}) a->assign(n, T(0));
  for (auto* arrays : {&q_, &rim_field_}) arrays->fill(Array(n, T(0)));
  memory_.corrections.fill(Array(static_cast<std::size_t>(std::max(p_.nx, p_.ny)), T(0)));
  set_tables();
}

template <class T>
double Loop<T>::bytes(const Problem& p) {
  return 24.0 * sizeof(T) * (p.nx + 2.0) * (p.ny + 2.0);
}

template <class T>
void Loop<T>::update(const Problem& problem, const Change& change) {
  if (!change.changes_tables()) {
    if (change.instruments) p_.instruments = problem.instruments;
    if (change.terms) leave_ledger_period(), p_.terms = problem.terms, enter_terms();
    return;
  }
  leave_ledger_period();
  forget_layers(problem);
  forget_corrections(problem);
  forget_beyond(problem);
  p_ = problem;
  set_tables();
  forget_poles();
  set_ghosts();
  enter_terms();
}

template <class T>
void Loop<T>::zero() {
  const auto clear = [](Array& a) { std::fill(a.begin(), a.end(), T(0)); };
  for (Array& a : memory_.fields) clear(a);
  for (Array* a : {&memory_.psi_hx, &memory_.psi_hy, &memory_.psi_ex, &memory_.psi_ey}) clear(*a);
  for (Array& a : memory_.corrections) clear(a);
  for (auto& states : memory_.poles)
    for (PoleState& s : states) clear(s.p), clear(s.j);
  maps_.zero();
  if (ledger_) ledger_->sums = {}, ledger_->book = {};
}

template <class T>
void Loop<T>::rescale(double ratio) {
  leave_ledger_period();
  const auto scale = [](Array& a, double factor) {
    for (T& v : a)
      if (factor != 1) v = static_cast<T>(v * factor);
  };
  for (const FieldArray a : all_arrays) {
    scale(memory_.fields[index_of(a)], rescaling(yee_arrays[index_of(a)], ratio));
    for (PoleState& s : memory_.poles[index_of(a)]) {
      scale(s.p, rescaling_of_state(a, false, ratio));
      scale(s.j, rescaling_of_state(a, true, ratio));
    }
  }
  // ψ has the unit of the differences: that of Ez in the update of H, that of H in the update of Ez.
  const double of_e = rescaling(yee_arrays[index_of(FieldArray::ez)], ratio),
               of_h = rescaling(yee_arrays[index_of(FieldArray::hx)], ratio);
  scale(memory_.psi_hx, of_e), scale(memory_.psi_hy, of_e);
  scale(memory_.psi_ex, of_h), scale(memory_.psi_ey, of_h);
  set_ghosts();
  enter_ledger_period();
}

template <class T>
void Loop<T>::read(FieldArray array, T* out) const {
  const T* from = field(array);
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) *out++ = from[at(i, j)];
}
template <class T>
void Loop<T>::write(FieldArray array, const T* in) {
  leave_ledger_period();
  T* to = field(array);
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) to[at(i, j)] = *in++;
  forget_beyond(p_);
  set_ghosts();
  if (array == FieldArray::ez)
    for (Array& side : memory_.corrections) std::fill(side.begin(), side.end(), T(0));
  enter_ledger_period();
}

template <class T>
void Loop<T>::set_gather(const Gather& gather) {
  maps_.set(gather.maps, static_cast<std::size_t>(p_.nx) * static_cast<std::size_t>(p_.ny));
  gather_ = gather;
}

template <class T>
void Loop<T>::sample(const std::vector<GatherPoint>& points, double* out) const {
  for (const GatherPoint& g : points) *out++ = static_cast<double>(field(g.array)[at(g.node.i, g.node.j)]);
}

// ---- the step

template <class T>
void Loop<T>::run(const Batch& batch, BatchResult& result) {
  result = {};
  result.steps = batch.steps;
  result.probes.reserve(static_cast<std::size_t>(batch.steps) * p_.instruments.size());
  maps_.begin(batch);
  if (ledger_ && batch.steps > 0) ledger_->edited = false;
  for (int n = 0; n < batch.steps; ++n) {
    step(batch, n);
    note(batch, n, result);
  }
}

template <class T>
void Loop<T>::step(const Batch& batch, int n) {
  const double* signals = batch.signals.data() + static_cast<std::size_t>(n) * static_cast<std::size_t>(batch.sources);
  old_ = memory_.fields;
  for (const FieldArray a : all_arrays)
    if (!poles_[index_of(a)].empty()) pole_old_[index_of(a)] = old_[index_of(a)];
  find_rim_fields();

  wrap_e();
  kernels_.advance_h(grid_);
  act_on_h(FieldArray::hx, signals);
  act_on_h(FieldArray::hy, signals);
  set_ghosts();

  kernels_.advance_e(grid_);
  const auto& poles = poles_[index_of(FieldArray::ez)];
  kernels_.correct_for_poles(poles.data(), poles.size(), field(FieldArray::ez));
  measure_before_sources(FieldArray::ez);
  drive(FieldArray::ez, signals);
  advance_poles(FieldArray::ez);
  absorb();
  measure_step();
}

// Sets Ez beyond the last column and row, which H of a periodic axis reads.
template <class T>
void Loop<T>::wrap_e() {
  T* e = grid_.ez;
  for (int j = 0; j < p_.ny; ++j) e[at(p_.nx, j)] = grid_.x_periodic ? e[at(0, j)] : T(0);
  for (int i = 0; i < p_.nx; ++i) e[at(i, p_.ny)] = grid_.y_periodic ? e[at(i, 0)] : T(0);
}

// Computes the fields of the charges at rims of media with poles, from the states before the step.
template <class T>
void Loop<T>::find_rim_fields() {
  if (rims_[0].empty() && rims_[1].empty()) return;
  for (const FieldArray a : {FieldArray::hx, FieldArray::hy}) {
    Array& q = q_[a == FieldArray::hx ? 0 : 1];
    std::fill(q.begin(), q.end(), T(0));
    kernels_.half_steps(poles_[index_of(a)].data(), poles_[index_of(a)].size(), origin(q));
  }
  for (std::size_t k = 0; k < 2; ++k)
    kernels_.rim_fields(rims_[k].data(), rims_[k].size(), origin(q_[k]), origin(q_[1 - k]), origin(rim_field_[k]));
}

// Makes the operations that follow an H array's own update: slanted rims, poles and sources.
template <class T>
void Loop<T>::act_on_h(FieldArray array, const double* signals) {
  const std::size_t k = array == FieldArray::hx ? 0 : 1;
  T* h = field(array);
  const auto& poles = poles_[index_of(array)];
  kernels_.add_cross(cross_[k].data(), cross_[k].size(), grid_.ez, h);
  kernels_.correct_for_rims(rims_[k].data(), rims_[k].size(), origin(rim_field_[k]), h);
  kernels_.correct_for_poles(poles.data(), poles.size(), h);
  measure_before_sources(array);
  drive(array, signals);
  for (const RimAt<T>& r : rims_[k]) origin(pole_old_[index_of(array)])[r.node] += T(2) * origin(rim_field_[k])[r.node];
  advance_poles(array);
}

template <class T>
void Loop<T>::drive(FieldArray array, const double* signals) {
  for (const Term& t : p_.terms) {
    if (t.array != array) continue;
    T& v = field(array)[at(t.i, t.j)];
    v = t.hard ? hard_source<T>(signals[t.signal]) : soft_source(v, t.weight, signals[t.signal]);
  }
}

template <class T>
void Loop<T>::advance_poles(FieldArray array) {
  const T *now = field(array), *old = origin(pole_old_[index_of(array)]);
  for (const PoleAt<T>& k : poles_[index_of(array)]) {
    const T before = *k.polarisation;
    kernels_.advance_pole(k, now[k.node] + old[k.node]);
    if (ledger_) measure_pole(array, k, static_cast<double>(*k.polarisation) - static_cast<double>(before));
  }
}

// Sets H beyond the boundaries before Ez needs it.
template <class T>
void Loop<T>::set_ghosts() {
  const int nx = p_.nx, ny = p_.ny;
  T *hx = grid_.hx, *hy = grid_.hy;
  const auto image = [](BoundaryKind kind, T inside, T far) {
    return kind == BoundaryKind::pmc ? -inside : kind == BoundaryKind::periodic ? far : T(0);
  };
  for (int j = 0; j < ny; ++j) {
    if (p_.wall(Side::right) == BoundaryKind::pmc) hy[at(nx - 1, j)] = -hy[at(nx - 2, j)];
    hy[at(-1, j)] = image(p_.wall(Side::left), hy[at(0, j)], hy[at(nx - 1, j)]);
  }
  for (int i = 0; i < nx; ++i) {
    if (p_.wall(Side::top) == BoundaryKind::pmc) hx[at(i, ny - 1)] = -hx[at(i, ny - 2)];
    hx[at(i, -1)] = image(p_.wall(Side::bottom), hx[at(i, 0)], hx[at(i, ny - 1)]);
  }
}

template <class T>
T Loop<T>::mur_value(const MurNode& m) const {
  const auto place_of = [&](std::size_t packed) {
    const auto nx = static_cast<std::size_t>(p_.nx);
    return at(static_cast<int>(packed % nx), static_cast<int>(packed / nx));
  };
  const T* old = origin(old_[index_of(FieldArray::ez)]);
  const std::ptrdiff_t inner = place_of(m.inner);
  return kernels_.mur(T(m.k), old[place_of(m.node)], old[inner], grid_.ez[inner]);
}

// Sets Mur's nodes from their inner neighbours; the corners last.
template <class T>
void Loop<T>::absorb() {
  const auto node = [&](std::size_t packed) -> T& {
    const auto nx = static_cast<std::size_t>(p_.nx);
    return grid_.ez[at(static_cast<int>(packed % nx), static_cast<int>(packed / nx))];
  };
  for (const MurNode& m : p_.mur) node(m.node) = mur_value(m);
  const T* old = origin(old_[index_of(FieldArray::ez)]);
  for (const Mur2Node& m : p_.mur2) {
    const std::ptrdiff_t along = across_x(m.side) ? row_ : 1, edge = &node(m.node) - grid_.ez,
                         inner = &node(m.inner) - grid_.ez;
    const auto sum = [&](int place) {  // E₀ + E₁ of another node of the boundary
      const std::ptrdiff_t there = (place - m.along) * along;
      return old[edge + there] + old[inner + there];
    };
    T& correction = memory_.corrections[static_cast<std::size_t>(m.side)][static_cast<std::size_t>(m.along)];
    correction = kernels_.mur_correction(T(m.d), correction, sum(m.along), sum(m.low), sum(m.high));
    grid_.ez[edge] = mur_value({m.node, m.inner, m.k}) + correction;
  }
  for (const MurCorner& c : p_.mur_corners) node(c.a.node) = T(0.5) * (mur_value(c.a) + mur_value(c.b));
}

// Records probes and samples after a step.
template <class T>
void Loop<T>::note(const Batch& batch, int n, BatchResult& result) {
  for (const Instrument& q : p_.instruments)
    result.probes.push_back(static_cast<double>(grid_.ez[at(q.node.i, q.node.j)]));
  const std::uint64_t made = batch.first_step + static_cast<std::uint64_t>(n) + 1;
  if (made % static_cast<std::uint64_t>(gather_.every) == 0)
    for (const GatherPoint& g : gather_.points)
      result.gathered.push_back(static_cast<double>(field(g.array)[at(g.node.i, g.node.j)]));
  const auto nx = static_cast<std::size_t>(p_.nx);
  if (maps_.is_due(made))
    maps_.add(batch, made,
              [&](std::size_t k) { return grid_.ez[at(static_cast<int>(k % nx), static_cast<int>(k / nx))]; });
}

// ---- health and checkpoints

template <class T>
Health Loop<T>::health() const {
  Health h;
  const auto tile_of = [](int i, int n) {
    int k = 0;
    while (i >= Health::begin_of(k + 1, Health::tiles, n)) ++k;
    return k;
  };
  for (int j = 0; j < p_.ny; ++j)
    for (int i = 0; i < p_.nx; ++i) {
      const double e = std::abs(static_cast<double>(grid_.ez[at(i, j)]));
      if (!std::isfinite(e)) {
        if (h.finite) h.first_bad = {i, j};
        h.finite = false;
        continue;
      }
      if (e > h.max_abs) h.max_abs = e, h.largest = {i, j};
      const int tile = tile_of(j, p_.ny) * Health::tiles + tile_of(i, p_.nx);
      double& most = h.largest_in[static_cast<std::size_t>(tile)];
      most = std::max(most, e);
    }
  return h;
}

template <class T>
double Loop<T>::State::bytes() const {
  std::size_t values = 0;
  for (const Array& a : memory.fields) values += a.size();
  for (const Array* a : {&memory.psi_hx, &memory.psi_hy, &memory.psi_ex, &memory.psi_ey}) values += a->size();
  for (const auto& states : memory.poles)
    for (const PoleState& s : states) values += s.p.size() + s.j.size();
  return static_cast<double>(values * sizeof(T));
}

template <class T>
std::unique_ptr<EngineState> Loop<T>::save() {
  auto state = std::make_unique<State>();
  state->nx = p_.nx, state->ny = p_.ny;
  state->memory = memory_;
  if (ledger_) {
    state->book = ledger_->book;
    state->book->add(ledger_->terms, ledger_->sums);
    state->book->leave(ledger_->terms, stock());
  }
  return state;
}

template <class T>
void Loop<T>::restore(const EngineState& saved) {
  const auto* state = dynamic_cast<const State*>(&saved);  // nullptr if the state has another precision
  if (!state || state->nx != p_.nx || state->ny != p_.ny) throw EngineError("the checkpoint belongs to another grid");
  memory_ = state->memory;
  set_tables();  // the arrays have moved
  forget_poles();
  maps_.zero();
  if (!ledger_) return;
  ledger_->sums = {};
  ledger_->edited = true;
  if (!state->book) return ledger_->book.open(ledger_->terms, stock());
  ledger_->book = *state->book;
  ledger_->book.enter(ledger_->terms, stock());
}

template class Loop<float>;
template class Loop<double>;

}  // namespace ez::scalar
