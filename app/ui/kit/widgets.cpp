#include "app/ui/kit/widgets.h"

#include <imgui_internal.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace ez {
namespace {

constexpr float tip_width = 300;

// Returns the colour of a flat control under the mouse.
ImU32 button_color(const Theme& t, bool hovered, bool held, ImU32 normal) {
  return held ? t.frame_active : hovered ? t.frame_hover : normal;
}

bool flat_button(const char* id, ImVec2 size) { return ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav); }

ImU32 enabled(const Look& look, ImU32 color) {
  return (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) ? look.t().text3 : color;
}

void wrapped(const Look& look, std::string_view text, float indent) {
  ImGui::PushFont(look.fonts.text, font_size::small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

// Labels such as "From, mm" and "Ramp, phase" combine two labels.
std::string label_words(const Look& look, std::string_view label) {
  const std::string_view whole = look.tr(label);
  const std::size_t comma = label.find(", ");
  if (whole != label || comma == std::string_view::npos) return std::string(whole);
  return std::string(look.tr(label.substr(0, comma))) + ", " + std::string(look.tr(label.substr(comma + 2)));
}

// Returns a font size, at most `size`, at which a text fits. It stays readable.
float size_in(const Look& look, ImFont* font, float size, std::string_view text, float room) {
  const float width = look.measure(font, size, text).x;
  return width <= room ? size : std::max(0.7f * size, std::floor(size * room / width));
}

}  // namespace

float row(const Look& look, const char* label, float x) {
  const std::string words = label_words(look, label);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float room = look.px(x - 4) - ImGui::GetCursorPosX();
  ImGui::Dummy({std::min(look.measure(look.fonts.text, font_size::text, words).x, room), ImGui::GetFrameHeight()});
  Pen{look, ImGui::GetWindowDrawList()}.text({p.x, p.y + ImGui::GetFrameHeight() / 2}, {0, 0.5f}, words,
                                             enabled(look, look.t().text2),
                                             size_in(look, look.fonts.text, font_size::text, words, room));
  ImGui::SameLine(look.px(x));
  return ImGui::GetContentRegionAvail().x;
}

void warning(const Look& look, Sentence words, bool failure) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const ImU32 color = failure ? look.t().fail : look.t().warn;
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  wrapped(look, look.shown(words), look.px(22));
  ImGui::PopStyleColor();
  Pen{look, ImGui::GetWindowDrawList()}.icon({p.x + look.px(8), p.y + look.px(8)}, icon::warning, 13, color);
}

void progress_bar(const Look& look, double fraction) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = look.px(6);
  const Pen pen{look, ImGui::GetWindowDrawList()};
  pen.fill(p, {p.x + w, p.y + h}, look.t().frame, 3);
  pen.fill(p, {p.x + std::max(h, w * static_cast<float>(std::clamp(fraction, 0.0, 1.0))), p.y + h}, look.t().accent, 3);
  ImGui::Dummy({w, h});
}

void hint(const Look& look, Sentence words) {
  ImGui::PushStyleColor(ImGuiCol_Text, look.t().text2);
  wrapped(look, look.shown(words), 0);
  ImGui::PopStyleColor();
}

