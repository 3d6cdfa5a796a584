#include "solver/measure/reflection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/measure/mirror.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/own_echo.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/running_dft.h"
#include "solver/measure/source_band.h"
#include "solver/measure/stability/look_back.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr int frequency_count = 24;
constexpr std::size_t history_length = 512;  // at most; then every second point is dropped
// The wave has arrived at a line when its incident field is this share of the largest on any line.
constexpr double arrived = 0.01;
// The wave is still there if the incident field in the window is this share of the line's largest ever.
constexpr double still_there = 1e-3;
// A frequency counts if it has at least this share of the band's largest power.
constexpr double least_power = 1e-6;
constexpr double degrees_step = 2.5;

double db_of(double ratio) { return 20 * std::log10(ratio); }

struct Line {
  MeterLine where;
  std::size_t first = 0;          // index of its first node in State::taps
  double reach = 0;               // s: time at which the earliest peak of a source can arrive
  LookBack recent;                // over the window
  Peaks ever;                     // since the start
  std::vector<double> own_until;  // s, for each node (own_echo.h)
  Peaks own;                      // of each node until its own_until
};

struct Angle {
  MirrorNode node;
  std::size_t tap = 0;  // its index in State::taps
};
// The reading that a node should have at one frequency, once it has been computed.
struct KnownPoint {
  double frequency = 0;
  std::optional<double> db;
};

// Returns the earliest time at which the peak of a source's wave can reach a line. An initial field is there from the
// start.
double reach_of(const Scene& scene, const SceneMedia& media, const MeterLine& line) {
  if (scene.initial.value != 0) return 0;
  const Vec2 cell = cell_size(scene);
  const double speed = fastest_speed(media);
  const Node a = line.first, b = line.at(line.count - 1);
  double reach = std::numeric_limits<double>::infinity();
  for (const Source& source : scene.sources) {
    if (!source.on) continue;
    for (const Node& p : source_nodes(scene, source)) {
      const double dx = (p.i - std::clamp(p.i, a.i, b.i)) * cell.x, dy = (p.j - std::clamp(p.j, a.j, b.j)) * cell.y;
      reach = std::min(reach, pulse_times(source.waveform).peak + std::hypot(dx, dy) / speed);
    }
  }
  return reach;
}

// Returns true if waves propagate in the same media; colours do not count.
bool same_media(const Scene& a, const SceneMedia& of_a, const Scene& b, const SceneMedia& of_b) {
  const auto same = [](const PaletteEntry& p, const PaletteEntry& q) {
    const Medium &of_p = p, &of_q = q;
    return p.name == q.name && of_p == of_q;
  };
  const auto same_formulas = [](const Material& m, const Material& n) {
    return m.eps_formula == n.eps_formula && m.sigma_formula == n.sigma_formula;
  };
  return a.grid.background == b.grid.background && a.grid.smoothing == b.grid.smoothing &&
         a.grid.conformal == b.grid.conformal && a.shapes == b.shapes &&
         std::equal(a.materials.begin(), a.materials.end(), b.materials.begin(), b.materials.end(), same_formulas) &&
         std::equal(of_a.used().begin(), of_a.used().end(), of_b.used().begin(), of_b.used().end(), same);
}

// Returns the sample interval at which neither the band nor the frequencies above it fold onto the band.
int samples_apart(const Scene& scene, double dt) {
  const double top = top_frequency(scene);
  return top > 0 ? std::max(static_cast<int>(1 / (2 * top * dt)), 1) : 1;
}

std::vector<double> frequencies_of(const Scene& scene, std::optional<double> wanted) {
  std::vector<double> all = band_frequencies(scene, frequency_count);
  if (wanted && !all.empty() && std::find(all.begin(), all.end(), *wanted) == all.end())
    all.insert(std::upper_bound(all.begin(), all.end(), *wanted), *wanted);
  return all;
}

std::vector<double> usual_degrees() {
  std::vector<double> out;
  for (double d = 0; d < 88; d += degrees_step) out.push_back(d);
  return out;
}

}  // namespace

struct ReflectionMeter::State {
  Scene scene;
  SharedMedia media;
  double dt = 0;
  MeterOptions options;
  std::vector<Node> taps;
  std::vector<Line> lines;
  int apart = 1;  // steps from one sample of the DFT to the next
  RunningDft spectrum, at_angles;
  std::vector<Angle> angles;
  std::vector<SideTheory> theory;  // by Side, if there are angles
  std::vector<KnownPoint> points;  // one for each of `angles`
  NoAngles no_angles;
  bool angles_stale = false;  // `angles` were chosen for other boundaries or media
  std::array<std::string, 4> why_not;

