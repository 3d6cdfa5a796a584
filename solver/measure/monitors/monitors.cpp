#include "solver/measure/monitors/monitors.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "solver/base/constants.h"
#include "solver/measure/parabola.h"
#include "solver/measure/source_band.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/section.h"

namespace ez {
namespace {

constexpr std::size_t most_power = 4096;                   // maximum number of stored points of power over time
constexpr std::size_t most_series = std::size_t{1} << 18;  // samples of a resonance
constexpr int most_steps = 16;                             // between samples
constexpr int most_steps_of_maps = 192;
constexpr double samples_a_period = 2.5;
// Relative to the frequency: distance of the nearest mirror image that sampling a steady wave may cause.
constexpr double guard_of_steady = 0.35;
// For the mean of a square, whose ripple is inversely proportional to the number of samples in an interval.
constexpr double mean_samples_a_period = 16, samples_of_mean = 64;
// Cost of a sample in passes over memory. A sample of a map passes over memory itself.
constexpr double visit_of_points = 0.1, visit_of_maps = 0.8;

// Returns the number of passes over memory for this many steps. The fastest schemes make 12, 8, 4 or 2 steps in one
// pass, which takes about as long as a single step by two kernels.
int passes_of(int steps) {
  int passes = 0;
  for (const int levels : {12, 8, 4, 2, 1}) passes += steps / levels, steps %= levels;
  return passes;
}
// Returns the allowed number of steps between two samples that makes a run fastest, given that samples interrupt
// passes. One step is always allowed.
template <class Allowed>
int best_interval(int most, double visit, Allowed allowed) {
  int best = 1;
  for (int n = 2; n <= most; ++n)
    if (allowed(n) && (passes_of(n) + visit) * best <= (passes_of(best) + visit) * n) best = n;
  return best;
}

// Returns the time from which a source's pulse is 160 dB below its peak: as long after the peak as it began before it.
// For an endless source, returns the time at which it reaches full strength.
double silent_from(const Source& source) {
  const PulseTimes t = pulse_times(source.waveform);
  return is_continuous(source.waveform) ? t.peak : std::max(t.end, 2 * t.peak - t.begin);
}

// Returns the position of `x` between two of the values, as an index and a fraction of the distance to the next value.
std::optional<std::pair<std::size_t, double>> between(const std::vector<double>& values, double x) {
  for (std::size_t k = 0; k < values.size(); ++k)
    if (std::abs(values[k] - x) <= 1e-9 * std::abs(x)) return std::pair(k, 0.0);
  for (std::size_t k = 0; k + 1 < values.size(); ++k)
    if ((values[k] < x) != (values[k + 1] < x)) return std::pair(k, (x - values[k]) / (values[k + 1] - values[k]));
  return std::nullopt;
}

// Returns the nodes around a box, anticlockwise from its lower left.
std::vector<Node> around(Node low, Node high) {
  std::vector<Node> nodes;
  for (int i = low.i; i < high.i; ++i) nodes.push_back({i, low.j});
  for (int j = low.j; j < high.j; ++j) nodes.push_back({high.i, j});
  for (int i = high.i; i > low.i; --i) nodes.push_back({i, high.j});
  for (int j = high.j; j > low.j; --j) nodes.push_back({low.i, j});
  return nodes;
}

// Returns the index of a frequency. There is no value between two frequencies, because the phasor turns by 2πΔf·t from
// one to the next.
std::optional<std::size_t> index_of(const std::vector<double>& frequencies, double wanted) {
  const auto f = std::ranges::find_if(frequencies, [&](double own) { return std::abs(own - wanted) <= 1e-6 * own; });
  return f == frequencies.end() ? std::nullopt : std::optional(static_cast<std::size_t>(f - frequencies.begin()));
}

}  // namespace

int gather_every(const Scene& scene) {
  double highest = 0;
  for (const Source& s : scene.sources)
    if (s.on) highest = std::max(highest, band_of(s.waveform).top);
  for (const Monitor& m : scene.monitors) highest = std::max(highest, highest_frequency(m));
  if (scene.initial.value != 0 || !(highest > 0)) return 1;
  const double most = 1 / (samples_a_period * highest * time_step(scene));
  return best_interval(most_steps, visit_of_points, [&](int n) { return n <= most; });
}

MapPlan map_plan(const Scene& scene) {
  MapPlan plan;
  for (const Monitor& m : scene.monitors)
    if (const auto* map = std::get_if<MapMonitor>(&m.geometry)) plan.frequencies.push_back(map->frequency);
  if (scene.initial.value != 0 || plan.frequencies.empty()) return plan;

  std::vector<Band> bands;
  for (const double f : plan.frequencies) bands.push_back({f, f, f});
  bool at_rest = true;  // a moving source is received at other frequencies than it emits
  for (const Source& s : scene.sources)
    if (s.on) bands.push_back(band_of(s.waveform)), at_rest = at_rest && !moves(s);
  double highest = 0;
  for (const Band& b : bands) highest = std::max(highest, b.high);
  const auto lasts = [](const Source& s) { return !s.on || is_continuous(s.waveform); };
  const auto is_the_one = [&](const Band& b) { return b.low >= (1 - 1e-9) * highest; };
  plan.steady = at_rest && std::ranges::all_of(scene.sources, lasts) && std::ranges::all_of(bands, is_the_one);
  const auto is_heard = [&](double f) {
    const double guard = (plan.steady ? guard_of_steady : samples_a_period - 2) * highest;
    return std::ranges::any_of(bands, [&](const Band& b) { return f > b.low - guard && f < b.high + guard; });
  };
  // At a sampling rate r, a signal at |f − k·r| appears as one at f. All of these are outside the bands if r is at
  // least 2.5 times the highest frequency. For a narrow band this also holds at lower rates, between its multiples.
  plan.every = best_interval(most_steps_of_maps, visit_of_maps, [&](int n) {
    const double rate = 1 / (n * time_step(scene));
    if (rate >= samples_a_period * highest) return true;
    return at_rest && std::ranges::none_of(plan.frequencies, [&](double f) {
             for (int k = 1; k * rate <= f + samples_a_period * highest; ++k)
               if (is_heard(std::abs(f - k * rate))) return true;
             return false;
           });
  });
  return plan;
}

MapPlan with_mean(MapPlan plan, const Scene& scene) {
  // s; without sources, the time in which light crosses ten cells
  const double centre = centre_frequency(scene), dt = time_step(scene);
  const double period = centre > 0 ? 1 / centre : 10 * std::max(cell_size(scene).x, cell_size(scene).y) / c0;
  const double most = period / (mean_samples_a_period * dt);
  const int every = best_interval(most_steps_of_maps, visit_of_maps, [&](int n) { return n <= most; });
  plan.every = plan.frequencies.empty() ? every : std::min(every, plan.every);
  plan.mean = period * std::ceil(samples_of_mean * plan.every * dt / period);
  return plan;
}

// The gather's points, each once.
struct Monitors::Collector {
  const Scene& scene;
  std::map<std::tuple<FieldArray, int, int>, std::size_t> places = {};
  std::vector<GatherPoint> points = {};

