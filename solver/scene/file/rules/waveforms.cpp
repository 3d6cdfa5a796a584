// Rules of waveforms and of every frequency that grid and time step must hold.
#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "solver/scene/file/rules/scene_rules.h"

namespace ez {

void Rules::waveform(const std::string& path, const Waveform& waveform) {
  if (const auto* table = std::get_if<Tabulated>(&waveform)) points(path, *table);
  visit_resolved(waveform, [&](std::string_view name, double v, const Key& key) {
    if (const std::string at = fmt::format("{}.{}", path, name); holds(at)) resolved(at, v, key.unit);
  });
  if (const auto degrees = phase(waveform); degrees && holds(path + ".phase"))
    beyond(path + ".phase", *degrees, most_phase, " degrees",
           fmt::format("that is over ten turns; give {:g}, which is the same", std::fmod(*degrees, 360)));
}

void Rules::points(const std::string& path, const Tabulated& table) {
  if (table.t.empty() && table.w.empty()) {
    error(path, fmt::format("{} has no points; give t and w, or a file", path));
    return;
  }
  if (table.t.size() != table.w.size()) {
    error(path + (table.t.empty() ? ".t" : ".w"),
          fmt::format("{0}.w has {1} values and {0}.t has {2}; give one of each for every point", path, table.w.size(),
                      table.t.size()));
    return;
  }
  if (table.t.size() < 2) error(path + ".t", fmt::format("{}.t has one time; give 2 points or more", path));
  for (std::size_t k = 1; k < table.t.size(); ++k) {
    if (table.t[k] > table.t[k - 1] || !holds(path + ".t")) continue;
    const std::string at = fmt::format("{}.t.{}", path, k);
    error(at, fmt::format("{} is {}, which does not come after {}; let the times increase", at, table.t[k],
                          table.t[k - 1]));
    return;
  }
}

// Whether grid and time step can hold a frequency, or a time as short as its period.
void Rules::resolved(const std::string& path, double value, std::string_view unit) {
  if (!grid_holds_) return;
  const bool is_time = unit == "s";
  const double frequency = is_time ? 1 / value : value, most = frequency_of_cells(scene_, fewest_cells_per_wave);
  if (!(most > 0) || frequency <= most * (1 + 1e-9)) return;
  if (is_time) {
    warning(path, fmt::format("{} is {:g} s, {:.3g} cells' way in the background, where the grid's own dispersion "
                              "shows; give at least {:.4g}, or smaller cells",
                              path, value, fewest_cells_per_wave * most / frequency, resolved_time(scene_)));
    return;
  }
  const double nyquist = 0.5 / time_step(scene_);
  const std::string words =
      frequency > nyquist
          ? fmt::format("more than two steps of Δt can tell from a lower one ({:.3g} Hz)", nyquist)
          : fmt::format("{:.3g} cells per wavelength in the background, where the grid's own dispersion shows",
                        fewest_cells_per_wave * most / frequency);
  warning(path, fmt::format("{} is {:g} Hz, {}; give at most {:.4g}, or smaller cells", path, frequency, words,
                            resolved_frequency(scene_)));
}

// No grid and no sampling tells it from a lower one.
void Rules::too_high(const std::string& path, double frequency) {
  if (!grid_holds_) return;
  const double nyquist = 0.5 / time_step(scene_);
  if (frequency < nyquist) return resolved(path, frequency);
  error(path,
        fmt::format("{} is {:g} Hz, more than two steps of Δt can tell from a lower one; give less than {:.4g} Hz",
                    path, frequency, nyquist));
}

}  // namespace ez
