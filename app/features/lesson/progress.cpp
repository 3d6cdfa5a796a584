#include "app/features/lesson/progress.h"

#include <algorithm>
#include <variant>

namespace ez {

bool Learning::hides_probes(const Scene& scene) const {
  if (is_drawing()) return true;
  if (!is_guessing()) return false;
  const std::string question = std::visit([](const auto& q) { return q.text; }, *shown()->question);
  const std::string said = shown()->text + '\n' + question;
  return std::ranges::none_of(scene.probes,
                              [&](const Probe& p) { return said.find("“" + p.name + "”") != std::string::npos; });
}

}  // namespace ez
