// Steps and edits, shared by all engines.
#include "solver/run/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "solver/base/memory.h"
#include "solver/engine/backend.h"
#include "solver/engine/host_field.h"
#include "solver/gas/of_scene.h"
#include "solver/gas/run.h"
#include "solver/gas/scene_engine.h"
#include "solver/physics/map.h"
#include "solver/problem/change.h"
#include "solver/problem/padding.h"
#include "solver/run/initial.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scheme.h"

namespace ez {

constexpr int max_batch_signals = 1 << 22;  // values per batch

struct Solver::State {
  std::unique_ptr<Engine> engine;
  Padding padding;
  Scene scene, laid;  // as given, and with the padding
  SharedMedia media;  // of `scene`; during an edit of the next one
  NodeMap nodes;      // nodes of the laid-out scene
  Problem problem;
  SourceSignals signals;
  // Time is start + (step − base)·Δt: a live change of Δt moves start and base.
  double start = 0;
  std::uint64_t base = 0, step = 0;
  int queued = 0;  // steps of the batch in flight
  std::vector<ProbeSamples> probes;
  std::vector<Node> taps;
  TapSamples tapped;
  Gather gather;
  double mean_from = 0;  // s: start of the first period that the mean is taken over
  Gathered gathered;
  Speed speed;
  bool ledger = false;

