// Rows for the kind of a monitor and its keys, except for positions. Items, within Monitors:
//   ##type  ##frequency  ##band  ##low ##high ##count  ##first ##last ##angles  ##index
#pragma once

#include "app/ui/context.h"

namespace ez {

// Draws the rows of scene.monitors[i] and edits it.
void monitor_rows(const Context& c, std::size_t i);
// Returns a monitor of this kind (its index in MonitorGeometry) around a point in nodes. Its frequencies are those of
// the scene's sources.
MonitorGeometry monitor_around(std::size_t kind, const Scene& scene, Vec2 node);

}  // namespace ez
