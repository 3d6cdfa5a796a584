#include "solver/scene/formula_constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <complex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "solver/base/constants.h"
#include "solver/scene/raster/raster.h"
#include "solver/theory/media.h"

namespace ez {
namespace {

using Define = std::function<void(const std::string&, double)>;
using Mentions = std::function<bool(std::string_view)>;

// Converts a name to letters, digits and _, which muParser accepts.
std::string as_identifier(std::string_view name) {
  std::string out;
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return out;
}

// Groups the shapes by material and state, in order.
using ShapesByName = std::unordered_map<std::string_view, std::vector<const Shape*>>;
ShapesByName shapes_by_name(const Scene& scene) {
  ShapesByName out;
  for (const Shape& s : scene.shapes) {
    out[s.material].push_back(&s);
    if (s.state != s.material) out[s.state].push_back(&s);
  }
  return out;
}
using Shapes = std::vector<const Shape*>;
// Returns the first shape of a kind.
template <class G>
const G* first_of(const Shapes& shapes) {
  for (const Shape* s : shapes)
    if (const G* g = std::get_if<G>(&s->geometry)) return g;
  return nullptr;
}
// Returns the first rects before they are turned, and their angles. Missing ones are NaN.
constexpr std::size_t most_rects = 6;
struct Measured {
  Rect rect = {{no_number, no_number}, {no_number, no_number}};
  double angle = no_number;  // degrees
};
std::array<Measured, most_rects> rects_of(const Scene& scene, const Shapes& shapes) {
  std::array<Measured, most_rects> out;
  std::size_t k = 0;
  for (const Shape* s : shapes) {
    if (!std::holds_alternative<Rect>(s->geometry) && !std::holds_alternative<TurnedRect>(s->geometry)) continue;
    for (const Geometry& geometry : copies_of(scene, *s)) {
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
// Calls f(name, m) with the dimensions of the first circle, ring and rects of a material or
// state. `name` is its identifier.
void measures_of(const Scene& scene, const Shapes& of_it, const std::string& name, const Define& f) {
  const Vec2 unit = scene.unit == Unit::cell ? cell_size(scene) : Vec2{metres(scene.unit), metres(scene.unit)};
  const Circle* circle = first_of<Circle>(of_it);
  const Ring* ring = first_of<Ring>(of_it);
  const Vec2 center = circle ? circle->center : ring ? ring->center : Vec2{no_number, no_number};
  std::int64_t shapes = 0;
  for (const Shape* s : of_it) shapes += count_of(s->copies);
  f("shapes_" + name, static_cast<double>(shapes));
  const auto lattice =
      std::ranges::find_if(of_it, [](const Shape* s) { return std::holds_alternative<LatticeCopies>(s->copies); });
  const Vec2 a1 = lattice == of_it.end() ? Vec2{no_number, no_number} : std::get<LatticeCopies>((*lattice)->copies).a1;
  f("pitch_" + name, std::hypot(a1.x * unit.x, a1.y * unit.y));
  f("radius_" + name, circle ? circle->radius * unit.x : no_number);
  f("inner_" + name, ring ? ring->inner * unit.x : no_number);
  f("outer_" + name, ring ? ring->outer * unit.x : no_number);
  f("center_x_" + name, center.x * unit.x);
  f("center_y_" + name, center.y * unit.y);
  std::string of = name;
  int k = 1;
  for (const auto& [r, angle] : rects_of(scene, of_it)) {
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
// Calls f(name, value) with the keys of a material's poles in order, and finally with NaN for the keys of all kinds.
void poles_of(const Material& m, const Define& f) {
  const std::string name = "_" + as_identifier(m.name);
  const auto each = [&](const auto& model) {
    model.fields(model, [&](std::string_view key, double value, const Key&) { f(std::string(key) + name, value); });
  };
  for (const Pole& pole : m.poles) std::visit(each, pole.model);
  each(Drude{no_number, no_number}), each(Lorentz{no_number, no_number, no_number}), each(Debye{no_number, no_number});
}
// Calls f(name, value) with the numbers of a gas or heat and of its initial states.
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

// The first words of the names that measures_of() gives to a shape, and its kind.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> measure_kinds = {{{"left_", "rectangle"},
                                                                                          {"right_", "rectangle"},
                                                                                          {"bottom_", "rectangle"},
                                                                                          {"top_", "rectangle"},
                                                                                          {"width_", "rectangle"},
                                                                                          {"height_", "rectangle"},
                                                                                          {"angle_", "rectangle"},
                                                                                          {"radius_", "circle"},
                                                                                          {"center_x_", "circle"},
                                                                                          {"center_y_", "circle"},
                                                                                          {"inner_", "ring"},
                                                                                          {"outer_", "ring"}}};

// Returns k of "NAME_k", or 1 of "NAME".
std::optional<int> number_of(std::string_view word, std::string_view name) {
  if (word == name) return 1;
  if (word.size() != name.size() + 2 || !word.starts_with(name) || word[name.size()] != '_') return std::nullopt;
  const int k = word.back() - '0';
  return k >= 2 && k <= static_cast<int>(most_rects) ? std::optional(k) : std::nullopt;
}

int count_of_kind(const Scene& scene, const Shapes& shapes, std::string_view kind) {
  if (kind == "circle") return first_of<Circle>(shapes) ? 1 : 0;
  if (kind == "ring") return first_of<Ring>(shapes) ? 1 : 0;
  return static_cast<int>(
      std::ranges::count_if(rects_of(scene, shapes), [](const Measured& m) { return !std::isnan(m.angle); }));
}

}  // namespace

std::optional<MissingShape> missing_shape(const Scene& scene, const std::vector<std::string>& names) {
  std::vector<std::string> materials;
  for (const Material& m : scene.materials) materials.push_back(m.name);
  for (const FluidState& s : scene.states) materials.push_back(s.name);
  for (std::size_t k = 0; k < 3; ++k) materials.push_back(palette_entry(scene, k).name);
  const ShapesByName shapes = shapes_by_name(scene);
  std::optional<MissingShape> out;
  for (const std::string& name : names)
    for (const auto& [first, kind] : measure_kinds) {
      if (!name.starts_with(first)) continue;
      for (const std::string& material : materials) {
        const auto k = number_of(std::string_view(name).substr(first.size()), as_identifier(material));
        if (!k || (out && *k <= out->needed)) continue;
        const auto at = shapes.find(material);
        out = {kind, material, *k, count_of_kind(scene, at == shapes.end() ? Shapes() : at->second, kind)};
      }
    }
  return out && out->present < out->needed ? out : std::nullopt;
}

void constants_of(const Scene& scene, const Define& constant, const Mentions& mentions) {
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
    if (const Motion* motion = motion_of(s); motion && !s.name.empty() && mentions(as_identifier(s.name)))
      constant("beta_" + as_identifier(s.name), motion->moves() ? motion->metres_per_second() / c0 : 0);
  fluid_of(scene, constant);
  std::optional<ShapesByName> shapes;  // made on first use
  const auto measures = [&](std::string_view of, const std::string& name) {
    if (!shapes) shapes = shapes_by_name(scene);
    const auto at = shapes->find(of);
    measures_of(scene, at == shapes->end() ? Shapes() : at->second, name, constant);
  };
  for (const FluidState& s : scene.states)
    if (const std::string name = as_identifier(s.name); mentions(name)) measures(s.name, name);
  for (std::size_t k = 0; k < 3; ++k)
    if (const PaletteEntry m = palette_entry(scene, k); mentions(as_identifier(m.name)))
      measures(m.name, as_identifier(m.name));
  for (const Material& m : scene.materials) {
    const std::string name = as_identifier(m.name);
    if (!mentions(name)) continue;
    measures(m.name, name);
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