  std::size_t at(FieldArray array, int i, int j) {
    const auto [place, is_new] = places.try_emplace({array, i, j}, points.size());
    if (is_new) points.push_back({array, {i, j}});
    return place->second;
  }
  Value electric(Node n) {
    const std::size_t k = at(FieldArray::ez, n.i, n.j);
    return {k, k, 0.5};
  }
  // Returns H at a node: the mean of its two neighbours along the axis to which it is tangential. On a boundary, one of
  // these is beyond it: the opposite end if the axis is periodic, the negative value on a magnetic boundary, and
  // otherwise the same value, as on metal.
  Value magnetic(FieldArray array, Node n) {
    const bool along_x = array == FieldArray::hy;
    const int here = along_x ? n.i : n.j, last = (along_x ? scene.grid.nx : scene.grid.ny) - 1;
    const auto place = [&](int k) { return along_x ? at(array, k, n.j) : at(array, n.i, k); };
    if (here > 0 && here < last) return {place(here - 1), place(here), 0.5};
    const Side side = along_x ? (here == 0 ? Side::left : Side::right) : (here == 0 ? Side::bottom : Side::top);
    const BoundaryKind wall = wall_of(scene, side);
    if (wall == BoundaryKind::periodic) return {place(here == 0 ? last : here - 1), place(here), 0.5};
    const std::size_t inner = place(here == 0 ? 0 : here - 1);
    return {inner, inner, wall == BoundaryKind::pmc ? 0.0 : 0.5};
  }
};

Monitors::Monitors(const Scene& scene) : cell_(cell_size(scene)), dual_(scene.grid.polarization == Polarization::hz) {
  const PaletteEntry background = background_of(scene);
  grid_ = {cell_.x, cell_.y, time_step(scene), background.eps, background.mu};
  has_endless_source_ =
      std::ranges::any_of(scene.sources, [](const Source& s) { return s.on && is_continuous(s.waveform); });
  Collector points{scene};
  for (const Monitor& m : scene.monitors) parts_.push_back(part_of(scene, m, points));
  gather_ = {std::move(points.points), gather_every(scene), map_plan(scene)};
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    // A plane wave, and the last part of an array's or a beam's line, arrive later, by at most the time in which light
    // crosses the domain.
    const Vec2 room = extent(scene);
    const bool spread = std::holds_alternative<PlaneSource>(s.geometry) ||
                        std::holds_alternative<ArraySource>(s.geometry) ||
                        std::holds_alternative<BeamSource>(s.geometry);
    const double late = spread ? std::hypot(room.x, room.y) / c0 * std::sqrt(background.eps * background.mu) : 0;
    silent_from_ = std::max(silent_from_, silent_from(s) + late);
    driving_.push_back(s);
  }
}

