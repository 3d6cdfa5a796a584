// What a scene's monitors measure: spectra of the field at their nodes, summed up as the samples come.
//
//   X(f) = Σ x(t)·e^(+i2πft)·Δt_s      (amplitudes follow e^(−iωt))
//
// each array at its own time (E at nΔt, H at (n−½)Δt) and place: E at the line's nodes, tangential H as the mean of the
// values half a cell to either side. With these the power through a line, Re E·(H⁻ + H⁺)*/2, is what the discrete
// equations themselves conserve: for a harmonic field without loss it is the same through any two lines that close a
// loop, to rounding and however coarse the grid. A line that is not along an axis is its staircase of nodes.
//
// While a source lasts (a CW), a sum that breaks off now is off by 1/t: by what of the start it lacks, and by the turn
// of 2f that it cuts. Then the samples are weighted with 72·(u⁷ − u⁸), u = t/now, whose mean is 1: by what of the start
// it lacks it is off as 1/t⁸, by the turns as 1/t². Two sums, of n⁷x and n⁸x, have the weighted one at every time.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/constants.h"
#include "solver/measure/monitors/harmonic_inversion.h"
#include "solver/run/solver.h"
#include "solver/scene/scene.h"
#include "solver/scene/section.h"
#include "solver/theory/dispersion.h"

namespace ez {

struct MonitorReading {
  std::string name;
  std::string_view kind;
  double since = 0, until = 0;      // s: the part of the run that it is of
  std::vector<double> frequencies;  // Hz
  // Of `flux`: 2·Re Σ E×H* over the line at each frequency, in J/(m·Hz): its integral over f is the energy that went
  // through; and the power as time goes, W/m (E and H half a step apart), thinned to some thousand.
  std::vector<double> flux;
  struct Power {
    double time = 0, power = 0;
  };
  std::vector<Power> power;
  // Of `line`: its nodes, in m, and by FieldArray the phasors, frequency after frequency, a value a node: V·s/m for E,
  // A·s/m for H. An hz scene's are Hz, Ex, Ey.
  std::vector<Vec2> places;
  std::array<std::vector<std::complex<double>>, 3> phasors;
  std::vector<Resonance> resonances;  // of `resonance`, by frequency
  // Of `far`: |X|·√r by angle, V·s/m·√m (A·s/m·√m of an hz scene), X being the main array's phasor at a distance r; and
  // where a plane wave is what drives, the scattering width 2π·r·|X|²/|X of the wave|², m.
  std::vector<double> degrees, far, width;
  // Of `mode`, by frequency: the amplitudes, as √(J/(m·Hz)), whose |.|² is what `flux` is of such a wave alone; its
  // effective index. NaN where the line carries no such mode.
  std::vector<std::complex<double>> forward, backward;
  std::vector<double> index;
  std::string why_none;  // what keeps it from being measured; empty: nothing does
};

// How many times the power that passed to the left of a line passed to its right, over all frequencies: of a `mode`
// backward over forward, of a `flux` what is below 0 over what is above. Absent where neither passed, and of other
// kinds.
std::optional<double> backward_over_forward(const MonitorReading& reading);
// From here on the line's direction was probably meant the other way.
inline constexpr double mostly_backward = 10;

class Monitors {
 public:
  Monitors() = default;
  explicit Monitors(const Scene& scene);

  bool empty() const { return parts_.empty(); }
  bool wants_empty_run() const;  // some monitor has minus_empty
  // What the run has to gather, and the one without shapes.
  const Gather& gather() const { return gather_; }
  // Samples of both runs at the same steps; without those of the empty one, nothing is added where it is subtracted.
  void add(const Gathered& run, const Gathered* empty_run);
  void restart();

  std::size_t count() const { return parts_.size(); }
  MonitorReading reading(std::size_t k) const;
  // The same for a picture: of a line's frequencies at most `most_of_line`, evenly among them, as its phasors are many.
  MonitorReading reading(std::size_t k, std::size_t most_of_line) const;
  // Modes are found when they are first asked for. Finds more of those that reading(k) needs while there are nodes
  // left, and takes the nodes that they have from those. Returns the share that is found, 1 where there are none.
  double find_modes(std::size_t k, std::size_t& nodes_left) const;

  // By a monitor's name; none where there is no such monitor, or it does not look there. Between two frequencies or
  // nodes of a line, linearly.
  std::optional<double> flux(std::string_view name, double frequency) const;
  std::optional<std::complex<double>> along(std::string_view name, FieldArray array, double frequency,
                                            double metres) const;  // from the line's beginning
  // Of a line, of |Ez(f)| (|Hz(f)|) at its nodes.
  struct Extremes {
    double largest = 0, least = 0;  // as MonitorReading has phasors
    double largest_at = 0;          // m from the line's beginning, between nodes by a parabola
  };
  std::optional<Extremes> extremes(std::string_view name, double frequency) const;
  struct Mode {
    std::complex<double> forward, backward;
    double index = 0;
  };
  std::optional<Mode> mode(std::string_view name, double frequency) const;
  std::vector<Resonance> resonances(std::string_view name) const;
  std::optional<double> far(std::string_view name, double degrees) const;
  std::optional<double> width(std::string_view name, double degrees) const;
  // Degrees, where the field far away is largest: between the monitor's angles by a parabola.
  std::optional<double> far_angle(std::string_view name) const;
  double bytes() const;  // about, of what a copy takes

