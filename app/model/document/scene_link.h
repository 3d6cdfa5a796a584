// A scene as text that is handed on: its TOML, or a link, one word of letters, digits, "-" and "_" that a chat, an
// address or a command line carries unharmed. The link of a built-in scene that nobody has changed is its name.
#pragma once

#include <string>
#include <string_view>

#include "solver/scene/file/scene_file.h"

namespace ez {

// `builtin`, where the scene is the built-in one of that name; else "ez1." and the scene's TOML, packed by zlib, as
// base64url without padding.
std::string link_of(const Scene& scene, const std::string& builtin = "");
// Of the next three: white space around the text counts for nothing, nor does "ezscope " before a link or name.
// Whether it is a link that holds its scene.
bool is_link(std::string_view text);
// The built-in scene whose name it is; empty: none.
std::string builtin_of_text(std::string_view text);
// The scene that it is: a built-in one's name, a link or TOML. Where there is none, the messages say what is wrong.
// Such a scene reads no file and unpacks to most_link_bytes (scene_origin.h) at most.
SceneResult scene_of_text(std::string_view text, const std::vector<Override>& overrides = {},
                          OverrideFinding* finding = nullptr);

}  // namespace ez
