// What can be gripped on the picture, and what dragging it does to the scene. All places are in nodes.
#pragma once

#include <optional>
#include <vector>

#include "app/state/command.h"
#include "solver/scene/scene.h"

namespace ez {

// A part of a source, probe or shape. Part 0 moves the whole; the others are its ends, corners, radii.
struct Grip {
  Selection what;
  int part = 0;
  bool operator==(const Grip&) const = default;
};
inline constexpr int part_of_direction = 100;  // turns a source that points somewhere
inline constexpr int part_of_waist = 101;      // of a beam: along it moves the focus, across it makes the waist wider
struct GripSpot {
  Grip grip;
  Vec2 node;
};

// Where the parts of a thing lie. A stroke with many points (painted, not drawn) has only part 0.
std::vector<GripSpot> grip_spots(const Scene& scene, Selection what);
// The topmost shape under a point (nodes).
std::optional<int> shape_at(const Scene& scene, Vec2 node);

// The scene with the gripped part moved from one place to another. Sources and probes sit on nodes inside the grid;
// shapes move by whole nodes unless `free`.
Scene moved(const Scene& base, const Grip& grip, Vec2 from, Vec2 to, bool free = false);
// Corners of the box around a shape, in nodes.
struct NodeBox {
  Vec2 min, max;
};
NodeBox box_of(const Scene& scene, const Shape& shape);
// A closed outline in nodes; strokes: their centre line (open).
std::vector<Vec2> outline_of(const Scene& scene, const Shape& shape);

}  // namespace ez
