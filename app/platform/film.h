// Records a video: an .mp4, or a .gif or .webp that loops, which the program ffmpeg encodes; or a sequence of PNG
// files. A separate thread writes the pictures, and a few may wait for it.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "render/image.h"

namespace ez {

// Returns true if the name is that of a video: FILE.mp4, FILE.gif, FILE.webp or the pattern of a sequence (sequence.h).
bool is_film(const std::string& path);
// Returns why this machine cannot make a video of this name, and the remedy; empty if it can.
std::string why_film_is_impossible(const std::string& path);

class Film {
 public:
  // All pictures must have this size; `fps` is the frame rate of the video. The constructor, add() and finish() throw
  // std::runtime_error with the reason and the remedy. `patience`: an ffmpeg that does nothing for this long is taken
  // for stopped and is killed.
  Film(std::string path, int width, int height, double fps,
       std::chrono::milliseconds patience = std::chrono::seconds(20));
  // Deletes an unfinished file. Of an unfinished sequence the added pictures stay.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  // Returns true if add() will not wait: a place is free, or there is an error.
  bool is_ready() const;
  void add(Image picture);
  void finish();  // returns when everything is written
  // Ends the video early, without the pictures that wait, and writes it to `file` in the same folder, within about
  // `limit`. The file of the video itself is not changed. The written pictures of a sequence stay.
  void finish_part(const std::string& file, std::chrono::milliseconds limit);

  const std::string& path() const { return path_; }
  std::size_t frames() const { return frames_; }  // pictures added
  double bytes() const;                           // written so far

 private:
  class Encoder;
  class Writer;

  std::string path_;
  std::unique_ptr<Encoder> encoder_;  // null for a sequence
  std::unique_ptr<Writer> writer_;    // destroyed first
  std::size_t frames_ = 0;
};

}  // namespace ez
