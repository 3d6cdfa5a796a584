// Carries out the commands of experiments of several runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/features/study/commands.h"
#include "app/features/study/services.h"
#include "app/features/study/state.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "solver/base/cores.h"
#include "solver/base/text_with.h"

namespace ez {

void on(State& s, Services& x, const command::CheckConvergence&) {
  if (s.scene.checks.empty()) return;
  x.of<StudyServices>().start_convergence(pane_scene(s, s.active));
}

void on(State&, Services& x, const command::CancelConvergence&) { x.of<StudyServices>().cancel_convergence(); }

void on(State& s, Services&, const command::SetUpSweep& c) { s.of<StudyState>().setup = c.sweep; }

namespace {

Text first_error(const std::vector<Message>& messages) {
  const auto found = std::ranges::find(messages, Message::Kind::error, &Message::kind);
  return found == messages.end() ? Text() : Text::as_is(found->text);
}

}  // namespace

void on(State& s, Services& x, const command::RunKeySweep&) {
  StudyState& study = s.of<StudyState>();
  if (!study.setup) return;
  if (!has_threads())  // the page would not respond until the last point
    return add_note(s, Note::Kind::warning,
                    "A sweep needs threads, which this page may not use. Run it in the program.", x.now());
  const Scene scene = pane_scene(s, s.active);
  SweepPlan plan = plan_sweep(scene, request_of(*study.setup));
  if (const Text why = first_error(plan.messages); !why.empty())
    return add_note(s, Note::Kind::error, text_with("Cannot run the sweep: {}", why), x.now());
  ShownSweep shown{.of = *study.setup, .scene = scene, .points = plan.sweep.points, .known = {}};
  for (SweepPoint& p : shown.points) {
    if (!p.refused) p.measured = p.theory = NAN;
    shown.known.push_back(p.refused);
  }
  x.of<StudyServices>().stop_sweep();
  study.sweep = std::move(shown);
  x.of<StudyServices>().start_sweep(std::move(plan.sweep));
}

void on(State&, Services& x, const command::StopKeySweep&) { x.of<StudyServices>().stop_sweep(); }

void on(State& s, Services& x, const command::OpenSweepPoint& c) {
  const std::optional<ShownSweep>& sweep = s.of<StudyState>().sweep;
  if (!sweep || c.point >= sweep->points.size()) return;
  const SweepPoint point = sweep->points[c.point];
  const SweepRequest request = request_of(sweep->of);
  std::vector<Override> set;
  for (std::size_t k = 0; k < point.values.size(); ++k)
    set.push_back({request.axes[k].path, fmt::format("{}", point.values[k])});
  const auto pane = static_cast<std::size_t>(s.active);
  const SceneResult edited = with_overrides(pane_scene(s, s.active), set);
  const std::optional<Scene> scene = !edited.scene              ? std::nullopt
                                     : s.scene.variants.empty() ? edited.scene
                                                                : with_variant(s.scene, pane, *edited.scene);
  if (!scene) {
    add_note(s, Note::Kind::error, text_with("Cannot open this point: {}", first_error(edited.messages)), x.now());
    return;
  }
  edit_scene(s, x, *scene, "open sweep point");
  start_over(s, x);
  if (point.steps > 0) update(s, command::RunTo{point.steps}, x);
}

void on(State& s, Services& x, const command::KeepSweep&) {
  const std::optional<SceneSweep>& setup = s.of<StudyState>().setup;
  if (!setup) return;
  Scene scene = s.scene;
  SceneSweep sweep = *setup;
  const auto taken = [&] { return std::ranges::count(scene.sweeps, sweep.name, &SceneSweep::name) > 0; };
  for (int k = 2; taken(); ++k) sweep.name = fmt::format("{} ({})", setup->name, k);
  scene.sweeps.push_back(std::move(sweep));
  edit_scene(s, x, std::move(scene), "add sweep");
}

void on(State& s, Services& x, const command::SaveSweep& c) {
  using As = command::SaveSweep::As;
  if (!s.of<StudyState>().sweep) return;
  const char* suffix = c.as == As::csv ? ".csv" : c.as == As::json ? ".json" : ".png";
  std::filesystem::path path = c.path;
  if (path.empty())
    path = x.fresh_name("ezscope-" + scene_name(s) + "-sweep", suffix);
  else if (path.extension() != suffix)
    path += suffix;
  if (c.as == As::png) return x.of<StudyServices>().save_sweep_picture(path);
  note_file_written(s, x, path, x.of<StudyServices>().save_sweep_table(path, c.as == As::json));
}

}  // namespace ez
