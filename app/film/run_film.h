// The films of a run with no display: a picture every so many steps, for as many films as are wanted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_text.h"
#include "app/film/film.h"
#include "app/picture/snapshot.h"
#include "solver/scene/duration.h"

namespace ez {

// How far pictures lie apart: a time, or a number of steps.
struct FilmStride {
  std::optional<Duration> time;
  std::uint64_t steps = 0;
};
// `3.2ps`, `0.1T` or `20steps`; neither may be 0.
std::optional<FilmStride> parse_stride(const std::string& text);
// In steps of the scene, not always a whole number; without a stride a 20th of the reference period. Below 1 the
// pictures would lie closer than the steps.
double steps_of(const std::optional<FilmStride>& stride, const Scene& scene);

class RunFilm {
 public:
  // A picture every `stride` steps (at least 1) from step 0 on, `fps` a second. Throws what Film does.
  RunFilm(const std::vector<std::string>& paths, const PixelSize& size, double stride, double fps);
  bool any() const { return !films_.empty(); }
  std::uint64_t next() const;  // the step of the next picture
  // At that step. The colour bar's end follows the loudest picture, unless `range` or the scene says where it is.
  void take(Snapshot& still, Comparison& runs, Quantity quantity, int map, std::optional<double> range);
  void finish();
  std::size_t frames() const { return taken_; }

 private:
  std::vector<std::unique_ptr<Film>> films_;
  double stride_, fps_;
  std::size_t taken_ = 0;
};

}  // namespace ez
