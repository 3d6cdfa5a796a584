#include "solver/scene/file/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "solver/base/shell.h"

namespace ez {
namespace {

struct FileKind {
  std::string_view key, words, command;  // command: the beginning of the command line that opens the file
};
constexpr std::array<FileKind, 3> kinds = {{{scene_key, "a scene", "ezscope"},
                                            {lesson_key, "a lesson", "ezscope lesson"},
                                            {answers_key, "answers to a lesson", "ezscope lesson --collect"}}};

// A scene must have a grid, because its version key could be a misspelt one of another kind.
bool is_of_kind(const toml::table& document, const FileKind& kind) {
  return document.contains(kind.key) && (kind.key != scene_key || document.contains("grid"));
}

}  // namespace

std::optional<Message> message_of_other_kind(const toml::table& document, std::string_view key, const std::string& file,
                                             const std::string& path) {
  if (document.contains(key)) return std::nullopt;
  const auto* const other = std::ranges::find_if(kinds, [&](const FileKind& k) { return is_of_kind(document, k); });
  if (other == kinds.end()) return std::nullopt;
  const auto* const own = std::ranges::find(kinds, key, &FileKind::key);
  const toml::source_position at = document.find(other->key)->first.source().begin;
  return Message{Message::Kind::error, file, static_cast<int>(at.line), static_cast<int>(at.column),
                 fmt::format("the file contains {} instead of {}; open it with: {} {}", other->words, own->words,
                             other->command, path.empty() ? "FILE" : shell_path(path))};
}

}  // namespace ez
