// One grid in memory and its steps, in float or double.
//
// A step visits rows from the bottom up and does for each, while it lies in the cache, H and then Ez: Ez of row j needs
// H of rows j−1 and j, and H of row j needs Ez of row j+1 as it was. For the same reason a second step may follow the
// first one row behind, a third two rows behind, and so on: K steps (levels) go over memory together and move it once.
// Sources, absorbing nodes and probes belong to rows and are due when their row is, so this order changes no operation
// and no result.
//
//   for r = bottom … top + K − 1:  for k = 0 … K − 1:  row r − k at level k
//
// Each thread has a band of rows. The seam between two bands rises one row a level: level k of a band covers
// [low + k, high + k). The upper band, when it starts level k at row s = low + k, also moves hx of row s − 1; the lower
// band, coming last to row s − 1, finds hx done and finishes Ez. Every row then waits in just the state its neighbour
// needs: nothing is computed twice, and a thread waits for another twice a pass.
#pragma once

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
#include "solver/engine/cpu/by_row.h"
#include "solver/engine/cpu/energy_meter.h"
#include "solver/engine/cpu/field.h"
#include "solver/engine/cpu/media.h"
#include "solver/engine/cpu/mur_lines.h"
#include "solver/engine/cpu/rows.h"
#include "solver/engine/engine.h"
#include "solver/physics/view.h"

namespace ez {

template <class T>
class Stepper {
 public:
  // Throws OutOfMemory or std::bad_alloc; so do update(), save() and set_ledger().
  // nodes_a_thread: with fewer a thread is not worth waiting for.
  Stepper(const Problem& problem, const RowKernels<T>& kernels, Pool& pool, FreeBytes free,
          std::int64_t nodes_a_thread);
  void update(const Problem& problem, const Change& change);
  void zero();
  void rescale(double ratio);
  void read(FieldArray array, T* out);
  void write(FieldArray array, const T* in);
  Health health();
  PictureStats draw(const PictureWindow& window, const ReferenceView& minus, float* pixels);
  // The main array as another grid's picture subtracts it.
  ReferenceView as_reference() const;

  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse);
  void restore(const EngineState& state);
  void set_ledger(bool on, const Problem& problem);
  EnergyLedger ledger();

  // A batch: prepare() on the caller's thread, then run(k) for each of bands() on one of the pool's; `probes` has
  // steps × probes places.
  void prepare(const Batch& batch, double* probes);
  int bands() const { return plan_.bands; }
  void run(int band);
  int probes() const { return probe_count_; }
  Passes passes() const;  // of the last batch; before one, of the first long one

 private:
  // One axis: layers and what its two walls do. Tables as in AxisLayers, each padded to `stride` nodes.
  struct Axis {
    int low = 0, high = 0;  // depth of the layers
    std::size_t stride = 0;
    std::vector<T> k_e, b_e, c_e, k_h, b_h, c_h;
    std::vector<std::uint8_t> line_class;
    std::size_t table(int line) const {
      return line_class.empty() ? 0 : stride * line_class[static_cast<std::size_t>(line)];
    }
    bool pmc_low = false, pmc_high = false, periodic = false;
    bool layer_e(int i, int n) const { return i < low || i >= n - high; }
    bool layer_h(int i, int n) const { return i < low || i >= n - 1 - high; }
  };

  struct MurAt {
    int i, j, inner_i, inner_j;
    T k, old_edge, old_inner;  // Ez at node and inner node after the last step
  };
  struct CornerAt {
    MurAt a, b;
  };
  struct Mur2At {
    int i, j, inner_i, inner_j;
    T k, d;
    std::size_t edge, low, high, to_inner;  // places in MurLines of wall nodes; inner ones lie to_inner further on
  };
  struct ProbeAt {
    int i, j, index;
  };
  struct alignas(64) Progress {
    std::atomic<int> opened{0};  // passes whose first row has been left behind at every level
    std::atomic<int> done{0};    // passes finished
  };
  // A batch cut into passes of up to `levels` steps, and the grid into bands.
  struct Plan {
    int steps = 0, levels = 1, passes = 0, bands = 1;
    std::vector<int> first_row;  // bands + 1
  };

  // The energy ledger, while it is on.
  struct Energy {
    EnergyTerms terms;
    EnergyMeter<T> meter;
    EnergyBook book;
    bool edited = true;  // no step since the last edit
    Energy(EnergyTerms t, int rows) : terms(std::move(t)), meter(terms, rows) {}
  };

  void need(const char* what, double bytes) const;

