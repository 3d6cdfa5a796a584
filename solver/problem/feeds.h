// How much a source can add to the field: the bound that the stability monitor goes by.
#pragma once

#include "solver/problem/problem.h"

namespace ez {

// The most that one step of a feed adds to the field, as stored, for a signal of 1: the sum over its nodes.
double most_in_a_step(const Problem& problem, const Feed& feed);
// s: how long after its waveform a feed drives at its last node.
double latest_delay(const Feed& feed);

}  // namespace ez
