#include "app/words/words.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "embed/words.h"

namespace ez {
namespace {

std::string unescaped(std::string_view line) {
  std::string out;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool new_line = line.substr(k).starts_with("\\n");
    out += new_line ? '\n' : line[k];
    if (new_line) ++k;
  }
  return out;
}

// Formats with less English about their fields than this would be found in texts that they have not filled.
constexpr std::size_t least_letters = 6;

// What stands about the fields of a format.
std::vector<std::string> parts_of(std::string_view format) {
  std::vector<std::string> parts(1);
  for (std::size_t k = 0; k < format.size(); ++k) {
    const char c = format[k];
    if ((c == '{' || c == '}') && format.substr(k + 1).starts_with(c)) {
      parts.back() += c;
      ++k;
    } else if (c == '{') {
      k = std::min(format.find('}', k), format.size() - 1);
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::size_t letters(const std::vector<std::string>& parts) {
  return std::accumulate(parts.begin(), parts.end(), std::size_t{0},
                         [](std::size_t sum, const std::string& part) { return sum + part.size(); });
}

// What stands in a text where the fields between these parts were.
std::optional<std::vector<std::string_view>> values_in(std::string_view text, const std::vector<std::string>& parts) {
  if (!text.starts_with(parts.front()) || !text.ends_with(parts.back())) return std::nullopt;
  if (text.size() < parts.front().size() + parts.back().size()) return std::nullopt;
  std::vector<std::string_view> values;
  const std::size_t last = text.size() - parts.back().size();
  std::size_t at = parts.front().size();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const std::size_t end = k + 1 == parts.size() ? last : text.substr(0, last).find(parts[k], at);
    if (end == std::string_view::npos || end < at) return std::nullopt;
    values.push_back(text.substr(at, end - at));
    at = end + parts[k].size();
  }
  return values;
}

std::invalid_argument wrong_row(std::size_t line) {
  return std::invalid_argument(fmt::format("words, line {}: a row has {} lines", line, languages.size()));
}

// The values are texts now: numbers' formats go.
std::string without_formats(std::string_view format) {
  std::string out;
  bool field = false, skip = false;
  for (const char c : format) {
    if (c == '{') field = true;
    if (c == '}') field = skip = false;
    if (field && c == ':') skip = true;
    if (!skip) out += c;
  }
  return out;
}

}  // namespace

std::vector<WordRow> read_words(std::string_view text) {
  std::vector<WordRow> rows;
  std::size_t language = 0, number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.starts_with('#')) continue;
    const bool wrong = line.empty() ? language > 0 && language < languages.size() : language == languages.size();
    if (wrong) throw wrong_row(number);
    if (line.empty()) {
      language = 0;
      continue;
    }
    if (language == 0) rows.emplace_back();
    rows.back()[language++] = unescaped(line);
  }
  if (language > 0 && language < languages.size()) throw wrong_row(number);
  return rows;
}

std::vector<WordRow> all_words() { return read_words(embedded::words().front().bytes); }

Vocabulary::Vocabulary(Language language) : language_(language) {
  if (language == Language::english) return;
  for (WordRow& row : all_words()) {
    const std::string& translated = row[static_cast<std::size_t>(language)];
    std::vector<std::string> parts = parts_of(row.front());
    if (parts.size() > 1 && letters(parts) >= least_letters)
      filled_.push_back({std::move(parts), without_formats(translated)});
    rows_.emplace(row.front(), translated);
  }
  std::ranges::stable_sort(filled_, std::ranges::greater(), [](const Filled& f) { return letters(f.between); });
}

const std::string* Vocabulary::find(std::string_view english) const {
  const auto row = rows_.find(english);
  return row == rows_.end() ? nullptr : &row->second;
}

const char* Vocabulary::of(const char* english) const {
  const std::string* translated = find(english);
  return translated ? translated->c_str() : english;
}

std::string_view Vocabulary::of(std::string_view english) const {
  const std::string* translated = find(english);
  return translated ? std::string_view(*translated) : english;
}

std::string Vocabulary::of_filled(std::string_view english) const {
  constexpr std::size_t longest = 1024;  // bytes of a row; a longer text can only be lines that are rows
  std::string out;
  for (;;) {
    const bool may_be_row = english.size() <= longest;
    if (const std::string* translated = may_be_row ? find(english) : nullptr) return out + *translated;
    for (const Filled& f : filled_) {
      if (!may_be_row) break;
      const auto values = values_in(english, f.between);
      if (!values) continue;
      fmt::dynamic_format_arg_store<fmt::format_context> store;
      for (const std::string_view value : *values) store.push_back(of_filled(value));
      return out + fmt::vformat(f.translated, store);
    }
    const std::size_t end = english.find('\n');
    if (end == std::string_view::npos) return out.append(english);
    out += of_filled(english.substr(0, end)) + '\n';
    english.remove_prefix(end + 1);
  }
}

}  // namespace ez
