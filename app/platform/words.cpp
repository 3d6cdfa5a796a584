#include "app/platform/words.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

// A word, or one character that is none.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  const auto in_word = [&](std::size_t k) {
    const auto c = static_cast<unsigned char>(text[k]);
    return std::isalnum(c) != 0 || c == '_' || c >= 0x80;
  };
  std::size_t end = at + 1;
  while (in_word(at) && end < text.size() && in_word(end)) ++end;
  return end;
}

// The length of what is quoted there, and of the absolute path that begins there; 0: there is none. A path may have
// blanks in it, and ends where a sentence of the program goes on.
std::size_t quoted_at(std::string_view text, std::size_t at) {
  if (text[at] != '"') return 0;
  const std::size_t end = text.find_first_of("\"\n", at + 1);
  return end == std::string_view::npos || text[end] == '\n' ? 0 : end + 1 - at;
}
std::size_t path_at(std::string_view text, std::size_t at) {
  if (text[at] != '/' || (at > 0 && text[at - 1] != ' ' && text[at - 1] != '\n')) return 0;
  if (at + 1 == text.size() || text[at + 1] == ' ') return 0;
  std::size_t end = text.size();
  for (const std::string_view on : {"\n", ": ", "; ", " is not ", " exists ", " with ", " was "})
    end = std::min(end, text.find(on, at));
  return end - at;
}

// What stands for name k of the user while a format is looked for. No text has such characters.
std::string mark_of(std::size_t k) { return '\x01' + std::string(k, '\x02') + '\x03'; }

std::string with_names(std::string text, const std::vector<std::string>& names) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string mark = mark_of(k);
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + names[k].size()))
      text.replace(at, mark.size(), names[k]);
  }
  return text;
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
  std::vector<std::string> kept;
  return with_names(translated(english, kept), kept);
}

std::string Vocabulary::translated(std::string_view english, std::vector<std::string>& kept) const {
  constexpr std::size_t longest = 1024;  // bytes of a row; a longer text can only be lines that are rows
  if (names_.contains(english)) return std::string(english);
  std::string out;
  for (;;) {
    if (english.size() <= longest) {
      if (names_.contains(english)) return out.append(english);
      if (const std::string* translated = find(english)) return out + *translated;
      // A name of one word may be a word of the interface too ("cells"): where no format fits without it, with it.
      for (const bool words : {true, false}) {
        const std::size_t before = kept.size();
        const std::string marked = without_names(english, words, kept);
        const bool none = kept.size() == before;
        if (auto found = filled(marked, kept)) return out + *found;
        if (none) break;
      }
    }
    const std::size_t end = english.find('\n');
    if (end == std::string_view::npos) return out.append(english);
    out += translated(english.substr(0, end), kept) + '\n';
    english.remove_prefix(end + 1);
  }
}

// The first format that it is, translated.
std::optional<std::string> Vocabulary::filled(std::string_view english, std::vector<std::string>& kept) const {
  for (const Filled& f : filled_) {
    const auto values = values_in(english, f.between);
    if (!values) continue;
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const std::string_view value : *values) store.push_back(translated(value, kept));
    return fmt::vformat(f.translated, store);
  }
  return std::nullopt;
}

void Vocabulary::set_names(std::span<const std::string_view> names) {
  names_.clear();
  first_words_.clear();
  longest_name_ = 0;
  for (const std::string_view name : names) {
    if (name.find_first_not_of(' ') == std::string_view::npos) continue;
    names_.emplace(name);
    first_words_.emplace(name.substr(0, end_of_word(name, 0)));
    longest_name_ = std::max(longest_name_, name.size());
  }
}

// The length of the longest name that begins there and ends where a word does; 0: there is none.
std::size_t Vocabulary::name_at(std::string_view text, std::size_t at, bool words) const {
  std::size_t end = end_of_word(text, at), best = 0;
  if (!first_words_.contains(text.substr(at, end - at))) return 0;
  for (bool single = true; end - at <= longest_name_; single = false) {
    if ((words || !single) && names_.contains(text.substr(at, end - at))) best = end - at;
    if (end == text.size()) break;
    end = end_of_word(text, end);
  }
  return best;
}

std::string Vocabulary::without_names(std::string_view english, bool words, std::vector<std::string>& kept) const {
  std::string out;
  for (std::size_t at = 0; at < english.size();) {
    const std::size_t name = std::max({quoted_at(english, at), path_at(english, at), name_at(english, at, words)});
    const std::size_t end = name > 0 ? at + name : end_of_word(english, at);
    const std::string_view part = english.substr(at, end - at);
    if (name > 0) {
      out += mark_of(kept.size());
      kept.emplace_back(part);
    } else {
      out += part;
    }
    at = end;
  }
  return out;
}

}  // namespace ez
