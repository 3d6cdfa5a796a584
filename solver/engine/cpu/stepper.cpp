// The tables a step walks over, the step in rows, bands and levels, the ledger, checkpoints. See stepper.h for the
// order.
#include "solver/engine/cpu/stepper.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <new>

#include "solver/base/constants.h"
#include "solver/base/memory.h"
#include "solver/engine/cpu/pages.h"
#include "solver/engine/engine.h"
#include "solver/physics/source.h"
#include "solver/problem/energy_terms.h"

namespace ez {
namespace {

// A copy of all that decides how a run goes on. What Mur nodes of first order remember is in the field already.
struct StepperState final : EngineState {
  int nx = 0, ny = 0;
  std::size_t value_size = 0;      // 4 or 8: the precision
  std::array<Pages, 5> memory;     // as Stepper::memory()
  std::vector<double> mur;         // MurLines::memory()
  std::optional<EnergyBook> book;  // closed: the field's own energy is not in it
  double bytes() const override {
    double sum = static_cast<double>(mur.size() * sizeof(double));
    for (const Pages& p : memory) sum += static_cast<double>(p.size());
    return sum;
  }
};

// Nodes of a row that go through H and then Ez before the next ones do, so that they are still in the first cache.
constexpr int chunk_nodes = 1024;

// Beyond these the gain is a few per cent.
constexpr int most_levels = 16;

// What the rows of one pass may take: more than the second cache is well spent, a core's share of the third is not to
// be left.
int pass_bytes() {
  const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<int>(std::clamp(2 * l2, 1L << 20, 8L << 20));
}

// Tables of n values each, rounded and padded with `beyond` to `stride`.
template <class T>
std::vector<T> rounded(const std::vector<double>& values, std::size_t n, std::size_t stride, T beyond) {
  std::vector<T> out(values.size() / n * stride, beyond);
  for (std::size_t k = 0; k < values.size(); ++k) out[k / n * stride + k % n] = static_cast<T>(values[k]);
  return out;
}
std::size_t padded(int n) { return (static_cast<std::size_t>(n) + block_nodes - 1) / block_nodes * block_nodes; }

OutOfMemory too_large(const char* what, double bytes, double free) {
  return OutOfMemory(fmt::format("{} needs {} of memory and {} are free; take fewer cells", what, human_bytes(bytes),
                                 human_bytes(free)));
}

// Memory of the right size is kept.
void make_room(Pages& pages, std::size_t bytes) {
  if (pages.size() == bytes) return;
  pages = Pages();
  const double free = available_host_bytes();
  try {
    if (static_cast<double>(bytes) > free) throw std::bad_alloc();
    if (bytes > 0) pages = Pages(bytes);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(fmt::format("a checkpoint needs {} of memory and {} are free",
                                  human_bytes(static_cast<double>(bytes)), human_bytes(free)));
  }
}

// Every thread copies its share.
void copy(Pool& pool, const Pages& to, const Pages& from) {
  constexpr std::int64_t bytes_a_thread = 1 << 18;
  const int parts = pool.parts_of(static_cast<std::int64_t>(from.size()), bytes_a_thread);
  const auto begin_of = [&](int k) {
    return k == parts ? from.size() : from.size() / static_cast<std::size_t>(parts) * static_cast<std::size_t>(k);
  };
  const auto share = [&](int k) {
    const std::size_t begin = begin_of(k), size = begin_of(k + 1) - begin;
    if (size > 0) std::memcpy(static_cast<char*>(to.data()) + begin, static_cast<char*>(from.data()) + begin, size);
  };
  pool.run(share, parts);
}

}  // namespace

template <class T>
typename Stepper<T>::Plan Stepper<T>::make_plan(int steps) const {
  Plan plan;
  plan.steps = steps;
  // K levels keep K + 2 rows at work.
  const int row_bytes = static_cast<int>(field_.row_length() * sizeof(T));
  int levels = std::clamp(pass_bytes() / row_bytes - 2, 4, most_levels);
  if (y_.periodic) levels = 1;  // the last row is the first one's neighbour
  levels = std::min(levels, std::max(steps, 1));
  plan.bands = std::clamp(ny_ / 8, 1, threads_);
  if (plan.bands > 1) levels = std::clamp((ny_ / plan.bands - 4) / 2, 1, levels);
  plan.levels = levels;
  plan.passes = (steps + levels - 1) / levels;
  // Bands above rise: half of that is taken back, so that all have the same work.
  for (int b = 0; b < plan.bands; ++b)
    plan.first_row.push_back(b == 0 ? 0 : static_cast<int>(std::int64_t{ny_} * b / plan.bands) - levels / 2);
  plan.first_row.push_back(ny_);
  return plan;
}

template <class T>
Passes Stepper<T>::passes() const {
  const Plan plan = plan_.passes > 0 ? plan_ : make_plan(most_levels);
  const int levels = (plan.steps + plan.passes - 1) / plan.passes;  // of the longest pass
  return {plan.bands, levels, (levels + 2) * static_cast<double>(field_.row_length() * sizeof(T))};
}

template <class T>
void Stepper<T>::prepare(const Batch& batch, double* probes) {
  batch_ = &batch;
  probe_out_ = probes;
  plan_ = make_plan(batch.steps);
  for (Progress& p : progress_) p.opened.store(0), p.done.store(0);
  for (MurAt& m : mur_.all()) remember(m);
  for (CornerAt& c : corners_.all()) remember(c.a), remember(c.b);
  mur_lines_.begin(field_);
  if (energy_) energy_->meter.remember(field_), energy_->edited = false;
}

template <class T>
void Stepper<T>::run(int band) {
  for (int pass = 0, step = 0; pass < plan_.passes; ++pass) {
    const int levels = plan_.steps / plan_.passes + (pass < plan_.steps % plan_.passes ? 1 : 0);
    sweep(band, pass, step, levels);
    step += levels;
  }
}

// Waits until the band may start a pass, and moves hx across the seam of a periodic grid.
template <class T>
void Stepper<T>::open_band(int band, int pass, int step) {
  const auto finished = [&](int b) {
    spin_until([&] { return progress_[static_cast<std::size_t>(b)].done.load(std::memory_order_acquire) >= pass; });
  };
  if (band > 0) finished(band - 1);
  if (band == 0 && y_.periodic) {
    finished(plan_.bands - 1);
    hx_row(ny_ - 1, step);
    std::copy_n(field_.hx(ny_ - 1), nx_, field_.hx(-1));
  }
}

template <class T>
void Stepper<T>::sweep(int band, int pass, int first_step, int levels) {
  const auto b = static_cast<std::size_t>(band);
  const bool above_another = band > 0, below_another = band + 1 < plan_.bands;
  const int low = plan_.first_row[b], high = plan_.first_row[b + 1];
  const auto opened = [&](std::size_t other) {
    spin_until([&] { return progress_[other].opened.load(std::memory_order_acquire) > pass; });
  };
  open_band(band, pass, first_step);
  const int last = below_another ? high - 1 + 2 * (levels - 1) : ny_ - 1 + levels - 1;
  for (int r = low; r <= last; ++r) {
    if (below_another && r == high - 1) opened(b + 1);
    if (y_.periodic && r == ny_ - 1) opened(0);
    for (int k = 0; k < levels; ++k) {
      const int j = r - k, begin = above_another ? low + k : 0, end = below_another ? high + k : ny_;
      if (j < begin || j >= end) continue;
      if (above_another && j == begin) hx_row(j - 1, first_step + k);
      row(j, below_another ? j != end - 1 : j != ny_ - 1, first_step + k);
    }
    if (r == low + 2 * (levels - 1)) progress_[b].opened.store(pass + 1, std::memory_order_release);
  }
  progress_[b].done.store(pass + 1, std::memory_order_release);
}

// One row, one step. with_hx = false: hx is done already, or there is none.
template <class T>
void Stepper<T>::row(int j, bool with_hx, int step) {
  if (is_plain(j, with_hx))
    plain_row(j);
  else
    any_row(j, with_hx, step);
  if (energy_) energy_->meter.before_sources(field_, j);
  points(j, step);
  if (energy_) energy_->meter.after_row(field_, j);
}

// Nearly all rows of nearly all scenes: H is that of vacuum and nothing else drives it, and the only layers are at the
// row's ends.
template <class T>
bool Stepper<T>::is_plain(int j, bool with_hx) const {
  return plain_h_ && with_hx && !x_.periodic && edges_.low < edges_.high && !y_.layer_h(j, ny_) &&
         !y_.layer_e(j, ny_) && !(j == 0 && y_.pmc_low) && !terms_[index_of(FieldArray::hx)].has(j) &&
         !terms_[index_of(FieldArray::hy)].has(j);
}

template <class T>
void Stepper<T>::plain_row(int j) {
  T *e = field_.ez(j), *up = field_.ez(j + 1), *hx = field_.hx(j), *below = field_.hx(j - 1), *hy = field_.hy(j);
  const RowMedia<T>& media = ez_media_[static_cast<std::size_t>(j)];

  const Edge<T> left = edge_at(0, left_, j);
  kernels_.edge_h(hx, hy, e, up, left, edges_.low);
  ghosts(j, 0, edges_.low);
  kernels_.edge_ez(e, hx, below, hy, media.low_edge(), left, edges_.low);

  media.each(ez_palette_, edges_.low, edges_.high, [&](int b, int end, const Coefs<T>& c) {
    kernels_.both(e + b, up + b, hx + b, below + b, hy + b, c, end - b);
  });

  const int b = edges_.high, blocks = (nx_ - b + block_nodes - 1) / block_nodes * block_nodes;
  const Edge<T> right = edge_at(b, right_, j);
  const T beyond = hy[nx_ - 1];  // no H node there
  kernels_.edge_h(hx + b, hy + b, e + b, up + b, right, blocks);
  hy[nx_ - 1] = beyond;
  ghosts(j, b, nx_);
  kernels_.edge_ez(e + b, hx + b, below + b, hy + b, media.high_edge(), right, blocks);
}

template <class T>
Edge<T> Stepper<T>::edge_at(int begin, LayerMemory<T>& memory, int j) {
  Edge<T> edge;
  if (memory.depth == 0) return edge;
  const std::size_t at = x_.table(j) + static_cast<std::size_t>(begin);
  edge.mask_h = mask_h_.data() + begin;
  edge.k_h = x_.k_h.data() + at, edge.b_h = x_.b_h.data() + at, edge.c_h = x_.c_h.data() + at;
  edge.mask_e = mask_e_.data() + begin;
  edge.k_e = x_.k_e.data() + at, edge.b_e = x_.b_e.data() + at, edge.c_e = x_.c_e.data() + at;
  edge.psi_h = memory.h(j), edge.psi_e = memory.e(j);
  return edge;
}

// Any medium, any wall, any layer.
template <class T>
void Stepper<T>::any_row(int j, bool with_hx, int step) {
  T* e = field_.ez(j);
  if (x_.periodic) e[nx_] = e[0];
  const int chunk = x_.periodic ? nx_ : chunk_nodes;
  for (int begin = 0; begin < nx_; begin += chunk) {
    const int end = std::min(begin + chunk, nx_);
    if (with_hx) hx_range(j, begin, end), apply_terms(FieldArray::hx, j, begin, end, step);
    hy_range(j, begin, std::min(end, x_.periodic ? nx_ : nx_ - 1));
    apply_terms(FieldArray::hy, j, begin, end, step);
    ghosts(j, begin, end);
    ez_range(j, begin, end);
  }
}

// The stretch of row j of a layer along y for [begin, end): one, or with line classes one for every run of columns of
// the same class. Calls f(begin, end, stretch).
template <class T, class F>
static void stretches(const std::vector<T>& k, const std::vector<T>& b, const std::vector<T>& c, std::size_t stride,
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

template <class T>
void Stepper<T>::hx_range(int j, int begin, int end) {
  if (begin >= end) return;
  T* psi = nullptr;
  const int high_row = j - (ny_ - 1 - y_.high);
  if (j < y_.low)
    psi = bottom_.h(j);
  else if (high_row >= 0 && high_row < y_.high)
    psi = top_.h(high_row);
  const T* e = field_.ez(j);
  const T* up = field_.ez(j + 1 < ny_ ? j + 1 : 0);
  T* hx = field_.hx(j);
  const auto run = [&](int b, int n_end, const Coefs<T>& c, const Stretch<T>& s) {
    kernels_.hx(hx + b, e + b, up + b, c, {s, psi ? psi + b : nullptr}, n_end - b);
  };
  hx_media(j).each(hx_palette_, begin, end, [&](int b, int n_end, const Coefs<T>& c) {
    if (!psi) return run(b, n_end, c, {});
    stretches(y_.k_h, y_.b_h, y_.c_h, y_.stride, y_.line_class, j, b, n_end,
              [&](int from, int to, const Stretch<T>& s) { run(from, to, c.from(from - b), s); });
  });
}

template <class T>
void Stepper<T>::hx_row(int j, int step) {
  hx_range(j, 0, nx_);
  apply_terms(FieldArray::hx, j, 0, nx_, step);
}

// What drives the array's nodes [begin, end) of row j.
template <class T>
void Stepper<T>::apply_terms(FieldArray array, int j, int begin, int end, int step) {
  for (const Term& term : terms_[index_of(array)].of(j)) {
    if (term.i < begin || term.i >= end) continue;
    const double signal = batch_->signals[static_cast<std::size_t>(step) * static_cast<std::size_t>(batch_->sources) +
                                          static_cast<std::size_t>(term.signal)];
    T& value = field_.of(array, j)[term.i];
    value = term.hard ? hard_source<T>(signal) : soft_source(value, term.weight, signal);
  }
}

// The stretch of columns from `begin`; `origin` is the column of psi[0].
template <class T>
static ColumnStretch<T> columns(const std::vector<T>& k, const std::vector<T>& b, const std::vector<T>& c,
                                std::size_t table, T* psi, int begin, int origin) {
  const std::size_t at = table + static_cast<std::size_t>(begin);
  return {k.data() + at, b.data() + at, c.data() + at, psi + (begin - origin)};
}

// Calls f(begin, end, side): side −1 in the layer of low nodes, 1 in that of high ones, 0 between.
template <class F>
static void zones(int begin, int end, int low_end, int high_begin, F f) {
  const int a = std::clamp(low_end, begin, end), b = std::clamp(high_begin, a, end);
  if (begin < a) f(begin, a, -1);
  if (a < b) f(a, b, 0);
  if (b < end) f(b, end, 1);
}

template <class T>
void Stepper<T>::hy_range(int j, int begin, int end) {
  if (begin >= end) return;
  const T* e = field_.ez(j);
  T* hy = field_.hy(j);
  const int high = nx_ - 1 - x_.high;
  hy_media(j).each(hy_palette_, begin, end, [&](int run_begin, int run_end, const Coefs<T>& run) {
    zones(run_begin, run_end, x_.low, x_.high > 0 ? high : nx_, [&](int b, int n_end, int side) {
      ColumnStretch<T> x;
      if (side < 0) x = columns(x_.k_h, x_.b_h, x_.c_h, x_.table(j), left_.h(j), b, 0);
      if (side > 0) x = columns(x_.k_h, x_.b_h, x_.c_h, x_.table(j), right_.h(j), b, edges_.high);
      kernels_.hy(hy + b, e + b, run.from(b - run_begin), x, n_end - b);
    });
  });
}

// What H is beyond the walls, before Ez asks for it. In [begin, end) only, except that the ends of the row are due with
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
  const int high_row = j - (ny_ - y_.high), high = nx_ - x_.high;
  T* psi = j < y_.low ? bottom_.e(j) : high_row >= 0 ? top_.e(high_row) : nullptr;
  T* e = field_.ez(j);
  const T *hx = field_.hx(j), *below = field_.hx(j - 1), *hy = field_.hy(j);
  const auto run = [&](int b, int n_end, const Coefs<T>& c, const ColumnStretch<T>& x, const Stretch<T>& s) {
    kernels_.ez(e + b, hx + b, below + b, hy + b, c, x, {s, psi ? psi + b : nullptr}, n_end - b);
  };
  ez_media_[static_cast<std::size_t>(j)].each(ez_palette_, begin, end, [&](int from, int to, const Coefs<T>& c) {
    zones(from, to, x_.low, high, [&](int b, int n_end, int side) {
      ColumnStretch<T> x;
      if (side < 0) x = columns(x_.k_e, x_.b_e, x_.c_e, x_.table(j), left_.e(j), b, 0);
      if (side > 0) x = columns(x_.k_e, x_.b_e, x_.c_e, x_.table(j), right_.e(j), b, edges_.high);
      if (!psi) return run(b, n_end, c.from(b - from), x, {});
      stretches(y_.k_e, y_.b_e, y_.c_e, y_.stride, y_.line_class, j, b, n_end,
                [&](int first, int last, const Stretch<T>& s) {
                  run(first, last, c.from(first - from), x.psi ? x.from(first - b) : x, s);
                });
    });
  });
}

// What is due once row j is: sources, Mur nodes, then corners, then probes.
template <class T>
void Stepper<T>::points(int j, int step) {
  apply_terms(FieldArray::ez, j, 0, nx_, step);
  for (MurAt& m : mur_.of(j)) {
    field_.ez(m.j)[m.i] = mur_value(m);
    remember(m);
  }
  for (const Mur2At& m : mur2_.of(j)) field_.ez(m.j)[m.i] = mur2_value(m, step);
  for (CornerAt& c : corners_.of(j)) {
    field_.ez(c.a.j)[c.a.i] = T(0.5) * (mur_value(c.a) + mur_value(c.b));
    remember(c.a), remember(c.b);
  }
  mur_lines_.row_done(j, step, field_);
  for (const ProbeAt& p : probes_.of(j))
    probe_out_[static_cast<std::size_t>(step) * static_cast<std::size_t>(probe_count_) +
               static_cast<std::size_t>(p.index)] = static_cast<double>(field_.ez(p.j)[p.i]);
}

template <class T>
T Stepper<T>::mur_value(const MurAt& m) const {
  return kernels_.mur(m.k, m.old_edge, m.old_inner, field_.ez(m.inner_j)[m.inner_i]);
}

template <class T>
T Stepper<T>::mur2_value(const Mur2At& m, int step) {
  const T* now = mur_lines_.now(step);
  const auto sum = [&](std::size_t edge) { return now[edge] + now[edge + m.to_inner]; };
  T& correction = mur_lines_.correction(m.edge);
  correction = kernels_.mur_correction(m.d, correction, sum(m.edge), sum(m.low), sum(m.high));
  return kernels_.mur(m.k, now[m.edge], now[m.edge + m.to_inner], field_.ez(m.inner_j)[m.inner_i]) + correction;
}

template <class T>
void Stepper<T>::remember(MurAt& m) const {
  m.old_edge = field_.ez(m.j)[m.i];
  m.old_inner = field_.ez(m.inner_j)[m.inner_i];
}

// ---- from a Problem to the tables a step walks over, and the field in and out

// Asked before taking: the system would give the memory and end the program when it is used.
template <class T>
void Stepper<T>::need(const char* what, double bytes) const {
  if (const double free = free_(); bytes > free) throw too_large(what, bytes, free);
}

template <class T>
Stepper<T>::Stepper(const Problem& problem, const RowKernels<T>& kernels, Pool& pool, FreeBytes free,
                    std::int64_t nodes_a_thread)
    : kernels_(kernels),
      pool_(pool),
      free_(std::move(free)),
      nx_(problem.nx),
      ny_(problem.ny),
      nodes_a_thread_(nodes_a_thread),
      threads_(pool.parts_of(std::int64_t{nx_} * ny_, nodes_a_thread)) {
  const double map = problem.electric.wide() ? 2.0 : 1.0;
  const double fields = static_cast<double>(Field<T>::bytes(nx_, ny_));
  need("the grid", fields + map * nx_ * ny_);
  try {
    ez_media_.resize(static_cast<std::size_t>(ny_));
    progress_ = std::vector<Progress>(static_cast<std::size_t>(threads_));
    set_numbers(problem);
    set_axes(problem);
    set_edges();
    set_media(problem, whole_change(problem));
    need("the grid", fields);  // what mixed media took is taken by now
    field_ = Field<T>(nx_, ny_);
    mur_lines_ = MurLines<T>(nx_, ny_);
    set_layer_memory();
    set_terms(problem);
    set_absorbing(problem);
    set_probes(problem);
    // New pages are zero; each thread touches those of its rows first, so that they lie near it.
    over_rows([&](int j) {
      for (std::size_t k = 0; k < field_.row_length(); k += 4096 / sizeof(T)) field_.begin_of(j)[k] = 0;
    });
  } catch (const std::bad_alloc&) {
    throw too_large("the grid", fields, free_());
  }
}

template <class T>
void Stepper<T>::update(const Problem& problem, const Change& change) {
  if (change.instruments) set_probes(problem);
  if (!change.terms && !change.of_tables()) return;
  std::unique_ptr<Energy> energy = energy_ ? make_energy(problem) : nullptr;
  leave_book();
  try {
    if (change.terms) set_terms(problem);
    if (change.of_tables()) set_tables(problem, change);
  } catch (const std::bad_alloc&) {
    energy_.reset();  // media that are half set cannot be balanced
    throw;
  }
  if (energy) energy->book = energy_->book, energy_ = std::move(energy);
  enter_book();
}

template <class T>
void Stepper<T>::set_tables(const Problem& problem, const Change& change) {
  const bool was_periodic_x = x_.periodic, was_periodic_y = y_.periodic, axes = change.layers || change.walls;
  set_numbers(problem);
  if (axes) set_axes(problem);
  set_media(problem, axes && set_edges() ? whole_change(problem) : change);
  if (axes) set_layer_memory();
  if (change.absorbing) set_absorbing(problem);
  if (!change.walls) return;
  // What lies beyond the last line was a ghost; a side that becomes periodic starts there from 0.
  if (x_.periodic && !was_periodic_x)
    for (int j = 0; j < ny_; ++j) field_.hy(j)[nx_ - 1] = 0;
  if (y_.periodic && !was_periodic_y) std::fill_n(field_.hx(ny_ - 1), nx_, T(0));
  set_ghosts();
}

template <class T>
void Stepper<T>::set_numbers(const Problem& p) {
  eps_.clear(), mu_.clear();
  for (const ElectricEntry& e : p.electric_palette) eps_.push_back(T(e.eps)), mu_.push_back(T(e.mu));
  hx_unit_ = T(p.hx_unit);
  hy_unit_ = T(p.hy_unit);
  half_eps_ = T(0.5 * (p.dual ? mu0 : eps0));
  half_mu_ = T(0.5 * (p.dual ? eps0 : mu0));
}

template <class T>
void Stepper<T>::set_axes(const Problem& p) {
  set_axis(x_, p.x, p.wall(Side::left), p.wall(Side::right));
  set_axis(y_, p.y, p.wall(Side::bottom), p.wall(Side::top));
}

template <class T>
void Stepper<T>::set_axis(Axis& axis, const AxisLayers& layers, BoundaryKind low, BoundaryKind high) {
  axis.low = layers.low;
  axis.high = layers.high;
  const auto n = static_cast<std::size_t>(layers.nodes);
  axis.stride = padded(layers.nodes);
  axis.k_e = rounded(layers.k_e, n, axis.stride, T(1));
  axis.b_e = rounded(layers.b_e, n, axis.stride, T(0));
  axis.c_e = rounded(layers.c_e, n, axis.stride, T(0));
  axis.k_h = rounded(layers.k_h, n, axis.stride, T(1));
  axis.b_h = rounded(layers.b_h, n, axis.stride, T(0));
  axis.c_h = rounded(layers.c_h, n, axis.stride, T(0));
  axis.line_class = layers.line_class;
  axis.pmc_low = low == BoundaryKind::pmc;
  axis.pmc_high = high == BoundaryKind::pmc;
  axis.periodic = low == BoundaryKind::periodic;
}

// Edges hold the walls and the layers along x, in whole blocks. True: they are not where they were.
template <class T>
bool Stepper<T>::set_edges() {
  const EdgeNodes before = edges_;
  edges_.low = (std::max(x_.low, 1) + block_nodes - 1) / block_nodes * block_nodes;
  edges_.high = (nx_ - 1 - x_.high) / block_nodes * block_nodes;
  mask_h_.assign(x_.stride, T(0));
  mask_e_.assign(x_.stride, T(0));
  for (int i = 0; i < nx_; ++i) {
    mask_h_[static_cast<std::size_t>(i)] = x_.layer_h(i, nx_) && i < nx_ - 1 ? T(1) : T(0);
    mask_e_[static_cast<std::size_t>(i)] = x_.layer_e(i, nx_) ? T(1) : T(0);
  }
  return edges_ != before;
}

// ψ is kept where the depth is the same. Left and right it has a place for every node of the edge.
template <class T>
void Stepper<T>::set_layer_memory() {
  if (left_.depth != x_.low) left_ = LayerMemory<T>(x_.low, ny_, x_.low);
  if (right_.depth != x_.high) right_ = LayerMemory<T>(x_.high, ny_, nx_ - edges_.high);
  if (bottom_.depth != y_.low) bottom_ = LayerMemory<T>(y_.low, y_.low, nx_);
  if (top_.depth != y_.high) top_ = LayerMemory<T>(y_.high, y_.high, nx_);
}

template <class T>
typename Stepper<T>::MurAt Stepper<T>::mur_at(const MurNode& node) const {
  const auto nx = static_cast<std::size_t>(nx_);
  const auto at = [](std::size_t v) { return static_cast<int>(v); };
  return {at(node.node % nx), at(node.node / nx), at(node.inner % nx), at(node.inner / nx), T(node.k), 0, 0};
}

template <class T>
typename Stepper<T>::Mur2At Stepper<T>::mur2_at(const Mur2Node& m) const {
  const MurAt at = mur_at({m.node, m.inner, m.k});
  const auto place = [&](int along) { return mur_lines_.place(m.side, along); };
  return {at.i,   at.j,           at.inner_i,   at.inner_j,    T(m.k),
          T(m.d), place(m.along), place(m.low), place(m.high), mur_lines_.length(m.side)};
}

template <class T>
void Stepper<T>::set_terms(const Problem& p) {
  for (const FieldArray array : all_arrays) {
    std::vector<Term> terms;
    std::copy_if(p.terms.begin(), p.terms.end(), std::back_inserter(terms),
                 [&](const Term& t) { return t.array == array; });
    terms_[index_of(array)].assign(std::move(terms), ny_, [](const Term& t) { return t.j; });
  }
}

// A Mur node needs its inner node's new value, which at the bottom lies a row above: it is due with that row.
template <class T>
void Stepper<T>::set_absorbing(const Problem& p) {
  const auto due = [](const auto& m) { return std::max(m.j, m.inner_j); };
  std::vector<MurAt> mur;
  for (const MurNode& m : p.mur) mur.push_back(mur_at(m));
  mur_.assign(std::move(mur), ny_, due);
  std::vector<Mur2At> mur2;
  for (const Mur2Node& m : p.mur2) mur2.push_back(mur2_at(m));
  mur2_.assign(std::move(mur2), ny_, due);
  mur_lines_.set_nodes(p.walls, p.mur2);
  std::vector<CornerAt> corners;
  for (const MurCorner& c : p.mur_corners) corners.push_back({mur_at(c.a), mur_at(c.b)});
  corners_.assign(std::move(corners), ny_, [&](const CornerAt& c) { return std::max(due(c.a), due(c.b)); });
}

template <class T>
void Stepper<T>::set_probes(const Problem& problem) {
  std::vector<ProbeAt> probes;
  for (const Instrument& p : problem.instruments)
    probes.push_back({p.node.i, p.node.j, static_cast<int>(probes.size())});
  probe_count_ = static_cast<int>(probes.size());
  probes_.assign(std::move(probes), ny_, [](const ProbeAt& n) { return std::max(n.j, 1); });
}

template <class T>
void Stepper<T>::set_media(const Problem& p, const Change& change) {
  if (change.electric_palette) {
    ez_palette_.clear();
    for (const ElectricEntry& e : p.electric_palette) ez_palette_.push_back({T(e.ca), T(e.cb)});
  }
  if (change.magnetic_palette) {
    hx_palette_.clear(), hy_palette_.clear();
    for (const MagneticEntry& m : p.magnetic_palette) {
      hx_palette_.push_back({T(m.da), T(m.dbx)});
      hy_palette_.push_back({T(m.da), T(m.dby)});
    }
  }
  magnetic_ = p.magnetic;
  const auto one = [](const Pair<T>& c) { return c.a == 1 && c.b == 1; };
  plain_h_ = !magnetic_ && one(hx_palette_[0]) && one(hy_palette_[0]);

  const NodeRect dirty = change.electric_map, magnetic = change.magnetic_map;
  const bool everything = dirty == NodeRect{0, 0, nx_, ny_};
  if (everything) electric_ = p.electric;
  hx_media_.resize(magnetic_ ? static_cast<std::size_t>(ny_) : 1);
  hy_media_.resize(hx_media_.size());
  if (!magnetic_) hx_media_[0].build_uniform(nx_), hy_media_[0].build_uniform(nx_);
  const auto set_row = [&](int j) {
    const auto row = static_cast<std::size_t>(j), first = row * static_cast<std::size_t>(nx_);
    const bool edited = j >= dirty.j0 && j < dirty.j1;
    for (int i = dirty.i0; i < dirty.i1 && edited && !everything; ++i) electric_.set(i, j, p.electric.at(i, j));
    const auto set_ez = [&](const auto* entries) {
      if (edited) ez_media_[row].build(nx_, edges_, entries);
      if (edited || change.electric_palette) ez_media_[row].expand(ez_palette_, entries);
    };
    electric_.wide() ? set_ez(electric_.words().data() + first) : set_ez(electric_.bytes().data() + first);
    // hx lies between this row's nodes and the next one's; beyond the last row lies the first.
    const bool h_edited = (j >= magnetic.j0 - 1 && j < magnetic.j1) || (j == ny_ - 1 && magnetic.j0 == 0);
    if (!magnetic_ || !h_edited || magnetic.empty()) return;
    const std::uint16_t *hx_entries = p.hx_entry.data() + first, *hy_entries = p.hy_entry.data() + first;
    hx_media_[row].build(nx_, {0, nx_}, hx_entries), hx_media_[row].expand(hx_palette_, hx_entries);
    hy_media_[row].build(nx_, {0, nx_}, hy_entries), hy_media_[row].expand(hy_palette_, hy_entries);
  };
  if (change.electric_palette || !dirty.empty() || !magnetic.empty()) over_rows(set_row);
}

// H beyond the walls from the H that is there: for the picture, and after a wall has changed its kind.
template <class T>
void Stepper<T>::set_ghosts() {
  const auto mirror = [&](int from, int to) {
    std::transform(field_.hx(from), field_.hx(from) + nx_, field_.hx(to), [](T h) { return -h; });
  };
  for (int j = 0; j < ny_; ++j) {
    T* hy = field_.hy(j);
    if (!x_.periodic) hy[nx_ - 1] = x_.pmc_high ? -hy[nx_ - 2] : T(0);
    hy[-1] = x_.periodic ? hy[nx_ - 1] : x_.pmc_low ? -hy[0] : T(0);
  }
  if (!y_.periodic) std::fill_n(field_.hx(ny_ - 1), nx_, T(0));
  std::copy_n(field_.hx(ny_ - 1), nx_, field_.hx(-1));
  if (y_.pmc_high) mirror(ny_ - 2, ny_ - 1);
  if (y_.pmc_low) mirror(0, -1);
  if (!y_.periodic && !y_.pmc_low) std::fill_n(field_.hx(-1), nx_, T(0));
}

template <class T>
void Stepper<T>::zero() {
  over_rows([&](int j) { std::fill_n(field_.begin_of(j), field_.row_length(), T(0)); });
  std::fill_n(field_.begin_of(-1), field_.row_length(), T(0));
  for (LayerMemory<T>* side : layers())
    std::fill_n(static_cast<char*>(side->pages.data()), side->pages.size(), char(0));
  mur_lines_.forget();
  if (energy_) energy_->meter.clear(), energy_->book = {};
}

template <class T>
void Stepper<T>::rescale(double ratio) {
  leave_book();
  const auto scale = [](T* begin, std::ptrdiff_t n, double factor) {
    for (std::ptrdiff_t i = 0; i < n && factor != 1; ++i) begin[i] = static_cast<T>(begin[i] * factor);
  };
  over_rows([&](int j) {
    for (const FieldArray a : all_arrays) scale(field_.of(a, j), nx_, rescaling(yee_arrays[index_of(a)], ratio));
  });
  for (LayerMemory<T>* side : layers()) {  // differences of Ez in H's, of H in Ez's
    scale(side->h(0), side->rows * side->stride, rescaling(yee_arrays[index_of(FieldArray::ez)], ratio));
    scale(side->e(0), side->rows * side->stride, rescaling(yee_arrays[index_of(FieldArray::hx)], ratio));
  }
  set_ghosts();
  enter_book();
}

template <class T>
void Stepper<T>::read(FieldArray array, T* out) {
  over_rows([&](int j) {
    std::copy_n(field_.of(array, j), nx_, out + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_));
  });
}

