// The CPU engine of a gas. It has two copies of the cells, which are read and written alternately. Each thread has a
// band of rows, divided into pieces. After each step it waits for the others, and the last thread to arrive ends the
// step for all. A thread that has finished its own band takes pieces of other bands that nobody has begun. If the
// window's drawing or another program uses one of the cores, the other threads thus do part of its work.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <new>
#include <numeric>
#include <optional>
#include <utility>

#include "solver/base/cores.h"
#include "solver/base/denormals.h"
#include "solver/base/error.h"
#include "solver/base/memory.h"
#include "solver/base/pool.h"
#include "solver/engine/cpu/pages.h"
#include "solver/gas/clock.h"
#include "solver/gas/cpu/bands.h"
#include "solver/gas/cpu/picture.h"
#include "solver/gas/engine.h"
#include "solver/gas/layout.h"
#include "solver/gas/physics/diffusion.h"

namespace ez::gas {
namespace {

constexpr int least_cells = 4096;  // per thread; with fewer cells, waking another thread takes longer than the work
// Per band. The first half row of work of a piece is duplicated in the piece below it.
constexpr int most_pieces = 8, least_rows = 64;

// A barrier for all threads of a job. The last one to arrive does the work that must be done once.
class Meeting {
 public:
  explicit Meeting(int threads) : threads_(threads) {}
  template <class F>
  void meet(F once) {
    const int round = round_.load(std::memory_order_acquire);
    if (waiting_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      waiting_.store(0, std::memory_order_relaxed);
      once();
      round_.store(round + 1, std::memory_order_release);
    } else {
      wait_actively_until([&] { return round_.load(std::memory_order_acquire) != round; });
    }
  }

 private:
  int threads_;
  alignas(64) std::atomic<int> waiting_{0};
  alignas(64) std::atomic<int> round_{0};
};

template <class T>
class CpuEngine final : public Engine {
 public:
  CpuEngine(const GasProblem& p, const EngineChoice& choice)
      : layout_(p.nx, p.ny),
        scheme_(p.scheme),
        arrays_(is_heat(p.scheme) ? 1 : 4),
        memory_(2 * static_cast<std::size_t>(arrays_) * layout_.size() * sizeof(T)),
        near_wall_(static_cast<std::size_t>(p.ny)),
        isa_(isa_named(choice.instructions)),
        kernels_(band_kernels<T>(isa_)),
        pool_(choice.pool ? choice.pool
                          : std::make_shared<Pool>(choice.threads > 0 ? choice.threads : usable_cores())) {
    if (is_heat(scheme_)) {
      const std::vector<double> held = held_values(p, layout_);
      std::transform(held.begin(), held.end(), std::back_inserter(held_), [](double w) { return static_cast<T>(w); });
    }
    set(p);
    write(is_heat(scheme_) ? Arrays{p.value} : Arrays{p.rho, p.u, p.v, p.p}, 0, 0);
  }
  ~CpuEngine() override { batch_.wait(); }
  CpuEngine(const CpuEngine&) = delete;
  CpuEngine& operator=(const CpuEngine&) = delete;

  void set(const GasProblem& p) override {
    batch_.wait();
    numbers_ = numbers_of<T>(p);
    sides_ = p.sides;
    mark_walls(p);
    edited();
  }
  void write(const Arrays& values, std::int64_t steps, double time) override {
    batch_.wait();
    for (int a = 0; a < arrays_; ++a)
      for (int j = 0; j < layout_.ny; ++j)
        for (int i = 0; i < layout_.nx; ++i)
          cells(now_, a)[layout_.at(i, j)] = static_cast<T>(values[static_cast<std::size_t>(a)][index(i, j)]);
    clock_ = {};
    clock_.steps = steps;
    clock_.time = time;
    edited();
  }
  Arrays state() override {
    batch_.wait();
    Arrays values(static_cast<std::size_t>(arrays_), std::vector<double>(index(0, layout_.ny)));
    for (int a = 0; a < arrays_; ++a)
      for (int j = 0; j < layout_.ny; ++j)
        for (int i = 0; i < layout_.nx; ++i)
          values[static_cast<std::size_t>(a)][index(i, j)] = static_cast<double>(cells(now_, a)[layout_.at(i, j)]);
    return values;
  }
  void paint(std::span<const std::int32_t> places, std::span<const double> values) override {
    batch_.wait();
    for (const std::int32_t k : places)
      for (int a = 0; a < arrays_; ++a)
        cells(now_, a)[layout_.at(k % layout_.nx, k / layout_.nx)] =
            static_cast<T>(values[static_cast<std::size_t>(a)]);
    edited();
  }

