// Panes and reference runs. Each run has its own engine. They stay together because steps, edits and restarts reach all
// of them at the same time.
#include "solver/compare/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "solver/measure/open_sides.h"
#include "solver/measure/reference_run.h"
#include "solver/problem/padding.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

struct Comparison::State {
  // History of a pane: the scene at its start and all edits since. A reference run that starts late repeats it. The
  // history has a maximum size. Beyond it nothing is stored, and a late reference run has to wait for the next start.
  class Past {
   public:
    void begin(const Scene& scene);
    void add(std::uint64_t step, const Scene& scene);
    void become(const Edits& edits);
    const Edits& edits() const { return edits_; }  // empty: too much to store

   private:
    Edits edits_;
    double bytes_ = 0;
  };
  struct Pane {
    std::string name;
    Solver solver;
    int reference = -1;                           // index; −1: not wanted
    std::unique_ptr<ReflectionMeter> meter = {};  // exists together with the reference run
    std::vector<std::size_t> columns = {};        // columns of its taps in the reference run's samples
    std::array<std::string, 4> why_not = {};      // as in ReflectionReading, also if there is no meter
    std::vector<Side> opened = {};                // by its reference run; fixed until the next start
    std::vector<Node> watched = {};               // nodes tapped after the meter's
    Past past = {};
    Monitoring monitoring = {};
  };
  struct ReferenceRun {
    Scene scene;
    Padding padding;
    std::optional<Solver> solver = std::nullopt;  // empty: it does not fit
    double valid_until = 0;
    std::size_t taps = 0;
    std::deque<Edit> to_come = {};  // edits that the panes have had and this run has not reached yet
  };
  // The reference run that a pane needs.
  struct NeededReference {
    Scene scene;
    Padding padding;
    bool operator==(const NeededReference&) const = default;
  };

  EngineMaker maker;
  Scene scene;
  std::vector<Pane> panes;
  std::vector<ReferenceRun> references;
  std::string reference_message, no_side;  // why there is no reference run: memory; no side can be opened
  int watched_pane = -1;
  std::vector<Node> watched_nodes;  // nodes to watch
  Watched watched;                  // samples of these nodes
  bool averages = false;            // whether to average the square of every pane
  bool looking = false;             // reference runs are needed for the picture, although nothing is measured

  // The samples of one batch for panes and reference runs.
  struct Samples {
    std::vector<std::vector<double>> panes, references;
    std::vector<double> first_time;  // by pane
  };
  // Returns a pane's scene as its reference run and meter see it. A shape drawn into a layer during the run does not
  // make its side unmeasurable.
  static Scene seen(const Pane& pane, Scene scene);
  Samples take();
  void feed(const Samples& samples);
  void catch_up() { feed(take()); }

  // The scenes of all variants, and their media.
  struct Variants {
    std::vector<Scene> scenes;
    std::vector<SharedMedia> media;
  };
  // Returns no scenes, with the reason in `why`, if one of them is invalid. `media` are those of the scene.
  static Variants variants_of(const Scene& scene, const SharedMedia& media, std::string& why);
  std::optional<NeededReference> needed_reference(const Scene& scene) const;
  // Returns the edits that a late reference run must repeat. Empty: it cannot.
  std::optional<std::deque<Edit>> edits_for_late_run(const NeededReference& now, const Pane& p);
  int behind(const Pane& p) const;  // steps by which its reference run is behind, if that run is for the picture only
  void go_on(ReferenceRun& reference, int steps);
  bool advance_late_references(int steps);

