// Carries out the commands of a lesson that change the state.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/lesson/commands.h"
#include "app/features/lesson/judge.h"
#include "app/features/lesson/kept.h"
#include "app/features/lesson/lesson_update.h"
#include "app/features/lesson/progress.h"
#include "app/features/lesson/services.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "app/platform/files.h"
#include "solver/base/text_with.h"
#include "solver/base/utf8.h"
#include "solver/scene/file/as_written.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

using What = command::Learn::What;

Answers answers_of(const Learning& l) {
  Answers out{l.lesson->title, l.student, static_cast<int>(l.card) + 1, {}};
  for (std::size_t k = 0; k < l.given.size(); ++k)
    if (l.lesson->cards[k].asks()) out.given.push_back(l.given[k]);
  return out;
}

// Returns the card whose scene is shown.
std::size_t scene_card(const Learning& l) { return l.lesson->scene_card(std::min(l.card, l.lesson->cards.size() - 1)); }

void keep(const State& s, Services& x) {
  const Learning& l = s.of<Learning>();
  SavedLesson kept{answers_of(l), {}};
  for (std::size_t k = 0; k < l.left.size(); ++k)
    if (l.left[k]) kept.left.push_back({static_cast<int>(k) + 1, l.lesson->cards[k].title, write_scene(*l.left[k])});
  x.of<LessonServices>().keep_answers(l.lesson->name, write_saved_lesson(kept));
}

// Stores the student's version of the shown scene with its card.
void leave(State& s, const Scene& scene) {
  Learning& l = s.of<Learning>();
  if (!s.scene_is_kept) return;  // already stored before another scene was opened
  std::optional<Scene>& left = l.left[scene_card(l)];
  left.reset();
  if (!(scene == *l.lesson->scenes[scene_card(l)])) left = scene;
}

// Takes over the saved data of cards that have not changed since. Returns the titles of cards whose saved scenes fit no
// card any more.
std::vector<std::string> take_over(Learning& l, const SavedLesson& kept) {
  l.student = kept.answers.student;
  for (const GivenAnswer& g : kept.answers.given) {
    const auto k = static_cast<std::size_t>(g.card) - 1;
    if (k >= l.given.size() || !l.lesson->cards[k].is_titled(g.title)) continue;
    l.given[k] = g;
    l.given[k].title = l.lesson->cards[k].title;
  }
  l.card = std::min(static_cast<std::size_t>(kept.answers.at) - 1, l.lesson->cards.size() - 1);
  std::vector<std::string> unmatched_scenes;
  for (const LeftScene& left : kept.left) {
    const auto k = static_cast<std::size_t>(left.card) - 1;
    const bool there = k < l.left.size() && l.lesson->scenes[k] && l.lesson->cards[k].is_titled(left.title);
    std::optional<Scene> scene = there ? scene_as_written(left.scene) : std::nullopt;
    if (scene)
      l.left[k] = std::move(scene);
    else
      unmatched_scenes.push_back(left.title);
  }
  return unmatched_scenes;
}

// Restarts the run. If the card waits for an answer, the run stays at its start.
void start(State& s, Services& x) {
  const Learning& l = s.of<Learning>();
  s.checks.clear();  // readings of another run do not apply
  for (PaneState& pane : s.panes) pane.reflection = {};
  s.held = false;
  s.running = !(l.is_asking() && l.shown()->wait);
  x.reset_field();
}

// Call it when the answer is known. Starts the run that has waited for it.
void continue_after_answer(State& s) {
  s.of<Learning>().pencil = false;
  if (s.of<Learning>().shown()->wait) s.running = true;
}

// Shows the scene of the card as given, or as the student left it.
void show_scene(State& s, Services& x, std::size_t of, bool as_left) {
  Learning& l = s.of<Learning>();
  if (!s.scene_is_kept) keep_edited(s, x);
  adopt_scene(s, *l.lesson->scenes[of], "", l.lesson->builtins[of]);
  s.scene_is_kept = true;
  s.workspace = Workspace::explore;
  if (as_left && l.left[of]) {
    s.scene = *l.left[of];
    scene_changed(s);
  }
  start(s, x);
}

// Restores the card's scene by an ordinary edit, which can be undone.
void restore_card_scene(State& s, Services& x) {
  const std::size_t of = scene_card(s.of<Learning>());
  if (!s.scene_is_kept) return show_scene(s, x, of, false);
  const Scene& given = *s.of<Learning>().lesson->scenes[of];
  if (!(s.scene == given)) edit_scene(s, x, given, "reset scene");
  s.view = view_of(s.scene, s.view);
  start(s, x);
}

