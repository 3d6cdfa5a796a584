#include "app/ui/kit/look.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>

namespace ez {
namespace {

// clang-format off
constexpr Theme dark_theme = {
    .dark = true,
    .canvas = rgb(0x0B0D10), .panel = rgb(0x15181D), .frame = rgb(0x20252C), .frame_hover = rgb(0x282E37),
    .frame_active = rgb(0x303844), .border = rgb(0x282D35), .border_strong = rgb(0x3C444F),
    .text = rgb(0xE9ECF0), .text2 = rgb(0xA5AEBA), .text3 = rgb(0x828C99),
    .accent = rgb(0x3ECFB2), .accent_hover = rgb(0x63DBC3), .accent_bg = rgb(0x173A36), .on_accent = rgb(0x06201B),
    .warn = rgb(0xF2B84B), .fail = rgb(0xFF9A76),
    .card = rgb(0x0E1115, 0.88f), .pec = rgb(0x8D97A5), .ink = rgb(0xF4F6F8), .halo = rgb(0x000000, 0.55f),
    .data = {rgb(0xA9B2BE), rgb(0xF0A33A), rgb(0x62B5F5), rgb(0x3ECFB2), rgb(0xC596F7), rgb(0xF3E37C)},
    .fill = 0.19f};
constexpr Theme light_theme = {
    .dark = false,
    .canvas = rgb(0xE7EAEE), .panel = rgb(0xFFFFFF), .frame = rgb(0xF0F2F5), .frame_hover = rgb(0xE5E9EE),
    .frame_active = rgb(0xD9DFE6), .border = rgb(0xDDE1E7), .border_strong = rgb(0xB4BCC7),
    .text = rgb(0x12161C), .text2 = rgb(0x4C5665), .text3 = rgb(0x6B7583),
    .accent = rgb(0x0A7866), .accent_hover = rgb(0x086353), .accent_bg = rgb(0xD5EDE8), .on_accent = rgb(0xFFFFFF),
    .warn = rgb(0x8F5B00), .fail = rgb(0xB3401A),
    .card = rgb(0xFFFFFF, 0.92f), .pec = rgb(0x5B6675), .ink = rgb(0x12161C), .halo = rgb(0xFFFFFF, 0.75f),
    .data = {rgb(0x5B6675), rgb(0x9E4F00), rgb(0x1668B8), rgb(0x0A7866), rgb(0x7A3DB8), rgb(0x776400)},
    .fill = 0.18f};
// clang-format on

// Colours that replace accent, warnings and series for colour-blind users.
struct Replaced {
  ImU32 accent, accent_hover, accent_bg, on_accent, warn, fail;
  std::array<ImU32, 6> data;
};
constexpr Theme with(Theme t, const Replaced& r) {
  t.accent = r.accent, t.accent_hover = r.accent_hover, t.accent_bg = r.accent_bg, t.on_accent = r.on_accent;
  t.warn = r.warn, t.fail = r.fail, t.data = r.data;
  return t;
}

// Blue and orange remain distinct when red and green do not; red and teal when blue and yellow do not. Neighbouring
// series also differ in lightness.
// clang-format off
constexpr Replaced red_green_dark = {
    rgb(0x56B4E9), rgb(0x84CBF3), rgb(0x14334A), rgb(0x04121C), rgb(0xF0E442), rgb(0xE69F00),
    {rgb(0xA9B2BE), rgb(0xE69F00), rgb(0xCFE9FB), rgb(0x3F93E8), rgb(0x44CB63), rgb(0xF0E442)}};
constexpr Replaced red_green_light = {
    rgb(0x0F62AC), rgb(0x0B4C86), rgb(0xD7E7F6), rgb(0xFFFFFF), rgb(0x6B5D00), rgb(0x9E4F00),
    {rgb(0x5B6675), rgb(0x9E4F00), rgb(0x062A52), rgb(0x1B72C4), rgb(0x561102), rgb(0x3027FD)}};
constexpr Replaced blue_yellow_dark = {
    rgb(0x3ECFB2), rgb(0x63DBC3), rgb(0x173A36), rgb(0x06201B), rgb(0xFFB3C4), rgb(0xFF6B5E),
    {rgb(0xA9B2BE), rgb(0xFF8A70), rgb(0xF4F6F8), rgb(0x22A892), rgb(0xAE8A3B), rgb(0x64FFA7)}};
constexpr Replaced blue_yellow_light = {
    rgb(0x0A7866), rgb(0x086353), rgb(0xD5EDE8), rgb(0xFFFFFF), rgb(0x8A2F55), rgb(0xB3201A),
    {rgb(0x5B6675), rgb(0xB3401A), rgb(0x12161C), rgb(0x0A7866), rgb(0x6200E1), rgb(0x781371)}};
constexpr Replaced gray_dark = {
    rgb(0xF4F6F8), rgb(0xFFFFFF), rgb(0x363D46), rgb(0x0B0D10), rgb(0xC9CFD6), rgb(0xFFFFFF),
    {rgb(0x808A96), rgb(0xB4BCC6), rgb(0xDCE1E6), rgb(0xFFFFFF), rgb(0x98A1AD), rgb(0xC8CED5)}};
constexpr Replaced gray_light = {
    rgb(0x12161C), rgb(0x000000), rgb(0xD5D9DE), rgb(0xFFFFFF), rgb(0x454D58), rgb(0x000000),
    {rgb(0x6E7884), rgb(0x4C5563), rgb(0x2C333D), rgb(0x000000), rgb(0x5E6875), rgb(0x3C4450)}};
// clang-format on

// Indexed by ColorVision.
constexpr std::array<Theme, 4> dark_themes = {dark_theme, with(dark_theme, red_green_dark),
                                              with(dark_theme, blue_yellow_dark), with(dark_theme, gray_dark)};
constexpr std::array<Theme, 4> light_themes = {light_theme, with(light_theme, red_green_light),
                                               with(light_theme, blue_yellow_light), with(light_theme, gray_light)};

}  // namespace

const Theme& theme(bool dark, ColorVision vision) {
  return (dark ? dark_themes : light_themes)[static_cast<std::size_t>(vision)];
}

std::string Look::item(const char* english) const {
  const char* label = tr(english);
  return label == english ? english : std::string(label) + "###" + english;
}

std::string Look::keys(std::string_view english) const {
  constexpr std::array<std::string_view, 5> named = {"Ctrl", "Shift", "Del", "PgUp", "PgDn"};
  if (const std::string_view row = tr(english); row != english) return std::string(row);
  std::string out;
  while (!english.empty()) {
    const auto key = std::ranges::find_if(named, [&](std::string_view name) { return english.starts_with(name); });
    out += key != named.end() ? tr(*key) : english.substr(0, 1);
    english.remove_prefix(key != named.end() ? key->size() : 1);
  }
  return out;
}

ImVec2 Look::measure(ImFont* font, float size, Label label) const {
  const std::string_view s = shown(label);
  if (s.empty()) return {0, px(size)};
  return font->CalcTextSizeA(px(size), FLT_MAX, 0, s.data(), s.data() + s.size());
}

namespace {

ImVec2 size_of(const Look& look, ImFont* font, float size, std::string_view s) {
  return font->CalcTextSizeA(look.px(size), FLT_MAX, 0, s.data(), s.data() + s.size());
}

}  // namespace

float Pen::text(ImVec2 p, ImVec2 align, std::string_view s, ImU32 color, float size, ImFont* font) const {
  if (s.empty()) return 0;
  if (!font) font = look.fonts.text;
  if (!as_is) s = look.tr(s);
  const ImVec2 m = size_of(look, font, size, s);
  list->AddText(font, look.px(size), {std::round(p.x - m.x * align.x), std::round(p.y - m.y * align.y)}, color,
                s.data(), s.data() + s.size());
  return m.x;
}

float Pen::mono(ImVec2 p, ImVec2 align, std::string_view s, ImU32 color, float size) const {
  return text(p, align, s, color, size, look.fonts.mono);
}

bool Pen::clipped(ImVec2 p, float x1, std::string_view s, ImU32 color, float size, ImFont* font) const {
  if (!font) font = look.fonts.text;
  const float h = look.px(size);
  if (!as_is) s = look.tr(s);
  const Pen pen = names();
  if (size_of(look, font, size, s).x <= x1 - p.x + 1) {
    pen.text({p.x, p.y}, {0, 0.5f}, s, color, size, font);
    return false;
  }
  const float dots = size_of(look, font, size, "…").x;
  const char* end = s.data();
  font->CalcTextSizeA(h, std::max(0.0f, x1 - p.x - dots), 0, s.data(), s.data() + s.size(), &end);
  const std::string_view head(s.data(), static_cast<std::size_t>(end - s.data()));
  const float w = pen.text(p, {0, 0.5f}, head, color, size, font);
  pen.text({p.x + w, p.y}, {0, 0.5f}, "…", color, size, font);
  return true;
}

void Pen::icon(ImVec2 center, ImWchar glyph, float size, ImU32 color) const {
  const float r = look.px(size / 2);
  if (glyph == icon::rectangle) {
    frame({center.x - r, center.y - r + look.px(1)}, {center.x + r, center.y + r - look.px(1)}, color, 1, 2);
    return;
  }
  if (glyph == icon::circle) {
    list->AddCircle(center, r, color, 0, look.px(2));
    return;
  }
  if (glyph == icon::wall) {
    const ImVec2 a(center.x - r + look.px(1), center.y + r - look.px(1)),
        b(center.x + r - look.px(1), center.y - r + look.px(1));
    list->AddLine(a, b, color, look.px(3));
    list->AddCircleFilled(a, look.px(3), color);
    list->AddCircleFilled(b, look.px(3), color);
    return;
  }
  const ImFontGlyph* g = look.fonts.icon->GetFontBaked(look.px(size))->FindGlyph(glyph);
  if (!g) return;
  char utf8[5];
  ImTextCharToUtf8(utf8, glyph);
  list->AddText(look.fonts.icon, look.px(size),
                {std::round(center.x - (g->X0 + g->X1) / 2), std::round(center.y - (g->Y0 + g->Y1) / 2)}, color, utf8);
}

void Pen::hline(float x0, float x1, float y, ImU32 color) const {
  y = std::floor(y);
  list->AddRectFilled({x0, y}, {x1, y + look.px(1)}, color);
}

void Pen::vline(float x, float y0, float y1, ImU32 color) const {
  x = std::floor(x);
  list->AddRectFilled({x, y0}, {x + look.px(1), y1}, color);
}

void Pen::fill(ImVec2 a, ImVec2 b, ImU32 color, float radius) const {
  list->AddRectFilled(a, b, color, look.px(radius));
}

void Pen::frame(ImVec2 a, ImVec2 b, ImU32 color, float radius, float thickness) const {
  list->AddRect(a, b, color, look.px(radius), look.px(thickness));
}

void Pen::card(ImVec2 a, ImVec2 b) const {
  fill(a, b, look.t().card, 6);
  frame(a, b, fade(look.t().border_strong, 0.7f), 6);
}

void Pen::handle(ImVec2 p, float radius, ImU32 color) const {
  list->AddCircleFilled(p, look.px(radius + 2), look.t().halo);
  list->AddCircleFilled(p, look.px(radius), rgb(0xFFFFFF));
  list->AddCircleFilled(p, look.px(radius - 2), color);
}

void Pen::line(ImVec2 a, ImVec2 b, ImU32 color, float thickness) const {
  list->AddLine(a, b, look.t().halo, look.px(thickness + 4));
  list->AddLine(a, b, color, look.px(thickness));
}

ImVec2 Pen::pill(ImVec2 p, ImVec2 align, std::string_view s, ImU32 color, ImFont* font, float size) const {
  if (!font) font = look.fonts.medium;
  if (!as_is) s = look.tr(s);
  const ImVec2 m = size_of(look, font, size, s), pad = look.px(6, 3);
  const ImVec2 a(std::round(p.x - (m.x + 2 * pad.x) * align.x), std::round(p.y - (m.y + 2 * pad.y) * align.y));
  const ImVec2 b = a + m + pad * 2;
  fill(a, b, look.t().card, 4);
  list->AddText(font, look.px(size), a + pad, color, s.data(), s.data() + s.size());
  return b;
}

void Pen::swatch(ImVec2 p, ImU32 color) const {
  const ImVec2 b = p + look.px(14, 14);
  fill(p, b, color, 3);
  frame(p, b, look.t().border_strong, 3);
}

}  // namespace ez
