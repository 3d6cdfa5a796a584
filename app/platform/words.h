// The interface's texts in four languages, from assets/words.txt. The English text is the key, and texts without a row
// are not translated. Names and texts of the user are never looked up, because they are finished texts
// (solver/base/text.h).
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

// Indexed by Language.
using WordRow = std::array<std::string, languages.size()>;
// Parses text in the format of assets/words.txt: one line per language, an empty line between rows, # starts a comment,
// \n is a new line. Throws std::invalid_argument with the line of a row that does not have four lines.
std::vector<WordRow> read_words(std::string_view text);
// Returns all rows of the program.
std::vector<WordRow> all_words();

class Vocabulary {
 public:
  explicit Vocabulary(Language language = Language::english);
  Language language() const { return language_; }

  // Translates a text without values. The result lives as long as this vocabulary and `english` do.
  const char* of(const char* english) const;
  std::string_view of(std::string_view english) const;
  // Translates the template of a text, and those of its values that are texts. Names, paths and numbers stay unchanged.
  std::string of(const Text& text) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  const std::string* find(std::string_view english) const;

  Language language_ = Language::english;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> rows_;
};

// Returns the English text if there is no vocabulary.
std::string shown(const Vocabulary* words, const Text& text);

}  // namespace ez
