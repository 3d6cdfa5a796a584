// Tables of sweeps and of convergence verdicts as text, for files.
#pragma once

#include <optional>
#include <string>

#include "solver/study/sweep.h"

namespace ez {

// Returns a row for each point: its values, measured, theory, steps, time in s, the verdict if it was asked for, and
// why a value is missing.
std::string sweep_csv(const KeySweep& sweep);
// Returns the same as JSON. `scene` is a name or a path. `version` and `revision` are those of the program.
std::string sweep_json(const KeySweep& sweep, const std::string& scene, const std::string& version,
                       const std::string& revision);
// Returns the members of a JSON object that hold a verdict. They begin with a comma.
std::string convergence_json(const std::optional<Convergence>& c);

}  // namespace ez
