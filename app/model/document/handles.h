// What can be gripped on the picture, and what dragging it does to the scene. All places are in nodes.
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
inline constexpr int part_of_direction = 100;   // turns a source that points somewhere
inline constexpr int part_of_waist = 101;       // of a beam: along it moves the focus, across it makes the waist wider
inline constexpr int part_of_first_way = 102;   // of a shape that stands in a lattice: its next copy, of a1
inline constexpr int part_of_second_way = 103;  // of a2
inline constexpr int part_of_turn = 104;        // of a shape that stands around a place: that place
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
// Corners of the box around a shape (without its copies), in nodes.
struct NodeBox {
  Vec2 min, max;
};
NodeBox box_of(const Scene& scene, const Shape& shape);
// Closed outlines in nodes, one for each place that it stands at; strokes: their centre lines (open).
std::vector<std::vector<Vec2>> outlines_of(const Scene& scene, const Shape& shape);

}  // namespace ez
