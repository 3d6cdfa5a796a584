// The value that a design makes as large as possible: a formula of readings of monitors, and its derivative with
// respect to the field.
#pragma once

#include <complex>
#include <span>
#include <string>
#include <vector>

#include "solver/measure/monitors/monitors.h"
#include "solver/scene/formula.h"

namespace ez {

// Says what a design cannot do, and what to change.
struct DesignError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Goal {
 public:
  // The formula's constants are those of `scene`, and its readings those of `monitors`, which gather its points. Throws
  // FormulaError, or DesignError if the goal reads something that has no derivative.
  Goal(const std::string& text, const Scene& scene, const Monitors& monitors);

  const std::vector<double>& frequencies() const { return frequencies_; }  // Hz, each once

  // Phasors of the monitors' points, frequency by frequency.
  using Phasors = std::vector<std::vector<std::complex<double>>>;
  double value(const Phasors& x) const;
  // Returns false if the value depends on the strength of the sources. Such a value differs from one waveform to
  // another.
  bool is_relative(const Phasors& x) const;
  // Returns g by frequency and point, with d(value) = 2·Re Σ g·dX. For the smallest of several values, returns the
  // derivative of a smooth minimum, which weights the values with exp(−(value − smallest)/0.05).
  Phasors derivative(const Phasors& x) const;

 private:
  struct Read {
    Reading reading;
    std::string name;
    std::vector<double> numbers;
    PhasorForm form;
    std::size_t frequency = 0;  // index
  };
  class Values;
  std::vector<double> readings(const Phasors& x) const;
  std::vector<double> parts(const std::vector<double>& readings) const;
  void add_reading(const Monitors& monitors, Reading reading, const std::string& name, std::span<const double> numbers);

  std::vector<Formula> parts_;
  std::vector<Read> reads_;
  std::vector<double> frequencies_;
};

}  // namespace ez
