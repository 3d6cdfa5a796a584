// The film of the running window's picture. Each picture of the run becomes one of the film and stands for the same
// time, however long it took: the film is as smooth as the run would be on a machine with time to spare.
#pragma once

#include <memory>
#include <string>

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
  // `log` is told what becomes of films; of a session that is replayed none is made.
  FilmKeeper(State& state, Services& services, SessionLog& log) : state_(state), services_(services), log_(log) {}
  // Both note their own outcome. A path without a suffix: a name made from it, of pictures where there is no ffmpeg.
  void start(const std::string& path, int width, int height);
  Text end();  // why it is not written, or an empty text

  bool on() const { return state_.of<Filming>().on; }
  // The next picture is due: as the film plays where `paced`, else at once. Where it takes longer to make than to play,
  // the run waits for the film.
  bool is_due(bool paced);
  // Of the picture that is due, where the speed asks for so many steps per second of the film.
  int steps(double steps_per_second);
  // Ends the film where the picture has another size than the first.
  void add(Image picture);

 private:
  void failed(const Text& why);
  Text added(Image picture);

  State& state_;
  Services& services_;
  SessionLog& log_;
  std::unique_ptr<Film> film_;
  bool encoder_failed_ = false;  // the last film that ffmpeg was to make is not there
  int width_ = 0, height_ = 0;
  double owed_ = 0;             // steps
  double last_ = 0, next_ = 0;  // s of the program's clock: when a picture came, and when the next is due
};

}  // namespace ez
