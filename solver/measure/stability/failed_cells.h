// Why a step of a gas or of heat fails, by what its scene asks for, and what to change.
#pragma once

#include <functional>
#include <vector>

#include "solver/measure/stability/instability.h"
#include "solver/measure/stability/trial.h"
#include "solver/scene/scene.h"

namespace ez {

// Causes with a remedy each, the likeliest first. Of heat the remedy is sure, by the limit of stability; those of a gas
// carry the usual cases, and none has been tried.
std::vector<Diagnosis> suspect_cells(const Scene& scene);

// Whether a gas, changed to `mended`, gets past where it failed (gas_trial.h).
using CellAttempt = std::function<Outcome(const Scene& mended)>;
// The first suspicion of a gas whose remedy holds. Where none does, or no trial was possible, there is no remedy, and
// the cause says which of the two. Without `attempt` a gas has the likeliest cause and no remedy.
Diagnosis diagnose_cells(const Scene& scene, const CellAttempt& attempt = {});

}  // namespace ez
