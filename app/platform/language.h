// In which language the interface speaks. What it changes: Vocabulary.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace ez {

enum class Language { english, german, japanese, russian };

struct LanguageFacts {
  Language language;
  std::string_view name;   // as it is kept, and as the environment begins with it
  std::string_view label;  // in itself
};
inline constexpr std::array<LanguageFacts, 4> languages = {{{Language::english, "en", "English"},
                                                            {Language::german, "de", "Deutsch"},
                                                            {Language::japanese, "ja", "日本語"},
                                                            {Language::russian, "ru", "Русский"}}};
constexpr const LanguageFacts& facts_of(Language language) { return languages[static_cast<std::size_t>(language)]; }

// None where the name is of none.
std::optional<Language> language_named(std::string_view name);
// The first of LC_ALL, LC_MESSAGES and LANG that is set; English where it names none of ours.
Language language_of_environment();

}  // namespace ez
