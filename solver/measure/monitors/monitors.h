// Measurements of a scene's monitors: spectra of the field at their nodes, summed while the samples arrive.
//
//   X(f) = Σ x(t)·e^(+i2πft)·Δt_s      (amplitudes follow e^(−iωt))
//
// Each array is used at its own time (E at nΔt, H at (n−½)Δt) and position: E at the line's nodes, tangential H as the
// mean of the values half a cell to either side. With these, the power through a line, Re E·(H⁻ + H⁺)*/2, is exactly
// the quantity that the discrete equations conserve. For a lossless harmonic field it is the same through any two lines
// that form a closed loop, to rounding and on any grid. A line that is not along an axis is replaced by its staircase
// of nodes.
//
// If a source is endless (a CW), a sum up to the present has an error of order 1/t. One part comes from the missing
// start and one from the cut period of 2f. The samples are then weighted with 72·(u⁷ − u⁸), u = t/now, whose mean is 1.
// The error from the missing start becomes 1/t⁸ and that from the cut period 1/t². Two sums, of n⁷x and n⁸x, give the
// weighted sum at every time.
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
#include "solver/measure/monitors/phasor_form.h"
#include "solver/run/solver.h"
#include "solver/scene/scene.h"
#include "solver/scene/section.h"
#include "solver/theory/dispersion.h"

namespace ez {

struct MonitorReading {
  std::string name;
  std::string_view kind;
  double since = 0, until = 0;      // s: the measured part of the run
  std::vector<double> frequencies;  // Hz
  // For `flux`: 2·Re Σ E×H* over the line at each frequency, in J/(m·Hz). Its integral over f is the energy that
  // passed. Also the power over time, W/m (E and H half a step apart), thinned to some thousand points.
  std::vector<double> flux;
  struct Power {
    double time = 0, power = 0;
  };
  std::vector<Power> power;
  // For `line`: its nodes, in m, and by FieldArray the phasors, frequency after frequency, one value per node: V·s/m
  // for E, A·s/m for H. In an hz scene they are Hz, Ex, Ey.
  std::vector<Vec2> places;
  std::array<std::vector<std::complex<double>>, 3> phasors;
  std::vector<Resonance> resonances;  // for `resonance`, ordered by frequency
  // For `far`: |X|·√r by angle, V·s/m·√m (A·s/m·√m in an hz scene), where X is the main array's phasor at a distance r.
  // If a plane wave is the only source, also the scattering width 2π·r·|X|²/|X of the wave|², m.
  std::vector<double> degrees, far, width;
  // For `mode`, by frequency: the amplitudes, as √(J/(m·Hz)), whose |.|² is the `flux` of such a wave alone; and the
  // effective index. NaN if the line carries no such mode.
  std::vector<std::complex<double>> forward, backward;
  std::vector<double> index;
  std::string why_none;  // why it cannot be measured; empty if it can
};

// Returns the ratio of the power that crossed a line to its left to the power that crossed to its right, over all
// frequencies. For a `mode` it is backward over forward, for a `flux` the negative over the positive part. Absent if
// nothing crossed, and for other kinds.
std::optional<double> backward_over_forward(const MonitorReading& reading);
// From this ratio on, the line was probably meant to have the opposite direction.
inline constexpr double mostly_backward = 10;

class Monitors {
 public:
  Monitors() = default;
  explicit Monitors(const Scene& scene);

  bool empty() const { return parts_.empty(); }
  bool wants_empty_run() const;  // true if some monitor has minus_empty
  // Returns the points that the run, and the run without shapes, must gather.
  const Gather& gather() const { return gather_; }
  // Adds samples of both runs at the same steps. Without samples of the empty run, monitors that subtract it add
  // nothing.
  void add(const Gathered& run, const Gathered* empty_run);
  void restart();

  std::size_t count() const { return parts_.size(); }
  MonitorReading reading(std::size_t k) const;
  // Returns the same for a picture. Of a line's frequencies at most `most_of_line` are included, evenly distributed,
  // because a line has many phasors.
  MonitorReading reading(std::size_t k, std::size_t most_of_line) const;
  // Modes are computed when they are first needed. Computes more of the modes that reading(k) needs while nodes_left
  // lasts, and subtracts their nodes from it. Returns the computed share, or 1 if there are no modes.
  double find_modes(std::size_t k, std::size_t& nodes_left) const;

  // The functions below take a monitor's name. They return none if there is no such monitor or if it does not cover the
  // argument. Values between two frequencies or nodes of a line are interpolated linearly.
  std::optional<double> flux(std::string_view name, double frequency) const;
  std::optional<std::complex<double>> along(std::string_view name, FieldArray array, double frequency,
                                            double metres) const;  // in m from the line's beginning
  // Extremes of |Ez(f)| (|Hz(f)|) at the nodes of a line.
  struct Extremes {
    double largest = 0, least = 0;  // in the unit of MonitorReading's phasors
    double largest_at = 0;          // m from the line's beginning, interpolated between nodes by a parabola
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
  // Returns the angle in degrees at which the far field is largest, interpolated between the monitor's angles by a
  // parabola.
  std::optional<double> far_angle(std::string_view name) const;
  double bytes() const;  // approximate bytes of a copy

