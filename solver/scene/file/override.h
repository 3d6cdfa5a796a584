// `--set KEY=VALUE` on a parsed document. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <string_view>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/table_reader.h"

namespace ez {

// Values that come from the command line carry "--set KEY=VALUE" where others carry their file's name.
inline bool is_override_label(std::string_view path) { return path.starts_with("--set "); }

// Puts the value in place; what is wrong goes to `log`. Keys that no scene has are found later, by the reader.
void apply_override(toml::table& document, const Override& change, Log& log);

// The keys that the table `set`, the value of `key`, sets, by their dotted paths.
std::vector<Override> read_overrides(TableReader& in, std::string_view key, const toml::table& set);

}  // namespace ez