bool section(const Look& look, const SectionHead& head, bool& open, bool* added) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = look.px(32), plus = head.add ? look.px(28) : 0;
  const Pen pen{look, ImGui::GetWindowDrawList()};
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  pen.hline(window->Pos.x, window->Pos.x + window->Size.x, p.y, look.t().border);
  if (flat_button(head.name, {w - plus, h})) open = !open;
  if (head.help) tip(look, head.help);
  const ImVec2 b(p.x + w - plus, p.y + h);
  if (ImGui::IsItemHovered())
    pen.fill({window->Pos.x, p.y + look.px(1)}, {window->Pos.x + window->Size.x, b.y},
             fade(look.t().frame_hover, 0.5f));
  const float cy = p.y + h / 2;
  pen.icon({p.x + look.px(5), cy}, open ? icon::down : icon::right, 10, look.t().text2);
  pen.icon({p.x + look.px(27), cy}, head.icon, 13, open ? look.t().accent : look.t().text2);
  const float x = p.x + look.px(44) +
                  pen.text({p.x + look.px(44), cy}, {0, 0.5f}, look.tr(head.name), look.t().text, font_size::text,
                           look.fonts.medium);
  const float wanted = look.measure(look.fonts.text, font_size::small, as_name(head.summary)).x;
  pen.names().clipped({std::max(x + look.px(12), b.x - wanted), cy}, b.x, head.summary, look.t().text2,
                      font_size::small);
  if (head.add) {
    ImGui::SameLine(0, look.px(4));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(4));
    ImGui::PushID(head.name);
    const bool hit = icon_button(look, "##add", icon::plus, ButtonState::plain, 24, 12);
    ImGui::PopID();
    tip(look, "Adds one in the middle of the domain");
    if (added) *added = hit;
    if (hit) open = true;
    ImGui::SetCursorScreenPos({p.x, p.y + h + ImGui::GetStyle().ItemSpacing.y});
  }
  if (open) ImGui::SetCursorScreenPos({p.x, p.y + h + look.px(2)});
  return open;
}

void end_section(const Look& look) { ImGui::Dummy({0, look.px(4)}); }

bool icon_button(const Look& look, const char* id, ImWchar icon, ButtonState state, float size, float icon_size) {
  const ImVec2 p = ImGui::GetCursorScreenPos(), b = p + ImVec2(look.px(size), look.px(size));
  const Pen pen{look, ImGui::GetWindowDrawList()};
  const Theme& t = look.t();
  const bool hit = flat_button(id, b - p), hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  const bool off = ImGui::GetItemFlags() & ImGuiItemFlags_Disabled;
  if (state == ButtonState::primary)
    pen.fill(p, b, hovered ? t.accent_hover : t.accent, 6);
  else if (state == ButtonState::selected)
    pen.fill(p, b, t.accent_bg, 6), pen.frame(p, b, fade(t.accent, 0.7f), 6);
  else if (hovered || held)
    pen.fill(p, b, button_color(t, hovered, held, 0), 6);
  const ImU32 color = off                              ? t.text3
                      : state == ButtonState::primary  ? t.on_accent
                      : state == ButtonState::selected ? t.accent
                                                       : (hovered ? t.text : t.text2);
  pen.icon((p + b) / 2, icon, icon_size, color);
  return hit;
}

bool button(const Look& look, const char* id, std::string_view english, ImWchar icon, bool primary, float width) {
  const Theme& t = look.t();
  const std::string_view label = look.tr(english);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float icon_w = icon ? look.px(label.empty() ? 0 : 22) : 0;
  const float size = width > 0 ? size_in(look, look.fonts.medium, font_size::number, label, width - icon_w - look.px(8))
                               : font_size::number;
  const float text_w = look.measure(look.fonts.medium, size, label).x;
  const float w = width > 0 ? width : text_w + icon_w + look.px(24), h = ImGui::GetFrameHeight();
  const bool hit = flat_button(id, {w, h});
  const Pen pen{look, ImGui::GetWindowDrawList()};
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  const bool off = ImGui::GetItemFlags() & ImGuiItemFlags_Disabled;
  const bool filled = primary && !off;
  pen.fill(p, {p.x + w, p.y + h},
           filled ? (hovered ? t.accent_hover : t.accent) : button_color(t, hovered, held, t.frame), 4);
  const ImU32 color = off ? t.text3 : filled ? t.on_accent : t.text;
  const float x = p.x + (w - text_w - icon_w) / 2;
  if (icon) pen.icon({x + (label.empty() ? 0 : look.px(7)), p.y + h / 2}, icon, 13, color);
  pen.text({x + icon_w, p.y + h / 2}, {0, 0.5f}, label, color, size, look.fonts.medium);
  return hit;
}

