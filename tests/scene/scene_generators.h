// Scenes at random, valid and various, for property tests.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene.h"
#include "solver/scene/scheme.h"

namespace ez::generate {

// A number in [low, high] with all its digits.
inline double number(double low, double high) {
  const double t = static_cast<double>(*rc::gen::arbitrary<std::uint32_t>()) / 4294967295.0;
  return low + (high - low) * t;
}
inline int whole(int low, int high) { return *rc::gen::inRange(low, high + 1); }
inline bool coin() { return whole(0, 1) == 1; }

inline std::string text() {
  static const std::vector<std::string> pieces = {"a",  "B", " ", "\"",   "\\",     "#",  "\n",
                                                  "\t", "é", "√", "'''",  "\"\"\"", "= ", "[x]",
                                                  "\r", ".", ",", "\x01", "\x7f",   "𝜆",  "1e9"};
  std::string out;
  for (int k = whole(0, 12); k > 0; --k) out += *rc::gen::elementOf(pieces);
  return out;
}

// A point on the grid, in the scene's unit.
inline Vec2 place(const Scene& scene) {
  return from_nodes(scene, {number(0, scene.grid.nx - 1), number(0, scene.grid.ny - 1)});
}
inline std::vector<Vec2> places(const Scene& scene, int least) {
  std::vector<Vec2> out(static_cast<std::size_t>(whole(least, 9)));
  for (Vec2& p : out) p = place(scene);
  return out;
}

inline Geometry geometry(const Scene& scene) {
  const double cell = scene.unit == Unit::cell ? 1 : scene.grid.dx;
  const auto length = [cell] { return number(0.01, 30) * cell; };
  switch (whole(0, 6)) {
    case 0:
      return Circle{place(scene), length()};
    case 1: {
      const double inner = number(0, 20) * cell;
      return Ring{place(scene), inner, inner + length()};
    }
    case 2:
      return Ellipse{place(scene), {length(), length()}, number(-400, 400)};
    case 3: {
      const Vec2 min = place(scene);
      return Rect{min, {min.x + length(), min.y + length()}};
    }
    case 4:
      return TurnedRect{place(scene), {length(), length()}, number(-400, 400)};
    case 5:
      return Polygon{places(scene, 3)};
    default:
      return Stroke{places(scene, 1), length()};
  }
}

inline std::string material_name(const Scene& scene) {
  std::vector<std::string> names = {"vacuum", "pec", "pmc"};
  for (const Material& m : scene.materials) names.push_back(m.name);
  return *rc::gen::elementOf(names);
}

inline Shape shape(const Scene& scene) { return {geometry(scene), material_name(scene)}; }

// Any number that its key allows; a pulse may peak at any time.
struct Fill {
  void operator()(std::string_view, double& v, const Key& key) const {
    if (key.unit == "Hz")
      v = number(1, 1e15);
    else if (key.unit == "s")
      v = number(1e-15, 1e-9);
    else
      v = key.range.low >= 0 ? number(key.range.low, 10) : number(-720, 720);
  }
  void operator()(std::string_view, std::optional<double>& v, const Key&) const {
    if (coin()) v = number(-1e-9, 1e-9);
  }
};
inline Waveform waveform() {
  Waveform out = waveform_of_kind(static_cast<std::size_t>(whole(0, std::variant_size_v<Waveform> - 1)));
  std::visit([](auto& w) { w.fields(w, Fill{}); }, out);
  return out;
}

inline Source source(const Scene& scene) {
  Source out;
  out.name = text();
  out.amplitude = number(-1e6, 1e6);
  out.hard = coin();
  out.on = coin();
  out.waveform = waveform();
  out.geometry = PointSource{place(scene)};
  if (coin()) {
    const LineSource line{place(scene), place(scene)};
    if (nearest_node(scene, line.from) != nearest_node(scene, line.to)) out.geometry = line;
  }
  return out;
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
  return out;
}

inline Side side() { return all_sides[static_cast<std::size_t>(whole(0, 3))]; }

inline void boundary(Boundary& out) {
  for (BoundaryKind& kind : out.side)
    kind = *rc::gen::element(BoundaryKind::pec, BoundaryKind::pmc, BoundaryKind::mur1, BoundaryKind::mur2,
                             BoundaryKind::cpml);
  if (whole(0, 3) == 0) out[Side::left] = out[Side::right] = BoundaryKind::periodic;
  if (whole(0, 3) == 0) out[Side::bottom] = out[Side::top] = BoundaryKind::periodic;
  out.cpml = {whole(1, 6), number(0, 6), number(0, 3), number(1, 20), {}, {1, 1, 1, 1}};
  if (coin()) out.cpml.alpha = number(0, 1);
  if (coin()) out.cpml.factor[static_cast<std::size_t>(side())] = number(0, 4);
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

// What a pane's panel edits: another scene of the same places.
inline Scene edited(Scene out) {
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
      out.faults.push_back({side(), static_cast<Fault>(whole(0, 12))});
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
        m.color.reset();
      }
  }
  return out;
}

inline void variants(Scene& scene) {
  for (int k = whole(0, 4); k > 0; --k) scene.variants.push_back({"v" + std::to_string(k) + text(), {}});
  for (std::size_t k = 0; k < scene.variants.size(); ++k)
    if (const auto with = with_variant(scene, k, edited(*scene_of_variant(scene, k).scene))) scene = *with;
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

inline Scene scene() {
  Scene out;
  out.title = text();
  out.text = text();
  out.unit = static_cast<Unit>(whole(0, 5));
  out.grid = grid(out.unit);
  boundary(out.boundary);
  out.reflection = reflection(out.boundary);
  for (int k = whole(0, 4); k > 0; --k) {
    Material m{text() + std::to_string(k), number(1, 20), number(1, 3), number(0, 1e7), number(0, 1e5), {}};
    if (coin()) m.color = static_cast<std::uint32_t>(whole(0, 0xffffff));
    out.materials.push_back(m);
  }
  out.grid.background = material_name(out);
  for (int k = whole(0, 6); k > 0; --k) out.shapes.push_back(shape(out));
  for (int k = whole(0, 4); k > 0; --k) out.sources.push_back(source(out));
  for (int k = whole(0, 4); k > 0; --k) out.probes.push_back({"p" + std::to_string(k) + "√ #", place(out)});
  out.view.quantity = static_cast<Quantity>(whole(0, static_cast<int>(quantity_count) - 1));
  out.view.range = number(0, 1e4);
  out.view.colormap = *rc::gen::elementOf(std::vector<std::string>(colormaps.begin(), colormaps.end()));
  if (coin()) out.initial = {side(), number(-1e3, 1e3)};
  if (coin()) out.run = run_preset();
  if (coin()) out.pause = pause();
  for (int k = whole(0, 2); k > 0; --k) out.faults.push_back({side(), static_cast<Fault>(whole(0, 12))});
  if (coin()) out.hidden_fault = whole(0, 1000000);
  variants(out);
  return out;
}

}  // namespace ez::generate
