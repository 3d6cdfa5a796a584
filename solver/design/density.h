// The structure of a design as numbers: a density from 0 (first material) to 1 (second material) at each node of the
// region. The optimiser changes the painted density ρ. The structure is its projection:
//   ρ̄ = ρ smoothed by a cone of radius R (with the known materials around the region, so that edges join),
//   ρ̃ = [tanh(β/2) + tanh(β(ρ̄ − ½))]/[2·tanh(β/2)].
// A large β makes the structure black and white. R is not a guarantee for the smallest detail; measured_feature()
// reports it. (Wang, Lazarov, Sigmund, On projection methods, convergence and robust formulations in topology
// optimization, Struct. Multidisc. Optim. 43 (2011) 767.)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/scene/place.h"

namespace ez {

// Densities are given row by row from the bottom, one for each node of the region.
using Densities = std::vector<double>;

class DensityMap {
 public:
  struct Region {
    int width = 0, height = 0;  // nodes
    Vec2 cell;                  // m
  };
  // Returns the number of nodes around the region that the cone of this radius (m) reaches.
  static int margin_of(const Region& region, double radius);
  // `around` has the densities of the region and of margin_of() nodes on each side; those of the region are not read.
  DensityMap(const Region& region, double radius, Densities around, std::string symmetry, std::optional<double> volume);

  Densities structure(const Densities& painted, double beta) const;
  // Returns the derivative with respect to the painted density, from that with respect to structure(painted, beta).
  Densities back(const Densities& painted, double beta, const Densities& derivative) const;
  Densities smoothed(const Densities& painted) const;
  // Makes the painted density symmetric, and shifts it so that the structure's mean is at most the volume.
  void restrict(Densities& painted, double beta) const;
  // Returns the mean over the mirror images.
  Densities symmetric(const Densities& values) const;
  // Returns smoothed() with the densities around the region: margin_of() nodes on each side.
  Densities with_surroundings(const Densities& smoothed) const;

  const Region& region() const { return region_; }
  int margin() const { return margin_; }

 private:
  struct Weight {
    int di, dj;
    double weight;
  };
  double mean(const Densities& painted, double beta) const;

  Region region_;
  int margin_;
  std::vector<Weight> cone_;  // sums to 1
  Densities around_;
  Densities from_around_;  // part of smoothed() that comes from outside the region
  std::string symmetry_;
  std::optional<double> volume_;
};

// Returns 4·mean(ρ̃(1 − ρ̃)): 0 for a black and white structure, 1 for a uniform mixture.
double greyness(const Densities& structure);

// Returns the diameter in nodes of the smallest detail of the structure above or below ½: the largest disc, in
// half nodes up to `most`, by which opening and closing leave all but a thousandth of the nodes unchanged.
double measured_feature(const Densities& structure, const DensityMap::Region& region, double most);

// Improves densities by the derivative of a value that is to become large. (Kingma and Ba, Adam, ICLR 2015.)
class Adam {
 public:
  explicit Adam(double rate = 0.04) : rate_(rate) {}
  void step(Densities& painted, const Densities& derivative);

 private:
  static constexpr double first_decay = 0.7, second_decay = 0.95;
  static constexpr double floor = 0.02;  // of the largest deviation, so that nodes without influence keep still
  double rate_;
  int steps_ = 0;
  Densities mean_, square_;
};

}  // namespace ez
