#include "app/features/gallery/kept_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <functional>
#include <system_error>

#include "app/platform/files.h"
#include "solver/base/write_file.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

std::string_view text_of(const std::string& name) {
  const auto found = std::ranges::find(builtin_scenes(), name, &BuiltinScene::name);
  return found == builtin_scenes().end() ? std::string_view() : found->text;
}

bool is_as_made(const Scene& scene, const std::string& name) {
  const SceneResult own = parse_scene(text_of(name), name);
  return own.scene && *own.scene == scene;
}

}  // namespace

std::optional<CheckTally> tally_of(const std::vector<CheckReading>& readings) {
  using Verdict = CheckReading::Verdict;
  const auto is = [&](Verdict v) { return static_cast<int>(std::ranges::count(readings, v, &CheckReading::verdict)); };
  if (readings.empty() || is(Verdict::not_yet) > 0) return std::nullopt;
  return CheckTally{is(Verdict::holds), static_cast<int>(readings.size())};
}

SavedCheckResults::SavedCheckResults(std::filesystem::path file) : file_(std::move(file)) { read(); }

void SavedCheckResults::note(const std::string& name, const Scene& scene, const std::vector<CheckReading>& readings) {
  const std::optional<CheckTally> now = tally_of(readings);
  if (name == noted_ && now == counted_) return;
  noted_ = name, counted_ = now;
  if (!now || name.empty() || !is_as_made(scene, name)) return;
  read();  // another window may have written the file meanwhile
  lines_[name] = {content_mark(text_of(name)), *now};
  write();
}

std::optional<CheckTally> SavedCheckResults::of(const std::string& name, std::string_view text) const {
  const auto found = lines_.find(name);
  if (found == lines_.end() || found->second.mark != content_mark(text)) return std::nullopt;
  return found->second.tally;
}

void SavedCheckResults::read() {
  if (file_.empty()) return;
  std::ifstream in(file_);
  std::string name;
  Line line;
  while (in >> name >> std::hex >> line.mark >> std::dec >> line.tally.held >> line.tally.all)
    if (line.tally.held >= 0 && line.tally.held <= line.tally.all) lines_[name] = line;
}

void SavedCheckResults::write() const {
  if (file_.empty()) return;
  std::string text;
  for (const auto& [name, line] : lines_)
    text += fmt::format("{} {:016x} {} {}\n", name, line.mark, line.tally.held, line.tally.all);
  std::error_code error;
  std::filesystem::create_directories(file_.parent_path(), error);
  try {
    write_file_atomically(file_, text);
  } catch (const std::exception&) {
    // If the file cannot be written, the results are known until the program ends.
  }
}

}  // namespace ez