// Asks before the card's scene replaces a scene that was opened meanwhile and has unsaved changes.
bool asks_before_return(State& s, const command::Learn& c) {
  if (s.scene_is_kept || c.confirmed) return false;
  command::Learn confirmed = c;
  confirmed.confirmed = true;
  return asks_about_changes(s, "another one is opened", std::move(confirmed));
}

// Records a try at a question of this kind; `given` is the answer in words. Does nothing if the answer is known.
void record_try(State& s, Services& x, std::string given, bool right) {
  Learning& l = s.of<Learning>();
  GivenAnswer& g = l.given[l.card];
  if (g.known() || (g.tries > 0 && g.given == given && !right)) return;  // the same wrong answer again does not count
  g.given = std::move(given);
  ++g.tries;
  g.solved = right;
  if (right) continue_after_answer(s);
  keep(s, x);
}

template <class Kind>
const Kind* asked(const Learning& l) {
  const LessonCard* card = l.shown();
  return card && card->question ? std::get_if<Kind>(&*card->question) : nullptr;
}

// Describes the drawn line as an answer in words. Empty if no line is asked for or drawn.
std::string words_of_line(const Learning& l) {
  const auto* q = asked<DrawQuestion>(l);
  if (!q || l.given[l.card].drawn.size() < 2) return "";
  const Scene& scene = *l.lesson->scenes[l.lesson->scene_card(l.card)];
  const double unit = length_unit(scene);
  return fmt::format("a line, mean distance {:.2g} {}", apart(scene, l.given[l.card].drawn, q->curve) / unit,
                     scene.unit == Unit::cell ? "cells" : names::units[static_cast<std::size_t>(scene.unit)]);
}

void submit(State& s, Services& x) {
  const Learning& l = s.of<Learning>();
  std::string words = words_of_line(l);
  if (words.empty()) return;
  const Scene& scene = *l.lesson->scenes[l.lesson->scene_card(l.card)];
  record_try(s, x, std::move(words), is_right(*asked<DrawQuestion>(l), scene, l.given[l.card].drawn));
}

// Submits a drawn line that the user has not submitted. Returns whether there was one.
bool submit_pending_line(State& s, Services& x) {
  const Learning& l = s.of<Learning>();
  if (!l.is_drawing()) return false;
  const std::string words = words_of_line(l);
  if (words.empty() || words == l.given[l.card].given) return false;
  submit(s, x);
  return true;
}

void go(State& s, Services& x, const command::Learn& c) {
  if (asks_before_return(s, c)) return;
  Learning& l = s.of<Learning>();
  const auto card = static_cast<std::size_t>(std::clamp(c.number, 1.0, 1e6)) - 1;
  if (submit_pending_line(s, x) && card == l.card + 1) return;  // first shows whether the line is right
  const std::size_t last = l.lesson->cards.size(), before = scene_card(l);
  const bool stood = l.is_asking() && l.shown()->wait;
  leave(s, s.scene);
  l.card = std::min(card, last);
  l.pencil = false;
  s.presenting.wipe();
  s.presenting.blank = s.presenting.frozen = false;
  const std::size_t now = scene_card(l);
  if (now != before || !s.scene_is_kept) {
    show_scene(s, x, now, true);
  } else if (l.is_asking() && l.shown()->wait) {
    start(s, x);
  } else if (stood) {
    s.running = true;
  }
  keep(s, x);
}

void open(State& s, Services& x, const command::Learn& c) {
  LessonResult result = x.of<LessonServices>().lesson(c.text, c.reads);
  if (!result.refused.empty()) {
    command::Learn again = c;
    again.reads.push_back(result.refused);
    return ask_to_read(s, c.text, result.refused, std::move(again));
  }
  if (!result.lesson) return add_note(s, Note::Kind::error, joined(result.messages), x.now(), "lesson");
  withdraw(s, "lesson");
  if (!c.confirmed &&
      asks_about_changes(s, "the lesson begins", command::Learn{What::open, c.text, 0, {}, true, c.reads}))
    return;
  keep_edited(s, x);
  save_lesson(s, x);
  Learning l;
  l.lesson = std::move(*result.lesson);
  l.given.resize(l.lesson->cards.size());
  l.left.resize(l.lesson->cards.size());
  for (std::size_t k = 0; k < l.given.size(); ++k) {
    l.given[k].card = static_cast<int>(k) + 1;
    l.given[k].title = l.lesson->cards[k].title;
  }
  const std::string text = x.of<LessonServices>().kept_answers(l.lesson->name);
  const SavedLessonResult kept = parse_saved_lesson(text, l.lesson->name);
  std::vector<std::string> unmatched_scenes;
  if (kept.kept) unmatched_scenes = take_over(l, *kept.kept);
  if (!unmatched_scenes.empty()) {
    x.of<LessonServices>().keep_answers(l.lesson->name + "-unread", text);
    add_note(s, Note::Kind::warning,
             text_with("The lesson has changed, so your versions of these scenes no longer fit. They remain next to "
                       "the answers in a file ending in “-unread”: {}",
                       fmt::format("{}", fmt::join(unmatched_scenes, ", "))),
             x.now(), "unread answers");
  }
  if (!kept.kept && !text.empty()) {
    x.of<LessonServices>().keep_answers(l.lesson->name + "-unread", text);  // the new answers replace them
    add_note(s, Note::Kind::warning,
             text_with("Cannot read the saved answers, so the lesson starts from the beginning. They remain next to "
                       "the new ones in a file ending in “-unread”: {}",
                       joined(kept.messages)),
             x.now(), "unread answers");
  }
  s.of<Learning>() = std::move(l);
  s.scene_is_kept = true;  // the previous scene has already been stored
  s.panel_override = false;
  show_scene(s, x, scene_card(s.of<Learning>()), true);
}

