// Rules of waveforms, and of all frequencies that grid and time step must resolve.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "solver/base/counted.h"
#include "solver/scene/file/rules/scene_rules.h"

namespace ez {

void Rules::waveform(const std::string& path, const Waveform& waveform) {
  if (const auto* table = std::get_if<Tabulated>(&waveform)) points(path, *table);
  visit_resolved(waveform, [&](std::string_view name, double v, const Key&, double cycles) {
    if (const std::string at = fmt::format("{}.{}", path, name); holds(at)) check_resolved(at, v, cycles);
  });
  if (const auto degrees = phase(waveform); degrees && holds(path + ".phase"))
    beyond(path + ".phase", *degrees, most_phase, " degrees",
           fmt::format("that is more than ten turns; give {:g}, which is equivalent", std::fmod(*degrees, 360)));
}

void Rules::points(const std::string& path, const Tabulated& table) {
  if (table.t.empty() && table.w.empty()) {
    error(path, fmt::format("{} has no points; give t and w, or a file", path));
    return;
  }
  if (table.t.size() != table.w.size()) {
    error(path + (table.t.empty() ? ".t" : ".w"), fmt::format("{0}.w has {1}, but {0}.t has {2}; give as many of each",
                                                              path, counted(table.w.size(), "value"), table.t.size()));
    return;
  }
  if (table.t.size() < 2) error(path + ".t", fmt::format("{}.t has 1 time; give 2 or more", path));
  for (std::size_t k = 1; k < table.t.size(); ++k) {
    if (table.t[k] > table.t[k - 1] || !holds(path + ".t")) continue;
    const std::string at = fmt::format("{}.t.{}", path, k);
    error(at, fmt::format("{} is {}, which is not after {}; put the times in ascending order", at, table.t[k],
                          table.t[k - 1]));
    return;
  }
}

// A medium whose formula has an error does not count. The error is reported, and any wavelength in it would be wrong.
const WaveMedia& Rules::wave_media() {
  if (!wave_media_) wave_media_.emplace(scene_, formulas_hold_ ? media_.extreme() : media_.used());
  return *wave_media_;
}

// Returns the remedy that makes the cells smaller by at least this factor, with two digits. Empty if no grid can be so
// fine.
std::string Rules::finer(double times) const {
  const double digit = std::pow(10, std::floor(std::log10(times)) - 1),
               k = std::ceil(times / digit * (1 - 1e-9)) * digit;
  const Grid& g = scene_.grid;
  const Vec2 size = cell_size(scene_);
  const bool possible =
      k <= most_refinement && std::max(g.nx, g.ny) * k <= most_cells && std::min(size.x, size.y) / k >= smallest_cell;
  if (!possible) return {};
  const std::string cell =
      g.dx == g.dy ? fmt::format("{:.4g}", g.dx / k) : fmt::format("[{:.4g}, {:.4g}]", g.dx / k, g.dy / k);
  return fmt::format("--refine {:.4g}, which makes grid.cell = {}", k, cell);
}

// Checks that grid and time step can resolve a frequency, or a time of `cycles` periods, in every medium in use.
void Rules::check_resolved(const std::string& path, double value, double cycles) {
  if (!grid_holds_) return;
  const double frequency = cycles > 0 ? cycles / value : value;
  const ShortestWave wave = wave_media().at(frequency);
  if (!(wave.index > 0) || !(wave.cells > 0) || wave.cells >= fewest_cells_per_wave * (1 - 1e-9)) return;
  const std::string refinement = finer(fewest_cells_per_wave / wave.cells);
  const auto remedy = [&](const std::string& other) {
    if (other.empty() && refinement.empty()) return std::string("check the numbers of this medium");
    return fmt::format("give {}{}{}", other, other.empty() || refinement.empty() ? "" : ", or ", refinement);
  };
  const bool outside = wave.medium == scene_.grid.background;
  const double in_units = scene_.unit == Unit::cell ? 1 : scene_.grid.dx / cell_size(scene_).x;
  const std::string where =
      outside ? "in the background"
              : fmt::format("in {} (n = {:.4g}, λ = {:.4g} {})", names::quoted(wave.medium), wave.index,
                            wave.wavelength * in_units, scene_.unit == Unit::cell ? "m" : to_string(scene_.unit));
  if (cycles > 0) {
    const std::string words = cycles == 1 ? fmt::format("the time to cross {:.3g} cells", wave.cells)
                                          : fmt::format("whose waves have {:.3g} cells per wavelength", wave.cells);
    const double least = cycles * resolved_time(wave_media());
    warning(path, fmt::format("{} is {:g} s, {} {}, where the grid's dispersion becomes visible; {}", path, value,
                              words, where, remedy(least <= a_time.high ? fmt::format("at least {:.4g}", least) : "")));
    return;
  }
  const double nyquist = 0.5 / time_step(scene_);
  const std::string words =
      frequency > nyquist ? fmt::format("above the limit of two steps per period ({:.3g} Hz)", nyquist)
                          : fmt::format("{:.3g} cells per wavelength {}, where the grid's dispersion becomes visible",
                                        wave.cells, where);
  // In a medium with poles, a lower frequency may have shorter waves.
  const double most = resolved_frequency(wave_media());
  const bool lower = most < frequency && most >= a_frequency.low;
  warning(path, fmt::format("{} is {:g} Hz, {}; {}", path, frequency, words,
                            remedy(lower ? fmt::format("at most {:.4g}", most) : "")));
}

// Reports a frequency that the time steps cannot sample: it would look like a lower one. Below it, checks that grid and
// time step resolve it.
void Rules::check_below_nyquist(const std::string& path, double frequency) {
  if (!grid_holds_) return;
  const double nyquist = 0.5 / time_step(scene_);
  if (frequency < nyquist) return check_resolved(path, frequency);
  error(path, fmt::format("{} is {:g} Hz, above the limit of two steps per period; give less than {:.4g} Hz", path,
                          frequency, nyquist));
}

}  // namespace ez