  std::uint64_t steps = 0;      // measured since the start
  double since = 0, until = 0;  // s: times of the first and the last measured step
  double seen = 0;              // s: time of the last step received, measured or not
  // A step after options.valid_until has arrived. The maxima since the start do not change until restart().
  bool past = false;
  int history_every = 1;  // steps from one point of the history to the next
  std::vector<ReflectionReading::Moment> history;
  std::vector<double> difference, angle_values;  // V/m, of the step that is being added

  std::vector<Angle> possible_angles() const;
  void listen();
  void choose_angles();
  void take_angles(std::vector<Angle> chosen);
  void set_theory();
  Peaks look(Line& line, double t, const double* reference);
  void step(double t, const double* field, const double* reference);
  void sample(double t, const double* reference);
  void remember(double t);
  bool has_arrived(const Line& line, double largest) const;
  double largest_incident() const;
  std::optional<double> side_db(const Line& line, double largest) const;
  std::vector<SpectrumPoint> side_spectrum(const Line& line) const;
  std::optional<double> angle_db(std::size_t angle, double frequency) const;
};

ReflectionMeter::ReflectionMeter(const Scene& scene, SharedMedia media, double dt, MeterOptions options)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.scene = scene;
  s.media = std::move(media);
  s.dt = dt;
  s.options = std::move(options);
  const auto window = static_cast<int>(std::min(std::ceil(scene.reflection.window / dt), 1e9));
  for (const MeterLine& where : meter_lines(scene)) {
    if (where.count <= 0) continue;
    s.lines.push_back({where, s.taps.size(), reach_of(scene, *s.media, where), LookBack(window), {}, {}, {}});
    for (int k = 0; k < where.count; ++k) s.taps.push_back(where.at(k));
  }
  s.apart = samples_apart(scene, dt);
  s.spectrum = RunningDft(frequencies_of(scene, s.options.frequency), s.taps.size());
  s.difference.resize(s.taps.size());
  s.listen();
  s.choose_angles();
}
ReflectionMeter::~ReflectionMeter() = default;
ReflectionMeter::ReflectionMeter(const ReflectionMeter& other) : state_(std::make_unique<State>(*other.state_)) {}
ReflectionMeter::ReflectionMeter(ReflectionMeter&&) noexcept = default;
ReflectionMeter& ReflectionMeter::operator=(ReflectionMeter&&) noexcept = default;

const std::vector<Node>& ReflectionMeter::taps() const { return state_->taps; }

std::vector<Angle> ReflectionMeter::State::possible_angles() const {
  std::vector<Angle> out;
  const bool asked = !options.degrees.empty();
  for (const MirrorNode& node : mirror_nodes(scene, options.open_sides, asked ? options.degrees : usual_degrees(),
                                             asked ? 1.5 : 0.5 * degrees_step, options.ringing))
    for (const Line& line : lines)
      if (line.where.side == node.side) out.push_back({node, line.first + static_cast<std::size_t>(node.place)});
  return out;
}

void ReflectionMeter::State::listen() {
  for (Line& line : lines) line.own = {}, line.own_until = own_until(scene, *media, line.where, options.open_sides);
  why_not = why_not_opened(scene);
}

void ReflectionMeter::State::choose_angles() {
  take_angles(possible_angles());
  angles_stale = false;
  no_angles = angles.empty() ? why_no_angles(scene, options.open_sides, options.ringing) : NoAngles{};
}

void ReflectionMeter::State::take_angles(std::vector<Angle> chosen) {
  angles = std::move(chosen);
  at_angles = RunningDft(frequencies_of(scene, options.frequency), angles.size());
  angle_values.assign(2 * angles.size(), 0);
  set_theory();
}

void ReflectionMeter::State::set_theory() {
  theory.clear();
  points.assign(angles.size(), {});
  if (angles.empty()) return;
  for (Side side : all_sides) theory.emplace_back(scene, side);
}

void ReflectionMeter::add(double first_time, const std::vector<double>& field, const std::vector<double>& reference) {
  State& s = *state_;
  if (s.taps.empty()) return;
  const std::size_t row = s.taps.size(), steps = std::min(field.size(), reference.size()) / row;
  for (std::size_t n = 0; n < steps; ++n)
    s.step(first_time + static_cast<double>(n) * s.dt, field.data() + n * row, reference.data() + n * row);
}

