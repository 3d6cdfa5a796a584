#include "app/platform/input_files.h"

#include <system_error>

#include "app/platform/sequence.h"
#include "solver/base/text_with.h"
#include "solver/base/write_file.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

// Compares device and file number, which are equal for hard links too. The full path is compared as well, for file
// systems whose file numbers change.
bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  const fs::path place = place_of_file(a);
  return !place.empty() && place == place_of_file(b);
}

Text words_of(const InputFile& input, const std::string& output) {
  switch (input.role) {
    case InputFile::Role::named_by_scene:
      return text_with("{} is read by the scene ({}); give another file for the result", output, input.key);
    case InputFile::Role::lesson:
      return text_with("{} is the lesson's file; give another file for the result", output);
    case InputFile::Role::answers:
      return text_with("{} is a file of answers; give another file for the result", output);
    case InputFile::Role::session_log:
      return text_with("{} is the log of the session; give another file for the result", output);
    case InputFile::Role::scene:
      break;
  }
  return text_with("{} is the scene's file; give another file for the result", output);
}

}  // namespace

std::vector<InputFile> inputs_of_scene(const std::string& path, const std::vector<SceneInput>& named) {
  std::vector<InputFile> out;
  if (!path.empty()) out.push_back({InputFile::Role::scene, path});
  for (const SceneInput& input : named) out.push_back({InputFile::Role::named_by_scene, input.path, input.key});
  return out;
}

Text why_overwrites(const std::string& output, const std::vector<InputFile>& inputs) {
  if (output.empty() || output == "-") return {};
  std::vector<fs::path> written = {output};
  if (numbered(output, 0)) written = existing_pictures(output);
  for (const InputFile& input : inputs)
    for (const fs::path& path : written)
      if (is_same_file(path, input.path)) return words_of(input, path.string());
  return {};
}

}  // namespace ez
