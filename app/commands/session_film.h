// Records a video of a replayed session at the pace at which the session was recorded, however long the machine takes.
#pragma once

#include <string>

#include "app/platform/film.h"
#include "app/platform/interrupt.h"
#include "app/platform/option_text.h"

namespace ez {

class SessionFilm {
 public:
  // Records with `fps` frames per second. Throws the same exceptions as Film.
  SessionFilm(const std::string& path, const PixelSize& size, double fps)
      : film_(path, size.width, size.height, fps), fps_(fps) {}
  // A frame of the session began at `time`, in s. `draw` returns its picture, which is shown until the next frame
  // begins.
  template <class Draw>
  void follow(double time, Draw draw) {
    if (film_.frames() == 0) begin_ = time;
    if (due() > time) return;
    const Image picture = draw();
    while (due() <= time && !interrupted()) film_.add(picture);
  }
  void finish() { film_.finish(); }

 private:
  double due() const { return begin_ + static_cast<double>(film_.frames()) / fps_; }

  Film film_;
  double fps_, begin_ = 0;
};

}  // namespace ez