// Adds one step of a line. Values that can only be the side's own are added to Line::own as well.
Peaks ReflectionMeter::State::look(Line& line, double t, const double* reference) {
  Peaks now;
  for (std::size_t n = 0; n < static_cast<std::size_t>(line.where.count); ++n) {
    const Peaks here{std::abs(difference[line.first + n]), std::abs(reference[line.first + n])};
    now.raise(here);
    if (t < line.own_until[n]) line.own.raise(here);
  }
  return now;
}

void ReflectionMeter::State::step(double t, const double* field, const double* reference) {
  seen = t;
  past = past || (options.valid_until > 0 && t > options.valid_until);
  if (past && scene.reflection.window == 0) return;
  if (steps == 0) since = t - dt;
  until = t;
  for (std::size_t k = 0; k < taps.size(); ++k) difference[k] = field[k] - reference[k];
  for (Line& line : lines) {
    const Peaks now = look(line, t, reference);
    line.recent.add(now);
    line.ever.raise(now);
  }
  if (steps % static_cast<std::uint64_t>(apart) == 0) sample(t, reference);
  ++steps;
  if (steps % static_cast<std::uint64_t>(history_every) == 0) remember(t);
}

void ReflectionMeter::State::sample(double t, const double* reference) {
  spectrum.add(t, difference.data(), reference);
  for (std::size_t a = 0; a < angles.size(); ++a) {
    const bool clean = t < angles[a].node.disturbed;
    angle_values[a] = clean ? difference[angles[a].tap] : 0;
    angle_values[angles.size() + a] = clean ? reference[angles[a].tap] : 0;
  }
  at_angles.add(t, angle_values.data(), angle_values.data() + angles.size());
}

void ReflectionMeter::State::remember(double t) {
  double worst = 0;
  const double largest = largest_incident();
  for (const Line& line : lines)
    if (has_arrived(line, largest)) worst = std::max(worst, line.ever.difference / line.ever.incident);
  if (worst <= 0) return;
  history.push_back({t, db_of(worst)});
  if (history.size() < history_length) return;
  for (std::size_t k = 0; 2 * k + 1 < history.size(); ++k) history[k] = history[2 * k + 1];
  history.resize(history.size() / 2);
  history_every *= 2;
}

double ReflectionMeter::State::largest_incident() const {
  double largest = 0;
  for (const Line& line : lines) largest = std::max(largest, line.ever.incident);
  return largest;
}

bool ReflectionMeter::State::has_arrived(const Line& line, double largest) const {
  return until >= line.reach && line.ever.incident > 0 && line.ever.incident >= arrived * largest;
}

std::optional<double> ReflectionMeter::State::side_db(const Line& line, double largest) const {
  const Peaks p = line.recent.peaks();
  if (!has_arrived(line, largest) || p.incident < still_there * line.ever.incident || p.difference <= 0)
    return std::nullopt;
  return db_of(p.difference / p.incident);
}

std::vector<SpectrumPoint> ReflectionMeter::State::side_spectrum(const Line& line) const {
  std::vector<SpectrumPoint> out;
  std::vector<Peaks> power;
  double most = 0;
  for (std::size_t f = 0; f < spectrum.frequencies().size(); ++f) {
    Peaks sum;
    for (std::size_t k = line.first; k < line.first + static_cast<std::size_t>(line.where.count); ++k) {
      sum.difference += std::norm(spectrum.difference(f, k));
      sum.incident += std::norm(spectrum.incident(f, k));
    }
    power.push_back(sum);
    most = std::max(most, sum.incident);
  }
  for (std::size_t f = 0; f < power.size(); ++f) {
    SpectrumPoint point{spectrum.frequencies()[f], std::nullopt};
    if (power[f].incident > least_power * most && power[f].difference > 0)
      point.db = 0.5 * db_of(power[f].difference / power[f].incident);
    out.push_back(point);
  }
  return out;
}

// Returns the dB at a frequency, interpolated between two frequencies of the DFT. R is smooth in f, although D and T
// are not.
std::optional<double> ReflectionMeter::State::angle_db(std::size_t a, double frequency) const {
  const std::vector<double>& f = at_angles.frequencies();
  const MirrorNode& node = angles[a].node;
  if (until < node.need || node.disturbed < node.need || f.empty() ||
      !(frequency >= f.front() && frequency <= f.back()))
    return std::nullopt;
  double most = 0;
  for (std::size_t k = 0; k < f.size(); ++k) most = std::max(most, std::norm(at_angles.incident(k, a)));
  const auto db_at = [&](std::size_t k) -> std::optional<double> {
    const double d = std::abs(at_angles.difference(k, a)), t = std::abs(at_angles.incident(k, a));
    if (!(t * t > least_power * most) || d <= 0) return std::nullopt;
    return db_of(d / t * spreading(scene, angles[a].node, f[k]));
  };
  const auto high = static_cast<std::size_t>(std::lower_bound(f.begin(), f.end(), frequency) - f.begin());
  if (f[high] == frequency) return db_at(high);
  const std::optional<double> below = db_at(high - 1), above = db_at(high);
  if (!below || !above) return std::nullopt;
  return *below + (*above - *below) * (frequency - f[high - 1]) / (f[high] - f[high - 1]);
}

