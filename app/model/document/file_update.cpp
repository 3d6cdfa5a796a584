// Carries out the commands that open and save scenes and write fields, probes and pictures. Asks before data would be
// lost.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/model/hooks.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr std::size_t most_recent = 10;

void ask(State& s, Text text, Text yes, Command then) {
  s.question = Question{std::move(text), std::move(yes), "Cancel", std::move(then)};
}

std::vector<std::string> with(std::vector<std::string> all, const std::string& one) {
  all.push_back(one);
  return all;
}

void ask_path(State& s, Services& x, FilePrompt::Purpose purpose, const std::string& suggestion,
              const Text& problem = {}) {
  if (!x.ask_path(purpose, suggestion)) s.prompt = FilePrompt{purpose, suggestion, problem};
}

// Returns true if the file at `path` may be replaced; otherwise asks the user. `again` is the same command, confirmed.
bool may_write_over(State& s, Services& x, const std::string& path, bool confirmed, Command again) {
  if (confirmed || !x.exists(path)) return true;
  ask(s, text_with("{} already exists. Replace it?", path), "Replace", std::move(again));
  return false;
}

void remember(State& s, Services& x, const std::string& path) {
  std::erase(s.recent, path);
  s.recent.insert(s.recent.begin(), path);
  if (s.recent.size() > most_recent) s.recent.resize(most_recent);
  x.settings_changed(s);
}

void open_scene(State& s, Services& x, const std::string& name, bool builtin, std::vector<std::string> reads = {}) {
  SceneResult result = x.load(name, reads);
  if (!result.refused.empty()) {
    ask_to_read(s, name, result.refused, command::Open{name, true, with(std::move(reads), result.refused)});
    return;
  }
  if (!result.scene && result.messages.empty()) return;  // the file is still being read; the command is sent again then
  const std::string cause = "open " + name;
  if (!result.scene) {
    std::erase(s.recent, name);
    add_note(s, Note::Kind::error, joined(result.messages), x.now(), cause);
    return;
  }
  withdraw(s, cause);
  s.after_saving.reset();
  keep_edited(s, x);
  adopt_scene(s, std::move(*result.scene), builtin ? "" : x.full_path(name), builtin ? name : "", result.media);
  x.reset_field();
  // Problems of the scene itself have their own card.
  std::erase_if(result.messages, [&](const Message& m) {
    return std::any_of(s.problems.begin(), s.problems.end(), [&](const Message& p) { return p.text == m.text; });
  });
  if (!result.messages.empty()) add_note(s, Note::Kind::warning, joined(result.messages), x.now());
  if (!builtin) remember(s, x, s.path);
}

// Returns an image in the middle of the domain. It keeps the picture's proportions and fills half of the domain along
// one axis.
ImageShape laid(const Scene& scene, GreyPicture picture) {
  const Vec2 cell = cell_size(scene), room = extent(scene);
  const double scale = 0.5 * std::min(room.x / picture.width(), room.y / picture.height());
  const Vec2 half = {0.5 * scale * picture.width() / cell.x, 0.5 * scale * picture.height() / cell.y};
  const Vec2 middle = {(scene.grid.nx - 1) / 2.0, (scene.grid.ny - 1) / 2.0};
  const auto at = [&](double x, double y) { return from_nodes(scene, {std::round(x), std::round(y)}); };
  ImageShape out;
  out.picture = std::move(picture);
  out.min = at(middle.x - std::max(half.x, 1.0), middle.y - std::max(half.y, 1.0));
  out.max = at(middle.x + std::max(half.x, 1.0), middle.y + std::max(half.y, 1.0));
  return out;
}

