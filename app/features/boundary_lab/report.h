// Writes a report of the boundary lab: a table with every pane's numbers, and an image of part of the window.
#pragma once

#include <functional>
#include <string>

#include "app/model/state.h"
#include "app/ui/interface.h"
#include "render/image.h"

namespace ez {

// Returns the table. Header `pane,what,side,at,unit,db,theory_db`, one row per number, `%.9g`. The column `what` is
// `side` (the side's dB), `history` (largest residual so far; at in s), `angle` (at in deg, with theory) or `spectrum`
// (at in Hz). Empty if there are no numbers.
std::string report_csv(const State& state);

// Writes STEM.png (the picture), STEM.csv (the numbers) and STEM.toml (the scene). Returns an empty text, or why not
// all of them were written.
using ResultWriter = std::function<Text(const std::string& path, const std::function<std::string()>& bytes)>;
Text write_report(const ResultWriter& write, const std::string& stem, const Image& picture, const State& state);

}  // namespace ez
