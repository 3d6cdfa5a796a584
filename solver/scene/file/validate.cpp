// The rules a scene must keep beyond its types. Each finding names the value it is about by its path, says what is
// wrong and what to do. Rules that rest on others (a place on a grid that has no size) wait until those hold.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "solver/base/constants.h"
#include "solver/scene/duration.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/rules.h"
#include "solver/scene/file/variants.h"
#include "solver/scene/formula.h"
#include "solver/scene/names.h"
#include "solver/scene/raster/mixed.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/raster/spans.h"
#include "solver/scene/scheme.h"
#include "solver/scene/section.h"
#include "solver/theory/dispersion.h"

namespace ez {
namespace {

constexpr double widest_cloud = 5;  // cells, of what moves
constexpr int fewest_cells = 16;
constexpr double smallest_cell = 1e-12, largest_cell = 1e6;  // m: far beyond both, coefficients leave a float's range
constexpr double farthest = 1e9;                             // cells from the origin
constexpr std::size_t most_monitor_frequencies = 4096;
constexpr std::size_t most_materials = 65533;  // with the three built-in ones, 16 bits of palette

class Rules {
 public:
  explicit Rules(const Scene& scene) : scene_(scene) {
    if (in_cells(scene.physics)) {
      for (const FluidState& s : scene.states) names_.insert(s.name);
      return;
    }
    names_.insert(names::builtin_materials.begin(), names::builtin_materials.end());
    for (const Material& m : scene.materials) names_.insert(m.name);
  }

  std::vector<Finding> run();

 private:
  void error(std::string path, std::string text) {
    ++errors_;
    findings_.push_back({Message::Kind::error, std::move(path), std::move(text)});
  }
  void warning(std::string path, std::string text) {
    findings_.push_back({Message::Kind::warning, std::move(path), std::move(text)});
  }
  // Every number in the range of its key, every text one of its words; each key by its path.
  template <class T>
  void keys(const std::string& outer, const T& value);
  friend class KeyRules;
  void number(const std::string& path, double value, const Key& key, double cell);
  void word(const std::string& path, std::string_view value, const Key& key);
  bool holds(const std::string& path) const { return !failed_.contains(path); }
  // Whether a number of the table at `path` is out of its range.
  bool any_failed(const std::string& path) const {
    const auto first = failed_.lower_bound(path + ".");
    return first != failed_.end() && first->starts_with(path + ".");
  }

  void grid();
  void boundary();
  void layers();
  void poles_at_mur();
  void materials();
  void formula(const std::string& path, const std::string& text);
  void graded_media();
  void courant_against_media(double least_eps, double least_mu, const std::string& path);
  void material_exists(const std::string& path, const std::string& name);
  void shape(const std::string& path, const Shape& shape);
  void filling(const std::string& path, const Shape& shape, bool by_image);
  void states();
  void steps_of_cells();
  void quantity(const std::string& path, Quantity quantity);
  void geometry(const std::string&, const auto&) {}
  void geometry(const std::string& path, const Ring& g);
  void geometry(const std::string& path, const Rect& g);
  void geometry(const std::string& path, const Polygon& g);
  void geometry(const std::string& path, const Stroke& g);
  void geometry(const std::string& path, const ImageShape& g);
  void source(const std::string& path, const Source& source);
  void motion(const std::string& path, const Source& source, const Motion& m);
  void placed(const std::string& path, const PointSource& g);
  void placed(const std::string& path, const LineSource& g);
  void placed(const std::string& path, const DipoleSource& g);
  void placed(const std::string& path, const ArraySource& g);
  void placed(const std::string& path, const PlaneSource& g);
  void placed(const std::string& path, const BeamSource& g, const Waveform& waveform);
  void placed(const std::string& path, const ModeSource& g, const Waveform& waveform);
  bool one_way(const std::string& path, const auto& g, const Waveform& waveform);
  bool along_an_axis(const std::string& path, Vec2 from, Vec2 to);
  void has_mode(const std::string& path, Vec2 from, Vec2 to, int index, double frequency);
  void between(const std::string& path, const auto& g);
  void waveform(const std::string& path, const Waveform& waveform);
  void points(const std::string& path, const Tabulated& table);
  void resolved(const std::string& path, double value, std::string_view unit = "Hz");
  bool beyond(const std::string& path, double value, double most, std::string_view unit, std::string_view remedy);
  bool inside(const std::string& path, Vec2 at);
  void has_effect(const std::string& path, const std::vector<Node>& nodes);
  std::string_view material_at(Node node);
  const Material* material(std::string_view name) const;
  std::string_view dead_reason(Node node);
  void probes();
  void monitors();
  void monitor(const std::string& path, const Monitor& monitor);
  void far(const std::string& path, const FarMonitor& far, bool inside);
  void spectrum(const std::string& path, const MonitorFrequencies& frequencies);
  void too_high(const std::string& path, double frequency);

