// From a Problem to the tables a step walks over, and the field in and out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "solver/engine/cpu/stepper.h"
#include "solver/base/memory.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

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

}  // namespace

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
    set_edges();
    set_media(problem, {0, 0, nx_, ny_}, true);
    need("the grid", fields);  // what mixed media took is taken by now
    field_ = Field<T>(nx_, ny_);
    mur_lines_ = MurLines<T>(nx_, ny_);
    set_layer_memory();
    set_points(problem);
    // New pages are zero; each thread touches those of its rows first, so that they lie near it.
    over_rows([&](int j) {
      for (std::size_t k = 0; k < field_.row_length(); k += 4096 / sizeof(T)) field_.begin_of(j)[k] = 0;
    });
  } catch (const std::bad_alloc&) {
    throw too_large("the grid", fields, free_());
  }
}

template <class T>
void Stepper<T>::update(const Problem& problem, NodeRect dirty) {
  const bool same_magnetic = problem.magnetic == magnetic_ && problem.dt == dt_ &&
                             problem.magnetic_palette == magnetic_palette_ && problem.magnetic_media == magnetic_media_;
  const bool was_periodic_x = x_.periodic, was_periodic_y = y_.periodic;
  std::unique_ptr<Energy> energy = energy_ ? make_energy(problem) : nullptr;
  leave_book();
  try {
    set_numbers(problem);
    if (set_edges()) dirty = {0, 0, nx_, ny_};
    set_media(problem, dirty, !same_magnetic);
    set_layer_memory();
    set_points(problem);
  } catch (const std::bad_alloc&) {
    energy_.reset();  // media that are half set cannot be balanced
    throw;
  }
  // What lies beyond the last line was a ghost; a side that becomes periodic starts there from 0.
  if (x_.periodic && !was_periodic_x)
    for (int j = 0; j < ny_; ++j) field_.hy(j)[nx_ - 1] = 0;
  if (y_.periodic && !was_periodic_y) std::fill_n(field_.hx(ny_ - 1), nx_, T(0));
  set_ghosts();
  if (energy) energy->book = energy_->book, energy_ = std::move(energy);
  enter_book();
}

