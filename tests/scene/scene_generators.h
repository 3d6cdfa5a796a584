// Generates random scenes, valid and varied, for property tests.
#pragma once

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "boundary_kinds.h"
#include "solver/base/constants.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"
#include "solver/scene/scheme.h"

namespace ez::generate {

// Returns a number in [low, high] with all its digits.
inline double number(double low, double high) {
  const double t = static_cast<double>(*rc::gen::arbitrary<std::uint32_t>()) / 4294967295.0;
  return low + (high - low) * t;
}
inline int whole(int low, int high) { return *rc::gen::inRange(low, high + 1); }
inline bool coin() { return whole(0, 1) == 1; }

// Returns a name, which has no control characters.
inline std::string name() {
  static const std::vector<std::string> pieces = {"a",   "B",      " ",  "\"",  "\\", "#", "é", "√",
                                                  "'''", "\"\"\"", "= ", "[x]", ".",  ",", "𝜆", "1e9"};
  std::string out;
  for (int k = whole(0, 12); k > 0; --k) out += *rc::gen::elementOf(pieces);
  return out;
}
inline std::string text() {
  static const std::vector<std::string> controls = {"\n", "\t", "\r", "\x01", "\x7f"};
  std::string out = name();
  for (int k = whole(0, 3); k > 0; --k) out += *rc::gen::elementOf(controls) + name();
  return out;
}

// Returns a point on the grid, in the scene's unit.
inline Vec2 place(const Scene& scene) {
  return from_nodes(scene, {number(0, scene.grid.nx - 1), number(0, scene.grid.ny - 1)});
}
inline std::vector<Vec2> places(const Scene& scene, int least) {
  std::vector<Vec2> out(static_cast<std::size_t>(whole(least, 9)));
  for (Vec2& p : out) p = place(scene);
  return out;
}

// Fills in any value that the key allows. A pulse may peak at any time, a place is on the grid, and a length is at most
// 30 cells.
struct Fill {
  const Scene* scene = nullptr;  // the scene that places and lengths refer to

