// Showing, filming and handing on: what of it changes the state.
#include <algorithm>
#include <utility>

#include "app/film/commands.h"
#include "app/gallery/chapters.h"
#include "app/presenter/commands.h"
#include "app/share/commands.h"
#include "app/share/link.h"
#include "app/state/update.h"
#include "app/state/update_parts.h"

namespace ez {

// The presenter fills the screen, and the window is afterwards as it was.
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

// From a scene of one's own the course goes on where it begins.
void on(State& s, Services& x, const command::NextScene& c) {
  std::vector<std::string> names;
  for (const Chapter& chapter : chapters())
    for (const ChapterScene& scene : chapter.scenes) names.push_back(scene.name);
  const auto here = std::find(names.begin(), names.end(), s.builtin);
  const auto count = static_cast<std::ptrdiff_t>(names.size());
  const std::ptrdiff_t at = here != names.end() ? here - names.begin() : c.by > 0 ? -1 : count;
  const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(at + c.by, 0, count - 1);
  if (next == at) return;
  const std::string& name = names[static_cast<std::size_t>(next)];
  const auto edited = std::ranges::find(s.edited, name, &EditedScene::builtin);
  if (edited != s.edited.end())
    update(s, command::BackToEdited{edited->id}, x);
  else
    update(s, command::OpenBuiltin{name, false}, x);
}

void on(State& s, Services& x, const command::Film& c) {
  if (c.on == s.filming.on) return;
  if (!c.on) return x.end_film();
  const std::string made = "ezscope-" + scene_name(s);  // where there is no ffmpeg for an .mp4, it becomes pictures
  x.start_film(!c.path.empty() ? c.path : c.suffix == ".mp4" ? made : x.fresh_name(made, c.suffix));
}

void on(State& s, Services& x, const command::CopyScene& c) {
  x.copy(c.as_link ? link_of(s.scene, s.builtin) : write_scene(s.scene));
  add_note(s, Note::Kind::news,
           c.as_link ? "The scene is in the clipboard as one word: ezscope WORD opens it."
                     : "The scene is in the clipboard as text; Ctrl+V opens it again.",
           x.now());
}

void on(State& s, Services& x, const command::OpenText& c) {
  if (const std::string builtin = builtin_of_text(c.text); !builtin.empty()) {
    withdraw(s, "clipboard");
    return update(s, command::OpenBuiltin{builtin, c.confirmed}, x);
  }
  SceneResult result = scene_of_text(c.text);
  if (!result.scene) return add_note(s, Note::Kind::error, joined(result.messages), x.now(), "clipboard");
  withdraw(s, "clipboard");
  if (!c.confirmed && asks_about_changes(s, "the one in the clipboard is opened", command::OpenText{c.text, true}))
    return;
  keep_edited(s, x);
  adopt_scene(s, std::move(*result.scene), "", "");
  s.saved = {};  // so that it counts as unsaved: no file holds it
  scene_changed(s);
  x.reset_field();
  std::erase_if(result.messages, [&](const Message& m) {
    return std::any_of(s.problems.begin(), s.problems.end(), [&](const Message& p) { return p.text == m.text; });
  });
  if (!result.messages.empty()) add_note(s, Note::Kind::warning, joined(result.messages), x.now());
}

void on(State& s, Services& x, const command::SavePage& c) {
  x.save_page(c.path.empty() ? x.fresh_name("ezscope-" + scene_name(s), ".html") : c.path);
}

}  // namespace ez
