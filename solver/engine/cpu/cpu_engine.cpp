// The CPU engine. It implements the Engine interface with a Stepper of the problem's precision and a pool of threads.
#include "solver/engine/cpu/cpu_engine.h"

#include <fmt/format.h>

#include <new>
#include <variant>

#include "solver/base/cores.h"
#include "solver/base/counted.h"
#include "solver/base/memory.h"
#include "solver/engine/cpu/bandwidth.h"
#include "solver/engine/cpu/stepper.h"

namespace ez {
namespace {

class CpuEngine final : public Engine {
 private:
  // Waits for the batch in flight. Its result stays for finish().
  void settle() {
    job_.wait();
    if (started_ && result_.seconds == 0) result_.seconds = job_.seconds();
  }
  template <class F>
  auto on_stepper(F f) {
    settle();
    return std::visit([&](auto& stepper) { return f(*stepper); }, stepper_);
  }
  // Calls f, which allocates memory for `what`: about this many numbers for each node.
  template <class F>
  auto with_room(const char* what, int numbers, F f) {
    try {
      return f();
    } catch (const std::bad_alloc&) {
      throw OutOfMemory(too_little_memory(what, numbers * number_bytes_ * nodes_, free_()));
    }
  }

 public:
  CpuEngine(std::shared_ptr<Pool> pool, Isa isa, FreeBytes free, std::int64_t least_nodes, double cache)
      : isa_(isa), free_(std::move(free)), least_nodes_(least_nodes), cache_(cache), pool_(std::move(pool)) {
    const int threads = pool_->size();
    info_.backend_name = "cpu";
    info_.backend = "CPU";
    info_.device = fmt::format("{}, {}, {}", processor_name(), counted(threads, "thread"), name_of(isa));
    info_.threads = threads;
    info_.instructions = name_of(isa);
  }
  ~CpuEngine() override { job_.wait(); }
  CpuEngine(const CpuEngine&) = delete;
  CpuEngine& operator=(const CpuEngine&) = delete;

  const EngineInfo& info() const override { return info_; }
  std::shared_ptr<Pool> pool() const override { return pool_; }

  void load(const Problem& problem) override {
    settle();
    nodes_ = static_cast<double>(problem.nx) * problem.ny;
    number_bytes_ = problem.precision == Precision::float32 ? 4 : 8;
    with_room("the grid", 3, [&] {
      if (problem.precision == Precision::float32)
        stepper_ =
            std::make_unique<Stepper<float>>(problem, row_kernels<float>(isa_), *pool_, free_, least_nodes_, cache_);
      else
        stepper_ =
            std::make_unique<Stepper<double>>(problem, row_kernels<double>(isa_), *pool_, free_, least_nodes_, cache_);
    });
    gather_ = {};
  }
  void update(const Problem& problem, const Change& change) override {
    with_room("the edit", 3, [&] { on_stepper([&](auto& s) { s.update(problem, change); }); });
  }
  void rescale(double ratio) override {
    on_stepper([&](auto& s) { s.rescale(ratio); });
  }
  void zero() override {
    on_stepper([](auto& s) { s.zero(); });
  }

  void start(Batch batch) override {
    settle();
    batch_ = std::move(batch);
    expand_wave_signals(batch_);
    on_stepper([&](auto& s) {
      result_ = {};
      result_.steps = batch_.steps;
      result_.probes.resize(static_cast<std::size_t>(batch_.steps) * static_cast<std::size_t>(s.probes()));
      result_.gathered.resize(gather_.samples(batch_.first_step, batch_.steps) * gather_.points.size());
      s.prepare(batch_, result_.probes.data(), result_.gathered.data());
      job_ = pool_->start([&s](int band) { s.run(band); }, s.bands());
      started_ = true;
    });
  }
  bool busy() override { return !job_.done(); }
  BatchResult finish() override {
    if (!started_) return {};
    settle();
    started_ = false;
    return std::move(result_);
  }

  void set_gather(const Gather& gather) override {
    with_room("the record of the monitors", 2 * static_cast<int>(gather.maps.count()),
              [&] { on_stepper([&](auto& s) { s.set_gather(gather); }); });
    gather_ = gather;
  }

  void read_map(int map, double* out) override {
    on_stepper([&](auto& s) { s.read_map(map, out); });
  }