  double length() const { return number(0.01, 30) * (scene->unit == Unit::cell ? 1 : scene->grid.dx); }
  void operator()(std::string_view, double& v, const Key& key) const {
    if (key.measure == Measure::length)
      v = length();
    else if (key.unit == "Hz")
      v = number(1, 1e15);
    else if (key.unit == "s")
      v = number(1e-15, 1e-9);
    else if (key.unit == "S/m" || key.unit == "Ω/m")
      v = number(0, 1e6);
    else
      v = key.range.low >= 0 ? number(key.range.low + (key.range.open_low ? 1 : 0), 10) : number(-720, 720);
  }
  void operator()(std::string_view, std::optional<double>& v, const Key& key) const {
    if (coin()) v = key.unit == "s" ? number(-1e-9, 1e-9) : number(key.range.low, key.range.low + 1);
  }
  void operator()(std::string_view, std::optional<std::uint32_t>& color, const Key&) const {
    if (coin()) color = static_cast<std::uint32_t>(whole(0, 0xffffff));
  }
  void operator()(std::string_view, std::array<double, 4>& v, const Key& key) const {
    if (coin()) v[static_cast<std::size_t>(whole(0, 3))] = number(key.range.low, key.range.low + 4);
  }
  void operator()(std::string_view, Vec2& v, const Key& key) const {
    v = key.measure == Measure::position ? place(*scene) : Vec2{length(), length()};
  }
  void operator()(std::string_view, std::vector<Vec2>& points, const Key&) const { points = places(*scene, 1); }
  void operator()(std::string_view, std::vector<double>& v, const Key& key) const {
    if (std::isfinite(key.range.low)) {  // a table, or none
      v.resize(static_cast<std::size_t>(std::max(0, whole(-5, 5))));
      for (double& x : v) x = number(key.range.low, key.range.low + 5);
      return;
    }
    v.resize(9);  // increasing
    for (std::size_t k = 0; k < v.size(); ++k) v[k] = (static_cast<double>(k) + number(-0.4, 0.4)) * 1e-10;
  }
  void operator()(std::string_view, bool& v, const Key&) const { v = coin(); }
  void operator()(std::string_view key_name, std::string& v, const Key& key) const {
    if (key.words.empty())
      v = key_name == "name" ? name() : text();
    else if (coin() || key.absent.empty())
      v = *rc::gen::elementOf(std::vector<std::string>(key.words.begin(), key.words.end()));
  }
  void operator()(std::string_view, std::vector<Pole>& poles, const Key&) const {
    poles.resize(static_cast<std::size_t>(whole(0, 3)));
    for (Pole& pole : poles) {
      pole.model = Alternatives<PoleModel>::at(static_cast<std::size_t>(whole(0, 2)),
                                               [](auto type) { return typename decltype(type)::type(); });
      std::visit([this](auto& p) { p.fields(p, *this); }, pole.model);
    }
  }
  void operator()(std::string_view name, std::tuple<double&, std::string&> v, const Key& key) const {
    if (whole(0, 7) == 0)
      std::get<1>(v) = fmt::format("{} + {}*sin(x/{})^2", number(1, 9), number(0, 3), number(0.1, 9));
    else
      (*this)(name, std::get<0>(v), key);
  }
  void operator()(std::string_view, GreyPicture& picture, const Key&) const {
    const int w = whole(1, 9), h = whole(1, 9);
    std::vector<std::uint8_t> greys(static_cast<std::size_t>(w * h));
    for (std::uint8_t& grey : greys) grey = static_cast<std::uint8_t>(whole(0, 255));
    picture = GreyPicture(w, h, std::move(greys));
  }
  void operator()(std::string_view, std::vector<ImageLevel>& levels, const Key&) const {
    for (int grey = whole(0, 90); coin() && grey < 256; grey += whole(1, 90)) levels.push_back({grey, "vacuum"});
  }
  void operator()(std::string_view, std::optional<std::array<std::string, 2>>&, const Key&) const {}
  void operator()(std::string_view, int& v, const Key& key) const {  // unbounded counts stay unchanged
    if (std::isfinite(key.range.high)) v = whole(static_cast<int>(key.range.low), static_cast<int>(key.range.high));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void operator()(std::string_view, Enum& v, const Key&) const {
    v = static_cast<Enum>(whole(0, static_cast<int>(names::words<Enum>.size()) - 1));
  }
  // Leaves at least a cell around the box. A plane wave has stricter rules, so the box is in the middle.
  void operator()(std::string_view, std::optional<BoxCorners>& box, const Key&) const {
    const double x = scene->grid.nx, y = scene->grid.ny;
    if (box) box = {from_nodes(*scene, {x / 4, y / 4}), from_nodes(*scene, {3 * x / 4, 3 * y / 4})};
  }
};

inline std::string material_name(const Scene& scene) {
  std::vector<std::string> names = {"vacuum", "pec", "pmc"};
  for (const Material& m : scene.materials) names.push_back(m.name);
  return *rc::gen::elementOf(names);
}

// Makes a shape obey the rules that its keys alone do not ensure.
struct Sound {
  const Scene& scene;
  void operator()(Ring& g) const { g.outer += g.inner; }
  void operator()(Rect& g) const {
    const Fill fill{&scene};
    g.max = {g.min.x + fill.length(), g.min.y + fill.length()};
  }
  void operator()(ImageShape& g) const {
    const Fill fill{&scene};
    g.file.clear();
    g.max = {g.min.x + fill.length(), g.min.y + fill.length()};
    for (ImageLevel& level : g.levels) level.material = material_name(scene);
  }
  void operator()(Polygon& g) const {
    while (g.points.size() < 3) g.points.push_back(place(scene));
  }
  void operator()(auto&) const {}
};
inline Geometry geometry(const Scene& scene) {
  Geometry out = Alternatives<Geometry>::at(static_cast<std::size_t>(whole(0, std::variant_size_v<Geometry> - 1)),
                                            [](auto type) { return typename decltype(type)::type(); });
  std::visit([&](auto& g) { g.fields(g, Fill{&scene}); }, out);
  std::visit(Sound{scene}, out);
  return out;
}

// Returns copies for a shape that is no image, since an image cannot be rotated.
inline Copies copies(const Scene& scene) {
  const Fill fill{&scene};
  if (coin()) return TurnedCopies{whole(1, 9), place(scene)};
  LatticeCopies out{whole(1, 4), whole(1, 4), {fill.length(), number(-1, 1) * fill.length()}, {}};
  if (coin()) out.a2 = {-fill.length(), fill.length()};
  return out;
}

inline Shape shape(const Scene& scene) {
  Shape out{geometry(scene), material_name(scene)};
  if (!std::holds_alternative<ImageShape>(out.geometry) && whole(0, 3) == 0) out.copies = copies(scene);
  if (const auto* image = std::get_if<ImageShape>(&out.geometry); image && !image->levels.empty()) out.material.clear();
  return out;
}

inline Waveform waveform() {
  Waveform out = waveform_of_kind(static_cast<std::size_t>(whole(0, std::variant_size_v<Waveform> - 1)));
  std::visit([](auto& w) { w.fields(w, Fill{}); }, out);
  if (auto* table = std::get_if<Tabulated>(&out)) table->file.clear();
  return out;
}

// Makes a source obey the rules that its keys alone do not ensure.
struct SoundSource {
  const Scene& scene;
  void operator()(ArraySource& g) const {
    g.steer = std::clamp(g.steer, -90.0, 90.0);
    if (nearest_node(scene, g.from) == nearest_node(scene, g.to))
      g.from = from_nodes(scene, {0, 0}), g.to = from_nodes(scene, {3, 2});
  }
  void operator()(PointSource& g) const {
    settle(g, g.charge && scene.grid.polarization == Polarization::hz);
    g.charge = g.motion.moves() && g.charge && scene.grid.polarization == Polarization::hz;
    const double widest =
        2 / std::max(1.0, scene.grid.dx / scene.grid.dy);  // in cells of Δx; the rule counts the narrower cells
    g.width = g.charge ? from_nodes(scene, {number(0, widest), 0}).x : 0;
  }
  void operator()(DipoleSource& g) const { settle(g, false); }
  void operator()(BeamSource& g) const { g.angle = std::clamp(g.angle, -80.0, 80.0); }
  void operator()(ModeSource& g) const { g.index = 0; }
  void operator()(auto&) const {}
  // The source is at rest, or moves at one speed along a path of some cells.
  void settle(auto& g, bool charge) const {
    Motion& m = g.motion;
    if (!charge && coin()) return void(m = {});
    g.at = {};
    while (m.path.size() < 2) m.path.push_back(place(scene));
    m.path[0] = from_nodes(scene, {0, 0}), m.path[1] = from_nodes(scene, {3, 2});
    m.speed.reset();
    m.beta = number(0.01, 0.99);
  }
};

// Replaces the source by a point source if background, boundary and shapes do not allow its kind. Plane waves, beams
// and modes need conditions that few scenes meet.
inline void make_possible(const Scene& scene, Source& source) {
  if (!straighten(scene, source, 1) && !std::holds_alternative<PlaneSource>(source.geometry)) return;
  Scene alone = scene;
  alone.sources = {source};
  const std::vector<Message> said = validate(alone);
  if (std::any_of(said.begin(), said.end(), [](const Message& m) { return m.kind == Message::Kind::error; }))
    source.geometry = PointSource{place(scene)};
}

inline Source source(const Scene& scene) {
  Source out;
  out.name = name();
  out.amplitude = number(-1e6, 1e6);
  out.hard = coin();
  out.on = coin();
  out.waveform = waveform();
  out.geometry =
      geometry_around(static_cast<std::size_t>(whole(0, std::variant_size_v<SourceGeometry> - 1)), scene, {});
  std::visit([&](auto& g) { g.fields(g, Fill{&scene}); }, out.geometry);
  std::visit(SoundSource{scene}, out.geometry);
  out.hard = out.hard && can_be_hard(out) && !moves(out);
  if (places_of(out).size() > 1 && source_nodes(scene, out).size() == 1) out.geometry = PointSource{place(scene)};
  // A source made for one frequency gets a frequency that the background can carry.
  const PaletteEntry background = background_of(scene);
  const double cell = std::max(cell_size(scene).x, cell_size(scene).y);
  if (straighten(scene, out, 1)) out.waveform = Cw{c0 / (12 * cell * std::sqrt(background.eps * background.mu))};
  make_possible(scene, out);
  return out;
}

// Chooses frequencies that a grid with a third as many cells still resolves, whatever its Courant number.
inline Monitor monitor(const Scene& scene, const std::string& name) {
  const double most = 0.1 * scene.grid.courant / time_step(scene);
  const double low = most * number(0.001, 0.5), high = low * number(1.1, 2), low_frequency = low;
  const auto line = [&](auto made) {
    made.from = place(scene), made.to = place(scene);
    const Node at = nearest_node(scene, made.from);
    if (at == nearest_node(scene, made.to)) made.to = from_nodes(scene, {at.i == 0 ? 3.0 : at.i - 1.0, double(at.j)});
    if (coin())
      made.frequencies.band = {low, high, static_cast<double>(whole(2, 40))};
    else
      for (int k = whole(1, 12); k > 0; --k) made.frequencies.list.push_back(number(low, high));
    return made;
  };
  const int kind = whole(0, 5);
  if (kind == 5) return {name, MapMonitor{low}, false};
  if (kind == 3) {
    const Vec2 low = from_nodes(scene, {double(whole(0, 6)), double(whole(0, 6))});
    FarMonitor far{low, from_nodes(scene, {double(whole(8, 15)), double(whole(8, 15))}), high, {}};
    if (coin()) far.angles = {number(-180, 0), number(1, 360), double(whole(1, 90))};
    // A far-field monitor needs a background, boundary and shapes that not every scene has, also on a coarser grid.
    Monitor out{name, far, coin()};
    const auto fits = [&](double factor) {
      Scene alone = scene;
      alone.monitors = {out};
      const std::vector<Message> said = validate(refine(alone, factor));
      return std::none_of(said.begin(), said.end(), [](const Message& m) { return m.kind == Message::Kind::error; });
    };
    if (fits(1) && fits(0.34)) return out;
    return {name, MapMonitor{low_frequency}, false};
  }
  if (kind == 4) {
    ModeMonitor mode = line(ModeMonitor());
    const Node from = nearest_node(scene, mode.from);
    mode.to = from_nodes(scene, {double(from.i), from.j == 0 ? 5.0 : 0.0});
    mode.index = whole(0, 3);
    return {name, mode, coin()};
  }
  if (kind == 0) return {name, line(FluxMonitor()), coin()};
  if (kind == 1) return {name, line(LineMonitor()), coin()};
  return {name, ResonanceMonitor{place(scene), low, high}, coin()};
}

inline Grid grid(Unit unit) {
  Grid out;
  out.nx = whole(16, 90);
  out.ny = whole(16, 90);
  const double scale = unit == Unit::cell || unit == Unit::m ? 1e-3 : 1;
  out.dx = number(0.1, 10) * scale;
  out.dy = coin() ? out.dx : number(0.1, 10) * scale;
  out.courant = number(0.01, 1);
  out.polarization = coin() ? Polarization::ez : Polarization::hz;
  out.precision = coin() ? Precision::float32 : Precision::float64;
  out.smoothing = whole(0, 4) == 0;
  out.conformal = whole(0, 4) == 0;
  return out;
}

inline Side side() { return all_sides[static_cast<std::size_t>(whole(0, 3))]; }

inline void boundary(Boundary& out) {
  for (BoundaryKind& kind : out.side) kind = *rc::gen::elementOf(test::kinds_of_one_side());
  if (whole(0, 3) == 0) out[Side::left] = out[Side::right] = BoundaryKind::periodic;
  if (whole(0, 3) == 0) out[Side::bottom] = out[Side::top] = BoundaryKind::periodic;
  out.cpml = {};
  out.cpml.fields(out.cpml, Fill{});
  out.cpml.cells = whole(1, 6);
}

inline Reflection reflection(const Boundary& boundary) {
  Reflection out;
  out.on = coin();
  out.margin = coin() ? 0 : whole(16, 4000);
  out.window = coin() ? 0 : number(0, 1e-6);
  std::vector<Side> sides;
  for (const Side s : all_sides)
    if (boundary[s] != BoundaryKind::periodic && coin()) sides.push_back(s);
  if (coin() && !sides.empty()) out.sides = sides;
  return out;
}

// Returns the scene after edits as a pane's panel makes them, at unchanged places.
inline Scene edited(Scene out) {
  if (in_cells(out.physics)) {
    out.gas.gamma = out.physics == Physics::gas ? number(1.01, 3) : out.gas.gamma;
    out.heat.diffusivity = out.physics == Physics::heat ? number(1e-6, 10) : out.heat.diffusivity;
    if (coin()) out.states.front().color = static_cast<std::uint32_t>(whole(0, 0xffffff));
    return out;
  }
  switch (whole(0, 6)) {
    case 0:
      boundary(out.boundary);
      if (out.reflection.sides) out.boundary = Boundary{};
      out.boundary.cpml.cells = whole(1, 6);
      break;
    case 1:
      out.grid.courant = number(0.01, 1);
      out.grid.precision = Precision::float64;
      break;
    case 2:
      out.faults.push_back({side(), static_cast<Fault>(whole(0, fault_count - 1))});
      break;
    case 3:
      out.faults.clear();
      break;
    case 4:
      for (Source& s : out.sources) s.waveform = waveform();
      break;
    case 5:
      if (!out.sources.empty()) out.sources.pop_back();
      for (Source& s : out.sources) s = source(out);
      break;
    default:
      for (Material& m : out.materials) {
        m.eps = number(1, 9);
        m.eps_formula.clear();
        m.color.reset();
      }
  }
  const Scene as_edited = out;
  for (Source& s : out.sources) make_possible(as_edited, s);
  return out;
}

inline bool none_is_error(const std::vector<Message>& messages) {
  return std::none_of(messages.begin(), messages.end(),
                      [](const Message& m) { return m.kind == Message::Kind::error; });
}

// An edit may combine settings that exclude each other, such as a far field and a side made periodic. The variant then
// stays empty.
inline void variants(Scene& scene) {
  for (int k = whole(0, 4); k > 0; --k) scene.variants.push_back({fmt::format("v{}{}", k, name()), {}});
  for (std::size_t k = 0; k < scene.variants.size(); ++k)
    if (const auto with = with_variant(scene, k, edited(*scene_of_variant(scene, k).scene)))
      if (const SceneResult made = scene_of_variant(*with, k); made.scene && none_is_error(validate(*made.scene)))
        scene = *with;
}

inline RunPreset run_preset() {
  RunPreset out;
  std::vector<const SchemeFacts*> live;
  for (const SchemeFacts& s : all_schemes())
    if (s.live) live.push_back(&s);
  const SchemeFacts& scheme = **rc::gen::elementOf(live);
  out.scheme = scheme.name;
  if (coin() && !scheme.forms.empty()) out.form = *rc::gen::elementOf(scheme.forms);
  if (coin()) out.block = {whole(1, 32), whole(1, 32)};
  return out;
}

inline Pause pause() {
  return {*rc::gen::element<std::string>("", "1.1ns", "40T", "460 steps", "1 steps", "valid", "2.5e-3us"), coin()};
}

inline Check check(const Scene& scene) {
  Check out;
  const std::vector<std::string> theory = {"1", "c*eps0", "2.5e-3*pi/(dx + dy)", "db(nx)", "wrap(-400)"};
  out.measured = fmt::format("peak(\"{}\")", scene.probes.front().name);
  out.theory = *rc::gen::elementOf(theory);
  out.text = text();
  (coin() ? out.within : out.within_abs) = number(1e-6, 1);
  out.after = *rc::gen::element<std::string>("settled", "1.1ns", "3us");
  return out;
}

inline SceneSweep sweep(const Scene& scene) {
  SceneSweep out;
  out.path = "grid.courant";
  out.values = {number(0.1, 0.5), number(0.5, 0.9), static_cast<double>(whole(1, 50))};
  if (coin()) out.path_y = "grid.precision", out.values_y = {1, 2, 2};
  out.measured = fmt::format("x*peak(\"{}\")", scene.probes.front().name);
  if (coin()) out.theory = "2.5e-3*pi/x";
  out.after = *rc::gen::element<std::string>("settled", "1.1ns", "3us");
  return out;
}

inline Quantity quantity(Physics physics) {
  std::vector<Quantity> of;
  for (const QuantityFacts& q : quantities)
    if (is_for(q.belongs, physics)) of.push_back(q.quantity);
  return *rc::gen::elementOf(of);
}

// Returns a scene of a gas or of heat.
inline Scene scene_of_cells() {
  const bool heat = coin();
  Scene out = started_as(heat ? Physics::heat : Physics::gas);
  out.title = text();
  out.text = text();
  out.unit = static_cast<Unit>(whole(0, 5));
  out.grid = grid(out.unit);
  out.grid.courant = Grid().courant;
  out.grid.polarization = Grid().polarization;
  out.grid.smoothing = out.grid.conformal = false;
  out.grid.background.clear();
  const std::vector<BoundaryKind> kinds = heat ? std::vector{BoundaryKind::fixed, BoundaryKind::insulated}
                                               : std::vector{BoundaryKind::wall, BoundaryKind::outflow};
  for (BoundaryKind& kind : out.boundary.side) kind = *rc::gen::elementOf(kinds);
  if (whole(0, 3) == 0) out.boundary[Side::left] = out.boundary[Side::right] = BoundaryKind::periodic;
  if (heat) {
    out.heat.diffusivity = number(1e-6, 10);
    if (coin()) out.heat.cfl = number(0.01, 1);
  } else {
    out.gas.fields(out.gas, Fill{});
    out.gas.gamma = number(1.01, 3);
    out.gas.cfl.reset(), out.gas.dt.reset();
    if (coin()) out.gas.cfl = number(0.01, 1);
  }
  for (int k = whole(1, 4); k > 0; --k) {
    FluidState s;
    s.name = fmt::format("{}{}", name(), k);
    if (heat)
      s.value = number(-9, 9);
    else
      s.density = number(0.1, 9), s.pressure = number(0.1, 9), s.velocity = {number(-2, 2), number(-2, 2)};
    if (coin()) s.color = static_cast<std::uint32_t>(whole(0, 0xffffff));
    out.states.push_back(std::move(s));
  }
  const auto state = [&] {
    return out.states[static_cast<std::size_t>(whole(0, static_cast<int>(out.states.size()) - 1))].name;
  };
  if (coin()) out.grid.background = state();
  for (int k = whole(0, 6); k > 0; --k) {
    Shape shape{geometry(out)};
    const auto* image = std::get_if<ImageShape>(&shape.geometry);
    shape.wall = whole(0, 3) == 0;
    if (!shape.wall) shape.state = state();
    if (image && !image->levels.empty()) {
      shape.wall = false;
      shape.state.clear();
    }
    if (image)
      for (ImageLevel& level : std::get<ImageShape>(shape.geometry).levels) level.material = state();
    out.shapes.push_back(std::move(shape));
  }
  for (int k = whole(0, 4); k > 0; --k) {
    out.probes.push_back({fmt::format("p{}√ #", k), place(out)});
    if (coin()) out.probes.back().quantity = quantity(out.physics);
  }
  out.view.quantity = quantity(out.physics);
  out.view.range = number(0, 1e4);
  return out;
}

inline Scene scene() {
  if (whole(0, 4) == 0) return scene_of_cells();
  Scene out;
  out.title = text();
  out.text = text();
  out.unit = static_cast<Unit>(whole(0, 5));
  out.grid = grid(out.unit);
  boundary(out.boundary);
  out.reflection = reflection(out.boundary);
  for (int k = whole(0, 4); k > 0; --k) {
    Material m;
    m.fields(m, Fill{});
    if (!m.preset.empty() && !m.color) m.color = 0x808080;  // so that no colour comes from the preset
    m.name += std::to_string(k);
    out.materials.push_back(m);
  }
  do out.grid.background = material_name(out);
  while (background_of(out).graded);
  for (int k = whole(0, 6); k > 0; --k) out.shapes.push_back(shape(out));
  for (int k = whole(0, 4); k > 0; --k) out.sources.push_back(source(out));
  for (int k = whole(0, 4); k > 0; --k) out.probes.push_back({"p" + std::to_string(k) + "√ #", place(out)});
  for (int k = out.probes.empty() ? 0 : whole(0, 2); k > 0; --k) {
    out.checks.push_back(check(out));
    out.checks.back().name = name() + std::to_string(k);
  }
  for (int k = out.probes.empty() ? 0 : whole(0, 2); k > 0; --k) {
    out.sweeps.push_back(sweep(out));
    out.sweeps.back().name = name() + std::to_string(k);
  }
  for (int k = whole(0, 3); k > 0; --k) out.monitors.push_back(monitor(out, "m" + std::to_string(k) + "√ #"));
  out.view.quantity = quantity(out.physics);
  out.view.range = number(0, 1e4);
  out.view.colormap = *rc::gen::elementOf(std::vector<std::string>(colormaps.begin(), colormaps.end()));
  if (coin()) out.initial = {side(), number(-1e3, 1e3)};
  if (coin()) out.run = run_preset();
  if (coin()) out.pause = pause();
  for (int k = whole(0, 2); k > 0; --k) out.faults.push_back({side(), static_cast<Fault>(whole(0, fault_count - 1))});
  if (coin()) out.hidden_fault = whole(0, 1000000);
  variants(out);
  return out;
}

}  // namespace ez::generate
