// Files are written beside their place, flushed to the disk and renamed into it: a full disk or a kill leaves the old
// file.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "solver/scene/scene_file.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int code, const fs::path& path) {
  throw std::system_error(code, std::system_category(), "cannot write " + path.string());
}

class File {
 public:
  File(const fs::path& path, int flags) : fd_(::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int get() const { return fd_; }
  // errno of the first fault, 0 when all is written.
  int write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
      if (n < 0 && errno != EINTR) return errno;
      if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
  }
  int close() {
    const int fd = std::exchange(fd_, -1);
    return fd >= 0 && ::close(fd) != 0 ? errno : 0;
  }

 private:
  int fd_;
};

// Where a chain of links ends; the place itself need not exist.
fs::path followed(fs::path path) {
  constexpr int most_links = 40;
  std::error_code ignored;
  for (int k = 0; k < most_links && fs::is_symlink(path, ignored); ++k) {
    const fs::path target = fs::read_symlink(path, ignored);
    if (target.empty()) break;
    path = path.parent_path() / target;  // an absolute target replaces all
  }
  return path;
}

// A new file in the folder of `path`.
fs::path temporary(const fs::path& path, int attempt) {
  return path.parent_path() / (".ezscope-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp");
}

int write_and_rename(const fs::path& path, const fs::path& beside, File& file, const struct stat* old,
                     std::string_view bytes) {
  if (old && ::fchmod(file.get(), old->st_mode & 07777) != 0) return errno;
  if (const int fault = file.write(bytes)) return fault;
  if (::fsync(file.get()) != 0) return errno;
  if (const int fault = file.close()) return fault;
  return ::rename(beside.c_str(), path.c_str()) == 0 ? 0 : errno;
}

}  // namespace

void write_file_atomically(const fs::path& where, std::string_view bytes) {
  const fs::path path = followed(where);
  struct stat old = {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) fail(EISDIR, where);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(errno, where);
  if (exists && !S_ISREG(old.st_mode)) {  // a pipe or a device has no place beside it
    File file(path, 0);
    if (file.get() < 0) fail(errno, where);
    const int written = file.write(bytes), closed = file.close();
    if (written != 0 || closed != 0) fail(written != 0 ? written : closed, where);
    return;
  }
  constexpr int most_attempts = 100;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const fs::path beside = temporary(path, attempt);
    File file(beside, O_CREAT | O_EXCL);
    if (file.get() < 0 && errno == EEXIST) continue;
    if (file.get() < 0) fail(errno, where);
    const int fault = write_and_rename(path, beside, file, exists ? &old : nullptr, bytes);
    if (fault == 0) return;
    ::unlink(beside.c_str());
    fail(fault, where);
  }
  fail(EEXIST, where);
}

}  // namespace ez