  double time() const { return start + static_cast<double>(step - base) * problem.dt; }
  void collect();
  void restart_probes();
  void restart_taps() { tapped = {step + 1, {}, {}}; }
  void take_gather(std::uint64_t first_step, const BatchResult& result);
  void start_clock() {
    start = 0;
    base = step = 0;
    mean_from = 0;
    restart_probes();
    restart_taps();
    gathered = {};
  }
  Problem make_problem(const Scene& of, const NodeMap& map) const;
  void complete(Problem& p) const;
  bool update_driving() { return set_driving(problem, signals.driving()); }
  void send_sources();
  void start_batch(int steps, double until);
  void update_clock(const BatchResult& result);
  // Returns the maximum number of steps in a batch. A plane wave's box has many signals, and a moving source needs
  // new nodes. The number is a multiple of the steps in a pass, because the rest would need short passes, two of
  // which cost as much as a long one.
  int most_steps() const {
    const int columns = std::accumulate(problem.feeds.begin(), problem.feeds.end(), 1, [](int sum, const Feed& f) {
      return sum + static_cast<int>(f.columns.size());
    });
    const int noted = std::max(columns, static_cast<int>(in_cells(scene.physics) ? problem.instruments.size() : 0));
    const int room = std::max(1, max_batch_signals / noted), pass = std::max(1, engine->passes().levels);
    return std::min(room < pass ? room : room / pass * pass, signals.steps_to_next_part(step - base));
  }
  void add_taps(Problem& p) const;
  bool can_update(const Scene& next) const;
  ApplyReport change_grid(const Scene& next);
  Change bring_to(const Scene& next, Change change);
  std::string select_scheme(const SchemeChoice& wanted);
  ApplyReport edit(const Scene& next, const Change& wanted);
};

namespace {

// Returns the bytes on the host in addition to the engine's own: palette indices twice, and H entries of magnetic
// media. For a gas or heat also the initial value of each cell.
double host_bytes(const Scene& scene) {
  const double start = scene.physics == Physics::gas ? 33 : scene.physics == Physics::heat ? 9 : 0;
  return (2.0 + start) * scene.grid.nx * scene.grid.ny;
}

// Here and below, `scene` is the laid-out scene.
std::string does_not_fit(const Scene& scene, double needed, double free) {
  const double k = std::sqrt(std::max(free, 0.0) * 0.95 / needed);
  const auto down = [&](int n) { return std::max(16, static_cast<int>(n * k) / 16 * 16); };
  return fmt::format(
      "a grid of {} × {} needs {}, but only {} are free; the largest grid of this shape that fits is about {} × {}",
      scene.grid.nx, scene.grid.ny, human_bytes(needed), human_bytes(free), down(scene.grid.nx), down(scene.grid.ny));
}

// Throws OutOfMemory before any allocation if the scene cannot fit.
void check_laid_out(const Scene& scene, double bytes, const Engine& engine) {
  const bool shared = engine.info().on_host;
  const double on_engine = bytes + (shared ? host_bytes(scene) : 0);
  if (const double free = engine.free_bytes(); on_engine > free)
    throw OutOfMemory(does_not_fit(scene, on_engine, free));
  if (const double free = available_host_bytes(); host_bytes(scene) > free)
    throw OutOfMemory(does_not_fit(scene, host_bytes(scene), free));
}

// Returns the parts of a mean that a sample represents, in its own period and in the next one (physics/map.h). `t` is
// the time since the start of the first period, and the previous sample was `interval` earlier.
Batch::Turn share(double t, double interval, double stretch) {
  const double beyond = t - stretch * std::floor(t / stretch);
  return beyond < interval && t >= stretch ? Batch::Turn{(interval - beyond) / stretch, beyond / stretch}
                                           : Batch::Turn{interval / stretch, -1};
}

// Returns an engine for the physics of the scene, on the same device as the given one.
std::unique_ptr<Engine> fitting(std::unique_ptr<Engine> engine, Physics physics) {
  if (in_cells(physics) == gas::is_scene_engine(*engine)) return engine;
  const EngineInfo info = engine->info();
  std::shared_ptr<Pool> pool = engine->pool();
  engine.reset();
  if (in_cells(physics)) return gas::make_scene_engine(info, std::move(pool));
  pool.reset();
  EngineRequest request;
  request.backend = info.backend_name;
  request.device = info.devices.empty() ? info.device_index : -1;
  request.devices = info.devices;
  request.threads = info.threads;
  return make_engine(request).engine;
}

}  // namespace

// Updates the clock after a batch of an engine that chooses Δt. Such a batch may have ended early.
void Solver::State::update_clock(const BatchResult& result) {
  step = step - static_cast<std::uint64_t>(queued) + static_cast<std::uint64_t>(result.steps);
  start = result.clock->time;
  base = step;
  if (result.clock->dt > 0) problem.dt = result.clock->dt;
}

void Solver::State::collect() {
  const BatchResult result = engine->finish();
  if (result.clock) update_clock(result);
  queued = 0;
  speed.steps += static_cast<std::uint64_t>(result.steps);
  speed.seconds += result.seconds;
  take_gather(step - static_cast<std::uint64_t>(result.steps), result);
  const std::size_t count = probes.size(), row = count + taps.size();
  for (std::size_t n = 0; n < static_cast<std::size_t>(result.steps); ++n) {
    const double* values = result.probes.data() + n * row;
    for (std::size_t p = 0; p < count; ++p) probes[p].values.push_back(values[p]);
    tapped.values.insert(tapped.values.end(), values + count, values + row);
  }
  if (!result.clock) return;
  const std::vector<double>& times = result.clock->times;
  for (ProbeSamples& p : probes) p.times.insert(p.times.end(), times.begin(), times.end());
  if (!taps.empty()) tapped.times.insert(tapped.times.end(), times.begin(), times.end());
}

Problem Solver::State::make_problem(const Scene& of, const NodeMap& map) const {
  Problem p = in_cells(of.physics) ? gas::problem_of(of, map) : build_problem(of, map, media);
  complete(p);
  return p;
}

void Solver::State::take_gather(std::uint64_t first_step, const BatchResult& result) {
  if (gather.points.empty() && gather.maps.frequencies.empty()) return;
  const auto every = static_cast<std::uint64_t>(gather.every);
  gathered.interval = gather.every * problem.dt;
  for (std::uint64_t n = (first_step / every + 1) * every; n <= step; n += every)
    gathered.times.push_back(start + static_cast<double>(n - base) * problem.dt);
  std::vector<double> units;
  for (const GatherPoint& p : gather.points)
    units.push_back(p.array == FieldArray::hx ? problem.hx_unit : p.array == FieldArray::hy ? problem.hy_unit : 1.0);
  for (std::size_t k = 0; k < result.gathered.size(); ++k)
    gathered.values.push_back(result.gathered[k] * units[k % units.size()]);
}

// Adds the parts that only a problem of the laid-out scene has: the outer layers, and taps after the probes.
void Solver::State::complete(Problem& p) const {
  open_layers(p, scene, padding);
  add_taps(p);
}

void Solver::State::add_taps(Problem& p) const {
  for (Node n : taps) {
    n = shifted(n, padding);
    p.instruments.push_back(
        {{std::clamp(n.i, 0, p.nx - 1), std::clamp(n.j, 0, p.ny - 1)}, main_quantity(scene.physics)});
  }
}

// Sends the sources to the engine if their terms have changed.
void Solver::State::send_sources() {
  if (!update_driving()) return;
  Change change;
  change.terms = true;
  engine->update(problem, change);
}

void Solver::State::restart_probes() {
  probes.assign(scene.probes.size(), {});
  for (ProbeSamples& p : probes) p.restarted = true, p.first_step = step + 1;
}

void check_memory(const Scene& scene, const Padding& padding, const Engine& engine) {
  check_laid_out(lay_out(scene, padding), engine_bytes(scene, padding), engine);
}

Solver::Solver(std::unique_ptr<Engine> engine, Scene scene, const Padding& padding, const SharedMedia& known)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.engine = fitting(std::move(engine), scene.physics);
  s.padding = padding;
  s.scene = std::move(scene);
  s.media = media_of(s.scene, known);
  s.laid = lay_out(s.scene, padding);
  check_laid_out(s.laid, engine_bytes(s.scene, padding), *s.engine);
  s.nodes = lay_out(rasterize(s.scene), padding);
  s.problem = s.make_problem(s.laid, s.nodes);
  s.engine->load(s.problem);
  write_initial(s.scene, padding, s.problem, *s.engine);
  s.signals.apply(s.scene, s.problem.feeds, 0, s.problem.dt);
  s.start_clock();
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const Scene& Solver::scene() const { return state_->scene; }
const SharedMedia& Solver::media() const { return state_->media; }
const Padding& Solver::padding() const { return state_->padding; }
const EngineInfo& Solver::info() const { return state_->engine->info(); }
Engine& Solver::engine() { return *state_->engine; }

// Returns true if the engine can keep the field in an edit on the same grid.
bool Solver::State::can_update(const Scene& next) const {
  const auto cells = [&](Side s) { return padding[s] > 0 ? padding.outer.cells : next.boundary.layer_cells(s); };
  const bool periodic = next.boundary[Side::bottom] == BoundaryKind::periodic && padding[Side::bottom] == 0;
  return engine->can_update(periodic, cells(Side::bottom), cells(Side::top));
}

// Changes the grid. Everything new is made before anything old is released.
ApplyReport Solver::State::change_grid(const Scene& next) {
  Scene old = std::exchange(scene, next), fresh = lay_out(next, padding);
  // Another kind of physics needs another engine, so the old engine is released at once.
  if (in_cells(old.physics) != in_cells(next.physics)) engine = fitting(std::move(engine), next.physics);
  try {
    check_laid_out(fresh, engine_bytes(next, padding), *engine);
    NodeMap fresh_nodes = lay_out(rasterize(next), padding);
    Problem fresh_problem = make_problem(fresh, fresh_nodes);
    engine->load(fresh_problem);
    write_initial(next, padding, fresh_problem, *engine);
    nodes = std::move(fresh_nodes);
    problem = std::move(fresh_problem);
    gather = {};
  } catch (const OutOfMemory& e) {
    scene = std::move(old);
    return {Tier::grid, true, e.what()};
  } catch (const std::bad_alloc&) {
    scene = std::move(old);
    return {Tier::grid, true, does_not_fit(fresh, host_bytes(fresh), available_host_bytes())};
  }
  laid = std::move(fresh);
  signals = {};
  signals.apply(scene, problem.feeds, 0, problem.dt);
  start_clock();
  try {
    if (ledger) engine->set_ledger(true, problem);
  } catch (const OutOfMemory& e) {
    ledger = false;
    return {Tier::grid, false, fmt::format("the energy ledger was switched off: {}", e.what())};
  } catch (const NoBackend& e) {
    ledger = false;
    return {Tier::grid, false, fmt::format("the energy ledger was switched off: {}", e.what())};
  }
  return {Tier::grid, false, ""};
}

// Brings scene, nodes and problem to another scene of the same grid. Returns the change with the
// nodes that the engine has to check.
Change Solver::State::bring_to(const Scene& next, Change change) {
  scene = next;
  laid = lay_out(scene, padding);
  if (nodes.mixed().empty() && nodes.wide() != (entry_count(scene) > 256))
    nodes = lay_out(rasterize(scene), padding);
  else if (!change.electric_map.empty())
    lay_out(scene, padding, change.electric_map, nodes);

  change.electric_map = shifted(change.electric_map, scene, padding);
  change.magnetic_map = shifted(change.magnetic_map, scene, padding);
  if (in_cells(scene.physics)) {
    problem = make_problem(laid, nodes);
    return change;
  }
  change = update_problem(problem, laid, nodes, change, media);
  complete(problem);
  return change;
}

// Applies an edit on the same grid. If the engine has no memory for it, the edit is undone and the old scene continues.
ApplyReport Solver::State::edit(const Scene& next, const Change& wanted) {
  const double now = time(), old_dt = problem.dt;
  const Tier tier = wanted.electric_map.empty() ? Tier::numbers : Tier::geometry;
  const double needed = engine_bytes(next, padding), used = engine_bytes(scene, padding);
  if (needed > used && needed - used > engine->free_bytes())
    return {tier, true, does_not_fit(laid, needed, used + engine->free_bytes())};
  const Scene old = scene;
  const ProblemTables before = static_cast<const ProblemTables&>(problem);
  const SourceSignals old_signals = signals;
  const auto refuse = [&](const std::string& why) -> ApplyReport {
    signals = old_signals;
    Change all = whole_change(problem);
    all.electric_map = all.magnetic_map = {0, 0, old.grid.nx, old.grid.ny};
    all = bring_to(old, all);
    update_driving();
    engine->update(problem, all);
    return {tier, true, why};
  };
  Change change;
  try {
    change = bring_to(next, wanted);
    signals.apply(scene, problem.feeds, now, problem.dt);
    update_driving();
    narrow(change, before, problem);
    if (change.anything()) engine->update(problem, change);
  } catch (const OutOfMemory& e) {
    const double free = used + engine->free_bytes();
    return refuse(needed > 0.95 * free ? does_not_fit(laid, needed, free) : e.what());
  } catch (const std::bad_alloc&) {
    return refuse(too_little_memory("the edit", host_bytes(laid), available_host_bytes()));
  }
  if (change.step) {
    engine->rescale(old_dt / problem.dt);
    start = now;
    base = step;
  }

  // A probe that was moved, added or renamed starts a new series. The others continue.
  std::vector<ProbeSamples> kept = std::exchange(probes, {});
  restart_probes();
  for (std::size_t p = 0; p < std::min(kept.size(), probes.size()); ++p)
    if (old.probes[p].name == scene.probes[p].name && before.instruments[p] == problem.instruments[p])
      probes[p] = std::move(kept[p]);
  return {tier, false, ""};
}

// Sets the scheme `wanted` for the current scene. Falls back to `auto` if that fails, and returns the reason.
std::string Solver::State::select_scheme(const SchemeChoice& wanted) {
  if (wanted == engine->scheme()) return {};
  return engine->set_scheme(wanted, problem);
}

std::string Solver::set_scheme(const SchemeChoice& choice) {
  State& s = *state_;
  s.collect();
  const SchemeFacts* facts = find_scheme(choice.name);
  if (!facts) return fmt::format("unknown kernel scheme \"{}\"", choice.name);
  if (std::string why = why_not(*facts, s.scene); !why.empty()) return why;
  // Leaving sources may be at such nodes.
  if (!facts->sources_at_rim) s.signals.forget_fading(), s.send_sources();
  return s.select_scheme(choice);
}

ApplyReport Solver::apply(const Scene& scene, const SharedMedia& known) {
  State& s = *state_;
  if (scene == s.scene) return {};
  const SharedMedia old_media = std::exchange(s.media, media_of(scene, known ? known : s.media));
  const Change change = change_of(s.scene, scene);
  if (!change.anything()) {
    s.scene = scene;
    return {};
  }
  s.collect();
  const SchemeChoice before = s.engine->scheme();
  const std::string why = why_not(*find_scheme(before.name), scene);
  if (!why.empty()) s.engine->set_scheme({}, s.problem);
  const bool keeps_field = !change.grid && s.can_update(scene);
  ApplyReport report = keeps_field ? s.edit(scene, change) : s.change_grid(scene);
  // Another grid begins with the engine's own kernels. A refused one leaves scene and scheme unchanged.
  report.scheme = why.empty() || report.refused ? s.select_scheme(before) : why;
  if (report.refused) s.media = old_media;
  return report;
}

void Solver::reset() {
  State& s = *state_;
  s.collect();
  s.signals.reset();
  s.send_sources();
  s.engine->zero();
  write_initial(s.scene, s.padding, s.problem, *s.engine);
  s.start_clock();
}

void Solver::advance(int steps, double until) {
  State& s = *state_;
  while (steps > 0) {
    s.collect();
    const int part = std::min(steps, s.most_steps());
    s.start_batch(part, until);
    steps -= part;
  }
}

void Solver::State::start_batch(int steps, double until) {
  const std::uint64_t first = step - base;
  const bool fewer = signals.forget_silent(time()), elsewhere = signals.advance_path_parts(start, first, problem.dt);
  if (fewer || elsewhere) send_sources();
  Batch batch;
  batch.first_step = step;
  batch.steps = steps;
  batch.until = until;
  signals.fill(start, first, problem.dt, batch);
  const auto every = static_cast<std::uint64_t>(gather.maps.every);
  for (std::uint64_t n = (step / every + 1) * every; n <= step + static_cast<std::uint64_t>(steps); n += every) {
    const double t = start + static_cast<double>(n - base) * problem.dt;
    for (const double f : gather.maps.frequencies) {
      const double turn = 2 * pi * std::remainder(f * t, 1.0);
      batch.turns.push_back({std::cos(turn), std::sin(turn)});
    }
    if (gather.maps.mean > 0)
      batch.turns.push_back(share(t - mean_from, static_cast<double>(every) * problem.dt, gather.maps.mean));
  }
  engine->start(std::move(batch));
  queued = steps;
  step += static_cast<std::uint64_t>(steps);
}

bool Solver::busy() { return state_->engine->busy(); }
void Solver::wait() { state_->collect(); }
std::uint64_t Solver::step() const { return state_->step; }
double Solver::dt() const { return state_->problem.dt; }
double Solver::time() const { return state_->time(); }
const NodeMap& Solver::nodes() const { return state_->nodes; }
const Problem& Solver::problem() const { return state_->problem; }

PictureStats Solver::draw(const PictureWindow& window, float* pixels) {
  state_->collect();
  if (!is_for(facts_of(window.quantity).belongs, state_->scene.physics)) {
    std::fill_n(pixels, static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height), 0.0f);
    return {};
  }
  return state_->engine->draw(window, pixels);
}
Health Solver::health() {
  state_->collect();
  return state_->engine->health();
}

