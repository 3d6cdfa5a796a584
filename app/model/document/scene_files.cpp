#include "app/model/document/scene_files.h"

#include <filesystem>
#include <system_error>

#include "app/platform/files.h"

namespace ez {

SceneOrigin SceneFiles::origin_of(const std::string& path) const {
  std::vector<std::string> allowed = allowed_;
  if (const auto more = more_.find(path); more != more_.end())
    allowed.insert(allowed.end(), more->second.begin(), more->second.end());
  return origin_of_file(path, allowed);
}

SceneResult SceneFiles::load(const std::string& file_or_name, const std::vector<std::string>& more) {
  // A pipe or device may be endless, or may have no writer; reading it would block the window.
  std::error_code error;
  if (const auto status = std::filesystem::status(file_or_name, error); std::filesystem::is_other(status))
    return {{}, {{Message::Kind::error, file_or_name, 0, 0, "is a pipe or a device; open a file"}}};
  const std::uint64_t mark =
      content_mark(text_of_file(file_or_name));  // taken before loading, so that a write in between counts as a change
  std::vector<std::string> allowed = allowed_;
  allowed.insert(allowed.end(), more.begin(), more.end());
  SceneResult result = load_scene(file_or_name, {}, nullptr, allowed);
  if (result.scene) {
    const bool builtin = is_builtin_scene(file_or_name);
    note(full_path(file_or_name), mark);
    more_[full_path(file_or_name)] = more;
    note_inputs(builtin ? file_or_name : full_path(file_or_name),
                inputs_of_scene(builtin ? "" : file_or_name, result.inputs));
  }
  return result;
}

void SceneFiles::take_over(const SceneFiles& other, const std::string& path) {
  const std::string full = full_path(path);
  if (const auto mark = other.mark_of(full)) note(full, *mark);
  if (const auto more = other.more_.find(full); more != other.more_.end()) more_[full] = more->second;
  note_inputs(full, other.inputs_of(full));
}

std::vector<InputFile> SceneFiles::inputs_of(const std::string& name) const {
  const auto known = inputs_.find(name);
  return known == inputs_.end() ? std::vector<InputFile>() : known->second;
}

Text SceneFiles::save(const std::string& path, const Scene& scene, const std::string& origin) {
  const std::string old = text_of_file(origin);
  const std::string text =
      old.empty() ? write_scene(scene) : write_scene_keeping_comments(scene, old, nullptr, origin_of(origin));
  Text why = write_or_why(path, [&] { return std::string(text); });
  if (!why.empty()) return why;
  note(path, content_mark(text));
  note_inputs(path, inputs_of_scene(path, {}));  // the file now contains its pictures and tables
  return {};
}

bool SceneFiles::loses_comments(const Scene& scene, const std::string& origin) const {
  bool lost = false;
  if (const std::string text = text_of_file(origin); !text.empty())
    write_scene_keeping_comments(scene, text, &lost, origin_of(origin));
  return lost;
}

bool SceneFiles::exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool SceneFiles::changed_meanwhile(const std::string& path) const {
  return exists(path) && mark_of(path) != content_mark(text_of_file(path));
}

std::optional<std::uint64_t> SceneFiles::mark_of(const std::string& path) const {
  const auto known = known_.find(path);
  return known == known_.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace ez