  // Returns true if the first panes already run these scenes, so that they can continue without the others.
  bool begins_with(const std::vector<Scene>& scenes) const;
  ApplyReport apply_to_panes(const Variants& wanted, bool& restart);
  bool can_keep_references(const std::vector<std::optional<NeededReference>>& needed) const;
  void edit_references(const std::vector<std::optional<NeededReference>>& needed);
  void edit(ReferenceRun& reference, const Scene& scene, const SharedMedia& known = {});
  // `late`: the panes have already started, and the reference runs catch up from the start.
  void make_references(const std::vector<Scene>& scenes, bool late);
  void follow();  // updates every pane's monitors
  void make_late_references();
  void set_meters(const std::vector<Scene>& before, bool rebuild);
  void set_taps();
  void set_taps(Pane& pane);
  void keep_watched(const Pane& pane, double first_time, Solver::TapSamples& taps);
  void reset();
  ReferenceRun* reference_of(const Pane& p) {
    if (p.reference < 0) return nullptr;
    ReferenceRun& t = references[static_cast<std::size_t>(p.reference)];
    return t.solver ? &t : nullptr;
  }
};
namespace {

// Returns true if a meter made for `a` can serve `b`: the same lines, sources and settings. Media and boundaries may
// differ, because ReflectionMeter::set_scene() updates them.
bool same_meter(const Scene& a, const Scene& b) {
  const auto la = meter_lines(a), lb = meter_lines(b);
  for (std::size_t s = 0; s < la.size(); ++s)
    if (!(la[s].first == lb[s].first) || la[s].count != lb[s].count) return false;
  Grid grid = a.grid;
  grid.background = b.grid.background;
  return a.sources == b.sources && a.reflection == b.reflection && time_step(a) == time_step(b) && grid == b.grid;
}

// Message if a late reference run cannot repeat its pane's edits.
constexpr const char* cannot_repeat_edits =
    "no reference run, because an edit since the start cannot be repeated in it; restart (R) to get one";

// Returns the approximate size of a scene in memory.
double bytes_of(const Scene& s) {
  double bytes = sizeof(Scene) + sizeof(Source) * s.sources.size() + sizeof(Shape) * s.shapes.size() +
                 sizeof(Material) * s.materials.size();
  for (const Shape& shape : s.shapes)
    std::visit(
        [&](const auto& g) {
          using G = std::decay_t<decltype(g)>;
          if constexpr (std::is_same_v<G, Polygon> || std::is_same_v<G, Stroke>)
            bytes += sizeof(Vec2) * g.points.size();
        },
        shape.geometry);
  return bytes;
}

// Returns the scene without the parts that no run uses.
Scene bare(Scene s) {
  s.title.clear();
  s.text.clear();
  s.view = {};
  s.pause = {};
  s.run = {};
  s.probes.clear();
  s.monitors.clear();
  s.variants.clear();
  return s;
}

}  // namespace

Comparison::Comparison(EngineMaker maker, const Scene& scene, const SharedMedia& known)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.maker = std::move(maker);
  s.scene = scene;
  std::string why;
  const auto [scenes, media] = State::variants_of(scene, media_of(scene, known), why);
  if (scenes.empty()) throw std::invalid_argument(why);
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    s.panes.push_back({"", Solver(s.maker(), scenes[k], {}, media[k])});
    s.panes.back().past.begin(scenes[k]);
  }
  for (std::size_t k = 0; k < scene.variants.size(); ++k) s.panes[k].name = scene.variants[k].name;
  s.follow();
  s.make_references(scenes, false);
  s.set_meters({}, true);
}
Comparison::~Comparison() = default;
Comparison::Comparison(Comparison&&) noexcept = default;
Comparison& Comparison::operator=(Comparison&&) noexcept = default;

int Comparison::panes() const { return static_cast<int>(state_->panes.size()); }
Solver& Comparison::pane(int k) { return state_->panes.at(static_cast<std::size_t>(k)).solver; }
const Solver& Comparison::pane(int k) const { return state_->panes.at(static_cast<std::size_t>(k)).solver; }
const std::string& Comparison::name(int k) const { return state_->panes.at(static_cast<std::size_t>(k)).name; }

// ---- steps

Comparison::State::Samples Comparison::State::take() {
  Samples out;
  for (ReferenceRun& t : references)
    out.references.push_back(t.solver ? t.solver->take_taps().values : std::vector<double>());
  for (Pane& p : panes) {
    p.solver.wait();
    p.monitoring.collect(p.solver);
    Solver::TapSamples taps = p.solver.take_taps();
    const double back = static_cast<double>(p.solver.step() - taps.first_step);
    out.first_time.push_back(p.solver.time() - (taps.values.empty() ? 0 : back * p.solver.dt()));
    keep_watched(p, out.first_time.back(), taps);
    out.panes.push_back(std::move(taps.values));
  }
  return out;
}

// Moves the watched nodes' columns out of a pane's samples.
void Comparison::State::keep_watched(const Pane& pane, double first_time, Solver::TapSamples& taps) {
  std::vector<double>& values = taps.values;
  const std::size_t extra = pane.watched.size(), own = pane.meter ? pane.meter->taps().size() : 0;
  if (extra == 0) return;
  std::vector<double> rest;
  for (std::size_t n = 0; n < values.size() / (own + extra); ++n) {
    const auto row = values.begin() + static_cast<std::ptrdiff_t>(n * (own + extra));
    const auto middle = row + static_cast<std::ptrdiff_t>(own);
    rest.insert(rest.end(), row, middle);
    watched.times.push_back(n < taps.times.size() ? taps.times[n]
                                                  : first_time + static_cast<double>(n) * pane.solver.dt());
    watched.values.insert(watched.values.end(), middle, middle + static_cast<std::ptrdiff_t>(extra));
  }
  values = std::move(rest);
}

