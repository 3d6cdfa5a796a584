// The lesson in the window: its card, and what it lays over the picture.
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

// A window of its own beside the picture; over it where there is no room, in the labs, or folded. card.cpp
void draw_lesson(const Context& c);
// What is left free for it at the picture's left, of so much width in all. card.cpp
float lesson_column(const InterfaceMemory& m, const State& s, float width);
// Arrows, clear of the labels of sources and probes, the line that was drawn, and the right one once it may be seen.
// marks.cpp
void draw_lesson_marks(const Context& c, const Viewport& v, ImDrawList* list);
// While a line is asked for and the pencil is in the hand the mouse draws; returns whether it does. marks.cpp
bool draw_with_pencil(const Context& c, const Viewport& v, bool active);
// In large letters, in the place of the scene's caption; returns where it stands. presented.cpp
Area draw_lesson_caption(const Context& c, const Pen& pen);
// What the next key does in a lesson: reveals, or goes on. presented.cpp
void step_lesson(const Context& c, bool next);
// To the next card or back. What was entered or drawn and not confirmed counts as the answer, and Next then stays, to
// show what came of it. card.cpp
void turn_card(const Context& c, bool next);
// Enter over the picture: the card's filled button; where an answer is to be given first, the card has the keys.
// card.cpp
void enter_lesson(const Context& c);
// The pencil is put away. card.cpp
void drop_pencil(const Context& c);
// What a question's unit is made of: "mm" is m with a milli, so that 2 cm is an answer too; "°" and "cells" have no
// prefix. card.cpp
struct UnitOfAnswer {
  std::string_view base;
  Prefix prefix = {};
};
UnitOfAnswer unit_of_answer(std::string_view unit);
// What the right answer is, in words. presented.cpp
Text answer_words(const LessonCard& card);
// "name: measured 14.5, theory 14.48", a line each check that has been read; `judged`: with the difference, the bound,
// and whether it holds. presented.cpp
std::vector<std::string> measured_lines(const Context& c, bool judged);
// The built-in lessons as rows of a list that a popup holds, those that a filter finds. `tops`: where they begin is
// added, on the screen. list.cpp
bool lesson_rows(const Context& c, std::string_view filter, float width, std::vector<float>* tops = nullptr);

}  // namespace ez
