// Applies `--set KEY=VALUE` to a parsed document. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/table_reader.h"

namespace ez {

// Values from the command line have "--set KEY=VALUE" in place of a file name.
inline bool is_override_label(std::string_view path) { return path.starts_with("--set "); }

inline std::string override_label(const Override& change) { return "--set " + change.path + "=" + change.value; }

// Sets the value, and reports errors to `log`. Unknown keys are found later by the reader. A list's entry is selected
// by its index or its name. Returns the path with indices, or the given path if it is wrong.
std::string apply_override(toml::table& document, const Override& change, Log& log);

// Returns the keys that the table `set`, the value of `key`, sets, by their dotted paths.
std::vector<Override> read_overrides(TableReader& in, std::string_view key, const toml::table& set);

}  // namespace ez
