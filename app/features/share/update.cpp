// Carries out the commands that share a scene.
#include <algorithm>
#include <utility>

#include "app/features/share/commands.h"
#include "app/features/share/services.h"
#include "app/model/document/scene_link.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"

namespace ez {

void on(State& s, Services& x, const command::CopyScene& c) {
  x.copy(c.as_link ? address_of(s.web, link_of(s.scene, s.builtin)) : write_scene(s.scene));
  add_note(s, Note::Kind::news,
           !c.as_link      ? "Copied the scene as text. Ctrl+V opens it."
           : s.web.empty() ? "Copied the scene as a link. Open it with ezscope LINK or Ctrl+V."
                           : "Copied the scene as a link. A browser opens it, and so does Ctrl+V.",
           x.now());
}

void on(State& s, Services& x, const command::OpenText& c) {
  if (const std::string builtin = builtin_of_text(c.text); !builtin.empty()) {
    withdraw(s, "clipboard");
    return update(s, command::OpenBuiltin{builtin, c.confirmed}, x);
  }
  if (!is_link(c.text) && !is_scene_text(c.text))
    return add_note(s, Note::Kind::error, "The clipboard holds no scene. Copy a scene as text or as a link first.",
                    x.now(), "clipboard");
  SceneResult result = scene_of_text(c.text);
  if (!result.scene) return add_note(s, Note::Kind::error, joined(result.messages), x.now(), "clipboard");
  withdraw(s, "clipboard");
  if (!c.confirmed && asks_about_changes(s, "the one in the clipboard is opened", command::OpenText{c.text, true}))
    return;
  keep_edited(s, x);
  adopt_scene(s, std::move(*result.scene), "", "", result.media);
  s.saved = {};  // counts as unsaved, because no file contains it
  scene_changed(s);
  x.reset_field();
  std::erase_if(result.messages, [&](const Message& m) {
    return std::any_of(s.problems.begin(), s.problems.end(), [&](const Message& p) { return p.text == m.text; });
  });
  if (!result.messages.empty()) add_note(s, Note::Kind::warning, joined(result.messages), x.now());
}

void on(State& s, Services& x, const command::SavePage& c) {
  x.of<ShareServices>().save_page(c.path.empty() ? x.fresh_name("ezscope-" + scene_name(s), ".html") : c.path);
}

}  // namespace ez
