// Parses TOML text, for the readers of scenes and of the files around them. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>

#include "solver/scene/file/scene_file.h"

namespace ez {

// Fills `document`, or returns an error if the text is not TOML, or would crash the TOML library. Strings in
// the result are shielded (text/toml_text.h). `left` is the number of bytes that the text may unpack to; the
// call subtracts those it needs.
std::optional<Message> parse_document(std::string_view text, const std::string& file, toml::table& document,
                                      std::size_t& left);
// Does the same for a text that is not a scene.
std::optional<Message> parse_document(std::string_view text, const std::string& file, toml::table& document);
// Returns the position of the value at `path`, or of the nearest enclosing table. The keys of
// a variant's `set` contain dots.
const toml::source_region& place_of(const toml::table& document, const std::string& path);

}  // namespace ez
