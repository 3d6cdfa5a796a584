// The interface's words in four languages, from assets/words.txt. The English text is the key; what has no row stays as
// it is. Names and texts of the user are never looked up: they are finished texts (solver/base/text.h).
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/platform/language.h"
#include "solver/base/text.h"

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
  // Its template and those among its values translated; names, paths and numbers in it stay as they are.
  std::string of(const Text& text) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  const std::string* find(std::string_view english) const;

  Language language_ = Language::english;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> rows_;
};

// In English where there are no words.
std::string shown(const Vocabulary* words, const Text& text);

}  // namespace ez
