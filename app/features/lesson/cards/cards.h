// The lesson in the window: its card, and what it draws over the picture.
#pragma once

#include <string_view>
#include <vector>

#include "app/features/lesson/lesson.h"
#include "app/features/lesson/progress.h"
#include "app/platform/units.h"
#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/base/text.h"

namespace ez {

// Draws the lesson's window next to the picture. It is over the picture if there is no space, in the labs, or if it is
// folded. card.cpp
void draw_lesson(const Context& c);
// Returns the area left of the picture that is reserved for it, for a window of this width. card.cpp
float lesson_column(const InterfaceMemory& m, const State& s, float width);
// Draws the arrows, clear of the labels of sources and probes, the user's line, and the right line once it may be
// shown. marks.cpp
void draw_lesson_marks(const Context& c, const Viewport& v, ImDrawList* list);
// Draws with the mouse while a line is asked for and the pencil is active. Returns whether it does. marks.cpp
bool draw_with_pencil(const Context& c, const Viewport& v, bool active);
// Draws the lesson in large letters in place of the scene's caption. Returns its area. presented.cpp
Area draw_lesson_caption(const Context& c, const Pen& pen);
// Does what the presenter's next key does in a lesson: it reveals the answer or goes to the next card. presented.cpp
void step_lesson(const Context& c, bool next);
// Goes to the next card or back. A number or line that was not confirmed counts as the answer. Next then stays on the
// card to show whether it is right. card.cpp
void go_to_next_card(const Context& c, bool next);
// Handles Enter over the picture: presses the card's filled button. If an answer is needed first, it moves the focus to
// the card. card.cpp
void press_lesson_button(const Context& c);
// Deactivates the pencil. card.cpp
void drop_pencil(const Context& c);
// A question's unit and its prefix: "mm" is m with milli, so that the answer may also be entered as 2 cm. "°" and
// "cells" have no prefix. card.cpp
struct UnitOfAnswer {
  std::string_view base;
  Prefix prefix = {};
};
UnitOfAnswer unit_of_answer(std::string_view unit);
// Returns the right answer in words. presented.cpp
Text answer_words(const LessonCard& card);
// Returns a line for each check that has been read: "name: measured 14.5, theory 14.48". With `judged` the line also
// has the difference, the bound, and whether the check holds. presented.cpp
std::vector<std::string> measured_lines(const Context& c, bool judged);
// Draws the built-in lessons that match the filter as rows of a list in a popup. Adds the upper edges of the rows in
// screen coordinates to `tops`. list.cpp
bool lesson_rows(const Context& c, std::string_view filter, float width, std::vector<float>* tops = nullptr);

}  // namespace ez
