#include "app/ui/kit/check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/platform/units.h"
#include "solver/scene/check_unit.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;
constexpr int least_digits = 3, most_digits = 7;

// A value is shown in steps of a tenth of its permitted error.
constexpr double steps_in_bound = 10;

bool has_prefixes(std::string_view unit) {
  constexpr std::array<std::string_view, 7> all = {"m", "s", "Hz", "V/m", "A/m", "Pa", "W/m"};
  return std::ranges::find(all, unit) != all.end();
}

std::string behind(std::string_view prefix, std::string_view unit) {
  if (unit.empty()) return "";
  return fmt::format("{}{}{}", unit == "°" ? "" : " ", prefix, unit);
}

int order_of(double v) { return v > 0 ? static_cast<int>(std::floor(std::log10(v))) : 0; }

// Returns the decimals that make a step of `bound` / steps_in_bound visible, with three to seven digits of the larger
// of value and bound. A value far below the bound becomes 0.
int decimals_for(double largest, double bound) {
  const double scale = std::max(largest, bound);
  if (!(scale > 0)) return 0;
  const int wanted = bound > 0 ? -order_of(bound * (1 + 1e-9) / steps_in_bound) : 0, order = order_of(scale);
  return std::max(0, std::clamp(wanted, least_digits - 1 - order, most_digits - 1 - order));
}

std::string number(double v, int decimals, double factor) {
  if (!std::isfinite(v)) return "–";
  const double shown = v / factor;
  const bool short_enough = std::abs(shown) < 1e7 && decimals < 10;
  if (!short_enough) return with_minus(fmt::format("{:.4g}", shown));
  return std::abs(shown) < 0.5 * std::pow(10.0, -decimals) ? "0" : fixed(shown, decimals);
}

// Formats a difference with two digits. Differences below a hundredth of the bound become 0.
std::string difference_number(double v, double bound, int most_decimals) {
  const double least = bound / 100;
  if (std::abs(v) < least / 2) return "0";
  if (std::abs(v) >= 99.5 && std::abs(v) < 1e6) return fixed(v, 0, 0, true);
  const int decimals = std::clamp(std::min(1 - order_of(std::abs(v)), -order_of(least)), 0, most_decimals);
  if (std::abs(v) < 0.5 * std::pow(10.0, -decimals)) return "0";
  return std::abs(v) < 1e6 ? fixed(v, decimals, 0, true) : with_minus(fmt::format("{:+.2g}", v));
}

}  // namespace

CheckText text_of(const Check& check, const CheckReading& r, const Scene& scene) {
  const std::string unit = unit_of(check, scene);
  const auto size = [](double v) { return std::isfinite(v) ? std::abs(v) : 0; };
  // A field that is dark next to a bright one takes the prefix of the bright one. Zero has no prefix.
  const double bound = r.relative ? r.bound * size(r.theory) : r.bound;
  const double largest = std::max(size(r.measured), size(r.theory));
  const Prefix prefix = has_prefixes(unit) ? prefix_for(std::max(largest, bound)) : Prefix{};
  const int decimals = decimals_for(largest / prefix.factor, bound / prefix.factor);
  const auto value = [&](double v) {
    const std::string digits = number(v, decimals, prefix.factor);
    return std::isfinite(v) ? digits + behind(prefix.symbol, unit) : digits;
  };
  CheckText out{value(r.measured), value(r.theory), {}, {}};
  const double shown_bound = r.relative ? 100 * r.bound : r.bound / prefix.factor;
  const std::string of_difference = r.relative ? " %" : behind(prefix.symbol, unit);
  out.bound = fmt::format("±{:.3g}{}", shown_bound, of_difference);
  if (r.verdict == Verdict::not_yet)
    out.difference = "not yet";
  else if (r.verdict == Verdict::not_settled)
    out.difference = "not settled";
  else if (!std::isfinite(r.difference))
    out.difference = "no value";
  else
    out.difference = (r.relative ? difference_number(100 * r.difference, shown_bound, 12)
                                 : difference_number(r.difference / prefix.factor, shown_bound, decimals)) +
                     of_difference;
  return out;
}

Text text_of(const Check& check, const Convergence& c, const Scene& scene) {
  const std::string unit = unit_of(check, scene);
  double largest = c.has_interval() ? std::abs(c.extrapolated) : 0;
  for (const double v : c.values) largest = std::max(largest, std::isfinite(v) ? std::abs(v) : 0);
  const Prefix prefix = has_prefixes(unit) ? prefix_for(largest) : Prefix{};
  const int decimals = decimals_for(largest / prefix.factor, c.has_interval() ? c.uncertainty / prefix.factor : 0);
  return sentence_of(
      c, [&](double v) { return number(v, decimals, prefix.factor); }, behind(prefix.symbol, unit));
}

std::string uncertainty_text(const Check& check, const CheckReading& r, const Convergence& c, const Scene& scene) {
  if (!c.has_interval() || !std::isfinite(r.measured)) return {};
  const Prefix prefix = has_prefixes(unit_of(check, scene)) ? prefix_for(std::abs(r.measured)) : Prefix{};
  const double shown = c.uncertainty / prefix.factor;
  return "± " + fixed(shown, std::clamp(-order_of(shown), 0, most_digits));
}

}  // namespace ez
