// Data of a lesson that is saved between sessions: the answers, and the student's changes to its scenes. The file
// extends that of the answers. A file that is handed in has the answers only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/lesson/progress.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

// A card's scene as changed by the student.
struct LeftScene {
  int card = 0;       // counted from 1
  std::string title;  // title of the card
  std::string scene;  // in the form of write_scene()
  static void fields(auto& l, auto&& key) {
    key("card", l.card, {.required = true, .range = {1, 9999, false, "1 to 9999"}});
    key("title", l.title, {.required = true});
    key("scene", l.scene, {.required = true});
  }
};

struct SavedLesson {
  Answers answers;
  std::vector<LeftScene> left;
  static void fields(auto& k, auto&& key) {
    Answers::fields(k.answers, key);
    key("left", k.left, {});
  }
};

struct SavedLessonResult {
  std::optional<SavedLesson> kept;  // absent if there is an error
  std::vector<Message> messages;
};
SavedLessonResult parse_saved_lesson(std::string_view text, const std::string& file);
std::string write_saved_lesson(const SavedLesson& kept);
// Merges the data of two windows with the same lesson. For each card it takes the answer that has come further. It
// takes a scene from `other` only if `own` has not changed it.
SavedLesson merged(SavedLesson own, const SavedLesson& other);

}  // namespace ez
