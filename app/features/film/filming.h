// State of the video that the window records.
#pragma once

#include <cstddef>
#include <string>

namespace ez {

struct Filming {
  bool on = false;
  std::string path;        // FILE.mp4, or the name pattern of a sequence of images
  double fps = 30;         // frames per second during playback
  std::size_t frames = 0;  // frames written
  double bytes = 0;
  double pace = 1;  // s of video per s of the clock, smoothed; below 1, recording is slower than playback
  double seconds() const { return static_cast<double>(frames) / fps; }
};

}  // namespace ez
