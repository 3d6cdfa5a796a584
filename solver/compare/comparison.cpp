// Panes and reference runs side by side. Every run has an engine of its own; what keeps them together is that steps, edits and
// restarts reach all of them at the same moment.
#include "solver/compare/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "solver/compare/comparison_state.h"

namespace ez {

Comparison::Comparison(EngineMaker maker, const Scene& scene) : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.maker = std::move(maker);
  s.scene = scene;
  std::string why;
  const std::vector<Scene> scenes = State::scenes_of(scene, why);
  if (scenes.empty()) throw std::invalid_argument(why);
  for (const Scene& one : scenes) {
    s.panes.push_back({"", Solver(s.maker(), one)});
    s.panes.back().past.begin(one);
  }
  for (std::size_t k = 0; k < scene.variants.size(); ++k) s.panes[k].name = scene.variants[k].name;
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
  for (ReferenceRun& t : references) out.references.push_back(t.solver ? t.solver->take_taps().values : std::vector<double>());
  for (Pane& p : panes) {
    p.solver.wait();
    Solver::TapSamples taps = p.solver.take_taps();
    const double back = static_cast<double>(p.solver.step() - taps.first_step);
    out.first_time.push_back(p.solver.time() - (taps.values.empty() ? 0 : back * p.solver.dt()));
    out.panes.push_back(std::move(taps.values));
  }
  return out;
}

void Comparison::State::feed(const Samples& samples) {
  std::vector<double> incident;
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
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

// The meters look at the last batch while the next one is being computed.
void Comparison::advance(int steps) {
  State& s = *state_;
  if (steps <= 0) return;
  if (s.catches_up(steps)) return;
  const State::Samples samples = s.take();
  std::vector<int> made(s.references.size(), 0);
  for (State::Pane& p : s.panes) {
    Solver& first = s.panes.front().solver;
    const double behind = (first.time() - p.solver.time()) / p.solver.dt();
    const int n = &p == &s.panes.front() ? steps : std::max(static_cast<int>(std::lround(behind)), 0);
    p.solver.advance(n);
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
  const std::uint64_t least = reference.to_come.empty() ? 0 : 1;  // an edit that is to come is as good as a step
  return static_cast<int>(std::clamp<std::uint64_t>(now - then, least, 2'000'000'000));
}

// A late reference run's way: at every step that its panes were edited at, it takes the same edit, and its sources have their
// phases and fades. Not too many edits in one call: each costs about as much as a step.
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
      n = static_cast<int>(std::min<std::uint64_t>(reference.to_come.front().step - reference.solver->step(), std::uint64_t(n)));
    reference.solver->advance(n);
    steps -= n;
  }
}

// Whether a reference run was behind: it makes at most `steps` towards its pane.
bool Comparison::State::catches_up(int steps) {
  bool any = false;
  for (Pane& p : panes) {
    if (behind(p) == 0) continue;
    ReferenceRun& reference = references[static_cast<std::size_t>(p.reference)];
    go_on(reference, static_cast<int>(std::min<std::uint64_t>(p.solver.step() - reference.solver->step(), std::uint64_t(steps))));
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
    if (p.solver.busy()) return true;
  for (State::ReferenceRun& t : state_->references)
    if (t.solver && t.solver->busy()) return true;
  return false;
}

void Comparison::wait() {
  for (State::Pane& p : state_->panes) p.solver.wait();
  for (State::ReferenceRun& t : state_->references)
    if (t.solver) t.solver->wait();
}

Solver::Speed Comparison::take_speed() {
  Solver::Speed all;
  const auto add = [&](Solver& solver, bool counts) {
    const Solver::Speed one = solver.take_speed();
    if (counts) all.steps += one.steps;
    all.seconds = solver.engine().device_view() ? std::max(all.seconds, one.seconds) : all.seconds + one.seconds;
  };
  for (State::Pane& p : state_->panes) add(p.solver, true);
  for (State::ReferenceRun& t : state_->references)
    if (t.solver) add(*t.solver, false);
  return all;
}

// ---- there and back

Comparison::Moment Comparison::checkpoint(Moment reuse) {
  State& s = *state_;
  s.catch_up();
  reuse.panes.resize(s.panes.size());
  reuse.references.resize(s.references.size());
  reuse.meters.resize(s.panes.size());
  reuse.edits.resize(s.panes.size());
  for (std::size_t k = 0; k < s.panes.size(); ++k) {
    reuse.panes[k] = s.panes[k].solver.checkpoint(std::move(reuse.panes[k]));
    reuse.edits[k] = s.panes[k].past.edits().size();
    reuse.meters[k].reset();
    if (s.panes[k].meter) reuse.meters[k].emplace(*s.panes[k].meter);
  }
  for (std::size_t t = 0; t < s.references.size(); ++t)
    if (s.references[t].solver) reuse.references[t] = s.references[t].solver->checkpoint(std::move(reuse.references[t]));
  return reuse;
}

void Comparison::restore(const Moment& moment) {
  State& s = *state_;
  s.catch_up();
  if (moment.panes.size() != s.panes.size() || moment.references.size() != s.references.size())
    throw EngineError("the checkpoint is of other panes");
  bool late = false;
  for (std::size_t k = 0; k < s.panes.size(); ++k) {
    s.panes[k].solver.restore(moment.panes[k]);
    s.panes[k].past.cut(moment.edits[k]);
    s.panes[k].past.add(s.panes[k].solver.step(), s.panes[k].solver.scene());  // edited since
    const State::ReferenceRun* reference = s.reference_of(s.panes[k]);
    if (reference && !s.panes[k].meter)
      late |= !reference->to_come.empty() ||
              moment.references[static_cast<std::size_t>(s.panes[k].reference)].step != moment.panes[k].step;
    if (!s.panes[k].meter || !moment.meters[k] || !reference) continue;
    *s.panes[k].meter = ReflectionMeter(*moment.meters[k]);
    s.panes[k].meter->set_scene(State::seen(s.panes[k], s.panes[k].solver.scene()), reference->valid_until);  // edited since
  }
  if (late) return s.make_late_references();  // one that was on its way, or is, begins it anew
  for (std::size_t t = 0; t < s.references.size(); ++t)
    if (s.references[t].solver) s.references[t].solver->restore(moment.references[t]);
}

// ---- what is measured

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
    if (p.meter && p.reference >= 0) least = std::min(least, state_->references[static_cast<std::size_t>(p.reference)].valid_until);
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

}  // namespace ez
