// TOML text as a document, for the readers of scenes and of what stands around scenes. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>

#include "solver/scene/file/scene_file.h"

namespace ez {

// Fills `document`, or returns why the text is none, or one that the TOML library would not survive. Strings in it are
// shielded (text/toml_text.h). `left`: bytes that it may unpack to, less by what it does.
std::optional<Message> parse_document(std::string_view text, const std::string& file, toml::table& document,
                                      std::size_t& left);
// The same for a text that is no scene.
std::optional<Message> parse_document(std::string_view text, const std::string& file, toml::table& document);
// The place of the value at `path`, or of the nearest table around it. The keys of a variant's `set` hold dots.
const toml::source_region& place_of(const toml::table& document, const std::string& path);

}  // namespace ez
