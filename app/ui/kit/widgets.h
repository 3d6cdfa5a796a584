// Controls that Dear ImGui does not have in this form: section heads, rows, icon buttons, segmented choices, number
// fields with units. Each is an ordinary ImGui item (keyboard, focus ring, test engine); only the drawing is ours.
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

// ---- rows
// A label; what follows begins at x (unscaled, from the window's left edge). Returns the width that is left for it.
float row(const Look& look, const char* label, float x = 124);
// One of two fields that share `width`.
inline float half(const Look& look, float width) { return std::floor((width - look.px(4)) / 2); }
inline void same_row(const Look& look) { ImGui::SameLine(0, look.px(4)); }
// Wrapped text in the warning colour behind a warning sign, or in the colour of a failure.
void warning(const Look& look, Sentence words, bool failure = false);
void hint(const Look& look, Sentence words);  // wrapped, in the labels' colour

// ---- section heads: chevron, icon, name; at the right the state in one line. Toggles `open` and returns it. With
// `add`, a plus at the right end is a button of its own ("##add" within the section's ID).
struct SectionHead {
  const char* name = "";
  ImWchar icon = 0;
  std::string summary = {};  // finished
  bool add = false;
  const char* help = nullptr;  // while the mouse rests on it
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

// ---- choices
// The items are buttons named by their own label inside `id`. Returns the index that was clicked.
std::optional<int> segmented(const Look& look, const char* id, std::span<const std::string> items, int selected,
                             float width);
// As ImGui's BeginCombo/EndCombo. `marker` (a colour, 0: none) draws a swatch before the value.
bool begin_combo(const Look& look, const char* id, Label value, float width, ImU32 marker = 0, ImWchar icon = 0);
bool combo_item(const Look& look, Label label, bool selected, ImU32 marker = 0, Label right = "");
// A line of a list; the caller draws into [min, max] of the item. Returns whether it was clicked.
bool list_row(const Look& look, const char* id, bool selected, float height = 28);
// Around the rows of a list: one of more than `most` rows scrolls by itself, in a child window of this id.
void begin_list(const Look& look, const char* id, int rows, int most);
void end_list();
// Of those rows, 28 units high, the ones in sight; of a short list all. `shown`, unless negative, is drawn too, so that
// it can be scrolled to.
void list_rows(const Look& look, int rows, int shown, const std::function<void(int)>& draw);

// A square of the colour (0xRRGGBB) that there is; a click opens a choice.
bool color_field(const Look& look, const char* id, std::uint32_t now, std::optional<std::uint32_t>& chosen);

// ---- text: one command when typing has ended (Enter, Tab, focus lost).
bool text_field(const Look& look, const char* id, std::string& value, float width, std::string_view hint = {});
bool text_box(const Look& look, const char* id, std::string& value, float width, int lines);

// ---- numbers: drag, arrow keys, or type (Ctrl-click, double click, Enter). Value right-aligned, unit in its own slot.
// What is typed beyond the limits, or is no number, is refused: the value stays, and the field says why for a while.
struct NumberStyle {
  std::string_view unit = {};         // with `prefixes`: the base unit
  bool prefixes = false;              // 15e9 Hz reads 15.000 GHz
  std::optional<Prefix> prefix = {};  // this one, whatever the value
  int decimals = 3;
  double min = -DBL_MAX, max = DBL_MAX;
  bool logarithmic = false;       // a drag multiplies it; from 0 as if this were not set
  double ratio = 0.01;            // by which a pixel of a drag changes it then
  double speed = 0.01;            // else this much per pixel, in the unit shown
  std::string_view label = {};    // inside the field, at its left
  double fill = -1;               // 0 … 1: how far between its limits the value is
  float slot = 44;                // width for the unit, unscaled
  bool on_release = false;        // the value is handed out when the drag has ended, not at each pixel
  std::string_view instead = {};  // shown in place of the number
  bool warns = false;             // the label in the warning colour
  bool bare = false;              // the unit is not drawn, though it can be typed
  bool typed = false;             // a click begins typing, and nothing is dragged
};
// What a field with on_release holds back; one for the whole interface, since one field is active at a time.
struct HeldNumber {
  ImGuiID id = 0;
  double value = 0;
};
bool number_field(const Look& look, const char* id, double& value, const NumberStyle& style, float width,
                  HeldNumber* held = nullptr);
// After a number_field: Enter has ended the typing in it, and what was typed is its value.
bool number_entered(const char* label);
bool number_typed(const char* label);  // likewise: something was, since the field was last entered
bool enter_pressed();                  // in this frame, either of the two keys
bool integer_field(const Look& look, const char* id, int& value, NumberStyle style, float width,
                   HeldNumber* held = nullptr);

}  // namespace ez
