// What a run's monitors have measured, as a file: of `render --monitors`, and of the window.
#pragma once

#include <filesystem>
#include <string>

#include "solver/measure/monitors/monitors.h"

namespace ez {

std::string monitor_json(const Monitors& monitors, const Scene& scene);
// A row for each number, so that any program sorts it as it likes. Columns that a row has nothing for are empty:
// monitor,kind,frequency_hz,time_s,x_m,y_m,angle_deg,quantity,re,im.
std::string monitor_csv(const Monitors& monitors, const Scene& scene);
// By the suffix of its name: .csv, else JSON.
std::string monitor_file(const std::filesystem::path& name, const Monitors& monitors, const Scene& scene);

}  // namespace ez
