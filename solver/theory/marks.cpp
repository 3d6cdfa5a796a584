#include "solver/theory/marks.h"

#include <fmt/format.h>

#include <cmath>

#include "solver/base/constants.h"
#include "solver/theory/diffraction.h"
#include "solver/theory/motion.h"

namespace ez {
namespace {

using Kind = TheoryMark::Kind;
using Arguments = std::span<const double>;
constexpr double grazing = 85;  // degrees; rays at larger angles run along the screen and cannot be seen

double in_degrees(double radians) { return radians * (180 / pi); }

// Returns rays of the orders m = ±first, ±(first + step), …, sin θ = mλ/d, for all that exist.
std::vector<TheoryMark> orders(double d, double lambda, double first, double step, const char* name) {
  std::vector<TheoryMark> out;
  for (double m = -first - 20 * step; m <= first + 20 * step; m += step) {
    const double angle = in_degrees(order_angle(d, lambda, m));
    if (std::abs(m) >= first - 1e-9 && std::abs(angle) < grazing)
      out.push_back({Kind::ray, angle, 0, 0, fmt::format("{}{}{:.1f}°", name, *name ? " " : "", angle)});
  }
  return out;
}

}  // namespace

// (lambda, x, y)
std::vector<TheoryMark> half_plane_marks(Arguments a) {
  // The first fringe is brightest at v = 1.217 (from a table of Fresnel's integrals), y = v·√(λx/2).
  return {{Kind::ray, 0, 0, 0, "shadow boundary"},
          {Kind::place, 0, a[1], 1.217 * std::sqrt(a[0] * a[1] / 2), "first fringe"}};
}
// (lambda, width, x, y)
std::vector<TheoryMark> slit_marks(Arguments a) { return orders(a[1], a[0], 1, 1, "dark"); }
// (dx, dy, dt, f, width, y1, y2, x, y): the maxima of two slits.
std::vector<TheoryMark> double_slit_marks(Arguments a) {
  std::vector<TheoryMark> out = orders(std::abs(a[6] - a[5]), c0 / a[3], 0, 1, "");
  for (TheoryMark& m : out) m.kind = Kind::tick, m.y = (a[5] + a[6]) / 2;
  return out;
}
// Arguments (dx, dy, dt, f, from, to, from 2, …, x, y). Returns the dark lines of one gap, at distances beyond width²/λ
// where they have separated.
std::vector<TheoryMark> gap_on_grid_marks(Arguments a) {
  const double lambda = c0 / a[3], width = a[5] - a[4];
  for (std::size_t k = 6; k < 14; k += 2)
    if (a[k] != a[k + 1]) return {};
  if (!(width > 0) || !(a[14] > width * width / lambda)) return {};
  std::vector<TheoryMark> out = orders(width, lambda, 1, 1, "dark");
  for (TheoryMark& m : out) m.y = (a[4] + a[5]) / 2;
  return out;
}
std::vector<TheoryMark> strip_marks(Arguments) { return {{Kind::ray, 0, 0, 0, "bright line"}}; }
// Arguments (f, period, width, x, y). Marks the self-images, where the orders 0 and ±1 are in phase again, and the
// shifted images half-way between them.
std::vector<TheoryMark> source_row_marks(Arguments a) {
  const double ratio = c0 / a[0] / a[1];
  if (!(ratio < 1)) return {};
  const double length = a[1] * ratio / (1 - std::sqrt(1 - ratio * ratio));
  std::vector<TheoryMark> out;
  for (const double m : {-1.0, 0.0, 1.0}) {
    out.push_back({Kind::place, 0, length, m * a[1], m == 0 ? "image" : ""});
    if (m < 1) out.push_back({Kind::place, 0, length / 2, (m + 0.5) * a[1], m == 0 ? "shifted image" : ""});
  }
  return out;
}
// Arguments (current, f, height, x, y): the source and its image of opposite sign are 2·height apart.
std::vector<TheoryMark> source_over_mirror_marks(Arguments a) {
  std::vector<TheoryMark> out = orders(2 * a[2], c0 / a[1], 0.5, 1, "beam");
  std::erase_if(out, [](const TheoryMark& m) { return m.degrees < 0; });
  return out;
}
// Arguments (current, f, count, d, phase, x, y). Returns the main beams on the side of +x. A phase lag from element to
// element turns them upwards.
std::vector<TheoryMark> array_marks(Arguments a) {
  std::vector<TheoryMark> out;
  for (int m = -20; m <= 20; ++m) {
    const double angle = in_degrees(order_angle(a[3], c0 / a[1], m + a[4] / 360));
    if (std::abs(angle) < grazing) out.push_back({Kind::ray, angle, 0, 0, fmt::format("beam {:.1f}°", angle)});
  }
  return out;
}
// (n, beta)
std::vector<TheoryMark> cherenkov_marks(Arguments a) {
  const double angle = in_degrees(cherenkov_angle(a[0], a[1]));
  return {{Kind::fronts, angle, 0, 0, fmt::format("fronts, rays at {:.1f}°", angle)}};
}

}  // namespace ez
