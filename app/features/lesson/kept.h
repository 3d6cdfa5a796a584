// What is kept of a lesson from one start to the next: the answers, and what the student made of its scenes. A file of
// answers with more in it; what is handed in has the answers alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/lesson/progress.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

// What a student made of a card's scene.
struct LeftScene {
  int card = 0;       // counted from 1
  std::string title;  // of the card
  std::string scene;  // as write_scene() has it
  static void fields(auto& l, auto&& key) {
    key("card", l.card, {.required = true, .range = {1, 9999, false, "1 to 9999"}});
    key("title", l.title, {.required = true});
    key("scene", l.scene, {.required = true});
  }
};

struct KeptLesson {
  Answers answers;
  std::vector<LeftScene> left;
  static void fields(auto& k, auto&& key) {
    Answers::fields(k.answers, key);
    key("left", k.left, {});
  }
};

struct KeptResult {
  std::optional<KeptLesson> kept;  // absent when there is an error
  std::vector<Message> messages;
};
KeptResult parse_kept(std::string_view text, const std::string& file);
std::string write_kept(const KeptLesson& kept);
// `own`, with what only `other` has: of cards that ask the answer that has come further, of scenes those that this one
// has not changed. For two windows of one lesson.
KeptLesson merged(KeptLesson own, const KeptLesson& other);

}  // namespace ez
