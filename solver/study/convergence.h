// Estimates how far the grid is off from a measured value: the convergence verdict.
//
// The same scene runs on a coarser grid, its own and a finer one. A value that depends on the cell size as
// f + C·Δ^p gives the order p and the limit f (Richardson's extrapolation), as in Roache, "Verification and Validation
// in Computational Science and Engineering" (1998), chapter 5. The interval is the distance from the value of the
// finest grid to the limit, times Roache's safety factor for three grids.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/study/check.h"

namespace ez {

struct Convergence {
  enum class Verdict {
    converged,      // order and interval are known
    unchanged,      // the values differ by less than they can be read; the interval covers this
    not_converged,  // the order is below 0.5, or the values do not approach a limit from one side
    no_value,       // a run gave no value
  };
  Verdict verdict = Verdict::no_value;
  std::array<double, 3> cells = {};   // relative cell sizes, from the coarsest to the finest; the scene's own is 1
  std::array<double, 3> values = {};  // NaN where a run gave none
  double order = 0;                   // NaN unless converged
  double extrapolated = 0;            // expected value for cells of size 0; NaN without an interval
  double uncertainty = 0;             // half the width of the interval around it; NaN without an interval
  std::string problem = {};           // for no_value: which run failed, and why
  bool has_interval() const { return verdict == Verdict::converged || verdict == Verdict::unchanged; }
};
inline constexpr double least_order = 0.5;

// `cells` decrease. `resolution` is the smallest difference that a reading can show, in the unit of the values.
Convergence estimate_convergence(const std::array<double, 3>& cells, const std::array<double, 3>& values,
                                 double resolution);
// Returns the verdict in one sentence. `value` formats a number, and `unit` follows the last one of several.
Text sentence_of(const Convergence& c, const std::function<std::string(double)>& value, const std::string& unit = {});

struct GridFactors {
  double coarse = 0.7, fine = 1.4;
};
inline constexpr double least_coarse = 0.1, most_coarse = 0.9, least_fine = 1.1, most_fine = 8;

struct ConvergedScene {
  CheckedScene own;                    // on the scene's own grid
  std::vector<Convergence> checks;     // one for each check of the scene, if all runs have ended
  std::array<double, 3> factors = {};  // cells along an axis relative to the scene, from coarse to fine
  bool cancelled = false;
};

// Runs the scene and its coarser and finer forms until its checks can be read. All are read at the same time, so that a
// value that has not settled completely has the same remainder in each. It computes in parts, as CheckRun does.
class ConvergenceRun {
 public:
  // Throws as CheckRun does, if the scene itself cannot run. A problem of another grid is in the result.
  ConvergenceRun(EngineMaker maker, const Scene& scene, bool scheme, const GridFactors& factors);
  // Computes for about this time, in s. Returns false at the end.
  bool step(double seconds = 0.1);
  double fraction() const;  // of the work, 0 … 1
  ConvergedScene result() const;

 private:
  struct Grid {
    Scene scene;
    double factor = 1, work = 1;  // cells along an axis, and time of a run, relative to the scene
    CheckedScene result = {};
    std::string problem = {};  // why it gave no values
  };
  bool begin(Grid& grid);
  void end(Grid& grid);

  EngineMaker maker_;
  bool scheme_;
  std::array<Grid, 3> grids_;  // the scene's own, the coarser and the finer
  std::size_t grid_ = 0;       // the one in work
  std::optional<CheckRun> run_;
};

// Does all parts. `progress` gets thousandths of the work.
ConvergedScene run_convergence(const EngineMaker& maker, const Scene& scene, bool scheme, const GridFactors& factors,
                               const CheckProgress& progress);

}  // namespace ez
