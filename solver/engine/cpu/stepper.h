// One grid in memory and its steps, in float or double, computed as a wave front of tiles.
//
// A step advances H and then Ez. Ez of node (i, j) needs the new H of itself, of the left node and of the lower node. H
// of a node needs the old Ez of itself, of the right node and of the upper node. So a second step may follow the first
// at a distance of one row and one block of columns, a third at a distance of two of each, and so on. A tile of R rows
// and W blocks makes K steps (levels) one after another. At each level it moves one row down and one block to the left:
//
//   for tiles of rows y, bottom up:  for tiles of blocks x, left to right:  for k = 0 … K − 1:
//     rows [y − k, y − k + R), blocks [x − k, x − k + W) at level k
//
// All data that a level needs are in the tile, or in the tiles below and to the left, which have stopped at exactly
// that level. Nothing is computed twice, and the field passes through memory once for K steps. Sources, absorbing nodes
// and probes belong to rows and columns and are due with them, so this order changes no operation and no result.
//
// Vacuum H with square cells and without a layer along y is processed four rows at a time, H and Ez in one kernel. A
// single row of a layer uses such a kernel too. Everything else (magnetic media, faults, terms on H, mirroring
// boundaries) uses the general kernels row by row, and only in those parts of the grid. The poles of dispersive media
// follow a row's own update and act before and after its sources (poles.h).
//
// Each thread has a band of rows. The seam between two bands rises one row per level: level k of a band covers [low +
// k, high + k). When the upper band starts level k at row s = low + k, it also advances hx of row s − 1. The lower band
// reaches row s − 1 last, finds hx done and finishes Ez. Every row then has the state that its neighbour needs, and a
// thread waits for another one twice per pass. If rims couple nodes (cross.h, poles.h), a pass is one step and all
// threads wait for each other before it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "solver/base/memory.h"
#include "solver/base/pool.h"
#include "solver/engine/cpu/block_kinds.h"
#include "solver/engine/cpu/cross.h"
#include "solver/engine/cpu/energy_meter.h"
#include "solver/engine/cpu/field.h"
#include "solver/engine/cpu/maps.h"
#include "solver/engine/cpu/media.h"
#include "solver/engine/cpu/plan.h"
#include "solver/engine/cpu/points.h"
#include "solver/engine/cpu/poles.h"
#include "solver/engine/cpu/rows/rows.h"
#include "solver/engine/engine.h"
#include "solver/engine/host_state.h"
#include "solver/physics/view.h"

namespace ez {

template <class T>
class Stepper {
 public:
  // Throws OutOfMemory or std::bad_alloc; so do update(), save() and set_ledger(). nodes_a_thread: with fewer nodes
  // than this per thread, waiting for a thread costs more than it gains. second_cache: bytes of the second-level cache
  // per core.
  Stepper(const Problem& problem, const RowKernels<T>& kernels, Pool& pool, FreeBytes free, std::int64_t nodes_a_thread,
          double second_cache);
  void update(const Problem& problem, const Change& change);
  void zero();
  void rescale(double ratio);
  void read(FieldArray array, T* out);
  void write(FieldArray array, const T* in);
  Health health();
  PictureStats draw(const PictureWindow& window, const ReferenceView& minus, float* pixels);
  // Returns the main array for another grid's difference picture.
  ReferenceView as_reference() const;
  std::vector<RowPiece> row_memory(int first, int count);

  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse);
  void restore(const EngineState& state);  // also takes a HostState
  void set_ledger(bool on, const Problem& problem);
  EnergyLedger ledger();

  void set_gather(const Gather& gather);
  void sample(const std::vector<GatherPoint>& points, double* out) const {
    for (const GatherPoint& p : points) *out++ = static_cast<double>(field_.of(p.array, p.node.j)[p.node.i]);
  }
  void read_map(int map, double* out) const { maps_.read(map, out); }
  // A batch: call prepare() on the caller's thread, then run(k) on one of the pool's threads for each of bands().
  // `probes` has space for steps × probes values, `gathered` for those of the gather's samples.
  void prepare(const Batch& batch, double* probes, double* gathered);
  int bands() const { return plan_.bands; }
  void run(int band);
  int probes() const { return points_.probes(); }
  // Returns the passes of the last batch. Before the first batch, returns those of a long batch.
  Passes passes() const;

