// The interface's words in four languages, from assets/words.txt. The English text is the key: what has no row, names
// and texts of the user above all, stays as it is.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/words/language.h"

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
  // lines that are such.
  std::string of_filled(std::string_view english) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  struct Filled {
    std::vector<std::string> between;  // what stands before, between and after the fields
    std::string translated;
  };
  const std::string* find(std::string_view english) const;

  Language language_ = Language::english;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> rows_;
  std::vector<Filled> filled_;  // those with fields; with most English about them first
};

}  // namespace ez
