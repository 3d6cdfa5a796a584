// Panes and twins side by side. Every run has an engine of its own; what keeps them together is that steps, edits and
// restarts reach all of them at the same moment.
#include "solver/ensemble.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "solver/measure/twin.h"
#include "solver/outset.h"
#include "solver/scene/scene_file.h"

namespace ez {
namespace {

struct Pane {
  std::string name;
  Solver solver;
  int twin = -1;                                // index, −1: none wanted
  std::unique_ptr<ReflectionMeter> meter = {};  // there is one with the twin
  std::vector<std::size_t> columns = {};        // of its taps among the twin's
};

struct Twin {
  Scene scene;
  Outset outset;
  std::optional<Solver> solver = std::nullopt;  // none: it does not fit
  double valid_until = 0;
  std::size_t taps = 0;
};

// What a pane wants its twin to be.
struct Wish {
  Scene scene;
  Outset outset;
  bool operator==(const Wish&) const = default;
};
std::optional<Wish> wish_of(const Scene& scene) {
  if (!scene.reflection.on) return std::nullopt;
  const Outset outset = twin_outset(scene);
  if (is_empty(outset)) return std::nullopt;
  return Wish{twin_scene(scene), outset};
}

// The scenes of all variants; none, and why, when one of them is wrong.
std::vector<Scene> scenes_of(const Scene& scene, std::string& why) {
  std::vector<Scene> out;
  for (std::size_t k = 0; k < std::max<std::size_t>(scene.variants.size(), 1); ++k) {
    SceneResult one = scene_of_variant(scene, k);
    if (!one.scene) {
      for (const Message& m : one.messages)
        if (why.empty() && m.kind == Message::Kind::error) why = m.text;
      return {};
    }
    out.push_back(std::move(*one.scene));
  }
  return out;
}

// Whether a meter made for `a` serves `b`: the same lines, sources and way of looking.
bool same_meter(const Scene& a, const Scene& b) {
  const auto la = meter_lines(a), lb = meter_lines(b);
  for (std::size_t s = 0; s < la.size(); ++s)
    if (!(la[s].first == lb[s].first) || la[s].count != lb[s].count) return false;
  return a.sources == b.sources && a.reflection == b.reflection && time_step(a) == time_step(b) &&
         a.shapes.empty() == b.shapes.empty() && a.grid == b.grid;
}

}  // namespace

struct Ensemble::State {
  EngineMaker maker;
  Scene scene;
  std::vector<Pane> panes;
  std::vector<Twin> twins;
  std::string twin_message;

  // The samples of one batch, of panes and of twins.
  struct Samples {
    std::vector<std::vector<double>> panes, twins;
    std::vector<double> first_time;  // by pane
  };
  Samples take();
  void feed(const Samples& samples);
  void catch_up() { feed(take()); }

  ApplyReport apply_to_panes(const std::vector<Scene>& scenes, bool& restart);
  bool twins_can_stay(const std::vector<std::optional<Wish>>& wishes) const;
  void edit_twins(const std::vector<std::optional<Wish>>& wishes);
  void make_twins(const std::vector<std::optional<Wish>>& wishes);
  void set_meters(const std::vector<Scene>& before, bool anew);
  void set_taps();
  void reset();
  Twin* twin_of(const Pane& p) {
    if (p.twin < 0) return nullptr;
    Twin& t = twins[static_cast<std::size_t>(p.twin)];
    return t.solver ? &t : nullptr;
  }
};

Ensemble::Ensemble(EngineMaker maker, const Scene& scene) : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.maker = std::move(maker);
  s.scene = scene;
  std::vector<std::optional<Wish>> wishes;
  std::string why;
  std::vector<Scene> scenes = scenes_of(scene, why);
  if (scenes.empty()) throw std::invalid_argument(why);
  for (Scene& one : scenes) {
    wishes.push_back(wish_of(one));
    s.panes.push_back({"", Solver(s.maker(), std::move(one))});
  }
  for (std::size_t k = 0; k < scene.variants.size(); ++k) s.panes[k].name = scene.variants[k].name;
  s.make_twins(wishes);
  s.set_meters({}, true);
}
Ensemble::~Ensemble() = default;
Ensemble::Ensemble(Ensemble&&) noexcept = default;
Ensemble& Ensemble::operator=(Ensemble&&) noexcept = default;

