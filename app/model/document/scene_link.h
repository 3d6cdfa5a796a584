// A scene as text to share: its TOML, or a link. A link is one word of letters, digits, "-" and "_" that survives a
// chat, an address or a command line. The link of an unchanged built-in scene is its name.
#pragma once

#include <string>
#include <string_view>

#include "solver/scene/file/scene_file.h"

namespace ez {

// Returns `builtin` if the scene equals the built-in scene of that name. Otherwise returns "ez1." followed by the
// scene's TOML, compressed by zlib and encoded as base64url without padding.
std::string link_of(const Scene& scene, const std::string& builtin = "");
// Returns the address at which a page of ezscope opens a link, or a built-in scene's name: "BASE#LINK",
// "BASE?scene=NAME". Returns the link itself if `base` is empty.
std::string address_of(const std::string& base, const std::string& link);
// Returns why a text cannot be the address of a page of ezscope; empty if it can.
std::string why_no_page(std::string_view base);
// The next four functions accept such an address too. They ignore white space around the text, and "ezscope " before a
// link or name. Returns true if the text is a link that contains its scene, also of another version or with letters of
// another case. scene_of_text() says why it cannot read such a link.
bool is_link(std::string_view text);
// Returns true if the text is meant as a scene in TOML: one of its lines sets `ezscope` or begins the table [grid].
bool is_scene_text(std::string_view text);
// Returns the built-in scene that the text names; empty if none.
std::string builtin_of_text(std::string_view text);
// Reads a scene from a built-in name, a link or TOML. On failure the messages say what is wrong. Such a scene may not
// read files and unpacks to at most most_link_bytes (scene_origin.h).
SceneResult scene_of_text(std::string_view text, const std::vector<Override>& overrides = {},
                          OverrideFinding* finding = nullptr);

}  // namespace ez
