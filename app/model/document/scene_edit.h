// Edits as functions from scene to scene.
#pragma once

#include <string>
#include <vector>

#include "app/model/command.h"
#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

Vec2 clamp_to_grid(const Scene& scene, Vec2 nodes);
// A place on a node inside the grid, in the scene's unit, with few digits.
Vec2 position_on_node(const Scene& scene, Vec2 nodes);
// The same for what a shape is drawn by: of a gas or heat on a corner of cells, so that it covers whole ones.
Vec2 position_of_shape(const Scene& scene, Vec2 nodes);
// A length of so many nodes along x, in the scene's unit, and back.
double length_of_nodes(const Scene& scene, double nodes);
double nodes_of_length(const Scene& scene, double length);

Scene with_source(const Scene& scene, Vec2 nodes);  // like the last source, at another place
Scene with_probe(const Scene& scene, Vec2 nodes);
// `material`: of a gas or heat the name of a state, or wall_name.
Shape made_of(const Scene& scene, Geometry geometry, const std::string& material);
// With usual_material too, where the shape is of it and the scene has none of that name.
Scene with_shape(const Scene& scene, Geometry geometry, const std::string& material);
Scene with_material(const Scene& scene, Material material);  // under a name that is free
Scene with_state(const Scene& scene, FluidState state);      // likewise

bool exists(const Scene& scene, Selection what);
// Formulas of checks follow a probe's new name; those that read one that is gone go with it.
Scene with_probe_named(const Scene& scene, int probe, const std::string& name);
Scene without(const Scene& scene, Selection what);
// The copy is the last of its kind, some nodes beside the original.
Scene with_duplicate(const Scene& scene, Selection what);
// Exchanges two shapes' places: `up` brings one over the next.
Scene restacked(const Scene& scene, int shape, bool up);
// With a shape of its own for each of the shape's copies.
Scene taken_apart(const Scene& scene, int shape);

// What uses a material, or a state: "the background", "3 shapes". Empty when nothing does.
Text users_of(const Scene& scene, const std::string& material);
bool is_builtin_material(const std::string& name);
bool has_material(const Scene& scene, const std::string& name);
// Everywhere it is named.
Scene with_renamed_material(const Scene& scene, const std::string& from, const std::string& to);

// "S1" or its name.
std::string label_of_source(const Scene& scene, int i);
std::string label_of_probe(const Scene& scene, int i);
std::string kind_of_shape(const Shape& shape);

struct MaterialPreset {
  std::string name;
  Material material;
};
// Typical media, lossy ones for the scene's own frequency (10 GHz when it has none); then known ones (presets.h).
std::vector<MaterialPreset> material_presets(const Scene& scene);

// Hz of the first source that has a frequency; 10 GHz when none has.
double first_frequency(const Scene& scene);
// The wavelength in the background, in cells along x, of the first source that has a frequency; 0 when none has.
double wavelength_in_cells(const Scene& scene);
// What that is called: "λ", or "λ in glass" where the background is not vacuum; λ of a formula is in vacuum.
std::string wavelength_name(const Scene& scene);

}  // namespace ez
