// Builds the tables of the step from a Problem, and reads and writes the field.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "solver/base/constants.h"
#include "solver/engine/cpu/stepper.h"

namespace ez {
namespace {

// Converts tables of n values each to T and pads each to `stride` values with `beyond`.
template <class T>
std::vector<T> rounded(const std::vector<double>& values, std::size_t n, std::size_t stride, T beyond) {
  std::vector<T> out(values.size() / n * stride, beyond);
  for (std::size_t k = 0; k < values.size(); ++k) out[k / n * stride + k % n] = static_cast<T>(values[k]);
  return out;
}
std::size_t padded(int n) { return (static_cast<std::size_t>(n) + block_nodes - 1) / block_nodes * block_nodes; }

template <class T>
bool is_one(const Pair<T>& c) {
  return c.a == 1 && c.b == 1;
}

}  // namespace

// Throws OutOfMemory if too little memory is free. Checked before an allocation, because the system may grant the
// memory and then kill the program when it uses it.
template <class T>
void Stepper<T>::need(const char* what, double bytes) const {
  if (const double free = free_(); bytes > free) throw OutOfMemory(too_little_memory(what, bytes, free));
}

template <class T>
Stepper<T>::Stepper(const Problem& problem, const RowKernels<T>& kernels, Pool& pool, FreeBytes free,
                    std::int64_t nodes_a_thread, double second_cache)
    : kernels_(kernels),
      pool_(pool),
      free_(std::move(free)),
      nx_(problem.nx),
      ny_(problem.ny),
      rows_(problem.rows()),
      nodes_a_thread_(nodes_a_thread),
      second_cache_(second_cache),
      threads_(pool.parts_of(std::int64_t{nx_} * ny_, nodes_a_thread)),
      points_(kernels, nx_, ny_),
      poles_(kernels),
      cross_(kernels) {
  const double map = problem.electric.wide() ? 2.0 : 1.0;
  const double fields = static_cast<double>(Field<T>::bytes(nx_, ny_));
  const double blocks = (sizeof(std::uint32_t) + 2.0) / block_nodes;  // places and kinds
  need("the grid", fields + (map + blocks) * nx_ * ny_);
  try {
    progress_ = std::vector<Progress>(static_cast<std::size_t>(threads_));
    set_numbers(problem);
    set_axes(problem);
    set_edges();
    kinds_ = BlockKinds((nx_ + block_nodes - 1) / block_nodes, ny_);
    set_media(problem, whole_change(problem));
    need("the grid", fields);  // the memory of mixed media is already allocated
    field_ = Field<T>(nx_, ny_);
    set_layer_memory();
    points_.set_terms(problem);
    points_.set_absorbing(problem);
    points_.set_probes(problem);
    poles_.set(problem);
    cross_.set(problem);
    set_row_kinds();
    // New pages are zero. Each thread touches the pages of its own rows first, so that the system places them near its
    // core.
    over_rows([&](int j) {
      for (std::size_t k = 0; k < field_.row_length(); k += 4096 / sizeof(T)) field_.begin_of(j)[k] = 0;
    });
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(too_little_memory("the grid", fields, free_()));
  }
}

template <class T>
void Stepper<T>::update(const Problem& problem, const Change& change) {
  if (change.instruments) points_.set_probes(problem);
  if (!change.terms && !change.changes_tables()) return;
  std::unique_ptr<Energy> energy = energy_ ? make_energy(problem) : nullptr;
  leave_ledger_period();
  try {
    if (change.terms) points_.set_terms(problem);
    if (change.changes_tables()) set_tables(problem, change);
    set_row_kinds();
  } catch (const std::bad_alloc&) {
    energy_.reset();  // half-set media cannot be balanced
    poles_.set_region(nullptr);
    throw;
  }
  if (energy) energy->book = energy_->book, energy_ = std::move(energy), poles_.set_region(&energy_->terms.region);
  enter_ledger_period();
}

template <class T>
void Stepper<T>::set_tables(const Problem& problem, const Change& change) {
  const bool was_periodic_x = x_.periodic, was_periodic_y = y_.periodic, axes = change.layers || change.walls;
  set_numbers(problem);
  if (axes) set_axes(problem);
  if (axes) set_edges();
  set_media(problem, change);
  poles_.set(problem);
  cross_.set(problem);
  if (axes) set_layer_memory();
  if (change.absorbing) points_.set_absorbing(problem);
  if (!change.walls) return;
  // Values beyond the last line were ghosts. A boundary that becomes periodic starts there with 0.
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

template <class T>
void Stepper<T>::set_edges() {
  edges_.low = (x_.low + block_nodes - 1) / block_nodes;
  edges_.high = x_.high > 0 ? (nx_ - 1 - x_.high) / block_nodes : static_cast<int>(padded(nx_)) / block_nodes;
  no_hy_.assign(x_.stride, T(-1));
  std::fill_n(no_hy_.begin(), nx_ - 1, T(0));
}

// Sets the size of ψ. Keeps ψ if the depth is unchanged. The left and right layers store a value for every node of the
// edge blocks.
template <class T>
void Stepper<T>::set_layer_memory() {
  const int right = edges_.high * block_nodes;
  if (left_.depth != x_.low) left_ = LayerMemory<T>(x_.low, ny_, x_.low);
  if (right_.depth != x_.high) right_ = LayerMemory<T>(x_.high, ny_, x_.high > 0 ? nx_ - right : 0);
  if (bottom_.depth != y_.low) bottom_ = LayerMemory<T>(y_.low, y_.low, nx_);
  if (top_.depth != y_.high) top_ = LayerMemory<T>(y_.high, y_.high, nx_);
  set_edge(Side::left), set_edge(Side::right);
}

template <class T>
void Stepper<T>::set_edge(Side side) {
  const bool low = side == Side::left;
  const LayerMemory<T>& memory = low ? left_ : right_;
  std::vector<T>& table = low ? left_table_ : right_table_;
  std::vector<Edge<T>>& edges = low ? left_edge_ : right_edge_;
  const int first = low ? 0 : edges_.high, last = low ? edges_.low : static_cast<int>(x_.stride) / block_nodes;
  table.clear();
  for (std::size_t line = 0; line < x_.k_e.size(); line += x_.stride)
    for (int block = first; block < last; ++block)
      for (int t = 0; t < Edge<T>::tables; ++t)
        for (int i = block * block_nodes; i < (block + 1) * block_nodes; ++i) {
          const std::size_t at = line + static_cast<std::size_t>(i);
          const bool h = i < nx_ - 1 && x_.layer_h(i, nx_), e = i < nx_ && x_.layer_e(i, nx_);
          const T values[Edge<T>::tables] = {h ? T(-1) : T(0), x_.k_h[at], x_.b_h[at], x_.c_h[at],
                                             e ? T(-1) : T(0), x_.k_e[at], x_.b_e[at], x_.c_e[at]};
          table.push_back(values[t]);
        }
  edges.clear();
  const std::size_t classes = x_.k_e.size() / x_.stride;
  for (std::size_t c = 0; c < classes; ++c)
    edges.push_back(
        {table.data() + table.size() / classes * c, memory.h(0), memory.e(0), first * block_nodes, memory.stride});
}

template <class T>
void Stepper<T>::set_media(const Problem& p, const Change& change) {
  if (change.electric_palette) {
    std::vector<Pair<T>> ez;
    for (const ElectricEntry& e : p.electric_palette) ez.push_back({T(e.ca), T(e.cb)});
    ez_media_.set_palette(std::move(ez));
  }
  if (change.magnetic_palette) {
    std::vector<Pair<T>> hx, hy;
    for (const MagneticEntry& m : p.magnetic_palette) {
      hx.push_back({T(m.da), T(m.dbx)});
      hy.push_back({T(m.da), T(m.dby)});
    }
    hx_media_.set_palette(std::move(hx)), hy_media_.set_palette(std::move(hy));
  }

  const NodeRect dirty = change.electric_map;
  const auto dirty_row = [&](int j) { return j >= dirty.j0 && j < dirty.j1; };
  if (dirty == NodeRect{0, 0, nx_, ny_})
    electric_ = p.electric;
  else
    over_rows([&](int j) {
      for (int i = dirty.i0; i < dirty.i1 && dirty_row(j); ++i) electric_.set(i, j, p.electric.at(i, j));
    });
  if (!dirty.empty()) {
    electric_.wide() ? set_rows(ez_media_, electric_.words().data(), dirty_row)
                     : set_rows(ez_media_, electric_.bytes().data(), dirty_row);
  }

  const NodeRect magnetic = change.magnetic_map;
  const bool all = change.magnetic_palette || !magnetic.empty() || magnetic_ != p.magnetic;
  magnetic_ = p.magnetic;
  if (!magnetic_) {
    hx_media_.set_uniform(nx_), hy_media_.set_uniform(nx_);
  } else if (!magnetic.empty()) {
    // hx is between this row's nodes and those of the next row. After the last row comes the first.
    const auto edited = [&](int j) {
      return (j >= magnetic.j0 - 1 && j < magnetic.j1) || (j == ny_ - 1 && magnetic.j0 == 0);
    };
    set_rows(hx_media_, p.hx_entry.data(), edited), set_rows(hy_media_, p.hy_entry.data(), edited);
  }
  const int begin = all ? 0 : dirty.j0, end = all ? ny_ : dirty.j1;
  over_rows([&](int j) {
    if (j >= begin && j < end) set_kinds(j);
  });
  over_rows([&](int j) {
    if (j >= begin - 3 && j < end) kinds_.join(j);
  });
}

// Sets the `dirty` rows from the palette indices of all nodes.
template <class T>
template <class Entry, class Dirty>
void Stepper<T>::set_rows(Media<T>& media, const Entry* entries, Dirty dirty) {
  const auto row = [&](int j) { return entries + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_); };
  media.set_size(nx_, ny_);
  over_rows([&](int j) {
    if (dirty(j)) media.set_runs(j, row(j));
  });
  bool all = true;
  for (int j = 0; j < ny_; ++j) all &= dirty(j);
  if (!all)
    for (int j = 0; j < ny_; ++j)
      if (dirty(j)) media.place(j, row(j));
  if (!all && !media.crowded()) return;
  media.clear_places();
  for (int j = 0; j < ny_; ++j) media.place(j, row(j));
  media.mark_all_placed();
}

template <class T>
void Stepper<T>::set_kinds(int j) {
  BlockKinds::Kind* kinds = kinds_.one(j);
  const auto blocks_of = [](const Run& run) {
    return std::pair{run.begin / block_nodes, (run.end + block_nodes - 1) / block_nodes};
  };
  for (const Run& run : ez_media_.runs(j)) {
    const auto [begin, end] = blocks_of(run);
    std::fill(kinds + begin, kinds + end, BlockKinds::of(run.entry));
  }
  for (const Media<T>* media : {&hx_media_, &hy_media_})
    for (const Run& run : media->runs(j)) {
      const auto [begin, end] = blocks_of(run);
      if (run.entry < 0 || !is_one(media->palette()[static_cast<std::size_t>(run.entry)]))
        std::fill(kinds + begin, kinds + end, BlockKinds::slow);
    }
}

template <class T>
void Stepper<T>::set_row_kinds() {
  const bool none_fast = x_.periodic || !edges_.apart();
  const auto kind_of = [&](int j) {
    const bool layer = psi_h(j) || psi_e(j), driven = acts_on_h(j);
    if (none_fast || (j == 0 && y_.pmc_low) || (layer && (driven || !y_.line_class.empty()))) return RowKind::slow;
    return layer ? RowKind::layer : driven ? RowKind::driven : RowKind::inner;
  };
  row_kinds_.clear();
  for (int j = 0; j < ny_; ++j) row_kinds_.push_back(kind_of(j));
  inner_rows_.assign(static_cast<std::size_t>(ny_) + 1, 0);
  for (auto j = static_cast<std::size_t>(ny_); j-- > 0;)
    if (row_kinds_[j] == RowKind::inner)
      inner_rows_[j] = static_cast<std::uint8_t>(std::min(4, inner_rows_[j + 1] + 1));
}

// Sets H beyond the boundaries from the present H. Needed for the picture, and after a boundary has changed its kind.
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
void Stepper<T>::set_gather(const Gather& gather) {
  need("the map", 2.0 * sizeof(T) * static_cast<double>(gather.maps.count()) * nx_ * ny_);
  points_.set_gather(gather);
  maps_.set(gather.maps, nx_, ny_);
}

template <class T>
void Stepper<T>::zero() {
  over_rows([&](int j) { std::fill_n(field_.begin_of(j), field_.row_length(), T(0)); });
  std::fill_n(field_.begin_of(-1), field_.row_length(), T(0));
  for (LayerMemory<T>* side : layers())
    std::fill_n(static_cast<char*>(side->pages.data()), side->pages.size(), char(0));
  points_.forget();
  poles_.zero();
  maps_.zero();
  if (energy_) forget_sums(), energy_->book = {};
}

template <class T>
void Stepper<T>::rescale(double ratio) {
  leave_ledger_period();
  const auto scale = [](T* begin, std::ptrdiff_t n, double factor) {
    for (std::ptrdiff_t i = 0; i < n && factor != 1; ++i) begin[i] = static_cast<T>(begin[i] * factor);
  };
  over_rows([&](int j) {
    for (const FieldArray a : all_arrays) scale(field_.of(a, j), nx_, rescaling(yee_arrays[index_of(a)], ratio));
  });
  // ψ in H's update belongs to differences of Ez, ψ in Ez's update to differences of H
  for (LayerMemory<T>* side : layers()) {
    scale(side->h(0), side->rows * side->stride, rescaling(yee_arrays[index_of(FieldArray::ez)], ratio));
    scale(side->e(0), side->rows * side->stride, rescaling(yee_arrays[index_of(FieldArray::hx)], ratio));
  }
  poles_.rescale(ratio);
  set_ghosts();
  enter_ledger_period();
}

template <class T>
void Stepper<T>::read(FieldArray array, T* out) {
  over_rows([&](int j) {
    std::copy_n(field_.of(array, j), nx_, out + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_));
  });
}