void Comparison::watch(int k, const std::vector<Node>& nodes) {
  State& s = *state_;
  const auto wanted = [&](int pane) { return pane == k ? nodes : std::vector<Node>(); };
  s.watched_pane = k;
  s.watched_nodes = nodes;
  for (int pane = 0; pane < panes(); ++pane) {
    State::Pane& p = s.panes[static_cast<std::size_t>(pane)];
    if (p.watched == wanted(pane)) continue;
    s.catch_up();
    s.watched = {};
    s.set_taps(p);
  }
}

Comparison::Watched Comparison::take_watched() {
  state_->catch_up();
  return std::exchange(state_->watched, {});
}

void Comparison::State::feed(const Samples& samples) {
  std::vector<double> incident;
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
    p.monitoring.digest();
    ReferenceRun* reference = reference_of(p);
    if (!p.meter || !reference || samples.panes[k].empty()) continue;
    const std::vector<double>& all = samples.references[static_cast<std::size_t>(p.reference)];
    const std::size_t steps = all.size() / std::max<std::size_t>(reference->taps, 1), row = p.columns.size();
    incident.resize(steps * row);
    for (std::size_t n = 0; n < steps; ++n)
      for (std::size_t c = 0; c < row; ++c) incident[n * row + c] = all[n * reference->taps + p.columns[c]];
    p.meter->add(samples.first_time[k], samples.panes[k], incident);
  }
}

// The meters evaluate the last batch while the next one is computed.
void Comparison::advance(int steps, double until) {
  State& s = *state_;
  if (steps <= 0) return;
  if (s.advance_late_references(steps)) return;
  const State::Samples samples = s.take();
  std::vector<int> made(s.references.size(), 0);
  for (State::Pane& p : s.panes) {
    Solver& first = s.panes.front().solver;
    const double behind = (first.time() - p.solver.time()) / p.solver.dt();
    const int n = &p == &s.panes.front() ? steps : std::max(static_cast<int>(std::lround(behind)), 0);
    if (in_cells(p.solver.scene().physics) && &p != &s.panes.front())
      p.solver.advance(2 * n + 16, std::min(until, first.time()));  // up to as many steps as it needs
    else
      p.solver.advance(n, until);
    p.monitoring.advance(n);
    if (p.reference >= 0) made[static_cast<std::size_t>(p.reference)] = n;
  }
  for (std::size_t t = 0; t < s.references.size(); ++t)
    if (s.references[t].solver) s.references[t].solver->advance(made[t]);
  s.feed(samples);
}