namespace {

// Places a tooltip outside of the item's window: next to the panel, card or menu, above or below a bar. The user will
// look at the surroundings of the item next. If there is no space, it appears at the mouse.
void place_tip(const Look& look, std::string_view text, std::string_view key) {
  const ImVec2 pad = ImGui::GetStyle().WindowPadding, display = ImGui::GetIO().DisplaySize;
  ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, look.px(tip_width));
  if (!key.empty()) size.y += ImGui::GetTextLineHeightWithSpacing();
  size = size + pad * 2;
  const auto place = [&](ImVec2 p) {
    const ImVec2 most(std::max(0.0f, display.x - size.x), std::max(0.0f, display.y - size.y));
    ImGui::SetNextWindowPos({std::clamp(p.x, 0.0f, most.x), std::clamp(p.y, 0.0f, most.y)});
  };
  const ImGuiWindow& home = *ImGui::GetCurrentWindow()->RootWindow;
  const ImVec2 item = (ImGui::GetItemRectMin() + ImGui::GetItemRectMax()) / 2;
  const float gap = look.px(6), left = home.Pos.x - gap - size.x;
  if (left >= 0)
    place({left, item.y - size.y / 2});
  else if (home.Size.y < look.px(60))
    place(
        {item.x - size.x / 2, home.Pos.y < size.y + gap ? home.Pos.y + home.Size.y + gap : home.Pos.y - size.y - gap});
}

}  // namespace

void tip(const Look& look, Sentence words, std::string_view key) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) return;
  const std::string_view text = look.shown(words);
  const std::string shortcut = look.keys(key);
  place_tip(look, text, shortcut);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(look.px(tip_width));
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  if (!shortcut.empty()) {
    ImGui::PushFont(look.fonts.mono, font_size::number);
    ImGui::PushStyleColor(ImGuiCol_Text, look.t().accent);
    ImGui::TextUnformatted(shortcut.c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }
  ImGui::EndTooltip();
}

bool checkbox(const Look& look, const char* id, std::string_view english, bool& value) {
  const Theme& t = look.t();
  const std::string_view label = look.tr(english);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float side = look.px(18), h = ImGui::GetFrameHeight();
  const float w = side + look.px(8) + look.measure(look.fonts.text, font_size::text, label).x;
  const bool hit = flat_button(id, {w, h});
  if (hit) value = !value;
  const Pen pen{look, ImGui::GetWindowDrawList()};
  const ImVec2 a(p.x, p.y + std::floor((h - side) / 2)), b = a + ImVec2(side, side);
  const bool off = ImGui::GetItemFlags() & ImGuiItemFlags_Disabled;
  const ImU32 box = value && !off ? t.accent : button_color(t, ImGui::IsItemHovered(), ImGui::IsItemActive(), t.frame);
  pen.fill(a, b, box, 4);
  if (!value) pen.frame(a, b, t.border_strong, 4);
  if (value) pen.icon((a + b) / 2, icon::check, 12, off ? t.text3 : t.on_accent);
  pen.text({b.x + look.px(8), p.y + h / 2}, {0, 0.5f}, label, off ? t.text3 : t.text);
  return hit;
}

namespace {

// Returns the left edges of the segments and the right edge of the last. They have equal widths. If a label does not
// fit then, each segment gets the width of its label and an equal share of the rest.
std::vector<float> segment_edges(const Look& look, std::span<const std::string> items, float width) {
  const float n = static_cast<float>(items.size());
  std::vector<float> labels;
  for (const std::string& item : items)
    labels.push_back(look.measure(look.fonts.medium, font_size::number, look.tr(std::string_view(item))).x);
  const float sum = std::accumulate(labels.begin(), labels.end(), 0.0f);
  const bool alike = std::ranges::all_of(labels, [&](float label) { return label + look.px(4) <= width / n; });
  std::vector<float> edges = {0};
  for (const float label : labels) edges.push_back(edges.back() + (alike ? width / n : label + (width - sum) / n));
  for (float& x : edges) x = std::round(x);
  return edges;
}

// Returns the number of lines needed so that the labels do not touch.
std::size_t segment_lines(const Look& look, std::span<const std::string> items, float width) {
  float sum = 0;
  for (const std::string& item : items)
    sum += look.measure(look.fonts.medium, font_size::number, look.tr(std::string_view(item))).x + look.px(8);
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(sum / width)), 1, items.size());
}

}  // namespace

