// Rules of [[source]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "solver/base/constants.h"
#include "solver/base/counted.h"
#include "solver/scene/file/rules/further.h"
#include "solver/scene/file/rules/scene_rules.h"
#include "solver/scene/plane_wave_size.h"
#include "solver/scene/raster/node_rect.h"
#include "solver/scene/section.h"
#include "solver/theory/dispersion.h"

namespace ez {

namespace {

constexpr double widest_cloud = 5;  // cells, for a moving source

// Returns a remedy for a shape that fills the grid up to an edge, because the plane wave's box cannot contain such a
// half-space. Empty for other shapes.
std::string instead_of_a_box(const Scene& scene, const Shape& shape) {
  const NodeRect r = bounds(scene, shape);
  const int nx = scene.grid.nx, ny = scene.grid.ny;
  const bool layer_of_x = r.j0 <= 0 && r.j1 >= ny && (r.i0 <= 0 || r.i1 >= nx);
  const bool layer_of_y = r.i0 <= 0 && r.i1 >= nx && (r.j0 <= 0 || r.j1 >= ny);
  const bool sheet_along_y = layer_of_x && !PlaneSource::crosses_y(scene);
  if (sheet_along_y || (layer_of_y && !PlaneSource::crosses_x(scene)))
    return fmt::format(
        "a half-space does not fit into a box; instead send the wave from a current sheet, a source of kind \"line\" "
        "from the {} to the {} side, and measure the reflection with minus_empty = true",
        sheet_along_y ? "bottom" : "left", sheet_along_y ? "top" : "right");
  if (layer_of_x || layer_of_y)
    return "a half-space does not fit into a box; instead illuminate it with a source of kind \"beam\", and measure "
           "the reflection with minus_empty = true";
  return {};
}

}  // namespace

// Returns why a current at a node has no effect; empty if it has one.
std::string_view Rules::why_no_effect(Node node) {
  if (is_held(scene_, node)) return "on a boundary that sets the field";
  const std::string_view material = material_at(node);
  if (material == "pec") return "in pec";
  return material == "pmc" ? "in pmc" : "";
}

void Rules::check_has_effect(const std::string& path, const std::vector<Node>& nodes) {
  std::string_view reason;
  for (const Node node : nodes) {
    reason = why_no_effect(node);
    if (reason.empty()) return;
  }
  warning(path, fmt::format("{} is {} and has no effect; move the source", path, reason));
}

void Rules::source(const std::string& path, const Source& source) {
  waveform(path + ".waveform", source.waveform);
  if (source.hard && !can_be_hard(source))
    error(path + ".hard", fmt::format("{} is true, but a source of kind {} drives currents; leave it out",
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

// Checks that a path is given for motion, and that the source is slower than light, so that it
// passes less than a cell per step.
void Rules::motion(const std::string& path, const Source& source, const Motion& m) {
  if (!m.moves()) {
    if (is_charge(source))
      error(path + ".charge", fmt::format("{0}.charge is true, but the charge does not move; give {0}.path", path));
    for (const auto& [key, given] :
         {std::pair("speed", m.speed.has_value()), std::pair("beta", m.beta.has_value()), std::pair("loop", m.loop)})
      if (given)
        warning(fmt::format("{}.{}", path, key), fmt::format("{0}.{1} has no effect without {0}.path", path, key));
    return;
  }
  const std::string way = path + ".path";
  if (source.hard)
    error(path + ".hard", fmt::format("{}.hard is true, but a moving source drives a current; leave it out", path));
  if (const auto* point = std::get_if<PointSource>(&source.geometry); point && holds(path + ".width") && grid_holds_) {
    const double cells = to_nodes(scene_, {point->width, 0}).x * std::max(1.0, scene_.grid.dx / scene_.grid.dy);
    if (cells > widest_cloud * (1 + 1e-9))
      error(path + ".width", fmt::format("{}.width is {:g} cells; give {:g} or less", path, cells, widest_cloud));
  }
  if (is_charge(source) && scene_.grid.polarization != Polarization::hz)
    error(path + ".charge", fmt::format("{}.charge is true, but its current flows in the plane, where an ez scene has "
                                        "no electric field; give grid.polarization = \"hz\"",
                                        path));
  if (m.speed.has_value() == m.beta.has_value())
    error(way, fmt::format("{0} needs a speed; give either {1}.speed in m/s or {1}.beta in units of c", way, path));
  const std::string key = path + (m.speed ? ".speed" : ".beta");
  if (holds(key) && m.metres_per_second() > 0.999 * c0)
    error(key, fmt::format("{} moves at {:g} c; give at most 0.999 c = {:g} m/s", key, m.metres_per_second() / c0,
                           0.999 * c0));
  if (m.path.size() < 2) return error(way, fmt::format("{} has 1 point; give 2 or more", way));
  if (!grid_holds_) return;
  double cells = 0;
  for (std::size_t k = 0; k + 1 < m.path.size(); ++k) {
    const Vec2 a = to_nodes(scene_, m.path[k]), b = to_nodes(scene_, m.path[k + 1]);
    cells += std::hypot(b.x - a.x, b.y - a.y);
  }
  if (!(cells >= 1))
    error(way, fmt::format("{} is shorter than a cell; move its points apart, or use a fixed point", way));
}

void Rules::placed(const std::string& path, const PointSource& g) {
  check_has_effect(path + (g.motion.moves() ? ".path" : ".at"), g.nodes(scene_));
}
void Rules::placed(const std::string& path, const DipoleSource& g) {
  check_has_effect(path + (g.motion.moves() ? ".path" : ".at"), g.nodes(scene_));
}
void Rules::placed(const std::string& path, const LineSource& g) { between(path, g); }
void Rules::placed(const std::string& path, const ArraySource& g) { between(path, g); }
void Rules::between(const std::string& path, const auto& g) {
  const std::string first = path + ".from", last = path + ".to";
  if (nearest_node(scene_, g.from) == nearest_node(scene_, g.to))
    error(last, fmt::format("{} and {} are on the same node; move them apart, or use a point", first, last));
  else
    check_has_effect(first, g.nodes(scene_));
}

// A plane wave is known in a single lossless medium only, and at least one pair of sides must not be periodic.
void Rules::placed(const std::string& path, const PlaneSource& g, const Waveform& waveform) {
  const std::string box = path + ".box";
  const bool x = PlaneSource::crosses_x(scene_), y = PlaneSource::crosses_y(scene_);
  if (!x && !y)
    return error(
        path,
        fmt::format("{} has periodic sides all around; a plane wave must enter through two sides that are not periodic",
                    path));
  const double off = std::remainder(g.angle - (y && !x ? 90 : 0), 180);
  if (!(x && y) && std::abs(off) > 1e-9) return report_oblique_on_periodic(path, g, waveform, off);
  const auto [low, high] = g.frame(scene_);
  const auto clear = [&](Side side) { return std::max(scene_.boundary.layer_cells(side), 1); };
  const int nx = scene_.grid.nx, ny = scene_.grid.ny;
  const bool fits = (!x || (low.i >= clear(Side::left) && high.i <= nx - 1 - clear(Side::right))) &&
                    (!y || (low.j >= clear(Side::bottom) && high.j <= ny - 1 - clear(Side::top)));
  if (high.i - low.i < 2 || high.j - low.j < 2)
    return error(
        box, fmt::format("{} has fewer than three nodes along an axis; make it larger, with min at its lower left{}",
                         box, g.box ? "" : ", or the grid"));
  if (!fits)
    return error(
        box,
        fmt::format("{} reaches into a layer or boundary; leave at least one cell of scattered field around it", box));
  const PaletteEntry background = background_of(scene_);
  if (background.sigma != 0 || background.sigma_m != 0 || background.perfect())
    return error(
        path, fmt::format("{} is a plane wave, but the background {} has losses; use a background without losses", path,
                          names::quoted(scene_.grid.background)));
  if (background.dispersive())
    return error(
        path, fmt::format("{} is a plane wave, but the background {} has poles; use a background without poles", path,
                          names::quoted(scene_.grid.background)));
  tables(path + ".waveform", g, waveform);
  for (const Node n : g.nodes(scene_))
    if (const std::string_view material = material_at(n); material != scene_.grid.background) {
      std::string remedy;
      for (const Shape& s : scene_.shapes)
        if (remedy.empty()) remedy = instead_of_a_box(scene_, s);
      return warning(
          box, fmt::format("{} cuts through {} at node ({}, {}), where the wave is different; {}", box, material, n.i,
                           n.j, remedy.empty() ? "keep shapes completely inside or outside the box" : remedy));
    }
}

// Reports an oblique plane wave between periodic sides. They force equal fields, but the wave has different phases
// there.
void Rules::report_oblique_on_periodic(const std::string& path, const PlaneSource& g, const Waveform& waveform,
                                       double off) {
  const bool x = PlaneSource::crosses_x(scene_);
  const double period = x ? extent(scene_).y : extent(scene_).x;
  std::string phase = "k·sin θ·period";
  if (const auto f = middle_frequency(waveform); f && *f > 0) {
    const double index = refractive_index(background_of(scene_), *f);
    phase +=
        fmt::format(" = {:.4g}° at {:g} Hz", std::abs(360 * *f * index / c0 * std::sin(off * pi / 180)) * period, *f);
  }
  error(path + ".angle",
        fmt::format(
            "{}.angle is {:g}; between the {} and the {} side the phase of an oblique wave differs by {}, but periodic "
            "sides repeat the field without a phase (there is no Bloch boundary); give {}, which is normal incidence, "
            "or set both sides to cpml, make the grid several periods wide, and use a box or a beam",
            path, g.angle, x ? "bottom" : "left", x ? "top" : "right", phase, x ? "0 or 180" : "90 or -90"));
}

// Checks that the tables for the wave stay small.
void Rules::tables(const std::string& path, const PlaneSource& g, const Waveform& waveform) {
  if (any_failed(path)) return;
  const Vec2 cell = cell_size(scene_);
  const PaletteEntry background = background_of(scene_);
  const auto [low, high] = g.frame(scene_);
  const double turn = g.angle * pi / 180, reach = std::abs(std::cos(turn)) * (high.i - low.i + 1) * cell.x +
                                                  std::abs(std::sin(turn)) * (high.j - low.j + 1) * cell.y;
  const auto numbers = [&](const Waveform& w) {
    return plane_wave_size({cell.x, cell.y, time_step(scene_), background.eps * background.mu, 1}, g.angle, reach, w)
        .numbers();
  };
  const double all = numbers(waveform);
  if (all <= most_plane_wave_numbers) return;
  Waveform at_once = waveform;
  const bool has_delay = std::visit(
      [](auto& w) {
        constexpr bool has = requires { w.delay; };
        if constexpr (has) w.delay = {};
        return has;
      },
      at_once);
  const bool late = has_delay && numbers(at_once) <= most_plane_wave_numbers;
  const std::string key = path + (late ? ".delay" : frequency(waveform) ? ".frequency" : "");
  error(key, fmt::format("{} needs tables of {:.3g} million numbers for the plane wave, but the limit is {:.3g} "
                         "million; {}, or use larger cells",
                         key, all / 1e6, most_plane_wave_numbers / 1e6,
                         late                  ? "give an earlier one"
                         : frequency(waveform) ? "give a higher one"
                                               : "give a shorter waveform"));
}

bool Rules::along_an_axis(const std::string& path, Vec2 from, Vec2 to) {
  const std::string last = path + ".to";
  if (nearest_node(scene_, from) == nearest_node(scene_, to))
    error(last, fmt::format("{0}.from and {0}.to are on the same node; move them apart", path));
  else if (!lies_along_an_axis(scene_, from, to))
    error(last, fmt::format("{} gives a slanted line; align it with x or y", last));
  else
    return true;
  return false;
}

// Checks whether a line can emit to its left.
bool Rules::one_way(const std::string& path, const auto& g, const Waveform& waveform) {
  if (!along_an_axis(path, g.from, g.to)) return false;
  const std::optional<double> f = middle_frequency(waveform);
  const std::string key = path + ".waveform";
  if (!f) {
    error(key,
          fmt::format(
              "{} has no frequency, but a {} needs one; give a cw, modulated, ricker, hann, chirp or noise waveform",
              key, g.kind));
    return false;
  }
  const PaletteEntry background = background_of(scene_);
  const Vec2 cell = cell_size(scene_);
  const double dt = time_step(scene_);
  if (!carries_waves({std::max(cell.x, cell.y), cell.y, dt, background.eps, background.mu}, *f)) {
    error(key,
          fmt::format(
              "{} has the frequency {:g} Hz, which this grid cannot carry; give a lower frequency or smaller cells",
              key, *f));
    return false;
  }
  const std::vector<Node> nodes = g.nodes(scene_);
  const bool along_y = nodes.front().i == nodes.back().i;
  warn_emits_into_layer(path, nodes, c0 / (*f * std::sqrt(background.eps * background.mu)));
  // Its ends may be on metal.
  for (const Node n : {nodes.front(), nodes.back()})
    for (const Side side : all_sides) {
      const int at = across_x(side) ? n.i : n.j, last = (across_x(side) ? scene_.grid.nx : scene_.grid.ny) - 1;
      const int depth = at_low_end(side) ? at : last - at;
      const BoundaryFacts& facts = facts_of(scene_.boundary[side]);
      const bool may_touch = across_x(side) != along_y && !facts.has_layer && facts.mur_order == 0;
      const int clear = scene_.boundary.layer_cells(side) + (may_touch ? 0 : 1);
      if (depth >= clear) continue;
      warning(
          path,
          fmt::format(
              "{} reaches into the layer or boundary at the {} side, where the wave is different; end it before that",
              path, to_string(side)));
      return true;
    }
  return true;
}

// A line emits to its left. If this leads straight into a nearby layer, the opposite direction was probably
// intended. `wavelength` is in m.
void Rules::warn_emits_into_layer(const std::string& path, const std::vector<Node>& line, double wavelength) {
  const Node a = line.front(), b = line.back();
  const bool along_y = a.i == b.i, to_high = along_y ? b.j < a.j : b.i > a.i;
  const Side ahead = along_y ? (to_high ? Side::right : Side::left) : (to_high ? Side::top : Side::bottom);
  const BoundaryFacts& facts = facts_of(scene_.boundary[ahead]);
  if (!facts.has_layer && facts.mur_order == 0) return;
  const auto cells_to = [&](Side side) {
    const int at = along_y ? a.i : a.j, last = (along_y ? scene_.grid.nx : scene_.grid.ny) - 1;
    return (at_low_end(side) ? at : last - at) - scene_.boundary.layer_cells(side);
  };
  const double half_wave = 0.5 * wavelength / (along_y ? cell_size(scene_).x : cell_size(scene_).y);
  const int before = cells_to(ahead);
  if (before < 0 || before >= half_wave || cells_to(opposite(ahead)) <= before) return;
  warning(path + ".to", fmt::format("{0} sends to the left of its direction from {0}.from to {0}.to, towards the {1} "
                                    "side, only {2} away, which absorbs everything; exchange from and to",
                                    path, to_string(ahead), counted(before, "cell")));
}

void Rules::placed(const std::string& path, const BeamSource& g, const Waveform& waveform) {
  if (!one_way(path, g, waveform)) return;
  const PaletteEntry background = background_of(scene_);
  if (background.sigma != 0 || background.sigma_m != 0 || background.perfect())
    return error(path, fmt::format("{} is a beam, but the background {} has losses; use a background without losses",
                                   path, names::quoted(scene_.grid.background)));
  // Beam amplitude at the line's ends, by Gaussian optics.
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
    warning(path,
            fmt::format("{} cuts the beam off at {:.0f} % of its amplitude; lengthen the line, or reduce the waist",
                        path, 100 * most));
  for (const Node n : nodes)
    if (const std::string_view material = material_at(n); material != scene_.grid.background)
      return warning(
          path,
          fmt::format("{} crosses {} at node ({}, {}), where the beam is different; let the line be in the background",
                      path, material, n.i, n.j));
}

void Rules::placed(const std::string& path, const ModeSource& g, const Waveform& waveform) {
  if (one_way(path, g, waveform)) check_mode_exists(path, g.from, g.to, g.index, *middle_frequency(waveform));
}

// Checked only if the scene has no other errors, because errors in the media are reported separately.
void Rules::check_mode_exists(const std::string& path, Vec2 from, Vec2 to, int index, double frequency) {
  if (errors_ > 0) return;
  const Section section = section_of(scene_, from, to, frequency);
  const std::optional<SectionMode> mode = guided_mode(section, frequency, index);
  if (!mode) {
    const int count = guided_modes(section, frequency);
    return error(
        path + ".index",
        fmt::format(
            "{}.index is {}, but the line carries {} at {:g} Hz; {}", path, index,
            count == 0   ? "no guided mode"
            : count == 1 ? "one guided mode"
                         : fmt::format("{} guided modes", count),
            frequency,
            count == 0
                ? "place it across a guide, with each end in the cladding or on the metal, or raise the frequency"
                : fmt::format("give 0{}", count == 1 ? "" : fmt::format(" to {}", count - 1))));
  }
  constexpr double faint = 0.01;
  if (mode->tail > faint)
    warning(path,
            fmt::format("{} cuts the mode off at {:.1f} % of its maximum; lengthen the line", path, 100 * mode->tail));
}

// Warns of shapes outside all plane-wave boxes if there are no other sources, because only
// the scattered field reaches them.
void rules::warn_shapes_outside_waves(const Scene& scene, Findings& found) {
  std::vector<NodeRect> boxes;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    const auto* plane = std::get_if<PlaneSource>(&s.geometry);
    if (!plane) return;
    const auto [low, high] = plane->frame(scene);
    boxes.push_back({low.i, low.j, high.i + 1, high.j + 1});
  }
  if (boxes.empty()) return;
  for (std::size_t k = 0; k < scene.shapes.size(); ++k) {
    const NodeRect shape = bounds(scene, scene.shapes[k]);
    const auto misses = [&](const NodeRect& box) { return intersection(shape, box).empty(); };
    if (shape.empty() || !std::all_of(boxes.begin(), boxes.end(), misses)) continue;
    const std::string instead = instead_of_a_box(scene, scene.shapes[k]);
    warning(found, fmt::format("shape.{}", k),
            fmt::format("shape.{} is outside the plane wave's box, where no wave reaches it; {}", k,
                        instead.empty() ? "move it, or make the box larger" : instead));
  }
}

}  // namespace ez