 private:
  // One axis: its layers, and the conditions on its two boundaries. Tables as in AxisLayers, each padded to `stride`
  // nodes.
  struct Axis {
    int low = 0, high = 0;
    std::size_t stride = 0;
    std::vector<T> k_e, b_e, c_e, k_h, b_h, c_h;
    std::vector<std::uint8_t> line_class;
    std::size_t class_of(int line) const { return line_class.empty() ? 0 : line_class[static_cast<std::size_t>(line)]; }
    std::size_t table(int line) const { return stride * class_of(line); }
    bool pmc_low = false, pmc_high = false, periodic = false;
    bool layer_e(int i, int n) const { return i < low || i >= n - high; }
    bool layer_h(int i, int n) const { return i < low || i >= n - 1 - high; }
  };

  // How a row is advanced. inner: not in a layer along y. layer: in one. driven: something acts on its H. slow: by the
  // general kernels.
  enum class RowKind : std::uint8_t { inner, layer, driven, slow };
  // Part of the grid that a tile covers at one level. no_hx: the hx of this row is already done, or the row has none.
  struct Tile {
    int j0 = 0, j1 = 0, b0 = 0, b1 = 0, no_hx = -1, step = 0;
  };
  struct LastNode {
    T ez = 0, hy = 0;
  };
  // Blocks [0, low) and [high, …) of a row are in layers along x.
  struct EdgeBlocks {
    int low = 0, high = 0;
    bool apart() const { return low <= high; }
  };
  struct alignas(64) Progress {
    std::atomic<int> opened{0};  // passes whose first row all levels have left behind
    std::atomic<int> done{0};    // passes finished
    std::atomic<int> rims{0};    // passes whose rims are prepared
  };
  // The energy ledger, present while it is on.
  struct Energy {
    EnergyTerms terms;
    EnergyMeter<T> meter;
    EnergyBook book;
    bool edited = true;  // no step since the last edit
    Energy(EnergyTerms t, int rows) : terms(std::move(t)), meter(terms, rows) {}
  };

  void need(const char* what, double bytes) const;

  std::array<LayerMemory<T>*, 4> layers() { return {&left_, &right_, &bottom_, &top_}; }
  LayerMemory<T>& layer(Side side) { return *layers()[static_cast<std::size_t>(side)]; }
  // All memory pages of a checkpoint: those of the three arrays, and ψ.
  std::array<Pages*, 5> memory() { return {&field_.pages(), &left_.pages, &right_.pages, &bottom_.pages, &top_.pages}; }

  void set_tables(const Problem& problem, const Change& change);
  void set_numbers(const Problem& problem);
  void set_axes(const Problem& problem);
  void set_axis(Axis& axis, const AxisLayers& layers, BoundaryKind low, BoundaryKind high);
  void set_edges();
  void set_layer_memory();
  void set_edge(Side side);
  void set_media(const Problem& problem, const Change& change);
  template <class Entry, class Dirty>
  void set_rows(Media<T>& media, const Entry* entries, Dirty dirty);
  void set_kinds(int j);
  void set_row_kinds();
  void set_ghosts();
  template <class F>
  void over_rows(F f);