  PictureStats draw(const PictureWindow& window, float* pixels) override {
    return on_stepper([&](auto& s) { return s.draw(window, subtracted_in_memory(window), pixels); });
  }
  ReferenceView as_reference() override {
    return on_stepper([](auto& s) { return s.as_reference(); });
  }
  std::vector<RowPiece> row_memory(int first, int count) override {
    return on_stepper([&](auto& s) { return s.row_memory(first, count); });
  }
  Health health() override {
    return on_stepper([](auto& s) { return s.health(); });
  }
  void sample(const std::vector<GatherPoint>& points, double* out) override {
    on_stepper([&](auto& s) { s.sample(points, out); });
  }
  void read(FieldArray array, void* out) override {
    on_stepper([&]<class T>(Stepper<T>& s) { s.read(array, static_cast<T*>(out)); });
  }
  void write(FieldArray array, const void* in) override {
    on_stepper([&]<class T>(Stepper<T>& s) { s.write(array, static_cast<const T*>(in)); });
  }
  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) override {
    return with_room("a checkpoint", 3, [&] { return on_stepper([&](auto& s) { return s.save(std::move(reuse)); }); });
  }
  std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) override {
    return save(std::move(reuse));
  }
  void restore(const EngineState& state) override {
    on_stepper([&](auto& s) { s.restore(state); });
  }
  void set_ledger(bool on, const Problem& problem) override {
    with_room("the energy ledger", 3, [&] { on_stepper([&](auto& s) { s.set_ledger(on, problem); }); });
  }
  EnergyLedger ledger() override {
    return on_stepper([](auto& s) { return s.ledger(); });
  }
  double free_bytes() const override { return free_(); }
  SchemeChoice scheme() const override { return scheme_; }
  std::string set_scheme(const SchemeChoice& choice, const Problem&) override {
    // `two-kernel` is the reference for every scheme, and this scheme gives the same result.
    if (choice.name == "auto" || choice.name == "wavefront" || choice.name == "two-kernel") {
      scheme_ = choice.name == "auto" ? choice : SchemeChoice{"wavefront", 0};
      return {};
    }
    return fmt::format("the CPU engine has only the scheme wavefront; {} needs a GPU", choice.name);
  }
  Passes passes() const override {
    return std::visit([](const auto& stepper) { return stepper ? stepper->passes() : Passes{}; }, stepper_);
  }

 private:
  Isa isa_;
  FreeBytes free_;
  std::int64_t least_nodes_;  // per thread
  double cache_;
  EngineInfo info_;
  SchemeChoice scheme_;
  Gather gather_;
  Batch batch_;
  BatchResult result_;
  bool started_ = false;
  double nodes_ = 0, number_bytes_ = 4;  // of the grid
  std::shared_ptr<Pool> pool_;
  Pool::Job job_;  // the batch in flight
  std::variant<std::unique_ptr<Stepper<float>>, std::unique_ptr<Stepper<double>>> stepper_;
};

std::shared_ptr<Pool> make_pool(int threads) {
  if (threads <= 0) threads = usable_cores();
  return std::make_shared<Pool>(threads);
}

}  // namespace

std::unique_ptr<Engine> make_cpu_engine(int threads, Isa isa, FreeBytes free, std::int64_t least_nodes,
                                        double second_cache) {
  return std::make_unique<CpuEngine>(make_pool(threads), isa, std::move(free), least_nodes, second_cache);
}

std::unique_ptr<Engine> make_cpu_engine(int threads) { return make_cpu_engine(threads, best_isa()); }

Backend cpu_backend() {
  Backend b;
  b.name = "cpu";
  b.title = "CPU";
  b.threaded = true;
  b.scheme = "wavefront";
  b.make = [](const EngineRequest& request, int, std::string&) {
    return make_cpu_engine(request.threads, isa_named(request.instructions));
  };
  b.maker = [](const EngineRequest& request, int) { return cpu_engine_maker(request.threads, request.instructions); };
  b.bandwidths = [](const EngineInfo& engine) {
    const HostBandwidth host = measure_host_bandwidth(engine.threads);
    return Bandwidths{host.memory, host.cache, 0, 0, host.cache_bytes};
  };
  return b;
}

EngineMaker cpu_engine_maker(int threads, const std::string& instructions) {
  return [pool = make_pool(threads), isa = isa_named(instructions)] {
    return std::make_unique<CpuEngine>(pool, isa, available_host_bytes, nodes_a_thread, second_cache_bytes());
  };
}

}  // namespace ez
