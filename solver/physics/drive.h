// What each source drives with, step by step: amplitude·w(t), with the memory that keeps a live edit free of splashes.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// The waveform itself, no unit; t in s, `turn` radians by which a carrier runs ahead, a CW with its ramp.
//   cw         ramp(t)·sin(2πft + φ), ramp(t) = sin²(πtf/(2·ramp)) until t = ramp/f, then 1
//   gaussian   exp(−½((t−delay)/width)²)
//   modulated  the same times sin(2πf(t−delay) + φ)
//   ricker     (1−2a)e^(−a), a = (πf(t−delay))²
double waveform_value(const Waveform& waveform, double t, double turn = 0);

// A source that appears, or is switched on, while the scene runs starts as it would at t = 0 (ramp, delay). A change of
// a CW's frequency keeps the running phase.
class Drive {
 public:
  // Takes over the sources of `scene` at time t.
  void apply(const Scene& scene, double t);
  void reset() {
    for (auto& m : memory_) m = {};
  }
  // Fills steps × sources values, row per step: soft sources at start + (n+½)Δt, hard ones at start + (n+1)Δt, for
  // n = first … first+steps−1. `start` is not 0 only after a live change of Δt.
  void fill(const Scene& scene, double start, std::uint64_t first, int steps, double dt,
            std::vector<double>& out) const;

 private:
  struct Memory {
    double born = 0;  // s
    double turn = 0;  // radians
  };
  std::size_t match(const std::vector<Source>& now, std::size_t place) const;

  std::vector<Source> known_;
  std::vector<Memory> memory_;
};

}  // namespace ez
