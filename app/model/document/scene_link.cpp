#include "app/model/document/scene_link.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/platform/base64.h"
#include "solver/base/memory.h"

namespace ez {
namespace {

constexpr std::string_view prefix = "ez1.";
// The text of a scene compresses about ten to one. Above least_bytes, a link is refused if it unpacks to more than
// most_to_one times its size.
constexpr std::size_t least_bytes = 1u << 20, most_to_one = 32;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

// Returns the rest of the text if it begins with the program's name, which may have been copied with the link.
std::string_view word_of(std::string_view text) {
  constexpr std::string_view program = "ezscope ";
  text = trimmed(text);
  return text.starts_with(program) ? trimmed(text.substr(program.size())) : text;
}

std::string packed(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(),
            Z_BEST_COMPRESSION);  // cannot fail with a buffer of this size
  out.resize(size);
  return out;
}

std::size_t most_text_of(std::string_view bytes) {
  return std::clamp(most_to_one * bytes.size(), least_bytes, most_link_bytes);
}

enum class Unpacking { done, damaged, too_large };

// Unpacks the bytes, which must be one zlib stream and nothing more.
Unpacking unpack(std::string_view bytes, std::string& text) {
  const std::size_t most = most_text_of(bytes);
  for (std::size_t room = 16 * bytes.size() + 1024;; room *= 4) {
    std::string out(std::min(room, most), '\0');
    uLongf size = out.size();
    uLong used = bytes.size();
    const int code =
        uncompress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), &used);
    const bool full = code == Z_BUF_ERROR && size == out.size();
    if (full && out.size() < most) continue;
    if (code != Z_OK || used != bytes.size()) return full ? Unpacking::too_large : Unpacking::damaged;
    out.resize(size);
    text = std::move(out);
    return Unpacking::done;
  }
}

}  // namespace

std::string link_of(const Scene& scene, const std::string& builtin) {
  for (const BuiltinScene& b : builtin_scenes())
    if (b.name == builtin && parse_scene(b.text, builtin).scene == scene) return builtin;
  return std::string(prefix) + base64url(packed(write_scene(scene)));
}

bool is_link(std::string_view text) { return word_of(text).starts_with(prefix); }

bool is_scene_text(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    constexpr std::string_view key = "ezscope";
    if (line.starts_with("[grid]")) return true;
    if (line.starts_with(key) && trimmed(line.substr(key.size())).starts_with('=')) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

std::string builtin_of_text(std::string_view text) {
  const auto& known = builtin_scenes();
  const auto found = std::ranges::find(known, word_of(text), &BuiltinScene::name);
  return found == known.end() ? std::string() : std::string(found->name);
}

SceneResult scene_of_text(std::string_view text, const std::vector<Override>& overrides, OverrideFinding* finding) {
  if (const std::string builtin = builtin_of_text(text); !builtin.empty())
    return load_scene(builtin, overrides, finding);
  if (!is_link(text)) return parse_scene(text, "clipboard", overrides, finding, origin_of_link());
  std::string word(word_of(text).substr(prefix.size()));
  std::erase_if(word,
                // mail programs break long words
                [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  const auto bytes = bytes_of_base64url(word);
  std::string toml;
  const Unpacking unpacking = bytes ? unpack(*bytes, toml) : Unpacking::damaged;
  if (unpacking == Unpacking::done) return parse_scene(toml, "link", overrides, finding, origin_of_link());
  SceneResult out;
  out.messages.push_back({Message::Kind::error, "link", 0, 0,
                          unpacking == Unpacking::damaged
                              ? "the link is damaged or incomplete; copy it again, or send the file"
                              : fmt::format("the link has {} and unpacks to more than {}, the most for its length; "
                                            "send the file instead",
                                            human_bytes(static_cast<double>(bytes->size())),
                                            human_bytes(static_cast<double>(most_text_of(*bytes))))});
  return out;
}

}  // namespace ez