template <class T>
void Stepper<T>::set_numbers(const Problem& p) {
  dt_ = p.dt;
  set_axis(x_, p.x, p.wall(Side::left), p.wall(Side::right));
  set_axis(y_, p.y, p.wall(Side::bottom), p.wall(Side::top));
  eps_.clear(), mu_.clear();
  for (const ElectricEntry& e : p.electric_palette) eps_.push_back(T(e.eps)), mu_.push_back(T(e.mu));
  hx_unit_ = T(p.hx_unit);
  hy_unit_ = T(p.hy_unit);
  half_eps_ = T(0.5 * (p.dual ? mu0 : eps0));
  half_mu_ = T(0.5 * (p.dual ? eps0 : mu0));
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

// A Mur node needs its inner node's new value, which at the bottom lies a row above: it is due with that row.
template <class T>
void Stepper<T>::set_points(const Problem& p) {
  std::vector<SourceAt> sources;
  for (const SourceNode& s : p.sources) sources.push_back({s.i, s.j, s.source, s.weight, s.hard});
  sources_.assign(std::move(sources), ny_, [](const SourceAt& s) { return s.j; });

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

  std::vector<ProbeAt> probes;
  for (const Node& n : p.probes) probes.push_back({n.i, n.j, static_cast<int>(probes.size())});
  probe_count_ = static_cast<int>(probes.size());
  probes_.assign(std::move(probes), ny_, [](const ProbeAt& n) { return std::max(n.j, 1); });
}

template <class T>
void Stepper<T>::set_media(const Problem& p, NodeRect dirty, bool all_magnetic) {
  std::vector<Pair<T>> ez, hx, hy;
  for (const ElectricEntry& e : p.electric_palette) ez.push_back({T(e.ca), T(e.cb)});
  for (const MagneticEntry& m : p.magnetic_palette) {
    hx.push_back({T(m.da), T(m.dbx)});
    hy.push_back({T(m.da), T(m.dby)});
  }
  const auto same = [](const std::vector<Pair<T>>& a, const std::vector<Pair<T>>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Pair<T>& u, const Pair<T>& v) { return u.a == v.a && u.b == v.b; });
  };
  const bool same_ez = same(ez, ez_palette_);
  ez_palette_ = std::move(ez);
  hx_palette_ = std::move(hx);
  hy_palette_ = std::move(hy);
  magnetic_ = p.magnetic;
  magnetic_palette_ = p.magnetic_palette;
  magnetic_media_ = p.magnetic_media;
  const auto one = [](const Pair<T>& c) { return c.a == 1 && c.b == 1; };
  plain_h_ = !magnetic_ && one(hx_palette_[0]) && one(hy_palette_[0]);

  const bool everything = dirty == NodeRect{0, 0, nx_, ny_} || electric_.wide() != p.electric.wide();
  if (everything) electric_ = p.electric;
  hx_media_.resize(magnetic_ ? static_cast<std::size_t>(ny_) : 1);
  hy_media_.resize(hx_media_.size());
  if (!magnetic_) hx_media_[0].build_uniform(nx_), hy_media_[0].build_uniform(nx_);
  over_rows([&](int j) {
    const auto row = static_cast<std::size_t>(j), first = row * static_cast<std::size_t>(nx_);
    const bool edited = everything || (j >= dirty.j0 && j < dirty.j1);
    for (int i = dirty.i0; i < dirty.i1 && edited && !everything; ++i) electric_.set(i, j, p.electric.at(i, j));
    const auto set_ez = [&](const auto* entries) {
      if (edited) ez_media_[row].build(nx_, edges_, entries);
      if (edited || !same_ez) ez_media_[row].expand(ez_palette_, entries);
    };
    electric_.wide() ? set_ez(electric_.words().data() + first) : set_ez(electric_.bytes().data() + first);
    // hx lies between this row's nodes and the next one's; beyond the last row lies the first.
    const bool h_edited = (j >= dirty.j0 - 1 && j < dirty.j1) || (j == ny_ - 1 && dirty.j0 == 0);
    if (!magnetic_ || !(all_magnetic || (h_edited && !dirty.empty()))) return;
    const std::uint16_t *hx_entries = p.hx_entry.data() + first, *hy_entries = p.hy_entry.data() + first;
    hx_media_[row].build(nx_, {0, nx_}, hx_entries), hx_media_[row].expand(hx_palette_, hx_entries);
    hy_media_[row].build(nx_, {0, nx_}, hy_entries), hy_media_[row].expand(hy_palette_, hy_entries);
  });
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
  for (LayerMemory<T>* side : {&left_, &right_, &bottom_, &top_})
    std::fill_n(static_cast<char*>(side->pages.data()), side->pages.size(), char(0));
  mur_lines_.forget();
  if (energy_) energy_->meter.clear(), energy_->book = {};
}

template <class T>
void Stepper<T>::scale_h(double factor) {
  leave_book();
  const auto scale = [factor](T* begin, std::ptrdiff_t n) {
    for (std::ptrdiff_t i = 0; i < n; ++i) begin[i] = static_cast<T>(begin[i] * factor);
  };
  over_rows([&](int j) {
    scale(field_.hx(j), nx_);
    scale(field_.hy(j), nx_);
  });
  for (LayerMemory<T>* side : {&left_, &right_, &bottom_, &top_}) scale(side->e(0), side->rows * side->stride);
  set_ghosts();
  enter_book();
}

template <class T>
void Stepper<T>::read(FieldArray array, T* out) {
  over_rows([&](int j) {
    const T* row = array == FieldArray::ez ? field_.ez(j) : array == FieldArray::hx ? field_.hx(j) : field_.hy(j);
    std::copy_n(row, nx_, out + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_));
  });
}

template <class T>
void Stepper<T>::write(FieldArray array, const T* in) {
  leave_book();
  over_rows([&](int j) {
    T* row = array == FieldArray::ez ? field_.ez(j) : array == FieldArray::hx ? field_.hx(j) : field_.hy(j);
    std::copy_n(in + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_), nx_, row);
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

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
