// Records videos of a run without a display, as many as are wanted. Each frame is drawn after a fixed number of steps.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/film.h"
#include "app/platform/input_files.h"
#include "app/platform/option_text.h"
#include "app/session/files/snapshot.h"
#include "solver/scene/duration.h"

namespace ez {

// Distance between two frames: a time, or a number of steps.
struct FilmStride {
  std::optional<Duration> time;
  std::uint64_t steps = 0;
};
// Parses `3.2ps`, `0.1T` or `20steps`. Neither number may be 0.
std::optional<FilmStride> parse_stride(const std::string& text);
struct Cadence {
  double steps = 1;  // steps between two frames, not always a whole number; at least 1
  // s between two frames; used instead of `steps` if the scene's steps have different lengths and a time is wanted
  double seconds = 0;
};
// Without a stride, a 20th of the reference period, or ten steps of gas or heat.
Cadence cadence_of(const std::optional<FilmStride>& stride, const Scene& scene);

class RunFilm {
 public:
  // Draws frames from step 0 on, with `fps` frames per second of video. Throws the same exceptions as Film.
  RunFilm(const std::vector<std::string>& paths, const PixelSize& size, const Cadence& cadence, double fps);
  bool any() const { return !films_.empty(); }
  std::uint64_t next() const;  // returns the step of the next frame; 0: its time decides
  double next_time() const;    // returns the time of the next frame in s; 0: its step decides
  // Draws a frame now. The end of the colour bar follows the largest value so far, unless `range` or the scene sets it.
  void take(Snapshot& still, Comparison& runs, Quantity quantity, int map, std::optional<double> range);
  void finish();
  // Ends the videos of a run that did not reach its end. Writes each to NAME.WORD.SUFFIX within about `limit`, and
  // leaves an older file NAME.SUFFIX unchanged. `inputs` are never overwritten. Returns a sentence about each video, or
  // an empty text if there is none.
  std::string finish_parts(const std::string& word, std::chrono::milliseconds limit,
                           const std::vector<InputFile>& inputs);

 private:
  std::vector<std::unique_ptr<Film>> films_;
  Cadence cadence_;
  double fps_;
  std::size_t taken_ = 0;
};

}  // namespace ez