double Solver::value_at(Quantity quantity, Node n, int map) {
  const Problem& p = state_->problem;
  if (n.i < 0 || n.j < 0 || n.i >= p.nx || n.j >= p.ny) return 0;
  float value = 0;
  draw({n.i - 0.5, n.j - 0.5, n.i + 0.5, n.j + 0.5, 1, 1, quantity, {}, map}, &value);
  return value;
}

std::vector<Vec2> Solver::flow(const std::vector<Node>& nodes) {
  State& s = *state_;
  s.collect();
  if (s.scene.physics == Physics::gas) {
    std::vector<Vec2> out;
    for (const Node n : nodes) out.push_back({value_at(Quantity::u, n), 0});  // the array is read once as a whole
    for (std::size_t k = 0; k < nodes.size(); ++k) out[k].y = value_at(Quantity::v, nodes[k]);
    return out;
  }
  const Problem& p = s.problem;
  const auto inside = [&](Node n) { return n.i > 0 && n.j > 0 && n.i < p.nx - 1 && n.j < p.ny - 1; };
  std::vector<GatherPoint> points;
  for (const Node n : nodes)
    if (inside(n))
      points.insert(points.end(), {{FieldArray::ez, n},
                                   {FieldArray::hx, n},
                                   {FieldArray::hx, {n.i, n.j - 1}},
                                   {FieldArray::hy, n},
                                   {FieldArray::hy, {n.i - 1, n.j}}});
  std::vector<double> values(points.size());
  s.engine->sample(points, values.data());
  // In an hz scene the main array is H, and the others are E.
  const double sign = p.dual ? -1 : 1;
  std::vector<Vec2> out;
  const double* v = values.data();
  for (const Node n : nodes) {
    out.push_back({});
    if (!inside(n)) continue;
    const double x = 0.5 * (v[1] + v[2]) * p.hx_unit, y = 0.5 * (v[3] + v[4]) * p.hy_unit;
    out.back() = {-sign * v[0] * y, sign * v[0] * x};
    v += 5;
  }
  return out;
}

