// The built-in scenes in the order of a course.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ez {

struct ChapterScene {
  std::string name, title;
  std::string_view text;                 // the scene's file
  std::vector<std::string> checks = {};  // what it measures against theory, by name
};
struct Chapter {
  std::string_view title;
  std::vector<ChapterScene> scenes;
};
// Every built-in scene once; those that the course does not name are a chapter of their own at its end.
std::vector<Chapter> chapters();
// Whether each word of `filter` is somewhere in the scene's title or name, in what it measures or in its chapter's
// title; case counts for nothing.
bool matches(const Chapter& chapter, const ChapterScene& scene, std::string_view filter);

}  // namespace ez
