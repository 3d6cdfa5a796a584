// Writes the readings of a run's monitors to files, for `render --monitors` and for the window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "solver/measure/monitors/monitors.h"

namespace ez {

std::string monitor_json(const Monitors& monitors, const Scene& scene);
// Writes one row per number, so that any program can sort the table. Cells that do not apply to a row are empty.
// Columns: monitor,kind,frequency_hz,time_s,x_m,y_m,angle_deg,quantity,re,im.
std::string monitor_csv(const Monitors& monitors, const Scene& scene);
// Chooses the format by the suffix: CSV for .csv, otherwise JSON.
std::string monitor_file(const std::filesystem::path& name, const Monitors& monitors, const Scene& scene);
// Returns the approximate size of the file after a run of this many steps.
double monitor_bytes(const Scene& scene, std::uint64_t steps);

}  // namespace ez
