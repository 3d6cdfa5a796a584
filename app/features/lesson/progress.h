// Progress of a lesson: the answers, and the student's changes to the scenes of the cards. Part of the state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.h"

namespace ez {

// A student's answer to one card that asks.
struct GivenAnswer {
  int card = 0;             // counted from 1
  std::string title;        // title of the card
  std::string given;        // last answer, in words
  std::vector<Vec2> drawn;  // last drawn curve, in the unit of the card's scene
  int tries = 0;
  bool hinted = false, solved = false, revealed = false;  // revealed: the student gave up
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

// Answers that a student hands in, and that are saved between sessions in the file FILE.answers.
struct Answers {
  std::string lesson;   // title of the lesson
  std::string student;  // name of the student; may be empty
  int at = 1;           // card to continue with, counted from 1
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
  // index of the card; the number of cards stands for the last page, where answers are handed in
  std::size_t card = 0;
  std::vector<GivenAnswer> given;          // by card
  std::vector<std::optional<Scene>> left;  // by card: its scene as the student left it, if it was changed
  std::string student;
  bool pencil = false;  // the mouse draws the answer

  // Returns the shown card; null at the end or without a lesson.
  const LessonCard* shown() const { return lesson && card < lesson->cards.size() ? &lesson->cards[card] : nullptr; }
  // Returns whether the card asks and its answer is not known yet.
  bool is_asking() const { return shown() && shown()->asks() && !given[card].known(); }
  // Returns whether a prediction is asked for. Everything that would give the answer away must be hidden.
  bool is_guessing() const { return is_asking() && shown()->question; }
  // Returns whether probes are hidden. A probe may be at the answer, on the line or in the direction that is asked for.
  // Probes that the card names in “quotes” are part of the question and stay visible.
  bool hides_probes(const Scene& scene) const;
  // Returns whether a line is asked for.
  bool is_drawing() const { return is_guessing() && std::holds_alternative<DrawQuestion>(*shown()->question); }
};

}  // namespace ez
