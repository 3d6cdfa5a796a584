#include "app/model/document/scene_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/model/document/handles.h"
#include "app/platform/units.h"
#include "solver/base/constants.h"
#include "solver/base/text_with.h"
#include "solver/measure/reference_run.h"
#include "solver/scene/presets.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

template <class Items>
bool name_taken(const Items& items, const std::string& name) {
  return std::any_of(items.begin(), items.end(), [&](const auto& x) { return x.name == name; });
}

template <class Items>
std::string free_name(const Items& items, const std::string& wish, bool numbered) {
  if (!numbered && !name_taken(items, wish) && !is_builtin_material(wish)) return wish;
  for (int k = numbered ? 1 : 2;; ++k) {
    std::string name = numbered ? fmt::format("{}{}", wish, k) : fmt::format("{} {}", wish, k);
    if (!name_taken(items, name)) return name;
  }
}

}  // namespace

double first_frequency(const Scene& scene) {
  for (const Source& s : scene.sources)
    if (const auto f = frequency(s.waveform)) return *f;
  return 10e9;
}

Vec2 clamp_to_grid(const Scene& scene, Vec2 n) {
  return {std::clamp(n.x, 0.0, static_cast<double>(scene.grid.nx - 1)),
          std::clamp(n.y, 0.0, static_cast<double>(scene.grid.ny - 1))};
}

Vec2 position_on_node(const Scene& scene, Vec2 nodes) {
  const Vec2 n = clamp_to_grid(scene, nodes);
  const Vec2 p = from_nodes(scene, {std::round(n.x), std::round(n.y)});
  return {tidy(p.x), tidy(p.y)};
}

Vec2 position_of_shape(const Scene& scene, Vec2 nodes) {
  if (!in_cells(scene.physics)) return position_on_node(scene, nodes);
  const auto corner = [](double n, int cells) { return std::clamp(std::round(n + 0.5), 0.0, double(cells)) - 0.5; };
  const Vec2 p = from_nodes(scene, {corner(nodes.x, scene.grid.nx), corner(nodes.y, scene.grid.ny)});
  return {tidy(p.x), tidy(p.y)};
}

double length_of_nodes(const Scene& scene, double nodes) {
  return tidy(from_nodes(scene, {nodes, 0}).x - from_nodes(scene, {}).x);
}

double nodes_of_length(const Scene& scene, double length) {
  return to_nodes(scene, {length, 0}).x - to_nodes(scene, {}).x;
}

Scene with_source(const Scene& scene, Vec2 nodes) {
  Scene out = scene;
  Source s = scene.sources.empty() ? Source{} : scene.sources.back();
  if (scene.sources.empty()) s.waveform = Cw{.frequency = c0 / (20 * cell_size(scene).x)};  // 20 cells in vacuum
  s.name.clear();
  s.on = true;
  s.geometry = PointSource{position_on_node(scene, nodes)};
  out.sources.push_back(std::move(s));
  return out;
}

Scene with_probe(const Scene& scene, Vec2 nodes) {
  Scene out = scene;
  out.probes.push_back({free_name(scene.probes, "p", true), position_on_node(scene, nodes)});
  return out;
}

Shape made_of(const Scene& scene, Geometry geometry, const std::string& material) {
  Shape shape{.geometry = std::move(geometry)};
  if (!in_cells(scene.physics))
    shape.material = material;
  else if (material == wall_name)
    shape.wall = true;
  else
    shape.state = material;
  return shape;
}

Scene with_shape(const Scene& scene, Geometry geometry, const std::string& material) {
  Scene out = scene;
  if (!in_cells(scene.physics) && material == usual_material && !has_material(scene, material))
    out.materials.push_back(material_presets(scene).front().material);
  out.shapes.push_back(made_of(scene, std::move(geometry), material));
  return out;
}

Scene with_state(const Scene& scene, FluidState state) {
  Scene out = scene;
  state.name = free_name(scene.states, state.name, false);
  out.states.push_back(std::move(state));
  return out;
}

