// Services that the lesson needs from the session.
#pragma once

#include <string>
#include <vector>

#include "app/features/lesson/lesson_file.h"
#include "solver/base/text.h"

namespace ez {

class LessonServices {
 public:
  virtual ~LessonServices() = default;
  // `reads`: files outside its folder that the user allows this lesson to read.
  virtual LessonResult lesson(const std::string& file_or_name, const std::vector<std::string>& reads) = 0;
  virtual std::string kept_answers(const std::string& lesson) = 0;  // by Lesson::name; empty: there are none
  virtual void keep_answers(const std::string& lesson, const std::string& text) = 0;
  virtual Text write_answers(const std::string& path, const std::string& text) = 0;
};

}  // namespace ez
