#include "solver/gas/scene_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <optional>
#include <utility>

#include "solver/base/denormals.h"
#include "solver/base/memory.h"
#include "solver/engine/backend.h"
#include "solver/engine/device_view.h"
#include "solver/gas/cpu/picture.h"
#include "solver/gas/run.h"

namespace ez::gas {
namespace {

struct SavedState final : EngineState {
  Checkpoint at;
  std::vector<std::uint16_t> beneath;  // see SceneEngine::beneath_
  double bytes() const override {
    double values = 0;
    for (const std::vector<double>& array : at.state) values += static_cast<double>(array.size());
    return sizeof(double) * values + sizeof(std::uint16_t) * static_cast<double>(beneath.size());
  }
};

std::string words_of(const Failure& f) {
  const char* what = f.quantity == Quantity::value      ? "the value is not finite"
                     : f.quantity == Quantity::pressure ? "the pressure would be"
                                                        : "the density would be";
  if (f.quantity == Quantity::value) return fmt::format("{} in cell ({}, {}) in step {}", what, f.i, f.j, f.step);
  if (!std::isfinite(f.value))
    return fmt::format("the {} would not be a finite number in cell ({}, {}) in step {}",
                       f.quantity == Quantity::pressure ? "pressure" : "density", f.i, f.j, f.step);
  return fmt::format("{} {:.3g} in cell ({}, {}) in step {}", what, f.value, f.i, f.j, f.step);
}

// Cells whose values were already read, for PixelRows.
struct ReadCells {
  const std::vector<float>& values;
  const GasProblem& problem;
  const float* row(int j, int begin, int, float*) const { return values.data() + problem.at(begin, j); }
  bool wall(int i, int j) const { return problem.solid[problem.at(i, j)] != 0; }
  bool near_wall(int) const { return !problem.solid.empty(); }
};

PictureStats stats_of(const Seen& seen) { return {seen.max_abs, seen.finite, seen.least}; }

class SceneEngine final : public ez::Engine {
 public:
  SceneEngine(EngineInfo info, std::shared_ptr<Pool> pool) : info_(std::move(info)), pool_(std::move(pool)) {}
  ~SceneEngine() override = default;
  SceneEngine(const SceneEngine&) = delete;
  SceneEngine& operator=(const SceneEngine&) = delete;

  const EngineInfo& info() const override { return info_; }
  // Returns the run. Counts as a change, because the caller may change the run.
  GasRun* run() {
    ++seen_;
    return run_ ? &*run_ : nullptr;
  }
  double free_bytes() const override { return maker_of(info_.backend_name).free_bytes(info_.device_index); }

  void load(const Problem& problem) override {
    std::optional<GasRun> fresh;
    make_run(fresh, problem);
    run_ = std::move(fresh);
    watches_.clear();
    adopt(problem);
    beneath_ = entries_of(map_);
  }
  void update(const Problem& problem, const Change&) override {
    const GasProblem& next = *problem.gas;
    if (next.scheme == run_->problem().scheme) {
      run_->apply(next);
    } else {  // the same gas with another scheme
      Checkpoint now = run_->save();
      make_run(run_, problem);
      watches_.clear();
      now.problem = next;
      run_->restore(now);
    }
    paint(next, problem.electric);
    adopt(problem);
  }
  void rescale(double) override {}
  void zero() override {
    Checkpoint start = run_->save();
    start.problem = *problem_;
    start.state = first_state_of(*problem_);
    start.steps = 0;
    start.time = 0;
    run_->restore(start);
    beneath_ = entries_of(map_);
    ++seen_;
  }

  void start(Batch batch) override {
    started_ = run_->progress().steps;
    run_->advance(batch.steps, batch.until);
    under_way_ = true;
    ++seen_;
  }
  bool busy() override { return run_ && run_->busy(); }
  BatchResult finish() override {
    if (!under_way_) return {};
    under_way_ = false;
    const Progress p = run_->progress();
    BatchResult result;
    result.steps = static_cast<int>(p.steps - started_);
    result.seconds = p.seconds;
    Notes notes = run_->take_notes();
    result.probes = std::move(notes.values);
    result.clock = BatchResult::Clock{p.time, p.dt, std::move(notes.times)};
    return result;
  }

  void set_gather(const Gather&) override {}
  void read_map(int, double* out) override { std::fill_n(out, 2 * problem_->cells(), 0.0); }

