#include "app/options/option_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/model/document/scene_link.h"
#include "app/platform/option_text.h"
#include "app/platform/sequence.h"
#include "solver/scene/duration.h"
#include "solver/scene/names.h"
#include "solver/scene/scheme.h"

namespace ez::check {

CLI::Validator good(const std::function<bool(const std::string&)>& is_good, const std::string& words) {
  return {[is_good, words](std::string& text) {
            return is_good(text) ? std::string() : fmt::format("'{}' is {}", text, words);
          },
          ""};
}

CLI::Validator number(double low, double high, const std::string& words) {
  return good(
      [=](const std::string& text) {
        const auto value = parse_number(text);
        return value && *value >= low && *value <= high;
      },
      "not " + words);
}

CLI::Validator above_zero() {
  using Limits = std::numeric_limits<double>;
  return number(Limits::min(), Limits::max(), "a number above 0, at most 1.7e308");
}

CLI::Validator whole(std::int64_t low, std::int64_t high) {
  return good(
      [=](const std::string& text) {
        const auto value = parse_whole(text);
        return value && *value >= low && *value <= high;
      },
      fmt::format("not a whole number from {} to {}", low, high));
}

CLI::Validator not_empty() {
  return good([](const std::string& text) { return !text.empty(); }, "empty; give a name");
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  return {[words](std::string& text) {
            const std::vector<std::string_view> known(words.begin(), words.end());
            return std::find(words.begin(), words.end(), text) != words.end()
                       ? std::string()
                       : fmt::format("{} is unknown{}", names::quoted(text), names::hint(text, known));
          },
          ""};
}

CLI::Validator existing() {
  return good(
      [](const std::string& text) {
        std::error_code error;
        return std::filesystem::exists(text, error);
      },
      "missing; give a folder that exists");
}

CLI::Validator counter() {
  return {[](std::string& text) { return why_not_numbered(text); }, ""};
}

CLI::Validator size() {
  return good([](const std::string& text) { return parse_size(text).has_value(); },
              "not a size; give WIDTHxHEIGHT in pixels, 16 to 16384 each, for example 1280x720");
}

CLI::Validator duration() {
  return good([](const std::string& text) { return parse_duration(text).has_value(); },
              "not a time; give a number with s, ms, us, ns, ps, fs or T (periods), for example 3.2ns");
}

CLI::Validator angles() {
  return good([](const std::string& text) { return parse_angles(text).has_value(); },
              "not a list of angles; give FIRST:LAST:STEP in degrees, 0 to below 90 in steps of 0.01 or more, for "
              "example 0:80:5, or one angle");
}

CLI::Validator device_list() {
  return good(
      [](const std::string& text) {
        if (text == "all") return true;
        std::istringstream list(text);
        bool good = !text.empty() && text.back() != ',';
        for (std::string number; good && std::getline(list, number, ',');) {
          const auto value = parse_whole(number);
          good = value && *value >= 0 && *value <= 1023;
        }
        return good;
      },
      "not a list of devices; give numbers separated by commas, for example 0,1, or all");
}

CLI::Validator key_value() {
  return good(
      [](const std::string& text) {
        const std::size_t eq = text.find('=');
        return eq != std::string::npos && eq > 0;
      },
      "not KEY=VALUE; write, for example, --set grid.courant=0.5");
}

CLI::Validator scheme() {
  std::vector<std::string> names;
  for (const SchemeFacts& s : all_schemes())
    if (s.live) names.emplace_back(s.name);
  return one_of(names);
}

CLI::Validator suffix(std::initializer_list<std::string> suffixes, const std::string& words) {
  return good(
      [known = std::vector<std::string>(suffixes)](const std::string& text) {
        const std::string own = std::filesystem::path(text).extension();
        return std::find(known.begin(), known.end(), own) != known.end();
      },
      "not a file of a known kind; use " + words);
}

CLI::Validator page() {
  return {[](std::string& text) { return why_no_page(text); }, ""};
}

}  // namespace ez::check