void ReflectionMeter::restart() {
  State& s = *state_;
  const auto window = static_cast<int>(std::min(std::ceil(s.scene.reflection.window / s.dt), 1e9));
  for (Line& line : s.lines) line.recent = LookBack(window), line.ever = {};
  s.listen();
  s.spectrum.clear();
  s.at_angles.clear();
  if (s.angles_stale) s.choose_angles();
  s.steps = 0;
  s.since = s.until = s.seen = 0;
  s.past = false;
  s.history_every = 1;
  s.history.clear();
}

void ReflectionMeter::set_scene(const Scene& scene, SharedMedia media, double valid_until) {
  State& s = *state_;
  const bool kept_media = same_media(scene, *media, s.scene, *s.media);
  const bool same = kept_media && scene.boundary == s.scene.boundary && scene.faults == s.scene.faults &&
                    scene.hidden_fault == s.scene.hidden_fault;
  s.scene = scene;
  s.media = std::move(media);
  s.options.valid_until = valid_until;
  if (same) return;
  for (Line& line : s.lines) line.reach = reach_of(scene, *s.media, line.where);
  s.listen();
  if (s.steps == 0) return s.choose_angles();
  for (Line& line : s.lines) line.own_until.assign(line.own_until.size(), 0);  // the pulse met the old side
  s.angles_stale = true;
  const std::vector<Angle> sound = s.possible_angles();
  if (!kept_media) {  // the pulse has run in other media
    s.take_angles({});
    s.no_angles =
        sound.empty()
            ? why_no_angles(scene, s.options.open_sides, s.options.ringing)
            : NoAngles{"media were edited while the pulse was under way; restart to measure with the new media"};
    return;
  }
  s.set_theory();
  // Discards angles at nodes that a side now disturbs.
  for (Angle& a : s.angles)
    if (std::none_of(sound.begin(), sound.end(), [&](const Angle& b) { return a.tap == b.tap; })) a.node.disturbed = 0;
}

ReflectionReading ReflectionMeter::reading(std::optional<double> frequency) const {
  State& s = *state_;
  ReflectionReading r;
  const bool rests = s.past && s.scene.reflection.window == 0;
  r.valid_until = rests ? std::min(s.options.valid_until, s.until) : s.options.valid_until;
  r.until = s.seen;
  r.since = s.since;
  const double largest = s.largest_incident();
  for (const Line& line : s.lines) {
    const auto side = static_cast<std::size_t>(line.where.side);
    r.since = std::max(r.since, s.until - s.dt * static_cast<double>(line.recent.steps(s.steps)));
    if (s.why_not[side].empty()) r.db[side] = s.side_db(line, largest);
    if (r.db[side] && line.own.difference > 0) r.own_db[side] = db_of(line.own.difference / line.own.incident);
    if (r.db[side] && (!r.worst || *r.db[side] > *r.worst)) r.worst = r.db[side];
    if (s.has_arrived(line, largest)) r.spectrum[side] = s.side_spectrum(line);
  }
  const double f = frequency.value_or(s.options.frequency.value_or(centre_frequency(s.scene)));
  bool may_compute = true;
  for (std::size_t a = 0; a < s.angles.size(); ++a) {
    const MirrorNode& n = s.angles[a].node;
    const std::optional<double> db = s.angle_db(a, f);
    if (!db) continue;
    const SideTheory& theory = s.theory[static_cast<std::size_t>(n.side)];
    KnownPoint& known = s.points[a];
    if (known.frequency != f && (s.options.every_point || std::exchange(may_compute, false)))
      known = {f, theory.db_of_point(f, s.scene, n)};
    r.angles.push_back(
        {n.side, n.degrees, db, theory.db(f, n.degrees), known.frequency == f ? known.db : std::nullopt});
  }
  r.no_angles = s.no_angles;
  r.why_not = s.why_not;
  r.incident = largest;
  r.history = s.history;
  return r;
}

double ReflectionMeter::bytes() const {
  const State& s = *state_;
  return s.spectrum.bytes() + s.at_angles.bytes() +
         static_cast<double>(sizeof(ReflectionReading::Moment) * s.history.size());
}

}  // namespace ez
