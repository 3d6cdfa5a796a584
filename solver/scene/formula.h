// Formulas with + − * / ^, comparisons and parentheses (muParser's syntax; its sin … take radians). They can use
//   the constants of a scene: c eps0 mu0 eta0 pi deg, dx dy (m), dt (s), nx ny, f (Hz) and lambda (m, in vacuum) of
//     first_period()'s source, eps_NAME mu_NAME sigma_NAME of each material, the keys of its poles, the dimensions of
//     its shapes, and the numbers and states of a gas or heat (formula_words() lists them all),
//   the closed forms of solver/theory/functions.h,
//   and functions that read an instrument. Their first argument is its name in double quotes.
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
  y,  // position of a probe or source
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
  std::vector<std::string_view> arguments;  // after the instrument's name
  std::string_view of;                      // kind of instrument that the name refers to: "probe", "probe or source"
  std::string_view text;                    // one line, as in TheoryFunction
  std::optional<Polarization> polarization = {};  // polarization of the scenes in which it has a value; empty: both
};
std::span<const ReadingFunction> reading_functions();
// Return a call as the documentation shows it: amplitude("probe", f (Hz)).
std::string call_text(const ReadingFunction& function);
std::string call_text(const TheoryFunction& function);

// Constants and small functions that every formula has in addition to muParser's own, each with a one-line description.
struct FormulaWord {
  std::string_view name, text;
};
std::span<const FormulaWord> formula_words();

// Values that a formula can read from a run in progress.
class Instruments {
 public:
  virtual ~Instruments() = default;
  // Returns NaN while there is no value.
  virtual double read(Reading reading, const std::string& name, std::span<const double> numbers) const = 0;
};

// The reads and calls that a formula made during its evaluation, in order.
struct FormulaTrace {
  struct Read {
    Reading reading;
    std::string name;
  };
  struct Call {
    const TheoryFunction* function;
    std::vector<double> arguments;
    std::size_t reads = 0;  // number of reads before this call
  };
  std::vector<Read> reads;
  std::vector<Call> calls;
};

// The message names the position in the formula and what to do.
struct FormulaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Formula {
 public:
  // Throws FormulaError if the text does not parse or contains an unknown name.
  Formula(const std::string& text, const Scene& scene);
  ~Formula();
  Formula(const Formula&) = delete;
  Formula& operator=(const Formula&) = delete;
  Formula(Formula&&) noexcept;
  Formula& operator=(Formula&&) noexcept;

  double value(const Instruments& instruments) const;
  FormulaTrace trace(const Instruments& instruments) const;
  // Returns true if it reads results of a run, and not only numbers and the positions of probes and sources.
  bool reads_a_run() const;
  // Returns true if it reads sums over the whole run, which monitors measure and which settle slowly.
  bool reads_sums() const;
  // Returns names in the formula that have no value in the scene: for example a rect of a material that has none.
  const std::vector<std::string>& without_value() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// A formula of the position only. It can use x, y, r = √(x² + y²), the radius of the circle that contains the point,
// pi, deg and muParser's functions.
class PlaceFormula {
 public:
  explicit PlaceFormula(const std::string& text);  // throws FormulaError
  ~PlaceFormula();
  PlaceFormula(const PlaceFormula&) = delete;
  PlaceFormula& operator=(const PlaceFormula&) = delete;
  PlaceFormula(PlaceFormula&&) noexcept;
  PlaceFormula& operator=(PlaceFormula&&) noexcept;

  double at(Vec2 place, double radius = 0) const;
  // Evaluates the formula at (x[k], y[k]), or at (x[k], y[0]) if y has one number. Gives the same values as at(), but
  // much faster. `same_x`: x has the same numbers as in the previous call.
  void along(std::span<const double> x, std::span<const double> y, double radius, bool same_x,
             std::span<double> out) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};
// Returns the same formula for lengths that are `factor` times as large.
std::string with_scaled_places(const std::string& formula, double factor);

}  // namespace ez
