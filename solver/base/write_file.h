// Files that are written whole: beside their place, flushed to the disk and renamed into it. A full disk or a kill
// leaves the old file. Every file of ezscope goes this way, whatever is in it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace ez {

// Links are followed to where they end, the mode and the owner of a file that is there are kept, one that is read-only
// is refused. What killed writers left in the folder is removed. Throws std::system_error.
//
// A pipe or a device is written into. `give_up` is asked while a pipe has no reader; where it is not given, none is
// waited for. A reader that takes nothing for a few seconds from then on is the end, too.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes, bool (*give_up)() = nullptr);

// A new, empty file beside the place of `path`, for another program to fill: become() puts it there as
// write_file_atomically() would, else it goes with this object. Both throw std::system_error; a pipe or a device is
// none of its places.
class FileBeside {
 public:
  explicit FileBeside(const std::filesystem::path& path);
  ~FileBeside();
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  const std::filesystem::path& path() const;  // of the file to fill
  void become();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Removes the files beside that are being filled now. For a handler of signals that ends the program: it calls nothing
// that such a handler may not call.
void remove_unfinished_files();

// The reason of an error of write_file_atomically(), in a few words.
std::string words_of(const std::system_error& error);

// Where a file of this name comes to lie, as an absolute path with all links followed; empty for a pipe or a device.
std::filesystem::path place_of_file(const std::filesystem::path& path);

// Why a file of this size cannot be written at `path`, with what to do: found out before the work for it is done, by
// making a file beside it as the writer does. Empty when nothing speaks against it.
std::string why_unwritable(const std::filesystem::path& path, double bytes);

}  // namespace ez
