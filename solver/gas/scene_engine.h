// Runs a gas or heat as an engine of the program, so that Solver can advance, read, edit and save it like any other.
//
// It has its own clock (Δt by CFL) and records any quantity at probes. It reports a failed step as a field that is not
// finite, with the cell and the value that it would have taken. A gas has no arrays of E and H, gathered samples, maps,
// energy ledger or kernel schemes, and these read as empty.
#pragma once

#include <memory>

#include "solver/engine/engine.h"

namespace ez::gas {

class GasRun;

// Makes an engine on the same device as another engine, given that engine's info and its pool. It takes problems from
// problem_of() (of_scene.h). If the backend of `like` computes no gas, the CPU does, unless the user named that
// backend: then it throws NoBackend.
std::unique_ptr<ez::Engine> make_scene_engine(const EngineInfo& like, std::shared_ptr<Pool> pool = {});
bool is_scene_engine(const ez::Engine& engine);
// Returns the run of such an engine; the caller may change it. nullptr for other engines, and before a problem is
// loaded.
GasRun* run_of(ez::Engine& engine);

}  // namespace ez::gas
