#include "app/platform/sequence.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>

namespace ez {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view digits = "0123456789";

// A file name with one number: `before`, the number with at least `width` digits, `after`.
struct Counter {
  std::string before, after;
  int width = 0;

  std::string name(std::size_t k) const { return fmt::format("{}{:0{}}{}", before, k, width, after); }
};

std::optional<Counter> counter_of(const std::string& name) {
  const std::size_t at = name.find('%');
  if (!name.ends_with(".png") || at == std::string::npos) return std::nullopt;
  std::size_t end = at + 1;
  const bool zeros = end < name.size() && name[end] == '0';
  if (zeros) ++end;
  int width = 0;
  for (; width == 0 && end < name.size() && name[end] >= '1' && name[end] <= '9'; ++end) width = name[end] - '0';
  if (end >= name.size() || name[end] != 'd' || zeros != (width > 0)) return std::nullopt;
  if (name.find('%', end) != std::string::npos) return std::nullopt;
  return Counter{name.substr(0, at), name.substr(end + 1), width};
}

// Counts the places in a name that look like a counter: %d, %05d, %5d.
int counters_in(std::string_view name) {
  int count = 0;
  for (std::size_t at = name.find('%'); at != std::string_view::npos; at = name.find('%', at + 1))
    if (const std::size_t end = name.find_first_not_of(digits, at + 1);
        end != std::string_view::npos && name[end] == 'd')
      ++count;
  return count;
}

}  // namespace

std::optional<std::string> numbered(const std::string& pattern, std::size_t k) {
  const fs::path path = pattern;
  const std::optional<Counter> counter = counter_of(path.filename());
  if (!counter) return std::nullopt;
  return (path.parent_path() / counter->name(k)).string();
}

bool is_picture_of(const std::string& pattern, const fs::path& name) {
  const std::optional<Counter> counter = counter_of(fs::path(pattern).filename());
  const std::string own = name.filename();
  if (!counter || !own.starts_with(counter->before) || !own.ends_with(counter->after)) return false;
  if (own.size() < counter->before.size() + counter->after.size()) return false;
  const std::string_view number =
      std::string_view(own).substr(counter->before.size(), own.size() - counter->before.size() - counter->after.size());
  std::size_t k = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), k);
  return error == std::errc() && end == number.data() + number.size() && counter->name(k) == own;
}

std::vector<fs::path> existing_pictures(const std::string& pattern) {
  std::vector<fs::path> out;
  const fs::path folder = fs::path(pattern).parent_path();
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? fs::path(".") : folder, error), end; !error && at != end;
       at.increment(error))
    if (is_picture_of(pattern, at->path())) out.push_back(folder / at->path().filename());
  return out;
}

std::string why_not_numbered(const std::string& path) {
  const std::string name = fs::path(path).filename();
  if (!name.ends_with(".png") || numbered(path, 0)) return "";
  const int counters = counters_in(name);
  if (counters == 0) return "";
  return counters > 1 ? fmt::format("{} has {} counters; give it one, as in FILE_%05d.png", path, counters)
                      : fmt::format("{} has a counter of an unknown form; write it as %d or %05d", path);
}

}  // namespace ez
