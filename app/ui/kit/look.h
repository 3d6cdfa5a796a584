// The look of the interface: colours of the two themes, fonts, scale, and drawing functions.
//
// One constant scales everything: every length passes through Look::px(), and font sizes are given unscaled. Colours
// are in ImGui's packed RGBA.
#pragma once

#ifndef IMGUI_DEFINE_MATH_OPERATORS
#define IMGUI_DEFINE_MATH_OPERATORS
#endif
#include <imgui.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "app/model/color_vision.h"
#include "app/platform/words.h"
#include "app/ui/kit/icons.h"

namespace ez {

constexpr ImU32 rgb(unsigned hex, float alpha = 1) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, static_cast<int>(alpha * 255.99f));
}
constexpr ImU32 fade(ImU32 color, float alpha) {
  return (color & 0x00FFFFFFu) | (static_cast<ImU32>(alpha * 255.99f) << 24);
}

struct Theme {
  bool dark;
  ImU32 canvas, panel, frame, frame_hover, frame_active, border, border_strong;
  ImU32 text, text2, text3;  // values; labels and units; disabled
  ImU32 accent, accent_hover, accent_bg, on_accent, warn, fail;
  ImU32 card, pec, ink, halo;  // cards on the picture; lines on the picture, and their outline
  std::array<ImU32, 6> data;   // series: grey, orange, sky, accent, violet, yellow
  float fill;                  // opacity of the accent behind a number field's value
};
const Theme& theme(bool dark, ColorVision vision = ColorVision::usual);

struct Fonts {
  ImFont *text = nullptr, *medium = nullptr, *mono = nullptr, *icon = nullptr;
};
// Loads the embedded fonts into the current ImGui context.
Fonts load_fonts();
// Package of Debian and Ubuntu with a font that has Japanese letters.
inline constexpr std::string_view japanese_font_package = "fonts-ipaexfont-gothic";
// Adds Japanese letters to these fonts. Returns false if no such font is installed.
bool add_japanese(const Fonts& fonts);

namespace font_size {  // unscaled pixels
inline constexpr float small = 14, number = 15, text = 16, title = 18;
}

// A text to show. Text of the interface is translated; a name of the user (as_is) is not.
struct Label {
  std::string_view text;
  bool as_is = false;
  Label(std::string_view t, bool verbatim = false) : text(t), as_is(verbatim) {}  // NOLINT(google-explicit-constructor)
  Label(const char* t) : text(t) {}                                               // NOLINT(google-explicit-constructor)
  Label(const std::string& t) : text(t) {}                                        // NOLINT(google-explicit-constructor)
};
// The text of a widget. A literal, or an entry of one of the program's tables, is translated. A std::string is already
// translated.
struct Sentence {
  std::string_view text;
  bool finished = false;
  Sentence(const char* t) : text(t) {}                         // NOLINT(google-explicit-constructor)
  Sentence(std::string_view t) : text(t) {}                    // NOLINT(google-explicit-constructor)
  Sentence(const std::string& t) : text(t), finished(true) {}  // NOLINT(google-explicit-constructor)
};
inline Label as_name(std::string_view name) { return {name, true}; }

// A number field that was clicked with the right button. In that frame it acts as if its value had been changed a
// little, and whoever owns the probe finds the key of the number from the edit, which is not carried out.
struct NumberProbe {
  ImGuiID field = 0;  // 0: none
};

struct Look {
  const Theme* colors = nullptr;
  Fonts fonts;
  float scale = 1;
  const Vocabulary* words = nullptr;  // null: English
  NumberProbe* probe = nullptr;       // null: number fields ignore the right button

  // Translates texts that have a row in assets/words.txt. Widgets and Pen translate everything they show.
  const char* tr(const char* english) const { return words ? words->of(english) : english; }
  std::string_view tr(std::string_view english) const { return words ? words->of(english) : english; }
  std::string tr(const Text& text) const { return ez::shown(words, text); }
  std::string_view shown(Label label) const { return label.as_is ? label.text : tr(label.text); }
  std::string_view shown(Sentence words) const { return words.finished ? words.text : tr(words.text); }
  // Returns tr() as the label of an ImGui item whose ID does not depend on the language.
  std::string item(const char* english) const;
  // Returns a shortcut as the keyboard of the language names it: Ctrl+Z is Strg+Z in German.
  std::string keys(std::string_view english) const;

  float px(float v) const { return std::round(v * scale); }
  ImVec2 px(float x, float y) const { return {px(x), px(y)}; }
  const Theme& t() const { return *colors; }
  // Returns the size of a text as shown, in (scaled) pixels; `size` is unscaled.
  ImVec2 measure(ImFont* font, float size, Label label) const;
};

// Applies this look to the styles of ImGui and ImPlot.
void apply_style(const Look& look);

// Draws with one look into one draw list.
struct Pen {
  const Look& look;
  ImDrawList* list;
  bool as_is = false;  // see names()

  // Returns a pen for names and texts of the user, which are not translated.
  Pen names() const { return {look, list, true}; }

  // Draws text at p with `align` (0 left or top, ½ centre, 1 right or bottom). Returns its width. A null font is the
  // text font.
  float text(ImVec2 p, ImVec2 align, std::string_view s, ImU32 color, float size = font_size::text,
             ImFont* font = nullptr) const;
  float mono(ImVec2 p, ImVec2 align, std::string_view s, ImU32 color, float size = font_size::text) const;
  // Draws text and shortens it with "…" before x1. Returns true if it was shortened.
  bool clipped(ImVec2 p, float x1, std::string_view s, ImU32 color, float size = font_size::text,
               ImFont* font = nullptr) const;
  // Centres a glyph by its visible shape, not by its advance.
  void icon(ImVec2 center, ImWchar glyph, float size, ImU32 color) const;
  // Draws a line one pixel wide, aligned to whole pixels.
  void hline(float x0, float x1, float y, ImU32 color) const;
  void vline(float x, float y0, float y1, ImU32 color) const;
  void fill(ImVec2 a, ImVec2 b, ImU32 color, float radius = 0) const;
  void frame(ImVec2 a, ImVec2 b, ImU32 color, float radius = 0, float thickness = 1) const;
  // On the picture
  void card(ImVec2 a, ImVec2 b) const;
  void handle(ImVec2 p, float radius, ImU32 color) const;
  void line(ImVec2 a, ImVec2 b, ImU32 color, float thickness) const;  // with an outline
  ImVec2 pill(ImVec2 p, ImVec2 align, std::string_view s, ImU32 color, ImFont* font = nullptr,
              float size = font_size::small) const;  // returns its lower right corner
  void swatch(ImVec2 p, ImU32 color) const;          // 14 px
};

}  // namespace ez
