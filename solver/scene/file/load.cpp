// Loads scenes by file or name, formats messages, and contains the built-in scenes.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <span>

#include "embed/scenes.h"
#include "solver/base/read_file.h"
#include "solver/base/utf8.h"
#include "solver/scene/file/override.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/names.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

// Returns the name in a file name: "02-cavity-1024.toml" is the scene cavity-1024. The
// number is its position in the list.
std::string_view scene_name(std::string_view file) {
  file = file.substr(0, file.rfind(".toml"));
  const std::size_t dash = file.find('-');
  const bool numbered = dash != std::string_view::npos && dash > 0 &&
                        file.substr(0, dash).find_first_not_of("0123456789") == std::string_view::npos;
  return numbered ? file.substr(dash + 1) : file;
}

// Returns a suggestion for a missing name: a file in the same folder, or a built-in scene.
std::string meant(const std::string& missing, std::span<const std::string_view> built_in) {
  constexpr std::size_t most = 1000;  // files to check
  const fs::path path(missing), folder = path.parent_path();
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator at(folder.empty() ? fs::path(".") : folder, error);
  for (std::size_t k = 0; !error && at != fs::directory_iterator() && k < most; ++k, at.increment(error))
    if (at->path().extension() == ".toml") files.push_back((folder / at->path().filename()).string());
  std::sort(files.begin(), files.end());
  const std::vector<std::string_view> candidates(files.begin(), files.end());
  const std::string_view near = names::nearest(missing, candidates);
  return names::hint(missing, near.empty() ? built_in : std::span<const std::string_view>(&near, 1));
}

}  // namespace

std::string to_string(const Message& message) {
  std::string out = message.kind == Message::Kind::warning ? "warning: " : "";
  constexpr std::size_t longest_label = 200;  // --set KEY=VALUE may be as long as a command line
  const bool label = is_override_label(message.file);
  if (!message.file.empty()) out += (label ? names::shortened(message.file, longest_label) : message.file) + ":";
  if (message.line > 0) out += std::to_string(message.line) + ":" + std::to_string(message.column) + ":";
  return printable(out + (message.file.empty() && message.line == 0 ? "" : " ") + message.text);
}

const std::vector<BuiltinScene>& builtin_scenes() {
  static const std::vector<BuiltinScene> scenes = [] {
    std::vector<embedded::File> files(embedded::scenes().begin(), embedded::scenes().end());
    std::sort(files.begin(), files.end(), [](auto& a, auto& b) { return a.name < b.name; });
    std::vector<BuiltinScene> out;
    for (const embedded::File& file : files) out.push_back({scene_name(file.name), file.bytes});
    return out;
  }();
  return scenes;
}

bool is_builtin_scene(std::string_view name) {
  const auto& all = builtin_scenes();
  return std::ranges::find(all, name, &BuiltinScene::name) != all.end();
}

SceneResult load_scene(const std::string& file_or_name, const std::vector<Override>& overrides,
                       OverrideFinding* finding, const std::vector<std::string>& allowed) {
  std::vector<std::string_view> known;
  for (const BuiltinScene& scene : builtin_scenes()) {
    if (scene.name == file_or_name)
      return parse_scene(scene.text, file_or_name, overrides, finding, origin_of_builtin(allowed));
    known.push_back(scene.name);
  }
  const auto [text, code] = read_file(file_or_name, most_text_bytes);
  if (code == 0) return parse_scene(text, file_or_name, overrides, finding, origin_of_file(file_or_name, allowed));
  if (finding) *finding = OverrideFinding::none;
  SceneResult result;
  if (code == ENOENT && file_or_name == "-") {
    result.messages.push_back({Message::Kind::error, file_or_name, 0, 0, std::string(no_standard_input)});
    return result;
  }
  const std::string near = code == ENOENT ? meant(file_or_name, known) : "; check the path and its permissions";
  result.messages.push_back({Message::Kind::error, file_or_name, 0, 0,
                             "cannot be read: " + read_error_text(code) +
                                 (code == ENOENT ? ", and no built-in scene has this name" : "") + near});
  return result;
}

}  // namespace ez
