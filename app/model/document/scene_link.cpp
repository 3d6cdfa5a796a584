#include "app/model/document/scene_link.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include "app/platform/base64.h"
#include "solver/base/memory.h"
#include "solver/base/utf8.h"

namespace ez {
namespace {

constexpr std::string_view prefix = "ez1.";
constexpr std::size_t least_data = 16;  // characters after the prefix; the shortest scene needs more
// The text of a scene compresses about ten to one. Above least_bytes, a link is refused if it unpacks to more than
// most_to_one times its size.
constexpr std::size_t least_bytes = 1u << 20, most_to_one = 32;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

bool is_address(std::string_view text) { return text.starts_with("https://") || text.starts_with("http://"); }

// Returns the link or name in the address of a page, or the rest of the text if it begins with the program's name,
// which may have been copied with the link.
std::string_view word_of(std::string_view text) {
  constexpr std::string_view program = "ezscope ", query = "?scene=";
  text = trimmed(text);
  if (text.starts_with(program)) text = trimmed(text.substr(program.size()));
  if (!is_address(text)) return text;
  if (const std::size_t at = text.find('#'); at != std::string_view::npos) return text.substr(at + 1);
  const std::size_t at = text.find(query);
  if (at == std::string_view::npos) return text;
  text = text.substr(at + query.size());
  return text.substr(0, text.find('&'));
}

// Returns the beginning of a word that looks like a link of another version, or like one whose letters' case was
// changed: "ez2.", "EZ1.". Empty for any other word, such as the name of a file.
std::string_view strange_prefix(std::string_view word) {
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos || dot < 3 || word.starts_with(prefix)) return {};
  const auto lower = [&](std::size_t k) { return std::tolower(static_cast<unsigned char>(word[k])); };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_data = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_ \t\r\n").find(c) != std::string_view::npos;
  };
  if (lower(0) != 'e' || lower(1) != 'z' || !std::ranges::all_of(word.substr(2, dot - 2), is_digit)) return {};
  const std::string_view data = word.substr(dot + 1);
  return data.size() >= least_data && std::ranges::all_of(data, is_data) ? word.substr(0, dot + 1) : std::string_view();
}

// Returns why a link with such a prefix cannot be read.
std::string words_of_strange_link(std::string_view beginning) {
  const bool same_version = beginning.substr(2) == prefix.substr(2);
  return fmt::format("the link begins with {}, but a link begins with {}; {}", beginning, prefix,
                     same_version ? "the case of its letters was changed, so copy it again without a change"
                                  : "open it with the version of ezscope that made it, or copy it again");
}

// Returns true if the letters of a damaged link are all small or all capital, which no intact link has.
bool has_one_case(std::string_view data) {
  const auto any = [&](auto is) { return std::ranges::any_of(data, [&](unsigned char c) { return is(c) != 0; }); };
  return data.size() >= least_data &&
         any([](int c) { return std::islower(c); }) != any([](int c) { return std::isupper(c); });
}

SceneResult not_a_link(std::string words) {
  SceneResult out;
  out.messages.push_back({Message::Kind::error, "link", 0, 0, std::move(words)});
  return out;
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

std::string address_of(const std::string& base, const std::string& link) {
  return base.empty() ? link : base + (link.starts_with(prefix) ? "#" : "?scene=") + link;
}

std::string why_no_page(std::string_view base) {
  constexpr std::size_t longest = 500;
  const bool is_plain = std::ranges::all_of(base, [](char c) { return c > ' ' && c < 0x7f; });
  if (is_address(base) && is_plain && base.size() <= longest && base.find_first_of("?#\"<>") == std::string_view::npos)
    return "";
  return fmt::format(
      "{} is no address of a page; give one that begins with https:// and has no blanks, no ? and no #, such as "
      "https://example.org/ezscope/",
      printable(base));
}

bool is_link(std::string_view text) {
  const std::string_view word = word_of(text);
  return word.starts_with(prefix) || !strange_prefix(word).empty();
}

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
  if (const std::string_view strange = strange_prefix(word_of(text)); !strange.empty())
    return not_a_link(words_of_strange_link(strange));
  std::string word(word_of(text).substr(prefix.size()));
  std::erase_if(word,
                // mail programs break long words
                [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  const auto bytes = bytes_of_base64url(word);
  std::string toml;
  const Unpacking unpacking = bytes ? unpack(*bytes, toml) : Unpacking::damaged;
  if (unpacking == Unpacking::done) return parse_scene(toml, "link", overrides, finding, origin_of_link());
  if (unpacking == Unpacking::too_large)
    return not_a_link(fmt::format(
        "the link has {} and unpacks to more than {}, the most for its length; send the file "
        "instead",
        human_bytes(static_cast<double>(bytes->size())), human_bytes(static_cast<double>(most_text_of(*bytes)))));
  return not_a_link(has_one_case(word)
                        ? "the case of the link's letters was changed; copy it again without a change, or send the file"
                        : "the link is damaged or incomplete; copy it again, or send the file");
}

}  // namespace ez
