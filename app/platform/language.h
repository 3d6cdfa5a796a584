// The language of the interface. Vocabulary depends on it.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace ez {

enum class Language { english, german, japanese, russian };

struct LanguageFacts {
  Language language;
  std::string_view name;   // as stored in the settings, and as the environment variables begin
  std::string_view label;  // in the language itself
};
inline constexpr std::array<LanguageFacts, 4> languages = {{{Language::english, "en", "English"},
                                                            {Language::german, "de", "Deutsch"},
                                                            {Language::japanese, "ja", "日本語"},
                                                            {Language::russian, "ru", "Русский"}}};
constexpr const LanguageFacts& facts_of(Language language) { return languages[static_cast<std::size_t>(language)]; }

// Returns nothing for an unknown name.
std::optional<Language> language_named(std::string_view name);
// Reads the first of LC_ALL, LC_MESSAGES and LANG that is set. Returns English if it names no language of the program.
Language language_of_environment();

}  // namespace ez
