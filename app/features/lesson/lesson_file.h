// Reads and writes lessons and answers: TOML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/features/lesson/progress.h"
#include "app/platform/input_files.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

struct LessonResult {
  std::optional<Lesson> lesson;        // absent if there is an error
  std::vector<Message> messages;       // the first syntax error, or all other errors
  std::string refused = {};            // like SceneResult::refused
  std::vector<InputFile> inputs = {};  // its file, and those of its scenes
};
// Reads a lesson and the scenes of its cards. `file` is the name used in messages. Scenes are built-in ones or files
// that `origin` allows, which are those in the lesson's folder and below. Never throws on a bad text.
LessonResult parse_lesson(std::string_view text, const std::string& file, const SceneOrigin& origin = {});
// Reads a file, or a built-in lesson by its name. It may also read the files and folders `allowed`.
LessonResult load_lesson(const std::string& file_or_name, const std::vector<std::string>& allowed = {});

struct BuiltinLesson {
  std::string_view name, text;
};
// Returns the embedded lessons in the order of `ezscope list --lessons`.
const std::vector<BuiltinLesson>& builtin_lessons();
// Returns name and title of each built-in lesson.
const std::vector<std::pair<std::string, std::string>>& lesson_titles();

struct AnswersResult {
  std::optional<Answers> answers;
  std::vector<Message> messages;
};
AnswersResult parse_answers(std::string_view text, const std::string& file);
std::string write_answers(const Answers& answers);

// An error found by the rules of lesson_rules.cpp. `path` is the dotted path of the value, such as
// "card.0.question.right".
struct LessonFinding {
  std::string path, text;
};
std::vector<LessonFinding> findings_of(const Lesson& lesson);

}  // namespace ez
