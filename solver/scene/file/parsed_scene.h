// A scene's text after parsing, with some keys changed but before the rules are checked. Scenes and variants start from
// it. Inner header of solver/scene.
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
  toml::table document;                 // the text, including overrides
  Log log;                              // errors in it
  Scene scene;                          // as far as it could be read
  std::vector<std::string> overridden;  // path of each override, with indices in place of names
};
// Fills `parsed`, or returns an error if the text is not TOML.
std::optional<Message> parse_keys(std::string_view text, const std::string& file,
                                  const std::vector<Override>& overrides, const SceneOrigin& origin,
                                  ParsedScene& parsed);

// Returns true if one dotted path contains the other.
bool related(const std::string& a, const std::string& b);
// Returns true if `path` is related to one of them. (A file may contain one error per line.)
bool related_to_any(const std::set<std::string>& paths, const std::string& path);

}  // namespace ez
