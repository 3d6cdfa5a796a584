#include "solver/scene/file/points_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>
#include <utility>

#include "solver/base/counted.h"
#include "solver/base/read_file.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

constexpr std::size_t most_points = 1000000;
constexpr std::size_t longest_line = 4096;

std::vector<std::string_view> fields_of(std::string_view line) {
  constexpr std::string_view apart = " \t\r,;";
  std::vector<std::string_view> out;
  for (std::size_t begin = line.find_first_not_of(apart); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(apart, begin), line.size());
    out.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(apart, end);
  }
  return out;
}

bool number_from(std::string_view text, double& out) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(out);
}

// Removes the next line from `text` and returns it.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Adds the point of a line. Returns an error about this point or the order of the points; empty if the line
// is a valid point, or has none.
std::string add_line(std::string_view line, bool first, std::vector<double>& t, std::vector<double>& w) {
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.empty() || fields[0].starts_with('#')) return {};
  double numbers[2] = {};
  std::string_view wrong;
  for (std::size_t k = 0; k < std::min<std::size_t>(fields.size(), 2); ++k)
    if (!number_from(fields[k], numbers[k]) && wrong.empty()) wrong = fields[k];
  double any = 0;
  if (first && !number_from(fields[0], any) && !number_from(fields.back(), any)) return {};
  if (fields.size() != 2) return fmt::format("has {}; give 2, t in s and w", counted(fields.size(), "column"));
  if (!wrong.empty()) return fmt::format("{} is not a number; give t in s and w", names::quoted(wrong));
  if (!t.empty() && !(numbers[0] > t.back()))
    return fmt::format("the time {} is not after {}; put the times in ascending order", numbers[0], t.back());
  if (t.size() == most_points) return fmt::format("there are more than {} points; use fewer", most_points);
  t.push_back(numbers[0]);
  w.push_back(numbers[1]);
  return {};
}

}  // namespace

std::string read_points(const std::filesystem::path& place, std::vector<double>& t, std::vector<double>& w) {
  const auto [bytes, code] = read_file(place, most_text_bytes);
  if (code != 0) return fmt::format(", which cannot be read: {}; check its permissions", read_error_text(code));
  std::string_view rest = bytes;
  if (constexpr std::string_view mark = "\xef\xbb\xbf"; rest.starts_with(mark)) rest.remove_prefix(mark.size());
  std::vector<double> times, values;
  bool first = true;  // no line with content so far
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = next_line(rest);
    const std::string why = line.size() > longest_line ? "is too long for two numbers; give t in s and w"
                                                       : add_line(line, first, times, values);
    if (!why.empty()) return fmt::format(": line {}: {}", number, why);
    const std::size_t something = line.find_first_not_of(" \t\r");
    first = first && (something == std::string_view::npos || line[something] == '#');
  }
  if (bytes.size() > most_text_bytes)
    return fmt::format(", which is larger than {} MB; use fewer points", most_text_bytes >> 20);
  if (times.size() < 2) return fmt::format(", which has {}; give 2 or more", counted(times.size(), "point"));
  t = std::move(times);
  w = std::move(values);
  return {};
}

}  // namespace ez
