// Bytes as letters (RFC 4648): base64 with padding, and base64url without.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

std::string base64(std::string_view bytes);
std::string base64url(std::string_view bytes);
// None where there is a character that is no digit of it, or a length that no bytes have.
std::optional<std::string> bytes_of_base64url(std::string_view text);

}  // namespace ez
