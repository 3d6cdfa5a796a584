// Stopwatch and protractor on the picture: what a click makes of them, what they say, how they are drawn.
#pragma once

#include <optional>
#include <string>

#include "app/model/measuring.h"
#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/base/text.h"

namespace ez {

// Between two clicks of the stopwatch.
struct StopwatchReading {
  double seconds = 0;  // 0 or less where the run started over in between
  std::int64_t steps = 0;
  double metres = 0, speed = 0;  // m/s; 0 without a time
};
StopwatchReading reading_of(const Scene& scene, const Moment& from, const Moment& to);
// "1.234 ns · 521 steps · 0.370 m · 1.00 c"; of a gas or heat the speed in m/s.
Text words_of(const Scene& scene, const StopwatchReading& reading);

// Of the shape's outline, or the side of the room, that passes within `reach` nodes of a place.
struct WallPoint {
  Vec2 node;          // on it
  double normal = 0;  // degrees from +x, in [0, 180): across it, as lengths are
};
std::optional<WallPoint> wall_at(const Scene& scene, Vec2 node, double reach);
// What a click at `node` adds to the protractor's points, the first a corner: a corner beside a wall lies on it, and
// then an arm within some degrees of the wall's normal lies along that; not if `free`.
Vec2 protractor_point(const Scene& scene, const std::vector<Vec2>& points, Vec2 node, double reach, bool free);
// Between the arms, 0 … 180; of the three points.
double protractor_degrees(const Scene& scene, const std::vector<Vec2>& points);

// What a click with the held tool does.
void click_stopwatch(const Context& c, Vec2 node);
void click_protractor(const Context& c, const Viewport& v, Vec2 node);
void draw_measuring(const Context& c, const Viewport& v, ImDrawList* list);

}  // namespace ez
