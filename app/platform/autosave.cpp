#include "app/platform/autosave.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "app/platform/files.h"
#include "solver/base/write_file.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view prefix = "autosave-", suffix = ".toml", origin_mark = "# autosaved from ",
                           content_words = "# whose content was ";

// Returns the lock file of an autosave.
fs::path lock_path_of(const fs::path& file) {
  return file.parent_path() / fmt::format(".{}.lock", file.stem().string());
}
bool is_named(const fs::path& file, std::string_view begin, std::string_view end) {
  const std::string name = file.filename().string();
  return name.size() > begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
}

// If `text` starts with `words`, removes its first line and returns the rest of that line.
std::optional<std::string> take_first_line(std::string& text, std::string_view words) {
  const std::size_t end = text.find('\n');
  if (!text.starts_with(words) || end == std::string::npos) return std::nullopt;
  std::string rest = text.substr(words.size(), end - words.size());
  text.erase(0, end + 1);
  return rest;
}

std::optional<Autosave::Left> read_left(const fs::path& file, LockFile lock) {
  struct stat status = {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  Autosave::Left left{file, text_of_file(file), "", {}, status.st_mtime, std::move(lock)};
  const auto origin = take_first_line(left.scene, origin_mark);
  if (!origin) return std::nullopt;
  left.origin = *origin;
  if (const auto mark = take_first_line(left.scene, content_words))
    left.mark = std::strtoull(mark->c_str(), nullptr, 16);
  return left;
}

}  // namespace

// ---- locks

std::optional<LockFile> LockFile::take(const fs::path& path) {
  for (;;) {
    LockFile lock;
    lock.file_ = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock.file_ < 0) return lock;
    if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
    lock.path_ = path;
    struct stat held = {}, there = {};
    if (::fstat(lock.file_, &held) == 0 && ::lstat(path.c_str(), &there) == 0 && held.st_ino == there.st_ino)
      return lock;
    lock.path_.clear();  // the last owner deleted it between the two calls
  }
}

LockFile::~LockFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  if (file_ >= 0) ::close(file_);
}
LockFile::LockFile(LockFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), file_(std::exchange(other.file_, -1)) {}
LockFile& LockFile::operator=(LockFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  return *this;
}

// ---- autosaves

Autosave::Autosave(fs::path folder, fs::path refuge) {
  for (fs::path* place : {&folder, &refuge})
    if (!place->empty()) places_.push_back({std::move(*place), {}, {}});
}

Autosave Autosave::another() const {
  Autosave out({});
  for (const Place& place : places_) out.places_.push_back({place.folder, {}, {}});
  return out;
}

// Chooses a file name that no other program uses, nor one that crashed. The process id alone is not enough: in a
// container another process may have the same.
const fs::path& Autosave::own(Place& place) {
  constexpr int most_names = 1000;
  for (int k = 0; place.own.empty() && k < most_names; ++k) {
    const std::string number = k == 0 ? fmt::format("{}", getpid()) : fmt::format("{}-{}", getpid(), k);
    const fs::path file = place.folder / fmt::format("{}{}{}", prefix, number, suffix);
    std::error_code error;
    auto lock = LockFile::take(lock_path_of(file));
    if (!lock || fs::exists(file, error)) continue;
    place.own = file;
    place.lock = std::move(*lock);
  }
  return place.own;
}

std::string Autosave::keep(const std::string& scene, const std::string& origin, std::optional<std::uint64_t> mark) {
  const bool is_line = origin.find('\n') == std::string::npos;
  std::string text = fmt::format("{}{}\n", origin_mark, is_line ? origin : "");
  if (mark) text += fmt::format("{}{:016x}\n", content_words, *mark);
  text += scene;
  std::string why;
  for (Place& place : places_) {
    try {
      fs::create_directories(place.folder);
      write_file_atomically(own(place), text);
      if (kept_ != place.own) drop();  // an older state in the other folder
      kept_ = place.own;
      return "";
    } catch (const std::system_error& e) {
      why += fmt::format("{} {}: {}", why.empty() ? "Cannot autosave the scene in" : ", nor in", place.folder.string(),
                         e.code().message());
    }
  }
  return why.empty() ? "" : why + "; save it to another place";
}

void Autosave::drop() {
  std::error_code error;
  if (!kept_.empty()) fs::remove(std::exchange(kept_, {}), error);
}

void Autosave::take_over(const Left& left) {
  for (Place& place : places_)
    if (place.folder == left.file.parent_path()) {
      std::error_code error;
      fs::rename(left.file, own(place), error);
      kept_ = error ? left.file : place.own;
    }
}

void Autosave::discard(const Left& left) {
  std::error_code error;
  fs::remove(left.file, error);
}

fs::path Autosave::set_aside(const Left& left) {
  const fs::path aside = left.file.parent_path() / fmt::format("unread-{}", left.file.filename().string());
  std::error_code error;
  fs::rename(left.file, aside, error);
  return error ? left.file : aside;
}

std::optional<Autosave::Left> Autosave::left_behind() const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (const Place& place : places_) {
    std::error_code error;
    std::vector<fs::path> locks;
    for (fs::directory_iterator it(place.folder, error), end; !error && it != end; it.increment(error)) {
      std::error_code ignored;
      if (is_named(it->path(), prefix, suffix)) files.emplace_back(it->last_write_time(ignored), it->path());
      if (is_named(it->path(), fmt::format(".{}", prefix), ".lock")) locks.push_back(it->path());
    }
    for (const fs::path& lock : locks) LockFile::take(lock);  // removes the locks of programs that have ended
  }
  std::sort(files.rbegin(), files.rend());
  for (const auto& [time, file] : files)
    if (auto lock = LockFile::take(lock_path_of(file)))
      if (auto left = read_left(file, std::move(*lock))) return left;
  return std::nullopt;
}

}  // namespace ez
