// Writes files in one piece: to a temporary file in the same folder, which is flushed to the disk and renamed. If the
// disk is full or the program is killed, the old file remains. ezscope writes all its files this way.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace ez {

// Writes the file. Symbolic links are followed. An existing file keeps its mode and owner, and a read-only one is
// refused. The call also removes temporary files that killed writers left in the folder. Throws std::system_error.
//
// A pipe or a device is written to directly. The call waits for a pipe's reader until `give_up` returns true; without
// `give_up` it does not wait. From then on it also gives up on a reader that takes nothing for a few seconds.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes, bool (*give_up)() = nullptr);

// A new, empty temporary file in the folder of `path`, for another program to fill. become() moves it to `path` as
// write_file_atomically() would; otherwise the destructor removes it. Constructor and become() throw std::system_error.
// A pipe or a device is not supported.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const;  // path of the temporary file
  void become();
  void become(const std::filesystem::path& other);  // moves it to another file of the same folder instead

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Removes all temporary files that are being written. Safe to call in the handler of a signal that ends the program.
void remove_unfinished_files();

// Returns the reason of an error of write_file_atomically() in a few words.
std::string words_of(const std::system_error& error);

// Returns the absolute path at which such a file is stored, with all links followed. Empty for a pipe or a device.
std::filesystem::path place_of_file(const std::filesystem::path& path);

// Checks whether a file of this size can be written at `path`, before any work is done for it. Like the
// writer, it makes a temporary file in the same folder. Returns the reason and what to do, or an empty
// text if the file can be written.
std::string why_unwritable(const std::filesystem::path& path, double bytes);

}  // namespace ez