  void advance(std::int64_t steps, double until) override {
    batch_.wait();
    const int parts =
        std::min(pool_->parts_of(static_cast<std::int64_t>(index(0, layout_.ny)), least_cells), layout_.ny);
    if (numbers_.by_signal() && !fastest_known_) find_fastest(parts);
    clock_.last_step = clock_.steps + steps;
    clock_.until = until;
    clock_.begin_step(fastest_, numbers_);
    made_steps_ = !clock_.stopped;
    if (clock_.stopped) return;
    if (!watches_.empty()) reserve_notes(steps);
    results_.assign(static_cast<std::size_t>(parts), {});
    meeting_ = std::make_unique<Meeting>(parts);
    pieces_ = parts > 1 ? std::clamp(layout_.ny / (parts * least_rows), 1, most_pieces) : 1;
    begun_ = std::vector<Begun>(static_cast<std::size_t>(parts));
    batch_ = pool_->start([this, parts](int part) { run(part, parts); }, parts);
  }
  bool busy() override { return !batch_.done(); }
  Progress progress() override {
    batch_.wait();
    return {clock_.steps, clock_.time, static_cast<double>(clock_.used_dt), seconds(),
            clock_.failed ? failure_ : std::nullopt};
  }
  void watch(const std::vector<Watch>& watches) override {
    batch_.wait();
    watches_ = watches;
    notes_ = {};
  }
  Notes take_notes() override {
    batch_.wait();
    return std::exchange(notes_, {});
  }
  std::vector<float> read(Quantity q) override {
    batch_.wait();
    std::vector<float> out(index(0, layout_.ny));
    const int parts = parts_of_work();
    pool_->run(
        [&](int part) {
          const Band<T> b = band(part, parts);
          for (int j = b.j0; j < b.j1; ++j) row_of(b, q, j, 0, b.nx, out.data() + index(0, j));
        },
        parts);
    return out;
  }
  std::vector<double> read_exactly(Quantity q) override {
    batch_.wait();
    std::vector<double> out(index(0, layout_.ny));
    const int parts = parts_of_work();
    pool_->run(
        [&](int part) {
          const Band<T> b = band(part, parts);
          for (int j = b.j0; j < b.j1; ++j)
            for (int i = 0; i < b.nx; ++i) out[index(i, j)] = value_in(b, q, i, j);
        },
        parts);
    return out;
  }
  Seen draw(const Shown& shown, float* pixels) override {
    batch_.wait();
    if (shown.width <= 0 || shown.height <= 0) return {};
    const std::int64_t count = std::int64_t{shown.width} * shown.height;
    const int parts = std::min(pool_->parts_of(count, least_cells), shown.height);
    std::vector<SeenBits> seen(static_cast<std::size_t>(parts));
    const CellRows cells{*this, band(0, 1), shown.quantity};
    const auto draw_rows = [&](int part) {
      const auto row = [&](int k) { return static_cast<int>(std::int64_t{shown.height} * k / parts); };
      seen[static_cast<std::size_t>(part)] = PixelRows(shown, cells, pixels).draw(row(part), row(part + 1));
    };
    if (parts > 1) {
      pool_->run(draw_rows, parts);
    } else {
      const DenormalsAreZero rounding;
      draw_rows(0);
    }
    for (const SeenBits& part : seen) seen[0].add(part);
    return seen[0].seen();
  }
  Largest largest() override {
    batch_.wait();
    const int parts = parts_of_work();
    std::vector<Largest> found(static_cast<std::size_t>(parts));
    pool_->run([&](int part) { found[static_cast<std::size_t>(part)] = largest_in(band(part, parts)); }, parts);
    return *std::max_element(found.begin(), found.end(), [](auto& a, auto& b) { return a.size < b.size; });
  }
  std::string name() const override { return fmt::format("cpu, {} threads, {}", pool_->size(), name_of(isa_)); }