  const Scene& scene_;
  std::set<std::string_view> names_;  // of materials, or states, that shapes and background may name
  std::vector<Finding> findings_;
  std::size_t errors_ = 0;
  std::set<std::string> failed_;  // paths of numbers out of their ranges
  bool grid_holds_ = false;       // cells and cell sizes are usable
  // Cutters of the shapes, made when first needed.
  std::vector<SpanCutter> cutters_;
  std::vector<Interval> spans_;
};

void Rules::grid() {
  const Grid& g = scene_.grid;
  grid_holds_ = true;
  if (std::min(g.nx, g.ny) < fewest_cells || std::max(g.nx, g.ny) > most_cells) {
    grid_holds_ = false;
    error("grid.cells", fmt::format("grid.cells is [{}, {}]; give {} to {} cells along each axis", g.nx, g.ny,
                                    fewest_cells, most_cells));
  }
  const Vec2 cell = cell_size(scene_);
  for (const double size : {cell.x, cell.y}) {
    if (size >= smallest_cell && size <= largest_cell) continue;
    grid_holds_ = false;
    error("grid.cell", fmt::format("grid.cell is {:g} m; give a cell size above 0, from 1e-12 m to 1e6 m", size));
    break;
  }
  if (!in_cells(scene_.physics) || !g.background.empty()) material_exists("grid.background", g.background);
  if (const Material* m = material(g.background); m && m->graded())
    error("grid.background",
          fmt::format("grid.background is {}, which has a formula of the place in a shape; draw a shape of it over a "
                      "background without",
                      names::quoted(g.background)));
  if (g.smoothing && g.polarization == Polarization::hz &&
      std::all_of(scene_.materials.begin(), scene_.materials.end(),
                  [](const Material& m) { return m.mu == 1 && m.sigma_m == 0; }))
    warning("grid.smoothing",
            "grid.smoothing takes means of mu and sigma_m in an hz scene, and no material has any; leave it out");
}

void Rules::boundary() {
  const Boundary& b = scene_.boundary;
  for (const Side side : all_sides) {
    if (is_for(facts_of(b[side]).belongs, scene_.physics)) continue;
    std::vector<std::string_view> kinds;
    for (const BoundaryFacts& k : boundary_kinds)
      if (is_for(k.belongs, scene_.physics)) kinds.push_back(k.name);
    const std::string path = fmt::format("boundary.{}", to_string(side));
    error(path, fmt::format("{} is {}, which is for physics = {}; give one of {}", path, to_string(b[side]),
                            names::of(facts_of(b[side]).belongs), fmt::join(kinds, ", ")));
  }
  for (const auto& [one, other] : {std::pair(Side::left, Side::right), std::pair(Side::bottom, Side::top)}) {
    const bool first = facts_of(b[one]).in_pairs;
    if (b[one] == b[other] || !(first || facts_of(b[other]).in_pairs)) continue;
    const Side alone = first ? one : other, pair = first ? other : one;
    error(fmt::format("boundary.{}", to_string(alone)),
          fmt::format("boundary.{0} is {2} and {1} is not; make both of the pair {2}", to_string(alone),
                      to_string(pair), to_string(b[alone])));
  }
  const CpmlGrading& c = b.cpml;
  if (holds("boundary.cpml.kappa"))
    beyond("boundary.cpml.kappa", c.kappa, most_kappa, "", "a layer stretched so far reflects; give 1 to 100");
  if (grid_holds_ && holds("boundary.cpml.cells")) layers();
}

void Rules::layers() {
  const Boundary& b = scene_.boundary;
  const auto axis = [&](Side one, Side other, int nodes, const char* name) {
    const int sides = b.has_layer(one) + b.has_layer(other);
    const int inner = nodes - sides * b.cpml.cells;
    if (sides == 0 || inner >= fewest_inner_nodes) return true;
    error(
        "boundary.cpml.cells",
        fmt::format("boundary.cpml.cells is {}, which leaves {} of {} nodes along {}; give at most {} or a larger grid",
                    b.cpml.cells, std::max(inner, 0), nodes, name, (nodes - fewest_inner_nodes) / sides));
    return false;
  };
  if (axis(Side::left, Side::right, scene_.grid.nx, "x")) axis(Side::bottom, Side::top, scene_.grid.ny, "y");
}

// Mur's condition is for one speed of the wave.
void Rules::poles_at_mur() {
  const auto meets = [&](NodeRect r, Side side) {
    const int nx = scene_.grid.nx, ny = scene_.grid.ny;
    return !r.empty() && (side == Side::left     ? r.i0 == 0
                          : side == Side::right  ? r.i1 == nx
                          : side == Side::bottom ? r.j0 == 0
                                                 : r.j1 == ny);
  };
  const auto warn = [&](const std::string& material, NodeRect where) {
    const auto m = std::find_if(scene_.materials.begin(), scene_.materials.end(),
                                [&](const Material& x) { return x.name == material; });
    if (m == scene_.materials.end() || m->poles.empty()) return false;
    for (const Side side : all_sides) {
      const BoundaryFacts& kind = facts_of(scene_.boundary[side]);
      if (kind.mur_order == 0 || !meets(where, side)) continue;
      const std::string path = fmt::format("boundary.{}", to_string(side));
      warning(path, fmt::format("{} is {}, which is for one speed, and {} has poles there; cpml absorbs it", path,
                                kind.name, names::quoted(material)));
      return true;
    }
    return false;
  };
  if (warn(scene_.grid.background, {0, 0, scene_.grid.nx, scene_.grid.ny})) return;
  for (const Shape& s : scene_.shapes)
    for (const std::string_view name : materials_of(s))
      if (warn(std::string(name), bounds(scene_, s))) return;
}

void Rules::materials() {
  std::set<std::string_view> taken(names::builtin_materials.begin(), names::builtin_materials.end());
  double least_eps = 1, least_mu = 1;  // vacuum's
  std::string path_of_least = "grid.courant";
  bool media = true;
  for (std::size_t k = 0; k < scene_.materials.size(); ++k) {
    const Material& m = scene_.materials[k];
    const std::string path = fmt::format("material.{}", k);
    if (m.name.empty()) {
      error(path + ".name", path + ".name is empty; name the material");
    } else if (!taken.insert(m.name).second) {
      const auto& built_in = names::builtin_materials;
      const bool own = std::find(built_in.begin(), built_in.end(), m.name) == built_in.end();
      error(path + ".name", fmt::format("the name {} is {}; give this material another", names::quoted(m.name),
                                        own ? "used twice" : "built in"));
    }
    for (const auto& [key, value] : {std::pair(".eps", m.eps), std::pair(".mu", m.mu)}) {
      if (holds(path + key)) beyond(path + key, value, most_eps, "", "no medium has so much; check that it is meant");
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
  if (media) courant_against_media(least_eps, least_mu, path_of_least);
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

// What formulas give at the nodes.
void Rules::graded_media() {
  double least_mu = 1;
  for (const Material& m : scene_.materials) least_mu = std::min(least_mu, m.mu);
  const double courant = scene_.grid.courant;
  for (const GradedRange& r : graded_ranges(scene_)) {
    const Material& m = *material(r.material);
    const std::string path = fmt::format("material.{}", &m - scene_.materials.data());
    const auto place = [&](const GradedRange::Place& p) {
      return fmt::format("x = {:.4g}, y = {:.4g} of its shape, the scene's [{:.4g}, {:.4g}]", p.at.x, p.at.y,
                         p.in_scene.x, p.in_scene.y);
    };
    if (r.wrong) {
      const std::string key = path + (r.wrong->of_eps ? ".eps" : ".sigma");
      const double v = r.wrong->value;
      error(key, fmt::format("{} is {} at {}; give a formula that is {} wherever the material is", key,
                             std::isnan(v) ? "no number" : fmt::format("{:g}", v), place(*r.wrong),
                             r.wrong->of_eps ? "a number above 0" : "0 or more"));
      continue;
    }
    if (m.eps_formula.empty()) continue;
    if (courant > 0 && courant <= 1 && r.least_eps * least_mu < courant * courant)
      error(path + ".eps",
            fmt::format("{}.eps is {:g} at {}, where courant = {:g} is unstable; give a formula above {:.4g} there, or "
                        "a smaller grid.courant",
                        path, r.least_eps, place(r.least), courant, courant * courant / least_mu));
    else if (r.least_eps < 1)
      warning(path + ".eps",
              fmt::format("{}.eps is {:g} at {}; below 1 waves are faster than light, check that it is meant", path,
                          r.least_eps, place(r.least)));
    if (r.most_eps > most_eps)
      warning(path + ".eps",
              fmt::format("{}.eps reaches {:g}; no medium has so much; check that it is meant", path, r.most_eps));
  }
}

// Waves in a medium of ε_r μ_r < 1 are faster than c, and so is the limit on Δt.
void Rules::courant_against_media(double least_eps, double least_mu, const std::string& path) {
  const double courant = scene_.grid.courant, product = least_eps * least_mu;
  if (!(courant > 0 && courant <= 1) || product >= courant * courant) return;
  error(path,
        fmt::format("the least eps × the least mu is {:g}, where courant = {:g} is unstable; give grid.courant = {:g}",
                    product, courant, most_courant(scene_)));
}

void Rules::material_exists(const std::string& path, const std::string& name) {
  if (names_.contains(name)) return;
  const std::vector<std::string_view> known(names_.begin(), names_.end());
  error(path, fmt::format("{} is {}, which is no {}{}", path, names::quoted(name),
                          in_cells(scene_.physics) ? "state" : "material", names::hint(name, known)));
}

void Rules::geometry(const std::string& path, const Ring& g) {
  if (!holds(path + ".inner") || !holds(path + ".outer") || g.inner <= g.outer) return;
  error(path + ".inner",
        fmt::format("{0}.inner is {1}, more than the outer radius {2}; give at most {2}", path, g.inner, g.outer));
}

void Rules::geometry(const std::string& path, const Rect& g) {
  if (!holds(path + ".min") || !holds(path + ".max") || (g.min.x <= g.max.x && g.min.y <= g.max.y)) return;
  error(path + ".min", fmt::format("{0}.min is not below {0}.max; exchange what is the wrong way round", path));
}

void Rules::geometry(const std::string& path, const Polygon& g) {
  if (g.points.size() < 3)
    error(path + ".points", fmt::format("{}.points has {} points; give 3 or more", path, g.points.size()));
}

void Rules::geometry(const std::string& path, const Stroke& g) {
  if (g.points.empty()) error(path + ".points", path + ".points is empty; give one point or more");
}

void Rules::geometry(const std::string& path, const ImageShape& g) {
  if (g.picture.empty()) error(path, fmt::format("{} has no picture; give file, a PNG", path));
  if (holds(path + ".min") && holds(path + ".max") && !(g.min.x < g.max.x && g.min.y < g.max.y))
    error(path + ".min", fmt::format("{0}.min is not below and left of {0}.max; draw the box larger", path));
  if (g.ramp && !g.levels.empty())
    error(path + ".ramp", fmt::format("{} has levels and a ramp; leave one of the two out", path));
  int before = -1;
  for (std::size_t k = 0; k < g.levels.size(); ++k) {
    const ImageLevel& l = g.levels[k];
    const std::string at = fmt::format("{}.levels.{}", path, k);
    if (l.grey < 0 || l.grey > 255)
      error(at, fmt::format("{} begins at a grey that is not from 0, black, to 255, white; give one of these", at));
    else if (l.grey <= before)
      error(at, fmt::format("{} begins at {}, which does not come after {}; let the greys rise", at, l.grey, before));
    before = l.grey;
    if (!(in_cells(scene_.physics) && l.material == wall_name)) material_exists(at, l.material);
  }
  if (!g.ramp) return;
  if (in_cells(scene_.physics))
    return error(path + ".ramp", path + ".ramp goes between numbers of media; give levels, each with a state");
  for (const std::string& name : *g.ramp) {
    material_exists(path + ".ramp", name);
    const Material* m = material(name);
    if (name == "pec" || name == "pmc" || (m && (m->graded() || !m->poles.empty())))
      error(path + ".ramp", fmt::format("{}.ramp names {}, which has no numbers to go between; give media that have",
                                        path, names::quoted(name)));
  }
}

void Rules::shape(const std::string& path, const Shape& shape) {
  const auto* image = std::get_if<ImageShape>(&shape.geometry);
  const bool own = image && (image->ramp || !image->levels.empty());
  if (in_cells(scene_.physics))
    filling(path, shape, own);
  else if (!shape.state.empty() || shape.wall)
    error(path, fmt::format("{} has a state or is a wall, which is for physics = {}; give a material", path,
                            names::of(For::cells)));
  else if (!own)
    material_exists(path + ".material", shape.material);
  else if (!shape.material.empty())
    warning(path + ".material",
            fmt::format("{0}.material has no effect beside levels or a ramp; leave {0}.material out", path));
  const std::size_t errors = errors_;
  std::visit([&](const auto& g) { geometry(path, g); }, shape.geometry);
  if (errors_ > errors || !grid_holds_ || any_failed(path)) return;
  if (!bounds(scene_, shape).empty()) return;
  const SpanCutter cutter(scene_, shape.geometry);
  const double height = row_height(scene_);
  const bool outside = cutter.max().x < 0 || cutter.max().y < 0 || cutter.min().x > scene_.grid.nx - 1 ||
                       cutter.min().y > (scene_.grid.ny - 1) * height;
  warning(path, outside ? fmt::format("{} lies wholly outside the grid; move it or delete it", path)
                        : fmt::format("{} lies between the nodes and covers none; make it larger", path));
}

// A state, or a wall, or levels of a picture that say it.
void Rules::filling(const std::string& path, const Shape& shape, bool by_image) {
  if (shape.wall && !shape.state.empty())
    error(path + ".wall", fmt::format("{} has a state and is a wall; leave one of the two out", path));
  else if (by_image && (shape.wall || !shape.state.empty()))
    warning(path, fmt::format("{} has levels; its state has no effect, leave it out", path));
  else if (!by_image && !shape.wall && shape.state.empty())
    error(path, fmt::format("{} names no state; give state = {}, or wall = true", path,
                            names::quoted(scene_.states.empty() ? "…" : scene_.states.front().name)));
  else if (!by_image && !shape.wall)
    material_exists(path + ".state", shape.state);
}

void Rules::states() {
  if (scene_.states.empty())
    error("state", scene_.physics == Physics::gas
                       ? "the scene has no state to fill the room with; add [[state]] with name, density and pressure"
                       : "the scene has no state to fill the room with; add [[state]] with name and value");
  if (scene_.states.size() > most_materials)
    error("state", fmt::format("{} states; give at most {}", scene_.states.size(), most_materials));
  std::set<std::string_view> taken = {wall_name};
  for (std::size_t k = 0; k < scene_.states.size(); ++k) {
    const FluidState& s = scene_.states[k];
    const std::string path = fmt::format("state.{}", k);
    if (s.name.empty())
      error(path + ".name", path + ".name is empty; name the state");
    else if (!taken.insert(s.name).second)
      error(path + ".name", fmt::format("the name {} is {}; give this state another", names::quoted(s.name),
                                        s.name == wall_name ? "built in" : "used twice"));
    if (s.color && *s.color > 0xffffff) error(path + ".color", path + ".color is over 0xffffff; give 0xRRGGBB");
  }
}

void Rules::steps_of_cells() {
  const bool heat = scene_.physics == Physics::heat;
  const std::string table = heat ? "heat" : "gas";
  const std::optional<double>& cfl = heat ? scene_.heat.cfl : scene_.gas.cfl;
  const std::optional<double>& dt = heat ? scene_.heat.dt : scene_.gas.dt;
  if (cfl && dt) error(table + ".dt", fmt::format("{0} has cfl and dt; leave one of the two out", table));
  if (errors_ > 0) return;
  Scene at_limit = scene_;
  at_limit.gas.dt.reset(), at_limit.heat.dt.reset();
  at_limit.gas.cfl = at_limit.heat.cfl = 1;
  const double most = time_step(at_limit), step = time_step(scene_);
  if (step > most * (1 + 1e-9))
    warning(fmt::format("{}.{}", table, dt ? "dt" : "cfl"),
            fmt::format("{}.{} makes steps of {:.4g} s, over the limit of stability {:.4g} s{}; the run will break",
                        table, dt ? "dt" : "cfl", step, most, heat ? "" : " of what the gas starts with"));
}

void Rules::quantity(const std::string& path, Quantity quantity) {
  if (is_for(facts_of(quantity).belongs, scene_.physics)) return;
  error(path, fmt::format("{} is {}, which is for physics = {}{}", path, names::quoted(to_string(quantity)),
                          names::of(facts_of(quantity).belongs),
                          names::hint("", quantity_names(scene_.grid.polarization, scene_.physics))));
}

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

bool Rules::beyond(const std::string& path, double value, double most, std::string_view unit, std::string_view remedy) {
  if (std::abs(value) <= most) return false;
  warning(path, fmt::format("{} is {:g}{}; {}", path, value, unit, remedy));
  return true;
}

bool Rules::inside(const std::string& path, Vec2 at) {
  if (!holds(path) || !grid_holds_) return false;
  const Node node = nearest_node(scene_, at);
  const Grid& g = scene_.grid;
  if (node.i >= 0 && node.i < g.nx && node.j >= 0 && node.j < g.ny) return true;
  const double beyond = in_cells(scene_.physics) ? 0.5 : 0;  // the far edge of the last cell
  const Vec2 last = from_nodes(scene_, {g.nx - 1.0 + beyond, g.ny - 1.0 + beyond});
  error(path, fmt::format("{} = [{:g}, {:g}] lies outside the grid; give x from 0 to {:g} and y from 0 to {:g} {}",
                          path, at.x, at.y, last.x, last.y, to_string(scene_.unit)));
  return false;
}

std::string_view Rules::material_at(Node node) {
  if (cutters_.empty())
    for (const Shape& s : scene_.shapes) cutters_.emplace_back(scene_, s.geometry);
  const double x = node.i, y = node.j * row_height(scene_);
  for (std::size_t k = cutters_.size(); k-- > 0;) {
    const SpanCutter& c = cutters_[k];
    if (x < c.min().x || x > c.max().x || y < c.min().y || y > c.max().y) continue;
    c.cut(y, spans_);
    if (std::any_of(spans_.begin(), spans_.end(), [x](const Interval& s) { return s.x0 <= x && x <= s.x1; }))
      return material_of(scene_, scene_.shapes[k], from_nodes(scene_, {double(node.i), double(node.j)}));
  }
  return scene_.grid.background;
}

// Why a current at a node changes nothing there; empty where it does.
std::string_view Rules::dead_reason(Node node) {
  if (is_held(scene_, node)) return "on a wall, where the boundary sets the field";
  const std::string_view material = material_at(node);
  if (material == "pec") return "in pec";
  return material == "pmc" ? "in pmc" : "";
}

void Rules::has_effect(const std::string& path, const std::vector<Node>& nodes) {
  std::string_view reason;
  for (const Node node : nodes) {
    reason = dead_reason(node);
    if (reason.empty()) return;
  }
  warning(path, fmt::format("{} lies {} and has no effect; move the source", path, reason));
}

void Rules::source(const std::string& path, const Source& source) {
  waveform(path + ".waveform", source.waveform);
  if (source.hard && !can_be_hard(source))
    error(path + ".hard", fmt::format("{} is true, and a source of kind {} drives currents; leave it out",
                                      path + ".hard", kind_of(source.geometry)));
  const std::size_t errors = errors_;
  if (const Motion* m = motion_of(source)) motion(path, source, *m);
  if (errors_ != errors) return;
  Source copy = source;
  bool all_inside = true;
  for (const NamedPlace& place : places_of(copy))
    all_inside &= inside(fmt::format("{}.{}", path, place.key), *place.at);
  if (all_inside && grid_holds_ && !any_failed(path))
    std::visit(
        [&](const auto& g) {
          if constexpr (requires { placed(path, g, source.waveform); })
            placed(path, g, source.waveform);
          else
            placed(path, g);
        },
        source.geometry);
}

// Whether it goes anywhere, and slower than light: then it passes less than a cell a step.
void Rules::motion(const std::string& path, const Source& source, const Motion& m) {
  if (!m.moves()) {
    if (is_charge(source))
      error(path + ".charge", fmt::format("{0}.charge is true, and the charge stands still; give {0}.path", path));
    for (const auto& [key, given] :
         {std::pair("speed", m.speed.has_value()), std::pair("beta", m.beta.has_value()), std::pair("loop", m.loop)})
      if (given)
        warning(fmt::format("{}.{}", path, key), fmt::format("{0}.{1} has no effect without {0}.path", path, key));
    return;
  }
  const std::string way = path + ".path";
  if (source.hard)
    error(path + ".hard", fmt::format("{}.hard is true, and a source that moves drives a current; leave it out", path));
  if (const auto* point = std::get_if<PointSource>(&source.geometry); point && holds(path + ".width") && grid_holds_) {
    const double cells = to_nodes(scene_, {point->width, 0}).x * std::max(1.0, scene_.grid.dx / scene_.grid.dy);
    if (cells > widest_cloud)
      error(path + ".width", fmt::format("{}.width is {:g} cells; give {:g} or less", path, cells, widest_cloud));
  }
  if (is_charge(source) && scene_.grid.polarization != Polarization::hz)
    error(path + ".charge", fmt::format("{}.charge is true: its current flows in the plane, where an ez scene has no "
                                        "electric field; give grid.polarization = \"hz\"",
                                        path));
  if (m.speed.has_value() == m.beta.has_value())
    error(way,
          fmt::format("{0} needs a speed; give {1}.speed in m/s, or {1}.beta in units of c, one of them", way, path));
  const std::string key = path + (m.speed ? ".speed" : ".beta");
  if (holds(key) && m.metres_per_second() > 0.999 * c0)
    error(key, fmt::format("{} goes at {:g} c; give 0.999 c = {:g} m/s or less", key, m.metres_per_second() / c0,
                           0.999 * c0));
  if (m.path.size() < 2) return error(way, fmt::format("{} has one point; give two or more", way));
  if (!grid_holds_) return;
  double cells = 0;
  for (std::size_t k = 0; k + 1 < m.path.size(); ++k) {
    const Vec2 a = to_nodes(scene_, m.path[k]), b = to_nodes(scene_, m.path[k + 1]);
    cells += std::hypot(b.x - a.x, b.y - a.y);
  }
  if (!(cells >= 1))
    error(way, fmt::format("{} is shorter than a cell; draw its points apart, or use a point that stands", way));
}
void Rules::placed(const std::string& path, const PointSource& g) {
  has_effect(path + (g.motion.moves() ? ".path" : ".at"), g.nodes(scene_));
}
void Rules::placed(const std::string& path, const DipoleSource& g) {
  has_effect(path + (g.motion.moves() ? ".path" : ".at"), g.nodes(scene_));
}
void Rules::placed(const std::string& path, const LineSource& g) { between(path, g); }
void Rules::placed(const std::string& path, const ArraySource& g) { between(path, g); }
void Rules::between(const std::string& path, const auto& g) {
  const std::string first = path + ".from", last = path + ".to";
  if (nearest_node(scene_, g.from) == nearest_node(scene_, g.to))
    error(last, fmt::format("{} and {} lie on the same node; draw them apart or use a point", first, last));
  else
    has_effect(first, g.nodes(scene_));
}

// The wave is known in one medium without loss, and it must have a room to come from.
void Rules::placed(const std::string& path, const PlaneSource& g) {
  const std::string box = path + ".box";
  const bool x = PlaneSource::crosses_x(scene_), y = PlaneSource::crosses_y(scene_);
  if (!x && !y)
    return error(path,
                 fmt::format("{} finds periodic sides all around; a plane wave must come in through two sides that are "
                             "not",
                             path));
  const double off = std::remainder(g.angle - (y && !x ? 90 : 0), 180);
  if (!(x && y) && std::abs(off) > 1e-9)
    return error(path + ".angle", fmt::format("{}.angle is {:g}; beside periodic sides give {}, along them", path,
                                              g.angle, x ? "0 or 180" : "90 or -90"));
  const auto [low, high] = g.frame(scene_);
  const auto clear = [&](Side side) { return std::max(scene_.boundary.layer_cells(side), 1); };
  const int nx = scene_.grid.nx, ny = scene_.grid.ny;
  const bool fits = (!x || (low.i >= clear(Side::left) && high.i <= nx - 1 - clear(Side::right))) &&
                    (!y || (low.j >= clear(Side::bottom) && high.j <= ny - 1 - clear(Side::top)));
  if (high.i - low.i < 2 || high.j - low.j < 2)
    return error(
        box, fmt::format("{} holds fewer than three nodes along an axis; draw it larger, min at its lower left{}", box,
                         g.box ? "" : ", or the grid"));
  if (!fits)
    return error(
        box,
        fmt::format("{} reaches into a layer or a wall; leave a cell around it where only scattered waves are", box));
  const PaletteEntry background = background_of(scene_);
  if (background.sigma != 0 || background.sigma_m != 0 || background.perfect())
    return error(path, fmt::format("{} is a plane wave, and the background {} has losses; give a background without",
                                   path, names::quoted(scene_.grid.background)));
  if (!background.poles.empty())
    return error(path, fmt::format("{} is a plane wave, and the background {} has poles; give a background without",
                                   path, names::quoted(scene_.grid.background)));
  for (const Node n : g.nodes(scene_))
    if (const std::string_view material = material_at(n); material != scene_.grid.background)
      return warning(
          box,
          fmt::format("{} cuts through {} at node ({}, {}), where the wave is another; keep shapes inside the box, or "
                      "outside it",
                      box, material, n.i, n.j));
}

bool Rules::along_an_axis(const std::string& path, Vec2 from, Vec2 to) {
  const std::string last = path + ".to";
  if (nearest_node(scene_, from) == nearest_node(scene_, to))
    error(last, fmt::format("{0}.from and {0}.to lie on the same node; draw them apart", path));
  else if (!lies_along_an_axis(scene_, from, to))
    error(last, fmt::format("{} makes a slanted line; lay it along x or along y", last));
  else
    return true;
  return false;
}

// A line that sends to its left: whether it can.
bool Rules::one_way(const std::string& path, const auto& g, const Waveform& waveform) {
  if (!along_an_axis(path, g.from, g.to)) return false;
  const std::optional<double> f = middle_frequency(waveform);
  const std::string key = path + ".waveform";
  if (!f) {
    error(key,
          fmt::format("{} has no frequency, and a {} is made for one; give a cw, modulated, ricker, hann, chirp or "
                      "noise waveform",
                      key, g.kind));
    return false;
  }
  const PaletteEntry background = background_of(scene_);
  const Vec2 cell = cell_size(scene_);
  const double dt = time_step(scene_);
  if (!carries_waves({std::max(cell.x, cell.y), cell.y, dt, background.eps, background.mu}, *f)) {
    error(key, fmt::format("{} has the frequency {:g} Hz, which waves on this grid do not have; give a lower one or "
                           "smaller cells",
                           key, *f));
    return false;
  }
  // Its ends may stand on metal.
  const std::vector<Node> nodes = g.nodes(scene_);
  const bool along_y = nodes.front().i == nodes.back().i;
  for (const Node n : {nodes.front(), nodes.back()})
    for (const Side side : all_sides) {
      const int at = across_x(side) ? n.i : n.j, last = (across_x(side) ? scene_.grid.nx : scene_.grid.ny) - 1;
      const int depth = at_low_end(side) ? at : last - at;
      const BoundaryFacts& facts = facts_of(scene_.boundary[side]);
      const bool may_touch = across_x(side) != along_y && !facts.has_layer && facts.mur_order == 0;
      const int clear = scene_.boundary.layer_cells(side) + (may_touch ? 0 : 1);
      if (depth >= clear) continue;
      warning(path,
              fmt::format("{} reaches into the {} side's layer or wall, where a wave is another; end it before that",
                          path, to_string(side)));
      return true;
    }
  return true;
}

void Rules::placed(const std::string& path, const BeamSource& g, const Waveform& waveform) {
  if (!one_way(path, g, waveform)) return;
  const PaletteEntry background = background_of(scene_);
  if (background.sigma != 0 || background.sigma_m != 0 || background.perfect())
    return error(path, fmt::format("{} is a beam, and the background {} has losses; give a background without", path,
                                   names::quoted(scene_.grid.background)));
  // What the beam is at the line's ends, as Gaussian optics has it.
  const double in_cells = to_nodes(scene_, {1, 0}).x, cell = cell_size(scene_).x;
  const std::vector<Node> nodes = g.nodes(scene_);
  const double length = std::hypot((nodes.back().i - nodes.front().i) * cell_size(scene_).x,
                                   (nodes.back().j - nodes.front().j) * cell_size(scene_).y);
  const double waist = g.waist * in_cells * cell, focus = g.focus * in_cells * cell, a = g.angle * pi / 180;
  const double lambda = c0 / (*middle_frequency(waveform) * std::sqrt(background.eps * background.mu));
  double most = 0;
  for (const double along : {-length / 2, length / 2}) {
    const double z = along * std::sin(a) - focus, w = waist * std::hypot(1, lambda * z / (pi * waist * waist));
    most = std::max(most, std::exp(-std::pow(along * std::cos(a) / w, 2)));
  }
  if (most > 0.05)
    warning(path, fmt::format("{} cuts the beam off at {:.0f} % of its strength; lengthen the line, or make the waist "
                              "smaller",
                              path, 100 * most));
  for (const Node n : nodes)
    if (const std::string_view material = material_at(n); material != scene_.grid.background)
      return warning(path, fmt::format("{} crosses {} at node ({}, {}), where the beam is another; let it begin in the "
                                       "background",
                                       path, material, n.i, n.j));
}

void Rules::placed(const std::string& path, const ModeSource& g, const Waveform& waveform) {
  if (one_way(path, g, waveform)) has_mode(path, g.from, g.to, g.index, *middle_frequency(waveform));
}

// Only where the media are known to be: a mistake in them is told by itself.
void Rules::has_mode(const std::string& path, Vec2 from, Vec2 to, int index, double frequency) {
  if (errors_ > 0) return;
  const Section section = section_of(scene_, from, to, frequency);
  const std::optional<SectionMode> mode = guided_mode(section, frequency, index);
  if (!mode) {
    const int count = guided_modes(section, frequency);
    return error(
        path + ".index",
        fmt::format("{}.index is {}, and the line carries {} at {:g} Hz; {}", path, index,
                    count == 0   ? "no guided mode"
                    : count == 1 ? "one guided mode"
                                 : fmt::format("{} guided modes", count),
                    frequency,
                    count == 0
                        ? "let it cross a guide, each end in the cladding or on the metal, or raise the frequency"
                        : fmt::format("give 0{}", count == 1 ? "" : fmt::format(" to {}", count - 1))));
  }
  constexpr double faint = 0.01;
  if (mode->tail > faint)
    warning(path,
            fmt::format("{} cuts the mode off at {:.1f} % of its largest; lengthen the line", path, 100 * mode->tail));
}

void Rules::probes() {
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene_.probes.size(); ++k) {
    const Probe& p = scene_.probes[k];
    const std::string path = fmt::format("probe.{}", k);
    const auto unfit = [](char c) { return c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20; };
    if (p.name.empty())
      error(path + ".name", path + ".name is empty; name the probe");
    else if (std::any_of(p.name.begin(), p.name.end(), unfit))
      error(path + ".name", path + ".name heads a CSV column; leave out commas, quotes and line breaks");
    else if (p.name == "t_s")
      error(path + ".name", path + ".name is \"t_s\", which heads the CSV file's column of times; give it another");
    else if (!taken.insert(p.name).second)
      error(path + ".name", fmt::format("the name {} is used twice; give this probe another", names::quoted(p.name)));
    inside(path + ".at", p.at);
    if (p.quantity) quantity(path + ".quantity", *p.quantity);
  }
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

void Rules::spectrum(const std::string& path, const MonitorFrequencies& f) {
  if (f.list.empty() == !f.band) {
    const bool none = f.list.empty();
    error(none ? path : path + ".band", fmt::format("{} has {}; give `frequencies` or `band = [from, to, how many]`",
                                                    path, none ? "no frequencies" : "frequencies and a band"));
    return;
  }
  const std::string key = path + (f.band ? ".band" : ".frequencies");
  if (f.list.size() > most_monitor_frequencies)
    error(key, fmt::format("{} has {} frequencies; give at most {}", key, f.list.size(), most_monitor_frequencies));
  if (f.band) {
    const auto [from, to, count] = *f.band;
    if (!(from < to))
      return error(key, fmt::format("{} goes from {:g} to {:g} Hz; give the lower one first", key, from, to));
    if (!(count >= 2 && count <= most_monitor_frequencies && count == std::floor(count)))
      return error(key, fmt::format("{} has {:g} frequencies; give a whole number from 2 to {}", key, count,
                                    most_monitor_frequencies));
    return too_high(key, to);
  }
  too_high(key, *std::max_element(f.list.begin(), f.list.end()));
}

void Rules::far(const std::string& path, const FarMonitor& far, bool inside) {
  const Node a = nearest_node(scene_, far.min), b = nearest_node(scene_, far.max);
  if (inside && !(a.i < b.i && a.j < b.j))
    error(path + ".min", fmt::format("{0}.min is not below and left of {0}.max; draw the box larger", path));
  if (!background_of(scene_).poles.empty())
    error(path, fmt::format("{} looks far away, and the background {} has poles; give a background without", path,
                            names::quoted(scene_.grid.background)));
  if (holds(path + ".frequency")) too_high(path + ".frequency", far.frequency);
  if (!far.angles || !holds(path + ".angles")) return;
  const auto [from, to, count] = *far.angles;
  if (!(from <= to && count >= 1 && count <= most_monitor_frequencies && count == std::floor(count)))
    error(path + ".angles",
          fmt::format("{0}.angles is [{1:g}, {2:g}, {3:g}]; give the first, the last and how many, 1 to {4}", path,
                      from, to, count, most_monitor_frequencies));
}

void Rules::monitor(const std::string& path, const Monitor& m) {
  Monitor copy = m;
  const std::vector<MonitorPlace> places = places_of(copy);
  bool all_inside = true;
  for (const MonitorPlace& place : places) all_inside &= inside(fmt::format("{}.{}", path, place.key), *place.at);
  if (const auto* far = std::get_if<FarMonitor>(&m.geometry)) return this->far(path, *far, all_inside);
  if (const auto* map = std::get_if<MapMonitor>(&m.geometry)) {
    if (m.minus_empty)
      error(path + ".minus_empty",
            fmt::format("{0}.minus_empty is true, and a map is of this run alone; leave it out, or use a line", path));
    if (holds(path + ".frequency")) too_high(path + ".frequency", map->frequency);
    return;
  }
  if (all_inside && places.size() > 1 &&
      nearest_node(scene_, *places.front().at) == nearest_node(scene_, *places.back().at))
    error(path + ".to", fmt::format("{0}.from and {0}.to lie on the same node; draw them apart", path));
  if (const auto* mode = std::get_if<ModeMonitor>(&m.geometry); mode && all_inside && !any_failed(path))
    along_an_axis(path, mode->from, mode->to);
  if (const auto* r = std::get_if<ResonanceMonitor>(&m.geometry)) {
    if (!(r->low > 0 && r->low < r->high))
      error(path + ".band", fmt::format("{0}.band is [{1:g}, {2:g}]; give two frequencies above 0, the lower one first",
                                        path, r->low, r->high));
    else
      too_high(path + ".band", r->high);
  } else if (!any_failed(path)) {
    std::visit(
        [&](const auto& g) {
          if constexpr (requires { g.frequencies; }) spectrum(path, g.frequencies);
        },
        m.geometry);
  }
}

void Rules::monitors() {
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene_.monitors.size(); ++k) {
    const Monitor& m = scene_.monitors[k];
    const std::string path = fmt::format("monitor.{}", k);
    const auto unfit = [](char c) { return c == '"' || static_cast<unsigned char>(c) < 0x20; };
    if (m.name.empty())
      error(path + ".name", path + ".name is empty; name the monitor");
    else if (std::any_of(m.name.begin(), m.name.end(), unfit))
      error(path + ".name", path + ".name stands in formulas; leave out quotes and line breaks");
    else if (!taken.insert(m.name).second)
      error(path + ".name", fmt::format("the name {} is used twice; give this monitor another", names::quoted(m.name)));
    monitor(path, m);
  }
}

void Rules::word(const std::string& path, std::string_view value, const Key& key) {
  if (key.words.empty() || (value.empty() && !key.absent.empty()) ||
      std::ranges::find(key.words, value) != key.words.end())
    return;
  error(path, fmt::format("{} is {}, which is not known{}", path, names::quoted(value), names::hint(value, key.words)));
}

// A position (each axis in its own cells) or a length (cells along x) that the rasteriser can hold, or a plain number.
void Rules::number(const std::string& path, double value, const Key& key, double cell) {
  const Range& range = key.range;
  const bool low = range.open_low ? value > range.low : value >= range.low;
  if (!std::isfinite(value) || !low || value > range.high) {
    failed_.insert(path);
    error(path, fmt::format("{} is {}; give {}", path, value, range.words));
  } else if (key.measure != Measure::plain && grid_holds_ &&
             std::abs(value / (scene_.unit == Unit::cell ? 1.0 : cell)) > farthest) {
    failed_.insert(path);
    error(path,
          fmt::format("{} is {}, over 1e9 cells; check the unit, which is {}", path, value, to_string(scene_.unit)));
  }
}

// Holds each member against its key's range: `fields` calls it for each.
class KeyRules {
 public:
  KeyRules(Rules& rules, std::string outer) : rules_(rules), outer_(std::move(outer)) {}

  void operator()(std::string_view name, const auto& member, const Key& key) {
    const std::string path = outer_.empty() ? std::string(name) : fmt::format("{}.{}", outer_, name);
    if (is_for(key.belongs, rules_.scene_.physics)) return check(path, member, key);
    if constexpr (requires {
                    member.front();
                    member.empty();
                  })
      if (!member.empty() && outer_.empty())
        rules_.error(path, fmt::format("{} is for physics = {}; leave it out", path, names::of(key.belongs)));
  }
  void kind(const auto&) {}
  void alternative(const auto& value) {
    std::visit([this](const auto& v) { rules_.keys(outer_, v); }, value);
  }

 private:
  void check(const std::string& path, double v, const Key& key) { rules_.number(path, v, key, rules_.scene_.grid.dx); }
  void check(const std::string& path, int v, const Key& key) { rules_.number(path, v, key, 1); }
  void check(const std::string& path, const std::string& v, const Key& key) { rules_.word(path, v, key); }
  void check(const std::string& path, const std::optional<double>& v, const Key& key) {
    if (v) check(path, *v, key);
  }
  void check(const std::string& path, Vec2 v, const Key& key) {
    const Grid& g = rules_.scene_.grid;
    rules_.number(path, v.x, key, g.dx);
    if (rules_.holds(path)) rules_.number(path, v.y, key, key.measure == Measure::position ? g.dy : g.dx);
  }
  void check(const std::string& path, const std::optional<BoxCorners>& box, const Key& key) {
    if (box) check(path + ".min", box->min, key), check(path + ".max", box->max, key);
  }
  void check(const std::string& path, const std::vector<Vec2>& points, const Key& key) {
    for (std::size_t k = 0; k < points.size() && rules_.holds(path); ++k) check(path, points[k], key);
  }
  void check(const std::string& path, const std::vector<double>& values, const Key& key) {
    for (std::size_t k = 0; k < values.size() && rules_.holds(path); ++k) check(path, values[k], key);
  }
  void check(const std::string& path, std::tuple<const double&, const std::string&> v, const Key& key) {
    if (std::get<1>(v).empty()) check(path, std::get<0>(v), key);
  }
  void check(const std::string& path, const std::optional<std::array<double, 3>>& values, const Key& key) {
    if (values) check(path, std::vector<double>(values->begin(), values->end()), key);
  }
  void check(const std::string& path, const std::array<double, 4>& by_side, const Key& key) {
    for (const Side side : all_sides)
      check(fmt::format("{}.{}", path, to_string(side)), by_side[static_cast<std::size_t>(side)], key);
  }
  template <Table T>
  void check(const std::string& path, const T& value, const Key&) {
    rules_.keys(path, value);
  }
  template <Table T>
  void check(const std::string& path, const std::vector<T>& list, const Key&) {
    for (std::size_t k = 0; k < list.size(); ++k) rules_.keys(fmt::format("{}.{}", path, k), list[k]);
  }
  template <Table A, Table B>
  void check(const std::string& path, std::tuple<const A&, const B&> both, const Key&) {
    rules_.keys(path, std::get<0>(both));
    rules_.keys(path, std::get<1>(both));
  }
  template <class... A>
  void check(const std::string& path, const std::variant<A...>& value, const Key&) {
    std::visit([&](const auto& v) { rules_.keys(path, v); }, value);
  }
  void check(const std::string&, const auto&, const Key&) {}  // the words of an enum and switches hold by their types

  Rules& rules_;
  std::string outer_;
};

template <class T>
void Rules::keys(const std::string& outer, const T& value) {
  KeyRules rules(*this, outer);
  T::fields(value, rules);
}

std::vector<Finding> Rules::run() {
  grid();
  keys("", scene_);
  boundary();
  quantity("view.quantity", scene_.view.quantity);
  if (in_cells(scene_.physics)) {
    states();
    for (std::size_t k = 0; k < scene_.shapes.size(); ++k) shape(fmt::format("shape.{}", k), scene_.shapes[k]);
    probes();
    steps_of_cells();
    return std::move(findings_);
  }
  materials();
  for (std::size_t k = 0; k < scene_.shapes.size(); ++k) shape(fmt::format("shape.{}", k), scene_.shapes[k]);
  for (std::size_t k = 0; k < scene_.sources.size(); ++k) source(fmt::format("source.{}", k), scene_.sources[k]);
  if (errors_ == 0 && has_graded_media(scene_)) graded_media();
  if (errors_ == 0) poles_at_mur();
  probes();
  monitors();
  return std::move(findings_);
}

// ---- reflection, faults made on purpose, [run] and variants; a variant must make a valid scene by itself

constexpr int smallest_margin = 16, largest_margin = 131072;  // cells
constexpr std::size_t most_variants = 4;
constexpr std::int64_t most_threads = 1024;  // of a block, on every CUDA device

using Findings = std::vector<Finding>;

void error(Findings& found, std::string path, std::string text) {
  found.push_back({Message::Kind::error, std::move(path), std::move(text)});
}

void reflection(const Scene& scene, Findings& found) {
  const Reflection& r = scene.reflection;
  if (r.sides && r.sides->empty())
    error(found, "reflection.sides", "reflection.sides is empty; name a side, or leave the key out for all");
  std::set<Side> named;
  for (const Side side : r.sides.value_or(std::vector<Side>())) {
    if (!named.insert(side).second)
      error(found, "reflection.sides", fmt::format("reflection.sides names {} twice; name it once", to_string(side)));
    else if (facts_of(scene.boundary[side]).in_pairs)
      error(found, "reflection.sides",
            fmt::format("reflection.sides names {0}, which is periodic and reflects nothing; take {0} out",
                        to_string(side)));
  }
  if (r.margin != 0 && (r.margin < smallest_margin || r.margin > largest_margin))
    error(found, "reflection.margin",
          fmt::format("reflection.margin is {}; give {} to {} cells, or 0 for a margin by itself", r.margin,
                      smallest_margin, largest_margin));
}

// Why a fault changes nothing where it is; of those that is_applicable() does not let pass.
std::string why_idle(const Scene& scene, BoundaryFault f) {
  const BoundaryKind kind = scene.boundary[f.side];
  const bool of_mur = f.fault == Fault::mur_other_delta || f.fault == Fault::mur2_no_corner;
  const char* needed = f.fault == Fault::mur_other_delta ? "mur1 or mur2" : of_mur ? "mur2" : "cpml";
  const bool fits = of_mur ? facts_of(kind).mur_order == 2 : facts_of(kind).has_layer;
  if (!fits) return fmt::format("the side is {}, and this is a fault of {}", to_string(kind), needed);
  switch (f.fault) {
    case Fault::mur2_no_corner:
      return "the sides beside it hold both corners at zero";
    case Fault::no_corner_psi:
      return "no other layer meets it in a corner";
    case Fault::half_depth:
      return "the layer has one cell only";
    case Fault::source_in_layer:
      return "no source is on";
    case Fault::local_grading:
    case Fault::medium_stops:
      return "no other medium than the background reaches its layer";
    default:
      return "with this grading it makes no difference";
  }
}

void faults(const Scene& scene, Findings& found) {
  for (std::size_t k = 0; k < scene.faults.size(); ++k) {
    const BoundaryFault f = scene.faults[k];
    if (is_applicable(scene, f)) continue;
    found.push_back({Message::Kind::warning, fmt::format("fault.{}.kind", k),
                     fmt::format("fault.{}, {} on the {} side, changes nothing: {}; choose another side or fault", k,
                                 to_string(f.fault), to_string(f.side), why_idle(scene, f))});
  }
  if (scene.hidden_fault && !hidden_fault_of(scene))
    found.push_back({Message::Kind::warning, "hidden_fault",
                     "hidden_fault finds no side where a fault would change anything; use mur1, mur2 or cpml on one"});
}

void start(const Scene& scene, Findings& found) {
  const RunPreset& run = scene.run;
  const SchemeFacts* scheme = find_scheme(run.scheme);
  std::vector<std::string_view> live;
  for (const SchemeFacts& s : all_schemes())
    if (s.live) live.push_back(s.name);
  if (!scheme || !scheme->live) {
    error(found, "run.scheme",
          fmt::format("run.scheme is {}, which {}{}", names::quoted(run.scheme),
                      scheme ? "cannot run a scene" : "is no kernel scheme", names::hint(run.scheme, live)));
  } else if (const auto& forms = scheme->forms;
             !run.form.empty() && std::find(forms.begin(), forms.end(), run.form) == forms.end()) {
    const std::string remedy =
        forms.empty() ? "; there is one form only, leave the key out" : names::hint(run.form, forms);
    error(found, "run.form",
          fmt::format("run.form is {}, which is no form of {}{}", names::quoted(run.form), run.scheme, remedy));
  }
  if (!run.block) return;
  const std::int64_t x = (*run.block)[0], y = (*run.block)[1];
  if (x < 1 || y < 1 || x * y > most_threads)
    error(found, "run.block",
          fmt::format("run.block is [{}, {}]; give two whole numbers from 1 whose product is at most {}", x, y,
                      most_threads));
}

void pause(const Scene& scene, Findings& found) {
  const std::string& at = scene.pause.at;
  const std::optional<PauseMoment> moment = parse_pause(at);
  const auto warning = [&](const char* key, std::string text) {
    found.push_back({Message::Kind::warning, key, std::move(text)});
  };
  if (!moment && !at.empty())
    error(
        found, "run.pause_at",
        fmt::format("run.pause_at is {}; give a time like \"1.1ns\", periods like \"40T\", \"460 steps\" or \"valid\"",
                    names::quoted(at)));
  if (at.empty() && scene.pause.repeat)
    warning("run.repeat", "run.repeat starts over at run.pause_at, which is not given; give one");
  if (!moment) return;
  if (moment->duration.periods && !first_period(scene))
    warning("run.pause_at",
            "run.pause_at counts periods of the first source with a frequency, and none has one; "
            "give a time or steps");
  if (moment->kind == PauseMoment::Kind::valid && !scene.reflection.on)
    warning("run.pause_at",
            "run.pause_at waits for the reflection meter, which is off; set reflection.on, or give a "
            "time or steps");
  if (moment->kind == PauseMoment::Kind::valid && scene.reflection.on && measured_sides(scene).empty())
    warning("run.pause_at",
            "run.pause_at waits for the reflection meter, and every side is periodic; give a time or steps");
}

void formula(const Scene& scene, const std::string& path, const std::string& text, Findings& found) {
  try {
    static_cast<void>(Formula(text, scene));
  } catch (const FormulaError& e) {
    error(found, path, fmt::format("{} {}", path, e.what()));
  }
}

void checks(const Scene& scene, Findings& found) {
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene.checks.size(); ++k) {
    const Check& c = scene.checks[k];
    const std::string path = fmt::format("check.{}", k);
    if (c.name.empty())
      error(found, path + ".name", path + ".name is empty; name the check");
    else if (!taken.insert(c.name).second)
      error(found, path + ".name",
            fmt::format("the name {} is used twice; give this check another", names::quoted(c.name)));
    if (c.within && c.within_abs)
      error(found, path + ".within_abs", path + " has within and within_abs; leave one of the two out");
    if (!c.within && !c.within_abs)
      error(found, path, path + " has no bound; give within (a part of theory) or within_abs");
    const std::optional<Duration> after = parse_duration(c.after);
    if (!after && c.after != Check::settled)
      error(found, path + ".after",
            fmt::format("{}.after is {}; give a time like \"1.1ns\", periods like \"40T\" or \"settled\"", path,
                        names::quoted(c.after)));
    else if (after && (!after->periods || first_period(scene)) &&
             !steps_until(after->value * (after->periods ? *first_period(scene) : 1), time_step(scene)))
      found.push_back({Message::Kind::warning, path + ".after",
                       fmt::format("{}.after is {}, more than {} steps away; give an earlier moment", path,
                                   names::quoted(c.after), most_steps)});
    else if (after && after->periods && !first_period(scene))
      error(found, path + ".after",
            path + ".after counts periods of the first source with a frequency, and none has one; give a time");
    double theory = 1;
    const char* const end = c.theory.data() + c.theory.size();
    if (c.within && std::from_chars(c.theory.data(), end, theory).ptr == end && theory == 0)
      error(found, path + ".within",
            fmt::format("{0}.within is a part of theory, which is 0; give {0}.within_abs", path));
    formula(scene, path + ".measured", c.measured, found);
    formula(scene, path + ".theory", c.theory, found);
  }
}

// Of a scene that holds otherwise.
void preset(const Scene& scene, Findings& found) {
  const std::optional<PauseMoment> moment = parse_pause(scene.pause.at);
  const std::optional<double> period = first_period(scene);
  if (moment && moment->kind == PauseMoment::Kind::duration && (!moment->duration.periods || period)) {
    const double seconds = moment->duration.value * (moment->duration.periods ? *period : 1);
    if (!steps_until(seconds, time_step(scene)))
      found.push_back({Message::Kind::warning, "run.pause_at",
                       fmt::format("run.pause_at is {:g} s, more than {} steps away; give an earlier moment", seconds,
                                   most_steps)});
  }
  const std::string why = why_not(*find_scheme(scene.run.scheme), scene);
  if (!why.empty())
    found.push_back({Message::Kind::warning, "run.scheme",
                     fmt::format("run.scheme is not used, as {}; change one of the two", why)});
}

void variant(const Scene& scene, std::size_t k, const Findings& of_scene, Findings& found) {
  const Variant& v = scene.variants[k];
  const std::string path = fmt::format("variant.{}.set", k);
  for (Finding& finding : read_variant(scene, v).findings) {
    // What the scene itself is warned of is said once.
    const auto known = [&](const Finding& other) { return other.text == finding.text; };
    if (std::any_of(of_scene.begin(), of_scene.end(), known)) continue;
    found.push_back({finding.kind, finding.path.empty() ? path : path + "." + finding.path,
                     fmt::format("variant {}: {}", names::quoted(v.name), finding.text)});
  }
}

void variants(const Scene& scene, Findings& found) {
  if (scene.variants.size() > most_variants)
    error(found, fmt::format("variant.{}", most_variants),
          fmt::format("{} variants; give at most {}", scene.variants.size(), most_variants));
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene.variants.size(); ++k) {
    const std::string& name = scene.variants[k].name;
    const std::string path = fmt::format("variant.{}.name", k);
    if (name.empty())
      error(found, path, path + " is empty; name the variant");
    else if (!taken.insert(name).second)
      error(found, path, fmt::format("the name {} is used twice; give this variant another", names::quoted(name)));
  }
}

void variant_scenes(const Scene& scene, Findings& found) {
  const Findings of_scene = found;
  for (std::size_t k = 0; k < scene.variants.size(); ++k) variant(scene, k, of_scene, found);
}

void find_further(const Scene& scene, Findings& found) {
  reflection(scene, found);
  if (const auto& seed = scene.hidden_fault; seed && (*seed < 0 || *seed > largest_seed)) {
    const std::string is = *seed < 0 ? std::to_string(*seed) : fmt::format("over {}", largest_seed);
    error(found, "hidden_fault", fmt::format("hidden_fault is {}; give a seed from 0 to {}", is, largest_seed));
  }
  start(scene, found);
  pause(scene, found);
  checks(scene, found);
  variants(scene, found);
  const auto wrong = [](const Finding& f) { return f.kind == Message::Kind::error; };
  if (std::any_of(found.begin(), found.end(), wrong)) return;
  faults(scene, found);
  preset(scene, found);
  variant_scenes(scene, found);
}

}  // namespace

std::vector<Finding> findings_of(const Scene& scene) {
  std::vector<Finding> found = Rules(scene).run();
  find_further(scene, found);
  return found;
}

std::vector<Message> validate(const Scene& scene) {
  std::vector<Message> out;
  for (Finding& f : findings_of(scene)) out.push_back({f.kind, "", 0, 0, std::move(f.text), std::move(f.path)});
  return out;
}

}  // namespace ez
