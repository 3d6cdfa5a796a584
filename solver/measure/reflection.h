// The reflection meter. It measures the reflection of each side as the difference between a run and its reference run
// along a line of Ez nodes near the side.
//
//   dB(side) = 20·log10(max |field − reference| / max |reference|),
//
// with maxima over the line's nodes and the evaluated steps.
//
// This also contains echoes of other sides. own_db uses each node only until the earliest echo of another side can
// arrive, and only nodes that the side's own echo has passed by then (own_echo.h). So one faulty side affects one
// number only, and effects of corners affect none.
//
// The line is two nodes inside the layer's inner interface (two from the boundary if there is no layer), without the
// nodes in other sides' layers. A reading is valid until reflections from the reference run's own outer boundary can
// reach the line. After that, readings since the start do not change; those over a window follow the run.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/scene/raster/scene_media.h"
#include "solver/scene/scene.h"

namespace ez {

struct MeterLine {
  Side side = Side::left;
  Node first;     // its lower or left end, in nodes of the scene; it extends along +x or +y
  int count = 0;  // number of nodes; 0: the side is not measured
  Node at(int k) const {
    const bool vertical = across_x(side);
    return vertical ? Node{first.i, first.j + k} : Node{first.i + k, first.j};
  }
};
std::array<MeterLine, 4> meter_lines(const Scene& scene);

struct SpectrumPoint {
  double frequency = 0;      // Hz
  std::optional<double> db;  // 20·log10 √(Σ|D|²/Σ|T|²) over the line; none if the reference run has no power
};
struct AnglePoint {
  Side side = Side::left;
  double degrees = 0;               // from the side's normal
  std::optional<double> db;         // measured
  std::optional<double> theory_db;  // of a plane wave
  // The theoretical reading of this node (SideTheory::db_of_point). A later reading may contain it first.
  std::optional<double> point_db;
};
// The reason why no angle can be measured.
struct NoAngles {
  std::string why;      // the middle of a sentence; empty: there are angles
  bool echoes = false;  // echoes of other sides interfere; each side measured alone has angles
};
struct ReflectionReading {
  std::array<std::optional<double>, 4> db;  // by Side; none: too early, or not measured
  // the same before echoes of other sides arrive; none if they arrive first
  std::array<std::optional<double>, 4> own_db;
  std::array<std::string, 4> why_not;  // by Side: why the side cannot be measured (open_sides.h)
  std::optional<double> worst;         // dB: the largest of db
  double since = 0, until = 0;         // s: the part of the run that db covers, up to valid_until
  // s: after this, readings may contain echoes of the reference run itself
  double valid_until = 0;
  double incident = 0;                                 // V/m, the largest |reference| on any line so far
  std::array<std::vector<SpectrumPoint>, 4> spectrum;  // by Side
  std::vector<AnglePoint> angles;
  NoAngles no_angles;  // why none will be measured
  struct Moment {
    double time = 0;  // s
    double db = 0;
  };
  // The largest |field − reference| so far over all sides, thinned to some hundred points.
  std::vector<Moment> history;
};

// Options of a meter in addition to the scene.
struct MeterOptions {
  double valid_until = 0;                // s: ReflectionReading::valid_until
  std::vector<Side> open_sides;          // open in the measured run itself: nothing returns from them
  std::vector<double> degrees;           // wanted angles, from the side's normal; empty: every 2.5°
  std::optional<double> frequency = {};  // one more frequency of the running DFT, Hz
  bool every_point = false;              // compute point_db of all angles in one reading
  double ringing = 1;                    // periods for which an angle's node is observed after the pulse has passed
};

// Compares one run with its reference run. It receives both runs' samples of the same steps.
//
// A side's dB is available once the wave has arrived at its line. This means that the earliest source's peak has had
// time to reach it at the fastest speed, and that the line's largest incident |Ez| is at least 1 % of the largest on
// any line. With a window, the incident field in the window must also be at least 0.1 % of the line's largest ever.
//
// An angle is that of the path mirrored at the side, tan θ = offset/(a + b). Here a and b are the distances of source
// and line from the reflecting plane (a layer's inner interface, or the boundary). Angles are available for one pulsed
// point source in a scene without shapes. Their nodes are those where the whole reflected pulse passes before anything
// relevant from another side can arrive (mirror.h). The reflection is
//   R = |D(f)|/|T(f)| · |H0(k r_incident)|/|H0(k r_reflected)|
// with D and T the DFTs of field − reference and of the reference run up to then.
class ReflectionMeter {
 public:
  // `dt` of both runs, s. The frequencies of the running DFT cover the band of the scene's sources.
  ReflectionMeter(const Scene& scene, SharedMedia media, double dt, MeterOptions options);
  ~ReflectionMeter();
  ReflectionMeter(const ReflectionMeter&);
  ReflectionMeter(ReflectionMeter&&) noexcept;
  ReflectionMeter& operator=(const ReflectionMeter&) = delete;
  ReflectionMeter& operator=(ReflectionMeter&&) noexcept;

  const std::vector<Node>& taps() const;  // the nodes of all lines, one line after another
  // Adds steps × taps values each. The first were taken at `first_time` (s), with one set every dt after it.
  void add(double first_time, const std::vector<double>& field, const std::vector<double>& reference);
  void restart();
  // Sets a scene with the same lines, sources and Δt, with which theory is compared from now on. Maxima and spectra
  // continue. Angles measured in other media end; those of the new media start at restart().
  void set_scene(const Scene& scene, SharedMedia media, double valid_until);
  // `frequency` is used for the angles; absent: the first source's centre frequency. Computes only one point_db at a
  // time, so that no frame waits for all of them, unless the options request every one.
  ReflectionReading reading(std::optional<double> frequency = std::nullopt) const;
  double bytes() const;  // approximate bytes of a copy

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
