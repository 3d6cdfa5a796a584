// A scene as text that is handed on: its TOML, or a link, one word of letters, digits, "-" and "_" that a chat, an
// address or a command line carries unharmed.
#pragma once

#include <string>
#include <string_view>

#include "solver/scene/file/scene_file.h"

namespace ez {

// "ez1." and the scene's TOML, packed by zlib, as base64url without padding.
std::string link_of(const Scene& scene);
bool is_link(std::string_view text);  // white space around it counts for nothing
// The scene that `text` is: a link or TOML. Where there is none, the messages say what is wrong with it.
SceneResult scene_of_text(std::string_view text, const std::vector<Override>& overrides = {},
                          OverrideFinding* finding = nullptr);

}  // namespace ez
