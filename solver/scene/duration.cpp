#include "solver/scene/duration.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace ez {
namespace {

constexpr std::string_view steps_suffix = " steps";

std::optional<std::uint64_t> counted_steps(std::string_view text) {
  if (!text.ends_with(steps_suffix)) return std::nullopt;
  text.remove_suffix(steps_suffix.size());
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && n >= 1 && n <= static_cast<std::uint64_t>(most_steps) ? std::optional(n) : std::nullopt;
}

}  // namespace

std::optional<Duration> parse_duration(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value) || value < 0) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit == "T") return Duration{value, true};
  const std::pair<std::string_view, double> units[] = {{"s", 1},     {"ms", 1e-3},  {"us", 1e-6},
                                                       {"µs", 1e-6}, {"μs", 1e-6},  // micro sign, Greek letter
                                                       {"ns", 1e-9}, {"ps", 1e-12}, {"fs", 1e-15}};
  for (const auto& [name, seconds] : units)
    if (unit == name) return Duration{value * seconds, false};
  return std::nullopt;
}

std::optional<std::uint64_t> steps_until(double seconds, double dt) {
  // For rounding of the unit, the period, Δt and the quotient.
  constexpr double slack = 8 * std::numeric_limits<double>::epsilon();
  const double n = std::ceil(seconds / dt * (1 - slack));
  return n <= static_cast<double>(most_steps) ? std::optional(static_cast<std::uint64_t>(n)) : std::nullopt;
}

std::optional<PauseMoment> parse_pause(const std::string& text) {
  if (text == "valid") return PauseMoment{PauseMoment::Kind::valid, {}, 0};
  if (const auto n = counted_steps(text)) return PauseMoment{PauseMoment::Kind::steps, {}, *n};
  const std::optional<Duration> duration = parse_duration(text);
  if (!duration || duration->value <= 0) return std::nullopt;
  return PauseMoment{PauseMoment::Kind::duration, *duration, 0};
}

std::optional<std::uint64_t> valid_step(double dt, double valid_until) {
  const double n = std::floor(valid_until / dt);
  return n >= 1 && n <= static_cast<double>(most_steps) ? std::optional(static_cast<std::uint64_t>(n)) : std::nullopt;
}

std::optional<std::uint64_t> pause_step(const Scene& scene, double dt, double valid_until) {
  const std::optional<PauseMoment> moment = parse_pause(scene.pause.at);
  if (!moment) return std::nullopt;
  if (moment->kind == PauseMoment::Kind::steps) return moment->steps;
  if (moment->kind == PauseMoment::Kind::valid) return valid_step(dt, valid_until);
  if (!moment->duration.periods) return steps_until(moment->duration.value, dt);
  const std::optional<double> period = first_period(scene);
  return period ? steps_until(moment->duration.value * *period, dt) : std::nullopt;
}

}  // namespace ez
