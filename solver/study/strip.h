// Runs one plane wave against one side: a strip of the grid whose left end is the boundary under test.
//
// The strip's long sides are PMC walls, m half waves apart. A column of sources with amplitudes cos(mπj/(rows−1))
// excites a single wave, ky = mπ/((rows−1)Δy), which is an exact mode of the grid. At a frequency f it arrives at sin θ
// = ky/k(f), or it is evanescent. The reflection is the difference from the same strip with its left end so far away
// that nothing returns from there. Both are evaluated at f by a Fourier sum over the whole pulse, at the layer's inner
// edge (the boundary if there is no layer):
//   R = |Σ (e − e_far)·e^{−iωt}| / |Σ e_far·e^{−iωt}|.
#pragma once

#include <optional>
#include <vector>

#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"
#include "solver/run/solver.h"
#include "solver/scene/scene.h"
#include "solver/theory/dispersion.h"

namespace ez {

class Strip {
 public:
  // Prepares a strip in front of `side` of `scene`, in double precision. The angle is the largest one not above θ
  // (degrees) that whole nodes allow.
  Strip(const Scene& scene, Side side, double frequency, double degrees);
  // Prepares a strip with `half_waves` across `rows` rows, at least 16.
  Strip(const Scene& scene, Side side, double frequency, int half_waves, int rows);

  double frequency() const { return frequency_; }
  double degrees() const { return degrees_; }  // of the discrete wave vector; NaN when evanescent
  double ky() const { return ky_; }            // rad/m
  int steps() const { return steps_; }
  double work() const { return double(steps_) * rows_ * far_; }  // approximate nodes × steps of a measurement
  // Returns 20·log10 R of the side with this grading.
  double measure(const Comparison::EngineMaker& maker, const CpmlGrading& grading) const;

  // A measurement in steps of a few milliseconds.
  class Measurement {
   public:
    // `strip` must outlive the measurement.
    Measurement(const Strip& strip, Comparison::EngineMaker maker, const CpmlGrading& grading);
    bool step();                       // returns false at the end
    double db() const { return db_; }  // 20·log10 R, at the end

   private:
    const Strip& strip_;
    Comparison::EngineMaker maker_;
    CpmlGrading grading_;
    int beyond_;                    // cells of empty strip at the other end
    std::optional<Solver> solver_;  // the run in work, first the one whose left end is far away
    int made_ = 0;                  // its steps so far
    std::vector<double> far_;       // the probe of the first run; empty until it is complete
    double db_ = 0;
  };

 private:
  struct Mode {
    int half_waves = 0, rows = 16;
  };
  static Mode nearest_mode(const YeeGrid& grid, double frequency, double degrees);
  Strip(const Scene& scene, Side side, double frequency, Mode mode);
  Scene scene_with(const CpmlGrading& grading, int before, int beyond) const;  // arguments: cells of empty strip
  bool reflects_little(const CpmlGrading& grading) const;
  double reflection(const std::vector<double>& far, const std::vector<double>& near) const;  // dB

  Scene base_;            // the strip, without its length, layer and source positions
  std::size_t side_ = 0;  // index of the side under test
  double frequency_ = 0, degrees_ = 0, ky_ = 0, decay_ = 0;  // Hz, degrees, rad/m; evanescent: nepers per cell
  // far_: number of cells from which nothing returns within steps_.
  int rows_ = 16, half_waves_ = 0, steps_ = 0, far_ = 0;
};

}  // namespace ez
