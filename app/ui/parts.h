// The pieces Interface::draw() puts together, in the order it draws them.
#pragma once

#include <span>

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/base/text.h"

namespace ez {

// ui/panels/
void draw_tool_bar(const Context& c);
void draw_status_line(const Context& c);
// Why the speed that is set is not reached. status_line.cpp
Text why_short(const State& s);
// Preset and poles of a material, within Materials. dispersion.cpp
void dispersion_rows(const Context& c, Scene s, std::size_t i);
void shape_rows(const Context& c);  // of the selected shape, within Materials. shape.cpp
// How often it stands in the scene, within those; whether that was changed. copies.cpp
bool copies_rows(const Context& c, const Scene& scene, Shape& shape);
// The view with another range. A lock, and the limit of a scene that has a range of its own, are kept with the scene:
// an edit of it. view.cpp
void set_range(const Context& c, const ViewState& v);
// The rows of what is selected stand from `top` (on the screen) to here: when it was selected just now, the panel
// scrolls to it. panel_view.cpp
void bring_into_view(const Context& c, Selection::Kind kind, float top);
void bring_into_view(const Context& c, float top);  // whatever is selected

// ui/picture/: over it
void handle_mouse(const Context& c, const Viewport& v, bool hovered, bool active);  // tools.cpp
void draw_overlay(const Context& c, const Viewport& v, ImDrawList* list);           // overlay.cpp
// What selection and tool hold, on a pane's picture. overlay.cpp
void draw_held(const Context& c, const Viewport& v, int pane, ImDrawList* list);
void draw_frozen(const Context& c, ImDrawList* list);  // frozen.cpp
// The first bad node of an unstable run, on that pane's picture; its words keep clear of what is `taken`. frozen.cpp
void draw_first_bad(const Context& c, const Viewport& v, int pane, const Area& within, std::span<const Area> taken,
                    ImDrawList* list);
// A colour bar with its upper left corner at p; the upper half of a diverging map for magnitudes. legend.cpp
void draw_colormap(const Context& c, const Pen& pen, ImVec2 p, float w, float h, std::string_view map, bool upper_half);
std::vector<Area> draw_labels(const Context& c, const Viewport& v, ImDrawList* list);  // labels.cpp; what they cover
// Where a source that moves is at a time (s), in nodes. labels.cpp
Vec2 place_at(const Scene& scene, const Motion& motion, double time);
void draw_screen(const Context& c, const Viewport& v, ImDrawList* list);  // screen.cpp
// What the theory of the scene's checks says of places; kept until the scene changes. theory_marks.cpp
std::span<const PredictedMark> predicted(const Context& c);
void draw_theory_lines(const Context& c, const Viewport& v, ImDrawList* list);
void draw_theory_words(const Context& c, const Viewport& v, std::vector<Area> taken, ImDrawList* list);
// What is selected, in a few lines beside it, clear of what is `taken`; where it lies. properties.cpp
Area draw_properties(const Context& c, const Viewport& v, std::span<const Area> taken, ImDrawList* list);
void draw_flow(const Context& c, const Viewport& v, ImDrawList* list);    // flow.cpp
Area draw_legend(const Context& c, const Viewport& v, ImDrawList* list);  // legend.cpp
// The fronts of pulses, and their card over the legend. front_lens.cpp
void draw_front_lens(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);
// Whether the range moves with the field: a button, about this point, on the picture's window. legend.cpp
void range_lock(const Context& c, const Pen& pen, ImVec2 center);
// The leftmost x at which a card of this width, between these heights, lies over no handle and no outline; where there
// is none, that with the fewest. clear_place.cpp
float clear_x(const Context& c, const Viewport& v, float width, float y0, float y1);
// How many probes and sources have their marks there.
int marks_under(const Context& c, const Viewport& v, const Area& card);
// The scene's text on the picture. Over it in explore, above it in the labs: how much room it takes there.
// scene_text.cpp
void draw_scene_text(const Context& c, const Viewport& v);
void draw_scene_line(const Context& c);
float scene_text_height(const InterfaceMemory& m, const State& s, float width);
std::string first_sentence(const std::string& text);
void draw_tool_options(const Context& c);  // tool_options.cpp
// What the scene must show: cards in the panel, and a line each in the corner of the picture that it covers least of,
// clear of its text and legend. checks.cpp
void check_rows(const Context& c);
Text check_summary(const State& s);
// The spectrum that the scene's checks read, where they read one, in a card on the picture. spectrum.cpp
void draw_spectrum(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);
Area draw_check_badge(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);  // where it lies

// ui/: windows of their own
void draw_notes(const Context& c);
void draw_question(const Context& c);
void draw_file_prompt(const Context& c);
void draw_help(const Context& c);
void present(const Context& c);  // keys.cpp

void handle_keys(const Context& c);
// At the beginning of a frame: a chord that was pressed and let go within it counts with its modifiers, as they were
// when its key went down.
void hold_chords();
// Which window has the keys, by its name: focus.cpp. Empty: none.
std::string_view focused();
// The next one that has something to press gets them (F6); after a click in a bar
// or on a card they are the picture's again; and what has them is seen to.
void next_window(const Context& c, bool back);
void begin_focus(const Context& c);
void settle_focus(const Context& c);
void draw_focus_ring(const Context& c);
// Gives up a mouse gesture: the scene is again as it was before.
void cancel_gesture(const Context& c);
// Removes or copies what is selected (keys and the panel's buttons).
void delete_selected(const Context& c);
void duplicate_selected(const Context& c);

}  // namespace ez
