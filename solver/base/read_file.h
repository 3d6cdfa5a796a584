// Reads whole files up to a maximum length, because a device, a pipe or a sparse file may have no end.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ez {

// Maximum size of a TOML file: a scene, a lesson or answers.
inline constexpr std::size_t most_text_bytes = std::size_t{64} << 20;

struct FileRead {
  std::string bytes;  // at most one byte more than the limit, which shows that the file is longer
  int error = 0;      // errno; 0: the file was read
};
// Reads a file. Waits for a pipe while another program has it open for writing, and for a few seconds until one opens
// it. Never waits for anything else: /proc/kmsg and a terminal without input give the error EAGAIN.
FileRead read_file(const std::filesystem::path& path, std::size_t most_bytes);

// Reads several files one after the other. Opens all their pipes at once, so that the waiting times for
// pipes without a writer overlap.
class SeveralFiles {
 public:
  explicit SeveralFiles(std::vector<std::filesystem::path> paths);
  ~SeveralFiles();
  SeveralFiles(const SeveralFiles&) = delete;
  SeveralFiles& operator=(const SeveralFiles&) = delete;
  FileRead read(std::size_t k, std::size_t most_bytes);  // as read_file(); call once per file

 private:
  std::vector<std::filesystem::path> paths_;
  std::vector<int> pipes_;  // file descriptors; −1: not open
  std::chrono::steady_clock::time_point since_;
};

// The words about the file "-", which no command reads as standard input.
inline constexpr std::string_view no_standard_input = "is not a file; to read standard input, give /dev/stdin";
// Returns the reason of such an error in a few words.
std::string read_error_text(int error);

}  // namespace ez
