// Files that are read whole, and no further than they may be long: a device, a pipe or a sparse file may have no end.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace ez {

// Of whatever is TOML: a scene, a lesson, answers.
inline constexpr std::size_t most_text_bytes = std::size_t{64} << 20;

struct FileRead {
  std::string bytes;  // up to one more than was asked for, which tells that there are more
  int error = 0;      // errno; 0: it could be read
};
// A pipe is waited for while somebody has it open for writing, and for a few seconds until somebody has.
FileRead read_file(const std::filesystem::path& path, std::size_t most_bytes);

// The reason of such an error, in a few words.
std::string words_of_reading(int error);

}  // namespace ez
