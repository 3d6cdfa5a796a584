// Handles of the profile plot: their positions and drags, and those of the points of tables.
#pragma once

#include <array>
#include <optional>

#include "app/ui/context.h"
#include "solver/scene/boundary.h"

namespace ez {

// Converts heights in the plot to pixels. It is taken while the plot is drawn and used after that.
struct ProfileFrame {
  ImVec2 inner, wall;  // (u, height) = (0, 0) and (1, 0)
  float top;           // y of height 1, in pixels
  ImVec2 at(double u, double height) const {
    return {inner.x + (wall.x - inner.x) * static_cast<float>(u),
            inner.y + (top - inner.y) * static_cast<float>(height)};
  }
  double height(float y) const { return (y - inner.y) / (top - inner.y); }
};

struct ProfileHandle {
  const char *id, *words;
  ImVec2 at;
  ImU32 color;
};
// Draws a handle. Returns the position to which it is dragged, if it is.
std::optional<ImVec2> dragged(const Context& c, const ProfileHandle& handle);

// Values at height 1 of the plot: σ in S/m, κ − 1, α in S/m.
using ProfileScales = std::array<double, 3>;
// Draws a handle at each point of the tables. Returns true if one was dragged, which changes `grading`.
bool table_handles(const Context& c, const ProfileFrame& frame, const ProfileScales& full,
                   const std::array<ImU32, 3>& colors, CpmlGrading& grading);
// Draws the button that turns the profile into tables, or back.
void table_row(const Context& c);

}  // namespace ez
