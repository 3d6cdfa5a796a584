// The content of the card next to the selected item.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/model/state.h"
#include "solver/base/text.h"

namespace ez {

struct Properties {
  std::string title;
  std::vector<std::pair<std::string, Text>> rows;  // name, value with its unit
};
std::optional<Properties> properties_of(const State& state, Selection what);

}  // namespace ez
