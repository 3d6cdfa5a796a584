// The screens that there are, by the names that a user picks one by.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// Two of one name, as two projectors of a kind have, become "NAME" and "NAME (2)"; one without a name "screen 1".
std::vector<std::string> told_apart(std::vector<std::string> names);
// The one that is called so, in capitals or not, or the only one whose name begins so; none where none or several are.
std::optional<std::size_t> screen_named(const std::vector<std::string>& names, const std::string& wanted);
// "there is no screen …; there are …".
std::string no_such_screen(const std::vector<std::string>& names, const std::string& wanted);

}  // namespace ez