template <class T>
void Stepper<T>::write(FieldArray array, const T* in) {
  leave_ledger_period();
  over_rows([&](int j) {
    std::copy_n(in + static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_), nx_, field_.of(array, j));
  });
  set_ghosts();
  if (array == FieldArray::ez) points_.forget();
  enter_ledger_period();
}

template <class T>
Health Stepper<T>::health() {
  constexpr int tiles = Health::tiles;
  std::vector<double> largest(static_cast<std::size_t>(ny_), 0.0);
  std::vector<std::array<double, tiles>> largest_in(static_cast<std::size_t>(ny_));
  std::vector<int> bad(static_cast<std::size_t>(ny_), -1);
  over_rows([&](int j) {
    const auto row = static_cast<std::size_t>(j);
    const T* e = field_.ez(j);
    for (int k = tiles - 1; k >= 0; --k) {
      const int begin = Health::begin_of(k, tiles, nx_), end = Health::begin_of(k + 1, tiles, nx_);
      T most = kernels_.largest(e + begin, end - begin);
      if (!std::isfinite(most)) {
        most = 0;
        for (int i = end - 1; i >= begin; --i)
          if (std::isfinite(e[i]))
            most = std::max(most, std::abs(e[i]));
          else
            bad[row] = i;
      }
      largest_in[row][static_cast<std::size_t>(k)] = static_cast<double>(most);
      largest[row] = std::max(largest[row], static_cast<double>(most));
    }
  });
  Health h;
  // Tiles are those of the whole grid, and only own rows count.
  const auto row = [&](int tile) {
    return std::clamp(Health::begin_of(tile, tiles, rows_.grid) - rows_.first, rows_.begin, rows_.end);
  };
  for (int k = 0; k < tiles; ++k)
    for (int j = row(k); j < row(k + 1); ++j)
      for (int m = 0; m < tiles; ++m) {
        double& most = h.largest_in[static_cast<std::size_t>(k) * tiles + static_cast<std::size_t>(m)];
        most = std::max(most, largest_in[static_cast<std::size_t>(j)][static_cast<std::size_t>(m)]);
      }
  const auto most = std::max_element(largest.begin() + rows_.begin, largest.begin() + rows_.end);
  h.max_abs = *most;
  h.largest.j = static_cast<int>(most - largest.begin());
  const T* e = field_.ez(h.largest.j);
  while (h.largest.i < nx_ - 1 && static_cast<double>(std::abs(e[h.largest.i])) != h.max_abs) ++h.largest.i;
  const auto end = bad.begin() + rows_.end;
  const auto first = std::find_if(bad.begin() + rows_.begin, end, [](int i) { return i >= 0; });
  h.finite = first == end;
  if (!h.finite) h.first_bad = {*first, static_cast<int>(first - bad.begin())};
  return h;
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
