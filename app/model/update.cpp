#include "app/model/update.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/model/hooks.h"
#include "app/model/panes.h"
#include "app/model/update_parts.h"
#include "render/colormap.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr std::size_t most_notes = 5;

// Returns true if State::panel_override replaces State::panel_shown.
bool has_panel_override(const State& s) { return s.panel_override && s.workspace == Workspace::explore; }

}  // namespace

bool shows_panel(const State& s) {
  if (s.narrow) return s.drawer_open;
  return has_panel_override(s) ? *s.panel_override : s.panel_shown;
}

void scene_changed(State& s) {
  s.media = media_of(s.scene, s.media);
  s.problems = validate(s.scene, s.media);
  if (!has_errors(s.problems)) {
    s.valid = s.scene;
    s.valid_media = s.media;
    withdraw(s, "not saved");
  }
  s.unsaved = is_unsaved(scene_to_save(s, s.scene), s.saved);
  s.active = std::clamp(s.active, 0, pane_count(s.scene) - 1);
  if (in_cells(s.scene.physics) && s.brush.material != wall_name && !state_named(s.scene, s.brush.material))
    s.brush.material = wall_name;
  if (!in_cells(s.scene.physics) && !has_material(s.scene, s.brush.material)) s.brush.material = usual_material;
  const auto count = [&] {
    switch (s.selection.kind) {
      case Selection::Kind::source:
        return s.scene.sources.size();
      case Selection::Kind::probe:
        return s.scene.probes.size();
      case Selection::Kind::shape:
        return s.scene.shapes.size();
      case Selection::Kind::none:
        break;
    }
    return std::size_t{0};
  };
  if (s.selection.index < 0 || static_cast<std::size_t>(s.selection.index) >= count()) s.selection = {};
}

void restart_after_fix(State& s, Services& x) {
  if (!s.frozen || has_errors(s.problems)) return;
  const bool can_go_on = s.instability && s.instability->last_good;
  s.frozen = false;
  s.frozen_why = {};
  withdraw(s, "frozen");
  s.instability.reset();
  if (!can_go_on) x.reset_field();
}

void start_over(State& s, Services& x) {
  s.frozen = false;
  s.frozen_why = {};
  withdraw(s, "frozen");
  s.instability.reset();
  s.requested_steps = 0;
  s.run_to.reset();
  s.moments.backwards = false;
  s.moments.wanted.reset();
  s.moments.take_back = false;
  if (s.held) s.running = true;
  s.held = false;
  x.reset_field();
}

std::string scene_name(const State& s) {
  if (!s.path.empty()) return std::filesystem::path(s.path).stem().string();
  return s.builtin.empty() ? "scene" : s.builtin;
}

void edit_scene(State& s, Services& x, Scene scene, const Text& what) {
  update(s, command::EditScene{std::move(scene), what, true}, x);
}

// ---- edits

namespace {

// Updates the state after an edit, an undo or a redo. `before` is the previous view.range of the scene; if it has
// changed, the view takes over the new one.
void edited(State& s, Services& x, double before) {
  const SceneView& own = s.scene.view;
  if (own.range != before) {
    if (own.range > 0) s.limits[static_cast<std::size_t>(own.quantity)] = own.range;
    if (s.view.quantity == own.quantity) s.view.range = own.range > 0 ? RangeMode::locked : RangeMode::automatic;
    if (s.view.quantity == own.quantity && own.range > 0) s.view.limit = own.range;
  }
  scene_changed(s);
  restart_after_fix(s, x);
}

}  // namespace

void on(State& s, Services& x, const command::EditScene& c) {
  if (c.scene == s.scene && !s.history.in_gesture()) return;
  const double range = s.scene.view.range;
  s.history.record(s.scene, c.what, c.finished);
  s.scene = c.scene;
  if (c.finished) s.history.drop_if_unchanged(s.scene);
  edited(s, x, range);
}

// If no simple change solves the problem, returns to the last valid scene.
void on(State& s, Services& x, const command::Repair& c) {
  const bool simple = !repair_words(s.scene, c.problem, s.media).empty();
  edit_scene(s, x, simple ? repaired(s.scene, c.problem, s.media) : s.valid, "fix problem");
}

