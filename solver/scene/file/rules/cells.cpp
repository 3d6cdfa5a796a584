// Rules for a gas and for heat: [[state]], the contents of a shape, [gas] and [heat].
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "solver/scene/file/rules/scene_rules.h"

namespace ez {

// A shape needs a state, or it is a wall, or the levels of a picture specify its contents.
void Rules::filling(const std::string& path, const Shape& shape, bool by_image) {
  if (shape.wall && !shape.state.empty())
    error(path + ".wall", fmt::format("{} has a state and is a wall; leave one of them out", path));
  else if (by_image && (shape.wall || !shape.state.empty()))
    warning(path, fmt::format("{} has levels, so its state has no effect; leave it out", path));
  else if (!by_image && !shape.wall && shape.state.empty())
    error(path, fmt::format("{} has no state; give state = {}, or wall = true", path,
                            names::quoted(names_.empty() ? "…" : *names_.begin())));
  else if (!by_image && !shape.wall)
    check_material_exists(path + ".state", shape.state);
}

void Rules::states() {
  if (scene_.states.empty())
    error("state", scene_.physics == Physics::gas
                       ? "the scene has no state to fill the domain; add [[state]] with name, density and pressure"
                       : "the scene has no state to fill the domain; add [[state]] with name and value");
  if (scene_.states.size() > most_materials)
    error("state", fmt::format("{} states; give at most {}", scene_.states.size(), most_materials));
  std::set<std::string_view> taken = {wall_name};
  for (std::size_t k = 0; k < scene_.states.size(); ++k) {
    const FluidState& s = scene_.states[k];
    const std::string path = fmt::format("state.{}", k);
    if (s.name.empty())
      error(path + ".name", path + ".name is empty; give the state a name");
    else if (!taken.insert(s.name).second)
      error(path + ".name", fmt::format("the name {} is {}; give this state another name", names::quoted(s.name),
                                        s.name == wall_name ? "built in" : "used twice"));
    if (s.color && *s.color > 0xffffff) error(path + ".color", path + ".color is over 0xffffff; give 0xRRGGBB");
  }
}

// A number that float cannot represent would be infinite or 0 from the start.
void Rules::check_fits_float(const std::string& path, double v, bool above_zero) {
  constexpr double most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::min();
  const bool small = above_zero && v > 0 && v < least;
  if (scene_.grid.precision != Precision::float32 || (!(std::abs(v) > most) && !small) || !holds(path)) return;
  error(path, fmt::format("{} is {:g}, {}; use another value, or grid.precision = \"double\"", path, v,
                          small   ? "below the smallest number of single precision (1.2e-38)"
                          : v > 0 ? "above the largest number of single precision (3.4e38)"
                                  : "below the lowest number of single precision (-3.4e38)"));
}

void Rules::check_numbers_fit_float() {
  const bool heat = scene_.physics == Physics::heat;
  for (std::size_t k = 0; k < scene_.states.size(); ++k) {
    const FluidState& s = scene_.states[k];
    const std::string path = fmt::format("state.{}.", k);
    if (heat) {
      check_fits_float(path + "value", s.value, false);
      continue;
    }
    check_fits_float(path + "density", s.density, true);
    check_fits_float(path + "velocity", std::abs(s.velocity.x) > std::abs(s.velocity.y) ? s.velocity.x : s.velocity.y,
                     false);
    check_fits_float(path + "pressure", s.pressure, true);
  }
  if (heat) return check_fits_float("heat.diffusivity", scene_.heat.diffusivity, true);
  check_fits_float("gas.gamma", scene_.gas.gamma, false);
  check_fits_float("gas.viscosity", scene_.gas.viscosity, false);
  check_fits_float("gas.entropy_fix", scene_.gas.entropy_fix, false);
}

void Rules::steps_of_cells() {
  const bool heat = scene_.physics == Physics::heat;
  const std::string table = heat ? "heat" : "gas";
  const std::optional<double>& cfl = heat ? scene_.heat.cfl : scene_.gas.cfl;
  const std::optional<double>& dt = heat ? scene_.heat.dt : scene_.gas.dt;
  if (cfl && dt) error(table + ".dt", fmt::format("{0} has both cfl and dt; leave one of them out", table));
  if (errors_ > 0) return;
  Scene at_limit = scene_;
  at_limit.gas.dt.reset(), at_limit.heat.dt.reset();
  at_limit.gas.cfl = at_limit.heat.cfl = 1;
  const double most = time_step(at_limit), step = time_step(scene_);
  if (step > most * (1 + 1e-9))
    warning(fmt::format("{}.{}", table, dt ? "dt" : "cfl"),
            fmt::format(
                "{}.{} gives steps of {:.4g} s, above the stability limit of {:.4g} s{}; the run will become unstable",
                table, dt ? "dt" : "cfl", step, most, heat ? "" : " for the initial state"));
}

void Rules::quantity(const std::string& path, Quantity quantity) {
  if (is_for(facts_of(quantity).belongs, scene_.physics)) return;
  error(path, fmt::format("{} is {}, which is for physics = {}{}", path, names::quoted(to_string(quantity)),
                          names::of(facts_of(quantity).belongs),
                          names::hint("", quantity_names(scene_.grid.polarization, scene_.physics))));
}

}  // namespace ez
