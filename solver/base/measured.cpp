#include "solver/base/measured.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "solver/base/own_folder.h"
#include "solver/base/write_file.h"

namespace ez {
namespace {

// Returns the path of the cache file; empty if there is no cache folder.
std::filesystem::path cache_file(const std::string& file) {
  const std::filesystem::path folder = cache_folder();
  return folder.empty() ? folder : folder / file;
}

}  // namespace

std::string cached_measurement(const std::string& file, const std::string& key) {
  const std::string begin = key + '\t';
  std::ifstream in(cache_file(file));
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(begin)) return line.substr(begin.size());
  return {};
}

// Write errors are ignored, because the measurement can be repeated next time.
void cache_measurement(const std::string& file, const std::string& key, const std::string& value) {
  const std::filesystem::path path = cache_file(file);
  if (path.empty()) return;
  const std::string begin = key + '\t';
  std::ostringstream text;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with(begin)) text << line << '\n';
  text << begin << value << '\n';
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  try {
    write_file_atomically(path, text.str());
  } catch (const std::system_error&) {
  }
}

}  // namespace ez
