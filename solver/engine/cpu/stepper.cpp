// The step: rows, bands and levels. See stepper.h for the order.
#include "solver/engine/cpu/stepper.h"

#include <unistd.h>

#include <algorithm>

#include "solver/physics/source.h"

namespace ez {
namespace {

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
void Stepper<T>::open_band(int band, int pass) {
  const auto finished = [&](int b) {
    spin_until([&] { return progress_[static_cast<std::size_t>(b)].done.load(std::memory_order_acquire) >= pass; });
  };
  if (band > 0) finished(band - 1);
  if (band == 0 && y_.periodic) {
    finished(plan_.bands - 1);
    hx_range(ny_ - 1, 0, nx_);
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
  open_band(band, pass);
  const int last = below_another ? high - 1 + 2 * (levels - 1) : ny_ - 1 + levels - 1;
  for (int r = low; r <= last; ++r) {
    if (below_another && r == high - 1) opened(b + 1);
    if (y_.periodic && r == ny_ - 1) opened(0);
    for (int k = 0; k < levels; ++k) {
      const int j = r - k, begin = above_another ? low + k : 0, end = below_another ? high + k : ny_;
      if (j < begin || j >= end) continue;
      if (above_another && j == begin) hx_range(j - 1, 0, nx_);
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
    any_row(j, with_hx);
  if (energy_) energy_->meter.before_sources(field_, j);
  points(j, step);
  if (energy_) energy_->meter.after_row(field_, j);
}

// Nearly all rows of nearly all scenes: H is that of vacuum, and the only layers are at the row's ends.
template <class T>
bool Stepper<T>::is_plain(int j, bool with_hx) const {
  return plain_h_ && with_hx && !x_.periodic && edges_.low < edges_.high && !y_.layer_h(j, ny_) &&
         !y_.layer_e(j, ny_) && !(j == 0 && y_.pmc_low);
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
void Stepper<T>::any_row(int j, bool with_hx) {
  T* e = field_.ez(j);
  if (x_.periodic) e[nx_] = e[0];
  const int chunk = x_.periodic ? nx_ : chunk_nodes;
  for (int begin = 0; begin < nx_; begin += chunk) {
    const int end = std::min(begin + chunk, nx_);
    if (with_hx) hx_range(j, begin, end);
    hy_range(j, begin, std::min(end, x_.periodic ? nx_ : nx_ - 1));
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
  for (const SourceAt& s : sources_.of(j)) {
    const double signal = batch_->signals[static_cast<std::size_t>(step) * static_cast<std::size_t>(batch_->sources) +
                                       static_cast<std::size_t>(s.source)];
    T& e = field_.ez(j)[s.i];
    e = s.hard ? hard_source<T>(signal) : soft_source(e, s.weight, signal);
  }
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

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
