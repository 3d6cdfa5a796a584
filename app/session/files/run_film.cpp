#include "app/session/files/run_film.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <filesystem>
#include <string_view>

#include "app/platform/sequence.h"

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
  for (const auto& film : films_) film->finish();
}

namespace {

// Ends one video early. Returns a sentence about it.
std::string finish_part(Film& film, const std::string& word, std::chrono::milliseconds limit,
                        const std::vector<InputFile>& inputs) {
  const std::filesystem::path path = film.path();
  const bool sequence = numbered(path, 0).has_value();
  const std::string part =
      std::filesystem::path(path).replace_extension(fmt::format(".{}{}", word, path.extension().string())).string();
  std::string why = film.frames() == 0 ? "it has no frame" : why_overwrites(part, inputs).english();
  try {
    if (why.empty()) film.finish_part(part, limit);
  } catch (const std::exception& e) {
    why = e.what();
  }
  if (!why.empty()) return fmt::format("{} was not written: {}", film.path(), why);
  return sequence ? fmt::format("{} has {} pictures", film.path(), film.frames())
                  : fmt::format("{} was not written; its first {} frames are in {}", film.path(), film.frames(), part);
}

}  // namespace

std::string RunFilm::finish_parts(const std::string& word, std::chrono::milliseconds limit,
                                  const std::vector<InputFile>& inputs) {
  std::string out;
  for (const auto& film : films_) out += (out.empty() ? "" : "; ") + finish_part(*film, word, limit, inputs);
  films_.clear();
  return out;
}

}  // namespace ez
