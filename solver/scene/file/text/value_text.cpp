#include "solver/scene/file/text/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "solver/base/counted.h"
#include "solver/base/utf8.h"
#include "solver/scene/file/text/toml_text.h"

namespace ez::value_text {
namespace {

// Formats with the shortest digits and an exponent that is a multiple of three: 15e9.
std::string engineering(double v) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::scientific).ptr;
  const std::string text(buffer, end);
  const std::size_t e = text.find('e');
  const int exponent = std::stoi(text.substr(e + 1));
  const int shift = ((exponent % 3) + 3) % 3;
  std::string sign = text[0] == '-' ? "-" : "", digits;
  for (const char c : text.substr(0, e))
    if (c >= '0' && c <= '9') digits += c;
  const std::size_t whole = static_cast<std::size_t>(shift) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  if (digits.size() > whole) digits.insert(whole, 1, '.');
  return fmt::format("{}{}e{}", sign, digits, exponent - shift);
}

// `lines`: line breaks stay, for a multi-line string.
std::string escaped(std::string_view text, bool lines) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) {
    const CodePoint point = code_point(text, k);
    const char32_t p = point.value;
    if (p == '"' || p == '\\')
      out.append("\\").append(1, text[k]);
    else if (p == '\t')
      out += "\\t";
    else if (point.valid && is_control(p) && !(p == '\n' && lines))
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(p));
    else
      out.append(text.substr(k, point.length));
    k += point.length;
  }
  return out;
}

// Writes eight values on a line.
std::string list_of(const auto& values, auto&& text_of) {
  std::string out = "[";
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k > 0) out += k % 8 == 0 ? ",\n  " : ", ";
    out += text_of(values[k]);
  }
  return out + "]";
}

std::string key_text(std::string_view key) {
  const auto bare = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; };
  return !key.empty() && std::all_of(key.begin(), key.end(), bare) ? std::string(key) : on_one_line(key);
}

}  // namespace

std::string number(double v) {
  if (!std::isfinite(v)) return std::isnan(v) ? "nan" : v > 0 ? "inf" : "-inf";
  if (v == 0 && std::signbit(v)) return "-0.0";  // without a point TOML reads the integer 0
  const double size = std::abs(v);
  if (size != 0 && (size >= 1e7 || size < 1e-3)) return engineering(v);
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::fixed).ptr};
}

std::string decimal(double v) {
  const std::string text = number(v);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string pair(Vec2 v) { return fmt::format("[{}, {}]", number(v.x), number(v.y)); }

std::string list(const std::vector<Vec2>& points) { return list_of(points, pair); }

std::string list(const std::vector<double>& numbers) { return list_of(numbers, number); }

std::string in_quotes(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return on_one_line(text);
  return fmt::format("\"\"\"\n{}\"\"\"", escaped(text, true));
}

std::string on_one_line(std::string_view text) { return fmt::format("\"{}\"", escaped(text, false)); }

std::string flag(bool value) { return value ? "true" : "false"; }

std::optional<std::string> of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string_view>()) return on_one_line(unshielded(*text));
  if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto value = node.value_exact<double>()) return decimal(*value);
  if (const auto value = node.value_exact<bool>()) return flag(*value);
  std::string out;
  const auto add = [&out](std::string_view opening, const std::string& key, const toml::node& item) {
    const std::optional<std::string> text = of(item);
    if (text) out.append(out.empty() ? opening : ", ").append(key).append(*text);
    return text.has_value();
  };
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& item : *list)
      if (!add("[", "", item)) return std::nullopt;
    return out.empty() ? "[]" : out + "]";
  }
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, item] : *table)
      if (!add("{ ", key_text(unshielded(key.str())) + " = ", item)) return std::nullopt;
    return out.empty() ? "{}" : out + " }";
  }
  return std::nullopt;
}

std::string described(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      if (node.as_array()->empty()) return "an empty list";
      if (node.as_array()->is_array_of_tables()) return "a list of tables";
      return "a list of " + counted(node.as_array()->size(), "value");
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return number(**node.as_floating_point());
    case toml::node_type::boolean:
      return flag(**node.as_boolean());
    default:
      return "a date or time";
  }
}

}  // namespace ez::value_text
