// The built-in scenes by their titles, in three columns: those for looking, those of the boundary lab, those of the
// kernel lab; beneath each other where the window is too narrow. An entry's ID is the scene's name.
#include <cfloat>

#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr const char* group_names[] = {"Explore", "Boundary lab", "Kernel lab"};

int group_of(const Scene& s) {
  if (!s.variants.empty() || s.reflection.on) return 1;
  return s.run.scheme == RunPreset{}.scheme ? 0 : 2;
}

const std::vector<BuiltinTitle>& titles(const Context& c) {
  std::vector<BuiltinTitle>& all = c.memory.builtin_titles;
  if (!all.empty()) return all;
  for (const BuiltinScene& s : builtin_scenes()) {
    const SceneResult parsed = parse_scene(s.text, std::string(s.name));
    if (parsed.scene) all.push_back({std::string(s.name), parsed.scene->title, group_of(*parsed.scene)});
  }
  return all;
}

void entry(const Context& c, const BuiltinTitle& s, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  const bool selected = s.name == c.state.builtin;
  ImGui::PushStyleColor(ImGuiCol_Text, 0);
  if (ImGui::Selectable(s.name.c_str(), selected, 0, {width, c.px(24)})) c.send(command::OpenBuiltin{s.name});
  ImGui::PopStyleColor();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.text({at.x + c.px(4), at.y + c.px(12)}, {0, 0.5f}, s.title, c.t().text);
  if (selected) ImGui::SetItemDefaultFocus();
}

float width_of(const Context& c, int group) {
  float w = c.px(120);
  for (const BuiltinTitle& s : titles(c))
    if (s.group == group) w = std::max(w, c.look.measure(c.look.fonts.text, font_size::text, s.title).x + c.px(8));
  return w;
}

}  // namespace

void begin_builtin_menu() { ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, FLT_MAX}); }

void builtin_menu(const Context& c) {
  const float gap = c.px(20), line = c.px(26);
  const float widths[] = {width_of(c, 0), width_of(c, 1), width_of(c, 2)};
  const bool beside = widths[0] + widths[1] + widths[2] + 2 * gap + c.px(24) <= ImGui::GetIO().DisplaySize.x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  ImVec2 at = start;
  float bottom = start.y;
  for (int group = 0; group < 3; ++group) {
    pen.text({at.x + c.px(4), at.y + c.px(12)}, {0, 0.5f}, group_names[group], c.t().text2, font_size::small,
             c.look.fonts.medium);
    float y = at.y + line;
    for (const BuiltinTitle& s : titles(c)) {
      if (s.group != group) continue;
      entry(c, s, {at.x, y}, widths[group]);
      y += line;
    }
    bottom = std::max(bottom, y);
    at = beside ? ImVec2(at.x + widths[group] + gap, start.y) : ImVec2(start.x, y + c.px(4));
  }
  ImGui::SetCursorScreenPos({start.x, bottom});
  ImGui::Dummy({0, 0});
}

}  // namespace ez