Monitors::Part Monitors::part_of(const Scene& scene, const Monitor& monitor, Collector& points) const {
  Part part;
  part.monitor = monitor;
  part.frequencies = frequencies_of(monitor);
  if (std::holds_alternative<MapMonitor>(monitor.geometry)) return part;  // its sums are stored in the engine
  Monitor copy = monitor;
  const std::vector<MonitorPlace> places = places_of(copy);
  const Node from = nearest_node(scene, *places.front().at), to = nearest_node(scene, *places.back().at);
  const bool flux = std::holds_alternative<FluxMonitor>(monitor.geometry);
  const bool far = std::holds_alternative<FarMonitor>(monitor.geometry);
  part.nodes = far ? around(from, to) : flux ? staircase(from, to) : line_nodes(from, to);
  const std::size_t count = part.nodes.size();
  if (flux || far) {
    part.weight_x.assign(count, 0), part.weight_y.assign(count, 0);
    const auto edge = [&](std::size_t a, std::size_t b, int di, int dj) {  // each end gets half of it
      for (const std::size_t n : {a, b}) {
        part.weight_x[n] -= 0.5 * dj * cell_.y;
        part.weight_y[n] += 0.5 * di * cell_.x;
      }
    };
    const auto between_nodes = [&](std::size_t a, std::size_t b) {
      edge(a, b, part.nodes[b].i - part.nodes[a].i, part.nodes[b].j - part.nodes[a].j);
    };
    for (std::size_t k = 0; k + 1 < count; ++k) between_nodes(k, k + 1);
    if (far) between_nodes(count - 1, 0);
    // A line over a whole period continues to its beginning.
    const auto spans = [&](int a, int b, int c, int d, int nodes, Side side) {
      return flux && a == b && std::abs(c - d) == nodes - 1 && wall_of(scene, side) == BoundaryKind::periodic;
    };
    if (spans(from.j, to.j, from.i, to.i, scene.grid.nx, Side::left)) edge(count - 1, 0, to.i > from.i ? 1 : -1, 0);
    if (spans(from.i, to.i, from.j, to.j, scene.grid.ny, Side::bottom)) edge(count - 1, 0, 0, to.j > from.j ? 1 : -1);
  }
  const auto* mode = std::get_if<ModeMonitor>(&monitor.geometry);
  if (mode) set_section(scene, *mode, part);
  const bool resonance = std::holds_alternative<ResonanceMonitor>(monitor.geometry);
  const auto any = [](const std::vector<double>& weights) {
    return std::any_of(weights.begin(), weights.end(), [](double w) { return w != 0; });
  };
  for (const FieldArray array : all_arrays) {
    if (array != FieldArray::ez && resonance) continue;
    if (flux && ((array == FieldArray::hx && !any(part.weight_y)) || (array == FieldArray::hy && !any(part.weight_x))))
      continue;
    if (mode && array == (from.i == to.i ? FieldArray::hx : FieldArray::hy)) continue;
    for (const Node n : part.nodes)
      part.values[index_of(array)].push_back(array == FieldArray::ez ? points.electric(n) : points.magnetic(array, n));
    part.sums[index_of(array)].assign((has_endless_source_ ? 4 : 2) * part.frequencies.size() * count, 0);
  }
  return part;
}