// Asks before saving over a file that has changed since it was opened, over another existing file, or if comments would
// be lost. Returns false if there is nothing to ask.
bool asks_before_saving(State& s, Services& x, const std::string& path) {
  const bool losing = x.loses_comments(scene_to_save(s, s.scene), s.path);
  if (path == s.path && x.changed_meanwhile(path)) {
    const Text theirs = text_with("Another program has changed {} since it was opened here.", path);
    s.question = Question{losing ? text_with("{}\n{}", theirs, "Some comments of the file will be lost.") : theirs,
                          "Save as…",
                          "Cancel",
                          command::SaveAs{},
                          {{"Load from disk", command::Open{path, true}}, {"Overwrite", command::SaveAs{path, true}}}};
    return true;
  }
  const bool over = path != s.path && x.exists(path);
  if (!over && !losing) return false;
  ask(s,
      !over    ? Text("Some comments of the file will be lost. Save?")
      : losing ? text_with("{} already exists. Some comments of the file will be lost. Save?", path)
               : text_with("{} already exists. Save?", path),
      "Save", command::SaveAs{path, true});
  return true;
}

std::string cause_of(const EditedScene& e) { return fmt::format("edited {}", e.id); }

std::string name_of(const EditedScene& e) {
  if (!e.scene.title.empty()) return e.scene.title;
  if (!e.path.empty()) return std::filesystem::path(e.path).stem().string();
  return e.builtin.empty() ? "Untitled" : e.builtin;
}

// Adds a note with a button.
void offer(State& s, Note::Kind kind, Text text, Text button, Command then, double now, const std::string& cause) {
  add_note(s, kind, std::move(text), now, cause);
  s.notes.back().button = std::move(button);
  s.notes.back().then = std::move(then);
}

// Asks before the program ends, because the scenes that the presenter left are in no file.
void ask_about_edited(State& s) {
  std::string names;
  for (const EditedScene& e : s.edited) names += fmt::format("{}“{}”", names.empty() ? "" : ", ", name_of(e));
  if (s.unsaved && !s.scene_is_kept) names += fmt::format(", “{}”", shown_name(s));
  s.after_saving.reset();
  s.question = Question{text_with("These scenes have unsaved changes: {}. Quit without saving them?", names),
                        "Open first scene",
                        "Cancel",
                        command::BackToEdited{s.edited.front().id},
                        {{"Don't save", command::Quit{true}}}};
}

}  // namespace

void ask_about_changes(State& s, const Text& what, Command then) {
  s.after_saving.reset();
  s.question = Question{text_with("The scene has unsaved changes. Save before {}?", what),
                        "Save",
                        "Cancel",
                        command::Save{},
                        {{"Don't save", then}},
                        then};
}

void ask_to_read(State& s, const std::string& name, const std::string& file, Command then) {
  s.question =
      Question{text_with("{} uses the file {}, which is outside its folder. Allow it to read that file?", name, file),
               "Allow once", "Don't allow", std::move(then)};
}

bool asks_about_changes(State& s, const Text& what, Command then) {
  if (!s.unsaved || s.presenting.on) return false;
  ask_about_changes(s, what, std::move(then));
  return true;
}

void keep_edited(State& s, Services& x) {
  if (!s.presenting.on || !s.unsaved || s.scene_is_kept) return;
  int id = 1;
  for (const EditedScene& e : s.edited) id = std::max(id, e.id + 1);
  const std::string name = shown_name(s);
  s.edited.push_back({id, without_comparison(s.beside, s.scene), s.saved, s.path, s.builtin, s.history});
  offer(s, Note::Kind::news, text_with("Your unsaved changes to “{}” are still available.", name), "Open scene",
        command::BackToEdited{id}, x.now(), cause_of(s.edited.back()));
}

void offer_edited(State& s, Services& x) {
  for (const EditedScene& e : s.edited)
    offer(s, Note::Kind::warning, text_with("“{}” has unsaved changes from the presentation.", name_of(e)),
          "Open scene", command::BackToEdited{e.id}, x.now(), cause_of(e));
}

void file_written(State& state, Services& services, FilePrompt::Purpose purpose, const std::string& path,
                  const Text& error) {
  constexpr const char* cause = "not written";
  if (error.empty()) {
    state.prompt.reset();
    withdraw(state, cause);
    add_note(state, Note::Kind::news, text_with("Saved {}", services.full_path(path)), services.now());
    return;
  }
  ask_path(state, services, purpose, path, error);
  // The window's own prompt shows the error, but the system's dialog does not.
  if (!state.prompt) add_note(state, Note::Kind::error, error, services.now(), cause);
}

