// Rules of [[sweep]]. Whether its values suit their keys shows when it runs: then each point has its own message.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "solver/scene/duration.h"
#include "solver/scene/file/rules/further.h"
#include "solver/scene/formula.h"
#include "solver/scene/names.h"

namespace ez::rules {

namespace {

constexpr std::size_t most_sweeps = 100;
constexpr double most_values = 100'000;

void formula(const Scene& scene, const std::string& path, const std::string& text, bool reads, Findings& found) {
  try {
    const std::array<double, 2> one = {1, 1};
    if (!Formula(with_swept_values(text, one), scene).reads_a_run() && reads)
      error(found, path, path + " does not read the run; use a probe or a monitor in it");
  } catch (const FormulaError& e) {
    error(found, path, fmt::format("{} {}", path, e.what()));
  }
}

void values(const std::string& path, const std::optional<std::array<double, 3>>& v, Findings& found) {
  if (!v) return error(found, path, path + " is missing; give [from, to, count]");
  const double count = (*v)[2];
  if (count != std::floor(count) || count < 1 || count > most_values)
    error(found, path,
          fmt::format("{} has the count {:g}; give a whole number from 1 to {:g}", path, count, most_values));
}

void sweep(const Scene& scene, const SceneSweep& s, const std::string& path, Findings& found) {
  if (s.path.empty()) error(found, path + ".path", path + ".path is empty; name a key, such as \"source.0.amplitude\"");
  values(path + ".values", s.values, found);
  if (!s.path_y.empty()) values(path + ".values_y", s.values_y, found);
  if (s.path_y.empty() && s.values_y)
    error(found, path + ".values_y",
          fmt::format("{0}.values_y has no key; give {0}.path_y too, or leave it out", path));
  if (s.path_y == s.path) error(found, path + ".path_y", path + ".path_y equals path; vary another key");
  const std::optional<Duration> after = parse_duration(s.after);
  if (!after && s.after != Check::settled)
    error(found, path + ".after",
          fmt::format("{}.after is {}; give a time like \"1.1ns\", periods like \"40T\", or \"settled\"", path,
                      names::quoted(s.after)));
  formula(scene, path + ".measured", s.measured, true, found);
  if (!s.theory.empty()) formula(scene, path + ".theory", s.theory, false, found);
}

}  // namespace

void sweeps(const Scene& scene, Findings& found) {
  if (scene.sweeps.size() > most_sweeps)
    return error(found, "sweep", fmt::format("{} sweeps; give at most {}", scene.sweeps.size(), most_sweeps));
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene.sweeps.size(); ++k) {
    const std::string path = fmt::format("sweep.{}", k);
    const std::string& name = scene.sweeps[k].name;
    if (name.empty())
      error(found, path + ".name", path + ".name is empty; give the sweep a name");
    else if (!taken.insert(name).second)
      error(found, path + ".name",
            fmt::format("the name {} is used twice; give this sweep another name", names::quoted(name)));
    sweep(scene, scene.sweeps[k], path, found);
  }
}

}  // namespace ez::rules