  std::array<LayerMemory<T>*, 4> layers() { return {&left_, &right_, &bottom_, &top_}; }
  // All that a checkpoint holds in pages: the arrays, which share theirs, and ψ.
  std::array<Pages*, 5> memory() { return {&field_.pages(), &left_.pages, &right_.pages, &bottom_.pages, &top_.pages}; }

  // Set-up.
  void set_tables(const Problem& problem, const Change& change);
  void set_numbers(const Problem& problem);
  void set_axes(const Problem& problem);
  void set_axis(Axis& axis, const AxisLayers& layers, BoundaryKind low, BoundaryKind high);
  bool set_edges();
  void set_layer_memory();
  void set_terms(const Problem& problem);
  void set_absorbing(const Problem& problem);
  void set_probes(const Problem& problem);
  void set_media(const Problem& problem, const Change& change);
  void set_ghosts();
  template <class F>
  void over_rows(F f);
  MurAt mur_at(const MurNode& node) const;
  Mur2At mur2_at(const Mur2Node& node) const;

  // The step.
  Plan make_plan(int steps) const;
  void sweep(int band, int pass, int first_step, int levels);
  void open_band(int band, int pass, int step);
  void row(int j, bool with_hx, int step);
  bool is_plain(int j, bool with_hx) const;
  void plain_row(int j);
  void any_row(int j, bool with_hx, int step);
  void hx_row(int j, int step);
  void apply_terms(FieldArray array, int j, int begin, int end, int step);
  Edge<T> edge_at(int begin, LayerMemory<T>& memory, int j);
  void hx_range(int j, int begin, int end);
  void hy_range(int j, int begin, int end);
  void ghosts(int j, int begin, int end);
  void ez_range(int j, int begin, int end);
  void points(int j, int step);
  T mur_value(const MurAt& node) const;
  T mur2_value(const Mur2At& node, int step);
  void remember(MurAt& node) const;

  // The ledger.
  EnergyStock stock_of_row(int j) const;
  EnergyStock stock();
  double doomed_in_row(int j) const;
  std::unique_ptr<Energy> make_energy(const Problem& problem) const;
  void leave_book();
  void enter_book();

  // The picture.
  struct Shown {
    Quantity quantity;
    ReferenceView minus;
  };
  void shown(const Shown& what, int j, int begin, int end, T* out) const;
  void residual(const ReferenceView& minus, int j, int begin, int end, T* out) const;
  PictureStats decimate(const PictureWindow& w, const Shown& what, const ViewAxis& x, const ViewAxis& y, int row,
                        int row_end, float* pixels) const;
  PictureStats interpolate(const PictureWindow& w, const Shown& what, const ViewAxis& x, const ViewAxis& y, int row,
                           int row_end, float* pixels) const;

  const RowMedia<T>& hx_media(int j) const { return hx_media_[magnetic_ ? static_cast<std::size_t>(j) : 0]; }
  const RowMedia<T>& hy_media(int j) const { return hy_media_[magnetic_ ? static_cast<std::size_t>(j) : 0]; }

  const RowKernels<T>& kernels_;
  Pool& pool_;
  FreeBytes free_;
  int nx_, ny_;
  std::int64_t nodes_a_thread_;
  int threads_;  // that this grid is worth
  Field<T> field_;
  Axis x_, y_;
  LayerMemory<T> left_, right_, bottom_, top_;

  NodeMap electric_;
  bool magnetic_ = false, plain_h_ = false;  // plain: every H node is vacuum with square cells
  EdgeNodes edges_;
  std::vector<T> mask_h_, mask_e_;  // per column: 1 in a layer along x
  std::vector<Pair<T>> ez_palette_, hx_palette_, hy_palette_;
  std::vector<RowMedia<T>> ez_media_, hx_media_, hy_media_;

  std::array<ByRow<Term>, yee_arrays.size()> terms_;  // by FieldArray
  ByRow<MurAt> mur_;
  ByRow<CornerAt> corners_;
  ByRow<Mur2At> mur2_;
  MurLines<T> mur_lines_;
  ByRow<ProbeAt> probes_;
  int probe_count_ = 0;

  // For the picture.
  std::vector<T> eps_, mu_;
  T hx_unit_ = 1, hy_unit_ = 1, half_eps_ = 0, half_mu_ = 0;

  std::unique_ptr<Energy> energy_;

  Plan plan_;
  const Batch* batch_ = nullptr;
  double* probe_out_ = nullptr;
  std::vector<Progress> progress_;
};

// f(j) for every row, each thread a band. What a thread throws, the caller gets.
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