std::optional<int> segmented(const Look& look, const char* id, std::span<const std::string> items, int selected,
                             float width) {
  const Theme& t = look.t();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float h = ImGui::GetFrameHeight();
  const std::size_t lines = segment_lines(look, items, width), each = (items.size() + lines - 1) / lines;
  const Pen pen{look, ImGui::GetWindowDrawList()};
  pen.fill(p, {p.x + width, p.y + h * static_cast<float>(lines)}, t.frame, 4);
  std::optional<int> clicked;
  ImGui::PushID(id);
  std::vector<float> edges;
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::size_t column = k % each, line = k / each;
    if (column == 0) edges = segment_edges(look, items.subspan(k, std::min(each, items.size() - k)), width);
    const std::string& label = items[k];
    const float y = p.y + h * static_cast<float>(line);
    const ImVec2 a(std::round(p.x + edges[column]), y), b(std::round(p.x + edges[column + 1]), y + h);
    ImGui::SetCursorScreenPos(a);
    if (flat_button(label.c_str(), b - a)) clicked = static_cast<int>(k);
    const bool on = static_cast<int>(k) == selected, hovered = ImGui::IsItemHovered();
    if (on)
      pen.fill(a, b, t.accent_bg, 4), pen.frame(a, b, fade(t.accent, 0.7f), 4);
    else if (hovered)
      pen.fill(a, b, t.frame_active, 4);
    const std::string_view words = look.tr(std::string_view(label));
    ImFont* font = on ? look.fonts.medium : look.fonts.text;
    pen.text((a + b) / 2, {0.5f, 0.5f}, words, enabled(look, on ? t.text : t.text2),
             size_in(look, look.fonts.medium, font_size::number, words, b.x - a.x - look.px(4)), font);
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos({p.x, p.y});
  ImGui::Dummy({width, h * static_cast<float>(lines)});
  return clicked;
}

bool begin_combo(const Look& look, const char* id, Label value, float width, ImU32 marker, ImWchar icon) {
  const Theme& t = look.t();
  const ImVec2 a = ImGui::GetCursorScreenPos(), b(a.x + width, a.y + ImGui::GetFrameHeight());
  const Pen pen{look, ImGui::GetWindowDrawList()};
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(id, "", ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLarge);
  const float cy = (a.y + b.y) / 2;
  float x = a.x + look.px(8);
  const ImU32 color = enabled(look, t.text);
  if (marker) {
    pen.swatch({x, std::floor(cy - look.px(7))}, marker);
    x += look.px(22);
  }
  if (icon) {
    pen.icon({x + look.px(7), cy}, icon, 13, t.text2);
    x += look.px(24);
  }
  pen.names().clipped({x, cy}, b.x - look.px(24), look.shown(value), color);
  pen.icon({b.x - look.px(13), cy}, icon::down, 10, enabled(look, t.text2));
  return open;
}

bool combo_item(const Look& look, Label english, bool selected, ImU32 marker, Label right) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const std::string id(english.text);
  const Label label = as_name(look.shown(english)), beside = as_name(look.shown(right));
  const float text_w = look.measure(look.fonts.text, font_size::text, label).x;
  const float right_w =
      beside.text.empty() ? 0 : look.measure(look.fonts.text, font_size::small, beside).x + look.px(24);
  const float w = std::max(ImGui::GetContentRegionAvail().x, text_w + look.px(marker ? 38 : 16) + right_w);
  ImGui::PushStyleColor(ImGuiCol_Text, 0);
  const bool hit = ImGui::Selectable(id.c_str(), selected, 0, {w, look.px(24)});
  ImGui::PopStyleColor();
  const Pen pen{look, ImGui::GetWindowDrawList()};
  const float cy = p.y + look.px(12);
  float x = p.x + look.px(4);
  if (marker) {
    pen.swatch({x, std::floor(cy - look.px(7))}, marker);
    x += look.px(22);
  }
  pen.names().text({x, cy}, {0, 0.5f}, label.text, enabled(look, look.t().text));
  if (!beside.text.empty())
    pen.names().text({p.x + w - look.px(4), cy}, {1, 0.5f}, beside.text, enabled(look, look.t().text2),
                     font_size::small);
  if (selected) ImGui::SetItemDefaultFocus();
  return hit;
}