  DeviceView* device_view() override { return run_ && run_->on_card() ? &view_ : nullptr; }
  PictureStats draw(const PictureWindow& window, float* pixels) override;
  Health health() override;
  void sample(const std::vector<GatherPoint>& points, double* out) override { std::fill_n(out, points.size(), 0.0); }
  void read(FieldArray, void* out) override { fill_zero(out); }
  void write(FieldArray, const void*) override {}

  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) override {
    if (!dynamic_cast<SavedState*>(reuse.get())) reuse = std::make_unique<SavedState>();
    try {
      static_cast<SavedState&>(*reuse).at = run_->save();
      static_cast<SavedState&>(*reuse).beneath = beneath_;
    } catch (const std::bad_alloc&) {
      throw OutOfMemory(too_little_memory("a checkpoint", state_bytes(*problem_), available_host_bytes()));
    }
    return reuse;
  }
  std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) override {
    return save(std::move(reuse));  // its values are in main memory on every backend
  }
  // Restores the state. Parameters, boundaries and walls stay the present ones.
  void restore(const EngineState& saved) override {
    const auto* state = dynamic_cast<const SavedState*>(&saved);
    if (!state || state->at.problem.nx != problem_->nx || state->at.problem.ny != problem_->ny ||
        is_heat(state->at.problem.scheme) != is_heat(problem_->scheme))
      throw EngineError("the checkpoint belongs to another grid");
    run_->restore({*problem_, state->at.state, state->at.steps, state->at.time});
    run_->take_notes();
    beneath_ = state->beneath;
    ++seen_;
  }

  void set_ledger(bool, const Problem&) override {}
  EnergyLedger ledger() override { return {}; }

 private:
  class View final : public DeviceView {
   public:
    explicit View(SceneEngine& engine) : engine_(engine) {}
    int device() const override { return card().device(); }
    DeviceStream stream() const override { return card().stream(); }
    PictureStats draw(const PictureWindow& window, float* pixels) override {
      return stats_of(card().draw_there(engine_.shown_of(window), pixels));
    }

   private:
    OnCard& card() const { return *engine_.run_->on_card(); }
    SceneEngine& engine_;
  };

  static double state_bytes(const GasProblem& g) {
    const double arrays = is_heat(g.scheme) ? 1 : 4;
    return arrays * sizeof(double) * static_cast<double>(g.cells());
  }
  static Arrays first_state_of(const GasProblem& g) {
    return is_heat(g.scheme) ? Arrays{g.value} : Arrays{g.rho, g.u, g.v, g.p};
  }
  void make_run(std::optional<GasRun>& out, const Problem& problem) {
    EngineChoice choice;
    choice.backend = info_.backend_name;
    choice.precision = problem.precision;
    choice.threads = info_.threads;
    choice.pool = pool_;
    choice.instructions = info_.instructions;
    choice.device = std::max(info_.device_index, 0);
    try {
      out.emplace(*problem.gas, choice);
    } catch (const std::bad_alloc&) {
      // Each value of the state has a copy, and so has the state at the start.
      throw OutOfMemory(too_little_memory("the grid", 3 * state_bytes(*problem.gas), available_host_bytes()));
    }
  }
  void adopt(const Problem& problem) {
    problem_ = problem.gas;
    precision_ = problem.precision;
    map_ = problem.electric;
    std::vector<Watch> watches;
    for (const Instrument& i : problem.instruments)
      watches.push_back({static_cast<std::int32_t>(problem_->at(i.node.i, i.node.j)), i.quantity});
    if (watches != watches_) run_->watch(watches);
    watches_ = std::move(watches);
    ++seen_;
  }

  static std::vector<std::uint16_t> entries_of(const NodeMap& map) {
    std::vector<std::uint16_t> out;
    out.reserve(static_cast<std::size_t>(map.nx()) * static_cast<std::size_t>(map.ny()));
    for (int j = 0; j < map.ny(); ++j)
      for (int i = 0; i < map.nx(); ++i) out.push_back(map.at(i, j));
    return out;
  }

