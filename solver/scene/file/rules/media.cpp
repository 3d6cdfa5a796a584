// Rules of [[material]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <set>
#include <utility>

#include "solver/base/constants.h"
#include "solver/scene/file/rules/scene_rules.h"
#include "solver/scene/formula.h"
#include "solver/scene/raster/mixed.h"

namespace ez {

void Rules::materials() {
  std::set<std::string_view> taken(names::builtin_materials.begin(), names::builtin_materials.end());
  double least_eps = 1, least_mu = 1;  // vacuum's
  std::string path_of_least = "grid.courant";
  bool media = true;
  for (std::size_t k = 0; k < scene_.materials.size(); ++k) {
    const Material& m = scene_.materials[k];
    const std::string path = fmt::format("material.{}", k);
    if (m.name.empty()) {
      error(path + ".name", path + ".name is empty; give the material a name");
    } else if (!taken.insert(m.name).second) {
      const auto& built_in = names::builtin_materials;
      const bool own = std::find(built_in.begin(), built_in.end(), m.name) == built_in.end();
      error(path + ".name", fmt::format("the name {} is {}; give this material another name", names::quoted(m.name),
                                        own ? "used twice" : "built in"));
    }
    for (const auto& [key, value] : {std::pair(".eps", m.eps), std::pair(".mu", m.mu)}) {
      if (holds(path + key))
        beyond(path + key, value, most_eps, "", "no medium has such a value; check that it is intended");
      media = media && holds(path + key);
    }
    formula(path + ".eps", m.eps_formula);
    formula(path + ".sigma", m.sigma_formula);
    if (m.eps < least_eps || m.mu < least_mu) path_of_least = path;
    least_eps = std::min(least_eps, m.eps);
    least_mu = std::min(least_mu, m.mu);
    if (m.color && *m.color > 0xffffff) error(path + ".color", path + ".color is over 0xffffff; give 0xRRGGBB");
  }
  if (scene_.materials.size() > most_materials)
    error("material", fmt::format("{} materials; give at most {}", scene_.materials.size(), most_materials));
  if (media) check_courant(least_eps, least_mu, path_of_least);
}

// A constant ε or μ below 0 is unstable with any time step, so such a medium needs poles. Returns which Drude pole
// gives the value at the frequency of the first source, and which presets are metals.
std::string Rules::poles_instead(const std::string& path, double value) const {
  const bool of_eps = path.ends_with(".eps");
  if (!path.starts_with("material.") || !(of_eps || path.ends_with(".mu")) || !(value < 0) || !std::isfinite(value))
    return {};
  const std::string_view key = of_eps ? "eps" : "mu";
  const double f = 1 / first_period(scene_).value_or(0);
  const std::string plasma = fmt::format("{:.6g}", f * std::sqrt(1 - value));
  const bool known = std::isfinite(f) && f > 0;
  return fmt::format(
      "; a negative {0} depends on the frequency, so leave {0} out and give {1} = [{{ kind = \"drude\", plasma = {2} "
      "}}]{3}{4}",
      key, of_eps ? "poles" : "magnetic_poles", known ? plasma : "the plasma frequency in Hz",
      known ? fmt::format(", which makes {} {:g} at {:g} Hz", key, value, f) : "",
      of_eps ? ", or a metal with its losses, preset = \"silver\", \"gold\" or \"aluminium\"" : "");
}

void Rules::formula(const std::string& path, const std::string& text) {
  if (text.empty()) return;
  try {
    static_cast<void>(PlaceFormula(text));
  } catch (const FormulaError& e) {
    error(path, fmt::format("{} {}", path, e.what()));
  }
}

const Material* Rules::material(std::string_view name) const {
  const auto at =
      std::find_if(scene_.materials.begin(), scene_.materials.end(), [&](const Material& m) { return m.name == name; });
  return at == scene_.materials.end() ? nullptr : &*at;
}

// Checks the values of formulas at the nodes.
void Rules::graded_media() {
  double least_mu = 1;
  for (const Material& m : scene_.materials) least_mu = std::min(least_mu, m.mu);
  const double courant = scene_.grid.courant;
  for (const GradedRange& r : media_.ranges()) {
    const Material& m = *material(r.material);
    const std::string path = fmt::format("material.{}", &m - scene_.materials.data());
    const auto place = [&](const GradedRange::Place& p) {
      return fmt::format("x = {:.4g}, y = {:.4g} in its shape, [{:.4g}, {:.4g}] in the scene", p.at.x, p.at.y,
                         p.in_scene.x, p.in_scene.y);
    };
    if (r.wrong) {
      const std::string key = path + (r.wrong->of_eps ? ".eps" : ".sigma");
      const double v = r.wrong->value;
      error(key, fmt::format("{} is {} at {}; give a formula that is {} everywhere in the material", key,
                             std::isnan(v) ? "not a number" : fmt::format("{:g}", v), place(*r.wrong),
                             r.wrong->of_eps ? "a number above 0" : "0 or more"));
      continue;
    }
    if (m.eps_formula.empty()) continue;
    if (courant > 0 && courant <= 1 && r.least_eps * least_mu < courant * courant)
      error(path + ".eps", fmt::format("{}.eps is {:g} at {}, where courant = {:g} is unstable; give a formula above "
                                       "{:.4g} there, or reduce grid.courant",
                                       path, r.least_eps, place(r.least), courant, courant * courant / least_mu));
    else if (r.least_eps < 1)
      warning(path + ".eps",
              fmt::format("{}.eps is {:g} at {}; below 1 waves are faster than light; check that it is intended", path,
                          r.least_eps, place(r.least)));
    if (r.most_eps > most_eps)
      warning(path + ".eps", fmt::format("{}.eps reaches {:g}; no medium has such a value; check that it is intended",
                                         path, r.most_eps));
  }
}

// Warns of a magnetic conductor whose skin depth is smaller than a cell, because the grid cannot represent the flux in
// it (problem/skin.h). In an hz scene this is the dual, a magnetically conducting medium of large ε.
void Rules::warn_unresolved_skin_depths() {
  constexpr double strongly_magnetic = 10;  // μ_r from which on the surface differs much from that of a plain metal
  const std::optional<double> period = first_period(scene_);
  if (!period || !(*period > 0)) return;
  const bool dual = scene_.grid.polarization == Polarization::hz;
  const Vec2 cell = cell_size(scene_);
  const double longer = std::max(cell.x, cell.y), omega = 2 * pi / *period;
  const std::set<std::string_view> used = used_names(scene_);
  for (const Material& m : scene_.materials) {
    const double mu = dual ? m.eps : m.mu, sigma = dual ? m.sigma_m : m.sigma;
    if (!used.contains(m.name) || mu < strongly_magnetic || !(sigma > 0)) continue;
    const std::complex<double> z{m.sigma_m, omega * mu0 * m.mu}, y{m.sigma, omega * eps0 * m.eps};
    const double depth = 1 / std::sqrt(z * y).real();
    if (depth >= longer) continue;
    const std::string path = fmt::format("material.{}.{}", &m - scene_.materials.data(), dual ? "eps" : "mu");
    warning(path,
            fmt::format("{} is {:g}, but at {:.3g} Hz waves penetrate {} by only {:.3g} m, {:.2g} of a cell. The grid "
                        "cannot resolve this, so {} reflects almost like {}. Use {}, or cells smaller than {:.1g} m",
                        path, mu, 1 / *period, names::quoted(m.name), depth, depth / longer, names::quoted(m.name),
                        dual ? "pmc" : "pec", dual ? "pmc" : "pec", depth));
  }
}

// Reports a Courant number that is unstable in a medium of ε_r μ_r < 1, where waves are faster than c.
void Rules::check_courant(double least_eps, double least_mu, const std::string& path) {
  const double courant = scene_.grid.courant, product = least_eps * least_mu;
  if (!(courant > 0 && courant <= 1) || product >= courant * courant) return;
  error(path,
        fmt::format(
            "the smallest eps × the smallest mu is {:g}, where courant = {:g} is unstable; give grid.courant = {:g}",
            product, courant, most_courant(scene_)));
}

void Rules::check_material_exists(const std::string& path, const std::string& name) {
  if (names_.contains(name)) return;
  const std::vector<std::string_view> known(names_.begin(), names_.end());
  const bool cells = in_cells(scene_.physics);
  error(path, fmt::format("{} is {}, which is not a {}{}", path, names::quoted(name), cells ? "state" : "material",
                          known.empty() ? "; add a [[state]] with this name" : names::hint(name, known)));
}

}  // namespace ez
