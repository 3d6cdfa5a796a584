// The films of a run with no display: a picture every so many steps, for as many films as are wanted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/film.h"
#include "app/platform/option_text.h"
#include "app/session/files/snapshot.h"
#include "solver/scene/duration.h"

namespace ez {

// How far pictures lie apart: a time, or a number of steps.
struct FilmStride {
  std::optional<Duration> time;
  std::uint64_t steps = 0;
};
// `3.2ps`, `0.1T` or `20steps`; neither may be 0.
std::optional<FilmStride> parse_stride(const std::string& text);
struct Cadence {
  double steps = 1;    // not always a whole number; below 1 pictures would lie closer than steps
  double seconds = 0;  // of a scene whose steps are of many lengths, where a time is asked for: it, not `steps`, counts
};
// Without a stride a 20th of the reference period, or ten steps of a gas or heat.
Cadence cadence_of(const std::optional<FilmStride>& stride, const Scene& scene);

class RunFilm {
 public:
  // Pictures from step 0 on, `fps` a second. Throws what Film does.
  RunFilm(const std::vector<std::string>& paths, const PixelSize& size, const Cadence& cadence, double fps);
  bool any() const { return !films_.empty(); }
  std::uint64_t next() const;  // the step of the next picture; 0: its time counts
  double next_time() const;    // s; 0: its step counts
  // At that moment. The colour bar's end follows the loudest picture, unless `range` or the scene says where it is.
  void take(Snapshot& still, Comparison& runs, Quantity quantity, int map, std::optional<double> range);
  void finish();
  std::size_t frames() const { return taken_; }

 private:
  std::vector<std::unique_ptr<Film>> films_;
  Cadence cadence_;
  double fps_;
  std::size_t taken_ = 0;
};

}  // namespace ez