std::vector<double> Solver::field(Quantity quantity) {
  State& s = *state_;
  s.collect();
  using Origin = QuantityFacts::Origin;
  const std::size_t nodes = static_cast<std::size_t>(s.problem.nx) * static_cast<std::size_t>(s.problem.ny);
  if (facts_of(quantity).of == Origin::difference) return std::vector<double>(nodes);
  if (facts_of(quantity).of == Origin::cell || (in_cells(s.scene.physics) && facts_of(quantity).of != Origin::medium)) {
    if (!is_for(facts_of(quantity).belongs, s.scene.physics)) return std::vector<double>(nodes);
    if (s.scene.grid.precision == Precision::float64) return gas::run_of(*s.engine)->read_exactly(quantity);
    std::vector<float> cells(nodes);
    draw({-0.5, -0.5, s.problem.nx - 0.5, s.problem.ny - 0.5, s.problem.nx, s.problem.ny, quantity}, cells.data());
    return {cells.begin(), cells.end()};
  }
  if (facts_of(quantity).of == Origin::mean) {
    std::vector<double> out(static_cast<std::size_t>(s.problem.nx) * static_cast<std::size_t>(s.problem.ny));
    if (s.gather.maps.mean > 0) {
      const double interval = s.gather.maps.every * s.problem.dt;
      const auto latest = map(static_cast<int>(s.gather.maps.frequencies.size()));
      for (std::size_t n = 0; n < out.size(); ++n) out[n] = latest[n].real() / interval;
    }
    return out;
  }
  if (facts_of(quantity).of == Origin::map) {
    std::vector<double> out;
    for (const std::complex<double> x : map(0))
      out.push_back(map_value(quantity, x.real(), x.imag(), MapScale<double>{}));
    return out;
  }
  if (facts_of(quantity).of == Origin::medium) {
    std::vector<double> out;
    for (int j = 0; j < s.problem.ny; ++j)
      for (int i = 0; i < s.problem.nx; ++i) out.push_back(s.nodes.at(i, j));
    return out;
  }
  return host_field(quantity, s.problem, *s.engine);
}

