#include "app/platform/language.h"

#include <cstdlib>

namespace ez {

std::optional<Language> language_named(std::string_view name) {
  for (const LanguageFacts& f : languages)
    if (f.name == name) return f.language;
  return std::nullopt;
}

Language language_of_environment() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale(value);  // de_AT.UTF-8
    return language_named(locale.substr(0, locale.find_first_of("_.@"))).value_or(Language::english);
  }
  return Language::english;
}

}  // namespace ez
