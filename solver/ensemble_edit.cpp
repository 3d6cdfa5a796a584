// An ensemble's edits: all panes and twins take one at the same step, or every run starts anew.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "solver/ensemble_state.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/twin.h"
#include "solver/scene/scene_file.h"

namespace ez {
namespace {

// Whether a meter made for `a` serves `b`: the same lines, sources and way of looking. Media and boundaries are told to
// it (ReflectionMeter::set_scene).
bool same_meter(const Scene& a, const Scene& b) {
  const auto la = meter_lines(a), lb = meter_lines(b);
  for (std::size_t s = 0; s < la.size(); ++s)
    if (!(la[s].first == lb[s].first) || la[s].count != lb[s].count) return false;
  Grid grid = a.grid;
  grid.background = b.grid.background;
  return a.sources == b.sources && a.reflection == b.reflection && time_step(a) == time_step(b) && grid == b.grid;
}

}  // namespace

std::vector<Scene> Ensemble::State::scenes_of(const Scene& scene, std::string& why) {
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

Scene Ensemble::State::seen(const Pane& pane, Scene scene) {
  const std::vector<Side> measured = measured_sides(scene);
  const bool all = std::all_of(pane.opened.begin(), pane.opened.end(), [&](Side side) {
    return std::find(measured.begin(), measured.end(), side) != measured.end();
  });
  if (all && measured == measured_sides(pane.solver.scene())) scene.reflection.opened = pane.opened;
  return scene;
}

std::optional<Ensemble::State::Wish> Ensemble::State::wish_of(const Scene& scene, bool looking) {
  if (!scene.reflection.on && !looking) return std::nullopt;
  const Outset outset = twin_outset(scene);
  if (is_empty(outset)) return std::nullopt;
  return Wish{twin_scene(scene), outset};
}

std::vector<std::optional<Ensemble::State::Wish>> Ensemble::State::wishes_of(const std::vector<Scene>& scenes) const {
  std::vector<std::optional<Wish>> wishes;
  for (const Scene& one : scenes) wishes.push_back(wish_of(one, looking));
  return wishes;
}

void Ensemble::look(bool on) {
  State& s = *state_;
  if (on == s.looking) return;
  s.catch_up();
  s.looking = on;
  std::vector<Scene> scenes;
  for (const State::Pane& p : s.panes) scenes.push_back(p.solver.scene());
  const auto measured = [](const Scene& scene) { return scene.reflection.on; };
  if (std::any_of(scenes.begin(), scenes.end(), measured)) return;  // there are twins already
  s.make_twins(s.wishes_of(scenes));
  s.set_meters({}, true);
}

void Ensemble::State::reset() {
  for (Pane& p : panes) p.solver.reset();
  for (Twin& t : twins)
    if (t.solver) t.solver->reset();
  for (Pane& p : panes) {
    Twin* t = twin_of(p);
    if (!p.meter || !t) continue;
    const Scene scene = seen(p, p.solver.scene());
    t->valid_until = valid_until(scene, t->outset);
    p.meter->restart();
    p.meter->set_scene(scene, t->valid_until);
  }
}

// What was drawn into layers meanwhile counts from here on.
void Ensemble::reset() {
  State& s = *state_;
  s.catch_up();
  std::vector<Scene> scenes;
  bool others = false;
  for (const State::Pane& p : s.panes) {
    scenes.push_back(p.solver.scene());
    others |= p.twin >= 0 && p.opened != opened_sides(scenes.back());
  }
  if (others) {
    s.make_twins(s.wishes_of(scenes));
    s.set_meters({}, true);
  }
  s.reset();
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
  const std::vector<Scene> wanted = State::scenes_of(scene, out.report.message);
  if (wanted.empty()) {
    out.report.refused = true;
    return out;
  }
  std::vector<Scene> before, seen = wanted;
  for (const State::Pane& p : s.panes) before.push_back(p.solver.scene());
  for (std::size_t k = 0; k < std::min(seen.size(), s.panes.size()); ++k)
    seen[k] = State::seen(s.panes[k], std::move(seen[k]));
  const bool others = wanted.size() != s.panes.size();
  out.report = s.apply_to_panes(wanted, out.restarted);
  const bool several = s.panes.size() > 1;
  const std::string anew = several ? "every pane starts anew" : "the run starts anew";
  if (out.restarted)
    out.message = !out.report.refused && !others ? "another grid starts from zero"
                  : others && several            ? anew + ", so that all show the same moment"
                                                 : anew;
  if (!out.report.refused) {
    s.scene = scene;
    for (std::size_t k = 0; k < s.panes.size(); ++k)
      s.panes[k].name = k < scene.variants.size() ? scene.variants[k].name : "";
    const std::vector<std::optional<State::Wish>> wishes = s.wishes_of(seen);
    bool measured = false, other_meters = false;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      measured |= wanted[k].reflection.on;
      other_meters |= k < before.size() && wanted[k].reflection.on != before[k].reflection.on;
    }
    if (!out.restarted && !other_meters && s.twins_can_stay(wishes)) {
      s.edit_twins(wishes);
      s.set_meters(before, false);
    } else {
      s.make_twins(s.wishes_of(wanted));
      s.set_meters({}, true);
      const bool twin =
          std::any_of(s.twins.begin(), s.twins.end(), [](const State::Twin& t) { return t.solver.has_value(); });
      if (!out.restarted && twin && measured) {
        out.restarted = true;
        out.message = anew + ", together with its reflection-free twin";
      }
    }
    if (!twin_message().empty()) out.message = twin_message();
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
    if (!t.solver) continue;  // it went with the pane before
    if (const ApplyReport report = t.solver->apply(t.scene); report.refused) {
      t.solver.reset();
      twin_message = "no reflection-free twin of this scene: " + report.message;
    }
    t.valid_until = std::min(t.valid_until, valid_until(seen(panes[k], panes[k].solver.scene()), t.outset));
  }
}

void Ensemble::State::make_twins(const std::vector<std::optional<Wish>>& wishes) {
  twins.clear();
  twin_message.clear();
  for (std::size_t k = 0; k < panes.size(); ++k) {
    panes[k].twin = -1;
    panes[k].meter.reset();
    panes[k].opened.clear();
    if (!wishes[k]) continue;
    const auto same = std::find_if(twins.begin(), twins.end(), [&](const Twin& t) {
      return t.scene == wishes[k]->scene && t.outset == wishes[k]->outset;
    });
    panes[k].twin = static_cast<int>(same - twins.begin());
    panes[k].opened = opened_sides(panes[k].solver.scene());
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
  no_side.clear();
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
    const Twin* twin = twin_of(p);
    const bool measured = p.solver.scene().reflection.on;
    p.why_not = {};
    if (measured || looking) p.why_not = why_not_opened(p.solver.scene());
    if (p.twin < 0 && no_side.empty()) no_side = in_words(p.why_not);
    if (!twin || !measured) {
      other_taps |= p.meter != nullptr;
      p.meter.reset();
      continue;
    }
    const Scene scene = seen(p, p.solver.scene());
    if (p.meter && !anew && same_meter(seen(p, before[k]), scene)) {
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

}  // namespace ez
