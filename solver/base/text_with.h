// Makes a Text with values: text_with("{} cells of {}", n, name). The compiler checks the template's fields.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "solver/base/text.h"

namespace ez {

// True for a Text, or for a literal, which is then itself a template.
template <class T>
inline constexpr bool is_text = std::same_as<T, Text> || std::is_convertible_v<const T&, const char*>;
template <class T>
using CheckedValue = std::conditional_t<is_text<T>, std::string_view, T>;

// Returns a Text or a literal unchanged. Formats any other value as its field says, and returns it as a finished text.
template <class T>
Text text_value(std::string_view form, std::size_t k, const T& v) {
  if constexpr (is_text<T>)
    return v;
  else
    return Text::as_is(fmt::vformat(field_of(form, k), fmt::make_format_args(v)));
}

template <class... A>
requires(sizeof...(A) > 0) Text text_with(fmt::format_string<CheckedValue<A>...> english, const A&... values) {
  const fmt::string_view s = english;
  const std::string_view form(s.data(), s.size());
  std::vector<Text> all;
  all.reserve(sizeof...(A));
  (all.push_back(text_value(form, all.size(), values)), ...);
  return Text::of(form, std::move(all));
}

}  // namespace ez