void note_file_written(State& state, Services& services, const std::string& path, const Text& error,
                       std::string cause) {
  const bool written = error.empty();
  add_note(state, written ? Note::Kind::news : Note::Kind::error,
           written ? text_with("Saved {}", services.full_path(path)) : error, services.now(), std::move(cause));
}

Question restore_question(const std::string& title, const std::string& origin, std::time_t when) {
  std::tm local = {};
  ::localtime_r(&when, &local);
  const Text name = title.empty() ? Text() : text_with(" to “{}”", title);
  const Text file = origin.empty()  ? Text()
                    : title.empty() ? text_with(" to {}", origin)
                                    : Text::as_is(fmt::format(" ({})", origin));
  return {text_with("ezscope ended on {:%Y-%m-%d, %H:%M} with unsaved changes. Restore the unsaved changes{}?", local,
                    text_with("{}{}", name, file)),
          "Restore",
          "Later",
          command::RestoreAutosave{true},
          {{"Discard", command::RestoreAutosave{false}}}};
}

void on(State& s, Services& x, const command::Open& c) {
  s.prompt.reset();
  if (c.path.empty())
    ask_path(s, x, FilePrompt::Purpose::open, s.path);
  else if (c.confirmed || !asks_about_changes(s, "another one is opened", command::Open{c.path, true, c.reads}))
    open_scene(s, x, c.path, false, c.reads);
}

void on(State& s, Services& x, const command::OpenBuiltin& c) {
  if (c.confirmed || !asks_about_changes(s, "another one is opened", command::OpenBuiltin{c.name, true}))
    open_scene(s, x, c.name, true);
}

void on(State& s, Services& x, const command::BackToEdited& c) {
  const auto at = std::ranges::find(s.edited, c.id, &EditedScene::id);
  if (at == s.edited.end()) return;
  if (!c.confirmed && asks_about_changes(s, "another one is opened", command::BackToEdited{c.id, true})) return;
  EditedScene back = std::move(*at);
  s.edited.erase(at);
  withdraw(s, cause_of(back));
  keep_edited(s, x);
  adopt_scene(s, std::move(back.scene), std::move(back.path), std::move(back.builtin));
  s.saved = std::move(back.saved);
  s.history = std::move(back.history);
  s.history.forget_pulses();  // the run that received them is over
  scene_changed(s);
  x.reset_field();
}

void on(State& s, Services& x, const command::SaveAs& c) {
  if (has_errors(s.problems)) {
    s.prompt.reset();
    s.after_saving.reset();
    add_note(s, Note::Kind::error, "Not saved: the scene has errors. Fix them first.", x.now(), "not saved");
    return;
  }
  if (c.path.empty()) {
    ask_path(s, x, FilePrompt::Purpose::save_scene, s.path.empty() ? scene_name(s) + ".toml" : s.path);
    return;
  }
  std::filesystem::path name = c.path;
  if (name.extension() != ".toml") name += ".toml";
  const std::string path = x.full_path(name);
  if (!c.confirmed && asks_before_saving(s, x, path)) return;
  const Scene scene = scene_to_save(s, s.scene);
  const Text error = x.save(path, scene, s.path);
  file_written(s, x, FilePrompt::Purpose::save_scene, path, error);
  if (!error.empty()) return;
  if (!(scene == without_comparison(s.beside, s.scene)))
    add_note(s, Note::Kind::news, "The file holds the steady sources, not the pulse of the measurement.", x.now());
  if (s.view.cut.on)
    add_note(s, Note::Kind::news, "The line cut is not in the file. A monitor of kind line is saved with the scene.",
             x.now());
  s.saved = scene;
  s.unsaved = false;
  s.path = path;
  s.builtin.clear();
  remember(s, x, s.path);
  if (const auto next = std::exchange(s.after_saving, std::nullopt)) update(s, *next, x);
}

void on(State& s, Services& x, const command::Save& c) { on(s, x, command::SaveAs{s.path, c.confirmed}); }

