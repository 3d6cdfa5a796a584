// What is known of the film that the window makes of its picture.
#pragma once

#include <cstddef>
#include <string>

namespace ez {

struct Filming {
  bool on = false;
  std::string path;        // FILE.mp4, or the pattern of a sequence of pictures
  double fps = 30;         // pictures a second, as it plays
  std::size_t frames = 0;  // written
  double bytes = 0;
  double pace = 1;  // s of film for a s of the clock, smoothed: below 1 it takes longer to make than to play
  double seconds() const { return static_cast<double>(frames) / fps; }
};

}  // namespace ez
