// A film: pictures that the program ffmpeg makes an .mp4 of, or a loop for slides, .gif or .webp; or a sequence of PNG
// files. A thread of its own hands them on; a few may wait for it.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "render/image.h"

namespace ez {

// The name of picture k of a sequence, whose pattern says where and how wide its number is: FILE_%05d.png. None where
// `pattern` is no such name.
std::optional<std::string> numbered(const std::string& pattern, std::size_t k);
// Whether a file of this name is a film: FILE.mp4, FILE.gif, FILE.webp or the pattern of a sequence.
bool is_film(const std::string& path);
// Why no film can be made of this name on this machine, with what to do; empty when nothing speaks against it.
std::string why_no_film(const std::string& path);

class Film {
 public:
  // Of pictures of one size, `fps` of them a second of the film. Throws std::runtime_error, as add() and finish() do:
  // what is wrong, and what to do. `patience`: an ffmpeg that does nothing for so long has stopped, and is ended.
  Film(std::string path, int width, int height, double fps,
       std::chrono::milliseconds patience = std::chrono::seconds(20));
  // A file that was not finished is not there; of a sequence there is what was added.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  // add() need not wait: there is room for a picture, or something is wrong.
  bool is_ready() const;
  void add(Image picture);
  void finish();  // when all is written

  std::size_t frames() const { return frames_; }  // that were added
  double bytes() const;                           // on the disk so far

 private:
  class Encoder;
  class Writer;

  std::string path_;
  std::unique_ptr<Encoder> encoder_;  // none for a sequence
  std::unique_ptr<Writer> writer_;    // dies first
  std::size_t frames_ = 0;
};

}  // namespace ez
