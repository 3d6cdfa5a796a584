// The connected screens and their names for the user.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// Makes names unique: two screens of one name, such as two projectors, become "NAME" and "NAME (2)". A screen without a
// name becomes "screen 1".
std::vector<std::string> with_unique_names(std::vector<std::string> names);
// Returns the screen of this name, ignoring case, or the only one whose name begins with it. Returns nothing if there
// is no such screen or if there are several.
std::optional<std::size_t> screen_named(const std::vector<std::string>& names, const std::string& wanted);
// Returns the error "there is no screen …; there are …".
std::string unknown_screen_error(const std::vector<std::string>& names, const std::string& wanted);

}  // namespace ez
