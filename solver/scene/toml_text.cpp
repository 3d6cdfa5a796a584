#include "solver/scene/toml_text.h"

namespace ez {
namespace {

// One past the end of the string that opens at `k` with one or three quotes.
std::size_t string_end(std::string_view text, std::size_t k) {
  const char quote = text[k];
  const bool escapes = quote == '"';
  const bool multi = k + 2 < text.size() && text[k + 1] == quote && text[k + 2] == quote;
  std::size_t at = k + (multi ? 3 : 1);
  while (at < text.size()) {
    if (escapes && text[at] == '\\') {
      at += 2;
    } else if (!multi && (text[at] == quote || text[at] == '\n')) {
      return text[at] == quote ? at + 1 : at;
    } else if (multi && text[at] == quote && text.substr(at, 3) == std::string(3, quote)) {
      at += 3;
      for (int extra = 0; extra < 2 && at < text.size() && text[at] == quote; ++extra) ++at;
      return at;
    } else {
      ++at;
    }
  }
  return text.size();
}

}  // namespace

std::string text_kinds(std::string_view text) {
  std::string kinds(text.size(), code);
  for (std::size_t k = 0; k < text.size();) {
    std::size_t end = k + 1;
    if (text[k] == '#') {
      end = text.find('\n', k);
      if (end == std::string_view::npos) end = text.size();
      kinds.replace(k, end - k, end - k, comment);
    } else if (text[k] == '"' || text[k] == '\'') {
      end = string_end(text, k);
      kinds.replace(k, end - k, end - k, quoted);
    }
    k = end;
  }
  return kinds;
}

int deep_key_line(std::string_view text, const std::string& kinds, int most) {
  int line = 1, dots = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (kinds[k] == code && c == '.' && ++dots >= most) return line;
    if (kinds[k] == code && std::string_view(",={}[]\n").find(c) != std::string_view::npos) dots = 0;
    if (c == '\n') ++line;
  }
  return 0;
}

}  // namespace ez
