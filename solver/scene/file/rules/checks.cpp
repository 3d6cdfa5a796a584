// Rules of [[check]].
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "solver/scene/duration.h"
#include "solver/scene/file/rules/further.h"
#include "solver/scene/formula.h"
#include "solver/scene/names.h"

namespace ez::rules {

namespace {

constexpr std::size_t most_checks = 500;  // their formulas are read again after every edit

// Returns true if the formula reads a run. Reports an error if it is invalid.
bool formula(const Scene& scene, const std::string& path, const std::string& text, Findings& found) {
  try {
    return Formula(text, scene).reads_a_run();
  } catch (const FormulaError& e) {
    error(found, path, fmt::format("{} {}", path, e.what()));
    return true;
  }
}

bool is_out_of_reach(const Scene& scene, const std::string& text) {
  const std::optional<Duration> after = parse_duration(text);
  const std::optional<double> unit = after && after->periods ? first_period(scene) : 1;
  return after && unit && !steps_until(after->value * *unit, time_step(scene));
}

}  // namespace

void checks(const Scene& scene, Findings& found) {
  if (scene.checks.size() > most_checks)
    return error(found, "check", fmt::format("{} checks; give at most {}", scene.checks.size(), most_checks));
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene.checks.size(); ++k) {
    const Check& c = scene.checks[k];
    const std::string path = fmt::format("check.{}", k);
    if (c.name.empty())
      error(found, path + ".name", path + ".name is empty; give the check a name");
    else if (!taken.insert(c.name).second)
      error(found, path + ".name",
            fmt::format("the name {} is used twice; give this check another name", names::quoted(c.name)));
    if (c.within && c.within_abs)
      error(found, path + ".within_abs", path + " has both within and within_abs; remove one of them");
    if (!c.within && !c.within_abs)
      error(found, path, path + " has no bound; give within (a fraction of theory) or within_abs");
    const std::optional<Duration> after = parse_duration(c.after);
    if (!after && c.after != Check::settled)
      error(found, path + ".after",
            fmt::format("{}.after is {}; give a time like \"1.1ns\", periods like \"40T\", or \"settled\"", path,
                        names::quoted(c.after)));
    else if (after && after->periods && !first_period(scene))
      error(found, path + ".after", path + ".after is in periods, but no source has a frequency; give a time");
    double theory = 1;
    const char* const end = c.theory.data() + c.theory.size();
    if (c.within && std::from_chars(c.theory.data(), end, theory).ptr == end && theory == 0)
      error(found, path + ".within",
            fmt::format("{0}.within is a fraction of theory, which is 0; give {0}.within_abs", path));
    if (!formula(scene, path + ".measured", c.measured, found))
      error(found, path + ".measured",
            path + ".measured does not read the run, so it can never fail; use a probe or a monitor in it");
    formula(scene, path + ".theory", c.theory, found);
  }
}

// Reports a single warning for all checks with an unreachable time, because one wrong length or frequency affects all.
void check_times(const Scene& scene, Findings& found) {
  const auto is_far = [&](const Check& c) { return is_out_of_reach(scene, c.after); };
  const auto first = std::find_if(scene.checks.begin(), scene.checks.end(), is_far);
  if (first == scene.checks.end()) return;
  const auto others = std::count_if(first + 1, scene.checks.end(), is_far);
  const std::string path = fmt::format("check.{}.after", first - scene.checks.begin());
  warning(found, path,
          fmt::format("{} is {}, more than {} steps away{}; give an earlier time", path, names::quoted(first->after),
                      most_steps, others > 0 ? fmt::format(" (and for {} more)", others) : ""));
}

}  // namespace ez::rules
