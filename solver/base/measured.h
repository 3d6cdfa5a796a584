// What was measured on this machine, kept from one start of the program to the next: lines of key, tab, value in
// $XDG_CACHE_HOME/ezscope/FILE (or ~/.cache/ezscope/FILE). Losing it costs a measurement.
#pragma once

#include <string>

namespace ez {

std::string recall_measured(const std::string& file, const std::string& key);  // empty: not known
void keep_measured(const std::string& file, const std::string& key, const std::string& value);

}  // namespace ez