bool list_row(const Look& look, const char* id, bool selected, float height) {
  const Theme& t = look.t();
  const ImVec2 p = ImGui::GetCursorScreenPos(), b = p + ImVec2(ImGui::GetContentRegionAvail().x, look.px(height));
  ImGui::SetNextItemAllowOverlap();
  const bool hit = flat_button(id, b - p);
  const Pen pen{look, ImGui::GetWindowDrawList()};
  const ImVec2 a(p.x, p.y + look.px(2)), c(b.x, b.y - look.px(2));
  if (selected)
    pen.fill(a, c, t.accent_bg, 4);
  else if (ImGui::IsItemHovered())
    pen.fill(a, c, t.frame_hover, 4);
  return hit;
}

void begin_list(const Look& look, const char* id, int rows, int most) {
  ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
  ImGui::BeginGroup();
  if (rows <= most) return;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, look.t().canvas);
  ImGui::BeginChild(id, {0, look.px(28) * (static_cast<float>(most) + 0.5f)}, ImGuiChildFlags_NavFlattened);
}

void list_rows(const Look& look, int rows, int shown, const std::function<void(int)>& draw) {
  constexpr int most_drawn = 200;
  const auto draw_from = [&](int begin, int end) {
    for (int i = begin; i < end; ++i) draw(i);
  };
  if (rows <= most_drawn) return draw_from(0, rows);
  ImGuiListClipper clipper;
  clipper.Begin(rows, look.px(28));
  if (shown >= 0) clipper.IncludeItemByIndex(shown);
  while (clipper.Step()) draw_from(clipper.DisplayStart, clipper.DisplayEnd);
}

void end_list() {
  const bool child = ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_ChildWindow;
  if (child) {
    ImGui::EndChild();
    ImGui::PopStyleColor();
  }
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  ImGui::Dummy({0, 0});  // restores the spacing of the rows
}

bool color_field(const Look&, const char* id, std::uint32_t now, std::optional<std::uint32_t>& chosen) {
  const auto part = [&](int shift) { return static_cast<float>(now >> shift & 255) / 255; };
  float color[3] = {part(16), part(8), part(0)};
  if (!ImGui::ColorEdit3(id, color, ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel)) return false;
  const auto byte = [](float v) { return static_cast<std::uint32_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 255)); };
  chosen = byte(color[0]) << 16 | byte(color[1]) << 8 | byte(color[2]);
  return true;
}

bool text_field(const Look& look, const char* id, std::string& value, float width, std::string_view hint) {
  ImGui::PushItemFlag(ImGuiItemFlags_LiveEditOnInputText, false);
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::InputTextWithHint(id, std::string(look.tr(hint)).c_str(), &value);
  ImGui::PopItemFlag();
  return changed;
}

bool text_box(const Look&, const char* id, std::string& value, float width, int lines) {
  ImGui::PushItemFlag(ImGuiItemFlags_LiveEditOnInputText, false);
  const float h = ImGui::GetTextLineHeight() * static_cast<float>(lines) + ImGui::GetStyle().FramePadding.y * 2;
  const bool changed = ImGui::InputTextMultiline(id, &value, {width, h}, ImGuiInputTextFlags_WordWrap);
  ImGui::PopItemFlag();
  return changed;
}

}  // namespace ez
