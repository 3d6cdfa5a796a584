// Folders of ezscope among the user's own, as the XDG Base Directory Specification has them.
#pragma once

#include <filesystem>

namespace ez {

// $VARIABLE/ezscope, or ~/BELOW_HOME/ezscope where the variable is not an absolute path; empty where there is no home.
std::filesystem::path own_folder(const char* variable, const char* below_home);
// What can be made again: $XDG_CACHE_HOME/ezscope, or ~/.cache/ezscope.
std::filesystem::path cache_folder();

}  // namespace ez