void Monitors::set_section(const Scene& scene, const ModeMonitor& monitor, Part& part) const {
  const Node a = part.nodes.front(), b = part.nodes.back();
  const bool along_y = a.i == b.i;
  const double left = along_y ? (b.j > a.j ? -1 : 1) : (b.i > a.i ? 1 : -1);
  part.sign_of_h = (along_y ? -left : left) * (dual_ ? -1 : 1);
  part.section.emplace(scene, monitor.from, monitor.to);
  part.modes.resize(part.frequencies.size());
}

// Modes are orthogonal with the weight 1/μ, and the ratio of E to tangential H of each mode is the same at every node.
// So a sum over the nodes gives the amplitude of one mode among all. H at a node is the mean of its two neighbours,
// which reduces it by cos(βδ/2).
Monitors::Part::Projection Monitors::projection_of(const Part& part, double frequency) const {
  const double mu_v = dual_ ? eps0 : mu0;
  const Section section = part.section->at(frequency);
  const auto is_half = [&](std::size_t k) {
    return (k == 0 && section.mirror_first) || (k + 1 == section.nodes.size() && section.mirror_last);
  };
  Part::Projection to;
  const int number = std::get<ModeMonitor>(part.monitor.geometry).index;
  const std::optional<SectionMode> mode = guided_mode(section, frequency, number);
  if (!mode) return to;
  to.index = mode->index;
  double norm = 0;
  for (std::size_t k = 0; k < mode->e.size(); ++k) {
    to.h.push_back(section.along * (is_half(k) ? 0.5 : 1) * mode->e[k]);
    to.e.push_back(to.h[k] / section.nodes[k].mu);
    norm += to.e[k] * mode->e[k];
  }
  // With E = e and H = y·e/μ at the nodes, the flux is 2·y·norm.
  const double y = mode->admittance * std::cos(mode->wavenumber * section.across / 2) / mu_v;
  const double root = std::sqrt(2 * y * norm);
  for (double& weight : to.e) weight *= root / norm;
  for (double& weight : to.h) weight *= part.sign_of_h * root / (y * norm);
  return to;
}

const Monitors::Part::Projection& Monitors::projection(const Part& part, std::size_t f) const {
  std::optional<Part::Projection>& found = part.modes[f];
  if (!found) found = projection_of(part, part.frequencies[f]);
  return *found;
}

double Monitors::find_modes(std::size_t k, std::size_t& nodes_left) const {
  const Part& part = parts_.at(k);
  const std::size_t all = part.modes.size();
  std::size_t& found = part.modes_found;
  for (; found < all && nodes_left > 0; ++found) {
    if (part.modes[found]) continue;
    projection(part, found);
    const int number = std::get<ModeMonitor>(part.monitor.geometry).index;
    nodes_left -= std::min(nodes_left, part.section->nodes() * static_cast<std::size_t>(number + 1));
  }
  return all == 0 ? 1 : static_cast<double>(found) / static_cast<double>(all);
}

Monitors::Mode Monitors::mode_at(const Part& part, std::size_t f) const {
  const Part::Projection& projection = this->projection(part, f);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (projection.e.empty()) return {nan, nan, nan};
  const FieldArray tangential = part.values[index_of(FieldArray::hy)].empty() ? FieldArray::hx : FieldArray::hy;
  std::complex<double> sum = 0, difference = 0;
  for (std::size_t n = 0; n < part.nodes.size(); ++n) {
    sum += projection.e[n] * phasor(part, FieldArray::ez, f, n);
    difference += projection.h[n] * phasor(part, tangential, f, n);
  }
  return {0.5 * (sum + difference), 0.5 * (sum - difference), projection.index};
}

bool Monitors::wants_empty_run() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& p) { return p.monitor.minus_empty; });
}

