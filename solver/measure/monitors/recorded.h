// The records of a run's probes and monitors, as formulas read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solver/measure/monitors/monitors.h"
#include "solver/scene/formula.h"
#include "solver/scene/scene.h"

namespace ez {

// A probe's series: values[k] is the main array after first_step + k steps.
struct Series {
  std::uint64_t first_step = 1;
  std::span<const double> values;
  std::span<const double> times = {};  // s, of each value, if Δt varies
};

class Recorded final : public Instruments {
 public:
  // Takes one series for each probe of the scene, in the scene's order. Keeps references to all arguments.
  Recorded(const Scene& scene, double dt, std::vector<Series> probes, const Monitors& monitors)
      : scene_(scene), dt_(dt), probes_(std::move(probes)), monitors_(monitors) {}
  double read(Reading reading, const std::string& name, std::span<const double> numbers) const override;

 private:
  const Scene& scene_;
  double dt_;
  std::vector<Series> probes_;
  const Monitors& monitors_;
};

}  // namespace ez
