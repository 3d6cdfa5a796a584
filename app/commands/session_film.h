// The film of a session that is replayed: at the pace at which it was recorded, whatever the machine needs for it.
#pragma once

#include <string>

#include "app/platform/film.h"
#include "app/platform/interrupt.h"
#include "app/platform/option_text.h"

namespace ez {

class SessionFilm {
 public:
  // `fps` pictures a second. Throws what Film does.
  SessionFilm(const std::string& path, const PixelSize& size, double fps)
      : film_(path, size.width, size.height, fps), fps_(fps) {}
  // A frame of the session began at `time`, s, and `draw` returns its picture: it is seen until the next one begins.
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