 private:
  // A value that a monitor looks at: a point, or the mean of two, times a factor that may be 0.
  struct Value {
    std::size_t a = 0, b = 0;  // among the gather's points
    double factor = 0;         // of their sum
  };
  struct Part {
    Monitor monitor;
    std::vector<double> frequencies;
    std::vector<Node> nodes;
    std::array<std::vector<Value>, 3> values;  // by FieldArray, one a node; empty where none is looked at
    // m, of what passes along x and along y at each node, to the left of the line: of a flux, and of a far field's box
    std::vector<double> weight_x, weight_y;
    // Of a mode, by frequency once it is found: what the nodes' E and H are weighted with for forward plus and minus
    // backward; without weights where the line carries no such mode.
    struct Projection {
      std::vector<double> e, h;
      double index = 0;
    };
    std::optional<CrossSection> section{};
    double sign_of_h = 1;  // of a mode's H
    mutable std::vector<std::optional<Projection>> modes{};
    mutable std::size_t modes_found = 0;  // the first so many
    // By FieldArray: per frequency the nodes' real, then imaginary parts; while a source lasts those of n⁷x, and
    // behind all of them those of n⁸x.
    std::array<std::vector<double>, 3> sums;
    std::array<std::complex<double>, 2> wave{};  // likewise, of the plane wave that drives
    double samples = 0;
    std::array<double, 2> weights{};             // of a sample's two sums
    std::vector<MonitorReading::Power> power{};  // thinned
    int power_stride = 1, power_skipped = 0;     // samples a point of it
    double power_sum = 0;
    std::vector<double> series{};            // of a resonance
    mutable std::vector<Resonance> found{};  // what was found in its first so many
    mutable std::size_t found_in = 0;
    double since = 0, until = 0;  // s
    bool waits = false;           // for an empty run that is not there
  };

  struct Collector;
  Part part_of(const Scene& scene, const Monitor& monitor, Collector& points) const;
  void add_sample(Part& part, double t, double interval, const double* run, const double* empty_run);
  void add_power(Part& part, double t) const;
  const Part* find(std::string_view name) const;
  std::vector<double> way_along(const Part& part) const;  // m from the line's beginning, of each node
  // The phasor, of the two sums.
  std::complex<double> of_sums(const Part& part, std::complex<double> first, std::complex<double> second) const;
  std::complex<double> phasor(const Part& part, FieldArray array, std::size_t f, std::size_t node) const;
  double flux_at(const Part& part, std::size_t f) const;
  const std::vector<Resonance>& resonances_of(const Part& part) const;
  void set_section(const Scene& scene, const ModeMonitor& mode, Part& part) const;
  Part::Projection projection_of(const Part& part, double frequency) const;
  const Part::Projection& projection(const Part& part, std::size_t f) const;
  Mode mode_at(const Part& part, std::size_t f) const;
  double far_field(const Part& part, double degrees) const;
  bool one_wave() const;                                   // a plane wave is all that drives
  std::optional<double> incident(const Part& part) const;  // |X| of the plane wave, over the part's own time
  double width_of(double far, double incident) const { return 2 * pi * far * far / (incident * incident); }

  std::vector<Part> parts_;
  Gather gather_;
  Vec2 cell_;                               // m
  YeeGrid grid_;                            // of the background
  std::vector<Source> driving_;             // sources that are on
  bool lasting_ = false;                    // one of them never ends
  bool dual_ = false;                       // the main array is Hz
  double silent_from_ = 0;                  // s: no source drives any more
  double interval_ = 0;                     // s between samples
  std::array<std::vector<double>, 3> now_;  // of the sample under way, by FieldArray
};

// Steps between samples: 2.5 samples or more in a period of the highest frequency that its sources have (at −80 dB) and
// its monitors ask for, no more than 16 steps, and of those numbers the one with the fewest passes over memory a step.
int gather_every(const Scene& scene);
// The same of maps, which are of one frequency each: nothing that is within 40 dB of the sources' peak, or within half
// of the highest such frequency of it, is taken for a map's; no more than 96 steps.
MapPlan map_plan(const Scene& scene);
// The same, and the mean of the square over whole periods of the first source: as many as have samples enough.
MapPlan with_mean(MapPlan plan, const Scene& scene);

}  // namespace ez
