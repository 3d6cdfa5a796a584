// Bounds how much a source can add to the field. The stability monitor uses this bound.
#pragma once

#include "solver/problem/problem.h"

namespace ez {

// Returns the most that one step of a feed adds to the field, as stored, for a signal of 1: the sum over its nodes.
double largest_step_input(const Problem& problem, const Feed& feed);
// Returns the delay in seconds between the waveform and the feed's last node.
double latest_delay(const Feed& feed);

}  // namespace ez
