// The reflection meter: what each side sends back, as the difference between a run and its reflection-free twin along a
// line of Ez nodes near the side.
//
//   dB(side) = 20·log10(max |field − twin| / max |twin|),  maxima over the line's nodes and the steps looked back at.
//
// The line lies two nodes inside the layer's inner interface (two from the wall where there is no layer), without the
// nodes that lie in other sides' layers. A reading is valid until what the twin's own outer boundary returns can reach
// the line.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct MeterLine {
  Side side = Side::left;
  Node first;     // of the scene; the line runs along +x or +y
  int count = 0;  // 0: the side is not measured
  Node at(int k) const {
    const bool vertical = side == Side::left || side == Side::right;
    return vertical ? Node{first.i, first.j + k} : Node{first.i + k, first.j};
  }
};
std::array<MeterLine, 4> meter_lines(const Scene& scene);

struct SpectrumPoint {
  double frequency = 0;      // Hz
  std::optional<double> db;  // 20·log10 √(Σ|D|²/Σ|T|²) over the line; none where the twin has no power
};
struct AnglePoint {
  Side side = Side::left;
  double degrees = 0;
  std::optional<double> db, theory_db;
};
struct ReflectionReading {
  std::array<std::optional<double>, 4> db;  // by Side; none: nothing to say yet, or not measured
  std::optional<double> worst;
  double since = 0, until = 0;  // s looked at
  double valid_until = 0;       // s
  std::array<std::vector<SpectrumPoint>, 4> spectrum;
  std::vector<AnglePoint> angles;
  struct Moment {
    double time = 0;
    double db = 0;
  };
  std::vector<Moment> history;  // largest residual so far against time, over all sides; thinned to some hundred
};

// One pane against one twin. Fed with both runs' samples of the same steps.
class ReflectionMeter {
 public:
  // `dt` of both; the frequencies of the running DFT span the band of the scene's sources.
  ReflectionMeter(const Scene& scene, double dt, double valid_until);
  const std::vector<Node>& taps() const { return taps_; }  // those of all lines, one after another
  // steps × taps values each, the first taken after `first_step` steps.
  void add(std::uint64_t first_step, const std::vector<double>& field, const std::vector<double>& twin);
  void restart();
  // `frequency` for the angles; absent: the first source's centre.
  ReflectionReading reading(std::optional<double> frequency = std::nullopt) const;

 private:
  struct Line;
  Scene scene_;
  double dt_, valid_until_;
  std::vector<Node> taps_;
  std::vector<Line> lines_;
};

}  // namespace ez
