// One dimension, cut into subdomains that march in shared memory: Golovashkin, Malysheva (2010), section 4, table 4.
//
// The problem is the paper's: a wave of λ = 1 µm with 100 nodes a wavelength and 200 steps a period runs through N
// wavelengths of vacuum into an absorbing layer of one wavelength, until M wavelengths have entered:
//   H(i+½) ← ca(i)·H + cb(i)·(E(i+1) − E(i)),   E(i) ← ca(i)·E + cb(i)·(H(i+½) − H(i−½)).
// E(0) is set by the source; ca = 1 and cb = cΔt/Δ = ½ before the layer, which has σ/ε = σm/μ: no step of impedance.
//
// The paper solves the subdomains one by one and matches them at their borders, once for every reflection it expects.
// Here all D march at the same time, each in a block's shared memory with `exchange` more nodes on either side; what
// those margins hold goes wrong by one node a step, so after `exchange` steps the subdomains exchange them through
// global memory: exchanges = ⌈steps / exchange⌉, whatever D is. The result is the undivided run's, bit for bit.
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

// On one CPU core, plain loops over the subdomains that the wave has come to: the others are 0 and stay so.
DecompositionRun decomposition_on_cpu(const DecompositionProblem& problem, int subdomains = 1);
// On a GPU, by CUDA's number, which is the current one from here on: one kernel launch a step over global memory (the
// paper's GPU column with D = 1).
DecompositionRun decomposition_in_global_memory(const DecompositionProblem& problem, int device);
// In shared memory, `exchange` steps a launch.
DecompositionRun decomposition_in_shared_memory(const DecompositionProblem& problem, int subdomains, int exchange,
                                                int device);

// ca, cb of every node: the layer's σ grows with the third power of its depth.
struct DecompositionMedium {
  std::vector<float> ca, cb;
};
DecompositionMedium decomposition_medium(const DecompositionProblem& problem);
// The source's E(0) in every step.
std::vector<float> decomposition_signal(const DecompositionProblem& problem);

}  // namespace ez
