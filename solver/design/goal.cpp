#include "solver/design/goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "solver/scene/names.h"

namespace ez {
namespace {

constexpr double sharpness = 0.05;  // of the smooth minimum

std::string_view word_of(Reading reading) {
  return std::ranges::find(reading_functions(), reading, &ReadingFunction::reading)->name;
}

}  // namespace

// Gives a formula its readings, and calls `missing` for each that has no value yet.
class Goal::Values final : public Instruments {
 public:
  using Missing = std::function<void(Reading, const std::string&, std::span<const double>)>;
  Values(const std::vector<Read>& reads, const std::vector<double>& values, Missing missing = {})
      : reads_(reads), values_(values), missing_(std::move(missing)) {}
  double read(Reading reading, const std::string& name, std::span<const double> numbers) const override {
    const auto found = std::ranges::find_if(reads_, [&](const Read& r) {
      return r.reading == reading && r.name == name && std::ranges::equal(r.numbers, numbers);
    });
    const auto k = static_cast<std::size_t>(found - reads_.begin());
    if (k < values_.size()) return values_[k];
    if (found == reads_.end() && missing_) missing_(reading, name, numbers);
    return 1;
  }

 private:
  const std::vector<Read>& reads_;
  const std::vector<double>& values_;
  Missing missing_;
};

Goal::Goal(const std::string& text, const Scene& scene, const Monitors& monitors) {
  for (const std::string& part : parts_of_goal(text)) parts_.emplace_back(part, scene);
  const std::vector<double> none;
  const Values::Missing found = [&](Reading reading, const std::string& name, std::span<const double> numbers) {
    add_reading(monitors, reading, name, numbers);
  };
  for (const Formula& part : parts_) part.value(Values(reads_, none, found));
  if (reads_.empty()) throw DesignError("the goal reads no monitor, so no structure can change it");
}

void Goal::add_reading(const Monitors& monitors, Reading reading, const std::string& name,
                       std::span<const double> numbers) {
  std::optional<PhasorForm> form;
  switch (reading) {
    case Reading::flux:
      form = monitors.flux_form(name, numbers[0]);
      break;
    case Reading::mode_forward:
    case Reading::mode_backward:
      form = monitors.mode_form(name, numbers[0], reading == Reading::mode_forward);
      break;
    case Reading::along:
      form = monitors.along_form(name, numbers[0], numbers[1]);
      break;
    default:
      throw DesignError(
          fmt::format("the goal reads {} of {}; a goal can read mode_forward, mode_backward, flux and "
                      "ez",
                      word_of(reading), names::quoted(name)));
  }
  if (!form)
    throw DesignError(
        fmt::format("{} of {} has no value at {:g} Hz; give the monitor this frequency, and a line that "
                    "carries the mode or contains the point",
                    word_of(reading), names::quoted(name), numbers[0]));
  const auto same =
      std::ranges::find_if(frequencies_, [&](double f) { return std::abs(f - numbers[0]) <= 1e-6 * numbers[0]; });
  const auto index = static_cast<std::size_t>(same - frequencies_.begin());
  if (same == frequencies_.end()) frequencies_.push_back(numbers[0]);
  reads_.push_back({reading, name, {numbers.begin(), numbers.end()}, std::move(*form), index});
}

std::vector<double> Goal::readings(const Phasors& x) const {
  std::vector<double> out;
  for (const Read& r : reads_) out.push_back(r.form.value(x[r.frequency]));
  return out;
}

std::vector<double> Goal::parts(const std::vector<double>& readings) const {
  const Values values(reads_, readings);
  std::vector<double> out;
  for (const Formula& part : parts_) out.push_back(part.value(values));
  return out;
}

double Goal::value(const Phasors& x) const {
  const std::vector<double> values = parts(readings(x));
  return *std::ranges::min_element(values);
}

bool Goal::is_relative(const Phasors& x) const {
  Phasors doubled = x;
  for (auto& at : doubled)
    for (std::complex<double>& v : at) v *= 2;
  const double here = value(x);
  return std::abs(value(doubled) - here) <= 1e-9 * std::abs(here);
}

Goal::Phasors Goal::derivative(const Phasors& x) const {
  const std::vector<double> readings = this->readings(x), values = parts(readings);
  const double least = *std::ranges::min_element(values);
  std::vector<double> weights;
  double sum = 0;
  for (const double v : values) sum += weights.emplace_back(std::exp(-(v - least) / sharpness));
  Phasors out;
  for (const auto& at : x) out.emplace_back(at.size());
  for (std::size_t k = 0; k < reads_.size(); ++k) {
    // The derivative of the formulas by a reading, from differences of fourth order.
    const double h = 1e-3 * (readings[k] != 0 ? std::abs(readings[k]) : 1);
    const auto at = [&](double steps) {
      std::vector<double> moved = readings;
      moved[k] += steps * h;
      const std::vector<double> at_moved = parts(moved);
      double merit = 0;
      for (std::size_t p = 0; p < at_moved.size(); ++p) merit += weights[p] / sum * at_moved[p];
      return merit;
    };
    const double slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
    reads_[k].form.add_derivative(x[reads_[k].frequency], slope, out[reads_[k].frequency]);
  }
  return out;
}

}  // namespace ez