std::vector<ProbeSamples> Solver::take_probes() {
  State& s = *state_;
  s.collect();
  std::vector<ProbeSamples> out(s.probes.size());
  for (std::size_t p = 0; p < out.size(); ++p) {
    const std::uint64_t next = s.probes[p].first_step + s.probes[p].values.size();
    out[p] = std::exchange(s.probes[p], {false, next, {}, {}});
  }
  return out;
}

void Solver::set_taps(std::vector<Node> taps) {
  State& s = *state_;
  s.collect();
  s.taps = std::move(taps);
  s.problem.instruments.resize(s.scene.probes.size());
  s.add_taps(s.problem);
  Change change;
  change.instruments = true;
  s.engine->update(s.problem, change);
  s.restart_taps();
}

Solver::TapSamples Solver::take_taps() {
  State& s = *state_;
  s.collect();
  return std::exchange(s.tapped, {s.step + 1, {}, {}});
}

void Solver::set_gather(Gather gather) {
  State& s = *state_;
  s.collect();
  s.gathered = {};
  if (gather == s.gather) return;
  Gather shifted_points = gather;
  for (GatherPoint& p : shifted_points.points) p.node = shifted(p.node, s.padding);
  shifted_points.maps.interval = gather.maps.every * s.problem.dt;
  if (gather.maps.mean != s.gather.maps.mean) s.mean_from = s.time();
  s.engine->set_gather(shifted_points);
  s.gather = std::move(gather);
}
void Solver::restart_maps() {
  State& s = *state_;
  if (s.gather.maps.count() == 0) return;
  Gather gather = std::exchange(s.gather, {});
  s.engine->set_gather({});  // releases the old sums first
  set_gather(std::move(gather));
}
std::vector<std::complex<double>> Solver::map(int k) {
  State& s = *state_;
  s.collect();
  const std::size_t nodes = static_cast<std::size_t>(s.problem.nx) * static_cast<std::size_t>(s.problem.ny);
  std::vector<double> sums(2 * nodes);
  s.engine->read_map(k, sums.data());
  std::vector<std::complex<double>> out(nodes);
  for (std::size_t n = 0; n < nodes; ++n) out[n] = {sums[n], sums[nodes + n]};
  return out;
}
const Gather& Solver::gather() const { return state_->gather; }

