#include "solver/measure/layer_causes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "solver/base/constants.h"
#include "solver/base/text_with.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

using Kind = LayerCause::Kind;

Text name_of(Side side) { return Text::of(to_string(side)); }
double across(const Scene& scene, Side side) { return across_x(side) ? cell_size(scene).x : cell_size(scene).y; }

// Returns the wavelength in the background in m; 0 if no source has a frequency.
double wavelength(const Scene& scene) {
  const std::optional<double> period = first_period(scene);
  const PaletteEntry e = background_of(scene);
  return period ? c0 * *period / std::sqrt(e.eps * e.mu) : 0;
}

// Distances of the two ends of a rectangle of nodes from a side, in nodes: the near end and the far end.
struct Reach {
  int near = 0, far = 0;
};
Reach reach_of(const Scene& scene, NodeRect r, Side side) {
  const int n = across_x(side) ? scene.grid.nx : scene.grid.ny;
  const int low = across_x(side) ? r.i0 : r.j0, high = (across_x(side) ? r.i1 : r.j1) - 1;
  return at_low_end(side) ? Reach{low, high} : Reach{n - 1 - high, n - 1 - low};
}

const Material* material_named(const Scene& scene, std::string_view name) {
  const auto found = std::ranges::find(scene.materials, name, &Material::name);
  return found == scene.materials.end() ? nullptr : &*found;
}

std::optional<LayerCause> shape_ends(const Scene& scene, Side side, int cells) {
  for (const Shape& shape : scene.shapes) {
    const NodeRect r = bounds(scene, shape);
    const std::vector<std::string_view> names = materials_of(shape);
    if (r.empty() || names.empty() || names[0] == scene.grid.background) continue;
    const Reach reach = reach_of(scene, r, side);
    if (reach.near <= 0 || reach.near >= cells) continue;
    return LayerCause{Kind::shape_ends, side,
                      text_with("a shape of {} ends inside the {} layer, {} cells before the boundary; let it end "
                                "before the layer or continue beyond the boundary",
                                Text::as_is(std::string(names[0])), name_of(side), reach.near)};
  }
  return std::nullopt;
}

std::optional<LayerCause> thin(const Scene& scene, Side side, int cells) {
  const double waves = layer_waves(scene, side);
  if (waves <= 0 || waves >= least_layer_waves) return std::nullopt;
  const auto enough = static_cast<int>(std::ceil(cells * least_layer_waves / waves));
  return LayerCause{Kind::thin, side,
                    text_with("the {} layer is only {:.2f} wavelengths thick; give boundary.cpml.cells = {} or more",
                              name_of(side), waves, enough)};
}

std::optional<LayerCause> near_source(const Scene& scene, Side side, int cells) {
  const double wave = wavelength(scene);
  for (const Source& s : scene.sources) {
    if (!s.on || wave <= 0 || std::holds_alternative<PlaneSource>(s.geometry)) continue;
    int least = std::numeric_limits<int>::max();
    for (const Node n : source_nodes(scene, s))
      least = std::min(least, reach_of(scene, {n.i, n.j, n.i + 1, n.j + 1}, side).near);
    const int between = least - cells;
    const double waves = between * across(scene, side) / wave;
    if (between < 0 || waves >= least_source_waves) continue;
    return LayerCause{Kind::near_source, side,
                      text_with("a source is only {:.2f} wavelengths from the {} layer, which then absorbs its near "
                                "field; move it at least {:.1f} wavelengths away",
                                waves, name_of(side), least_source_waves)};
  }
  return std::nullopt;
}

std::optional<LayerCause> medium(const Scene& scene, Side side, int cells) {
  const double mu = background_of(scene).mu;
  for (const Shape& shape : scene.shapes)
    for (const std::string_view name : materials_of(shape)) {
      const Material* m = material_named(scene, name);
      if (!m || (!m->dispersive() && m->mu == mu)) continue;
      const NodeRect r = bounds(scene, shape);
      if (r.empty() || reach_of(scene, r, side).near >= cells) continue;
      return LayerCause{Kind::medium, side,
                        text_with("{} runs into the {} layer, whose σ is chosen for the background; end it before "
                                  "the layer, or search a grading with Optimise",
                                  Text::as_is(std::string(name)), name_of(side))};
    }
  return std::nullopt;
}

}  // namespace

double layer_waves(const Scene& scene, Side side) {
  const double wave = wavelength(scene);
  return wave > 0 ? scene.boundary.layer_cells(side) * across(scene, side) / wave : 0;
}

std::vector<LayerCause> layer_causes(const Scene& scene) {
  std::vector<LayerCause> out;
  if (in_cells(scene.physics)) return out;
  for (const auto find : {shape_ends, thin, near_source, medium})
    for (const Side side : all_sides) {
      const int cells = scene.boundary.layer_cells(side);
      if (cells == 0) continue;
      if (std::optional<LayerCause> cause = find(scene, side, cells)) out.push_back(std::move(*cause));
    }
  return out;
}

}  // namespace ez
