// The reference run of a scene: the same scene with the measured sides opened, media continued outwards, and an
// absorber so far away that its reflections arrive too late to matter. Also the geometry that gives the arrival times
// of reflections.
#pragma once

#include <string>
#include <vector>

#include "solver/measure/reflection.h"
#include "solver/problem/padding.h"
#include "solver/scene/scene.h"

namespace ez {

// Returns the layer behind a reference run's margin: twenty cells of order 4 and 1.2 σ_opt. For a pulse of λ = 20 cells
// it reflects −100 dB in total (its longest waves), and at the centre frequency −117 dB up to 45° and −108 dB up to
// 75°. It is the best of eight gradings tried.
CpmlGrading outer_grading();
// Returns the number of cells by which the reference run is larger than the scene, on the opened sides (open_sides.h).
// It is the sum of Reflection::margin (or half the larger extent in metres, at least 64 cells) and the outer layer.
// Empty if nothing is to be measured.
Padding reference_padding(const Scene& scene);
// Returns the scene from which the reference run is made. Its line sources are continued, and everything that does not
// affect the reference run is removed. Two runs with equal results here and equal reference_padding() can therefore
// share a reference run.
Scene reference_scene(const Scene& scene);

// Returns the plane at which a side mirrors waves, in nodes from the origin: a layer's inner interface, or without a
// layer the boundary.
double reflecting_plane(const Scene& scene, Side side);
// Return speeds in m/s: of the background, and of the fastest medium in use.
double background_speed(const Scene& scene);
double fastest_speed(const SceneMedia& media);

// Returns the earliest time at which a reflection from the reference run's own outer layer can reach a meter line:
//   min over sources, their nodes p, opened sides s, lines l:  begin(source) + |p′(s) − l| / v
// p′(s) is p mirrored at the outer layer's inner interface on side s, |p′ − l| its distance to the nearest point of the
// line, and v the fastest speed in the scene's media. begin() is the time when the pulse is 160 dB below its peak (a
// CW: 0). A line source that continues through the margin is at the outer layer from the start, and so is an initial
// field. Infinite if there are neither sources nor an initial field.
double valid_until(const Scene& scene, const SceneMedia& media, const Padding& padding);

// Explains why `free` bytes of memory are too few for a reference run, and which margin or scene would fit.
std::string why_no_reference(const Scene& reference_scene, const Padding& padding, double free);

}  // namespace ez