template <class T>
void Stepper<T>::write(FieldArray array, const T* in) {
  leave_book();
  over_rows([&](int j) {
    std::copy_n(in + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_), nx_, field_.of(array, j));
  });
  set_ghosts();
  if (array == FieldArray::ez) mur_lines_.forget();
  enter_book();
}

template <class T>
Health Stepper<T>::health() {
  std::vector<double> largest(static_cast<std::size_t>(ny_), 0.0);
  std::vector<int> bad(static_cast<std::size_t>(ny_), -1);
  over_rows([&](int j) {
    const auto row = static_cast<std::size_t>(j);
    const T* e = field_.ez(j);
    const T most = kernels_.largest(e, nx_);
    if (std::isfinite(most)) {
      largest[row] = static_cast<double>(most);
      return;
    }
    for (int i = nx_ - 1; i >= 0; --i) {
      if (std::isfinite(e[i]))
        largest[row] = std::max(largest[row], static_cast<double>(std::abs(e[i])));
      else
        bad[row] = i;
    }
  });
  Health h;
  const auto most = std::max_element(largest.begin(), largest.end());
  h.max_abs = *most;
  h.largest.j = static_cast<int>(most - largest.begin());
  const T* e = field_.ez(h.largest.j);
  while (h.largest.i < nx_ - 1 && static_cast<double>(std::abs(e[h.largest.i])) != h.max_abs) ++h.largest.i;
  const auto first = std::find_if(bad.begin(), bad.end(), [](int i) { return i >= 0; });
  h.finite = first == bad.end();
  if (!h.finite) h.first_bad = {*first, static_cast<int>(first - bad.begin())};
  return h;
}