int Ensemble::panes() const { return static_cast<int>(state_->panes.size()); }
Solver& Ensemble::pane(int k) { return state_->panes.at(static_cast<std::size_t>(k)).solver; }
const Solver& Ensemble::pane(int k) const { return state_->panes.at(static_cast<std::size_t>(k)).solver; }
const std::string& Ensemble::name(int k) const { return state_->panes.at(static_cast<std::size_t>(k)).name; }

// ---- steps

Ensemble::State::Samples Ensemble::State::take() {
  Samples out;
  for (Twin& t : twins) out.twins.push_back(t.solver ? t.solver->take_taps().values : std::vector<double>());
  for (Pane& p : panes) {
    p.solver.wait();
    Solver::TapSamples taps = p.solver.take_taps();
    const double back = static_cast<double>(p.solver.step() - taps.first_step);
    out.first_time.push_back(p.solver.time() - (taps.values.empty() ? 0 : back * p.solver.dt()));
    out.panes.push_back(std::move(taps.values));
  }
  return out;
}

void Ensemble::State::feed(const Samples& samples) {
  std::vector<double> incident;
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
    Twin* twin = twin_of(p);
    if (!p.meter || !twin || samples.panes[k].empty()) continue;
    const std::vector<double>& all = samples.twins[static_cast<std::size_t>(p.twin)];
    const std::size_t steps = all.size() / std::max<std::size_t>(twin->taps, 1), row = p.columns.size();
    incident.resize(steps * row);
    for (std::size_t n = 0; n < steps; ++n)
      for (std::size_t c = 0; c < row; ++c) incident[n * row + c] = all[n * twin->taps + p.columns[c]];
    p.meter->add(samples.first_time[k], samples.panes[k], incident);
  }
}

// The meters look at the last batch while the next one is being computed.
void Ensemble::advance(int steps) {
  State& s = *state_;
  if (steps <= 0) return;
  const State::Samples samples = s.take();
  std::vector<int> made(s.twins.size(), 0);
  for (Pane& p : s.panes) {
    Solver& first = s.panes.front().solver;
    const double behind = (first.time() - p.solver.time()) / p.solver.dt();
    const int n = &p == &s.panes.front() ? steps : std::max(static_cast<int>(std::lround(behind)), 0);
    p.solver.advance(n);
    if (p.twin >= 0) made[static_cast<std::size_t>(p.twin)] = n;
  }
  for (std::size_t t = 0; t < s.twins.size(); ++t)
    if (s.twins[t].solver) s.twins[t].solver->advance(made[t]);
  s.feed(samples);
}

bool Ensemble::busy() {
  for (Pane& p : state_->panes)
    if (p.solver.busy()) return true;
  for (Twin& t : state_->twins)
    if (t.solver && t.solver->busy()) return true;
  return false;
}

void Ensemble::wait() {
  for (Pane& p : state_->panes) p.solver.wait();
  for (Twin& t : state_->twins)
    if (t.solver) t.solver->wait();
}

Solver::Speed Ensemble::take_speed() {
  Solver::Speed all;
  const auto add = [&](Solver& solver, bool counts) {
    const Solver::Speed one = solver.take_speed();
    if (counts) all.steps += one.steps;
    all.seconds = solver.engine().device_view() ? std::max(all.seconds, one.seconds) : all.seconds + one.seconds;
  };
  for (Pane& p : state_->panes) add(p.solver, true);
  for (Twin& t : state_->twins)
    if (t.solver) add(*t.solver, false);
  return all;
}

// ---- there and back

Ensemble::Moment Ensemble::checkpoint(Moment reuse) {
  State& s = *state_;
  s.catch_up();
  reuse.panes.resize(s.panes.size());
  reuse.twins.resize(s.twins.size());
  reuse.meters.resize(s.panes.size());
  for (std::size_t k = 0; k < s.panes.size(); ++k) {
    reuse.panes[k] = s.panes[k].solver.checkpoint(std::move(reuse.panes[k]));
    reuse.meters[k].reset();
    if (s.panes[k].meter) reuse.meters[k].emplace(*s.panes[k].meter);
  }
  for (std::size_t t = 0; t < s.twins.size(); ++t)
    if (s.twins[t].solver) reuse.twins[t] = s.twins[t].solver->checkpoint(std::move(reuse.twins[t]));
  return reuse;
}