namespace {

// A pulse belongs to a time of the run, not to the scene. So undoing it takes the run back to just before the pulse,
// and the run continues from there if it was running.
void take_back_pulse(State& s, Services& x, std::uint64_t step) {
  if (step < s.moments.begin)
    return add_note(s, Note::Kind::warning,
                    "Cannot undo the pulse: no snapshot from before it is stored. R restarts the run.", x.now(),
                    "timeline");
  leave_present_step(s);
  s.moments.take_back = true;
  add_note(s, Note::Kind::news, "The pulse was undone. The run is back at the step before it.", x.now(), "timeline");
}

}  // namespace

// Skips pulses that no longer affect the running fields, because the run has restarted or is at an earlier time.
void on(State& s, Services& x, const command::Undo&) {
  const double range = s.scene.view.range;
  while (s.history.pulse_to_undo() && !s.moments.last_pulse) s.history.undo(s.scene);
  const bool pulse = s.history.pulse_to_undo().has_value();
  const Scene now = s.scene;
  s.history.undo(s.scene);
  s.scene = with_comparison_of(s.beside, now, s.scene);
  pulse ? take_back_pulse(s, x, *s.moments.last_pulse) : edited(s, x, range);
}

// Sends a redone pulse into the running fields, as a redone shape would change them.
void on(State& s, Services& x, const command::Redo&) {
  const double range = s.scene.view.range;
  const std::optional<command::Pulse> pulse = s.history.pulse_to_redo();
  const Scene now = s.scene;
  s.history.redo(s.scene);
  s.scene = with_comparison_of(s.beside, now, s.scene);
  pulse ? x.pulse(*pulse, true) : edited(s, x, range);
}

void on(State& s, Services&, const command::Select& c) { s.selection = c.selection; }

// ---- time

void on(State& s, Services& x, const command::Run& c) {
  s.moments.backwards = false;
  if (c.running && s.frozen)
    add_note(s, Note::Kind::warning, "The field is frozen because it became unstable. R restarts it.", x.now(),
             "frozen");
  s.running = c.running;
  if (c.running)
    s.held = false;
  else
    s.run_to.reset();
}

// If the timeline has already recorded the following steps, replays them.
void on(State& s, Services& x, const command::Step& c) {
  const Moments& t = s.moments;
  if (const std::uint64_t from = t.wanted.value_or(t.target.value_or(t.now)); !s.running && !s.frozen && from < t.end)
    return update(s, command::GoTo{from + static_cast<std::uint64_t>(std::max(c.steps, 0))}, x);
  s.moments.backwards = false;
  s.running = s.held = false;
  s.run_to.reset();
  s.requested_steps += std::max(c.steps, 0);
}

void on(State& s, Services& x, const command::RunTo& c) {
  if (s.frozen || c.step <= s.step) start_over(s, x);
  s.held = false;
  s.run_to = c.step;
  s.running = c.step > 0;
}

void on(State& s, Services& x, const command::Reset&) { start_over(s, x); }

// Also drops an unstable run.
void leave_present_step(State& s) {
  s.requested_steps = 0;
  s.moments.backwards = s.moments.take_back = false;
  s.moments.wanted.reset();
  s.frozen = false;
  s.frozen_why = {};
  withdraw(s, "frozen");
  s.instability.reset();
}

// The run pauses there.
void on(State& s, Services&, const command::GoTo& c) {
  leave_present_step(s);
  s.running = s.held = false;
  s.run_to.reset();
  s.moments.wanted = c.step;
}

void on(State& s, Services&, const command::PlayBackwards& c) {
  if (c.on && s.frozen) return;
  s.moments.backwards = c.on;
  if (c.on) s.running = s.held = false, s.run_to.reset(), s.requested_steps = 0;
}

void on(State& s, Services&, const command::SetSpeed& c) {
  s.speed = c.speed;
  s.own_speed.reset();
  s.speed.steps_per_frame = std::clamp(s.speed.steps_per_frame, 1, 1000000);
  s.speed.periods_per_second = std::clamp(s.speed.periods_per_second, 1e-6, 1e9);
}

// ---- looking