// ---- the energy ledger's side: what the region holds, and the book kept through edits

// Row j's part of the stock. H⁺ is what the next step will make of H: Ez is what it starts from.
template <class T>
EnergyStock Stepper<T>::stock_of_row(int j) const {
  const EnergyRegion& r = energy_->terms.region;
  const T *e = field_.ez(j), *up = field_.ez(j + 1 < ny_ ? j + 1 : 0);
  const auto value = [](T v) { return static_cast<double>(v); };
  const auto each = [&](const RowMedia<T>& media, const std::vector<Pair<T>>& palette, int end, auto add) {
    media.each(palette, r.i0, end, [&](int b, int run_end, const Coefs<T>& c) {
      double weight = energy_weight(value(c.a), value(c.b)), loss = loss_weight(value(c.a), value(c.b));
      for (int i = b; i < run_end; ++i) {
        const double ca = value(c.each_a ? c.each_a[i - b] : c.a), cb = value(c.each_b ? c.each_b[i - b] : c.b);
        if (c.each_a) weight = energy_weight(ca, cb), loss = loss_weight(ca, cb);
        add(i, ca, cb, weight, loss);
      }
    });
  };
  EnergyStock sum;
  each(ez_media_[static_cast<std::size_t>(j)], ez_palette_, r.i1, [&](int i, double, double, double weight, double) {
    sum.stored += electric_energy(r.weight_x(i) * r.weight_y(j) * weight, value(e[i]));
  });
  if (r.has_hx(j))
    each(hx_media(j), hx_palette_, r.i1, [&](int i, double da, double db, double weight, double loss) {
      const double h = value(field_.hx(j)[i]), next = da * h - db * (value(up[i]) - value(e[i]));
      sum.stored += magnetic_energy(r.weight_x(i) * weight, h, next);
      sum.pending += pending_loss(r.weight_x(i) * loss, h, next);
    });
  each(hy_media(j), hy_palette_, r.hy_end(), [&](int i, double da, double db, double weight, double loss) {
    const double h = value(field_.hy(j)[i]), right = value(e[i + 1 < nx_ ? i + 1 : 0]);
    const double next = da * h + db * (right - value(e[i]));
    sum.stored += magnetic_energy(r.weight_y(j) * weight, h, next);
    sum.pending += pending_loss(r.weight_y(j) * loss, h, next);
  });
  return sum;
}

