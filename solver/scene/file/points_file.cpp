#include "solver/scene/file/points_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "solver/scene/names.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

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

// The next line, no further than shows that it is too long.
bool next_line(std::istream& in, std::string& line) {
  line.clear();
  for (int c; (c = in.get()) != std::istream::traits_type::eof();) {
    if (c == '\n') return true;
    line += static_cast<char>(c);
    if (line.size() > longest_line) return true;
  }
  return !line.empty();
}

// What is wrong with the points so far and this line's; empty when it is a point, or nothing.
std::string add_line(std::string_view line, bool first, std::vector<double>& t, std::vector<double>& w) {
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.empty() || fields[0].starts_with('#')) return {};
  double numbers[2] = {};
  std::string_view wrong;
  for (std::size_t k = 0; k < std::min<std::size_t>(fields.size(), 2); ++k)
    if (!number_from(fields[k], numbers[k]) && wrong.empty()) wrong = fields[k];
  double any = 0;
  if (first && !number_from(fields[0], any) && !number_from(fields.back(), any)) return {};
  if (fields.size() != 2) return fmt::format("has {} columns; give two, t in s and w", fields.size());
  if (!wrong.empty()) return fmt::format("{} is not a number; give t in s and w", names::quoted(wrong));
  if (!t.empty() && !(numbers[0] > t.back()))
    return fmt::format("the time {} does not come after {}; let the times increase", numbers[0], t.back());
  if (t.size() == most_points) return fmt::format("there are more than {} points; give fewer", most_points);
  t.push_back(numbers[0]);
  w.push_back(numbers[1]);
  return {};
}

}  // namespace

std::string read_points(const std::string& scene_file, const std::string& name, std::vector<double>& t,
                        std::vector<double>& w) {
  if (scene_file.empty()) return ", which can be read only with a scene file; give t and w instead";
  const fs::path folder = fs::path(scene_file).parent_path(), path = folder / name;
  const std::string place =
      folder.empty() ? "the current folder" : fmt::format("the scene's folder, {}", folder.string());
  const auto unreadable = [&](const std::string& why) {
    return fmt::format(", which cannot be read: {}; give a path from {}", why, place);
  };
  std::error_code error;
  if (const fs::file_status status = fs::status(path, error); !fs::is_regular_file(status))
    return unreadable(fs::exists(status) ? "it is no file" : std::strerror(ENOENT));
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return unreadable(std::strerror(errno != 0 ? errno : EIO));
  std::vector<double> times, values;
  std::string line;
  bool first = true;  // no line with anything on it so far
  for (std::size_t number = 1; next_line(in, line); ++number) {
    std::string_view text = line;
    if (constexpr std::string_view mark = "\xef\xbb\xbf"; number == 1 && text.starts_with(mark))
      text.remove_prefix(mark.size());
    std::string why = text.size() > longest_line ? "is too long for two numbers; give t in s and w"
                                                 : add_line(text, first, times, values);
    if (!why.empty()) return fmt::format(": line {}: {}", number, why);
    const std::size_t something = text.find_first_not_of(" \t\r");
    first = first && (something == std::string_view::npos || text[something] == '#');
  }
  if (in.bad()) return unreadable(std::strerror(errno != 0 ? errno : EIO));
  if (times.size() < 2) return fmt::format(", which has {} points; give 2 or more", times.size());
  t = std::move(times);
  w = std::move(values);
  return {};
}

}  // namespace ez
