// What a report of the boundary lab writes beside its picture: every pane's numbers as a table.
#pragma once

#include <string>

#include "app/state.h"

namespace ez {

// Header `pane,what,side,at,unit,db,theory_db`, one row per number, `%.9g`; what is `side` (the side's dB), `history`
// (largest residual so far; at in s), `angle` (at in deg, with theory) or `spectrum` (at in Hz). Empty where there is
// nothing to say.
std::string report_csv(const State& state);

}  // namespace ez
