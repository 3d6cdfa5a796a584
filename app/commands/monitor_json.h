// What a run's monitors have measured, as the file of `render --monitors`.
#pragma once

#include <string>

#include "solver/measure/monitors/monitors.h"

namespace ez {

std::string monitor_json(const Monitors& monitors, const Scene& scene);

}  // namespace ez
