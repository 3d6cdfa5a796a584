// A format of the interface's words, filled.
#pragma once

#include <fmt/format.h>

#include <string>

#include "app/platform/words.h"

namespace ez {

// The English is checked by the compiler, its translations by a test.
template <class... A>
std::string say(const Vocabulary* words, fmt::format_string<A...> english, A&&... values) {
  const fmt::string_view key = english;
  const std::string_view format =
      words ? words->of(std::string_view(key.data(), key.size())) : std::string_view(key.data(), key.size());
  return fmt::vformat(format, fmt::make_format_args(values...));
}

}  // namespace ez
