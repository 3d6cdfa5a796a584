// Fills a template of the interface with values.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

#include "app/platform/shown_paths.h"
#include "app/platform/words.h"

namespace ez {

// Returns the value as say() formats it. A Text is translated first.
template <class T>
decltype(auto) shown_value(const Vocabulary* words, const T& value) {
  if constexpr (std::same_as<T, Text>)
    return shown(words, value);
  else
    return (value);
}
template <class T>
using ShownValue = std::conditional_t<std::same_as<std::remove_cvref_t<T>, Text>, std::string, T>;

// The compiler checks the English template; a test checks its translations.
template <class... A>
std::string say(const Vocabulary* words, fmt::format_string<ShownValue<A>...> english, A&&... values) {
  const fmt::string_view key = english;
  const std::string_view format =
      words ? words->of(std::string_view(key.data(), key.size())) : std::string_view(key.data(), key.size());
  const auto fill = [format](const auto&... shown) { return fmt::vformat(format, fmt::make_format_args(shown...)); };
  return with_shown_paths(fill(shown_value(words, values)...));
}

}  // namespace ez
