// The built-in scenes by their titles, in columns: those for looking, those that show a number of theory, those of the
// boundary lab, those of the kernel lab; beneath each other where the window is too narrow. An entry's ID is the
// scene's name.
#include <array>
#include <cfloat>
#include <iterator>
#include <numeric>

#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr const char* group_names[] = {"Explore", "Against theory", "Boundary lab", "Kernel lab"};
constexpr int groups = std::size(group_names);

int group_of(const Scene& s) {
  if (!s.variants.empty() || s.reflection.on) return 2;
  if (s.run.scheme != RunPreset{}.scheme) return 3;
  return s.checks.empty() ? 0 : 1;
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
  std::array<float, groups> widths;
  for (int group = 0; group < groups; ++group) widths[group] = width_of(c, group);
  const float all = std::reduce(widths.begin(), widths.end(), (groups - 1) * gap + c.px(24));
  const bool beside = all <= ImGui::GetIO().DisplaySize.x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  ImVec2 at = start;
  float bottom = start.y;
  for (int group = 0; group < groups; ++group) {
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