void Ensemble::restore(const Moment& moment) {
  State& s = *state_;
  s.catch_up();
  if (moment.panes.size() != s.panes.size() || moment.twins.size() != s.twins.size())
    throw EngineError("the checkpoint is of other panes");
  for (std::size_t k = 0; k < s.panes.size(); ++k) {
    s.panes[k].solver.restore(moment.panes[k]);
    if (s.panes[k].meter && moment.meters[k]) *s.panes[k].meter = ReflectionMeter(*moment.meters[k]);
  }
  for (std::size_t t = 0; t < s.twins.size(); ++t)
    if (s.twins[t].solver) s.twins[t].solver->restore(moment.twins[t]);
}

// ---- edits

void Ensemble::State::reset() {
  for (Pane& p : panes) p.solver.reset();
  for (Twin& t : twins)
    if (t.solver) t.solver->reset();
  for (Pane& p : panes) {
    Twin* t = twin_of(p);
    if (!p.meter || !t) continue;
    t->valid_until = valid_until(p.solver.scene(), t->outset);
    p.meter->restart();
    p.meter->set_scene(p.solver.scene(), t->valid_until);
  }
}

void Ensemble::reset() {
  state_->catch_up();
  state_->reset();
}

// All or none: when a grid does not fit, those that took theirs go back.
ApplyReport Ensemble::State::apply_to_panes(const std::vector<Scene>& scenes, bool& restart) {
  ApplyReport worst;
  const std::size_t count = panes.size();
  std::vector<Scene> before;
  try {
    while (panes.size() < scenes.size()) panes.push_back({"", Solver(maker(), scenes[panes.size()])});
  } catch (const OutOfMemory& e) {
    panes.erase(panes.begin() + static_cast<std::ptrdiff_t>(count), panes.end());
    return {Tier::grid, true, e.what()};
  }
  for (std::size_t k = 0; k < std::min(count, scenes.size()); ++k) {
    before.push_back(panes[k].solver.scene());
    ApplyReport report = panes[k].solver.apply(scenes[k]);
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

Ensemble::Applied Ensemble::apply(const Scene& scene) {
  State& s = *state_;
  Applied out;
  if (scene == s.scene) return out;
  s.catch_up();
  const std::vector<Scene> wanted = scenes_of(scene, out.report.message);
  if (wanted.empty()) {
    out.report.refused = true;
    return out;
  }
  std::vector<Scene> before;
  for (const Pane& p : s.panes) before.push_back(p.solver.scene());
  const bool others = wanted.size() != s.panes.size();
  out.report = s.apply_to_panes(wanted, out.restarted);
  if (out.restarted)
    out.message = out.report.refused ? "every pane starts anew"
                  : others           ? "every pane starts anew, so that all show the same moment"
                                     : "another grid starts from zero";
  if (!out.report.refused) {
    s.scene = scene;
    for (std::size_t k = 0; k < s.panes.size(); ++k)
      s.panes[k].name = k < scene.variants.size() ? scene.variants[k].name : "";
    std::vector<std::optional<Wish>> wishes;
    for (const Scene& one : wanted) wishes.push_back(wish_of(one));
    if (!out.restarted && s.twins_can_stay(wishes)) {
      s.edit_twins(wishes);
      s.set_meters(before, false);
    } else {
      s.make_twins(wishes);
      s.set_meters({}, true);
      const bool twin = std::any_of(s.twins.begin(), s.twins.end(), [](const Twin& t) { return t.solver.has_value(); });
      if (!out.restarted && twin) {
        out.restarted = true;
        out.message = "every run starts anew, together with its reflection-free twin";
      }
    }
    if (!s.twin_message.empty()) out.message = s.twin_message;
  }
  if (out.restarted) s.reset();
  return out;
}

// Panes that share a twin must wish for the same one, and for one as large as the one they have.
bool Ensemble::State::twins_can_stay(const std::vector<std::optional<Wish>>& wishes) const {
  std::map<int, const Wish*> of_twin;
  for (std::size_t k = 0; k < panes.size(); ++k) {
    const int t = panes[k].twin;
    if (wishes[k].has_value() != (t >= 0)) return false;
    if (t < 0) continue;
    const auto [at, is_new] = of_twin.try_emplace(t, &*wishes[k]);
    const Twin& twin = twins[static_cast<std::size_t>(t)];
    if (!(*at->second == *wishes[k]) || !(twin.outset == wishes[k]->outset)) return false;
    if (!twin.solver && !(twin.scene == wishes[k]->scene)) return false;
  }
  return true;
}

void Ensemble::State::edit_twins(const std::vector<std::optional<Wish>>& wishes) {
  for (std::size_t k = 0; k < panes.size(); ++k) {
    if (panes[k].twin < 0) continue;
    Twin& t = twins[static_cast<std::size_t>(panes[k].twin)];
    if (t.scene == wishes[k]->scene) continue;
    t.scene = wishes[k]->scene;
    t.solver->apply(t.scene);
    t.valid_until = std::min(t.valid_until, valid_until(panes[k].solver.scene(), t.outset));
  }
}

void Ensemble::State::make_twins(const std::vector<std::optional<Wish>>& wishes) {
  twins.clear();
  twin_message.clear();
  for (std::size_t k = 0; k < panes.size(); ++k) {
    panes[k].twin = -1;
    panes[k].meter.reset();
    if (!wishes[k]) continue;
    const auto same = std::find_if(twins.begin(), twins.end(), [&](const Twin& t) {
      return t.scene == wishes[k]->scene && t.outset == wishes[k]->outset;
    });
    panes[k].twin = static_cast<int>(same - twins.begin());
    if (same != twins.end()) continue;
    Twin& t = twins.emplace_back(Twin{wishes[k]->scene, wishes[k]->outset});
    std::unique_ptr<Engine> engine = maker();
    const double free = engine->free_bytes();
    try {
      t.solver.emplace(std::move(engine), t.scene, t.outset);
    } catch (const OutOfMemory&) {
      twin_message = why_no_twin(wishes[k]->scene, wishes[k]->outset, free);
    }
    t.valid_until = valid_until(panes[k].solver.scene(), t.outset);
  }
}

// `before`: the panes' scenes that the meters were made for.
void Ensemble::State::set_meters(const std::vector<Scene>& before, bool anew) {
  bool other_taps = anew;
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
    Twin* twin = twin_of(p);
    if (!twin) continue;
    const Scene& scene = p.solver.scene();
    if (p.meter && !anew && same_meter(before[k], scene)) {
      p.meter->set_scene(scene, twin->valid_until);
    } else {
      p.meter = std::make_unique<ReflectionMeter>(scene, p.solver.dt(), MeterOptions{twin->valid_until, {}, {}, {}});
      other_taps = true;
    }
  }
  if (other_taps) set_taps();
}

// A twin is tapped once where several panes look.
void Ensemble::State::set_taps() {
  for (std::size_t t = 0; t < twins.size(); ++t) {
    std::map<std::pair<int, int>, std::size_t> places;
    std::vector<Node> taps;
    for (Pane& p : panes) {
      if (p.twin != static_cast<int>(t) || !p.meter) continue;
      p.columns.clear();
      for (const Node& n : p.meter->taps()) {
        const auto [at, is_new] = places.try_emplace({n.i, n.j}, taps.size());
        if (is_new) taps.push_back(n);
        p.columns.push_back(at->second);
      }
    }
    twins[t].taps = taps.size();
    if (twins[t].solver) twins[t].solver->set_taps(std::move(taps));
  }
  for (Pane& p : panes) p.solver.set_taps(p.meter ? p.meter->taps() : std::vector<Node>());
}

// ---- what is measured

Solver* Ensemble::twin(int k) {
  Twin* t = state_->twin_of(state_->panes.at(static_cast<std::size_t>(k)));
  return t ? &*t->solver : nullptr;
}

double Ensemble::twin_bytes() const {
  double bytes = 0;
  for (const Twin& t : state_->twins)
    if (t.solver) bytes += engine_bytes(t.scene, t.outset);
  return bytes;
}
const std::string& Ensemble::twin_message() const { return state_->twin_message; }

PictureReference Ensemble::minus_twin(int k) {
  Solver* t = twin(k);
  if (!t) return {};
  return {&t->engine(), 1, 1, static_cast<double>(t->outset()[Side::left]),
          static_cast<double>(t->outset()[Side::bottom])};
}

PictureReference Ensemble::minus_pane(int k, int other) {
  const Vec2 here = cell_size(pane(k).scene()), there = cell_size(pane(other).scene());
  return {&pane(other).engine(), here.x / there.x, here.y / there.y, 0, 0};
}

ReflectionReading Ensemble::reading(int k, std::optional<double> frequency) {
  state_->catch_up();
  const Pane& p = state_->panes.at(static_cast<std::size_t>(k));
  return p.meter ? p.meter->reading(frequency) : ReflectionReading{};
}

}  // namespace ez
