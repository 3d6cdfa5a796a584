// Calls a closed form by its name, as a formula does.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "solver/theory/functions.h"

namespace ez::test {

inline double theory(std::string_view name, const std::vector<double>& arguments) {
  const auto functions = theory_functions();
  const auto found = std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.name == name; });
  if (found == functions.end() || found->arguments.size() != arguments.size()) {
    ADD_FAILURE() << "no " << name << " of " << arguments.size() << " arguments";
    return 0;
  }
  return found->value(arguments);
}

}  // namespace ez::test
