// One plane wave against one side, run on an engine: a strip of the grid whose left end is the boundary under test.
//
// The strip's long sides are PMC walls m half waves apart, so that a column of sources whose strength goes as
// cos(mπj/(rows−1)) makes one wave and nothing else: ky = mπ/((rows−1)Δy), exactly a mode of the grid. At a frequency f
// it comes in at sin θ = ky/k(f), or does not propagate at all. What the side returns is the difference to the same
// strip with its left end so far away that nothing comes back from there; both are taken apart at f by a Fourier sum
// over the whole pulse, at the layer's inner edge (the wall where there is no layer):
//   R = |Σ (e − e_far)·e^{−iωt}| / |Σ e_far·e^{−iωt}|.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"
#include "solver/scene/scene.h"
#include "solver/theory/dispersion.h"

namespace ez {

class Strip {
 public:
  // In front of `side` of `scene`, in double. θ (degrees) is met from below as nearly as whole nodes allow.
  Strip(const Scene& scene, Side side, double frequency, double degrees);
  // `half_waves` over a strip of `rows` rows, 16 at least.
  Strip(const Scene& scene, Side side, double frequency, int half_waves, int rows);

  double frequency() const { return frequency_; }
  double degrees() const { return degrees_; }  // of the discrete wave vector; NaN when evanescent
  double ky() const { return ky_; }            // rad/m
  int steps() const { return steps_; }
  double work() const { return double(steps_) * rows_ * far_; }  // nodes × steps of a measurement, about
  // 20·log10 R of the side with this grading; nothing when `cancelled` said so, which is asked every few milliseconds.
  using Cancelled = std::function<bool()>;
  std::optional<double> measure(const Comparison::EngineMaker& maker, const CpmlGrading& grading,
                                const Cancelled& cancelled) const;

 private:
  struct Mode {
    int half_waves = 0, rows = 16;
  };
  static Mode nearest_mode(const YeeGrid& grid, double frequency, double degrees);
  Strip(const Scene& scene, Side side, double frequency, Mode mode);
  Scene scene_with(const CpmlGrading& grading, int before, int beyond) const;  // cells of empty strip
  std::optional<std::vector<double>> run(const Comparison::EngineMaker& maker, const Scene& scene,
                                         const Cancelled& cancelled) const;

  Scene base_;            // the strip, but for its length, layer and the places of its sources
  std::size_t side_ = 0;  // index of the side under test
  double frequency_ = 0, degrees_ = 0, ky_ = 0, decay_ = 0;  // Hz, degrees, rad/m; evanescent: nepers per cell
  int rows_ = 16, half_waves_ = 0, steps_ = 0, far_ = 0;     // far_: cells from which nothing comes back within steps_
};

}  // namespace ez
