// A lesson is a list of cards, each with a text, a scene, and a question or a goal. docs/lessons.md describes the file
// format. `fields` lists its keys as in solver/scene/key.h. Lengths and positions have the unit of the card's scene.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/check.h"
#include "solver/scene/scene.h"

namespace ez {

struct LessonArrow {
  Vec2 at;             // tip of the arrow
  double angle = 225;  // degrees; direction in which it points
  std::string text;
  static void fields(auto& a, auto&& key) {
    key("at", a.at, {.required = true, .measure = Measure::position, .doc = "position of its tip"});
    key("angle", a.angle, {.unit = "°", .doc = "direction in which it points, anticlockwise from +x"});
    key("text", a.text, {.doc = "short text at its tail"});
  }
  bool operator==(const LessonArrow&) const = default;
};

struct ChoiceQuestion {
  static constexpr std::string_view kind = "choice";
  std::string text;
  std::vector<std::string> answers;
  int right = 0;  // counted from 1
  static void fields(auto& q, auto&& key) {
    key("text", q.text, {.required = true, .doc = "the question"});
    key("answers", q.answers, {.required = true, .doc = "two to nine answers, shown as A, B, C, …"});
    key("right", q.right, {.required = true, .doc = "number of the right answer, counted from 1"});
  }
  bool operator==(const ChoiceQuestion&) const = default;
};

struct NumberQuestion {
  static constexpr std::string_view kind = "number";
  std::string text;
  double right = 0;
  std::string unit;
  std::optional<double> within, within_abs;
  static void fields(auto& q, auto&& key) {
    key("text", q.text, {.required = true, .doc = "the question"});
    key("right", q.right, {.required = true, .doc = "the right answer, in `unit`"});
    key("unit", q.unit, {.doc = "unit shown after the field: `mm`, `°`, `dB`"});
    key("within", q.within,
        {.range = above_zero,
         .doc = "largest error of an answer, as a fraction of `right`; give this or `within_abs`"});
    key("within_abs", q.within_abs, {.range = above_zero, .doc = "largest error of an answer, in `unit`"});
  }
  bool operator==(const NumberQuestion&) const = default;
};

// A question that is answered by drawing a curve or wavefront over the picture.
struct DrawQuestion {
  static constexpr std::string_view kind = "draw";
  std::string text;
  std::vector<Vec2> curve;
  double within = 0;
  static void fields(auto& q, auto&& key) {
    key("text", q.text, {.required = true, .doc = "task: what to draw"});
    key("curve", q.curve,
        {.required = true,
         .measure = Measure::position,
         .doc = "the right answer: points [x, y], joined by straight lines"});
    key("within", q.within,
        {.required = true,
         .range = above_zero,
         .measure = Measure::length,
         .doc = "largest mean distance between the drawn line and the curve, measured along either of them"});
  }
  bool operator==(const DrawQuestion&) const = default;
};

using LessonQuestion = std::variant<ChoiceQuestion, NumberQuestion, DrawQuestion>;

// Something to achieve with the program's own tools. The program detects when it is reached.
struct LessonGoal {
  std::string text;
  std::string check;                       // name of a check of the card's scene; reached once it holds
  std::vector<Override> solution;          // one way to reach it
  std::optional<double> reflection_below;  // dB; or reached once the meter's worst side at the scene's pause is below
  static void fields(auto& g, auto&& key) {
    key("text", g.text, {.required = true, .doc = "task: what to achieve"});
    key("check", g.check,
        {.doc = "reached once this [[check]] of the card's scene holds; give this or `reflection_below`"});
    key("reflection_below", g.reflection_below,
        {.unit = "dB",
         .doc = "reached once the worst side's reflection is below this when the run has paused at its `pause_at`"});
    key("solution", g.solution,
        {.doc = "keys of the scene, as in `set`, that reach the goal; shown to a student who gives up, and tried by "
                "the lesson's test"});
  }
  bool operator==(const LessonGoal&) const = default;
};

struct LessonCard {
  std::string title, text;
  std::vector<std::string> former;  // titles that the card had before
  std::string scene;                // empty: the scene of the card before continues
  bool wait = false;                // the run waits at its start until the answer is known
  std::vector<Override> set;        // added to the changes by earlier cards with the same scene
  std::vector<LessonArrow> arrows;
  std::vector<Check> checks;  // replace the scene's own checks, unless empty
  std::optional<LessonQuestion> question;
  std::optional<LessonGoal> goal;
  std::string hint, reveal;
  static void fields(auto& c, auto&& key) {
    key("title", c.title, {.required = true});
    key("former", c.former, {.doc = "earlier titles of the card: answers saved under them are still shown"});
    key("text", c.text, {.required = true, .doc = "what to look at and think about"});
    key("scene", c.scene,
        {.absent = "the last card's",
         .doc = "a built-in scene, or a file next to the lesson; the first card must have one"});
    key("set", c.set, {.doc = "changed keys of the scene, as for `--set`: `{ \"grid.courant\" = 0.5 }`"});
    key("wait", c.wait,
        {.doc = "the run waits at its start until the answer is known, so that students predict first"});
    key("arrow", c.arrows, {.doc = "[[card.arrow]]: where to look"});
    key("check", c.checks,
        {.absent = "the scene's", .doc = "[[card.check]], like a scene's [[check]]: values to measure and reveal"});
    key("question", c.question, {.doc = "[card.question]"});
    key("goal", c.goal, {.doc = "[card.goal], in place of a question"});
    key("hint", c.hint, {.doc = "shown on demand"});
    key("reveal", c.reveal,
        {.doc = "shown with the measured values of the checks, once the answer is right or given up"});
  }
  bool asks() const { return question.has_value() || goal.has_value(); }
  // Returns whether data saved under this title belongs to the card.
  bool is_titled(std::string_view saved) const {
    return saved == title || std::ranges::find(former, saved) != former.end();
  }
  bool operator==(const LessonCard&) const = default;
};

struct Lesson {
  std::string title, text;
  std::vector<LessonCard> cards;
  std::string name;                          // name of a built-in lesson, or the full path of its file
  std::vector<std::optional<Scene>> scenes;  // by card: initial scene; empty: the scene of the card before continues
  // by card: name of the built-in scene that it is made from; empty: from a file
  std::vector<std::string> builtins;
  std::vector<std::optional<Scene>> solved;  // by card: scene after the solution of its goal
  static void fields(auto& l, auto&& key) {
    key("title", l.title, {.required = true});
    key("text", l.text, {.doc = "a sentence for the list of lessons"});
    key("card", l.cards, {.required = true, .doc = "[[card]], one after the other"});
  }
  // Returns the card whose scene this card shows.
  std::size_t scene_card(std::size_t card) const {
    while (card > 0 && !scenes[card]) --card;
    return card;
  }
};

}  // namespace ez
