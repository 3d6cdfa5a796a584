// What a card gives to a kernel, as its compiler and its driver say.
#pragma once

#include "solver/gas/engine.h"

namespace ez::gas {

struct KernelResources {
  int threads = 0;         // a block
  int registers = 0;       // a thread
  int local_bytes = 0;     // a thread; not 0: registers were too few
  int shared_bytes = 0;    // a block
  int blocks_at_once = 0;  // on a multiprocessor
};
// Of a step's kernel. Throws EngineError.
KernelResources step_resources(const GasProblem&, const EngineChoice&);

// A multiprocessor.
struct CardCapacity {
  int multiprocessors = 0;  // of the card
  int registers = 0, shared_bytes = 0, threads = 0, blocks = 0;
};
// Throws EngineError.
CardCapacity card_capacity(int device);

}  // namespace ez::gas
