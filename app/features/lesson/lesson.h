// A lesson: cards, each with a text, a scene, and a question or something to bring about. The file format is
// docs/lessons.md; `fields` lists its keys as in solver/scene/key.h. Lengths and positions are in the unit of the
// card's scene.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "solver/scene/check.h"
#include "solver/scene/scene.h"

namespace ez {

struct LessonArrow {
  Vec2 at;             // its tip
  double angle = 225;  // degrees: the way it points
  std::string text;
  static void fields(auto& a, auto&& key) {
    key("at", a.at, {.required = true, .measure = Measure::position, .doc = "its tip, on the picture"});
    key("angle", a.angle, {.unit = "°", .doc = "the way it points, anticlockwise from +x"});
    key("text", a.text, {.doc = "a few words at its tail"});
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
    key("answers", q.answers, {.required = true, .doc = "two to nine, shown as A, B, C, …"});
    key("right", q.right, {.required = true, .doc = "which of them, counted from 1"});
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
    key("right", q.right, {.required = true, .doc = "the answer, in `unit`"});
    key("unit", q.unit, {.doc = "shown behind the field: `mm`, `°`, `dB`"});
    key("within", q.within,
        {.range = above_zero,
         .doc = "how far off an answer may be, as a part of `right`; this or "
                "`within_abs`"});
    key("within_abs", q.within_abs, {.range = above_zero, .doc = "the same in `unit`"});
  }
  bool operator==(const NumberQuestion&) const = default;
};

// A curve or wavefront is drawn over the picture by hand.
struct DrawQuestion {
  static constexpr std::string_view kind = "draw";
  std::string text;
  std::vector<Vec2> curve;
  double within = 0;
  static void fields(auto& q, auto&& key) {
    key("text", q.text, {.required = true, .doc = "what is to be drawn"});
    key("curve", q.curve,
        {.required = true, .measure = Measure::position, .doc = "the answer: points [x, y], joined by straight lines"});
    key("within", q.within,
        {.required = true,
         .range = above_zero,
         .measure = Measure::length,
         .doc = "how far the drawn line and the curve may be apart, in the mean along either of them"});
  }
  bool operator==(const DrawQuestion&) const = default;
};

using LessonQuestion = std::variant<ChoiceQuestion, NumberQuestion, DrawQuestion>;

// Something to bring about with the program's own tools; the program sees when it is.
struct LessonGoal {
  std::string text;
  std::string check;                       // of the card's scene: reached once it holds
  std::vector<Override> solution;          // one way to reach it
  std::optional<double> reflection_below;  // dB: or once the meter's worst side, at the scene's pause, is below
  static void fields(auto& g, auto&& key) {
    key("text", g.text, {.required = true, .doc = "what to bring about"});
    key("check", g.check, {.doc = "reached once this [[check]] of the card's scene holds; this or the next"});
    key("reflection_below", g.reflection_below,
        {.unit = "dB", .doc = "reached once the worst side reads less when the run stands at its `pause_at`"});
    key("solution", g.solution,
        {.doc =
             "keys of the scene, as in `set`, that reach it: shown to who gives up, and tried by the lesson's test"});
  }
  bool operator==(const LessonGoal&) const = default;
};

struct LessonCard {
  std::string title, text;
  std::string scene;          // empty: that of the card before goes on
  bool wait = false;          // the run stands at its start until the answer is known
  std::vector<Override> set;  // on top of what the cards of the same scene have set before
  std::vector<LessonArrow> arrows;
  std::vector<Check> checks;  // in place of the scene's own, unless there is none
  std::optional<LessonQuestion> question;
  std::optional<LessonGoal> goal;
  std::string hint, reveal;
  static void fields(auto& c, auto&& key) {
    key("title", c.title, {.required = true});
    key("text", c.text, {.required = true, .doc = "what to look at, what to think about"});
    key("scene", c.scene,
        {.absent = "the last card's", .doc = "a built-in scene, or a file beside the lesson; the first card has one"});
    key("set", c.set,
        {.doc = "keys of the scene with other values, as `--set` has them: `{ \"grid.courant\" = 0.5 }`"});
    key("wait", c.wait, {.doc = "the run stands at its start until the answer is known: first a guess, then a look"});
    key("arrow", c.arrows, {.doc = "[[card.arrow]]: where to look"});
    key("check", c.checks,
        {.absent = "the scene's", .doc = "[[card.check]], as a scene's [[check]]: what is measured and revealed"});
    key("question", c.question, {.doc = "[card.question]"});
    key("goal", c.goal, {.doc = "[card.goal], in place of a question"});
    key("hint", c.hint, {.doc = "shown on demand"});
    key("reveal", c.reveal, {.doc = "shown with what the checks measure, once the answer is right or given up"});
  }
  bool asks() const { return question.has_value() || goal.has_value(); }
  bool operator==(const LessonCard&) const = default;
};

struct Lesson {
  std::string title, text;
  std::vector<LessonCard> cards;
  std::string name;                          // of the built-in one, or its file's full path
  std::vector<std::optional<Scene>> scenes;  // by card: what it starts with; none: the card before goes on
  std::vector<std::string> builtins;         // by card: of what built-in scene that is made; empty: of a file
  std::vector<std::optional<Scene>> solved;  // by card: what its goal's solution makes of its scene
  static void fields(auto& l, auto&& key) {
    key("title", l.title, {.required = true});
    key("text", l.text, {.doc = "a sentence for the list of lessons"});
    key("card", l.cards, {.required = true, .doc = "[[card]], one after the other"});
  }
  // The card whose scene is the one that this card shows.
  std::size_t scene_card(std::size_t card) const {
    while (card > 0 && !scenes[card]) --card;
    return card;
  }
};

}  // namespace ez