Scene with_material(const Scene& scene, Material material) {
  Scene out = scene;
  material.name = free_name(scene.materials, material.name, false);
  out.materials.push_back(std::move(material));
  return out;
}

bool exists(const Scene& scene, Selection what) {
  const auto inside = [&](std::size_t size) { return what.index >= 0 && static_cast<std::size_t>(what.index) < size; };
  switch (what.kind) {
    case Selection::Kind::source:
      return inside(scene.sources.size());
    case Selection::Kind::probe:
      return inside(scene.probes.size());
    case Selection::Kind::shape:
      return inside(scene.shapes.size());
    case Selection::Kind::none:
      break;
  }
  return false;
}

namespace {

// Returns a probe's name in the form used by formulas of checks.
std::string in_formulas(const std::string& name) { return '"' + name + '"'; }

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

}  // namespace

Scene with_probe_named(const Scene& scene, int probe, const std::string& name) {
  Scene out = scene;
  std::string& own = out.probes[static_cast<std::size_t>(probe)].name;
  for (Check& c : out.checks)
    for (std::string* formula : {&c.measured, &c.theory}) replace_all(*formula, in_formulas(own), in_formulas(name));
  for (SceneSweep& s : out.sweeps)
    for (std::string* formula : {&s.measured, &s.theory}) replace_all(*formula, in_formulas(own), in_formulas(name));
  own = name;
  return out;
}

Scene without(const Scene& scene, Selection what) {
  Scene out = scene;
  if (!exists(scene, what)) return out;
  if (what.kind == Selection::Kind::source) out.sources.erase(out.sources.begin() + what.index);
  if (what.kind == Selection::Kind::probe) {
    const std::string read = in_formulas(out.probes[static_cast<std::size_t>(what.index)].name);
    const auto reads_it = [&](const auto& c) { return (c.measured + c.theory).find(read) != std::string::npos; };
    std::erase_if(out.checks, reads_it);
    std::erase_if(out.sweeps, reads_it);
    out.probes.erase(out.probes.begin() + what.index);
  }
  if (what.kind == Selection::Kind::shape) out.shapes.erase(out.shapes.begin() + what.index);
  return out;
}

Scene with_duplicate(const Scene& scene, Selection what) {
  Scene out = scene;
  if (!exists(scene, what)) return out;
  const auto i = static_cast<std::size_t>(what.index);
  Selection copy = what;
  if (what.kind == Selection::Kind::source) {
    out.sources.push_back(scene.sources[i]);
    out.sources.back().name.clear();
    copy.index = static_cast<int>(out.sources.size()) - 1;
  } else if (what.kind == Selection::Kind::probe) {
    out.probes.push_back({free_name(scene.probes, "p", true), scene.probes[i].at});
    copy.index = static_cast<int>(out.probes.size()) - 1;
  } else {
    out.shapes.push_back(scene.shapes[i]);
    copy.index = static_cast<int>(out.shapes.size()) - 1;
  }
  const double d = std::max(4.0, std::round(scene.grid.nx / 64.0));
  return moved(out, {copy, 0}, {0, 0}, {d, -d});
}

Scene with_shape_moved(const Scene& scene, int shape, bool up) {
  Scene out = scene;
  const int other = shape + (up ? 1 : -1), n = static_cast<int>(scene.shapes.size());
  if (shape < 0 || shape >= n || other < 0 || other >= n) return out;
  std::swap(out.shapes[static_cast<std::size_t>(shape)], out.shapes[static_cast<std::size_t>(other)]);
  return out;
}

Scene with_separate_copies(const Scene& scene, int shape) {
  Scene out = scene;
  const auto at = out.shapes.begin() + shape;
  std::vector<Shape> all;
  for (Geometry& geometry : copies_of(scene, *at)) {
    all.push_back(*at);
    all.back().geometry = std::move(geometry);
    all.back().copies = Once{};
  }
  out.shapes.insert(out.shapes.erase(at), all.begin(), all.end());
  return out;
}

