#include "solver/scene/check_unit.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "solver/scene/formula.h"

namespace ez {
namespace {

// Returns the function's name if the formula is a single call, from its first letter to the closing parenthesis.
std::string_view called_alone(std::string_view formula) {
  const std::size_t open = formula.find('(');
  if (open == std::string_view::npos || !formula.ends_with(')')) return {};
  const std::string_view name = formula.substr(0, open);
  const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (!std::ranges::all_of(name, is_of_name)) return {};
  int depth = 0;
  bool in_name = false;
  for (std::size_t k = open; k < formula.size(); ++k) {
    if (formula[k] == '"') in_name = !in_name;
    if (in_name) continue;
    depth += formula[k] == '(' ? 1 : formula[k] == ')' ? -1 : 0;
    if (depth == 0 && k + 1 < formula.size()) return {};
  }
  return name;
}

// A function's text begins with its unit: "V/m (A/m): largest …". The unit in parentheses is for an hz scene.
std::string unit_in(std::string_view text, Polarization polarization) {
  if (text.starts_with("degrees")) return "°";
  if (text.starts_with("V/m (A/m):")) return polarization == Polarization::hz ? "A/m" : "V/m";
  for (const std::string_view unit : {"m", "s", "Hz"})
    if (text.starts_with(unit) && text.substr(unit.size()).starts_with(':')) return std::string(unit);
  return "";
}

}  // namespace

std::string unit_of(const Check& check, const Scene& scene) {
  if (!check.unit.empty()) return check.unit;
  const std::string_view name = called_alone(check.measured);
  if (name.empty() || in_cells(scene.physics)) return "";
  for (const ReadingFunction& f : reading_functions())
    if (f.name == name) return unit_in(f.text, scene.grid.polarization);
  return "";
}

}  // namespace ez