double Monitors::bytes() const {
  std::size_t sum = sizeof(GatherPoint) * gather_.points.size();
  for (const Part& p : parts_) {
    for (const auto& sums : p.sums) sum += sizeof(double) * sums.size();
    for (const auto& values : p.values) sum += sizeof(Value) * values.size();
    sum += sizeof(MonitorReading::Power) * p.power.size() + sizeof(double) * p.series.size() +
           sizeof(Node) * p.nodes.size();
  }
  return static_cast<double>(sum);
}

void Monitors::restart() {
  for (Part& p : parts_) {
    for (auto& sums : p.sums) std::fill(sums.begin(), sums.end(), 0.0);
    p.power.clear(), p.series.clear(), p.found.clear(), p.found_in = 0;
    p.power_stride = 1, p.power_skipped = 0, p.power_sum = 0;
    p.since = p.until = p.samples = 0;
    p.weights = {};
    p.wave = {};
    p.waits = false;
  }
}

void Monitors::add(const Gathered& run, const Gathered* empty_run) {
  const std::size_t row = gather_.points.size();
  interval_ = run.interval;
  for (Part& part : parts_) {
    part.waits = part.monitor.minus_empty && (!empty_run || empty_run->times != run.times);
    if (part.waits) continue;
    for (std::size_t k = 0; k < run.times.size(); ++k)
      add_sample(part, run.times[k], run.interval, run.values.data() + k * row,
                 part.monitor.minus_empty ? empty_run->values.data() + k * row : nullptr);
  }
}

void Monitors::add_sample(Part& part, double t, double interval, const double* run, const double* empty_run) {
  if (part.until == 0) part.since = t - interval;
  part.until = t;
  part.samples += 1;
  const double seventh = has_endless_source_ ? std::pow(part.samples, 7) : 1;
  part.weights = {seventh, has_endless_source_ ? seventh * part.samples : 0};
  const auto [weight, second_weight] = part.weights;
  for (const FieldArray array : all_arrays) {
    const std::vector<Value>& values = part.values[index_of(array)];
    std::vector<double>& now = now_[index_of(array)];
    now.resize(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Value& v = values[k];
      double sum = run[v.a] + run[v.b];
      if (empty_run) sum -= empty_run[v.a] + empty_run[v.b];
      now[k] = v.factor * sum;
    }
    const double at = array == FieldArray::ez ? t : t - 0.5 * interval / gather_.every;
    const std::size_t count = now.size(), all = 2 * part.frequencies.size() * count;
    for (std::size_t f = 0; f < part.frequencies.size() && count > 0; ++f) {
      const double turn = 2 * pi * part.frequencies[f] * at, c = interval * std::cos(turn),
                   s = interval * std::sin(turn);
      const auto add = [&](double* sums, double w) {
        double* __restrict re = sums + 2 * f * count;
        double* __restrict im = re + count;
        const double* x = now.data();
        for (std::size_t k = 0; k < count; ++k) {
          re[k] += w * c * x[k];
          im[k] += w * s * x[k];
        }
      };
      double* const sums = part.sums[index_of(array)].data();
      add(sums, weight);
      if (has_endless_source_) add(sums + all, second_weight);
    }
  }
  if (const auto* far = std::get_if<FarMonitor>(&part.monitor.geometry); far && is_plane_wave_only()) {
    const std::complex<double> w = driving_[0].amplitude * waveform_value(driving_[0].waveform, t) * interval *
                                   std::polar(1.0, 2 * pi * far->frequency * t);
    part.wave[0] += weight * w;
    part.wave[1] += second_weight * w;
  }
  if (std::holds_alternative<FluxMonitor>(part.monitor.geometry)) add_power(part, t);
  if (std::holds_alternative<ResonanceMonitor>(part.monitor.geometry) && t >= silent_from_ &&
      part.series.size() < most_series) {
    part.series.push_back(now_[0].front());
  }
}

