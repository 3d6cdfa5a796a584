// Stopwatch and protractor on the picture: the effect of a click, their readings, and their drawing.
#pragma once

#include <optional>
#include <string>

#include "app/model/measuring.h"
#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/base/text.h"

namespace ez {

// The reading between two clicks of the stopwatch.
struct StopwatchReading {
  double seconds = 0;  // 0 or less if the run restarted between the clicks
  std::int64_t steps = 0;
  double metres = 0, speed = 0;  // m/s; 0 without a time
};
StopwatchReading reading_of(const Scene& scene, const Moment& from, const Moment& to);
// Returns "1.234 ns · 521 steps · 0.370 m · 1.00 c"; for a gas or heat the speed in m/s.
Text words_of(const Scene& scene, const StopwatchReading& reading);

// A point on the outline of a shape or on a side of the domain, within `reach` nodes.
struct WallPoint {
  Vec2 node;          // on it
  double normal = 0;  // direction of the normal in true lengths, degrees from +x, in [0, 180)
};
std::optional<WallPoint> wall_at(const Scene& scene, Vec2 node, double reach);
// Returns the point that a click at `node` adds to the protractor; the first is the corner. A corner near a wall snaps
// to it. An arm within a few degrees of the wall's normal then snaps to the normal, unless `free`.
Vec2 protractor_point(const Scene& scene, const std::vector<Vec2>& points, Vec2 node, double reach, bool free);
// Returns the angle between the arms, 0 … 180, from the three points.
double protractor_degrees(const Scene& scene, const std::vector<Vec2>& points);

// Handle a click with these tools.
void click_stopwatch(const Context& c, Vec2 node);
void click_protractor(const Context& c, const Viewport& v, Vec2 node);
void draw_measuring(const Context& c, const Viewport& v, ImDrawList* list);

}  // namespace ez