  // The same flux, |forward| or |backward|, and |Ez| on a line (|Hz|), as functions of the phasors of gather()'s points
  // (phasor_form.cpp). The frequency must be one of the monitor's. Empty if there is no such reading.
  std::optional<PhasorForm> flux_form(std::string_view name, double frequency) const;
  std::optional<PhasorForm> mode_form(std::string_view name, double frequency, bool forward) const;
  std::optional<PhasorForm> along_form(std::string_view name, double frequency, double metres) const;

 private:
  // A value that a monitor reads: a point, or the mean of two, times a factor that may be 0.
  struct Value {
    std::size_t a = 0, b = 0;  // indices in the gather's points
    double factor = 0;         // factor of their sum
  };
  struct Part {
    Monitor monitor;
    std::vector<double> frequencies;
    std::vector<Node> nodes;
    // by FieldArray, one per node; empty if the monitor does not use the array
    std::array<std::vector<Value>, 3> values;
    // m: length that flow along x and along y crosses at each node, towards the left of the line. For a flux, and for a
    // far field's box.
    std::vector<double> weight_x, weight_y;
    // For a mode, by frequency, once it is computed: weights of the nodes' E and H that give forward plus backward and
    // forward minus backward. No weights if the line carries no such mode.
    struct Projection {
      std::vector<double> e, h;
      double index = 0;
    };
    std::optional<CrossSection> section{};
    double sign_of_h = 1;  // of a mode's H
    mutable std::vector<std::optional<Projection>> modes{};
    mutable std::size_t modes_found = 0;  // number of modes computed, the first ones
    // By FieldArray: per frequency the nodes' real parts, then imaginary parts. If a source is endless, the sums of
    // n⁷x, followed by all those of n⁸x.
    std::array<std::vector<double>, 3> sums;
    std::array<std::complex<double>, 2> wave{};  // the same for the driving plane wave
    double samples = 0;
    std::array<double, 2> weights{};             // of a sample's two sums
    std::vector<MonitorReading::Power> power{};  // thinned
    int power_stride = 1, power_skipped = 0;     // samples per point of `power`
    double power_sum = 0;
    std::vector<double> series{};            // for a resonance
    mutable std::vector<Resonance> found{};  // resonances found in the first `found_in` samples
    mutable std::size_t found_in = 0;
    double since = 0, until = 0;  // s
    bool waits = false;           // true if it needs an empty run that does not exist
  };

  struct Collector;
  Part part_of(const Scene& scene, const Monitor& monitor, Collector& points) const;
  void add_sample(Part& part, double t, double interval, const double* run, const double* empty_run);
  void add_power(Part& part, double t) const;
  const Part* find(std::string_view name) const;
  // Returns the index of one of its frequencies.
  static std::optional<std::size_t> measures(const Part& part, double frequency);
  std::vector<double> distances_along(const Part& part) const;  // m from the line's beginning, for each node
  // Returns the phasor from the two sums.
  std::complex<double> of_sums(const Part& part, std::complex<double> first, std::complex<double> second) const;
  std::complex<double> phasor(const Part& part, FieldArray array, std::size_t f, std::size_t node) const;
  double flux_at(const Part& part, std::size_t f) const;
  const std::vector<Resonance>& resonances_of(const Part& part) const;
  void set_section(const Scene& scene, const ModeMonitor& mode, Part& part) const;
  Part::Projection projection_of(const Part& part, double frequency) const;
  const Part::Projection& projection(const Part& part, std::size_t f) const;
  Mode mode_at(const Part& part, std::size_t f) const;
  double far_field(const Part& part, double degrees) const;
  bool is_plane_wave_only() const;  // true if a plane wave is the only source
  // Returns |X| of the plane wave over the part's measured time.
  std::optional<double> incident(const Part& part) const;
  double width_of(double far, double incident) const { return 2 * pi * far * far / (incident * incident); }

  std::vector<Part> parts_;
  Gather gather_;
  Vec2 cell_;                               // m
  YeeGrid grid_;                            // of the background
  std::vector<Source> driving_;             // sources that are on
  bool has_endless_source_ = false;         // at least one source is endless
  bool dual_ = false;                       // the main array is Hz
  double silent_from_ = 0;                  // s: time after which no source drives
  double interval_ = 0;                     // s between samples
  std::array<std::vector<double>, 3> now_;  // of the present sample, by FieldArray
};

// Returns the number of steps between samples. It gives at least 2.5 samples per period of the highest frequency that
// the sources have (at −80 dB) and the monitors need, and is at most 16. Among these numbers it has the fewest passes
// over memory per step.
int gather_every(const Scene& scene);
// Returns the plan for maps, which have one frequency each. A signal within 40 dB of the sources' peak, or within half
// of the highest such frequency of it, cannot be mistaken for a map's. At most 192 steps.
MapPlan map_plan(const Scene& scene);
// Returns the same with the mean of the square added, over as many whole periods of the first source as give enough
// samples.
MapPlan with_mean(MapPlan plan, const Scene& scene);

}  // namespace ez
