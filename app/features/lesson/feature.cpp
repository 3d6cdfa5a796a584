// Lessons: cards that ask a question before they show the result.
#include <fmt/format.h>

#include <variant>

#include "app/features/feature.h"
#include "app/features/lesson/cards/cards.h"
#include "app/features/lesson/command_line.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/lesson_update.h"
#include "app/features/lesson/log.h"
#include "app/features/lesson/progress.h"
#include "app/features/lesson/session.h"
#include "app/model/update.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

const Learning& learning(const State& s) { return s.of<Learning>(); }

bool asks_for_an_angle(const Learning& l) {
  const auto* number = l.is_guessing() ? std::get_if<NumberQuestion>(&*l.shown()->question) : nullptr;
  return number != nullptr && number->unit == "°";
}

bool hides_it(const State& s, Secret what) {
  const Learning& l = learning(s);
  switch (what) {
    case Secret::probes:
      return l.hides_probes(s.scene);
    case Secret::theory:
    case Secret::checks:
      return l.is_guessing();
    case Secret::badge:  // the card shows it when it is due
      return l.shown() && l.shown()->asks();
    case Secret::angle:
      return asks_for_an_angle(l);
    case Secret::text:  // the card shows it
      return l.lesson.has_value();
  }
  return false;
}

// A scene recovered after a crash does not belong to the lesson.
void restores(State& s, Services& x) {
  if (learning(s).lesson) update(s, command::Learn{command::Learn::What::close}, x);
}

std::string scene_place(const State& s) {
  const Learning& l = learning(s);
  if (!l.lesson || !s.scene_is_kept) return "";
  return fmt::format(" (card {}, \"{}\")", l.lesson->scene_card(l.card) + 1, l.lesson->title);
}

// Turns cards with Page Up and Page Down, wherever the focus is. In the panel these keys scroll, and a window over
// everything else gets them first.
bool turn_by_keys(const Context& c) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  if (c.state.question || c.state.help_shown || any_hook(&UiHooks::covers, c.state)) return false;
  const bool next = ImGui::IsKeyPressed(ImGuiKey_PageDown, false), back = ImGui::IsKeyPressed(ImGuiKey_PageUp, false);
  if (learning(c.state).lesson && (next || back) && focused() != "Panel") go_to_next_card(c, next);
  return false;
}

bool keys(const Context& c, KeyPlace place) {
  const Learning& l = learning(c.state);
  if (place == KeyPlace::everywhere) return turn_by_keys(c);
  if (place == KeyPlace::enter && l.lesson && !c.memory.hand.on && !any_hook(&UiHooks::holds_enter, c))
    return press_lesson_button(c), true;
  if (place == KeyPlace::escape && l.pencil && !c.state.help_shown) return drop_pencil(c), true;
  const bool hint =
      place == KeyPlace::presenting && l.lesson && !ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_H, false);
  if (hint) c.send(command::Learn{command::Learn::What::hint});
  return hint;
}

bool step(const Context& c, bool next) {
  if (!learning(c.state).lesson) return false;
  step_lesson(c, next);
  return true;
}

Area caption(const Context& c, const Pen& pen) {
  return learning(c.state).lesson ? draw_lesson_caption(c, pen) : Area{};
}

}  // namespace

Feature lesson_feature() {
  return {.model = {.commands = lesson_commands(),
                    .ends = save_lesson,
                    .restores = restores,
                    .keep = save_card_scene,
                    .scene_place = scene_place,
                    .hides = hides_it},
          .ui = {.keys = keys,
                 .step = step,
                 .mouse = draw_with_pencil,
                 .draws = [](const Context& c) { return learning(c.state).pencil; },
                 .column = lesson_column,
                 .overlay = draw_lesson_marks,
                 .cards = draw_lesson,
                 .caption = caption,
                 .list_rows = lesson_rows},
          .part = lesson_part,
          .commands = {{"lesson", "open a lesson in the window, or tabulate the answers of a class", add_lesson,
                        lesson_words}},
          .lists = {{"lessons", "list the lessons instead of the scenes", print_lessons}}};
}

}  // namespace ez