// What new conductors are about to take from the H nodes of row j.
template <class T>
double Stepper<T>::doomed_in_row(int j) const {
  const EnergyRegion& r = energy_->terms.region;
  const int j_up = j + 1 < ny_ ? j + 1 : 0;
  const auto value = [](T v) { return static_cast<double>(v); };
  const auto held = [&](int i, int row) {  // Ez of a conductor
    const Pair<T>& c = ez_palette_[electric_.at(i, row)];
    return c.a == 0 && c.b == 0 ? value(field_.ez(row)[i]) : 0.0;
  };
  const T *e = field_.ez(j), *up = field_.ez(j_up);
  double sum = 0;
  const auto coefficient = [](const Coefs<T>& c, int k) {
    return c.each_a ? Pair<T>{c.each_a[k], c.each_b[k]} : Pair<T>{c.a, c.b};
  };
  if (r.has_hx(j))
    hx_media(j).each(hx_palette_, r.i0, r.i1, [&](int b, int end, const Coefs<T>& c) {
      for (int i = b; i < end; ++i) {
        const Pair<T> d = coefficient(c, i - b);
        const double next = value(d.a) * value(field_.hx(j)[i]) - value(d.b) * (value(up[i]) - value(e[i]));
        sum += r.weight_x(i) * conductor_loss(next, held(i, j_up), held(i, j));
      }
    });
  hy_media(j).each(hy_palette_, r.i0, r.hy_end(), [&](int b, int end, const Coefs<T>& c) {
    for (int i = b; i < end; ++i) {
      const Pair<T> d = coefficient(c, i - b);
      const int right = i + 1 < nx_ ? i + 1 : 0;
      const double next = value(d.a) * value(field_.hy(j)[i]) + value(d.b) * (value(e[right]) - value(e[i]));
      sum += r.weight_y(j) * conductor_loss(next, held(i, j), held(right, j));
    }
  });
  return sum;
}

