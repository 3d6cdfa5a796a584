// The number field. It is ImGui's drag field taken apart: DragBehavior() does the dragging (mouse, arrow keys, Shift
// and Alt for speed), TempInputText() the typing, so that a number can be typed with its unit and drawn with its own
// columns. ImGui's DragScalar() can do neither.
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/units.h"
#include "app/ui/widgets.h"

#include <fmt/format.h>

namespace ez {
namespace {

double rounded(double shown, int decimals) {
  const double p = std::pow(10.0, decimals);
  return std::round(shown * p) / p;
}

Prefix prefix_of(const NumberStyle& style, double value) {
  if (style.prefix) return *style.prefix;
  return style.prefixes ? prefix_for(value) : Prefix{};
}

// Dragging in what is shown (linear) or in its logarithm.
bool drag(ImGuiID id, double& value, const NumberStyle& style, double factor) {
  if (style.logarithmic) {
    double l = std::log(std::max(value, std::max(style.min, 1e-300)));
    if (!ImGui::DragBehavior(id, ImGuiDataType_Double, &l, 0.01f, nullptr, nullptr, "%.6f",
                             ImGuiSliderFlags_NoRoundToFormat))
      return false;
    const double v = std::clamp(std::exp(l), style.min, style.max);
    const double f = prefix_of(style, v).factor;
    value = std::clamp(rounded(v / f, style.decimals) * f, style.min, style.max);
    return true;
  }
  double shown = value / factor;
  double low = style.min / factor, high = style.max / factor;
  const bool bounded = style.min > -DBL_MAX || style.max < DBL_MAX;
  const std::string format = fmt::format("%.{}f", style.decimals);
  if (!ImGui::DragBehavior(id, ImGuiDataType_Double, &shown, static_cast<float>(style.speed), bounded ? &low : nullptr,
                           bounded ? &high : nullptr, format.c_str(), bounded ? ImGuiSliderFlags_AlwaysClamp : 0))
    return false;
  value = std::clamp(shown * factor, style.min, style.max);
  return true;
}

// Typing: one result when it has ended.
bool type(const ImRect& box, ImGuiID id, const char* label, double& value, const NumberStyle& style, double factor) {
  const Prefix prefix = prefix_of(style, value);
  std::array<char, 64> text{};
  const std::string start = style.prefixes || style.prefix
                                ? fmt::format("{:.10g} {}{}", value / prefix.factor, prefix.symbol, style.unit)
                                : fmt::format("{:.10g}", value);
  start.copy(text.data(), text.size() - 1);
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.LastItemData.ItemFlags |= ImGuiItemFlags_NoMarkEdited;
  g.LastItemData.ItemFlags &= ~ImGuiItemFlags_LiveEditOnInputText;
  if (!ImGui::TempInputText(box, id, label, text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll)) return false;
  const std::optional<double> read = parse_number(text.data(), style.unit, factor);
  if (!read) return false;
  const double v = std::clamp(*read, style.min, style.max);
  if (v == value) return false;
  value = v;
  g.LastItemData.ItemFlags &= ~ImGuiItemFlags_NoMarkEdited;
  ImGui::MarkItemEdited(id);
  return true;
}

// Whether typing begins; takes the mouse and the focus on a press as DragScalar() does.
bool activate(ImGuiID id, const ImRect& box) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool hovered = ImGui::ItemHoverable(box, id, g.LastItemData.ItemFlags);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  const bool clicked = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left, ImGuiInputFlags_None, id);
  const bool twice = hovered && g.IO.MouseClickedCount[0] == 2 && ImGui::TestKeyOwner(ImGuiKey_MouseLeft, id);
  const bool by_key = g.NavActivateId == id;
  if (!clicked && !twice && !by_key) return false;
  if (clicked || twice) ImGui::SetKeyOwner(ImGuiKey_MouseLeft, id);
  if ((clicked && g.IO.KeyCtrl) || twice || (by_key && (g.NavActivateFlags & ImGuiActivateFlags_PreferInput)))
    return true;
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  ImGui::SetActiveID(id, window);
  ImGui::SetFocusID(id, window);
  ImGui::FocusWindow(window);
  g.ActiveIdUsingNavDirMask = (1 << ImGuiDir_Left) | (1 << ImGuiDir_Right);
  return false;
}

