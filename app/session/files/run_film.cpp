#include "app/session/files/run_film.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace ez {

std::optional<FilmStride> parse_stride(const std::string& text) {
  std::uint64_t n = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, n);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  if (error == std::errc() && (unit == "steps" || unit == " steps")) {
    if (n < 1 || n > static_cast<std::uint64_t>(most_steps)) return std::nullopt;
    return FilmStride{std::nullopt, n};
  }
  const auto time = parse_duration(text);
  if (!time || time->value <= 0) return std::nullopt;
  return FilmStride{time, 0};
}

Cadence cadence_of(const std::optional<FilmStride>& stride, const Scene& scene) {
  constexpr double pictures_a_period = 20, steps_apart = 10;
  const bool many_lengths = in_cells(scene.physics);
  const double dt = time_step(scene);
  if (!stride) return {many_lengths ? steps_apart : std::max(1.0, reference_period(scene) / pictures_a_period / dt), 0};
  if (!stride->time) return {static_cast<double>(stride->steps), 0};
  const double seconds = stride->time->value * (stride->time->periods ? first_period(scene).value_or(0) : 1);
  return {seconds / dt, many_lengths ? seconds : 0};
}

RunFilm::RunFilm(const std::vector<std::string>& paths, const PixelSize& size, const Cadence& cadence, double fps)
    : cadence_(cadence), fps_(fps) {
  for (const std::string& path : paths) films_.push_back(std::make_unique<Film>(path, size.width, size.height, fps));
}

std::uint64_t RunFilm::next() const {
  if (cadence_.seconds > 0) return 0;
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(taken_) * cadence_.steps));
}

double RunFilm::next_time() const { return static_cast<double>(taken_) * cadence_.seconds; }

void RunFilm::take(Snapshot& still, Comparison& runs, Quantity quantity, int map, std::optional<double> range) {
  const Image picture = still.draw(runs, quantity, map, range, 1 / fps_);
  for (const auto& film : films_) film->add(picture);
  ++taken_;
}

void RunFilm::finish() {
  if (taken_ == 0) return;  // interrupted before the first frame: there is no video
  for (const auto& film : films_) film->finish();
}

}  // namespace ez
