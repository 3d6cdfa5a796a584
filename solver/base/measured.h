// Caches measurements of this machine between sessions, as lines of key, tab and value in $XDG_CACHE_HOME/ezscope/FILE
// (or ~/.cache/ezscope/FILE). If the file is lost, the measurement is repeated.
#pragma once

#include <string>

namespace ez {

std::string cached_measurement(const std::string& file, const std::string& key);  // empty: not known
void cache_measurement(const std::string& file, const std::string& key, const std::string& value);

}  // namespace ez