// Adds a point of power over time. If there are too many points, every two neighbours are merged into one.
void Monitors::add_power(Part& part, double t) const {
  const auto& [e, hx, hy] = now_;
  const double sign = dual_ ? -1 : 1;  // S = E×H; in an hz scene the arrays are Hz, Ex, Ey
  for (std::size_t k = 0; k < e.size(); ++k)
    part.power_sum +=
        sign * e[k] * ((hx.empty() ? 0 : part.weight_y[k] * hx[k]) - (hy.empty() ? 0 : part.weight_x[k] * hy[k]));
  if (++part.power_skipped < part.power_stride) return;
  part.power.push_back({t, part.power_sum / part.power_stride});
  part.power_sum = 0, part.power_skipped = 0;
  if (part.power.size() < most_power) return;
  for (std::size_t k = 0; 2 * k + 1 < part.power.size(); ++k) {
    const auto &a = part.power[2 * k], &b = part.power[2 * k + 1];
    part.power[k] = {b.time, 0.5 * (a.power + b.power)};
  }
  part.power.resize(part.power.size() / 2);
  part.power_stride *= 2;
}

std::complex<double> Monitors::of_sums(const Part& part, std::complex<double> first,
                                       std::complex<double> second) const {
  if (!has_endless_source_ || part.samples == 0) return first;
  const auto [seventh, eighth] = part.weights;
  return 72.0 * (first / seventh - second / eighth);
}

std::complex<double> Monitors::phasor(const Part& part, FieldArray array, std::size_t f, std::size_t node) const {
  const std::vector<double>& sums = part.sums[index_of(array)];
  const std::size_t count = part.nodes.size(), all = 2 * part.frequencies.size() * count;
  if (sums.empty()) return 0;
  const auto at = [&](std::size_t begin) {
    return std::complex(sums[begin + 2 * f * count + node], sums[begin + (2 * f + 1) * count + node]);
  };
  return of_sums(part, at(0), has_endless_source_ ? at(all) : 0);
}

double Monitors::flux_at(const Part& part, std::size_t f) const {
  double sum = 0;
  for (std::size_t k = 0; k < part.nodes.size(); ++k) {
    const std::complex<double> e = phasor(part, FieldArray::ez, f, k);
    const auto with = [&](FieldArray array) { return (e * std::conj(phasor(part, array, f, k))).real(); };
    sum += part.weight_y[k] * with(FieldArray::hx) - part.weight_x[k] * with(FieldArray::hy);
  }
  return (dual_ ? -2 : 2) * sum;
}

// Returns the resonances. An inversion takes some hundredths of a second. So it is only repeated after the number of
// samples has grown by a quarter, and that number does not depend on when the result is requested.
const std::vector<Resonance>& Monitors::resonances_of(const Part& part) const {
  const auto& band = std::get<ResonanceMonitor>(part.monitor.geometry);
  std::size_t count = 64;
  while (count * 5 / 4 <= part.series.size()) count = count * 5 / 4;
  count = std::min(count, part.series.size());
  if (count != part.found_in) {
    part.found = harmonic_inversion({part.series.data(), count}, interval_, band.low, band.high);
    part.found_in = count;
  }
  return part.found;
}

// Green's theorem around the box: X = ∮ (X ∂G/∂n − G ∂X/∂n) ds, n outwards, with the far field G =
// (i/4)·√(2/πkr)·e^(ikr − iπ/4 − ik r̂·r′). ∂X/∂n follows from the tangential array: curl E = iωμH, curl H = −iωεE.
// Derivatives and k are those of the grid: H at a node is the mean of its neighbours, and so is ∂G/∂n, sin(kΔ)/Δ. Then
// no part of a wave appears in a wrong direction, and any box gives the same result.
double Monitors::far_field(const Part& part, double degrees) const {
  constexpr std::complex<double> i(0, 1);
  const double angle = degrees * pi / 180, omega = 2 * pi * part.frequencies[0];
  const double k = discrete_wavenumber(grid_, omega, angle), kx = k * std::cos(angle), ky = k * std::sin(angle);
  const double slope_x = std::sin(kx * cell_.x) / cell_.x, slope_y = std::sin(ky * cell_.y) / cell_.y;
  const double rate = 2 / grid_.dt * std::sin(0.5 * omega * grid_.dt);
  const std::complex<double> curl = dual_ ? -i * rate * eps0 * grid_.eps : i * rate * mu0 * grid_.mu;
  std::complex<double> sum = 0;
  for (std::size_t n = 0; n < part.nodes.size(); ++n) {
    const double out_x = -part.weight_x[n], out_y = -part.weight_y[n];
    const std::complex<double> normal =
        curl * (out_y * phasor(part, FieldArray::hx, 0, n) - out_x * phasor(part, FieldArray::hy, 0, n));
    const double way = part.nodes[n].i * cell_.x * kx + part.nodes[n].j * cell_.y * ky;
    sum += std::polar(1.0, -way) *
           (-i * (out_x * slope_x + out_y * slope_y) * phasor(part, FieldArray::ez, 0, n) - normal);
  }
  return 0.25 * std::sqrt(2 / (pi * k)) * std::abs(sum);
}

