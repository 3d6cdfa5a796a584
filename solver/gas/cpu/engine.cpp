// The CPU engine of a gas: two copies of the cells, in turn read and written; each thread has a band of rows and waits
// for the others after each step, which the last to come ends for all.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <new>
#include <thread>
#include <utility>

#include "solver/base/error.h"
#include "solver/base/pool.h"
#include "solver/engine/cpu/pages.h"
#include "solver/gas/clock.h"
#include "solver/gas/cpu/bands.h"
#include "solver/gas/engine.h"
#include "solver/gas/layout.h"
#include "solver/gas/physics/diffusion.h"
#include "solver/gas/physics/quantity.h"

namespace ez::gas {
namespace {

constexpr int least_cells = 4096;  // of a thread: fewer are done sooner than another thread is woken

// All of a job's threads meet; the last one to come does what is to be done once.
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
      spin_until([&] { return round_.load(std::memory_order_acquire) != round; });
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
        kernels_(band_kernels<T>(best_isa())),
        pool_(choice.threads > 0 ? choice.threads
                                 : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))) {
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
        std::min(pool_.parts_of(static_cast<std::int64_t>(index(0, layout_.ny)), least_cells), layout_.ny);
    if (numbers_.by_signal() && !fastest_known_) find_fastest(parts);
    clock_.last_step = clock_.steps + steps;
    clock_.until = until;
    clock_.begin_step(fastest_, numbers_);
    made_steps_ = !clock_.stopped;
    if (clock_.stopped) return;
    if (!watches_.empty()) reserve_notes(steps);
    results_.assign(static_cast<std::size_t>(parts), {});
    meeting_ = std::make_unique<Meeting>(parts);
    batch_ = pool_.start([this, parts](int part) { run(part, parts); }, parts);
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
    pool_.run(
        [&](int part) {
          const Band<T> b = band(part, parts);
          is_heat(scheme_) ? kernels_.heat_quantity(b, q, numbers_.diffusivity, out.data())
                           : kernels_.gas_quantity(b, q, out.data());
        },
        parts);
    return out;
  }
  std::vector<double> read_exactly(Quantity q) override {
    batch_.wait();
    std::vector<double> out;
    out.reserve(index(0, layout_.ny));
    for (int j = 0; j < layout_.ny; ++j)
      for (int i = 0; i < layout_.nx; ++i) out.push_back(value_in(q, i, j));
    return out;
  }
  std::string name() const override { return fmt::format("cpu, {} threads, {}", pool_.size(), name_of(best_isa())); }

 private:
  T* cells(int copy, int array) const {
    return static_cast<T*>(memory_.data()) + static_cast<std::size_t>(copy * arrays_ + array) * layout_.size();
  }
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(layout_.nx) + static_cast<std::size_t>(i);
  }
  int parts_of_work() const {
    return std::min(pool_.parts_of(static_cast<std::int64_t>(index(0, layout_.ny)), least_cells), layout_.ny);
  }
  std::size_t place(int i, int j) const { return static_cast<std::size_t>(layout_.at(i, j)); }

  void mark_walls(const GasProblem& g) {
    const std::vector<std::uint8_t> marks = wall_marks(g, layout_);
    solid_.assign(marks.begin(), marks.end());
    if (marks.empty()) return;
    for (int j = 0; j < layout_.ny; ++j) {
      const auto begin = marks.begin();
      near_wall_[static_cast<std::size_t>(j)] = std::any_of(
          begin + layout_.at(-1, j - 1), begin + layout_.at(layout_.nx + 1, j + 1), [](auto m) { return m != 0; });
    }
  }

  // What border cells of some rows show beyond the border.
  void show_border(int copy, int j0, int j1) {
    for (int j = j0; j < j1; ++j) {
      const bool whole = j == 0 || j == layout_.ny - 1;
      for (int i = 0; i < layout_.nx; i += whole || i == layout_.nx - 1 ? 1 : layout_.nx - 1)
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

  // States or what they depend on were changed from outside.
  void edited() {
    show_border(now_, 0, layout_.ny);
    fastest_known_ = false;
    clock_.failed = false;
  }

  Band<T> band(int part, int parts) const {
    Band<T> b;
    for (int a = 0; a < arrays_; ++a) {
      b.in[a] = cells(now_, a) + layout_.at(0, 0);
      b.out[a] = cells(1 - now_, a) + layout_.at(0, 0);
    }
    if (!solid_.empty()) b.solid = solid_.data() + layout_.at(0, 0);
    b.near_wall = near_wall_.data();
    b.pitch = layout_.pitch;
    b.nx = layout_.nx;
    b.j0 = static_cast<int>(std::int64_t{layout_.ny} * part / parts);
    b.j1 = static_cast<int>(std::int64_t{layout_.ny} * (part + 1) / parts);
    const Rates<T> rates = rates_of(clock_.dt, is_heat(scheme_), numbers_);
    b.rx = rates.x;
    b.ry = rates.y;
    b.measure = numbers_.by_signal();
    b.gas = numbers_.gas;
    return b;
  }
  void find_fastest(int parts) {
    results_.assign(static_cast<std::size_t>(parts), {});
    pool_.run([&](int part) { results_[static_cast<std::size_t>(part)].fastest = kernels_.fastest(band(part, parts)); },
              parts);
    fastest_ = 0;
    for (const auto& r : results_) fastest_ = larger(r.fastest, fastest_);
    fastest_known_ = true;
  }

  void run(int part, int parts) {
    while (!clock_.stopped) {
      const Band<T> b = band(part, parts);
      const auto kernel = scheme_ == Scheme::roe            ? kernels_.roe
                          : scheme_ == Scheme::lax_wendroff ? kernels_.lax_wendroff
                                                            : kernels_.diffusion;
      results_[static_cast<std::size_t>(part)] = kernel(b);
      show_border(1 - now_, b.j0, b.j1);
      meeting_->meet([&] { end_step(); });
    }
  }
  void end_step() {
    BandResult<T> all;
    for (const auto& r : results_) all.fastest = larger(r.fastest, all.fastest), all.failed |= r.failed;
    clock_.end_step(all.failed);
    if (all.failed) {
      find_failure();
    } else {
      now_ = 1 - now_;
      fastest_ = all.fastest;
      note();
    }
    clock_.begin_step(fastest_, numbers_);
  }
  double seconds() const { return made_steps_ ? batch_.seconds() : 0; }
  // So that a thread of the pool asks for no memory.
  void reserve_notes(std::int64_t steps) {
    const std::size_t rows = notes_.times.size() + static_cast<std::size_t>(steps);
    notes_.times.reserve(rows);
    notes_.values.reserve(rows * watches_.size());
  }
  void note() {
    if (watches_.empty()) return;
    notes_.times.push_back(clock_.time);
    for (const Watch& w : watches_)
      notes_.values.push_back(value_in(w.quantity, w.cell % layout_.nx, w.cell / layout_.nx));
  }
  // Of cell (i, j) of the state as it is.
  double value_in(Quantity q, int i, int j) const {
    const auto wall = [&](int a, int b) { return !solid_.empty() && solid_[place(a, b)] != T(0); };
    const auto heat = [&](int a, int b) { return cells(now_, 0)[layout_.at(a, b)]; };
    const auto gas = [&](int a, int b) {
      const std::ptrdiff_t k = layout_.at(a, b);
      return State<T>{cells(now_, 0)[k], cells(now_, 1)[k], cells(now_, 2)[k], cells(now_, 3)[k]};
    };
    return static_cast<double>(is_heat(scheme_) ? heat_value(q, i, j, heat, wall, numbers_.diffusivity, numbers_.gas)
                                                : gas_value(q, i, j, gas, wall, numbers_.gas));
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
  int now_ = 0;           // the copy that holds the state
  std::vector<T> solid_;  // by place; empty: no walls
  std::vector<std::uint8_t> near_wall_;
  std::vector<T> held_;
  Sides sides_;
  Numbers<T> numbers_{};
  Clock<T> clock_;
  T fastest_ = 0;
  bool fastest_known_ = false;
  std::optional<Failure> failure_;
  std::vector<Watch> watches_;
  Notes notes_;
  bool made_steps_ = false;  // the last advance() did, in batch_
  const BandKernels<T>& kernels_;
  std::vector<BandResult<T>> results_;  // by part
  std::unique_ptr<Meeting> meeting_;
  Pool pool_;
  Pool::Job batch_;
};

}  // namespace

std::unique_ptr<Engine> make_cpu_engine(const GasProblem& p, const EngineChoice& choice) {
  try {
    if (choice.precision == Precision::float64) return std::make_unique<CpuEngine<double>>(p, choice);
    return std::make_unique<CpuEngine<float>>(p, choice);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(fmt::format("no memory for {} × {} cells", p.nx, p.ny));
  }
}

}  // namespace ez::gas