  PlanFor plan_for() const;
  void sweep(int band, int pass, int first_step);
  bool couples_rims() const { return cross_.any() || poles_.any_rims(); }
  void prepare_rims(int band, int pass);
  void open_band(int band, int pass, int step);
  void fetch_ahead(int y, int block, int level, int levels) const;
  void advance(const Tile& tile);
  void advance_alone(const Tile& tile);
  void advance_and_measure(const Tile& tile);
  void four_rows(int j, const Tile& tile);
  void one_row(int j, const Tile& tile);
  template <class F>
  void parts(const Tile& tile, F f) const;
  void layer_part(int j, int rows, int b0, int b1, int step);
  void slow_part(int j, int begin, int end, bool with_hx, int step);
  void mirror_left(int j);
  LastNode last_node(int j) const { return {field_.ez(j)[nx_ - 1], field_.hy(j)[nx_ - 1]}; }
  void repair_last_column(int j, const LastNode& before);
  void hx_row(int j, int begin, int end, int step);
  bool acts_on_h(int j) const;
  bool acts_on_h(int j, int begin, int end);
  void drive_h(FieldArray array, int j, int begin, int end, int step);
  int nodes(int block) const { return std::min(block * block_nodes, nx_); }
  Rows<T> rows_at(int j, int block) const;
  RowStretch<T> layer_h(int j) const;
  RowStretch<T> layer_e(int j) const;
  T* psi_h(int j) const;  // nullptr: not in a layer along y
  T* psi_e(int j) const;
  void hx_range(int j, int begin, int end);
  void hy_range(int j, int begin, int end);
  void ghosts(int j, int begin, int end);
  void ez_range(int j, int begin, int end);

  EnergyStock stock_of_row(int j) const;
  EnergyStock stock();
  double held(int i, int j) const;
  double conductor_loss_in_row(int j) const;
  std::unique_ptr<Energy> make_energy(const Problem& problem) const;
  EnergySums energy_sums() const;
  void forget_sums();
  void leave_ledger_period();
  void enter_ledger_period();
  void resume_ledger(const std::optional<EnergyBook>& book);
  bool fits(const HostState<T>& state);
  void take(const HostState<T>& state);

  struct Shown {
    Quantity quantity;
    ReferenceView minus;
    int map;
  };
  void shown(const Shown& what, int j, int begin, int end, T* out) const;
  void residual(const ReferenceView& minus, int j, int begin, int end, T* out) const;
  PictureStats decimated(const PictureWindow& w, const Shown& what, const ViewAxis& x, const ViewAxis& y, int row,
                         int row_end, float* pixels) const;
  PictureStats interpolate(const PictureWindow& w, const Shown& what, const ViewAxis& x, const ViewAxis& y, int row,
                           int row_end, float* pixels) const;

  const RowKernels<T>& kernels_;
  Pool& pool_;
  FreeBytes free_;
  int nx_, ny_;
  RowBand rows_;  // of the problem
  std::int64_t nodes_a_thread_;
  double second_cache_;
  int threads_;  // number of threads that this grid can use
  Field<T> field_;
  Axis x_, y_;
  LayerMemory<T> left_, right_, bottom_, top_;
  std::vector<T> left_table_, right_table_;
  std::vector<Edge<T>> left_edge_, right_edge_;  // by class of line

  NodeMap electric_;
  bool magnetic_ = false;
  EdgeBlocks edges_;
  std::vector<T> no_hy_;  // per column: −1 if it has no hy
  Media<T> ez_media_, hx_media_, hy_media_;
  BlockKinds kinds_;
  std::vector<RowKind> row_kinds_;
  std::vector<std::uint8_t> inner_rows_;  // by row: length of the run of inner rows that starts here, at most 4

  Points<T> points_;
  Maps<T> maps_;
  Poles<T> poles_;
  Cross<T> cross_;

  std::vector<T> eps_, mu_;
  T hx_unit_ = 1, hy_unit_ = 1, half_eps_ = 0, half_mu_ = 0;

  std::unique_ptr<Energy> energy_;

  Plan plan_;
  std::vector<Progress> progress_;
};

// Calls f(j) for every row, with one band per thread. Rethrows an exception of a thread.
template <class T>
template <class F>
void Stepper<T>::over_rows(F f) {
  std::exception_ptr failure;
  std::mutex guard;
  const auto rows = [&](int part) {
    const auto row = [&](int k) { return static_cast<int>(std::int64_t{ny_} * k / threads_); };
    try {
      for (int j = row(part); j < row(part + 1); ++j) f(j);
    } catch (...) {
      const std::lock_guard lock(guard);
      failure = std::current_exception();
    }
  };
  pool_.run(rows, threads_);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace ez
