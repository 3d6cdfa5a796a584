// A text that was read, with some keys changed, and not yet held against the rules: what a scene and what a variant
// start from. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/file/table_reader.h"

namespace ez {

struct ParsedScene {
  toml::table document;  // the text, overrides included
  Log log;               // what was wrong with it
  Scene scene;           // as far as it could be read
};
// Fills `parsed`, or returns why the text is no TOML.
std::optional<Message> parse_keys(std::string_view text, const std::string& file,
                                  const std::vector<Override>& overrides, const SceneOrigin& origin,
                                  ParsedScene& parsed);

// Whether one dotted path leads into the other.
bool related(const std::string& a, const std::string& b);
// Whether `path` is related to one of them. (A file may hold as many mistakes as it has lines.)
bool related_to_any(const std::set<std::string>& paths, const std::string& path);

}  // namespace ez