void paint(const Look& look, const ImRect& box, ImGuiID id, double value, const NumberStyle& style) {
  const Theme& t = look.t();
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool off = g.LastItemData.ItemFlags & ImGuiItemFlags_Disabled;
  const Pen pen{look, ImGui::GetWindowDrawList()};
  pen.fill(box.Min, box.Max, g.ActiveId == id ? t.frame_active : g.HoveredId == id ? t.frame_hover : t.frame, 4);
  if (style.fill >= 0 && !off) {
    const float w = box.GetWidth() * static_cast<float>(std::clamp(style.fill, 0.0, 1.0));
    pen.fill(box.Min, {box.Min.x + std::max(look.px(4), w), box.Max.y}, fade(t.accent, t.fill), 4);
  }
  ImGui::RenderNavCursor(box, id, ImGuiNavRenderCursorFlags_Compact, look.px(4));
  const float cy = (box.Min.y + box.Max.y) / 2;
  float x = box.Max.x - look.px(8);
  const Prefix prefix = prefix_of(style, value);
  if (!style.unit.empty() && !style.bare) {
    const std::string unit = fmt::format("{}{}", prefix.symbol, style.unit);
    pen.text({x - look.px(style.slot) + look.px(6), cy}, {0, 0.5f}, unit, off ? t.text3 : t.text2, font_size::small);
    x -= look.px(style.slot);
  }
  const float room = x - box.Min.x - look.px(style.label.empty() ? 4 : 12) -
                     look.measure(look.fonts.text, font_size::small, style.label).x;
  const float digit = look.measure(look.fonts.mono, font_size::text, "0").x;
  const std::string number = style.instead.empty()
                                 ? fitting(value / prefix.factor, style.decimals, static_cast<int>(room / digit))
                                 : std::string(style.instead);
  pen.mono({x, cy}, {1, 0.5f}, number, off ? t.text3 : style.warns ? t.warn : t.text);
  pen.text({box.Min.x + look.px(8), cy}, {0, 0.5f}, style.label, off ? t.text3 : t.text2, font_size::small);
}

}  // namespace

bool number_field(const Look& look, const char* label, double& value, const NumberStyle& style, float width,
                  HeldNumber* held) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  if (window->SkipItems) return false;
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiID id = window->GetID(label);
  const ImVec2 p = window->DC.CursorPos;
  const ImRect box(p, p + ImVec2(width, ImGui::GetFrameHeight()));
  ImGui::ItemSize(box, ImGui::GetStyle().FramePadding.y);
  if (!ImGui::ItemAdd(box, id, &box, ImGuiItemFlags_Inputable)) return false;

  const bool holding = style.on_release && held && held->id == id;
  double v = holding ? held->value : value;
  const double factor = prefix_of(style, v).factor;
  if (ImGui::TempInputIsActive(id) || activate(id, box)) {
    if (held && held->id == id) held->id = 0;
    const bool typed = type(box, id, label, v, style, factor);
    if (typed) value = v;
    return typed;
  }
  bool changed = drag(id, v, style, factor);
  if (changed) ImGui::MarkItemEdited(id);
  if (style.on_release && held) {
    if (changed) *held = {id, v};
    changed = holding && g.ActiveId != id;
    if (changed) held->id = 0;
  }
  paint(look, box, id, v, style);
  if (changed) value = v;
  IMGUI_TEST_ENGINE_ITEM_INFO(id, label, g.LastItemData.StatusFlags | ImGuiItemStatusFlags_Inputable);
  return changed;
}

bool integer_field(const Look& look, const char* id, int& value, NumberStyle style, float width, HeldNumber* held) {
  double v = value;
  style.decimals = 0;
  if (!number_field(look, id, v, style, width, held)) return false;
  const int rounded_value = static_cast<int>(std::lround(v));
  const bool changed = rounded_value != value;
  value = rounded_value;
  return changed;
}

}  // namespace ez
