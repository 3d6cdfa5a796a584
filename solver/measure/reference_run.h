// The reference run of a scene: the same scene with the measured sides opened, media going on outwards, and an
// absorber so far away that what it returns comes too late to matter; and the geometry of what comes back when.
#pragma once

#include <string>
#include <vector>

#include "solver/measure/reflection.h"
#include "solver/problem/padding.h"
#include "solver/scene/scene.h"

namespace ez {

// The layer behind a reference run's margin: twenty cells of order 4 and 1.2 σ_opt. Of a pulse of λ = 20 cells it
// returns −100 dB on the whole (its longest waves), at the centre frequency −117 dB to 45° and −108 dB to 75°: the best
// of eight gradings tried.
CpmlGrading outer_grading();
// Cells by which the reference run of this scene is larger: Reflection::margin (or half the larger extent in metres, at
// least 64 cells) and the outer layer, on the opened sides (open_sides.h). Empty when nothing is to be measured.
Padding reference_padding(const Scene& scene);
// What the reference run is made from: the scene with its line sources continued, without all that the reference run
// does not depend on, so that two runs with equal results here and equal reference_padding() can share a reference
// run.
Scene reference_scene(const Scene& scene);

// Where a side mirrors waves, in nodes from the origin: at a layer's inner interface, without a layer at the wall.
double reflecting_plane(const Scene& scene, Side side);
// Speeds in m/s: of the background, and the fastest of all media that the scene uses.
double background_speed(const Scene& scene);
double fastest_speed(const Scene& scene);

// The earliest time at which anything that the reference run's own outer layer returns can be on a meter line:
//   min over sources, their nodes p, opened sides s, lines l:  begin(source) + |p′(s) − l| / v
// p′(s) is p mirrored at the outer layer's inner interface on side s, |p′ − l| its distance to the nearest point of the
// line, v the fastest speed in the scene's media and begin() when the pulse is 160 dB below its peak (a CW: 0). A line
// source that goes on through the margin is at the outer layer from the start; so is a field that the run begins with.
// Infinite without either.
double valid_until(const Scene& scene, const Padding& padding);

// Why `free` bytes of memory are too few for a reference run, and which margin or scene would fit.
std::string why_no_reference(const Scene& reference_scene, const Padding& padding, double free);

}  // namespace ez
