// Saves the unsaved scene of a running program, so that a crash does not lose it.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// A file that stays locked while its owner lives. The lock ends with the owner, even in a crash. It also works if
// another container uses the same process id. The owner deletes the file at its end.
class LockFile {
 public:
  LockFile() = default;
  // Takes the lock. Returns nothing while a living program holds it. On a file system without locks, living and dead
  // owners cannot be distinguished, and the lock is always taken.
  static std::optional<LockFile> take(const std::filesystem::path& path);
  ~LockFile();
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  std::filesystem::path path_;
  int file_ = -1;  // descriptor; −1: not open
};

// The autosave file of one program. Each program has its own file and a lock file next to it. A file whose lock nobody
// holds was left behind by a crash.
class Autosave {
 public:
  // Folders are created when needed. With an empty folder nothing is saved. If a file cannot be written in `folder`, it
  // goes to `refuge`.
  explicit Autosave(std::filesystem::path folder, std::filesystem::path refuge = {});

  // Returns an autosave in the same folders, with its own file.
  Autosave another() const;

  // Saves `scene` (TOML). `origin` is the full path of the file it was opened from, the name of a built-in scene, or
  // empty; `mark` is the content_mark of that file when it was opened. Returns the error, or an empty text.
  std::string keep(const std::string& scene, const std::string& origin, std::optional<std::uint64_t> mark = {});
  void drop();                                                 // after saving, or at a regular end
  const std::filesystem::path& kept() const { return kept_; }  // the autosave file; empty: none

  struct Left {
    std::filesystem::path file;
    std::string scene, origin;
    std::optional<std::uint64_t> mark;
    std::time_t when = 0;  // time of writing
    LockFile lock;         // held, so that no other program asks about it meanwhile
  };
  // Returns the newest file that a crash left behind.
  std::optional<Left> left_behind() const;
  // take_over() makes it this program's own file, discard() deletes it. Other files that were left stay for the next
  // start.
  void take_over(const Left& left);
  void discard(const Left& left);
  // Renames the file, so that no later start opens it again. Returns its new path.
  static std::filesystem::path set_aside(const Left& left);

 private:
  struct Place {
    std::filesystem::path folder, own;  // own: the file to write; empty until needed
    LockFile lock;
  };
  static const std::filesystem::path& own(Place& place);

  std::vector<Place> places_;   // folder, then refuge
  std::filesystem::path kept_;  // kept()
};

}  // namespace ez
