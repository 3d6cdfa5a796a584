// The built-in scenes, ordered as a course.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ez {

struct ChapterScene {
  std::string name, title;
  std::string_view text;                 // the text of the scene's file
  std::vector<std::string> checks = {};  // names of the scene's checks against theory
};
struct Chapter {
  std::string_view title;
  std::vector<ChapterScene> scenes;
};
// Returns every built-in scene once. Scenes that the course does not name form a last chapter.
std::vector<Chapter> chapters();
// Returns true if each word of `filter` appears in the scene's title, its name, the names of its checks or the title of
// its chapter. Ignores case.
bool matches(const Chapter& chapter, const ChapterScene& scene, std::string_view filter);

}  // namespace ez
