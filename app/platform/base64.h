// Encodes bytes as text (RFC 4648): base64 with padding, and base64url without.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

std::string base64(std::string_view bytes);
std::string base64url(std::string_view bytes);
// Returns nothing if a character is not a base64url digit, or if the length is impossible.
std::optional<std::string> bytes_of_base64url(std::string_view text);

}  // namespace ez
