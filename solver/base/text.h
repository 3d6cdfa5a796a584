// A text for the user that can be shown in any language: an English template and the values that fill it. The
// code that shows the text translates the template; app/platform/words.h has the translations by template.
// User-given names, paths and numbers are finished texts, which no code ever interprets. text_with() in
// text_with.h makes a text with values.
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
  // Takes a template without fields, a literal of the program. Use as_is() for names from the user.
  Text(const char* english) : text_(english) {}  // NOLINT(google-explicit-constructor)
  // Makes a finished text, which is the same in every language.
  static Text as_is(std::string finished);
  // Makes a text from a template that comes from a table of the program, or from a log.
  static Text of(std::string_view english, std::vector<Text> values = {});
  static Text joined(const std::vector<Text>& parts, std::string_view between);

  bool empty() const { return text_.empty(); }
  bool is_finished() const { return finished_; }
  const std::string& text() const { return text_; }  // the template, or the finished text
  const std::vector<Text>& values() const { return values_; }

  // Returns the template with its values filled in. `translate` returns the template in another language, or its
  // argument if there is no translation.
  using Translate = std::function<std::string_view(std::string_view)>;
  std::string in(const Translate& translate) const;
  std::string english() const;

  bool operator==(const Text&) const = default;

 private:
  std::string text_;
  std::vector<Text> values_;
  bool finished_ = false;
};

// An exception with a message that can be translated.
class TextError : public std::runtime_error {
 public:
  explicit TextError(Text words) : std::runtime_error(words.english()), words(std::move(words)) {}
  Text words;
};
// Returns the message of a TextError, or the message of another exception as a finished text.
Text text_of_error(const std::exception& error);

// Returns the text with the first letter of its English template in upper case, if that is a plain letter.
Text capital(const Text& text);
// Returns the field of value `k` in a template, for formatting that value: "{:.3g}".
std::string field_of(std::string_view form, std::size_t k);

}  // namespace ez
