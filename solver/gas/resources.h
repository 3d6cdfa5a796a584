// Resources that a CUDA device gives to a kernel, as its compiler and its driver report them.
#pragma once

#include "solver/gas/engine.h"

namespace ez::gas {

struct KernelResources {
  int threads = 0;         // per block
  int registers = 0;       // per thread
  int local_bytes = 0;     // per thread; not 0: the registers did not suffice
  int shared_bytes = 0;    // per block
  int blocks_at_once = 0;  // per multiprocessor
};
// Returns the resources of a step's kernel. Throws EngineError.
KernelResources step_resources(const GasProblem&, const EngineChoice&);

// Limits per multiprocessor.
struct CardCapacity {
  int multiprocessors = 0;  // of the card
  int registers = 0, shared_bytes = 0, threads = 0, blocks = 0;
};
// Throws EngineError.
CardCapacity card_capacity(int device);

}  // namespace ez::gas
