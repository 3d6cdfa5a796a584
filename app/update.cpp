#include "app/update.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/lab.h"
#include "app/update_parts.h"
#include "render/colormap.h"

namespace ez {
namespace {

constexpr std::size_t most_notes = 5;
constexpr std::size_t most_recent = 10;

}  // namespace

void scene_changed(State& s) {
  s.problems = validate(s.scene);
  s.unsaved = !(s.scene == s.saved);
  s.lab.active = std::clamp(s.lab.active, 0, pane_count(s.scene) - 1);
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

void thaw(State& s, Services& x) {
  if (!s.frozen || has_errors(s.problems)) return;
  const bool can_go_on = s.lab.instability && s.lab.instability->last_good;
  s.frozen = false;
  s.frozen_why.clear();
  s.lab.instability.reset();
  if (!can_go_on) x.reset_field();
}

std::string scene_name(const State& s) {
  if (!s.path.empty()) return std::filesystem::path(s.path).stem().string();
  return s.builtin.empty() ? "scene" : s.builtin;
}

void edit_scene(State& s, Services& x, Scene scene, const std::string& what) {
  update(s, command::EditScene{std::move(scene), what, true}, x);
}

namespace {

void warn_of_problems(State& s, Services& x) {
  if (!has_errors(s.problems)) return;
  std::string text = "The field runs on with the last scene that was valid: " + joined(s.problems);
  add_note(s, Note::Kind::warning, std::move(text), x.now());
}

// The same note again replaces the one before it instead of piling up.
void outcome(State& s, Services& x, const std::string& error, const std::string& news) {
  if (error.empty())
    add_note(s, Note::Kind::news, news, x.now());
  else
    add_note(s, Note::Kind::error, error, x.now());
}

void ask(State& s, std::string text, std::string yes, Command then) {
  s.question = Question{std::move(text), std::move(yes), "Cancel", std::move(then)};
}

void ask_path(State& s, Services& x, FilePrompt::Purpose purpose, const std::string& suggestion) {
  if (!x.ask_path(purpose, suggestion)) s.prompt = FilePrompt{purpose, suggestion};
}

void remember(State& s, Services& x, const std::string& path) {
  std::erase(s.recent, path);
  s.recent.insert(s.recent.begin(), path);
  if (s.recent.size() > most_recent) s.recent.resize(most_recent);
  x.settings_changed(s);
}

void open_scene(State& s, Services& x, const std::string& name, bool builtin) {
  SceneResult result = x.load(name);
  if (!result.scene) {
    std::erase(s.recent, name);
    add_note(s, Note::Kind::error, joined(result.messages), x.now());
    return;
  }
  adopt_scene(s, std::move(*result.scene), builtin ? "" : name, builtin ? name : "");
  x.reset_field();
  if (!result.messages.empty()) add_note(s, Note::Kind::warning, joined(result.messages), x.now());
  if (!builtin) remember(s, x, name);
}

// ---- edits

void on(State& s, Services& x, const command::EditScene& c) {
  if (c.scene == s.scene && !s.history.in_gesture()) return;
  s.history.record(s.scene, c.what, c.finished);
  s.scene = c.scene;
  if (c.finished) s.history.drop_if_unchanged(s.scene);
  scene_changed(s);
  thaw(s, x);
  if (c.finished) warn_of_problems(s, x);
}

void on(State& s, Services& x, const command::Undo&) {
  s.history.undo(s.scene);
  scene_changed(s);
  thaw(s, x);
}

void on(State& s, Services& x, const command::Redo&) {
  s.history.redo(s.scene);
  scene_changed(s);
  thaw(s, x);
}

void on(State& s, Services&, const command::Select& c) { s.selection = c.selection; }

// ---- time

void on(State& s, Services& x, const command::Run& c) {
  if (c.running && s.frozen)
    add_note(s, Note::Kind::warning, "The field is frozen. Reset (R) starts it anew.", x.now());
  s.running = c.running;
}

void on(State& s, Services&, const command::Step& c) {
  s.running = false;
  s.steps_wanted += std::max(c.steps, 0);
}

void on(State& s, Services& x, const command::Reset&) {
  s.frozen = false;
  s.frozen_why.clear();
  s.lab.instability.reset();
  s.steps_wanted = 0;
  x.reset_field();
}

void on(State& s, Services&, const command::SetSpeed& c) {
  s.speed = c.speed;
  s.speed.steps_per_frame = std::clamp(s.speed.steps_per_frame, 1, 1000000);
  s.speed.periods_per_second = std::clamp(s.speed.periods_per_second, 1e-6, 1e9);
}

// ---- looking

// A residual needs a twin to subtract.
void on(State& s, Services& x, const command::SetView& c) {
  const bool now = c.view.quantity == Quantity::residual && s.view.quantity != Quantity::residual;
  s.view = c.view;
  if (now && !s.scene.reflection.on) update(s, command::Measure{true}, x);
}
void on(State& s, Services&, const command::SetTool& c) { s.tool = c.tool; }
void on(State& s, Services&, const command::SetBrush& c) { s.brush = c.brush; }
void on(State& s, Services& x, const command::SetTheme& c) {
  s.dark = c.dark;
  x.settings_changed(s);
}
void on(State& s, Services& x, const command::SetInterfaceScale& c) {
  s.interface_scale = allowed_interface_scale(c.scale);
  x.settings_changed(s);
}
void on(State& s, Services& x, const command::ShowPanel& c) {
  s.panel_shown = c.shown;
  x.settings_changed(s);
}
void on(State& s, Services&, const command::ShowHelp& c) { s.help_shown = c.shown; }
void on(State& s, Services& x, const command::FullScreen& c) {
  s.full_screen = c.on;
  x.full_screen(c.on);
}

void on(State& s, Services& x, const command::SetBlock& c) {
  if (const std::string why = x.set_block(c.block); !why.empty()) add_note(s, Note::Kind::warning, why, x.now());
}

// ---- files

void on(State& s, Services& x, const command::Open& c) {
  s.prompt.reset();
  if (c.path.empty())
    ask_path(s, x, FilePrompt::Purpose::open, s.path);
  else if (s.unsaved && !c.confirmed)
    ask(s, "The scene has unsaved changes. Open another one?", "Discard changes", command::Open{c.path, true});
  else
    open_scene(s, x, c.path, false);
}

void on(State& s, Services& x, const command::OpenBuiltin& c) {
  if (s.unsaved && !c.confirmed)
    ask(s, "The scene has unsaved changes. Open another one?", "Discard changes", command::OpenBuiltin{c.name, true});
  else
    open_scene(s, x, c.name, true);
}

void on(State& s, Services& x, const command::SaveAs& c) {
  s.prompt.reset();
  if (has_errors(s.problems)) {
    add_note(s, Note::Kind::error, "Not saved, mend the scene first: " + joined(s.problems), x.now());
    return;
  }
  if (c.path.empty()) {
    ask_path(s, x, FilePrompt::Purpose::save_scene, s.path.empty() ? scene_name(s) + ".toml" : s.path);
    return;
  }
  std::filesystem::path path = c.path;
  if (path.extension() != ".toml") path += ".toml";
  if (!c.confirmed) {
    std::string why;
    if (path != s.path && x.exists(path)) why = fmt::format("{} exists already. ", path.string());
    if (x.loses_comments(s.scene, s.path)) why += "Some comments of the file will be lost. ";
    if (!why.empty()) {
      ask(s, why + "Save?", "Save", command::SaveAs{path, true});
      return;
    }
  }
  const std::string error = x.save(path, s.scene, s.path);
  outcome(s, x, error, "saved " + path.string());
  if (!error.empty()) return;
  s.saved = s.scene;
  s.unsaved = false;
  s.path = path;
  s.builtin.clear();
  remember(s, x, s.path);
}

void on(State& s, Services& x, const command::Save& c) { on(s, x, command::SaveAs{s.path, c.confirmed}); }

void on(State& s, Services& x, const command::ExportProbes& c) {
  s.prompt.reset();
  if (c.path.empty())
    ask_path(s, x, FilePrompt::Purpose::probes, scene_name(s) + ".csv");
  else
    outcome(s, x, x.export_probes(c.path), "saved " + c.path);
}

void on(State& s, Services& x, const command::ExportField& c) {
  s.prompt.reset();
  if (c.path.empty())
    ask_path(s, x, FilePrompt::Purpose::field, scene_name(s) + ".npy");
  else
    outcome(s, x, x.export_field(c.path, s.view.quantity), "saved " + c.path);
}

void on(State& s, Services& x, const command::Screenshot& c) {
  x.screenshot(c.path.empty() ? x.fresh_name("ezscope-" + scene_name(s), ".png") : c.path);
}

void on(State& s, Services& x, const command::RestoreAutosave& c) {
  if (!c.restore) return x.settle_autosaved(false);
  std::optional<Services::Autosaved> old = x.autosaved();
  if (!old) return;
  if (!old->result.scene) {
    add_note(s, Note::Kind::error,
             "The unsaved changes cannot be read, and stay where they are: " + joined(old->result.messages), x.now());
    return;
  }
  x.settle_autosaved(true);
  adopt_scene(s, std::move(*old->result.scene), old->path, "");
  s.saved = {};  // in no file as it is
  scene_changed(s);
  x.reset_field();
}

void on(State& s, Services&, const command::Quit& c) {
  if (s.unsaved && !c.confirmed)
    ask(s, "The scene has unsaved changes. Quit?", "Discard changes", command::Quit{true});
  else
    s.quit = true;
}

// ---- answers

void on(State& s, Services&, const command::Dismiss& c) {
  std::erase_if(s.notes, [&](const Note& n) { return n.id == c.message; });
}

void on(State& s, Services& x, const command::Answer& c) {
  const std::optional<Question> question = std::exchange(s.question, std::nullopt);
  if (!question) return;
  if (c.yes)
    update(s, question->then, x);
  else if (std::holds_alternative<command::RestoreAutosave>(question->then))
    on(s, x, command::RestoreAutosave{false});
}

void on(State& s, Services&, const command::CancelPrompt&) { s.prompt.reset(); }

}  // namespace

void update(State& state, const Command& command, Services& services) {
  std::visit([&](const auto& c) { on(state, services, c); }, command);
}

bool has_errors(const std::vector<Message>& messages) {
  return std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.kind == Message::Kind::error; });
}

