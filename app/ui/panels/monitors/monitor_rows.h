// What a monitor is: its kind, and the keys of it that are no places, a row each. Items, within Monitors:
//   ##type  ##frequency  ##band  ##low ##high ##count  ##first ##last ##angles  ##index
#pragma once

#include "app/ui/context.h"

namespace ez {

// Rows of scene.monitors[i]; edits it.
void monitor_rows(const Context& c, std::size_t i);
// A monitor of this kind (its index in MonitorGeometry) about a place in nodes, for what is driven in the scene.
MonitorGeometry monitor_around(std::size_t kind, const Scene& scene, Vec2 node);

}  // namespace ez
