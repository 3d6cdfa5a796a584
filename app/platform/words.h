// The interface's words in four languages, from assets/words.txt. The English text is the key: what has no row, names
// and texts of the user above all, stays as it is.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "app/platform/language.h"

namespace ez {

// By Language.
using WordRow = std::array<std::string, languages.size()>;
// Of a text as assets/words.txt is: a line a language, rows apart by empty lines, # before a comment, \n a new line.
// std::invalid_argument names the line of a row that has not four.
std::vector<WordRow> read_words(std::string_view text);
// Those of the program.
std::vector<WordRow> all_words();

class Vocabulary {
 public:
  explicit Vocabulary(Language language = Language::english);
  Language language() const { return language_; }

  // A text without values. Lives as long as these words do, or as `english` does.
  const char* of(const char* english) const;
  std::string_view of(std::string_view english) const;
  // A text whose values stand in it already: the row whose English, with anything in place of its {fields}, it is; or
  // lines that are such. Names of the user, what is in "quotes" and absolute paths in it stay as they are.
  std::string of_filled(std::string_view english) const;
  // Replaces the names that the user has given to things. of_filled() neither translates them nor looks into them for
  // the English of a format.
  void set_names(std::span<const std::string_view> names);

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  struct Filled {
    std::vector<std::string> between;  // what stands before, between and after the fields
    std::string translated;
  };
  using Texts = std::unordered_set<std::string, Hash, std::equal_to<>>;
  const std::string* find(std::string_view english) const;
  // With marks in it, in place of names that go to `kept`.
  std::string translated(std::string_view english, std::vector<std::string>& kept) const;
  std::optional<std::string> filled(std::string_view english, std::vector<std::string>& kept) const;
  // With a mark in place of each name; of one word only where `words`.
  std::string without_names(std::string_view english, bool words, std::vector<std::string>& kept) const;
  std::size_t name_at(std::string_view text, std::size_t at, bool words) const;

  Texts names_, first_words_;  // of the user; what names begin with, up to the end of a word
  std::size_t longest_name_ = 0;

  Language language_ = Language::english;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> rows_;
  std::vector<Filled> filled_;  // those with fields; with most English about them first
};

}  // namespace ez
