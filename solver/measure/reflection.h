// The reflection meter: what each side sends back, as the difference between a run and its reference run along a
// line of Ez nodes near the side.
//
//   dB(side) = 20·log10(max |field − reference| / max |reference|),  maxima over the line's nodes and the steps looked
//   back at.
//
// That holds what other sides have sent this way, too; own_db looks at each node only until the earliest echo of
// another side can be there, at those nodes that the side's own has passed by then (own_echo.h): one faulty side is one
// number, and what a corner does is in none.
//
// The line lies two nodes inside the layer's inner interface (two from the wall where there is no layer), without the
// nodes that lie in other sides' layers. A reading is valid until what the reference run's own outer boundary returns
// can reach the line. Later nothing is added to readings since the start; those over a window follow the run.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct MeterLine {
  Side side = Side::left;
  Node first;     // its lower or left end, in nodes of the scene; it runs along +x or +y
  int count = 0;  // of nodes; 0: the side is not measured
  Node at(int k) const {
    const bool vertical = across_x(side);
    return vertical ? Node{first.i, first.j + k} : Node{first.i + k, first.j};
  }
};
std::array<MeterLine, 4> meter_lines(const Scene& scene);

struct SpectrumPoint {
  double frequency = 0;      // Hz
  std::optional<double> db;  // 20·log10 √(Σ|D|²/Σ|T|²) over the line; none where the reference run has no power
};
struct AnglePoint {
  Side side = Side::left;
  double degrees = 0;               // from the side's normal
  std::optional<double> db;         // measured
  std::optional<double> theory_db;  // of a plane wave
  std::optional<double> point_db;   // what this node should read (SideTheory::db_of_point); comes with a later reading
};
// Why there is no angle to measure.
struct NoAngles {
  std::string why;      // the middle of a sentence; empty: there are some
  bool echoes = false;  // other sides' come in between: each side measured alone has some
};
struct ReflectionReading {
  std::array<std::optional<double>, 4> db;      // by Side; none: too early, or not measured
  std::array<std::optional<double>, 4> own_db;  // likewise, before other sides' echoes come; none where they come first
  std::array<std::string, 4> why_not;           // by Side: what keeps one from being measured (open_sides.h)
  std::optional<double> worst;                  // dB: the largest of db
  double since = 0, until = 0;                  // s: the part of the run that db is of, up to valid_until
  double valid_until = 0;                       // s: later the reference run's own echoes may be in what is read
  double incident = 0;                          // V/m, the largest |reference| on any line so far
  std::array<std::vector<SpectrumPoint>, 4> spectrum;  // by Side
  std::vector<AnglePoint> angles;
  NoAngles no_angles;  // why none will come
  struct Moment {
    double time = 0;  // s
    double db = 0;
  };
  std::vector<Moment> history;  // the largest |field − reference| so far, over all sides; thinned to some hundred
};

// What a meter is told beyond the scene.
struct MeterOptions {
  double valid_until = 0;                // s: ReflectionReading::valid_until
  std::vector<Side> open_sides;          // open in the measured run itself: nothing comes back from there
  std::vector<double> degrees;           // angles wanted, from the side's normal; empty: every 2.5°
  std::optional<double> frequency = {};  // one more frequency of the running DFT, Hz
  bool every_point = false;              // point_db of all angles in one reading
  double ringing = 1;                    // periods that an angle's node is watched for after the pulse has passed
};

// One run against its reference run. Fed with both runs' samples of the same steps.
//
// A side's dB is given once the wave has arrived at its line: the earliest source's peak has had the time to come there
// at the fastest speed, and the line's largest incident |Ez| is at least 1 % of the largest on any line; with a window,
// the incident of the window at least 0.1 % of the line's largest ever.
//
// An angle is that of the path mirrored at the side, tan θ = offset/(a + b), a and b the distances of source and line
// from the reflecting plane (a layer's inner interface, else the wall). Angles are given for one pulsed point source in
// a scene without shapes, at nodes where the whole reflected pulse passes before anything of another side can arrive
// that would matter (mirror.h);
//   R = |D(f)|/|T(f)| · |H0(k r_incident)|/|H0(k r_reflected)|
// with D, T the DFTs of field − reference and of the reference run up to then.
class ReflectionMeter {
 public:
  // `dt` of both runs, s; the frequencies of the running DFT span the band of the scene's sources.
  ReflectionMeter(const Scene& scene, double dt, MeterOptions options);
  ~ReflectionMeter();
  ReflectionMeter(const ReflectionMeter&);
  ReflectionMeter(ReflectionMeter&&) noexcept;
  ReflectionMeter& operator=(const ReflectionMeter&) = delete;
  ReflectionMeter& operator=(ReflectionMeter&&) noexcept;

  const std::vector<Node>& taps() const;  // the nodes of all lines, one line after another
  // steps × taps values each, the first taken at `first_time` (s) and one every dt after it.
  void add(double first_time, const std::vector<double>& field, const std::vector<double>& reference);
  void restart();
  // A scene with the same lines, sources and Δt, with which theory is compared from now on. Maxima and spectra go on;
  // angles that were measured in other media end, and those of the new ones come with restart().
  void set_scene(const Scene& scene, double valid_until);
  // `frequency` for the angles; absent: the first source's centre. One point_db is computed at a time, so that no frame
  // waits for all, unless the options ask for every one.
  ReflectionReading reading(std::optional<double> frequency = std::nullopt) const;
  double bytes() const;  // about, of what a copy takes

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
