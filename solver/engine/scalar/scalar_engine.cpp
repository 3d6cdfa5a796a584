// The scalar backend. It implements the Engine interface with a Loop of the problem's precision, on one thread.
#include <fmt/format.h>

#include <new>
#include <utility>
#include <variant>

#include "solver/base/cores.h"
#include "solver/base/denormals.h"
#include "solver/base/memory.h"
#include "solver/base/pool.h"
#include "solver/engine/backend.h"
#include "solver/engine/scalar/loop.h"

namespace ez {
namespace {

class ScalarEngine final : public Engine {
 private:
  // Calls f with the loop after the batch in flight has finished.
  template <class F>
  auto on_loop(F f) {
    job_.wait();
    const DenormalsAreZero rounding;
    return std::visit([&](auto& loop) { return f(*loop); }, loop_);
  }
  // Calls f, which allocates memory for `what`: about this many numbers for each node.
  template <class F>
  auto with_room(const char* what, int numbers, F f) {
    try {
      return f();
    } catch (const std::bad_alloc&) {
      throw OutOfMemory(too_little_memory(what, numbers * number_bytes_ * nodes_, free_bytes()));
    }
  }
  template <class T>
  void load_as(const Problem& problem) {
    const double needed = scalar::Loop<T>::bytes(problem), free = free_bytes();
    if (needed > free)
      throw OutOfMemory(too_little_memory(fmt::format("a grid of {} × {} on the scalar engine", problem.nx, problem.ny),
                                          needed, free));
    loop_ = std::make_unique<scalar::Loop<T>>(problem);
  }

 public:
  ScalarEngine() {
    info_.backend_name = "scalar";
    info_.backend = "Scalar";
    info_.device = processor_name();
    info_.threads = 1;
  }
  ~ScalarEngine() override { job_.wait(); }
  ScalarEngine(const ScalarEngine&) = delete;
  ScalarEngine& operator=(const ScalarEngine&) = delete;

  const EngineInfo& info() const override { return info_; }
  void load(const Problem& problem) override {
    job_.wait();
    nodes_ = static_cast<double>(problem.nx) * problem.ny;
    number_bytes_ = problem.precision == Precision::float32 ? 4 : 8;
    with_room("the grid", 3,
              [&] { problem.precision == Precision::float32 ? load_as<float>(problem) : load_as<double>(problem); });
  }
  void update(const Problem& problem, const Change& change) override {
    with_room("the edit", 3, [&] { on_loop([&](auto& loop) { loop.update(problem, change); }); });
  }
  void rescale(double ratio) override {
    on_loop([&](auto& loop) { loop.rescale(ratio); });
  }
  void zero() override {
    on_loop([](auto& loop) { loop.zero(); });
  }

  void start(Batch batch) override {
    job_.wait();
    batch_ = std::move(batch);
    expand_wave_signals(batch_);
    started_ = true;
    job_ = pool_.start([this](int) { std::visit([&](auto& loop) { loop->run(batch_, result_); }, loop_); }, 1);
  }
  bool busy() override { return !job_.done(); }
  BatchResult finish() override {
    if (!std::exchange(started_, false)) return {};
    job_.wait();
    result_.seconds = job_.seconds();
    return std::move(result_);
  }

  void set_gather(const Gather& gather) override {
    with_room("the record of the monitors", 2 * static_cast<int>(gather.maps.count()),
              [&] { on_loop([&](auto& loop) { loop.set_gather(gather); }); });
  }
  void read_map(int map, double* out) override {
    on_loop([&](auto& loop) { loop.read_map(map, out); });
  }
  PictureStats draw(const PictureWindow& window, float* pixels) override {
    return on_loop([&](auto& loop) { return loop.draw(window, subtracted_in_memory(window), pixels); });
  }
  ReferenceView as_reference() override {
    return on_loop([](auto& loop) { return loop.as_reference(); });
  }
  Health health() override {
    return on_loop([](auto& loop) { return loop.health(); });
  }
  void sample(const std::vector<GatherPoint>& points, double* out) override {
    on_loop([&](auto& loop) { loop.sample(points, out); });
  }
  void read(FieldArray array, void* out) override {
    on_loop([&]<class T>(scalar::Loop<T>& loop) { loop.read(array, static_cast<T*>(out)); });
  }
  void write(FieldArray array, const void* in) override {
    on_loop([&]<class T>(scalar::Loop<T>& loop) { loop.write(array, static_cast<const T*>(in)); });
  }
  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState>) override {
    return with_room("a checkpoint", 3, [&] { return on_loop([](auto& loop) { return loop.save(); }); });
  }
  void restore(const EngineState& state) override {
    with_room("a checkpoint", 3, [&] { on_loop([&](auto& loop) { loop.restore(state); }); });
  }
  void set_ledger(bool on, const Problem& problem) override {
    with_room("the energy ledger", 3, [&] { on_loop([&](auto& loop) { loop.set_ledger(on, problem); }); });
  }
  EnergyLedger ledger() override {
    return on_loop([](auto& loop) { return loop.ledger(); });
  }
  double free_bytes() const override { return available_host_bytes(); }

  std::string set_block(BlockShape) override { return why_illegal({}); }
  std::string why_illegal(BlockShape) const override { return "the scalar engine has no blocks"; }
  SchemeChoice scheme() const override { return scheme_; }
  std::string set_scheme(const SchemeChoice& choice, const Problem&) override {
    if (choice.name != "auto" && choice.name != "two-kernel")
      return fmt::format("the scalar engine has only the scheme two-kernel; {} needs another engine", choice.name);
    scheme_ = choice;
    return {};
  }

 private:
  EngineInfo info_;
  SchemeChoice scheme_;
  Batch batch_;
  BatchResult result_;
  bool started_ = false;
  double nodes_ = 0, number_bytes_ = 4;  // of the grid
  Pool pool_{1};                         // lets start() return at once
  Pool::Job job_;
  std::variant<std::unique_ptr<scalar::Loop<float>>, std::unique_ptr<scalar::Loop<double>>> loop_;
};

}  // namespace

Backend scalar_backend() {
  Backend b;
  b.name = "scalar";
  b.title = "Scalar";
  b.automatic = false;
  b.make = [](const EngineRequest&, int, std::string&) -> std::unique_ptr<Engine> {
    return std::make_unique<ScalarEngine>();
  };
  b.maker = [](const EngineRequest&, int) -> EngineMaker { return [] { return std::make_unique<ScalarEngine>(); }; };
  return b;
}

}  // namespace ez
