// Records a video of the running window's picture. Each frame of the run becomes one frame of the video and is shown
// for the same time, however long its computation took. The video is therefore as smooth as the run would be on a
// faster machine.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/features/film/filming.h"
#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/platform/film.h"
#include "render/image.h"
#include "solver/base/text.h"

namespace ez {

class FilmKeeper {
 public:
  // `log` records the outcome of recordings. A replayed session does not record a video. `why_overwrites` returns why a
  // file may not be overwritten, or an empty text.
  FilmKeeper(State& state, Services& services, SessionLog& log,
             std::function<Text(const std::string& path)> why_overwrites)
      : state_(state), services_(services), log_(log), why_overwrites_(std::move(why_overwrites)) {}
  // Each adds a note with its outcome. If `path` has no suffix, a name is made from it, for numbered images if there is
  // no ffmpeg.
  void start(const std::string& path, int width, int height);
  Text end();  // returns why the video was not written, or an empty text

  bool on() const { return state_.of<Filming>().on; }
  // Returns whether the next frame is due: at the video's frame rate if `paced`, otherwise at once. If encoding is
  // slower than real time, the run waits for it.
  bool is_due(bool paced);
  // Returns the number of steps of the frame that is due, for a speed in steps per second of video.
  int steps(double steps_per_second);
  // Adds a frame. Ends the video if the picture's size differs from that of the first frame.
  void add(Image picture);

 private:
  void failed(const Text& why);
  Text added(Image picture);

  State& state_;
  Services& services_;
  SessionLog& log_;
  std::function<Text(const std::string& path)> why_overwrites_;
  std::unique_ptr<Film> film_;
  bool encoder_failed_ = false;  // the last video that ffmpeg encoded failed
  int width_ = 0, height_ = 0;
  double owed_ = 0;             // steps; fraction carried over to the next frame
  double last_ = 0, next_ = 0;  // s of the program's clock: time of the last frame, and of the next
};

}  // namespace ez
