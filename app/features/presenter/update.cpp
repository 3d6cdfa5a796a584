// Carries out the presenter's commands.
#include <algorithm>
#include <string>
#include <vector>

#include "app/features/presenter/commands.h"
#include "app/model/chapters.h"
#include "app/model/update.h"

namespace ez {

// For a scene outside the course, next is the first scene of the course and back is the last.
void on(State& s, Services& x, const command::NextScene& c) {
  std::vector<std::string> names;
  for (const Chapter& chapter : chapters())
    for (const ChapterScene& scene : chapter.scenes) names.push_back(scene.name);
  const auto here = std::find(names.begin(), names.end(), s.builtin);
  const auto count = static_cast<std::ptrdiff_t>(names.size());
  const std::ptrdiff_t at = here != names.end() ? here - names.begin() : c.by > 0 ? -1 : count;
  const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(at + c.by, 0, count - 1);
  if (next == at) return;
  const std::string& name = names[static_cast<std::size_t>(next)];
  const auto edited = std::ranges::find(s.edited, name, &EditedScene::builtin);
  if (edited != s.edited.end())
    update(s, command::BackToEdited{edited->id}, x);
  else
    update(s, command::OpenBuiltin{name, false}, x);
}

}  // namespace ez
