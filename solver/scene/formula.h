// Formulas of numbers, + − * / ^, comparisons and parentheses (muParser's syntax; its sin … take radians), with
//   the constants of a scene: c eps0 mu0 eta0 pi deg, dx dy (m), dt (s), nx ny, f (Hz) and lambda (m, in vacuum) of
//     first_period()'s source, eps_NAME mu_NAME sigma_NAME of each material, the keys of its poles, what its shapes
//     measure, a gas's or heat's numbers and states (formula_words() lists them all),
//   the closed forms of solver/theory/functions.h,
//   and functions that read an instrument, whose first argument is its name in double quotes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/place.h"
#include "solver/scene/scene.h"
#include "solver/theory/functions.h"

namespace ez {

enum class Reading {
  amplitude,
  phase,
  peak,
  peak_between,
  time_of_peak,
  time_of_peak_between,
  rms,
  spectrum_peak,
  last,
  last_time,
  time_above,  // of a probe
  x,
  y,  // where a probe or source is
  middle_x,
  middle_y,
  angle,
  steer,
  count,
  spacing,
  waist,
  focus,
  frequency,
  rise,  // of a source
  flux,
  along,
  along_x,
  along_y,
  along_phase,
  line_max,
  line_min,
  line_max_at,
  far,
  far_angle,
  width,
  resonance_f,
  resonance_q,
  mode_forward,
  mode_backward,
  mode_phase,
  mode_back_phase,
  mode_index  // of a monitor
};
struct ReadingFunction {
  Reading reading;
  std::string_view name;
  std::vector<std::string_view> arguments;        // after the instrument's name
  std::string_view of;                            // what kind of thing the name is of: "probe", "probe or source"
  std::string_view text;                          // one line, as TheoryFunction has it
  std::optional<Polarization> polarization = {};  // of the scenes that it has a value in; absent: of all
};
std::span<const ReadingFunction> reading_functions();

// Constants and small functions that every formula has beside muParser's own: a name and a line on each.
struct FormulaWord {
  std::string_view name, text;
};
std::span<const FormulaWord> formula_words();

// What a formula reads from: a run, as far as it is.
class Instruments {
 public:
  virtual ~Instruments() = default;
  // NaN while there is nothing to read.
  virtual double read(Reading reading, const std::string& name, std::span<const double> numbers) const = 0;
};

// What a formula asked for on the way to its value, in that order.
struct FormulaTrace {
  struct Read {
    Reading reading;
    std::string name;
  };
  struct Call {
    const TheoryFunction* function;
    std::vector<double> arguments;
    std::size_t reads = 0;  // how many were made before it
  };
  std::vector<Read> reads;
  std::vector<Call> calls;
};

// Names the place in the formula, and what to do.
struct FormulaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Formula {
 public:
  // Throws FormulaError where it does not parse, or a name in it is of nothing in the scene.
  Formula(const std::string& text, const Scene& scene);
  ~Formula();
  Formula(const Formula&) = delete;
  Formula& operator=(const Formula&) = delete;
  Formula(Formula&&) noexcept;
  Formula& operator=(Formula&&) noexcept;

  double value(const Instruments& instruments) const;
  FormulaTrace trace(const Instruments& instruments) const;
  // Whether it reads what a run shows: more than numbers, and the places of probes and sources.
  bool reads_a_run() const;
  // Whether it reads sums over the whole run, which come to rest slowly: what monitors measure.
  bool reads_sums() const;
  // The names in it of what the scene does not have: a rect of that material or state, a pole of that kind.
  const std::vector<std::string>& without_value() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// A formula of the place alone: x, y, r = √(x² + y²) and the radius of the circle it is in, beside pi, deg and what
// muParser has.
class PlaceFormula {
 public:
  explicit PlaceFormula(const std::string& text);  // throws FormulaError
  ~PlaceFormula();
  PlaceFormula(const PlaceFormula&) = delete;
  PlaceFormula& operator=(const PlaceFormula&) = delete;
  PlaceFormula(PlaceFormula&&) noexcept;
  PlaceFormula& operator=(PlaceFormula&&) noexcept;

  double at(Vec2 place, double radius = 0) const;
  // The values at (x[k], y[k]), or at (x[k], y[0]) where y has one number: the same as at(), and many times as fast.
  // `same_x`: x has the numbers of the call before.
  void along(std::span<const double> x, std::span<const double> y, double radius, bool same_x,
             std::span<double> out) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};
// The same formula of lengths that are `factor` times as large.
std::string with_scaled_places(const std::string& formula, double factor);

}  // namespace ez
