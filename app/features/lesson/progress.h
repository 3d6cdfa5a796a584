// How far a lesson has come: what was answered, and what the cards' scenes were made into. Part of the state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.h"

namespace ez {

// What a student did with one card that asks.
struct GivenAnswer {
  int card = 0;             // counted from 1
  std::string title;        // of the card
  std::string given;        // the last answer, in words
  std::vector<Vec2> drawn;  // likewise, of a curve: in the unit of the card's scene
  int tries = 0;
  bool hinted = false, solved = false, revealed = false;  // revealed: given up
  static void fields(auto& a, auto&& key) {
    key("card", a.card, {.required = true, .range = {1, 9999, false, "1 to 9999"}});
    key("title", a.title, {.required = true});
    key("given", a.given, {});
    key("drawn", a.drawn, {});
    key("tries", a.tries, {});
    key("hinted", a.hinted, {});
    key("solved", a.solved, {});
    key("revealed", a.revealed, {});
  }
  bool known() const { return solved || revealed; }
  bool operator==(const GivenAnswer&) const = default;
};

// What a student hands in, and what is kept of a lesson from one start to the next: the file FILE.answers.
struct Answers {
  std::string lesson;   // its title
  std::string student;  // who; may be empty
  int at = 1;           // the card to go on with
  std::vector<GivenAnswer> given;
  static void fields(auto& a, auto&& key) {
    key("lesson", a.lesson, {.required = true});
    key("student", a.student, {});
    key("at", a.at, {.range = {1, 9999, false, "1 to 9999"}});
    key("answer", a.given, {});
  }
  bool operator==(const Answers&) const = default;
};

struct Learning {
  std::optional<Lesson> lesson;
  std::size_t card = 0;                    // as many as there are cards: the last page, where the answers are handed in
  std::vector<GivenAnswer> given;          // by card
  std::vector<std::optional<Scene>> left;  // by card: its scene as the student left it, where it is another than given
  std::string student;
  bool pencil = false;  // the mouse draws the answer

  // What is shown; none at the end, or without a lesson.
  const LessonCard* shown() const { return lesson && card < lesson->cards.size() ? &lesson->cards[card] : nullptr; }
  // A card that asks, whose answer is not known yet.
  bool is_asking() const { return shown() && shown()->asks() && !given[card].known(); }
  // What would tell the answer is not shown: a guess is asked for.
  bool is_guessing() const { return is_asking() && shown()->question; }
  // A guess is asked for, and a probe may stand where the answer is: on the line, in the direction. Probes that the
  // card names, in “quotes”, are part of the question.
  bool hides_probes(const Scene& scene) const;
  // A line is asked for.
  bool is_drawing() const { return is_guessing() && std::holds_alternative<DrawQuestion>(*shown()->question); }
};

}  // namespace ez
