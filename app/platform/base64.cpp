#include "app/platform/base64.h"

#include <algorithm>
#include <cstdint>

namespace ez {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view for_links = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encoded(std::string_view bytes, std::string_view digits) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k <= n; ++k) out += digits[three >> (18 - 6 * k) & 63];
  }
  return out;
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string out = encoded(bytes, alphabet);
  out.append((4 - out.size() % 4) % 4, '=');
  return out;
}

std::string base64url(std::string_view bytes) { return encoded(bytes, for_links); }

std::optional<std::string> bytes_of_base64url(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = for_links.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    held = (held << 6 | static_cast<std::uint32_t>(digit)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(held >> bits & 255);
  }
  return out;
}

}  // namespace ez