// A residual needs a reference run to subtract. The session starts one while the residual is shown.
void on(State& s, Services& x, const command::SetView& c) {
  const Quantity before = s.view.quantity;
  s.limits[static_cast<std::size_t>(before)] = s.view.limit;
  s.locked[static_cast<std::size_t>(before)] = s.view.range == RangeMode::locked;
  const bool other_eyes = s.view.vision != c.view.vision;
  s.view = c.view;
  if (other_eyes) x.settings_changed(s);
  const double own = s.limits[static_cast<std::size_t>(s.view.quantity)];
  if (s.view.quantity == before) return;
  if (own > 0) s.view.limit = own;
  // A locked range applies to its own quantity only. The scene may lock the range of its quantity.
  const SceneView& scene = s.scene.view;
  const bool by_scene = s.view.quantity == scene.quantity && scene.range > 0;
  const bool locks = by_scene || s.locked[static_cast<std::size_t>(s.view.quantity)];
  if (s.view.range != RangeMode::logarithmic) s.view.range = locks ? RangeMode::locked : RangeMode::automatic;
}
void on(State& s, Services&, const command::SetTool& c) {
  if (is_for(physics_of(c.tool), s.scene.physics)) s.tool = c.tool;
}
void on(State& s, Services&, const command::SetBrush& c) { s.brush = c.brush; }
void on(State& s, Services& x, const command::SetTheme& c) {
  s.dark = c.dark;
  x.settings_changed(s);
}
void on(State& s, Services& x, const command::SetInterfaceScale& c) {
  s.interface_scale = allowed_interface_scale(c.scale);
  x.settings_changed(s);
}
void on(State& s, Services& x, const command::SetLanguage& c) {
  s.language = c.language;
  x.settings_changed(s);
}
void on(State& s, Services& x, const command::ShowPanel& c) {
  if (s.narrow) return void(s.drawer_open = c.shown);
  if (has_panel_override(s)) return void(s.panel_override = c.shown);
  s.panel_shown = c.shown;
  x.settings_changed(s);
}
void on(State& s, Services&, const command::ShowHelp& c) { s.help_shown = c.shown; }
// The presenter uses full screen. Afterwards the window returns to its previous size.
void on(State& s, Services& x, const command::Present& c) {
  const bool before = s.presenting.on;
  s.presenting = c.presenting;
  if (!before && c.presenting.on) {
    s.was_full_screen = s.full_screen;
    if (!s.full_screen) update(s, command::FullScreen{true}, x);
  }
  if (before && !c.presenting.on) {
    if (s.full_screen != s.was_full_screen) update(s, command::FullScreen{s.was_full_screen}, x);
    offer_edited(s, x);
  }
}

void on(State& s, Services& x, const command::FullScreen& c) {
  s.full_screen = c.on;
  x.full_screen(c.on, c.screen);
}

void on(State& s, Services& x, const command::Pulse& c) {
  if (s.frozen)
    add_note(s, Note::Kind::warning, "The run is frozen because it became unstable. R restarts it.", x.now(), "frozen");
  else
    x.pulse(c, false);
}

void on(State& s, Services& x, const command::SetBlock& c) {
  if (const Text why = x.set_block(c.block); !why.empty()) add_note(s, Note::Kind::warning, why, x.now());
}

// ---- answers

void on(State& s, Services&, const command::Dismiss& c) {
  std::erase_if(s.notes, [&](const Note& n) { return n.id == c.message; });
}

void on(State& s, Services& x, const command::Answer& c) {
  const std::optional<Question> question = std::exchange(s.question, std::nullopt);
  if (!question) return;
  if (!c.yes) return s.after_saving.reset();
  if (question->after_saving) s.after_saving = question->after_saving;
  update(s, question->then, x);
}

void on(State& s, Services& x, const command::AnswerOther& c) {
  const std::optional<Question> question = std::exchange(s.question, std::nullopt);
  if (question && c.choice < question->others.size()) update(s, question->others[c.choice].then, x);
}

void on(State& s, Services& x, const command::CancelPrompt&) {
  const Text problem = s.prompt ? s.prompt->problem : Text();
  if (!problem.empty()) add_note(s, Note::Kind::error, problem, x.now(), "not written");
  s.prompt.reset();
  s.after_saving.reset();
}

void update(State& state, const Command& command, Services& services) { command.carry_out(state, services); }

bool has_errors(const std::vector<Message>& messages) {
  return std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.kind == Message::Kind::error; });
}

std::string shown_name(const State& state) {
  if (!state.scene.title.empty()) return state.scene.title;
  if (!state.path.empty()) return std::filesystem::path(state.path).stem().string();
  return state.builtin.empty() ? "Untitled" : state.builtin;
}

double allowed_interface_scale(double wanted) { return wanted > 0 ? std::clamp(wanted, 0.75, 3.0) : 1; }

std::string shown_file(const State& state) {
  const std::string name = shown_name(state), dot = state.unsaved ? " •" : "";
  if (state.path.empty()) return name + dot;
  const std::filesystem::path file(state.path);
  const std::string behind = name == file.stem() ? "" : fmt::format(" ({})", name);
  return file.filename().string() + dot + behind;
}