bool Monitors::is_plane_wave_only() const {
  return driving_.size() == 1 && std::holds_alternative<PlaneSource>(driving_[0].geometry);
}

std::optional<double> Monitors::incident(const Part& part) const {
  const double wave = std::abs(of_sums(part, part.wave[0], part.wave[1]));
  return is_plane_wave_only() && wave > 0 ? std::optional(wave) : std::nullopt;
}

std::optional<double> backward_over_forward(const MonitorReading& reading) {
  double forward = 0, backward = 0;
  for (const std::complex<double> v : reading.forward)
    if (const double power = std::norm(v); std::isfinite(power)) forward += power;
  for (const std::complex<double> v : reading.backward)
    if (const double power = std::norm(v); std::isfinite(power)) backward += power;
  for (const double power : reading.flux) (power < 0 ? backward : forward) += std::abs(power);
  if (!(forward + backward > 0)) return std::nullopt;
  return backward / forward;
}

MonitorReading Monitors::reading(std::size_t k) const { return reading(k, std::numeric_limits<std::size_t>::max()); }

MonitorReading Monitors::reading(std::size_t k, std::size_t most_of_line) const {
  const Part& part = parts_.at(k);
  MonitorReading out;
  out.name = part.monitor.name;
  out.kind = kind_of(part.monitor.geometry);
  out.since = part.since, out.until = part.until;
  out.frequencies = part.frequencies;
  out.power = part.power;
  if (part.waits) out.why_none = "no run without shapes yet; restart (R)";
  for (const Node n : part.nodes) out.places.push_back({n.i * cell_.x, n.j * cell_.y});
  if (std::holds_alternative<FluxMonitor>(part.monitor.geometry))
    for (std::size_t f = 0; f < part.frequencies.size(); ++f) out.flux.push_back(flux_at(part, f));
  if (std::holds_alternative<LineMonitor>(part.monitor.geometry)) {
    const std::size_t all = part.frequencies.size(), count = std::min(all, most_of_line);
    out.frequencies.clear();
    for (std::size_t c = 0; c < count; ++c) {
      const std::size_t f = count > 1 ? c * (all - 1) / (count - 1) : 0;
      out.frequencies.push_back(part.frequencies[f]);
      for (const FieldArray array : all_arrays)
        for (std::size_t n = 0; n < part.nodes.size(); ++n)
          out.phasors[index_of(array)].push_back(phasor(part, array, f, n));
    }
  }
  if (std::holds_alternative<ModeMonitor>(part.monitor.geometry)) {
    for (std::size_t f = 0; f < part.frequencies.size(); ++f) {
      const Mode m = mode_at(part, f);
      out.forward.push_back(m.forward), out.backward.push_back(m.backward), out.index.push_back(m.index);
    }
    if (std::ranges::all_of(out.index, [](double n) { return std::isnan(n); }))
      out.why_none = "the line has no such mode at its frequencies";
  }
  if (const auto* far_monitor = std::get_if<FarMonitor>(&part.monitor.geometry)) {
    out.degrees = far_monitor->degrees();
    for (const double degrees : out.degrees) out.far.push_back(far_field(part, degrees));
    if (const auto wave = incident(part))
      for (const double v : out.far) out.width.push_back(width_of(v, *wave));
  }
  if (std::holds_alternative<ResonanceMonitor>(part.monitor.geometry)) {
    out.resonances = resonances_of(part);
    if (part.until > 0 && part.until < silent_from_) out.why_none = "the sources are still active";
  }
  return out;
}

const Monitors::Part* Monitors::find(std::string_view name) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return p.monitor.name == name; });
  return found == parts_.end() ? nullptr : &*found;
}

