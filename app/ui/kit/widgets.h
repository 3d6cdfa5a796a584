// Controls that Dear ImGui lacks in this form: section headings, rows, icon buttons, segmented choices, number fields
// with units. Each is an ordinary ImGui item (keyboard, focus ring, test engine); only the drawing differs.
#pragma once

#include <cfloat>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/platform/units.h"
#include "app/ui/kit/look.h"

namespace ez {

// Draws a label. The next item begins at x (unscaled, from the window's left edge). Returns the width that is left for
// it.
float row(const Look& look, const char* label, float x = 124);
// Returns the width of one of two fields that share `width`.
inline float half(const Look& look, float width) { return std::floor((width - look.px(4)) / 2); }
inline void same_row(const Look& look) { ImGui::SameLine(0, look.px(4)); }
// Draws wrapped text after a warning sign, in the warning colour or that of a failure.
void warning(const Look& look, Sentence words, bool failure = false);
void progress_bar(const Look& look, double fraction);  // 0 … 1, over the whole width
void hint(const Look& look, Sentence words);           // wrapped, in the labels' colour

// ---- section heads: chevron, icon, name; at the right the state in one line. Toggles `open` and returns it. With
// `add`, a plus at the right end is a separate button ("##add" within the section's ID).
struct SectionHead {
  const char* name = "";
  ImWchar icon = 0;
  std::string summary = {};  // already translated
  bool add = false;
  const char* help = nullptr;  // shown while the mouse rests on it
};
bool section(const Look& look, const SectionHead& head, bool& open, bool* added = nullptr);
void end_section(const Look& look);

// ---- buttons
enum class ButtonState { plain, selected, primary };
bool icon_button(const Look& look, const char* id, ImWchar icon, ButtonState state = ButtonState::plain,
                 float size = 32, float icon_size = 15);
bool button(const Look& look, const char* id, std::string_view label, ImWchar icon = 0, bool primary = false,
            float width = 0);
// Explains the last item; `key` is its shortcut.
void tip(const Look& look, Sentence words, std::string_view key = {});
bool checkbox(const Look& look, const char* id, std::string_view label, bool& value);

// Draws a row of buttons, each named by its label inside `id`. Returns the index of a clicked one.
std::optional<int> segmented(const Look& look, const char* id, std::span<const std::string> items, int selected,
                             float width);
// Work like ImGui's BeginCombo/EndCombo. `marker` (a colour, 0: none) draws a swatch before the value.
bool begin_combo(const Look& look, const char* id, Label value, float width, ImU32 marker = 0, ImWchar icon = 0);
bool combo_item(const Look& look, Label label, bool selected, ImU32 marker = 0, Label right = "");
// A row of a list. The caller draws into [min, max] of the item. Returns true if it was clicked.
bool list_row(const Look& look, const char* id, bool selected, float height = 28);
// Enclose the rows of a list. A list of more than `most` rows scrolls in a child window with this id.
void begin_list(const Look& look, const char* id, int rows, int most);
void end_list();
// Draws the visible rows, each 28 units high; of a short list all. The row `shown`, unless negative, is drawn too, so
// that it can be scrolled to.
void list_rows(const Look& look, int rows, int shown, const std::function<void(int)>& draw);

// Draws a square of the colour `now` (0xRRGGBB). A click opens a palette.
bool color_field(const Look& look, const char* id, std::uint32_t now, std::optional<std::uint32_t>& chosen);

// ---- text: one command at the end of typing (Enter, Tab, focus lost).
bool text_field(const Look& look, const char* id, std::string& value, float width, std::string_view hint = {});
bool text_box(const Look& look, const char* id, std::string& value, float width, int lines);

// ---- numbers: drag, arrow keys, or type (Ctrl-click, double click, Enter). The value is right-aligned, and the unit
// has its own column. Input beyond the limits, or that is no number, is rejected: the value stays, and the field shows
// the reason for a while.
struct NumberStyle {
  std::string_view unit = {};         // with `prefixes`: the base unit
  bool prefixes = false;              // 15e9 Hz reads 15.000 GHz
  std::optional<Prefix> prefix = {};  // fixed prefix for any value
  int decimals = 3;
  double min = -DBL_MAX, max = DBL_MAX;
  bool logarithmic = false;       // a drag multiplies the value; linear when it starts from 0
  double ratio = 0.01;            // change per pixel of such a drag
  double speed = 0.01;            // otherwise the change per pixel, in the unit shown
  std::string_view label = {};    // inside the field, at its left
  double fill = -1;               // 0 … 1: position of the value between its limits
  float slot = 44;                // width for the unit, unscaled
  bool on_release = false;        // returns the value at the end of a drag, not at each pixel
  std::string_view instead = {};  // shown in place of the number
  bool warns = false;             // shows the label in the warning colour
  bool bare = false;              // the unit is not drawn, but can be typed
  bool typed = false;             // a click begins typing, dragging is off
};
// The value that a field with on_release holds back. One suffices, since only one field is active at a time.
struct HeldNumber {
  ImGuiID id = 0;
  double value = 0;
};
bool number_field(const Look& look, const char* id, double& value, const NumberStyle& style, float width,
                  HeldNumber* held = nullptr);
// Call it after number_field(). Returns true if Enter has ended the typing and the input is the field's value.
bool number_entered(const char* label);
bool number_typed(const char* label);  // the same: true if something was typed since the field got the keys
bool enter_pressed();                  // either of the two keys was pressed in this frame
bool integer_field(const Look& look, const char* id, int& value, NumberStyle style, float width,
                   HeldNumber* held = nullptr);

}  // namespace ez
