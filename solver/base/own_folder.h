// Finds ezscope's folders in the user's home, as the XDG Base Directory Specification defines them.
#pragma once

#include <filesystem>

namespace ez {

// Returns $VARIABLE/ezscope, or ~/BELOW_HOME/ezscope if the variable is not an absolute
// path. Empty without a home folder.
std::filesystem::path own_folder(const char* variable, const char* below_home);
// Returns the folder for files that can be generated again: $XDG_CACHE_HOME/ezscope, or ~/.cache/ezscope.
std::filesystem::path cache_folder();

}  // namespace ez
