// The handles that the user can grip on the picture, and the edits that dragging them makes. All positions are in
// nodes.
#pragma once

#include <optional>
#include <vector>

#include "app/model/command.h"
#include "solver/scene/scene.h"

namespace ez {

// A part of a source, probe or shape. Part 0 moves the whole; the others are its ends, corners, radii.
struct Grip {
  Selection what;
  int part = 0;
  bool operator==(const Grip&) const = default;
};
inline constexpr int part_of_direction = 100;  // turns a directed source
// Belongs to a beam. Dragging along the beam moves the focus, dragging across it changes the waist.
inline constexpr int part_of_waist = 101;
inline constexpr int part_of_first_vector = 102;   // the next copy along a1, of a shape with lattice copies
inline constexpr int part_of_second_vector = 103;  // the next copy along a2
inline constexpr int part_of_turn = 104;           // the centre of a shape with copies around a point
struct GripSpot {
  Grip grip;
  Vec2 node;
};

// Returns the positions of an item's handles. A stroke with many points (painted, not drawn) has only part 0.
std::vector<GripSpot> grip_spots(const Scene& scene, Selection what);
// Returns the topmost shape under a point (nodes).
std::optional<int> shape_at(const Scene& scene, Vec2 node);

// Returns the scene with the gripped part moved from one point to another. Sources and probes move to nodes inside the
// grid. Shapes move by whole nodes unless `free`.
Scene moved(const Scene& base, const Grip& grip, Vec2 from, Vec2 to, bool free = false);
// The box around a shape (without its copies), in nodes.
struct NodeBox {
  Vec2 min, max;
};
NodeBox box_of(const Scene& scene, const Shape& shape);
// Returns closed outlines in nodes, one for each copy. For strokes these are the open centre lines.
std::vector<std::vector<Vec2>> outlines_of(const Scene& scene, const Shape& shape);

}  // namespace ez
