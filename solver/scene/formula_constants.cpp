#include "solver/scene/formula_constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>

#include "solver/base/constants.h"
#include "solver/scene/raster/raster.h"
#include "solver/theory/media.h"

namespace ez {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
using Define = std::function<void(const std::string&, double)>;

// muParser knows names of letters, digits and _.
std::string as_identifier(std::string_view name) {
  std::string out;
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return out;
}

// Whether it is of the material, or of a gas or heat the state, that is called so.
bool is_of(const Shape& shape, std::string_view name) { return shape.material == name || shape.state == name; }
// The first shape of a kind that is.
template <class G>
const G* first_of(const Scene& scene, std::string_view name) {
  for (const Shape& s : scene.shapes)
    if (const G* g = std::get_if<G>(&s.geometry); g && is_of(s, name)) return g;
  return nullptr;
}
// The first rects that are, before they are turned, and by how much they are; those that there are not measure NaN.
constexpr std::size_t most_rects = 6;
struct Measured {
  Rect rect = {{nothing, nothing}, {nothing, nothing}};
  double angle = nothing;  // degrees
};
std::array<Measured, most_rects> rects_of(const Scene& scene, std::string_view name) {
  std::array<Measured, most_rects> out;
  std::size_t k = 0;
  for (const Shape& s : scene.shapes) {
    if (!is_of(s, name)) continue;
    for (const Geometry& geometry : copies_of(scene, s)) {
      if (k == most_rects) return out;
      if (const Rect* rect = std::get_if<Rect>(&geometry)) out[k++] = {*rect, 0};
      if (const TurnedRect* r = std::get_if<TurnedRect>(&geometry))
        out[k++] = {{{r->center.x - r->size.x / 2, r->center.y - r->size.y / 2},
                     {r->center.x + r->size.x / 2, r->center.y + r->size.y / 2}},
                    r->angle};
    }
  }
  return out;
}
// Calls f(name, m) with what the first circle, ring and rects of a material or state measure.
void measures_of(const Scene& scene, std::string_view material, const Define& f) {
  const std::string name = as_identifier(material);
  const Vec2 unit = scene.unit == Unit::cell ? cell_size(scene) : Vec2{metres(scene.unit), metres(scene.unit)};
  const Circle* circle = first_of<Circle>(scene, material);
  const Ring* ring = first_of<Ring>(scene, material);
  const Vec2 center = circle ? circle->center : ring ? ring->center : Vec2{nothing, nothing};
  std::int64_t shapes = 0;
  for (const Shape& s : scene.shapes)
    if (is_of(s, material)) shapes += count_of(s.copies);
  f("shapes_" + name, static_cast<double>(shapes));
  const auto lattice = std::ranges::find_if(scene.shapes, [&](const Shape& s) {
    return is_of(s, material) && std::holds_alternative<LatticeCopies>(s.copies);
  });
  const Vec2 a1 = lattice == scene.shapes.end() ? Vec2{nothing, nothing} : std::get<LatticeCopies>(lattice->copies).a1;
  f("pitch_" + name, std::hypot(a1.x * unit.x, a1.y * unit.y));
  f("radius_" + name, circle ? circle->radius * unit.x : nothing);
  f("inner_" + name, ring ? ring->inner * unit.x : nothing);
  f("outer_" + name, ring ? ring->outer * unit.x : nothing);
  f("center_x_" + name, center.x * unit.x);
  f("center_y_" + name, center.y * unit.y);
  std::string of = name;
  int k = 1;
  for (const auto& [r, angle] : rects_of(scene, material)) {
    f("left_" + of, r.min.x * unit.x);
    f("right_" + of, r.max.x * unit.x);
    f("bottom_" + of, r.min.y * unit.y);
    f("top_" + of, r.max.y * unit.y);
    f("width_" + of, (r.max.x - r.min.x) * unit.x);
    f("height_" + of, (r.max.y - r.min.y) * unit.y);
    f("angle_" + of, angle);
    of = fmt::format("{}_{}", name, ++k);
  }
}
// Calls f(name, value) with the keys of a material's poles, one after the other, in the end of all kinds.
void poles_of(const Material& m, const Define& f) {
  const std::string name = "_" + as_identifier(m.name);
  const auto each = [&](const auto& model) {
    model.fields(model, [&](std::string_view key, double value, const Key&) { f(std::string(key) + name, value); });
  };
  for (const Pole& pole : m.poles) std::visit(each, pole.model);
  each(Drude{nothing, nothing}), each(Lorentz{nothing, nothing, nothing}), each(Debye{nothing, nothing});
}
// Calls f(name, value) with what a gas or heat is and starts with.
void fluid_of(const Scene& scene, const Define& f) {
  if (scene.physics == Physics::gas) f("gamma", scene.gas.gamma);
  if (scene.physics == Physics::heat) f("kappa", scene.heat.diffusivity);
  for (const FluidState& s : scene.states) {
    const std::string name = "_" + as_identifier(s.name);
    if (scene.physics == Physics::heat) f("value" + name, s.value);
    if (scene.physics != Physics::gas) continue;
    f("density" + name, s.density);
    f("u" + name, s.velocity.x);
    f("v" + name, s.velocity.y);
    f("pressure" + name, s.pressure);
  }
}

}  // namespace

void constants_of(const Scene& scene, const Define& constant) {
  const Vec2 cell = cell_size(scene);
  constant("c", c0);
  constant("eps0", eps0);
  constant("mu0", mu0);
  constant("eta0", std::sqrt(mu0 / eps0));
  constant("pi", pi);
  constant("deg", pi / 180);
  constant("dx", cell.x);
  constant("dy", cell.y);
  constant("dt", time_step(scene));
  constant("nx", scene.grid.nx);
  constant("ny", scene.grid.ny);
  const std::optional<double> period = first_period(scene);
  if (period) {
    constant("f", 1 / *period);
    constant("lambda", c0 * *period);
  }
  for (const Source& s : scene.sources)
    if (const Motion* motion = motion_of(s); motion && !s.name.empty())
      constant("beta_" + as_identifier(s.name), motion->moves() ? motion->metres_per_second() / c0 : 0);
  fluid_of(scene, constant);
  for (const FluidState& s : scene.states) measures_of(scene, s.name, constant);
  for (const PaletteEntry& m : palette_of(scene)) measures_of(scene, m.name, constant);
  for (const Material& m : scene.materials) {
    const std::string name = as_identifier(m.name);
    poles_of(m, constant);
    if (m.eps_formula.empty()) constant("eps_" + name, m.eps);
    constant("mu_" + name, m.mu);
    if (m.sigma_formula.empty()) constant("sigma_" + name, m.sigma);
    if (!period || m.graded()) continue;
    const double f = 1 / *period;
    const std::complex<double> index = passive_index(conducting_eps(m.eps, m.sigma, f) + susceptibility(m.poles, f),
                                                     m.mu + susceptibility(m.poles_m, f));
    constant("n_" + name, index.real());
    constant("k_" + name, index.imag());
  }
}

}  // namespace ez
