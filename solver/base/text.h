// A text for the user that can be shown in any language: an English template and the values that fill it. Whoever shows
// it translates the template; app/platform/words.h has the translations, by template. Names of the user, paths and
// numbers are finished texts: nothing ever looks into them. text_with() (text_with.h) makes one with values.
#pragma once

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ez {

class Text {
 public:
  Text() = default;
  // A template without fields: a literal of the program. What the user named is as_is().
  Text(const char* english) : text_(english) {}  // NOLINT(google-explicit-constructor)
  // A finished text, which is the same in every language.
  static Text as_is(std::string finished);
  // A template from a table of the program, or from a log.
  static Text of(std::string_view english, std::vector<Text> values = {});
  static Text joined(const std::vector<Text>& parts, std::string_view between);

  bool empty() const { return text_.empty(); }
  bool is_finished() const { return finished_; }
  const std::string& text() const { return text_; }  // the template, or the finished text
  const std::vector<Text>& values() const { return values_; }

  // Filled in. `translate` returns another language's template, or what it is given.
  using Translate = std::function<std::string_view(std::string_view)>;
  std::string in(const Translate& translate) const;
  std::string english() const;

  bool operator==(const Text&) const = default;

 private:
  std::string text_;
  std::vector<Text> values_;
  bool finished_ = false;
};

// An exception whose words can be translated.
class TextError : public std::runtime_error {
 public:
  explicit TextError(Text words) : std::runtime_error(words.english()), words(std::move(words)) {}
  Text words;
};
// What it says: the words of a TextError, else a finished text.
Text text_of_error(const std::exception& error);

// With the first letter of its English large, where that is a plain one.
Text capital(const Text& text);
// The field of value `k` in a template, to format that value with: "{:.3g}".
std::string field_of(std::string_view form, std::size_t k);

}  // namespace ez
