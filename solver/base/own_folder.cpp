#include "solver/base/own_folder.h"

#include <cstdlib>

namespace ez {

namespace fs = std::filesystem;

fs::path own_folder(const char* variable, const char* below_home) {
  const char* value = std::getenv(variable);
  // The specification says to ignore relative paths.
  if (value != nullptr && *value == '/') return fs::path(value) / "ezscope";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / below_home / "ezscope" : fs::path();
}

fs::path cache_folder() { return own_folder("XDG_CACHE_HOME", ".cache"); }

}  // namespace ez
