// Files that are read whole, and no further than they may be long: a device, a pipe or a sparse file may have no end.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ez {

// Of whatever is TOML: a scene, a lesson, answers.
inline constexpr std::size_t most_text_bytes = std::size_t{64} << 20;

struct FileRead {
  std::string bytes;  // up to one more than was asked for, which tells that there are more
  int error = 0;      // errno; 0: it could be read
};
// Waits for a pipe while another program has it open for writing, and a few seconds until one opens it. Never waits for
// anything else: /proc/kmsg and a terminal without input give the error EAGAIN.
FileRead read_file(const std::filesystem::path& path, std::size_t most_bytes);

// Files that are read one after the other. Its pipes are opened at once, so that those that nobody writes into are
// waited for together.
class SeveralFiles {
 public:
  explicit SeveralFiles(std::vector<std::filesystem::path> paths);
  ~SeveralFiles();
  SeveralFiles(const SeveralFiles&) = delete;
  SeveralFiles& operator=(const SeveralFiles&) = delete;
  FileRead read(std::size_t k, std::size_t most_bytes);  // as read_file(); each file once

 private:
  std::vector<std::filesystem::path> paths_;
  std::vector<int> pipes_;  // open ones; -1: not open
  std::chrono::steady_clock::time_point since_;
};

// The reason of such an error, in a few words.
std::string words_of_reading(int error);

}  // namespace ez
