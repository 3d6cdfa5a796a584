// Caches measurements of this machine between sessions, as lines of key, tab and value in $XDG_CACHE_HOME/ezscope/FILE
// (or ~/.cache/ezscope/FILE). If the file is lost, the measurement is repeated.
#pragma once

#include <string>

namespace ez {

std::string recall_measured(const std::string& file, const std::string& key);  // empty: not known
void keep_measured(const std::string& file, const std::string& key, const std::string& value);

}  // namespace ez