int Comparison::State::behind(const Pane& p) const {
  if (p.reference < 0 || p.meter || !references[static_cast<std::size_t>(p.reference)].solver) return 0;
  const ReferenceRun& reference = references[static_cast<std::size_t>(p.reference)];
  const std::uint64_t now = p.solver.step(), then = std::min(reference.solver->step(), now);
  const std::uint64_t least = reference.to_come.empty() ? 0 : 1;  // a pending edit counts as a step
  return static_cast<int>(std::clamp<std::uint64_t>(now - then, least, 2'000'000'000));
}

// Advances a late reference run. At each step at which its panes were edited, it makes the same edit, so
// its sources have the same phases and fades. The number of edits in one call is limited, because each
// costs about as much as a step.
void Comparison::State::go_on(ReferenceRun& reference, int steps) {
  constexpr int most_edits = 16;
  for (int edits = 0;;) {
    while (!reference.to_come.empty() && reference.to_come.front().step <= reference.solver->step()) {
      if (edits++ == most_edits) return;
      const Scene scene = std::move(reference.to_come.front().scene);
      reference.to_come.pop_front();
      edit(reference, scene);
      if (!reference.solver) return;
    }
    if (steps <= 0) return;
    int n = steps;
    if (!reference.to_come.empty())
      n = static_cast<int>(
          std::min<std::uint64_t>(reference.to_come.front().step - reference.solver->step(), std::uint64_t(n)));
    reference.solver->advance(n);
    steps -= n;
  }
}

// Advances reference runs that are behind by at most `steps` towards their pane. Returns true if any was behind.
bool Comparison::State::advance_late_references(int steps) {
  bool any = false;
  for (Pane& p : panes) {
    if (behind(p) == 0) continue;
    ReferenceRun& reference = references[static_cast<std::size_t>(p.reference)];
    go_on(reference,
          static_cast<int>(std::min<std::uint64_t>(p.solver.step() - reference.solver->step(), std::uint64_t(steps))));
    any = true;
  }
  return any;
}

int Comparison::behind() const {
  int most = 0;
  for (const State::Pane& p : state_->panes) most = std::max(most, state_->behind(p));
  return most;
}

bool Comparison::busy() {
  for (State::Pane& p : state_->panes)
    if (p.solver.busy() || p.monitoring.busy()) return true;
  for (State::ReferenceRun& t : state_->references)
    if (t.solver && t.solver->busy()) return true;
  return false;
}

void Comparison::wait() {
  for (State::Pane& p : state_->panes) p.solver.wait(), p.monitoring.wait();
  for (State::ReferenceRun& t : state_->references)
    if (t.solver) t.solver->wait();
}

Solver::Speed Comparison::take_speed() {
  Solver::Speed all;
  const auto add = [&](Solver& solver, bool counts) {
    const Solver::Speed one = solver.take_speed();
    if (counts) all.steps += one.steps;
    all.seconds = solver.info().device_index >= 0 ? std::max(all.seconds, one.seconds) : all.seconds + one.seconds;
  };
  for (State::Pane& p : state_->panes) {
    add(p.solver, true);
    if (Solver* empty_run = p.monitoring.empty_run()) add(*empty_run, false);
  }
  for (State::ReferenceRun& t : state_->references)
    if (t.solver) add(*t.solver, false);
  return all;
}

// ---- save and restore

Comparison::Moment Comparison::checkpoint(Moment reuse, StateFor whom) {
  State& s = *state_;
  s.catch_up();
  reuse.panes.resize(s.panes.size());
  reuse.references.resize(s.references.size());
  reuse.meters.resize(s.panes.size());
  reuse.edits.resize(s.panes.size());
  reuse.monitors.resize(s.panes.size());
  for (std::size_t k = 0; k < s.panes.size(); ++k) {
    reuse.panes[k] = s.panes[k].solver.checkpoint(std::move(reuse.panes[k]), whom);
    reuse.edits[k] = s.panes[k].past.edits();
    reuse.monitors[k] = s.panes[k].monitoring.checkpoint(s.panes[k].solver, whom);
    reuse.meters[k].reset();
    if (s.panes[k].meter) reuse.meters[k].emplace(*s.panes[k].meter);
  }
  for (std::size_t t = 0; t < s.references.size(); ++t)
    if (s.references[t].solver)
      reuse.references[t] = s.references[t].solver->checkpoint(std::move(reuse.references[t]), whom);
  return reuse;
}

void Comparison::restore(const Moment& moment) {
  State& s = *state_;
  s.catch_up();
  const bool measured =
      std::any_of(s.panes.begin(), s.panes.end(), [](const State::Pane& p) { return p.meter != nullptr; });
  const bool others = moment.references.size() != s.references.size();  // look() was on then or is on now
  if (moment.panes.size() != s.panes.size() || (others && measured))
    throw EngineError("the checkpoint belongs to other panes");
  bool late = others;
  for (std::size_t k = 0; k < s.panes.size(); ++k) {
    s.panes[k].solver.restore(moment.panes[k]);
    s.panes[k].monitoring.restore(s.panes[k].solver, moment.monitors[k]);
    s.panes[k].past.become(moment.edits[k]);
    s.panes[k].past.add(s.panes[k].solver.step(), s.panes[k].solver.scene());  // edited since
    const State::ReferenceRun* reference = s.reference_of(s.panes[k]);
    if (reference && !s.panes[k].meter && !others)
      late |= !reference->to_come.empty() ||
              moment.references[static_cast<std::size_t>(s.panes[k].reference)].step != moment.panes[k].step;
    if (!s.panes[k].meter || !moment.meters[k] || !reference) continue;
    *s.panes[k].meter = ReflectionMeter(*moment.meters[k]);
    s.panes[k].meter->set_scene(State::seen(s.panes[k], s.panes[k].solver.scene()), s.panes[k].solver.media(),
                                reference->valid_until);  // edited since
  }
  if (late) return s.make_late_references();  // a reference run that is or was catching up starts again
  for (std::size_t t = 0; t < s.references.size(); ++t)
    if (s.references[t].solver) s.references[t].solver->restore(moment.references[t]);
}

Comparison::Moment Comparison::narrowed(Moment moment) {
  moment.panes.pop_back(), moment.monitors.pop_back(), moment.meters.pop_back(), moment.edits.pop_back();
  return moment;
}

Comparison::Moment Comparison::widened(Moment moment, int of) {
  State& s = *state_;
  const auto k = static_cast<std::size_t>(of);
  if (moment.panes.size() + 1 != s.panes.size() || k >= moment.panes.size())
    throw EngineError("the checkpoint belongs to other panes");
  s.catch_up();
  State::Pane& last = s.panes.back();
  last.solver.restore(moment.panes[k]);
  last.monitoring.restore(last.solver, moment.monitors[k]);
  moment.panes.push_back(last.solver.checkpoint());
  moment.monitors.push_back(last.monitoring.checkpoint(last.solver));
  moment.meters.emplace_back();
  if (moment.meters[k]) moment.meters.back().emplace(*moment.meters[k]);
  moment.edits.push_back(Edits(moment.edits[k]));
  return moment;
}

// ---- measurements

Solver* Comparison::reference(int k) {
  State::ReferenceRun* t = state_->reference_of(state_->panes.at(static_cast<std::size_t>(k)));
  return t ? &*t->solver : nullptr;
}

double Comparison::reference_bytes() const {
  double bytes = 0;
  for (const State::ReferenceRun& t : state_->references)
    if (t.solver) bytes += engine_bytes(t.scene, t.padding);
  return bytes;
}
double Comparison::all_valid_until() const {
  double least = std::numeric_limits<double>::infinity();
  for (const State::Pane& p : state_->panes)
    if (p.meter && p.reference >= 0)
      least = std::min(least, state_->references[static_cast<std::size_t>(p.reference)].valid_until);
  return least;
}
const std::string& Comparison::reference_message() const {
  return state_->reference_message.empty() ? state_->no_side : state_->reference_message;
}

PictureReference Comparison::minus_reference(int k) {
  Solver* t = reference(k);
  if (!t) return {};
  return {&t->engine(), 1, 1, static_cast<double>(t->padding()[Side::left]),
          static_cast<double>(t->padding()[Side::bottom])};
}

PictureReference Comparison::minus_pane(int k, int other) {
  const Vec2 here = cell_size(pane(k).scene()), there = cell_size(pane(other).scene());
  return {&pane(other).engine(), here.x / there.x, here.y / there.y, 0, 0};
}

std::vector<double> Comparison::residual(int k) {
  Solver* t = reference(k);
  if (!t) return pane(k).field(Quantity::residual);
  std::vector<double> out = pane(k).field(Quantity::ez);
  const std::vector<double> subtracted = t->field(Quantity::ez);
  const auto nx = static_cast<std::size_t>(pane(k).problem().nx), across = static_cast<std::size_t>(t->problem().nx);
  const Node corner = shifted(Node{0, 0}, t->padding());
  for (std::size_t n = 0; n < out.size(); ++n) {
    const std::size_t row = n / nx + static_cast<std::size_t>(corner.j), column = n % nx;
    out[n] -= subtracted[row * across + static_cast<std::size_t>(corner.i) + column];
  }
  return out;
}

ReflectionReading Comparison::reading(int k, std::optional<double> frequency) {
  const State::Pane& p = state_->panes.at(static_cast<std::size_t>(k));
  if (!p.meter) {
    ReflectionReading none;
    none.why_not = p.why_not;
    return none;
  }
  state_->catch_up();
  return p.meter->reading(frequency);
}

const Monitors& Comparison::monitors(int k) {
  state_->catch_up();
  return state_->panes.at(static_cast<std::size_t>(k)).monitoring.monitors();
}
const std::string& Comparison::monitor_message(int k) const {
  return state_->panes.at(static_cast<std::size_t>(k)).monitoring.message();
}

// ---- edits: all panes and reference runs make an edit at the same step, or every run restarts

// ---- history of a pane

void Comparison::State::Past::begin(const Scene& scene) {
  edits_.assign(1, std::make_shared<const Edit>(Edit{0, bare(scene)}));
  bytes_ = bytes_of(edits_.front()->scene);
}

// Edits at the same step are merged if they change neither sources nor Δt, because an edit of a source starts a fade.
void Comparison::State::Past::add(std::uint64_t step, const Scene& scene) {
  constexpr double most_bytes = 64e6;
  constexpr std::size_t most_edits = 10000;
  if (edits_.empty()) return;
  Scene now = bare(scene);
  if (now == edits_.back()->scene) return;
  const Edit& last = *edits_.back();
  if (edits_.size() > 1 && last.step == step && last.scene.sources == now.sources &&
      time_step(last.scene) == time_step(now)) {
    bytes_ -= bytes_of(last.scene);
    edits_.pop_back();
  }
  bytes_ += bytes_of(now);
  edits_.push_back(std::make_shared<const Edit>(Edit{step, std::move(now)}));
  if (bytes_ > most_bytes || edits_.size() > most_edits) edits_ = {};
}

// Restores the history of an earlier or later state.
void Comparison::State::Past::become(const Edits& edits) {
  edits_ = edits;
  bytes_ = 0;
  for (const auto& edit : edits_) bytes_ += bytes_of(edit->scene);
}

Comparison::State::Variants Comparison::State::variants_of(const Scene& scene, const SharedMedia& media,
                                                           std::string& why) {
  Variants out;
  for (std::size_t k = 0; k < std::max<std::size_t>(scene.variants.size(), 1); ++k) {
    SceneResult one = scene_of_variant(scene, k, media);
    if (!one.scene) {
      for (const Message& m : one.messages)
        if (why.empty() && m.kind == Message::Kind::error) why = m.text;
      return {};
    }
    out.scenes.push_back(std::move(*one.scene));
    out.media.push_back(std::move(one.media));
  }
  return out;
}

Scene Comparison::State::seen(const Pane& pane, Scene scene) {
  const std::vector<Side> measured = measured_sides(scene);
  const bool all = std::all_of(pane.opened.begin(), pane.opened.end(), [&](Side side) {
    return std::find(measured.begin(), measured.end(), side) != measured.end();
  });
  if (all && measured == measured_sides(pane.solver.scene())) scene.reflection.opened = pane.opened;
  return scene;
}

std::optional<Comparison::State::NeededReference> Comparison::State::needed_reference(const Scene& scene) const {
  if (!scene.reflection.on && !looking) return std::nullopt;
  const Padding padding = reference_padding(scene);
  if (is_empty(padding)) return std::nullopt;
  return NeededReference{reference_scene(scene), padding};
}

// Returns the edits that a reference run would have had if it had existed from the start,
// with the current sides and margin.
std::optional<std::deque<Comparison::Edit>> Comparison::State::edits_for_late_run(const NeededReference& now,
                                                                                  const Pane& p) {
  std::deque<Edit> edits;
  for (const auto& one : p.past.edits()) {
    Edit edit = *one;
    edit.scene.reflection = p.solver.scene().reflection;
    if (measured_sides(edit.scene) != measured_sides(p.solver.scene())) return std::nullopt;
    const std::optional<NeededReference> then = needed_reference(seen(p, std::move(edit.scene)));
    if (!then || !(then->padding == now.padding)) return std::nullopt;
    if (edits.empty() || !(edits.back().scene == then->scene)) edits.push_back({edit.step, then->scene});
  }
  if (edits.empty()) return std::nullopt;
  return edits;
}

void Comparison::average(bool on) {
  State& s = *state_;
  if (on == s.averages) return;
  s.averages = on;
  s.follow();
}

void Comparison::look(bool on) {
  State& s = *state_;
  if (on == s.looking) return;
  s.catch_up();
  s.looking = on;
  const auto measured = [](const State::Pane& p) { return p.solver.scene().reflection.on; };
  if (std::any_of(s.panes.begin(), s.panes.end(), measured)) return;  // there are reference runs already
  s.make_late_references();
}

void Comparison::State::follow() {
  for (Pane& p : panes) {
    p.monitoring.average(averages);
    p.monitoring.follow(p.solver, maker);
  }
}

void Comparison::State::make_late_references() {
  std::vector<Scene> scenes;
  for (const Pane& p : panes) scenes.push_back(p.solver.scene());
  make_references(scenes, true);
  set_meters({}, true);
}

void Comparison::State::reset() {
  for (Pane& p : panes) {
    p.solver.reset();
    p.past.begin(p.solver.scene());
    p.monitoring.reset(p.solver, maker);
  }
  for (ReferenceRun& t : references)
    if (t.solver) t.solver->reset();
  for (Pane& p : panes) {
    ReferenceRun* t = reference_of(p);
    if (!p.meter || !t) continue;
    const Scene scene = seen(p, p.solver.scene());
    t->valid_until = valid_until(scene, *p.solver.media(), t->padding);
    p.meter->restart();
    p.meter->set_scene(scene, p.solver.media(), t->valid_until);
  }
}

// Shapes drawn into layers during the run take effect from here on.
void Comparison::reset() {
  State& s = *state_;
  s.catch_up();
  std::vector<Scene> scenes;
  bool others = false;  // new reference runs are needed; also if one could not start late
  for (const State::Pane& p : s.panes) {
    scenes.push_back(p.solver.scene());
    const State::ReferenceRun* reference = s.reference_of(p);
    others |= (p.reference < 0 && s.needed_reference(scenes.back())) ||
              (p.reference >= 0 && p.opened != opened_sides(scenes.back())) ||
              (reference && !reference->to_come.empty());
  }
  if (others) {
    s.make_references(scenes, false);
    s.set_meters({}, true);
  }
  s.reset();
}

bool Comparison::State::begins_with(const std::vector<Scene>& scenes) const {
  if (scenes.size() >= panes.size() || !references.empty()) return false;
  for (std::size_t k = 0; k < scenes.size(); ++k)
    if (!(scenes[k] == panes[k].solver.scene())) return false;
  return true;
}

// Applies the scenes to all panes or to none: if a grid does not fit, panes that have already changed go back.
ApplyReport Comparison::State::apply_to_panes(const Variants& wanted, bool& restart) {
  const auto& [scenes, media] = wanted;
  ApplyReport worst;
  const std::size_t count = panes.size();
  std::vector<Scene> before;
  try {
    for (std::size_t k = count; k < scenes.size(); ++k) panes.push_back({"", Solver(maker(), scenes[k], {}, media[k])});
  } catch (const OutOfMemory& e) {
    panes.erase(panes.begin() + static_cast<std::ptrdiff_t>(count), panes.end());
    return {Tier::grid, true, e.what()};
  }
  for (std::size_t k = 0; k < std::min(count, scenes.size()); ++k) {
    before.push_back(panes[k].solver.scene());
    ApplyReport report = panes[k].solver.apply(scenes[k], media[k]);
    if (report.refused) {
      for (std::size_t b = 0; b < k; ++b) restart |= panes[b].solver.apply(before[b]).tier == Tier::grid;
      panes.erase(panes.begin() + static_cast<std::ptrdiff_t>(count), panes.end());
      return report;
    }
    if (report.tier > worst.tier) worst = std::move(report);
  }
  restart = worst.tier == Tier::grid || count != scenes.size();
  if (scenes.size() < count) panes.erase(panes.begin() + static_cast<std::ptrdiff_t>(scenes.size()), panes.end());
  return worst;
}

Comparison::Applied Comparison::apply(const Scene& scene, const SharedMedia& known) {
  State& s = *state_;
  Applied out;
  if (scene == s.scene) return out;
  s.catch_up();
  const SharedMedia of_scene = media_of(scene, known ? known : s.panes.front().solver.media());
  const State::Variants variants = State::variants_of(scene, of_scene, out.report.message);
  const std::vector<Scene>& wanted = variants.scenes;
  if (wanted.empty()) {
    out.report.refused = true;
    return out;
  }
  std::vector<Scene> before, seen = wanted;
  for (const State::Pane& p : s.panes) before.push_back(p.solver.scene());
  for (std::size_t k = 0; k < std::min(seen.size(), s.panes.size()); ++k)
    seen[k] = State::seen(s.panes[k], std::move(seen[k]));
  if (s.begins_with(wanted)) s.panes.erase(s.panes.begin() + static_cast<std::ptrdiff_t>(wanted.size()), s.panes.end());
  const bool others = wanted.size() != s.panes.size();
  out.report = s.apply_to_panes(variants, out.restarted);
  const bool several = s.panes.size() > 1;
  if (out.restarted)
    out.message = !out.report.refused && !others ? "the new grid starts from zero"
                  : others && several            ? "all panes restart, so that all show the same time"
                  : several                      ? "all panes restart"
                                                 : "the run restarts";
  if (!out.report.refused) {
    s.scene = scene;
    for (std::size_t k = 0; k < s.panes.size(); ++k)
      s.panes[k].name = k < scene.variants.size() ? scene.variants[k].name : "";
    std::vector<std::optional<State::NeededReference>> needed;
    for (const Scene& one : seen) needed.push_back(s.needed_reference(one));
    for (State::Pane& p : s.panes) {
      p.past.add(p.solver.step(), p.solver.scene());
    }
    s.follow();
    bool measured = false, other_meters = false;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      measured |= wanted[k].reflection.on;
      other_meters |= k < before.size() && wanted[k].reflection.on != before[k].reflection.on;
    }
    if (!out.restarted && !other_meters && s.can_keep_references(needed)) {
      s.edit_references(needed);
      s.set_meters(before, false);
    } else {
      s.make_references(wanted, s.looking && !measured && !out.restarted);
      s.set_meters({}, true);
      const bool reference = std::any_of(s.references.begin(), s.references.end(),
                                         [](const State::ReferenceRun& t) { return t.solver.has_value(); });
      if (!out.restarted && reference && measured) {
        out.restarted = true;
        out.message = several ? "all panes restart, together with their reference runs"
                              : "the run restarts, together with its reference run";
      }
    }
    if (!reference_message().empty()) out.message = Text::as_is(reference_message());
  }
  if (out.restarted) s.reset();
  return out;
}

// Panes that share a reference run must need the same one, with the padding that it has.
bool Comparison::State::can_keep_references(const std::vector<std::optional<NeededReference>>& needed) const {
  std::map<int, const NeededReference*> of_reference;
  for (std::size_t k = 0; k < panes.size(); ++k) {
    const int t = panes[k].reference;
    if (needed[k].has_value() != (t >= 0)) return false;
    if (t < 0) continue;
    const auto [at, is_new] = of_reference.try_emplace(t, &*needed[k]);
    const ReferenceRun& reference = references[static_cast<std::size_t>(t)];
    if (!(*at->second == *needed[k]) || !(reference.padding == needed[k]->padding)) return false;
    if (!reference.solver && !(reference.scene == needed[k]->scene)) return false;
  }
  return true;
}

void Comparison::State::edit_references(const std::vector<std::optional<NeededReference>>& needed) {
  for (std::size_t k = 0; k < panes.size(); ++k) {
    if (panes[k].reference < 0) continue;
    ReferenceRun& t = references[static_cast<std::size_t>(panes[k].reference)];
    if (t.scene == needed[k]->scene) continue;
    t.scene = needed[k]->scene;
    if (!t.solver) continue;  // it was removed with the previous pane
    if (behind(panes[k]) > 0)
      t.to_come.push_back({panes[k].solver.step(), t.scene});
    else
      edit(t, t.scene, panes[k].solver.media());
    const Scene scene = seen(panes[k], panes[k].solver.scene());
    t.valid_until = std::min(t.valid_until, valid_until(scene, *panes[k].solver.media(), t.padding));
  }
}

void Comparison::State::edit(ReferenceRun& reference, const Scene& scene, const SharedMedia& known) {
  const ApplyReport report = reference.solver->apply(scene, known);
  if (!report.refused) return;
  reference.solver.reset();
  reference_message = "no reference run for this scene: " + report.message;
}

void Comparison::State::make_references(const std::vector<Scene>& scenes, bool late) {
  references.clear();
  reference_message.clear();
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
    p.reference = -1;
    p.meter.reset();
    p.opened.clear();
    if (!scenes[k].reflection.on && !looking) continue;
    Scene first = scenes[k];
    if (late && !p.past.edits().empty()) {
      first = p.past.edits().front()->scene;
      first.reflection = scenes[k].reflection;
    }
    p.opened = opened_sides(first);
    const std::optional<NeededReference> needed = needed_reference(seen(p, scenes[k]));
    if (!needed) continue;
    std::optional<std::deque<Edit>> edits = std::deque<Edit>{{0, needed->scene}};
    if (late) edits = edits_for_late_run(*needed, p);
    if (!edits) {
      reference_message = cannot_repeat_edits;
      continue;
    }
    const Scene begin = std::move(edits->front().scene);
    edits->pop_front();
    const auto same = std::find_if(references.begin(), references.end(), [&](const ReferenceRun& t) {
      return t.scene == needed->scene && t.padding == needed->padding && t.to_come == *edits &&
             (!t.solver || t.solver->scene() == begin);
    });
    p.reference = static_cast<int>(same - references.begin());
    if (same != references.end()) continue;
    ReferenceRun& t = references.emplace_back(ReferenceRun{needed->scene, needed->padding});
    std::unique_ptr<Engine> engine = maker();
    const double free = engine->free_bytes();
    try {
      t.solver.emplace(std::move(engine), begin, t.padding, p.solver.media());
    } catch (const OutOfMemory&) {
      reference_message = why_no_reference(needed->scene, needed->padding, free);
    }
    t.to_come = std::move(*edits);
    t.valid_until = valid_until(p.solver.scene(), *p.solver.media(), t.padding);
  }
}

