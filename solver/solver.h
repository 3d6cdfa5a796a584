// The header for clients of the library: reads and writes scenes, and runs one scene on one engine. Headers for several
// runs in lock-step are in compare/, for instruments in measure/, and for whole experiments in study/.
#pragma once

#include "solver/engine/backend.h"
#include "solver/run/solver.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene.h"
