#include "solver/base/read_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

namespace ez {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds patience(5);  // maximum wait for a writer to open a pipe
constexpr int look_ms = 20;

// Reads the next bytes of an open file without blocking. `since` is when the file was opened. Returns 0 at the end of
// the file, and −1 with errno on an error.
ssize_t next_bytes(int file, bool is_pipe, bool first, Clock::time_point since, char* to, std::size_t most) {
  for (;;) {
    const ssize_t n = ::read(file, to, most);
    if (n > 0) return n;
    if (n == 0) {
      if (!is_pipe || !first) return 0;
      if (Clock::now() - since > patience) return errno = ETIMEDOUT, -1;
      ::poll(nullptr, 0, look_ms);
    } else if (errno == EAGAIN && is_pipe) {
      pollfd ready = {file, POLLIN, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return -1;
    }
  }
}

int fill(int file, Clock::time_point since, std::size_t most, std::string& out) {
  struct stat status = {};
  if (::fstat(file, &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  std::array<char, 65536> part{};
  while (out.size() <= most) {
    const std::size_t room = std::min(part.size(), most + 1 - out.size());
    const ssize_t n = next_bytes(file, S_ISFIFO(status.st_mode), out.empty(), since, part.data(), room);
    if (n < 0) return errno;
    if (n == 0) break;
    out.append(part.data(), static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace

namespace {

int opened(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

// Reads the file and closes it.
FileRead read_opened(int file, Clock::time_point since, std::size_t most_bytes) {
  FileRead out;
  if (file < 0) return {"", errno};
  out.error = fill(file, since, most_bytes, out.bytes);
  ::close(file);
  if (out.error != 0) out.bytes.clear();
  return out;
}

}  // namespace

FileRead read_file(const std::filesystem::path& path, std::size_t most_bytes) {
  return read_opened(opened(path), Clock::now(), most_bytes);
}

SeveralFiles::SeveralFiles(std::vector<std::filesystem::path> paths)
    : paths_(std::move(paths)), pipes_(paths_.size(), -1), since_(Clock::now()) {
  std::error_code error;
  for (std::size_t k = 0; k < paths_.size(); ++k)  // read() tries again for paths that cannot be opened yet
    if (std::filesystem::is_fifo(paths_[k], error)) pipes_[k] = opened(paths_[k]);
}
SeveralFiles::~SeveralFiles() {
  for (const int file : pipes_)
    if (file >= 0) ::close(file);
}
FileRead SeveralFiles::read(std::size_t k, std::size_t most_bytes) {
  const int file = std::exchange(pipes_.at(k), -1);
  return file >= 0 ? read_opened(file, since_, most_bytes) : read_opened(opened(paths_[k]), Clock::now(), most_bytes);
}

std::string read_error_text(int error) {
  if (error == ETIMEDOUT) return "no program writes to the pipe";
  if (error == EAGAIN) return "it is a device that waits for input, not a file";
  return std::system_category().message(error);
}

}  // namespace ez
