// An ensemble's edits: all panes and twins take one at the same step, or every run starts anew.
#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

#include "solver/compare/comparison_state.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/reference_run.h"
#include "solver/scene/file/scene_file.h"

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

// Where a late twin cannot go the way its pane went.
constexpr const char* no_way_back =
    "no reference run beside this one: since the start the scene was edited in a way that it cannot make up for; start "
    "over (R), and it runs along";

// About what a scene takes in memory.
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

// Without what no run looks at.
Scene bare(Scene s) {
  s.title.clear();
  s.text.clear();
  s.view = {};
  s.pause = {};
  s.run = {};
  s.probes.clear();
  s.variants.clear();
  return s;
}

}  // namespace

// ---- what a pane has been

void Ensemble::State::Past::begin(const Scene& scene) {
  edits_.assign(1, {0, bare(scene)});
  bytes_ = bytes_of(edits_.front().scene);
}

// Edits at one step are one where they leave sources and Δt alone: an edit of a source begins a fade.
void Ensemble::State::Past::add(std::uint64_t step, const Scene& scene) {
  constexpr double most_bytes = 64e6;
  constexpr std::size_t most_edits = 10000;
  if (edits_.empty()) return;
  Scene now = bare(scene);
  if (now == edits_.back().scene) return;
  const Edit& last = edits_.back();
  if (edits_.size() > 1 && last.step == step && last.scene.sources == now.sources &&
      time_step(last.scene) == time_step(now)) {
    bytes_ -= bytes_of(edits_.back().scene);
    edits_.pop_back();
  }
  bytes_ += bytes_of(now);
  edits_.push_back({step, std::move(now)});
  if (bytes_ > most_bytes || edits_.size() > most_edits) edits_ = {};
}

// Back to when it held so many.
void Ensemble::State::Past::cut(std::size_t size) {
  while (edits_.size() > std::max<std::size_t>(size, 1)) {
    bytes_ -= bytes_of(edits_.back().scene);
    edits_.pop_back();
  }
}

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

std::optional<Ensemble::State::Wish> Ensemble::State::wish_of(const Scene& scene) const {
  if (!scene.reflection.on && !looking) return std::nullopt;
  const Outset outset = twin_outset(scene);
  if (is_empty(outset)) return std::nullopt;
  return Wish{twin_scene(scene), outset};
}

// As a twin that was there from the start would have gone: sides and margin are those it is made for now.
std::optional<std::deque<Ensemble::State::Edit>> Ensemble::State::way_to(const Wish& now, const Pane& p) {
  std::deque<Edit> way;
  for (Edit edit : p.past.edits()) {
    edit.scene.reflection = p.solver.scene().reflection;
    if (measured_sides(edit.scene) != measured_sides(p.solver.scene())) return std::nullopt;
    const std::optional<Wish> then = wish_of(seen(p, std::move(edit.scene)));
    if (!then || !(then->outset == now.outset)) return std::nullopt;
    if (way.empty() || !(way.back().scene == then->scene)) way.push_back({edit.step, then->scene});
  }
  if (way.empty()) return std::nullopt;
  return way;
}

void Ensemble::look(bool on) {
  State& s = *state_;
  if (on == s.looking) return;
  s.catch_up();
  s.looking = on;
  const auto measured = [](const State::Pane& p) { return p.solver.scene().reflection.on; };
  if (std::any_of(s.panes.begin(), s.panes.end(), measured)) return;  // there are twins already
  s.make_late_twins();
}

void Ensemble::State::make_late_twins() {
  std::vector<Scene> scenes;
  for (const Pane& p : panes) scenes.push_back(p.solver.scene());
  make_twins(scenes, true);
  set_meters({}, true);
}

void Ensemble::State::reset() {
  for (Pane& p : panes) {
    p.solver.reset();
    p.past.begin(p.solver.scene());
  }
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
  bool others = false;  // or none where one could not come late
  for (const State::Pane& p : s.panes) {
    scenes.push_back(p.solver.scene());
    const State::Twin* twin = s.twin_of(p);
    others |= (p.twin < 0 && s.wish_of(scenes.back())) || (p.twin >= 0 && p.opened != opened_sides(scenes.back())) ||
              (twin && !twin->to_come.empty());
  }
  if (others) {
    s.make_twins(scenes, false);
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
    std::vector<std::optional<State::Wish>> wishes;
    for (const Scene& one : seen) wishes.push_back(s.wish_of(one));
    for (State::Pane& p : s.panes) p.past.add(p.solver.step(), p.solver.scene());
    bool measured = false, other_meters = false;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      measured |= wanted[k].reflection.on;
      other_meters |= k < before.size() && wanted[k].reflection.on != before[k].reflection.on;
    }
    if (!out.restarted && !other_meters && s.twins_can_stay(wishes)) {
      s.edit_twins(wishes);
      s.set_meters(before, false);
    } else {
      s.make_twins(wanted, s.looking && !measured && !out.restarted);
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
    if (behind(panes[k]) > 0)
      t.to_come.push_back({panes[k].solver.step(), t.scene});
    else
      edit(t, t.scene);
    t.valid_until = std::min(t.valid_until, valid_until(seen(panes[k], panes[k].solver.scene()), t.outset));
  }
}

void Ensemble::State::edit(Twin& twin, const Scene& scene) {
  const ApplyReport report = twin.solver->apply(scene);
  if (!report.refused) return;
  twin.solver.reset();
  twin_message = "no reflection-free twin of this scene: " + report.message;
}

void Ensemble::State::make_twins(const std::vector<Scene>& scenes, bool late) {
  twins.clear();
  twin_message.clear();
  for (std::size_t k = 0; k < panes.size(); ++k) {
    Pane& p = panes[k];
    p.twin = -1;
    p.meter.reset();
    p.opened.clear();
    if (!scenes[k].reflection.on && !looking) continue;
    Scene first = scenes[k];
    if (late && !p.past.edits().empty()) {
      first = p.past.edits().front().scene;
      first.reflection = scenes[k].reflection;
    }
    p.opened = opened_sides(first);
    const std::optional<Wish> wish = wish_of(seen(p, scenes[k]));
    if (!wish) continue;
    std::optional<std::deque<Edit>> way = std::deque<Edit>{{0, wish->scene}};
    if (late) way = way_to(*wish, p);
    if (!way) {
      twin_message = no_way_back;
      continue;
    }
    const Scene begin = std::move(way->front().scene);
    way->pop_front();
    const auto same = std::find_if(twins.begin(), twins.end(), [&](const Twin& t) {
      return t.scene == wish->scene && t.outset == wish->outset && t.to_come == *way &&
             (!t.solver || t.solver->scene() == begin);
    });
    p.twin = static_cast<int>(same - twins.begin());
    if (same != twins.end()) continue;
    Twin& t = twins.emplace_back(Twin{wish->scene, wish->outset});
    std::unique_ptr<Engine> engine = maker();
    const double free = engine->free_bytes();
    try {
      t.solver.emplace(std::move(engine), begin, t.outset);
    } catch (const OutOfMemory&) {
      twin_message = why_no_twin(wish->scene, wish->outset, free);
    }
    t.to_come = std::move(*way);
    t.valid_until = valid_until(p.solver.scene(), t.outset);
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
