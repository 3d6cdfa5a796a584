#include "solver/scene/pole.h"

#include "solver/theory/media.h"

namespace ez {
namespace {

std::complex<double> one(const Drude& p, double f) { return drude_eps(0, p.plasma, p.damping, f); }
std::complex<double> one(const Lorentz& p, double f) { return lorentz_eps(0, p.strength, p.frequency, p.damping, f); }
std::complex<double> one(const Debye& p, double f) { return debye_eps(0, p.strength, p.tau, f); }

}  // namespace

std::complex<double> susceptibility(const std::vector<Pole>& poles, double f) {
  std::complex<double> sum = 0;
  for (const Pole& pole : poles) sum += std::visit([f](const auto& p) { return one(p, f); }, pole.model);
  return sum;
}

}  // namespace ez
