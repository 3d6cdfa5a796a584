// Edits as functions from scene to scene.
#pragma once

#include <string>
#include <vector>

#include "app/model/command.h"
#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

Vec2 clamp_to_grid(const Scene& scene, Vec2 nodes);
// Returns the position of the nearest node inside the grid, in the scene's unit, with few digits.
Vec2 position_on_node(const Scene& scene, Vec2 nodes);
// Does the same for the points of a shape. For a gas or heat these are corners of cells, so that the shape covers whole
// cells.
Vec2 position_of_shape(const Scene& scene, Vec2 nodes);
// Converts a length along x from nodes to the scene's unit, and back.
double length_of_nodes(const Scene& scene, double nodes);
double nodes_of_length(const Scene& scene, double length);

Scene with_source(const Scene& scene, Vec2 nodes);  // copies the last source to another place
Scene with_probe(const Scene& scene, Vec2 nodes);
// `material`: for a gas or heat the name of a state, or wall_name.
Shape made_of(const Scene& scene, Geometry geometry, const std::string& material);
// Adds usual_material too, if the shape needs it and the scene has no material of that name.
Scene with_shape(const Scene& scene, Geometry geometry, const std::string& material);
Scene with_material(const Scene& scene, Material material);  // under a free name
Scene with_state(const Scene& scene, FluidState state);      // under a free name

bool exists(const Scene& scene, Selection what);
// Renames a probe in the formulas of checks too. Formulas that read a deleted probe are removed with it.
Scene with_probe_named(const Scene& scene, int probe, const std::string& name);
Scene without(const Scene& scene, Selection what);
// The copy is the last of its kind, a few nodes away from the original.
Scene with_duplicate(const Scene& scene, Selection what);
// Moves a shape one place up or down in the stack.
Scene with_shape_moved(const Scene& scene, int shape, bool up);
// Replaces a shape with copies by one shape per copy.
Scene with_separate_copies(const Scene& scene, int shape);

// Returns the users of a material or state: "the background", "3 shapes". Empty if it is unused.
Text users_of(const Scene& scene, const std::string& material);
bool is_builtin_material(const std::string& name);
bool has_material(const Scene& scene, const std::string& name);
// Renames the material wherever the scene uses it.
Scene with_renamed_material(const Scene& scene, const std::string& from, const std::string& to);

// Returns the source's name, or "S1" if it has none.
std::string label_of_source(const Scene& scene, int i);
std::string label_of_probe(const Scene& scene, int i);
std::string kind_of_shape(const Shape& shape);

struct MaterialPreset {
  std::string name;
  Material material;
};
// Returns a preset with numbers for the scene: an absorber has the loss for the first source's frequency.
Material for_scene(const Scene& scene, Material preset);
// Returns typical media, followed by known media (presets.h), with numbers for the scene.
std::vector<MaterialPreset> material_presets(const Scene& scene);

// Returns the frequency in Hz of the first source that has one; 10 GHz if no source has one.
double first_frequency(const Scene& scene);
// Returns the wavelength in the background, in cells along x, for the first source that has a frequency; 0 if there is
// none.
double wavelength_in_cells(const Scene& scene);
// Returns the name of that wavelength: "λ", or "λ in glass" if the background is not vacuum. In formulas λ is in
// vacuum.
std::string wavelength_name(const Scene& scene);

}  // namespace ez
