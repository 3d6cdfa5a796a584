#include "app/ui/sections.h"

#include <algorithm>

#include "app/ui/hooks.h"
#include "app/ui/parts.h"
#include "app/ui/problem_words.h"

namespace ez {
namespace {

bool is_at(const PanelSection& s, std::string_view path) {
  return std::ranges::any_of(s.problems_of,
                             [&](std::string_view key) { return !key.empty() && path.starts_with(key); });
}

constexpr int most_listed = 20;  // number of problems shown in a section; if there are more, these come first

// Draws validate()'s messages about the keys of a section. The Scene section also shows those that belong to no
// section.
void problem_rows(const Context& c, const PanelSection& section) {
  int own_problems = 0;
  for (const Message& m : c.state.problems) {
    const bool own = &section == &scene_section
                         ? std::ranges::none_of(panel_sections(),
                                                [&](const PanelSection* s) {
                                                  return is_for(s->belongs, c.state.scene.physics) && is_at(*s, m.path);
                                                })
                         : is_at(section, m.path);
    if (own && ++own_problems <= most_listed)
      warning(c.look, problem_words(c.state.scene, m), m.kind == Message::Kind::error);
  }
  if (own_problems > most_listed) hint(c.look, c.say("and {} more", own_problems - most_listed));
}

}  // namespace

// The sections of a gas come after the scene's.
const std::vector<const PanelSection*>& panel_sections() {
  static const std::vector<const PanelSection*> all = [] {
    std::vector<const PanelSection*> out = {&scene_section};
    for (const bool first : {true, false}) {
      for (const UiHooks& h : ui_hooks())
        for (const PanelSection* s : h.sections)
          if (s->leads == first) out.push_back(s);
      if (first)
        out.insert(out.end(),
                   {&sources_section, &materials_section, &boundaries_section, &view_section, &probes_section,
                    &monitors_section, &measure_section, &line_cut_section, &performance_section});
    }
    return out;
  }();
  return all;
}

bool has_section(const State& state, Workspace workspace, const PanelSection& s) {
  return s.workspace == workspace && is_for(s.belongs, state.scene.physics) && (s.shown == nullptr || s.shown(state));
}

void open_sections(const Context& c, Workspace workspace, bool tall, bool very_tall) {
  if (!c.memory.opened.insert(workspace).second) return;
  for (const PanelSection* s : panel_sections())
    if (s->workspace == workspace) c.open(*s) = very_tall || s->open_at_first(c.state, tall);
}

void draw_section(const Context& c, const PanelSection& s) {
  bool &open = c.open(s), added = false;
  const std::string summary = s.summary(c, open);
  const SectionHead head = {
      .name = s.name, .icon = s.icon, .summary = summary, .add = s.add != nullptr, .help = s.help};
  if (!section(c.look, head, open, &added)) return;
  ImGui::PushID(s.name);
  if (added) s.add(c);
  s.rows(c);
  problem_rows(c, s);
  ImGui::PopID();
  end_section(c.look);
}

}  // namespace ez
