// One dimension, divided into subdomains that march in shared memory: Golovashkin, Malysheva (2010), section 4, table
// 4.
//
// The problem is the paper's. A wave of λ = 1 µm with 100 nodes per wavelength and 200 steps per period travels through
// N wavelengths of vacuum into an absorbing layer of one wavelength, until M wavelengths have entered:
//   H(i+½) ← ca(i)·H + cb(i)·(E(i+1) − E(i)),   E(i) ← ca(i)·E + cb(i)·(H(i+½) − H(i−½)).
// The source sets E(0). ca = 1 and cb = cΔt/Δ = ½ before the layer, which has σ/ε = σm/μ, so the impedance does not
// change.
//
// The paper solves the subdomains one by one and matches them at their borders, once for every reflection that it
// expects. Here all D march at the same time, each in a block's shared memory with `exchange` more nodes on either
// side. One more node of these margins becomes invalid with every step. So after `exchange` steps the subdomains
// exchange them through global memory: exchanges = ⌈steps / exchange⌉ for any D. The result is bit for bit that of the
// undivided run.
#pragma once

#include <string>
#include <vector>

namespace ez {

struct DecompositionProblem {
  int wavelengths = 10;  // N
  int entering = 50;     // M
  int nodes() const { return 100 * (wavelengths + 1) + 1; }
  int steps() const { return 200 * entering; }
};

struct DecompositionRun {
  int subdomains = 1;
  int exchange = 0;  // steps between exchanges
  int exchanges = 0;
  double seconds = 0;
  std::vector<float> ez;
  std::string failed;  // why it could not run: no shared memory of that size, no GPU
};

// Runs on one CPU core, with plain loops over the subdomains that the wave has reached. The others are 0 and stay 0.
DecompositionRun decomposition_on_cpu(const DecompositionProblem& problem, int subdomains = 1);
// Runs on a GPU, selected by CUDA's number, which is the current one from here on. Makes one kernel launch per step
// over global memory (the paper's GPU column with D = 1).
DecompositionRun decomposition_in_global_memory(const DecompositionProblem& problem, int device);
// Runs in shared memory, with `exchange` steps per launch.
DecompositionRun decomposition_in_shared_memory(const DecompositionProblem& problem, int subdomains, int exchange,
                                                int device);

// ca and cb of every node. The layer's σ grows with the third power of its depth.
struct DecompositionMedium {
  std::vector<float> ca, cb;
};
DecompositionMedium decomposition_medium(const DecompositionProblem& problem);
// Returns the source's E(0) in every step.
std::vector<float> decomposition_signal(const DecompositionProblem& problem);

}  // namespace ez