 private:
  T* cells(int copy, int array) const {
    return static_cast<T*>(memory_.data()) + static_cast<std::size_t>(copy * arrays_ + array) * layout_.size();
  }
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(layout_.nx) + static_cast<std::size_t>(i);
  }
  int parts_of_work() const {
    return std::min(pool_->parts_of(static_cast<std::int64_t>(index(0, layout_.ny)), least_cells), layout_.ny);
  }
  std::size_t place(int i, int j) const { return static_cast<std::size_t>(layout_.at(i, j)); }

  void mark_walls(const GasProblem& g) {
    const std::vector<std::uint8_t> marks = wall_marks(g, layout_);
    solid_.assign(marks.begin(), marks.end());
    find_rim(g, marks);
    if (marks.empty()) return;
    for (int j = 0; j < layout_.ny; ++j) {
      const auto begin = marks.begin();
      near_wall_[static_cast<std::size_t>(j)] = std::any_of(
          begin + layout_.at(-1, j - 1), begin + layout_.at(layout_.nx + 1, j + 1), [](auto m) { return m != 0; });
    }
  }

  void find_rim(const GasProblem& g, const std::vector<std::uint8_t>& marks) {
    rim_rows_.clear();
    if (scheme_ != Scheme::muscl_hllc || marks.empty()) return;
    const Rim rim = rim_of(g, layout_, marks);
    rim_ = cells_as<T>(rim);
    rim_columns_.clear();
    rim_rows_.assign(static_cast<std::size_t>(layout_.ny) + 3, 0);
    const auto first = static_cast<std::int32_t>(layout_.at(-1, -1)), pitch = static_cast<std::int32_t>(layout_.pitch);
    for (const std::int32_t place : rim.places) {
      rim_columns_.push_back((place - first) % pitch - 1);
      ++rim_rows_[static_cast<std::size_t>((place - first) / pitch) + 1];
    }
    std::partial_sum(rim_rows_.begin(), rim_rows_.end(), rim_rows_.begin());
  }

  // Copies border cells of some rows to their images beyond the border.
  void copy_border_images(int copy, int j0, int j1) {
    constexpr int beyond = Layout::beyond;
    for (int j = j0; j < j1; ++j) {
      const bool whole = j < beyond || j >= layout_.ny - beyond || layout_.nx <= 2 * beyond;
      for (int i = 0; i < layout_.nx; i += whole || i != beyond - 1 ? 1 : layout_.nx - 2 * beyond + 1)
        each_image(i, j, layout_, sides_, [&](int a, int b, bool mirrored_x, bool mirrored_y) {
          show(copy, layout_.at(i, j), a, b, mirrored_x, mirrored_y);
        });
    }
  }
  void show(int copy, std::ptrdiff_t from, int i, int j, bool mirrored_x, bool mirrored_y) {
    const std::ptrdiff_t to = layout_.at(i, j);
    for (int a = 0; a < arrays_; ++a) {
      const T own = cells(copy, a)[from];
      cells(copy, a)[to] = (a == 1 && mirrored_x) || (a == 2 && mirrored_y) ? -own : own;
    }
    if (is_heat(scheme_) && is_held(i, j, layout_, sides_))
      cells(copy, 0)[to] = beyond_held(held_[static_cast<std::size_t>(held_at(i, j, layout_))], cells(copy, 0)[from]);
  }

  // Call it after states or their parameters were changed externally.
  void edited() {
    copy_border_images(now_, 0, layout_.ny);
    fastest_known_ = false;
    clock_.failed = false;
    clock_.halved = 0;
  }

  Band<T> band(int part, int parts) const {
    Band<T> b;
    for (int a = 0; a < arrays_; ++a) {
      b.in[a] = cells(now_, a) + layout_.at(0, 0);
      b.out[a] = cells(1 - now_, a) + layout_.at(0, 0);
    }
    if (!solid_.empty()) b.solid = solid_.data() + layout_.at(0, 0);
    b.near_wall = near_wall_.data();
    if (!rim_rows_.empty()) {
      b.rim = rim_.data();
      b.rim_columns = rim_columns_.data();
      b.rim_rows = rim_rows_.data();
    }
    b.pitch = layout_.pitch;
    b.nx = layout_.nx;
    b.j0 = static_cast<int>(std::int64_t{layout_.ny} * part / parts);
    b.j1 = static_cast<int>(std::int64_t{layout_.ny} * (part + 1) / parts);
    const Rates<T> rates = rates_of(clock_.dt, is_heat(scheme_), numbers_);
    b.rx = rates.x;
    b.ry = rates.y;
    b.measure = numbers_.by_signal();
    b.known = expected_signal(fastest_);
    b.gas = numbers_.gas;
    return b;
  }
  void find_fastest(int parts) {
    results_.assign(static_cast<std::size_t>(parts), {});
    pool_->run(
        [&](int part) { results_[static_cast<std::size_t>(part)].fastest = kernels_.fastest(band(part, parts)); },
        parts);
    fastest_ = 0;
    for (const auto& r : results_) fastest_ = larger(r.fastest, fastest_);
    fastest_known_ = true;
  }

