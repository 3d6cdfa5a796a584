// The parts that Interface::draw() draws, in this order.
#pragma once

#include <span>
#include <string>

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/base/text.h"

namespace ez {

// ui/panels/
void draw_tool_bar(const Context& c);
void draw_status_line(const Context& c);
// Draws the tool bar of a window without bars: the buttons to restart and run. toolbar.cpp
void draw_run_buttons(const Context& c);
// Returns why the run is slower than the speed that is set. status_line.cpp
Text why_short(const State& s);
// Returns unit and limits of the speed that is set for a run. toolbar.cpp
NumberStyle speed_style(Physics physics);
// Returns the number of the scene's media, and the name of one: "3 · vacuum". materials.cpp
std::string summary_of_media(const State& s);
// Draws preset and poles of a material, within Materials. dispersion.cpp
void dispersion_rows(const Context& c, Scene s, std::size_t i);
void shape_rows(const Context& c);  // rows of the selected shape, within Materials. shape.cpp
// Draws the rows for the copies of a shape, within those rows. Returns true if they were changed. copies.cpp
bool copies_rows(const Context& c, const Scene& scene, Shape& shape);
// Sets the view to another range. The lock, and the limit of a scene that has its own range, are saved in the scene, so
// this edits the scene. view.cpp
void set_range(const Context& c, const ViewState& v);
// Call it after drawing the rows of a selected item, from `top` on the screen to the present position. Scrolls the
// panel there if the item has just been selected. panel_view.cpp
void bring_into_view(const Context& c, Selection::Kind kind, float top);
void bring_into_view(const Context& c, float top);  // for any selection

// ui/picture/: overlays of the picture
void handle_mouse(const Context& c, const Viewport& v, bool hovered, bool active);  // tools.cpp
void draw_overlay(const Context& c, const Viewport& v, ImDrawList* list);           // overlay.cpp
// Draws the marks of the selection and of the active tool on a pane's picture. overlay.cpp
void draw_held(const Context& c, const Viewport& v, int pane, ImDrawList* list);
void draw_frozen(const Context& c, ImDrawList* list);  // frozen.cpp
// Marks the first bad node of an unstable run on the picture of its pane. Its text avoids the areas in `taken`.
// frozen.cpp
void draw_first_bad(const Context& c, const Viewport& v, int pane, const Area& within, std::span<const Area> taken,
                    ImDrawList* list);
// Draws a colour bar with its upper left corner at p. `upper_half` shows the upper half of a diverging map, for
// magnitudes. legend.cpp
void draw_colormap(const Context& c, const Pen& pen, ImVec2 p, float w, float h, std::string_view map, bool upper_half);
// Returns the areas that the labels cover. labels.cpp
std::vector<Area> draw_labels(const Context& c, const Viewport& v, ImDrawList* list);
// Returns the position of a moving source at a time (s), in nodes. labels.cpp
Vec2 place_at(const Scene& scene, const Motion& motion, double time);
void draw_screen(const Context& c, const Viewport& v, ImDrawList* list);  // screen.cpp
// Returns the places that the theory of the scene's checks predicts, cached until the scene changes. theory_marks.cpp
std::span<const PredictedMark> predicted(const Context& c);
void draw_theory_lines(const Context& c, const Viewport& v, ImDrawList* list);
void draw_theory_words(const Context& c, const Viewport& v, std::vector<Area> taken, ImDrawList* list);
// Draws a few lines of text on the selected item next to it, clear of the areas in `taken`. Returns the text's area.
// properties.cpp
Area draw_properties(const Context& c, const Viewport& v, std::span<const Area> taken, ImDrawList* list);
void draw_flow(const Context& c, const Viewport& v, ImDrawList* list);    // flow.cpp
Area draw_legend(const Context& c, const Viewport& v, ImDrawList* list);  // legend.cpp
// Draws the fronts of pulses, and their card above the legend. front_lens.cpp
void draw_front_lens(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);
// Draws a button around this point on the picture that locks the range or lets it follow the field. legend.cpp
void range_lock(const Context& c, const Pen& pen, ImVec2 center);
// Returns the leftmost x at which a card of this width between these heights covers no handle and no outline, otherwise
// the x at which it covers the fewest. clear_place.cpp
float clear_x(const Context& c, const Viewport& v, float width, float y0, float y1);
// Returns how many marks of probes and sources are there.
int marks_under(const Context& c, const Viewport& v, const Area& card);
// Draw the scene's text over the picture in explore, and as a line above it in the labs. scene_text_height() returns
// the height of that line. scene_text.cpp
void draw_scene_text(const Context& c, const Viewport& v);
void draw_scene_line(const Context& c);
float scene_text_height(const InterfaceMemory& m, const State& s, float width);
std::string first_sentence(const std::string& text);
void draw_tool_options(const Context& c);  // tool_options.cpp
// Draws the scene's checks: cards in the panel, and one line each in the corner of the picture that this covers least,
// clear of text and legend. checks.cpp
void check_rows(const Context& c);
Text check_summary(const State& s);
// Draws the spectrum that the scene's checks read, if any, in a card on the picture. spectrum.cpp
void draw_spectrum(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);
Area draw_check_badge(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);  // its area

// ui/: other windows
void draw_notes(const Context& c);
void draw_question(const Context& c);
void draw_file_prompt(const Context& c);
void draw_help(const Context& c);
void present(const Context& c);  // keys.cpp

void handle_keys(const Context& c);
// Call it at the beginning of a frame. A chord that was pressed and released within one frame then counts with the
// modifiers that were down when its key was pressed.
void hold_chords();
// Returns the name of the window that has the keys; empty: none. focus.cpp
std::string_view focused();
// Focus of the keys: the next window with controls gets them (F6). After a click in a bar or on a card they return to
// the picture. settle_focus() checks the window that has them.
void next_window(const Context& c, bool back);
void begin_focus(const Context& c);
void settle_focus(const Context& c);
void draw_focus_ring(const Context& c);
// Cancels a mouse gesture and restores the scene.
void cancel_gesture(const Context& c);
// Removes or copies the selection (keys and buttons of the panel).
void delete_selected(const Context& c);
void duplicate_selected(const Context& c);

}  // namespace ez
