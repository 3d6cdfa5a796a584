// How a session's log stores the command of lessons (app/model/log/text.h).
#pragma once

#include "app/features/lesson/commands.h"
#include "app/features/lesson/lesson_file.h"
#include "app/model/log/members.h"

namespace ez {

namespace command {
constexpr std::string_view label(Learn::What w) {
  switch (w) {
    case Learn::What::open:
      return "open";
    case Learn::What::go:
      return "go";
    case Learn::What::choose:
      return "choose";
    case Learn::What::answer:
      return "answer";
    case Learn::What::pencil:
      return "pencil";
    case Learn::What::draw:
      return "draw";
    case Learn::What::submit:
      return "submit";
    case Learn::What::hint:
      return "hint";
    case Learn::What::reveal:
      return "reveal";
    case Learn::What::reached:
      return "reached";
    case Learn::What::again:
      return "again";
    case Learn::What::student:
      return "student";
    case Learn::What::hand_in:
      return "hand_in";
    case Learn::What::close:
      return "close";
  }
  return "";
}
}  // namespace command
void members(auto& v, Of<command::Learn> auto& c) {
  auto& [what, text, number, points, confirmed, reads] = c;
  v("what", what), v("text", text), v("number", number), v("points", points), v("confirmed", confirmed);
  v.unless_empty("reads", reads);
}

void members(auto& v, Of<Lesson> auto& l) {
  auto& [title, text, cards, name, scenes, builtins, solved] = l;
  v("title", title), v("text", text), v("cards", cards), v("name", name), v("scenes", scenes);
  v("builtins", builtins), v("solved", solved);
}
void members(auto& v, Of<LessonResult> auto& r) {
  auto& [lesson, messages, refused, inputs] = r;  // `inputs` are not recorded: a replay writes no file
  v("lesson", lesson), v("messages", messages), v.unless_empty("refused", refused);
}
inline const char* why_unsound(const Lesson& l) {
  const std::size_t cards = l.cards.size();
  const bool sound = cards > 0 && l.scenes.size() == cards && l.builtins.size() == cards && l.solved.size() == cards;
  return sound && l.scenes[0] ? nullptr : "the lesson has not a scene for each card";
}

// Used by app/features/all.cpp.
CommandKinds lesson_commands();

}  // namespace ez
