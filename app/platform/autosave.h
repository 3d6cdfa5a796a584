// The unsaved scene of a running program, so that a crash does not take it along.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// A file that is locked for as long as its owner lives, whatever ends it (a crash too), and even where another
// container gives a program the same process number. Its owner removes it at its end.
class LockFile {
 public:
  LockFile() = default;
  // Takes the lock; nothing while a living program holds it. Where the file system has no locks, living and dead owners
  // look the same, and it is always taken.
  static std::optional<LockFile> take(const std::filesystem::path& path);
  ~LockFile();
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  std::filesystem::path path_;
  int file_ = -1;  // descriptor; −1: none is open
};

// The unsaved scene of a running program, so that a crash does not take it along. Each program has a file of its own
// and a lock beside it; a file whose lock nobody holds was left behind by a crash.
class Autosave {
 public:
  // Folders are made when needed; an empty one keeps nothing. What cannot be written in `folder` goes into `refuge`.
  explicit Autosave(std::filesystem::path folder, std::filesystem::path refuge = {});

  // Another one in the same folders, with a file of its own.
  Autosave another() const;

  // `scene` is TOML; `origin` the full path of the file it was opened from, or empty, and `mark` the content_mark that
  // it had then. Returns why it could not be kept, or an empty text.
  std::string keep(const std::string& scene, const std::string& origin, std::optional<std::uint64_t> mark = {});
  void drop();                                                 // saved, or a clean end
  const std::filesystem::path& kept() const { return kept_; }  // the file it is in; empty: none

  struct Left {
    std::filesystem::path file;
    std::string scene, origin;
    std::optional<std::uint64_t> mark;
    std::time_t when = 0;  // when it was written
    LockFile lock;         // held, so that no other program asks about it meanwhile
  };
  // The newest file that a crash left behind.
  std::optional<Left> left_behind() const;
  // It becomes this program's own, or is removed; others that were left stay for the next start.
  void take_over(const Left& left);
  void discard(const Left& left);
  // Renames it, so that no later start opens it again; returns where it is now.
  static std::filesystem::path set_aside(const Left& left);

 private:
  struct Place {
    std::filesystem::path folder, own;  // own: the file to write; empty until it is needed
    LockFile lock;
  };
  static const std::filesystem::path& own(Place& place);

  std::vector<Place> places_;   // folder, then refuge
  std::filesystem::path kept_;  // kept()
};

}  // namespace ez
