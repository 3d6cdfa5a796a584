// The pieces Interface::draw() puts together, in the order it draws them.
#pragma once

#include <span>

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"

namespace ez {

// ui/panels/
void draw_tool_bar(const Context& c);
// In a window so wide it says how long a film is that is being made. toolbar.cpp
bool film_is_told(const Look& look, float window);
void draw_status_line(const Context& c);
// Why the speed that is set is not reached. status_line.cpp
std::string why_short(const State& s);
// Within an open combo: the built-in scenes with their pictures. begin_gallery() before the combo, so that it may be
// wide. gallery.cpp
void begin_gallery();
// Returns whether a scene or a lesson was picked.
bool gallery(const Context& c);
// Its two parts, for the start page: the field in which is typed, which has the keys at once with `focus` and returns
// whether Enter was pressed in it; and the cards. `room`: how wide they may be, and they are lower then; 0: as the
// window is.
bool gallery_filter(const Context& c, float width, bool focus);
bool gallery_cards(const Context& c, float room, bool entered);
void note_checks(const Context& c);  // how the built-in scene's came out, for the gallery
// Preset and poles of a material, within Materials. dispersion.cpp
void dispersion_rows(const Context& c, Scene s, std::size_t i);
void shape_rows(const Context& c);  // of the selected shape, within Materials. shape.cpp
// How often it stands in the scene, within those; whether that was changed. copies.cpp
bool copies_rows(const Context& c, const Scene& scene, Shape& shape);
// The boundary lab's cards, into the current window from where the cursor is; it scrolls as the window does.
void draw_lab_panel(const Context& c);
// Residual or field against time: one curve per pane. Draws into the current window, title included.
void draw_lab_history(const Context& c, Area area);
// The kernel lab, into the current window, which it fills.
void draw_kernel_lab(const Context& c);
// The view with another range. A lock, and the limit of a scene that has a range of its own, are kept with the scene:
// an edit of it. view.cpp
void set_range(const Context& c, const ViewState& v);
// Scheme and form, for the ordinary panel: two rows, and why the one that was asked for cannot be. choice.cpp
void scheme_rows(const Context& c);
// The rows of what is selected stand from `top` (on the screen) to here: when it was selected just now, the panel
// scrolls to it. panel_view.cpp
void bring_into_view(const Context& c, Selection::Kind kind, float top);
void bring_into_view(const Context& c, float top);  // whatever is selected

// boundary_lab/
void draw_lab_pictures(const Context& c);                  // pictures.cpp
void draw_lab_legend(const Context& c, ImDrawList* list);  // boundary_lab/legend.cpp

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
std::string check_summary(const State& s);
// The spectrum that the scene's checks read, where they read one, in a card on the picture. spectrum.cpp
void draw_spectrum(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);
Area draw_check_badge(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);  // where it lies

// ui/: windows of their own
void draw_notes(const Context& c);
void draw_question(const Context& c);
void draw_file_prompt(const Context& c);
void draw_help(const Context& c);
// The start page, and the tour of hints: first_page.cpp, tour.cpp
void draw_first_page(const Context& c);
void draw_tour(const Context& c);
// Leaves the page; the tour goes on, or is not begun.
void leave_first_page(const Context& c);
void show_hint(const Context& c, std::optional<int> hint);  // none: the tour ends
void present(const Context& c);                             // keys.cpp

// The presenter: what lies over the picture there, and its keys. presenter.cpp
void draw_presenter(const Context& c, const Viewport& v, ImDrawList* list);
// Over the boundary lab's panes: the pointer. The pen's strokes are drawn on each picture; and while the button that
// went down on one is held, the pen draws there.
void draw_presented_panes(const Context& c, ImDrawList* list);
void draw_strokes(const Context& c, const Viewport& v, ImDrawList* list);
void follow_pen(const Context& c, const Viewport& v);
// In place of all that.
void draw_blank();
void presenter_keys(const Context& c);

// The scene's link as a QR code, over all else, while Presenting::code: share/code_card.cpp
void draw_code(const Context& c);
void show_code(const Context& c, bool shown);

// The timeline below the picture, and its keys. timeline/bar.cpp
void draw_timeline(const Context& c);
void timeline_keys(const Context& c);
void step_back(const Context& c);

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