  // Sets the new state in cells where another state was drawn. If a wall was removed, the gas that it had enclosed
  // continues. Such a cell gets the drawn state only if it had another state, or none, before the wall.
  void paint(const GasProblem& next, const NodeMap& map) {
    if (map.nx() != map_.nx() || map.ny() != map_.ny()) return;
    std::vector<std::vector<std::int32_t>> cells;  // indices of the cells to paint, by palette entry of their new state
    for (int j = 0; j < map.ny(); ++j)
      for (int i = 0; i < map.nx(); ++i) {
        const std::uint16_t entry = map.at(i, j);
        if (entry == map_.at(i, j) || entry < ez::first_state) continue;
        if (std::exchange(beneath_[next.at(i, j)], entry) == entry && map_.at(i, j) < ez::first_state) continue;
        if (entry >= cells.size()) cells.resize(std::size_t{entry} + 1);
        cells[entry].push_back(static_cast<std::int32_t>(next.at(i, j)));
      }
    for (const std::vector<std::int32_t>& of_state : cells) {
      if (of_state.empty()) continue;
      const auto k = static_cast<std::size_t>(of_state.front());
      if (is_heat(next.scheme))
        run_->paint(of_state, std::array{next.value[k]});
      else
        run_->paint(of_state, std::array{next.rho[k], next.u[k], next.v[k], next.p[k]});
    }
  }

  Shown shown_of(const PictureWindow& w) const {
    return {w.quantity, view_axis(w.x0, w.x1, w.width, problem_->nx), view_axis(w.y0, w.y1, w.height, problem_->ny),
            w.width, w.height};
  }
  // Returns true if another single cell of the same state is requested, as along a line. The device's cells are then
  // copied as a whole.
  bool is_asked_again(const PictureWindow& w) {
    if (w.width != 1 || w.height != 1) return false;
    const std::pair now(w.quantity, seen_);
    return std::exchange(asked_, now) == now;
  }
  // Returns the cells' values, cached until they or the quantity change.
  const std::vector<float>& values(Quantity q) {
    if (!read_ || read_->first != q || read_->second != seen_) {
      values_ = run_->read(q);
      read_ = {q, seen_};
    }
    return values_;
  }
  void fill_zero(void* out) const {
    if (precision_ == Precision::float32)
      std::fill_n(static_cast<float*>(out), problem_->cells(), 0.0f);
    else
      std::fill_n(static_cast<double*>(out), problem_->cells(), 0.0);
  }

  EngineInfo info_;
  std::shared_ptr<Pool> pool_;
  View view_{*this};
  std::optional<GasRun> run_;
  std::shared_ptr<const GasProblem> problem_;
  Precision precision_ = Precision::float32;
  NodeMap map_;
  // ^ The state last drawn at each cell. For a wall, the state that it was drawn over, if any.
  std::vector<std::uint16_t> beneath_;
  std::vector<Watch> watches_;
  bool under_way_ = false;
  std::int64_t started_ = 0;  // number of steps before the present batch
  std::uint64_t seen_ = 0;    // counts changes of the visible state
  std::optional<std::pair<Quantity, std::uint64_t>> read_, asked_;
  std::vector<float> values_;
};

PictureStats SceneEngine::draw(const PictureWindow& window, float* pixels) {
  const Shown shown = shown_of(window);
  if (!run_->on_card() || !is_asked_again(window)) return stats_of(run_->draw(shown, pixels));
  const DenormalsAreZero rounding;
  return stats_of(PixelRows(shown, ReadCells{values(window.quantity), *problem_}, pixels).draw(0, 1).seen());
}

Health SceneEngine::health() {
  Health h;
  const Largest most = run_->largest();
  h.max_abs = most.size;
  h.largest = {most.i, most.j};
  if (const auto failure = run_->progress().failure) {
    h.finite = false;
    h.first_bad = {failure->i, failure->j};
    h.why = words_of(*failure);
  }
  return h;
}

}  // namespace

std::unique_ptr<ez::Engine> make_scene_engine(const EngineInfo& like, std::shared_ptr<Pool> pool) {
  if (like.automatic && !computes_gas(like.backend_name)) {
    const std::unique_ptr<ez::Engine> host = make_cpu_engine(0);
    return std::make_unique<SceneEngine>(host->info(), host->pool());
  }
  maker_of(like.backend_name);
  return std::make_unique<SceneEngine>(like, std::move(pool));
}
bool is_scene_engine(const ez::Engine& engine) { return dynamic_cast<const SceneEngine*>(&engine) != nullptr; }
GasRun* run_of(ez::Engine& engine) {
  auto* of_scene = dynamic_cast<SceneEngine*>(&engine);
  return of_scene != nullptr ? of_scene->run() : nullptr;
}

}  // namespace ez::gas
