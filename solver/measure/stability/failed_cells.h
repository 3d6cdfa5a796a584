// Why a step of a gas or of heat fails, by what its scene asks for, and what to change.
#pragma once

#include "solver/measure/stability/instability.h"
#include "solver/scene/scene.h"

namespace ez {

// The causes in the order in which they are likely; the remedies are those that carry the usual cases, none is tried.
Diagnosis diagnose_cells(const Scene& scene);

}  // namespace ez