// `before` are the panes' scenes for which the meters were made.
void Comparison::State::set_meters(const std::vector<Scene>& before, bool rebuild) {
  bool other_taps = rebuild;
  no_side.clear();
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
    const ReferenceRun* reference = reference_of(p);
    const bool measured = p.solver.scene().reflection.on;
    p.why_not = {};
    if (measured || looking) p.why_not = why_not_opened(p.solver.scene());
    if (p.reference < 0 && no_side.empty()) no_side = in_words(p.why_not);
    if (!reference || !measured) {
      other_taps |= p.meter != nullptr;
      p.meter.reset();
      continue;
    }
    const Scene scene = seen(p, p.solver.scene());
    if (p.meter && !rebuild && same_meter(seen(p, before[k]), scene)) {
      p.meter->set_scene(scene, p.solver.media(), reference->valid_until);
    } else {
      p.meter = std::make_unique<ReflectionMeter>(scene, p.solver.media(), p.solver.dt(),
                                                  MeterOptions{reference->valid_until, {}, {}, {}});
      other_taps = true;
    }
  }
  if (other_taps) set_taps();
}

// Taps a reference run once at nodes that several panes measure.
void Comparison::State::set_taps() {
  for (std::size_t t = 0; t < references.size(); ++t) {
    std::map<std::pair<int, int>, std::size_t> places;
    std::vector<Node> taps;
    for (Pane& p : panes) {
      if (p.reference != static_cast<int>(t) || !p.meter) continue;
      p.columns.clear();
      for (const Node& n : p.meter->taps()) {
        const auto [at, is_new] = places.try_emplace({n.i, n.j}, taps.size());
        if (is_new) taps.push_back(n);
        p.columns.push_back(at->second);
      }
    }
    references[t].taps = taps.size();
    if (references[t].solver) references[t].solver->set_taps(std::move(taps));
  }
  for (Pane& p : panes) set_taps(p);
}

// Taps the meter's nodes, followed by the watched nodes.
void Comparison::State::set_taps(Pane& p) {
  const bool is_watched = &p - panes.data() == watched_pane;
  p.watched = is_watched ? watched_nodes : std::vector<Node>();
  std::vector<Node> taps = p.meter ? p.meter->taps() : std::vector<Node>();
  taps.insert(taps.end(), p.watched.begin(), p.watched.end());
  p.solver.set_taps(std::move(taps));
}

}  // namespace ez