  void run(int part, int parts) {
    while (!clock_.stopped) {
      BandResult<T> found;
      for (int n = 0; n < parts; ++n) found = larger_of(found, step_band((part + n) % parts, parts));
      results_[static_cast<std::size_t>(part)] = found;
      meeting_->meet([&] { end_step(); });
    }
  }
  // Makes the pieces of a thread's band that nobody has begun.
  BandResult<T> step_band(int owner, int parts) {
    const auto kernel = scheme_ == Scheme::roe            ? kernels_.roe
                        : scheme_ == Scheme::lax_wendroff ? kernels_.lax_wendroff
                        : scheme_ == Scheme::muscl_hllc   ? kernels_.muscl
                                                          : kernels_.diffusion;
    std::atomic<int>& begun = begun_[static_cast<std::size_t>(owner)].pieces;
    BandResult<T> found;
    for (int piece; (piece = begun.fetch_add(1, std::memory_order_relaxed)) < pieces_;) {
      const Band<T> b = band(owner * pieces_ + piece, parts * pieces_);
      found = larger_of(found, kernel(b));
      copy_border_images(1 - now_, b.j0, b.j1);
    }
    return found;
  }
  static BandResult<T> larger_of(const BandResult<T>& a, const BandResult<T>& b) {
    return {larger(b.fastest, a.fastest), a.failed || b.failed};
  }
  void end_step() {
    for (Begun& b : begun_) b.pieces.store(0, std::memory_order_relaxed);
    BandResult<T> all;
    for (const auto& r : results_) all = larger_of(all, r);
    const bool made = clock_.end_step(all.failed, numbers_);
    if (clock_.failed) find_failure();
    if (made) {
      now_ = 1 - now_;
      if (numbers_.by_signal() && all.fastest < expected_signal(fastest_)) all.fastest = kernels_.fastest(band(0, 1));
      fastest_ = all.fastest;
      note();
    }
    clock_.begin_step(fastest_, numbers_);
  }
  double seconds() const { return made_steps_ ? batch_.seconds() : 0; }
  // Reserves memory, so that no thread of the pool must allocate.
  void reserve_notes(std::int64_t steps) {
    const std::size_t rows = notes_.times.size() + static_cast<std::size_t>(steps);
    notes_.times.reserve(rows);
    notes_.values.reserve(rows * watches_.size());
  }
  void note() {
    if (watches_.empty()) return;
    notes_.times.push_back(clock_.time);
    const Band<T> all = band(0, 1);
    for (const Watch& w : watches_)
      notes_.values.push_back(value_in(all, w.quantity, w.cell % layout_.nx, w.cell / layout_.nx));
  }
  // Returns a value of cell (i, j) in the present state.
  double value_in(const Band<T>& b, Quantity q, int i, int j) const {
    return static_cast<double>(is_heat(scheme_) ? kernels_.heat_at(b, q, numbers_.diffusivity, i, j)
                                                : kernels_.gas_at(b, q, i, j));
  }
  // Writes the values of cells [begin, end) of row j.
  void row_of(const Band<T>& b, Quantity q, int j, int begin, int end, float* out) const {
    is_heat(scheme_) ? kernels_.heat_quantity(b, q, numbers_.diffusivity, begin, j, end - begin, out)
                     : kernels_.gas_quantity(b, q, begin, j, end - begin, out);
  }
  // Returns the array that stores a quantity.
  std::optional<int> stored(Quantity q) const {
    if (is_heat(scheme_)) return q == Quantity::value ? std::optional(0) : std::nullopt;
    switch (q) {
      case Quantity::density:
        return 0;
      case Quantity::u:
        return 1;
      case Quantity::v:
        return 2;
      case Quantity::pressure:
        return 3;
      default:
        return std::nullopt;
    }
  }
  struct CellRows {  // for PixelRows
    const CpuEngine& engine;
    Band<T> band;
    Quantity quantity;
    // Returns the cells themselves if the array stores the shown quantity.
    const float* row(int j, int begin, int end, float* room) const {
      if constexpr (sizeof(T) == 4)
        if (const std::optional<int> array = engine.stored(quantity); array && !near_wall(j))
          return band.in[*array] + j * band.pitch + begin;
      engine.row_of(band, quantity, j, begin, end, room);
      return room;
    }
    bool wall(int i, int j) const { return band.solid[j * band.pitch + i] != T(0); }
    bool near_wall(int j) const { return band.solid && band.near_wall[j]; }
  };
  Largest largest_in(const Band<T>& b) const {
    Largest most;
    std::vector<float> row(static_cast<std::size_t>(b.nx));
    for (int j = b.j0; j < b.j1; ++j) {
      row_of(b, is_heat(scheme_) ? Quantity::value : Quantity::density, j, 0, b.nx, row.data());
      for (int i = 0; i < b.nx; ++i) {
        const float size = std::abs(row[static_cast<std::size_t>(i)]);
        if (size > static_cast<float>(most.size) && std::isfinite(size)) most = {static_cast<double>(size), i, j};
      }
    }
    return most;
  }
  void find_failure() {
    for (int j = 0; j < layout_.ny; ++j)
      for (int i = 0; i < layout_.nx; ++i) {
        const std::size_t k = place(i, j);
        if (!solid_.empty() && solid_[k] != T(0)) continue;
        const auto at = [&](int a) { return cells(1 - now_, a)[k]; };
        const bool good = is_heat(scheme_) ? finite(at(0)) : at(0) > T(0) && at(3) > T(0);
        if (good) continue;
        const bool density = !is_heat(scheme_) && !(at(0) > T(0));
        const Quantity q = is_heat(scheme_) ? Quantity::value : density ? Quantity::density : Quantity::pressure;
        failure_ = Failure{clock_.steps + 1, i, j, q, static_cast<double>(at(q == Quantity::pressure ? 3 : 0))};
        return;
      }
  }

