// The unsaved scene of a running program, so that a crash does not take it along.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// A file that is locked while its owner lives, however that ends, and wherever a number is the same as its own: a
// crash, a container. It goes with its owner.
class LockFile {
 public:
  LockFile() = default;
  // Nothing: a living program holds it. Where no file can be locked nothing tells the living from the dead, and it is
  // had.
  static std::optional<LockFile> take(const std::filesystem::path& path);
  ~LockFile();
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

// The unsaved scene of a running program, so that a crash does not take it along. Each program has a file of its own
// and a lock beside it; a file whose lock nobody holds was left behind by a crash.
class Autosave {
 public:
  // Folders are made when needed; an empty one keeps nothing. What cannot be written in `folder` goes into `refuge`.
  explicit Autosave(std::filesystem::path folder, std::filesystem::path refuge = {});

  // `scene` is TOML; `origin` the full path of the file it was opened from, or empty, and `mark` the content_mark that
  // it had then. Returns why it could not be kept, or an empty text.
  std::string keep(const std::string& scene, const std::string& origin, std::optional<std::uint64_t> mark = {});
  void drop();                                                 // saved, or a clean end
  const std::filesystem::path& kept() const { return kept_; }  // the file it is in; empty: none

  struct Left {
    std::filesystem::path file;
    std::string scene, origin;
    std::optional<std::uint64_t> mark;
    std::time_t when = 0;  // it was written
    LockFile lock;         // nobody else is asked about it meanwhile
  };
  // The newest one that was left behind.
  std::optional<Left> left_behind() const;
  // It becomes this program's own, or goes; others stay for the next start.
  void take_over(const Left& left);
  void discard(const Left& left);

 private:
  struct Place {
    std::filesystem::path folder, own;  // own: empty until it is needed
    LockFile lock;
  };
  static const std::filesystem::path& own(Place& place);

  std::vector<Place> places_;
  std::filesystem::path kept_;
};

}  // namespace ez
