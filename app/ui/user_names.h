// The texts of the user that the interface shows within its own sentences, and never translates.
#pragma once

#include <string_view>
#include <vector>

#include "app/model/state.h"

namespace ez {

// Of the scene, of the lesson and of the scene's file; views into the state.
std::vector<std::string_view> names_of_user(const State& state);

}  // namespace ez
