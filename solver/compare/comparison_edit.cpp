// A comparison's edits: all panes and reference runs take one at the same step, or every run starts anew.
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

// Where a late reference run cannot go the way its pane went.
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

void Comparison::State::Past::begin(const Scene& scene) {
  edits_.assign(1, {0, bare(scene)});
  bytes_ = bytes_of(edits_.front().scene);
}

// Edits at one step are one where they leave sources and Δt alone: an edit of a source begins a fade.
void Comparison::State::Past::add(std::uint64_t step, const Scene& scene) {
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
void Comparison::State::Past::cut(std::size_t size) {
  while (edits_.size() > std::max<std::size_t>(size, 1)) {
    bytes_ -= bytes_of(edits_.back().scene);
    edits_.pop_back();
  }
}

std::vector<Scene> Comparison::State::scenes_of(const Scene& scene, std::string& why) {
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

Scene Comparison::State::seen(const Pane& pane, Scene scene) {
  const std::vector<Side> measured = measured_sides(scene);
  const bool all = std::all_of(pane.opened.begin(), pane.opened.end(), [&](Side side) {
    return std::find(measured.begin(), measured.end(), side) != measured.end();
  });
  if (all && measured == measured_sides(pane.solver.scene())) scene.reflection.opened = pane.opened;
  return scene;
}

std::optional<Comparison::State::Wish> Comparison::State::wish_of(const Scene& scene) const {
  if (!scene.reflection.on && !looking) return std::nullopt;
  const Padding padding = reference_padding(scene);
  if (is_empty(padding)) return std::nullopt;
  return Wish{reference_scene(scene), padding};
}

// As a reference run that was there from the start would have gone: sides and margin are those it is made for now.
std::optional<std::deque<Comparison::State::Edit>> Comparison::State::way_to(const Wish& now, const Pane& p) {
  std::deque<Edit> way;
  for (Edit edit : p.past.edits()) {
    edit.scene.reflection = p.solver.scene().reflection;
    if (measured_sides(edit.scene) != measured_sides(p.solver.scene())) return std::nullopt;
    const std::optional<Wish> then = wish_of(seen(p, std::move(edit.scene)));
    if (!then || !(then->padding == now.padding)) return std::nullopt;
    if (way.empty() || !(way.back().scene == then->scene)) way.push_back({edit.step, then->scene});
  }
  if (way.empty()) return std::nullopt;
  return way;
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
  }
  for (ReferenceRun& t : references)
    if (t.solver) t.solver->reset();
  for (Pane& p : panes) {
    ReferenceRun* t = reference_of(p);
    if (!p.meter || !t) continue;
    const Scene scene = seen(p, p.solver.scene());
    t->valid_until = valid_until(scene, t->padding);
    p.meter->restart();
    p.meter->set_scene(scene, t->valid_until);
  }
}

// What was drawn into layers meanwhile counts from here on.
void Comparison::reset() {
  State& s = *state_;
  s.catch_up();
  std::vector<Scene> scenes;
  bool others = false;  // or none where one could not come late
  for (const State::Pane& p : s.panes) {
    scenes.push_back(p.solver.scene());
    const State::ReferenceRun* reference = s.reference_of(p);
    others |= (p.reference < 0 && s.wish_of(scenes.back())) || (p.reference >= 0 && p.opened != opened_sides(scenes.back())) ||
              (reference && !reference->to_come.empty());
  }
  if (others) {
    s.make_references(scenes, false);
    s.set_meters({}, true);
  }
  s.reset();
}

// All or none: when a grid does not fit, those that took theirs go back.
ApplyReport Comparison::State::apply_to_panes(const std::vector<Scene>& scenes, bool& restart) {
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

Comparison::Applied Comparison::apply(const Scene& scene) {
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
    if (!out.restarted && !other_meters && s.references_can_stay(wishes)) {
      s.edit_references(wishes);
      s.set_meters(before, false);
    } else {
      s.make_references(wanted, s.looking && !measured && !out.restarted);
      s.set_meters({}, true);
      const bool reference =
          std::any_of(s.references.begin(), s.references.end(), [](const State::ReferenceRun& t) { return t.solver.has_value(); });
      if (!out.restarted && reference && measured) {
        out.restarted = true;
        out.message = anew + ", together with its reference run";
      }
    }
    if (!reference_message().empty()) out.message = reference_message();
  }
  if (out.restarted) s.reset();
  return out;
}

// Panes that share a reference run must wish for the same one, and for one as large as the one they have.
bool Comparison::State::references_can_stay(const std::vector<std::optional<Wish>>& wishes) const {
  std::map<int, const Wish*> of_reference;
  for (std::size_t k = 0; k < panes.size(); ++k) {
    const int t = panes[k].reference;
    if (wishes[k].has_value() != (t >= 0)) return false;
    if (t < 0) continue;
    const auto [at, is_new] = of_reference.try_emplace(t, &*wishes[k]);
    const ReferenceRun& reference = references[static_cast<std::size_t>(t)];
    if (!(*at->second == *wishes[k]) || !(reference.padding == wishes[k]->padding)) return false;
    if (!reference.solver && !(reference.scene == wishes[k]->scene)) return false;
  }
  return true;
}

void Comparison::State::edit_references(const std::vector<std::optional<Wish>>& wishes) {
  for (std::size_t k = 0; k < panes.size(); ++k) {
    if (panes[k].reference < 0) continue;
    ReferenceRun& t = references[static_cast<std::size_t>(panes[k].reference)];
    if (t.scene == wishes[k]->scene) continue;
    t.scene = wishes[k]->scene;
    if (!t.solver) continue;  // it went with the pane before
    if (behind(panes[k]) > 0)
      t.to_come.push_back({panes[k].solver.step(), t.scene});
    else
      edit(t, t.scene);
    t.valid_until = std::min(t.valid_until, valid_until(seen(panes[k], panes[k].solver.scene()), t.padding));
  }
}

void Comparison::State::edit(ReferenceRun& reference, const Scene& scene) {
  const ApplyReport report = reference.solver->apply(scene);
  if (!report.refused) return;
  reference.solver.reset();
  reference_message = "no reference run of this scene: " + report.message;
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
      first = p.past.edits().front().scene;
      first.reflection = scenes[k].reflection;
    }
    p.opened = opened_sides(first);
    const std::optional<Wish> wish = wish_of(seen(p, scenes[k]));
    if (!wish) continue;
    std::optional<std::deque<Edit>> way = std::deque<Edit>{{0, wish->scene}};
    if (late) way = way_to(*wish, p);
    if (!way) {
      reference_message = no_way_back;
      continue;
    }
    const Scene begin = std::move(way->front().scene);
    way->pop_front();
    const auto same = std::find_if(references.begin(), references.end(), [&](const ReferenceRun& t) {
      return t.scene == wish->scene && t.padding == wish->padding && t.to_come == *way &&
             (!t.solver || t.solver->scene() == begin);
    });
    p.reference = static_cast<int>(same - references.begin());
    if (same != references.end()) continue;
    ReferenceRun& t = references.emplace_back(ReferenceRun{wish->scene, wish->padding});
    std::unique_ptr<Engine> engine = maker();
    const double free = engine->free_bytes();
    try {
      t.solver.emplace(std::move(engine), begin, t.padding);
    } catch (const OutOfMemory&) {
      reference_message = why_no_reference(wish->scene, wish->padding, free);
    }
    t.to_come = std::move(*way);
    t.valid_until = valid_until(p.solver.scene(), t.padding);
  }
}

// `before`: the panes' scenes that the meters were made for.
void Comparison::State::set_meters(const std::vector<Scene>& before, bool anew) {
  bool other_taps = anew;
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
    if (p.meter && !anew && same_meter(seen(p, before[k]), scene)) {
      p.meter->set_scene(scene, reference->valid_until);
    } else {
      p.meter = std::make_unique<ReflectionMeter>(scene, p.solver.dt(), MeterOptions{reference->valid_until, {}, {}, {}});
      other_taps = true;
    }
  }
  if (other_taps) set_taps();
}

// A reference run is tapped once where several panes look.
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
  for (Pane& p : panes) p.solver.set_taps(p.meter ? p.meter->taps() : std::vector<Node>());
}

}  // namespace ez
