// The number field. It combines the parts of ImGui's drag field: DragBehavior() for dragging (mouse, arrow keys, Shift
// and Alt for speed) and TempInputText() for typing. So a number can be typed with its unit and drawn in its own
// columns, which ImGui's DragScalar() cannot do.
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/platform/say.h"
#include "app/platform/units.h"
#include "app/ui/kit/widgets.h"

#include <fmt/format.h>

namespace ez {
namespace {

double rounded(double shown, int decimals) {
  const double p = std::pow(10.0, decimals);
  return std::round(shown * p) / p;
}

// Values that a field remembers in the storage of its window.
ImGuiID unit_of(ImGuiID id) { return id + 1; }     // the prefix last shown, as a power of ten
ImGuiID refused_of(ImGuiID id) { return id + 2; }  // the rejected input
ImGuiID until_of(ImGuiID id) { return id + 3; }    // end of the error message, s of ImGui's clock
ImGuiID typed_of(ImGuiID id) { return id + 4; }    // something was typed since typing last began
constexpr float refusal_seconds = 5;

// Returns the prefix of a value. Zero keeps the field's previous prefix.
Prefix prefix_of(const NumberStyle& style, double value, ImGuiID id) {
  if (style.prefix) return *style.prefix;
  if (!style.prefixes) return {};
  ImGuiStorage* kept = ImGui::GetStateStorage();
  if (value == 0) return prefix_for(kept->GetFloat(unit_of(id), 1));
  const Prefix p = prefix_for(value);
  kept->SetFloat(unit_of(id), static_cast<float>(p.factor * 1.001));  // a float below 1e-9 is below its prefix
  return p;
}

// Returns "16", "1 Hz", "159 mm".
std::string limit_words(double value, const NumberStyle& style) {
  if (style.prefixes) return brief(value, style.unit);
  const double factor = style.prefix ? style.prefix->factor : 1;
  const bool named = !style.unit.empty() && style.unit.find("≤") == std::string_view::npos;
  const std::string unit = !named ? "" : fmt::format(" {}{}", style.prefix ? style.prefix->symbol : "", style.unit);
  return with_minus(fmt::format("{:.6g}", value / factor)) + unit;
}

std::string refusal_words(const Vocabulary* words, double typed, double stays, const NumberStyle& style) {
  const std::string kept = limit_words(stays, style);
  if (std::isnan(typed)) return say(words, "not a number; {} is kept", kept);
  if (typed < style.min)
    return say(words, "{} is below the minimum {}; {} is kept", limit_words(typed, style),
               limit_words(style.min, style), kept);
  return say(words, "{} is above the maximum {}; {} is kept", limit_words(typed, style), limit_words(style.max, style),
             kept);
}

// Drags the displayed number (linear) or its logarithm.
bool drag(ImGuiID id, double& value, const NumberStyle& style, double factor) {
  if (style.logarithmic && value != 0) {
    const double sign = value < 0 ? -1 : 1, least = style.min > 0 ? style.min : 1e-300;
    double l = std::log(std::max(std::abs(value), least));
    if (!ImGui::DragBehavior(id, ImGuiDataType_Double, &l, static_cast<float>(style.ratio), nullptr, nullptr, "%.6f",
                             ImGuiSliderFlags_NoRoundToFormat))
      return false;
    const double v = std::clamp(sign * std::exp(l), style.min, style.max);
    const double f = prefix_of(style, v, id).factor, shown = rounded(v / f, style.decimals) * f;
    value = std::clamp(shown == 0 ? v : shown, style.min, style.max);
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

// Handles typing. Returns the result once, at the end.
bool type(const ImRect& box, ImGuiID id, const char* label, double& value, const NumberStyle& style, double factor) {
  const Prefix prefix = prefix_of(style, value, id);
  std::array<char, 64> text{};
  const std::string start = style.prefixes || style.prefix
                                ? fmt::format("{:.10g} {}{}", value / prefix.factor, prefix.symbol, style.unit)
                                : fmt::format("{:.10g}", value);
  start.copy(text.data(), text.size() - 1);
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.LastItemData.ItemFlags |= ImGuiItemFlags_NoMarkEdited;
  g.LastItemData.ItemFlags &= ~ImGuiItemFlags_LiveEditOnInputText;
  const bool ended = ImGui::TempInputText(box, id, label, text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
  if (const ImGuiInputTextState* state = ImGui::GetInputTextState(id))
    ImGui::GetStateStorage()->SetBool(typed_of(id), state->EditedBefore || state->EditedThisFrame);
  if (!ended) return false;
  const double typed = parse_number(text.data(), style.unit, factor).value_or(NAN);
  const double v = std::abs(typed - style.min) <= 1e-9 * std::abs(style.min)   ? style.min
                   : std::abs(typed - style.max) <= 1e-9 * std::abs(style.max) ? style.max
                                                                               : typed;
  if (!(v >= style.min && v <= style.max)) {
    ImGui::GetStateStorage()->SetFloat(refused_of(id), static_cast<float>(typed));
    ImGui::GetStateStorage()->SetFloat(until_of(id), static_cast<float>(g.Time) + refusal_seconds);
    return false;
  }
  ImGui::GetStateStorage()->SetFloat(until_of(id), 0);  // the earlier error has been corrected
  if (v == value) return false;
  value = v;
  g.LastItemData.ItemFlags &= ~ImGuiItemFlags_NoMarkEdited;
  ImGui::MarkItemEdited(id);
  return true;
}

// Shows below the field, above everything else, why the input was rejected.
void show_rejected_input(const Look& look, const ImRect& box, ImGuiID id, double value, const NumberStyle& style) {
  const ImGuiStorage* kept = ImGui::GetStateStorage();
  const auto now = static_cast<float>(ImGui::GetTime());
  if (now >= kept->GetFloat(until_of(id), 0)) return;
  const std::string text =
      refusal_words(look.words, static_cast<double>(kept->GetFloat(refused_of(id), 0)), value, style);
  const Pen pen{look, ImGui::GetForegroundDrawList()};
  const float w = look.measure(look.fonts.text, font_size::small, text).x + look.px(16), h = look.px(24);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const ImVec2 a(std::clamp(box.Max.x - w, 0.0f, std::max(0.0f, screen.x - w)),
                 std::min(box.Max.y + look.px(4), screen.y - h));
  pen.fill(a, {a.x + w, a.y + h}, look.t().panel, 4);
  pen.frame(a, {a.x + w, a.y + h}, look.t().warn, 4);
  pen.frame(box.Min, box.Max, look.t().warn, 4);
  pen.text({a.x + look.px(8), a.y + h / 2}, {0, 0.5f}, text, look.t().warn, font_size::small);
}

// Returns true if typing begins. Takes the mouse and the focus on a press, as DragScalar() does.
bool activate(ImGuiID id, const ImRect& box, bool typed) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool hovered = ImGui::ItemHoverable(box, id, g.LastItemData.ItemFlags);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  const bool clicked = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left, ImGuiInputFlags_None, id);
  const bool twice = hovered && g.IO.MouseClickedCount[0] == 2 && ImGui::TestKeyOwner(ImGuiKey_MouseLeft, id);
  const bool by_key = g.NavActivateId == id;
  if (!clicked && !twice && !by_key) return false;
  if (clicked || twice) ImGui::SetKeyOwner(ImGuiKey_MouseLeft, id);
  if ((clicked && (typed || g.IO.KeyCtrl)) || twice ||
      (by_key && (g.NavActivateFlags & ImGuiActivateFlags_PreferInput)))
    return true;
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  ImGui::SetActiveID(id, window);
  ImGui::SetFocusID(id, window);
  ImGui::FocusWindow(window);
  g.ActiveIdUsingNavDirMask = (1 << ImGuiDir_Left) | (1 << ImGuiDir_Right);
  return false;
}

bool reads_as_zero(std::string_view number) { return number.find_first_of("123456789") == std::string_view::npos; }

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
  std::string_view label = look.tr(style.label);
  const float cy = (box.Min.y + box.Max.y) / 2;
  float x = box.Max.x - look.px(8);
  const Prefix prefix = prefix_of(style, value, id);
  if (!style.unit.empty() && !style.bare) {
    const std::string unit = fmt::format("{}{}", prefix.symbol, look.tr(style.unit));
    pen.text({x - look.px(style.slot) + look.px(6), cy}, {0, 0.5f}, unit, off ? t.text3 : t.text2, font_size::small);
    x -= look.px(style.slot);
  }
  const float digit = look.measure(look.fonts.mono, font_size::text, "0").x;
  const double shown = value / prefix.factor;
  const auto room_beside = [&](std::string_view text) {
    return x - box.Min.x - look.px(text.empty() ? 4 : 12) - look.measure(look.fonts.text, font_size::small, text).x;
  };
  const auto number_beside = [&](std::string_view text) {
    return fitting(shown, style.decimals, static_cast<int>(room_beside(text) / digit));
  };
  std::string number = style.instead.empty() ? number_beside(label) : std::string(look.tr(style.instead));
  const bool covered = look.measure(look.fonts.mono, font_size::text, as_name(number)).x > room_beside(label);
  const bool lost = reads_as_zero(number) && !reads_as_zero(fixed(shown, style.decimals));
  bool warns = false;
  if (style.instead.empty() && !label.empty() && (covered || lost)) {
    number = number_beside("");  // the value takes priority over the label
    label = {};
    warns = style.warns;
  }
  pen.mono({x, cy}, {1, 0.5f}, number, off ? t.text3 : warns ? t.warn : t.text);
  pen.text({box.Min.x + look.px(8), cy}, {0, 0.5f}, label,
           off           ? t.text3
           : style.warns ? t.warn
                         : t.text2,
           font_size::small);
}

// Returns a value near `value` that the field can take and that differs from it by a step that is shown.
double nearby(double value, const NumberStyle& style, double factor) {
  const double step = std::max(std::abs(value) * 0.01, std::pow(10.0, -style.decimals) * factor);
  return value + step <= style.max ? value + step : std::max(style.min, value - step);
}

// Returns true if the right button was pressed on the field and somebody wants to know. Only the panel's numbers are
// keys of the scene.
bool is_probed(const Look& look, const ImRect& box, ImGuiID id) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiItemFlags flags = g.LastItemData.ItemFlags;
  if (!look.probe || (flags & ImGuiItemFlags_Disabled) || !ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return false;
  if (std::string_view(g.CurrentWindow->RootWindow->Name) != "Panel") return false;
  if (!ImGui::ItemHoverable(box, id, flags)) return false;
  look.probe->field = id;
  return true;
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

  if (is_probed(look, box, id)) {
    value = nearby(value, style, prefix_of(style, value, id).factor);
    return true;
  }
  const bool holding = style.on_release && held && held->id == id;
  double v = holding ? held->value : value;
  const double factor = prefix_of(style, v, id).factor;
  if (ImGui::TempInputIsActive(id) || activate(id, box, style.typed)) {
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
  if (changed || g.ActiveId == id) ImGui::GetStateStorage()->SetFloat(until_of(id), 0);
  show_rejected_input(look, box, id, v, style);
  if (changed) value = v;
  IMGUI_TEST_ENGINE_ITEM_INFO(id, label, g.LastItemData.StatusFlags | ImGuiItemStatusFlags_Inputable);
  return changed;
}

bool enter_pressed() {
  return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
}

bool number_entered(const char* label) {
  const float refused_until = ImGui::GetStateStorage()->GetFloat(until_of(ImGui::GetID(label)), 0);
  return ImGui::IsItemDeactivated() && enter_pressed() && static_cast<float>(ImGui::GetTime()) >= refused_until;
}

bool number_typed(const char* label) { return ImGui::GetStateStorage()->GetBool(typed_of(ImGui::GetID(label))); }

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