void choose(State& s, Services& x, double number) {
  const auto* q = asked<ChoiceQuestion>(s.of<Learning>());
  if (!q || !(number >= 1) || number > static_cast<double>(q->answers.size())) return;
  const auto k = static_cast<std::size_t>(number) - 1;
  record_try(s, x, q->answers[k], static_cast<int>(k) + 1 == q->right);
}

void answer(State& s, Services& x, double number) {
  const auto* q = asked<NumberQuestion>(s.of<Learning>());
  if (q && std::isfinite(number))
    record_try(s, x, fmt::format("{:g}{}{}", number, q->unit.empty() ? "" : " ", q->unit), is_right(*q, number));
}

void hand_in(State& s, Services& x, const std::string& to) {
  std::string stem = s.of<Learning>().lesson->title;
  if (!s.of<Learning>().student.empty()) stem += " " + s.of<Learning>().student;
  // Replaces characters that some file systems or web forms do not accept.
  for (char& c : stem)
    if (static_cast<unsigned char>(c) <= ' ' || std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos)
      c = '-';
  stem = beginning(stem, most_stem_bytes);
  const std::string path = to.empty() ? x.fresh_name(stem, ".answers") : to;
  const Text why = x.of<LessonServices>().write_answers(path, write_answers(answers_of(s.of<Learning>())));
  note_file_written(s, x, path, why, "answers");
}

}  // namespace

void save_card_scene(State& s, Services& x, const Scene& scene) {
  leave(s, scene);
  keep(s, x);
}
void save_lesson(State& s, Services& x) {
  if (!s.of<Learning>().lesson) return;
  submit_pending_line(s, x);
  save_card_scene(s, x, s.scene);
}

void on(State& s, Services& x, const command::Learn& c) {
  if (c.what == What::open) return open(s, x, c);
  Learning& l = s.of<Learning>();
  if (!l.lesson) return;
  GivenAnswer* given = l.shown() && l.shown()->asks() ? &l.given[l.card] : nullptr;
  switch (c.what) {
    case What::open:
      return;
    case What::go:
      return go(s, x, c);
    case What::choose:
      return choose(s, x, c.number);
    case What::answer:
      return answer(s, x, c.number);
    case What::pencil:
      l.pencil = c.number != 0 && asked<DrawQuestion>(l) && l.is_asking();
      return;
    case What::draw:
      if (asked<DrawQuestion>(l) && l.is_asking()) given->drawn = c.points;
      return;
    case What::submit:
      return submit(s, x);
    case What::hint:
      if (given && !l.shown()->hint.empty()) given->hinted = true;
      break;
    case What::reveal:
      submit_pending_line(s, x);
      if (!given || given->known()) return;
      given->revealed = true;
      if (const auto& way = l.lesson->solved[l.card]) edit_scene(s, x, *way, "show solution");
      continue_after_answer(s);
      break;
    case What::reached:
      if (given && l.shown()->goal && !given->known()) {
        ++given->tries;
        given->solved = true;
        continue_after_answer(s);
      }
      break;
    case What::again:
      if (asks_before_return(s, c)) return;
      l.left[scene_card(l)].reset();
      restore_card_scene(s, x);
      break;
    case What::student:
      l.student = name_without_blanks(without_invisible_controls(c.text));
      break;
    case What::hand_in:
      return hand_in(s, x, c.text);
    case What::close:
      save_lesson(s, x);
      l = {};
      s.scene_is_kept = false;
      s.panel_override.reset();
      return;
  }
  keep(s, x);
}

}  // namespace ez