Scene scene_to_save(const State& state, const Scene& scene) {
  Scene out = without_comparison(state.beside, scene);
  for (const ModelHooks& h : model_hooks())
    if (std::optional<Scene> own = h.to_save ? h.to_save(state, out) : std::nullopt) out = std::move(*own);
  return out;
}

bool is_unsaved(const Scene& scene, const Scene& saved) {
  if (!scene.hidden_fault || !saved.hidden_fault || *scene.hidden_fault == *saved.hidden_fault)
    return !(scene == saved);
  Scene same = scene;
  same.hidden_fault = saved.hidden_fault;
  return !(same == saved);
}

std::string window_title(const State& state) { return shown_file(state) + " – ezscope"; }

Text joined(const std::vector<Message>& messages) {
  constexpr std::size_t most = 8;  // a longer note would help nobody
  std::string text;
  for (std::size_t k = 0; k < std::min(messages.size(), most); ++k) {
    if (!text.empty()) text += '\n';
    text += to_string(messages[k]);
  }
  if (messages.size() <= most) return Text::as_is(std::move(text));
  return text_with("{}\n{}", text, text_with("and {} more", messages.size() - most));
}

void add_note(State& state, Note::Kind kind, Text text, double now, std::string cause) {
  int id = 1;
  for (const Note& n : state.notes) id = std::max(id, n.id + 1);
  std::erase_if(state.notes, [&](const Note& n) { return n.text == text || (!cause.empty() && n.cause == cause); });
  state.notes.push_back({kind, id, std::move(text), now, std::move(cause)});
  if (state.notes.size() > most_notes) state.notes.pop_front();
}

void withdraw(State& state, std::string_view cause) {
  std::erase_if(state.notes, [&](const Note& n) { return n.cause == cause; });
}

ViewState view_of(const Scene& scene, const ViewState& before) {
  ViewState view = before;
  view.fit = true;
  view.center = {0.5 * (scene.grid.nx - 1), 0.5 * (scene.grid.ny - 1)};
  view.quantity = scene.view.quantity;
  view.arrows = scene.view.arrows;
  view.lens = scene.view.lens;
  view.map = 0;
  view.gain = 1;
  view.range = scene.view.range > 0 ? RangeMode::locked : RangeMode::automatic;
  view.limit = scene.view.range > 0 ? scene.view.range : 1;
  view.low = 0;
  const bool fits = is_diverging(scene.view.colormap) == is_signed(view.quantity);
  (fits                                ? view.*colormap_of(view.quantity)
   : is_diverging(scene.view.colormap) ? view.colormap
                                       : view.sequential_colormap) = scene.view.colormap;
  return view;
}

namespace {

// Applies the scene's own pace while the scene is open. A fixed number of steps per frame is not changed.
void set_pace(State& s) {
  if (s.own_speed) s.speed = *std::exchange(s.own_speed, std::nullopt);
  const std::optional<double> pace = s.scene.pause.pace;
  if (!pace || !s.speed.automatic) return;
  s.own_speed = s.speed;
  s.speed.full = false;
  (in_cells(s.scene.physics) ? s.speed.crossings_per_second : s.speed.periods_per_second) = *pace;
}

}  // namespace

void adopt_scene(State& state, Scene scene, std::string path, std::string builtin, SharedMedia known) {
  state.scene = std::move(scene);
  if (known) state.media = std::move(known);
  state.saved = state.scene;
  state.scene_is_kept = false;
  state.path = std::move(path);
  state.builtin = std::move(builtin);
  state.history.clear();
  state.selection = {};
  state.requested_steps = 0;
  state.run_to.reset();
  state.moments.backwards = false;
  state.moments.wanted.reset();
  if (state.held || state.presenting.on) state.running = true;  // a presented scene starts running
  state.held = false;
  state.frozen = false;
  state.frozen_why = {};
  state.view = view_of(state.scene, state.view);
  state.view.cut = {};
  state.view.measuring = {};
  state.limits.fill(0);
  state.locked.fill(false);
  if (state.scene.view.range > 0) state.limits[static_cast<std::size_t>(state.view.quantity)] = state.view.limit;
  set_pace(state);
  adopt_panes(state);
  for (const ModelHooks& h : model_hooks())
    if (h.adopted) h.adopted(state);
  if (!is_for(physics_of(state.tool), state.scene.physics)) state.tool = Tool::select;
  scene_changed(state);
  // new shapes must differ from the background
  if (state.brush.material == state.scene.grid.background) state.brush.material = "pec";
}

}  // namespace ez
