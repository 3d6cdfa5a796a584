#include "app/platform/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/platform/shown_paths.h"
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

std::invalid_argument wrong_row(std::size_t line) {
  return std::invalid_argument(fmt::format("words, line {}: a row has {} lines", line, languages.size()));
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
  for (WordRow& row : all_words())
    rows_.emplace(std::move(row.front()), std::move(row[static_cast<std::size_t>(language)]));
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

std::string Vocabulary::of(const Text& text) const {
  return text.in([this](std::string_view english) { return of(english); });
}

std::string shown(const Vocabulary* words, const Text& text) {
  return with_shown_paths(words ? words->of(text) : text.english());
}

}  // namespace ez