Gathered Solver::take_gathered() {
  State& s = *state_;
  s.collect();
  return std::exchange(s.gathered, {});
}

void Solver::set_ledger(bool on) {
  State& s = *state_;
  if (on == s.ledger) return;
  s.collect();
  s.engine->set_ledger(on, s.problem);
  s.ledger = on;
}
EnergyLedger Solver::ledger() {
  state_->collect();
  return state_->engine->ledger();
}

Checkpoint Solver::checkpoint(Checkpoint reuse, StateFor whom) {
  State& s = *state_;
  s.collect();
  reuse.engine = whom == StateFor::host ? s.engine->save_for_host(std::move(reuse.engine))
                                        : s.engine->save(std::move(reuse.engine));
  reuse.start = s.start;
  reuse.time = s.time();
  reuse.base = s.base;
  reuse.step = s.step;
  reuse.signals = s.signals;
  return reuse;
}

void Solver::restore(const Checkpoint& checkpoint) {
  State& s = *state_;
  s.collect();
  if (!checkpoint.engine) throw EngineError("there is no checkpoint");
  s.engine->restore(*checkpoint.engine);
  s.start = checkpoint.start;
  s.base = checkpoint.base;
  s.step = checkpoint.step;
  s.signals = checkpoint.signals;
  s.signals.apply(s.scene, s.problem.feeds, checkpoint.time, s.problem.dt);  // sources may have been edited since
  s.send_sources();
  for (ProbeSamples& p : s.probes) {
    const bool ahead = p.first_step + p.values.size() < s.step + 1;  // the samples in between are missing
    if (p.first_step > s.step + 1 || ahead) p.values.clear(), p.first_step = s.step + 1;
    p.values.resize(std::min<std::size_t>(p.values.size(), s.step + 1 - p.first_step));
    p.times.resize(std::min(p.times.size(), p.values.size()));
  }
  while (!s.gathered.times.empty() && s.gathered.times.back() > s.time() + 0.5 * s.problem.dt)
    s.gathered.times.pop_back();
  s.gathered.values.resize(s.gathered.times.size() * s.gather.points.size());
  TapSamples& t = s.tapped;
  const std::size_t tapped = s.taps.empty() ? 0 : t.values.size() / s.taps.size();
  if (t.first_step > s.step + 1 || t.first_step + tapped < s.step + 1) t = {s.step + 1, {}, {}};
  t.values.resize(std::min<std::size_t>(t.values.size(), (s.step + 1 - t.first_step) * s.taps.size()));
  if (!t.times.empty()) t.times.resize(std::min<std::size_t>(t.times.size(), s.step + 1 - t.first_step));
}

Solver::Speed Solver::take_speed() { return std::exchange(state_->speed, {}); }

}  // namespace ez
