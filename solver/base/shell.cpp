#include "solver/base/shell.h"

#include <algorithm>
#include <cctype>

namespace ez {

std::string shell_path(std::string_view path) {
  const auto plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || std::string_view("_./-+:,@%=").find(c) != std::string_view::npos;
  };
  std::string out = path.starts_with('-') ? "./" : "";
  if (!path.empty() && std::ranges::all_of(path, plain)) return out.append(path);
  out += '\'';
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

}  // namespace ez
