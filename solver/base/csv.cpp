#include "solver/base/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

namespace ez {
namespace {

// Returns the length in bytes of the sign that the text begins with, or 0 if it begins with none of `signs`.
std::size_t first_of(std::string_view text, std::span<const std::string_view> signs) {
  for (const std::string_view sign : signs)
    if (text.starts_with(sign)) return sign.size();
  return 0;
}

// Returns true for a number, optionally followed by a blank and a unit of letters: "-0.5", "-3 dB".
bool is_quantity(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.empty()) return true;
  if (!text.starts_with(' ') || text.size() == 1) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%'; };
  return std::all_of(text.begin() + 1, text.end(), is_letter);
}

// Returns true if a spreadsheet may compute the text instead of showing it. East Asian versions also accept the wide
// signs. Neither blanks before the sign nor a number at the beginning make a text safe: "-2+3+cmd|'/C calc'!A0".
bool is_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> blanks = {" ", "\n", "\v", "\f", "\u00a0", "\u200b", "\u3000", "\ufeff"};
  constexpr std::array<std::string_view, 10> signs = {"=",  "+",      "-",      "@",      "\t",
                                                      "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  while (const std::size_t blank = first_of(text, blanks)) text.remove_prefix(blank);
  return first_of(text, signs) > 0 && !is_quantity(text);
}

}  // namespace

// A spreadsheet may split lines at semicolons or tabs instead of commas, so each part is protected separately.
std::string csv_field(const std::string& cell) {
  std::string text;
  for (std::size_t begin = 0; begin <= cell.size();) {
    const std::size_t end = std::min(cell.find_first_of(";\t", begin), cell.size());
    const std::string_view part = std::string_view(cell).substr(begin, end - begin);
    if (is_formula(part) || (begin == 0 && is_formula(cell))) text += '\'';
    text += part;
    if (end < cell.size()) text += cell[end];
    begin = end + 1;
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string probe_csv(std::span<const ProbeRecord> records, double dt, Precision precision, std::uint64_t steps) {
  const int digits = precision == Precision::float32 ? 9 : 17;
  std::string out = "t_s";
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), end = 0;
  if (records.empty()) first = 1, end = steps + 1;
  for (const ProbeRecord& r : records) {
    out += ',' + csv_field(r.name);
    if (r.values.empty()) continue;
    first = std::min(first, r.first_step);
    end = std::max(end, r.first_step + r.values.size());
  }
  out += '\n';
  const auto to = std::back_inserter(out);
  for (std::uint64_t n = first; n < end; ++n) {
    double time = static_cast<double>(n) * dt;
    for (const ProbeRecord& r : records)
      if (n >= r.first_step && n - r.first_step < r.times.size())
        time = r.times[static_cast<std::size_t>(n - r.first_step)];
    fmt::format_to(to, "{:.{}g}", time, digits);
    for (const ProbeRecord& r : records) {
      out += ',';
      if (n >= r.first_step && n - r.first_step < r.values.size())
        fmt::format_to(to, "{:.{}g}", r.values[static_cast<std::size_t>(n - r.first_step)], digits);
    }
    out += '\n';
  }
  return out;
}

}  // namespace ez