void on(State& s, Services& x, const command::LayImage& c) {
  s.prompt.reset();
  if (c.path.empty()) return ask_path(s, x, FilePrompt::Purpose::picture, s.path);
  GreyPicture picture;
  if (const std::string why = x.read_picture(x.full_path(c.path), picture); !why.empty()) {
    add_note(s, Note::Kind::error, Text::as_is(c.path + why), x.now());
    return;
  }
  Scene scene = s.scene;
  const auto index = static_cast<std::size_t>(s.selection.index);
  ImageShape* selected = s.selection.kind == Selection::Kind::shape && index < scene.shapes.size()
                             ? std::get_if<ImageShape>(&scene.shapes[index].geometry)
                             : nullptr;
  if (selected) {
    selected->picture = std::move(picture);
    return edit_scene(s, x, std::move(scene), "replace image");
  }
  Geometry image = laid(scene, std::move(picture));
  scene = with_shape(scene, std::move(image), s.brush.material);
  edit_scene(s, x, std::move(scene), "add image");
  s.selection = {Selection::Kind::shape, static_cast<int>(s.scene.shapes.size()) - 1};
}

namespace {

// Asks for a path if the command has none, and before it replaces a file. `ending` is the end of the suggested name.
// `write` returns an error, or an empty text.
template <class C, class Write>
void export_file(State& s, Services& x, const C& c, FilePrompt::Purpose purpose, const char* ending, Write write) {
  if (c.path.empty())
    ask_path(s, x, purpose, scene_name(s) + ending);
  else if (may_write_over(s, x, c.path, c.confirmed, C{c.path, true}))
    file_written(s, x, purpose, c.path, write());
}

}  // namespace

void on(State& s, Services& x, const command::ExportProbes& c) {
  export_file(s, x, c, FilePrompt::Purpose::probes, ".csv", [&] { return x.export_probes(c.path); });
}

void on(State& s, Services& x, const command::ExportMonitors& c) {
  export_file(s, x, c, FilePrompt::Purpose::monitors, "-monitors.csv", [&] { return x.export_monitors(c.path); });
}

void on(State& s, Services& x, const command::ExportCut& c) {
  export_file(s, x, c, FilePrompt::Purpose::cut, "-line.csv", [&] { return x.export_cut(c.path); });
}

void on(State& s, Services& x, const command::ExportField& c) {
  export_file(s, x, c, FilePrompt::Purpose::field, ".npy", [&] { return x.export_field(c.path, s.view.quantity); });
}

void on(State& s, Services& x, const command::Screenshot& c) {
  const std::string path = c.path.empty() ? x.fresh_name("ezscope-" + scene_name(s), ".png") : c.path;
  if (!may_write_over(s, x, path, c.confirmed, command::Screenshot{path, true})) return;
  s.prompt.reset();
  x.screenshot(path);
}

void on(State& s, Services& x, const command::RestoreAutosave& c) {
  if (!c.restore) return x.settle_autosaved(false);
  std::optional<Services::Autosaved> old = x.autosaved();
  if (!old) return;
  if (!old->result.scene) {
    add_note(
        s, Note::Kind::error,
        text_with("Cannot read the unsaved changes; they are still in their file: {}", joined(old->result.messages)),
        x.now());
    return;
  }
  x.settle_autosaved(true);
  for (const ModelHooks& h : model_hooks())
    if (h.restores) h.restores(s, x);
  adopt_scene(s, std::move(*old->result.scene), old->path, old->builtin, old->result.media);
  s.saved = {};  // marks the scene as unsaved, because no file holds it
  scene_changed(s);
  x.reset_field();
}

void on(State& s, Services& x, const command::Quit& c) {
  if (!s.edited.empty() && !c.confirmed) return ask_about_edited(s);
  if (s.unsaved && !s.scene_is_kept && !c.confirmed)
    return ask_about_changes(s, "quitting ezscope", command::Quit{true});
  for (const ModelHooks& h : model_hooks())
    if (h.ends) h.ends(s, x);
  s.quit = true;
}

}  // namespace ez
