// What the values of options must be, each with a message short enough to read. Inner header of app/cli/cli.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace ez::check {

// `low` to `high`; without an upper end when there is none. The words say which numbers: "a number above 0".
CLI::Validator number(double low, double high, const std::string& words);
CLI::Validator above_zero();
CLI::Validator whole(std::int64_t low, std::int64_t high);
CLI::Validator not_empty();
CLI::Validator one_of(const std::vector<std::string>& words);
CLI::Validator size();
CLI::Validator duration();
// How far the pictures of a film lie apart.
CLI::Validator stride();
CLI::Validator angles();
CLI::Validator key_value();
// What `--scheme` takes: auto, or a kernel scheme that can run a scene.
CLI::Validator scheme();
// Files by their suffix; `words` says what each is.
CLI::Validator suffix(std::initializer_list<std::string> suffixes, const std::string& words);

}  // namespace ez::check