template <class T>
EnergyStock Stepper<T>::stock() {
  std::vector<EnergyStock> rows(static_cast<std::size_t>(ny_));
  over_rows([&](int j) {
    if (!energy_->terms.region.has_row(j)) return;
    EnergyStock& row = rows[static_cast<std::size_t>(j)];
    row = stock_of_row(j);
    if (energy_->edited) row.doomed = doomed_in_row(j);
  });
  EnergyStock sum;
  for (const EnergyStock& row : rows) sum.stored += row.stored, sum.pending += row.pending, sum.doomed += row.doomed;
  return sum;
}

template <class T>
std::unique_ptr<typename Stepper<T>::Energy> Stepper<T>::make_energy(const Problem& problem) const {
  need("the energy ledger", lossy_nodes(problem) * EnergyMeter<T>::bytes_to_make_a_loss());
  return std::make_unique<Energy>(energy_terms(problem), ny_);
}

template <class T>
void Stepper<T>::set_ledger(bool on, const Problem& problem) {
  energy_.reset();
  if (!on) return;
  energy_ = make_energy(problem);
  energy_->book.open(energy_->terms, stock());
}

template <class T>
EnergyLedger Stepper<T>::ledger() {
  if (!energy_) return {};
  return energy_->book.reading(energy_->terms, energy_->meter.sums(), stock());
}

