// What a report of the boundary lab writes: every pane's numbers as a table, and a part of the window as its picture.
#pragma once

#include <string>

#include "app/model/state.h"
#include "app/ui/interface.h"
#include "render/image.h"

namespace ez {

// Header `pane,what,side,at,unit,db,theory_db`, one row per number, `%.9g`; what is `side` (the side's dB), `history`
// (largest residual so far; at in s), `angle` (at in deg, with theory) or `spectrum` (at in Hz). Empty where there is
// nothing to say.
std::string report_csv(const State& state);

// Writes STEM.png, the picture; STEM.csv, the numbers; STEM.toml, the scene. Empty, or why not all is written.
Text write_report(const std::string& stem, const Image& picture, const State& state);

}  // namespace ez
