#include "solver/theory/motion.h"

#include <cmath>

namespace ez {

double doppler_frequency(double frequency, double beta, double theta, double index) {
  return frequency / (1 - index * beta * std::cos(theta));
}

double cherenkov_angle(double index, double beta) { return std::acos(1 / (index * beta)); }

}  // namespace ez