  Layout layout_;
  Scheme scheme_;
  int arrays_;
  Pages memory_;
  int now_ = 0;           // the copy that contains the state
  std::vector<T> solid_;  // by cell of the layout; empty: no walls
  std::vector<std::uint8_t> near_wall_;
  std::vector<RimCell<T>> rim_;  // by row and column
  std::vector<std::int32_t> rim_columns_, rim_rows_;
  std::vector<T> held_;
  Sides sides_;
  Numbers<T> numbers_{};
  Clock<T> clock_;
  T fastest_ = 0;
  bool fastest_known_ = false;
  std::optional<Failure> failure_;
  std::vector<Watch> watches_;
  Notes notes_;
  bool made_steps_ = false;  // the last advance() made steps, in batch_
  Isa isa_;
  const BandKernels<T>& kernels_;
  std::vector<BandResult<T>> results_;  // by part
  std::unique_ptr<Meeting> meeting_;
  struct alignas(64) Begun {
    std::atomic<int> pieces{0};  // pieces taken, plus attempts after none was left
  };
  int pieces_ = 1;            // of each part's band
  std::vector<Begun> begun_;  // by part
  std::shared_ptr<Pool> pool_;
  Pool::Job batch_;
};

}  // namespace

Maker host_maker() {
  const auto make = [](const GasProblem& p, const EngineChoice& choice) -> std::unique_ptr<Engine> {
    try {
      if (choice.precision == Precision::float64) return std::make_unique<CpuEngine<double>>(p, choice);
      return std::make_unique<CpuEngine<float>>(p, choice);
    } catch (const std::bad_alloc&) {
      const double numbers = (is_heat(p.scheme) ? 2 : 8) * static_cast<double>(p.cells());
      const double bytes = numbers * (choice.precision == Precision::float64 ? sizeof(double) : sizeof(float));
      throw OutOfMemory(too_little_memory(fmt::format("a grid of {} × {}", p.nx, p.ny), bytes, available_host_bytes()));
    }
  };
  return {"cpu", make, [](int) { return available_host_bytes(); }};
}

}  // namespace ez::gas
