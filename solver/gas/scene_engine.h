// A gas, or heat, as an engine of the program: what Solver advances, looks at, edits and keeps as it does the others.
//
// It has one clock of its own (Δt by CFL), records any quantity at probes, and tells a step that fails as a field that
// is not finite, with the cell and what would have been there. What a gas has not (arrays of E and H, gathered samples,
// maps, an energy ledger, kernel schemes) reads as nothing.
#pragma once

#include <memory>

#include "solver/engine/engine.h"

namespace ez::gas {

class GasRun;  // run.h

// On the device of another engine, by what that one says of itself. It takes problems of problem_of() (of_scene.h).
// Throws NoBackend where that engine's backend computes no gas.
std::unique_ptr<ez::Engine> make_scene_engine(const EngineInfo& like);
bool is_scene_engine(const ez::Engine& engine);
// What such an engine runs, which may be changed. nullptr for other engines, and before one is loaded.
GasRun* run_of(ez::Engine& engine);

}  // namespace ez::gas