Text users_of(const Scene& scene, const std::string& material) {
  const auto n = std::count_if(scene.shapes.begin(), scene.shapes.end(), [&](const Shape& s) {
    const std::vector<std::string_view> names = materials_of(s);
    return std::find(names.begin(), names.end(), material) != names.end();
  });
  const bool background = scene.grid.background == material;
  if (n == 0) return background ? Text("the background") : Text();
  if (n == 1) return background ? "1 shape and the background" : "1 shape";
  return background ? text_with("{} shapes and the background", n) : text_with("{} shapes", n);
}

bool is_builtin_material(const std::string& name) { return name == "vacuum" || name == "pec" || name == "pmc"; }

bool has_material(const Scene& scene, const std::string& name) {
  return is_builtin_material(name) ||
         std::ranges::find(scene.materials, name, &Material::name) != scene.materials.end();
}

Scene with_renamed_material(const Scene& scene, const std::string& from, const std::string& to) {
  Scene out = scene;
  for (Material& m : out.materials)
    if (m.name == from) m.name = to;
  for (FluidState& s : out.states)
    if (s.name == from) s.name = to;
  for (Shape& s : out.shapes)
    for (std::string* name : materials_of(s))
      if (*name == from) *name = to;
  for (Design& d : out.designs)
    for (std::string& name : *d.materials)
      if (name == from) name = to;
  if (out.grid.background == from) out.grid.background = to;
  return out;
}

std::string label_of_source(const Scene& scene, int i) {
  const std::string& name = scene.sources[static_cast<std::size_t>(i)].name;
  return name.empty() ? fmt::format("S{}", i + 1) : name;
}

std::string label_of_probe(const Scene& scene, int i) { return scene.probes[static_cast<std::size_t>(i)].name; }

std::string kind_of_shape(const Shape& shape) {
  constexpr const char* names[] = {"Circle", "Ring", "Ellipse", "Rectangle", "Rectangle", "Polygon", "Stroke", "Image"};
  return names[shape.geometry.index()];
}

// A matched absorber with σ = 0.2 ωε0 takes 1/e of a wave in 0.8 wavelengths.
Material for_scene(const Scene& scene, Material preset) {
  if (preset.preset != absorber_preset) return preset;
  preset.sigma = tidy(0.2 * 2 * pi * first_frequency(scene) * eps0);
  preset.sigma_m = matched_sigma_m(preset);
  return preset;
}

std::vector<MaterialPreset> material_presets(const Scene& scene) {
  std::vector<MaterialPreset> out = {
      {"Glass, n = 1.5", {.name = "glass", .eps = 2.25, .color = 0x62B5F5}},
      {"Water, low frequencies", {.name = "water", .eps = 80, .sigma = 0.01, .color = 0x3A7BD5}},
      {"Silicon, n = 3.5", {.name = "silicon", .eps = 12.25, .color = 0xC596F7}},
      {"Copper-like conductor", {.name = "copper", .sigma = 5.8e7, .color = 0xF0A33A}},
      {"Ferrite-like, magnetic", {.name = "ferrite", .eps = 12, .mu = 4, .color = 0xB08968}},
  };
  for (const Preset& p : material_preset_list()) out.push_back({std::string(p.title), for_scene(scene, p.material)});
  return out;
}

std::string wavelength_name(const Scene& scene) {
  const PaletteEntry background = background_of(scene);
  return background.eps * background.mu == 1 ? "λ" : "λ in " + scene.grid.background;
}

double wavelength_in_cells(const Scene& scene) {
  for (const Source& s : scene.sources)
    if (const auto f = frequency(s.waveform); f && *f > 0)
      return c0 / std::abs(refractive_index(background_of(scene), *f)) / (*f * cell_size(scene).x);
  return 0;
}

}  // namespace ez
