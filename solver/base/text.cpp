#include "solver/base/text.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace ez {
namespace {

// A field of a template from its "{" to its "}", the number of its value and the value's format (":.3g").
struct Field {
  std::size_t begin = 0, end = 0, value = 0;
  std::string_view format;
};

std::vector<Field> fields_of(std::string_view form) {
  std::vector<Field> out;
  for (std::size_t k = 0; k < form.size(); ++k) {
    if (form[k] != '{') continue;
    if (form.substr(k + 1).starts_with('{')) {
      ++k;
      continue;
    }
    const std::size_t end = form.find('}', k);
    if (end == std::string_view::npos) break;
    const std::string_view inside = form.substr(k + 1, end - k - 1);
    const std::size_t colon = std::min(inside.find(':'), inside.size());
    std::size_t value = 0;
    for (const char c : inside.substr(0, colon)) value = 10 * value + static_cast<std::size_t>(c - '0');
    out.push_back({k, end + 1, colon == 0 ? out.size() : value, inside.substr(colon)});
    k = end;
  }
  return out;
}

// Removes number formats such as ":.3g", because the values are texts by then.
std::string without_formats(std::string_view form) {
  std::string out;
  std::size_t at = 0;
  for (const Field& f : fields_of(form)) {
    out.append(form.substr(at, f.end - f.format.size() - 1 - at)) += '}';
    at = f.end;
  }
  return out.append(form.substr(at));
}

}  // namespace

Text Text::as_is(std::string finished) {
  Text out;
  out.text_ = std::move(finished);
  out.finished_ = !out.text_.empty();  // an empty text counts as not finished, so that all empty texts are equal
  return out;
}

Text Text::of(std::string_view english, std::vector<Text> values) {
  Text out;
  out.text_ = english;
  out.values_ = std::move(values);
  return out;
}

Text Text::joined(const std::vector<Text>& parts, std::string_view between) {
  if (parts.size() == 1) return parts.front();
  std::string form;
  for (std::size_t k = 0; k < parts.size(); ++k) form.append(k > 0 ? between : "") += "{}";
  return of(form, parts);
}

std::string field_of(std::string_view form, std::size_t k) {
  for (const Field& f : fields_of(form))
    if (f.value == k) return fmt::format("{{{}}}", f.format);
  return "{}";
}

std::string Text::in(const Translate& translate) const {
  if (finished_) return text_;
  const std::string_view form = translate(text_);
  if (values_.empty()) return std::string(form);
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const Text& v : values_) values.push_back(v.in(translate));
  return fmt::vformat(without_formats(form), values);
}

std::string Text::english() const {
  return in([](std::string_view english) { return english; });
}

Text text_of_error(const std::exception& error) {
  const auto* known = dynamic_cast<const TextError*>(&error);
  return known ? known->words : Text::as_is(error.what());
}

Text capital(const Text& text) {
  std::string first = text.text();
  std::vector<Text> values = text.values();
  if (first.starts_with("{}") && !values.empty()) {
    values.front() = capital(values.front());
  } else if (!first.empty()) {
    first[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(first[0])));
  }
  return text.is_finished() ? Text::as_is(std::move(first)) : Text::of(first, std::move(values));
}

}  // namespace ez
