// The kinds of TOML files of the program. Each begins with the version of its format, in a key of its own.
// Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>

#include "solver/scene/file/scene_file.h"

namespace ez {

inline constexpr std::string_view scene_key = "ezscope", lesson_key = "ezscope_lesson", answers_key = "ezscope_answers";

// Returns the message for a document of another kind than the one whose version is in `key`. It names the command that
// opens the document. `path` is the path of its file; empty: it is no file.
std::optional<Message> message_of_other_kind(const toml::table& document, std::string_view key, const std::string& file,
                                             const std::string& path);

}  // namespace ez