std::optional<double> Monitors::flux(std::string_view name, double frequency) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<FluxMonitor>(part->monitor.geometry)) return std::nullopt;
  const auto at = between(part->frequencies, frequency);
  if (!at) return std::nullopt;
  const double here = flux_at(*part, at->first);
  return at->second == 0 ? here : here + at->second * (flux_at(*part, at->first + 1) - here);
}

std::optional<std::size_t> Monitors::measures(const Part& part, double frequency) {
  return index_of(part.frequencies, frequency);
}

std::vector<double> Monitors::distances_along(const Part& part) const {
  std::vector<double> way;
  for (const Node n : part.nodes)
    way.push_back(std::hypot((n.i - part.nodes[0].i) * cell_.x, (n.j - part.nodes[0].j) * cell_.y));
  return way;
}

std::optional<std::complex<double>> Monitors::along(std::string_view name, FieldArray array, double frequency,
                                                    double metres) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<LineMonitor>(part->monitor.geometry)) return std::nullopt;
  const auto f = index_of(part->frequencies, frequency);
  const auto x = between(distances_along(*part), metres);
  if (!f || !x) return std::nullopt;
  const std::complex<double> here = phasor(*part, array, *f, x->first);
  return x->second == 0 ? here : here + x->second * (phasor(*part, array, *f, x->first + 1) - here);
}

std::optional<Monitors::Extremes> Monitors::extremes(std::string_view name, double frequency) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<LineMonitor>(part->monitor.geometry) || part->nodes.empty()) return std::nullopt;
  const auto f = index_of(part->frequencies, frequency);
  if (!f) return std::nullopt;
  std::vector<double> size;
  for (std::size_t k = 0; k < part->nodes.size(); ++k) size.push_back(std::abs(phasor(*part, FieldArray::ez, *f, k)));
  const auto [least, largest] = std::ranges::minmax_element(size);
  const auto k = static_cast<std::size_t>(largest - size.begin());
  const std::vector<double> way = distances_along(*part);
  Extremes out{*largest, *least, way[k]};
  if (k > 0 && k + 1 < size.size())
    out.largest_at += (way[k + 1] - way[k]) * parabola_peak(size[k - 1], size[k], size[k + 1]);
  return out;
}

std::optional<Monitors::Mode> Monitors::mode(std::string_view name, double frequency) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<ModeMonitor>(part->monitor.geometry)) return std::nullopt;
  const auto at = between(part->frequencies, frequency);
  if (!at) return std::nullopt;
  const auto [f, share] = *at;
  Mode here = mode_at(*part, f);
  if (share == 0) return here;
  const Mode next = mode_at(*part, f + 1);
  here.forward += share * (next.forward - here.forward);
  here.backward += share * (next.backward - here.backward);
  here.index += share * (next.index - here.index);
  return here;
}

std::optional<double> Monitors::far(std::string_view name, double degrees) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<FarMonitor>(part->monitor.geometry)) return std::nullopt;
  return far_field(*part, degrees);
}

std::optional<double> Monitors::width(std::string_view name, double degrees) const {
  const auto field = far(name, degrees);
  const auto wave = field ? incident(*find(name)) : std::nullopt;
  return wave ? std::optional(width_of(*field, *wave)) : std::nullopt;
}

std::optional<double> Monitors::far_angle(std::string_view name) const {
  const Part* part = find(name);
  const auto* monitor = part ? std::get_if<FarMonitor>(&part->monitor.geometry) : nullptr;
  if (!monitor) return std::nullopt;
  const std::vector<double> degrees = monitor->degrees();
  std::vector<double> field;
  for (const double angle : degrees) field.push_back(far_field(*part, angle));
  const auto k = static_cast<std::size_t>(std::ranges::max_element(field) - field.begin());
  if (!(field[k] > 0)) return std::nullopt;
  if (degrees.size() < 2) return degrees[k];
  const double step = degrees[1] - degrees[0];
  const double before = far_field(*part, degrees[k] - step), after = far_field(*part, degrees[k] + step);
  // Beyond the ends it is not a peak.
  return degrees[k] + (std::max(before, after) <= field[k] ? step * parabola_peak(before, field[k], after) : 0);
}

std::vector<Resonance> Monitors::resonances(std::string_view name) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<ResonanceMonitor>(part->monitor.geometry)) return {};
  return resonances_of(*part);
}

}  // namespace ez
