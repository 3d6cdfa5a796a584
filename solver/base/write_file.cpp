#include "solver/base/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <span>
#include <utility>

#include "solver/base/memory.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

class File {
 public:
  File() = default;
  File(const fs::path& path, int flags) : fd_(::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File(File&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  File& operator=(File&& other) noexcept {
    close();
    fd_ = std::exchange(other.fd_, -1);
    return *this;
  }

  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

// ---- the target of a file

// Follows a chain of links. Its target need not exist. Circular links have been refused before.
fs::path followed(fs::path path) {
  constexpr int most_links = 40;
  std::error_code ignored;
  for (int k = 0; k < most_links && fs::is_symlink(path, ignored); ++k) {
    const fs::path target = fs::read_symlink(path, ignored);
    if (target.empty()) break;
    path = path.parent_path() / target;  // an absolute target replaces the whole path
  }
  return path;
}

struct Place {
  fs::path path;
  bool exists = false;   // a file exists, or a link to one
  struct stat old = {};  // status of that file
  int error = 0;         // errno: why the target cannot be written; 0: it can

  fs::path folder() const { return path.has_parent_path() ? path.parent_path() : fs::path("."); }
  bool is_regular() const { return !exists || S_ISREG(old.st_mode); }
};

Place place_of(const fs::path& where) {
  Place p;
  p.path = where;
  p.exists = ::stat(where.c_str(), &p.old) == 0;
  if (p.exists && S_ISDIR(p.old.st_mode))
    p.error = EISDIR;
  else if (p.exists && S_ISSOCK(p.old.st_mode))
    p.error = ENXIO;
  else if (p.exists ? ::access(where.c_str(), W_OK) != 0 : errno != ENOENT)
    p.error = errno;
  else if (p.is_regular())
    p.path = followed(where);
  return p;
}

// Returns true if the folder is sticky and this user may not replace the file. In such a folder only the owner of the
// file or of the folder may.
bool is_held_by_its_owner(const Place& p) {
  struct stat folder = {};
  const uid_t me = ::geteuid();
  return p.exists && me != 0 && p.old.st_uid != me && ::stat(p.folder().c_str(), &folder) == 0 &&
         (folder.st_mode & S_ISVTX) != 0 && folder.st_uid != me;
}

// ---- the temporary file

constexpr std::string_view prefix = ".ezscope-", suffix = ".tmp";

// Slots for the files that are being written. They are static because
// remove_unfinished_files() runs in a signal handler.
struct Unfinished {
  std::atomic<bool> taken = false, named = false;
  std::array<char, 4096> path{};
};
std::span<Unfinished> unfinished() {
  static std::array<Unfinished, 16> all;
  return all;
}

// Lists a file in a slot during its lifetime. A file without a free slot, or with too long a name, is not listed. If it
// is left behind, the next writer removes it.
class Listed {
 public:
  Listed() = default;
  explicit Listed(const fs::path& path) {
    const std::string& name = path.native();
    for (Unfinished& u : unfinished()) {
      if (name.size() >= u.path.size() || u.taken.exchange(true)) continue;
      u.path[name.copy(u.path.data(), name.size())] = 0;
      u.named = true;
      place_ = &u;
      return;
    }
  }
  ~Listed() {
    if (place_) place_->named = false, place_->taken = false;
  }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;
  Listed(Listed&& other) noexcept : place_(std::exchange(other.place_, nullptr)) {}
  Listed& operator=(Listed&& other) noexcept {
    std::swap(place_, other.place_);
    return *this;
  }

 private:
  Unfinished* place_ = nullptr;
};

// A new file that its destructor removes unless it was renamed. Its lock distinguishes it from a file that a killed
// writer left behind. If the file system has no locks, no file counts as left behind.
class Temporary {
 public:
  explicit Temporary(const fs::path& folder) : error_(make(folder)) {}
  ~Temporary() {
    if (file_.get() >= 0 && !path_.empty()) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  int error() const { return error_; }  // errno; 0: the file exists
  const fs::path& path() const { return path_; }
  int become(const Place& place, std::string_view bytes) {
    if (place.exists) {
      // Keeps the old file's owner if this user may do that, which most may not.
      [[maybe_unused]] const int owner = ::fchown(file_.get(), place.old.st_uid, place.old.st_gid);
      if (::fchmod(file_.get(), place.old.st_mode & 07777) != 0) return errno;
    }
    while (!bytes.empty()) {
      const ssize_t n = ::write(file_.get(), bytes.data(), bytes.size());
      if (n < 0 && errno != EINTR) return errno;
      if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    if (::fsync(file_.get()) != 0) return errno;
    if (::rename(path_.c_str(), place.path.c_str()) != 0) return errno;
    path_.clear();
    return 0;
  }

 private:
  int make(const fs::path& folder) {
    constexpr int most_attempts = 100;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
      path_ = folder / fmt::format("{}{}-{}{}", prefix, ::getpid(), attempt, suffix);
      listed_ = Listed(path_);
      file_ = File(path_, O_CREAT | O_EXCL);
      if (file_.get() < 0 && errno == EEXIST) continue;
      if (file_.get() < 0) return errno;
      ::flock(file_.get(), LOCK_EX);
      struct stat made = {};
      if (::fstat(file_.get(), &made) != 0) return errno;
      // Otherwise another writer took it for a leftover and removed it before it was locked.
      if (made.st_nlink > 0) return 0;
    }
    return EEXIST;
  }

  fs::path path_;
  Listed listed_;  // constructed before the file, so that every file is listed
  File file_;
  int error_;
};

// Blocks the signals that end the program during its lifetime, because a handler that ends it at
// once would leave a file behind.
class EndingSignalsWait {
 public:
  EndingSignalsWait() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  ~EndingSignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  EndingSignalsWait(const EndingSignalsWait&) = delete;
  EndingSignalsWait& operator=(const EndingSignalsWait&) = delete;

 private:
  sigset_t before_ = {};
};

// Makes a file in the folder and removes it. Returns errno, or 0 on success.
int tried(const fs::path& folder) {
  const EndingSignalsWait wait;
  return Temporary(folder).error();
}

// Removes a file that a killed writer left behind, which is one that no running writer has locked.
void remove_if_left(const fs::path& path) {
  const File file(path, O_NOFOLLOW | O_NONBLOCK);  // keeps the lock until the file is removed
  struct stat held = {}, there = {};
  if (file.get() >= 0 && ::fstat(file.get(), &held) == 0 && S_ISREG(held.st_mode) && held.st_uid == ::geteuid() &&
      ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 && ::lstat(path.c_str(), &there) == 0 && there.st_ino == held.st_ino)
    ::unlink(path.c_str());
}

void remove_left(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(suffix)) remove_if_left(it->path());
  }
}

int write_through_temporary(const Place& place, std::string_view bytes) {
  remove_left(place.folder());
  Temporary temporary(place.folder());
  return temporary.error() != 0 ? temporary.error() : temporary.become(place, bytes);
}

// ---- pipes and devices

// Turns a write to a pipe without a reader into an error during its lifetime, instead of the end of this program.
class PipeErrors {
 public:
  PipeErrors() {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeErrors() {
    constexpr timespec at_once = {};
    if (!was_pending_) sigtimedwait(&pipe_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeErrors(const PipeErrors&) = delete;
  PipeErrors& operator=(const PipeErrors&) = delete;

 private:
  sigset_t pipe_ = {}, before_ = {};
  bool was_pending_ = false;
};

constexpr int poll_ms = 20;
// Maximum time during which a reader may take nothing once writing should end. A reader that
// continues gets the whole file.
constexpr std::chrono::seconds drain_time(1), longest_drain_time(5);

int write_into(const Place& place, std::string_view bytes, bool (*give_up)()) {
  using Clock = std::chrono::steady_clock;
  const PipeErrors errors;
  File file;
  while (file = File(place.path, O_NONBLOCK | O_NOCTTY), file.get() < 0) {
    if (errno == EINTR) continue;
    const bool nobody_reads = errno == ENXIO && S_ISFIFO(place.old.st_mode);
    if (!nobody_reads) return errno;
    if (give_up == nullptr || give_up()) return EPIPE;
    ::poll(nullptr, 0, poll_ms);
  }
  for (Clock::time_point since = Clock::now(); !bytes.empty();) {
    const ssize_t n = ::write(file.get(), bytes.data(), bytes.size());
    if (n > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
      since = Clock::now();
    } else if (n < 0 && errno == EAGAIN) {
      if (give_up != nullptr && !give_up()) since = Clock::now();
      if (Clock::now() - since > (give_up != nullptr ? longest_drain_time : drain_time)) return ETIMEDOUT;
      pollfd ready = {file.get(), POLLOUT, 0};
      ::poll(&ready, 1, poll_ms);
    } else if (n < 0 && errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// ---- reasons why a file cannot be written

std::string no_folder(const std::string& name, const fs::path& folder) {
  if (folder == ".") return fmt::format("{}: the current folder no longer exists; choose another folder", name);
  // For example /proc, which exists but allows no new files.
  if (std::error_code error; fs::is_directory(folder, error))
    return fmt::format("{}: cannot create a file in the folder {}; choose another folder", name, folder.string());
  return fmt::format("{}: the folder {} does not exist; create it, or choose another folder", name, folder.string());
}

std::string why_no_temporary_file(const std::string& name, const Place& place) {
  const fs::path folder = place.folder();
  std::error_code error;
  if (!fs::is_directory(folder, error)) return no_folder(name, folder);
  if (is_held_by_its_owner(place))
    return fmt::format("{} belongs to another user, and only that user may replace it in {}; choose another folder",
                       name, folder.string());
  remove_left(folder);
  switch (const int code = tried(folder)) {
    case 0:
      return "";
    case ENOENT:
      return no_folder(name, folder);
    case EACCES:
    case EPERM:
    case EROFS:
      return fmt::format("{}: the folder {} is not writable; change its permissions, or choose another folder", name,
                         folder.string());
    default:
      return fmt::format("{}: cannot write to the folder {}: {}; choose another folder", name, folder.string(),
                         std::system_category().message(code));
  }
}

}  // namespace

void write_file_atomically(const fs::path& path, std::string_view bytes, bool (*give_up)()) {
  const Place place = place_of(path);
  int code = place.error;
  if (code == 0) code = place.is_regular() ? write_through_temporary(place, bytes) : write_into(place, bytes, give_up);
  if (code != 0) throw std::system_error(code, std::system_category(), "cannot write " + path.string());
}

void remove_unfinished_files() {
  for (const Unfinished& u : unfinished())
    if (u.named) ::unlink(u.path.data());
}

struct TemporaryFile::Parts {
  explicit Parts(const fs::path& path) : name(path), place(place_of(path)), file(place.folder()) {}
  void check(int code) const {
    if (code != 0) throw std::system_error(code, std::system_category(), "cannot write " + name.string());
  }
  fs::path name;
  Place place;
  Temporary file;
};

TemporaryFile::TemporaryFile(const fs::path& path) {
  remove_left(place_of(path).folder());
  parts_ = std::make_unique<Parts>(path);
  parts_->check(parts_->place.error);
  parts_->check(parts_->place.is_regular() ? 0 : ESPIPE);
  parts_->check(parts_->file.error());
}
TemporaryFile::~TemporaryFile() = default;
const fs::path& TemporaryFile::path() const { return parts_->file.path(); }
void TemporaryFile::become() { parts_->check(parts_->file.become(parts_->place, {})); }
void TemporaryFile::become(const fs::path& other) {
  parts_->name = other;
  parts_->place = place_of(other);
  parts_->check(parts_->place.error);
  parts_->check(parts_->place.is_regular() ? 0 : ESPIPE);
  become();
}

fs::path place_of_file(const fs::path& path) {
  const Place place = place_of(path);
  if (!place.is_regular()) return {};
  std::error_code error;
  const fs::path absolute = fs::absolute(place.path, error), canonical = fs::weakly_canonical(absolute, error);
  return canonical.empty() ? absolute : canonical;
}

std::string words_of(const std::system_error& error) {
  switch (error.code().value()) {
    case EPIPE:
      return "no program reads the pipe";
    case ETIMEDOUT:
      return "the program that reads the pipe does not accept data";
    default:
      return error.code().message();
  }
}

std::string why_unwritable(const fs::path& path, double bytes) {
  const Place place = place_of(path);
  std::string name = path.string();
  if (place.path != path) name += fmt::format(" (a link to {})", place.path.string());
  if (place.error == EISDIR) return fmt::format("{} is a folder; give the name of a file", name);
  if (place.error == ENAMETOOLONG) return fmt::format("{}: the name is too long; give a shorter one", name);
  if (place.error == ENOTDIR) return no_folder(name, place.folder());
  if (place.error != 0)
    return fmt::format("{} is not writable: {}; change that, or choose another file", name,
                       std::system_category().message(place.error));
  if (!place.is_regular()) return "";
  if (std::string why = why_no_temporary_file(name, place); !why.empty()) return why;
  struct statvfs disk = {};
  if (::statvfs(place.folder().c_str(), &disk) != 0 || disk.f_blocks == 0)
    return "";  // 0: the file system does not report its size
  const double free = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  if (free >= bytes) return "";
  return fmt::format("{} needs {}, but only {} are free there; free some space, or choose another folder", name,
                     human_bytes(bytes), human_bytes(free));
}

}  // namespace ez
