// What a client of the library includes: scenes in and out, and one scene running on one engine. Several runs in
// lock-step, instruments and whole experiments have headers of their own in compare/, measure/ and study/.
#pragma once

#include "solver/engine/backend.h"
#include "solver/run/solver.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene.h"