// Around every change of the field or of what it lives in.
template <class T>
void Stepper<T>::leave_book() {
  if (!energy_) return;
  energy_->book.add(energy_->terms, energy_->meter.sums());
  energy_->meter.clear();
  energy_->book.leave(energy_->terms, stock());
}
template <class T>
void Stepper<T>::enter_book() {
  if (!energy_) return;
  energy_->edited = true;
  energy_->book.enter(energy_->terms, stock());
}

// ---- checkpoints

template <class T>
std::unique_ptr<EngineState> Stepper<T>::save(std::unique_ptr<EngineState> reuse) {
  if (!dynamic_cast<StepperState*>(reuse.get())) reuse = std::make_unique<StepperState>();
  auto& state = static_cast<StepperState&>(*reuse);
  state.nx = nx_, state.ny = ny_, state.value_size = sizeof(T);
  const auto own = memory();
  for (std::size_t k = 0; k < own.size(); ++k) make_room(state.memory[k], own[k]->size());
  for (std::size_t k = 0; k < own.size(); ++k) copy(pool_, state.memory[k], *own[k]);
  state.mur.assign(mur_lines_.memory().begin(), mur_lines_.memory().end());
  state.book.reset();
  if (energy_) {
    state.book = energy_->book;
    state.book->add(energy_->terms, energy_->meter.sums());
    state.book->leave(energy_->terms, stock());
  }
  return reuse;
}

template <class T>
void Stepper<T>::restore(const EngineState& saved) {
  const auto* state = dynamic_cast<const StepperState*>(&saved);
  bool fits = state && state->nx == nx_ && state->ny == ny_ && state->value_size == sizeof(T);
  const auto own = memory();
  for (std::size_t k = 0; k < own.size() && fits; ++k) fits = state->memory[k].size() == own[k]->size();
  if (!fits) throw EngineError("the checkpoint is of another grid");
  for (std::size_t k = 0; k < own.size(); ++k) copy(pool_, *own[k], state->memory[k]);
  std::transform(state->mur.begin(), state->mur.end(), mur_lines_.memory().begin(),
                 [](double v) { return static_cast<T>(v); });
  if (!energy_) return;
  energy_->meter.clear();
  energy_->edited = true;
  if (!state->book) return energy_->book.open(energy_->terms, stock());
  energy_->book = *state->book;
  energy_->book.enter(energy_->terms, stock());
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