std::string shown_name(const State& state) {
  if (!state.scene.title.empty()) return state.scene.title;
  if (!state.path.empty()) return std::filesystem::path(state.path).stem().string();
  return state.builtin.empty() ? "Untitled" : state.builtin;
}

double allowed_interface_scale(double wanted) { return wanted > 0 ? std::clamp(wanted, 0.75, 3.0) : 1; }

std::string window_title(const State& state) { return shown_name(state) + (state.unsaved ? " •" : "") + " – ezscope"; }

std::string joined(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& m : messages) {
    if (!text.empty()) text += '\n';
    text += to_string(m);
  }
  return text;
}

void add_note(State& state, Note::Kind kind, std::string text, double now) {
  int id = 1;
  for (const Note& n : state.notes) id = std::max(id, n.id + 1);
  std::erase_if(state.notes, [&](const Note& n) { return n.text == text; });
  state.notes.push_back({kind, id, std::move(text), now});
  if (state.notes.size() > most_notes) state.notes.pop_front();
}

ViewState view_of(const Scene& scene, const ViewState& before) {
  ViewState view = before;
  view.fit = true;
  view.center = {0.5 * (scene.grid.nx - 1), 0.5 * (scene.grid.ny - 1)};
  view.quantity = scene.view.quantity;
  view.gain = 1;
  view.range = scene.view.range > 0 ? RangeMode::locked : RangeMode::automatic;
  view.limit = scene.view.range > 0 ? scene.view.range : 1;
  (is_diverging(scene.view.colormap) ? view.colormap : view.sequential_colormap) = scene.view.colormap;
  return view;
}

void adopt_scene(State& state, Scene scene, std::string path, std::string builtin) {
  state.scene = std::move(scene);
  state.saved = state.scene;
  state.path = std::move(path);
  state.builtin = std::move(builtin);
  state.history.clear();
  state.selection = {};
  state.steps_wanted = 0;
  state.frozen = false;
  state.frozen_why.clear();
  state.view = view_of(state.scene, state.view);
  lab_adopts(state);
  scene_changed(state);
}

}  // namespace ez
