// Checks of option values, each with a short message. Inner header of app/cli/cli.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace ez::check {

// A number from `low` to `high`, without an upper limit if that is infinite. `words` describes the numbers: "a number
// above 0".
CLI::Validator number(double low, double high, const std::string& words);
CLI::Validator above_zero();
CLI::Validator whole(std::int64_t low, std::int64_t high);
CLI::Validator not_empty();
// One of these words. The message about another word suggests the nearest of them, or lists them.
CLI::Validator one_of(const std::vector<std::string>& words);
CLI::Validator existing();  // a folder or file that exists
// A name that either has no counter for numbered pictures, or a right one.
CLI::Validator counter();
CLI::Validator size();
CLI::Validator duration();
// A text that `is_good` accepts. `words` says what is wrong with another one, and what to write.
CLI::Validator good(const std::function<bool(const std::string&)>& is_good, const std::string& words);
CLI::Validator angles();
CLI::Validator key_value();
// Numbers of devices separated by commas, or "all".
CLI::Validator device_list();
// A value of `--scheme`: auto, or a kernel scheme that can run a scene.
CLI::Validator scheme();
// A file with one of these suffixes. `words` describes each.
CLI::Validator suffix(std::initializer_list<std::string> suffixes, const std::string& words);

// Accepts the address of a page of ezscope.
CLI::Validator page();

}  // namespace ez::check
