// Beam and mode sources: drives on a line that emit a wave to the line's left normal only.
//
// The line is one side of a total-field box (feeds.cpp). Its Ez nodes and all nodes to their left have the wave, and H
// half a cell to their right does not. For a beam, the field at a node is an amplitude and a delay, computed at one
// frequency. A delay is used instead of a phase, so that a pulse of a tilted beam has a tilted front. The result is
// exact at that frequency and nearly exact close to it. A mode's shape and H/E change with the frequency, so each node
// has a few taps of the waveform, which are exact at three frequencies.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <map>
#include <utility>

#include "solver/problem/problem_parts.h"
#include "solver/scene/section.h"
#include "solver/theory/dispersion.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

constexpr double faintest = 1e-6;     // of the largest amplitude on a beam's line; weaker nodes are skipped
constexpr double last_exponent = 18;  // cuts the spectrum e^(−(k w/2)²) off below 1e-7
constexpr double steepest = 89;       // largest angle of a plane wave in a beam, in degrees from the normal

class OneWayLine {
 public:
  OneWayLine(const Problem& p, std::vector<Node> line) : p_(p), line_(std::move(line)) {
    const Node a = line_.front(), b = line_.back();
    along_y_ = a.i == b.i;
    left_ = along_y_ ? (b.j > a.j ? -1 : 1) : (b.i > a.i ? 1 : -1);
    feed_.columns.clear();
  }
  const std::vector<Node>& nodes() const { return line_; }
  double along() const { return along_y_ ? p_.dy : p_.dx; }
  double across() const { return along_y_ ? p_.dx : p_.dy; }
  Vec2 normal() const { return along_y_ ? Vec2{left_, 0} : Vec2{0, left_}; }
  // Returns H/E, times the absolute μ, from the discrete equation of the normal derivative. The wave has this
  // wavenumber along the normal, and H is half a cell from E.
  double admittance(double normal_wavenumber, double omega) const {
    return std::sin(normal_wavenumber * across() / 2) / across() / (std::sin(omega * p_.dt / 2) / p_.dt);
  }
  // The wave has `e` at the node and `h` in the tangential H half a cell before. Each is a factor of the waveform and a
  // delay in seconds. Both factors are positive if E, H and the normal form a right-handed set.
  struct Part {
    double factor = 0, late = 0;
  };
  void add(std::size_t k, Part e, Part h) {
    const Node n = line_[k];
    const double length = along();
    if (h.factor != 0) feed_.drives.push_back({FieldArray::ez, n, column(h.late), -length * h.factor});
    const Node before = left_ > 0 ? Node{n.i - (along_y_ ? 1 : 0), n.j - (along_y_ ? 0 : 1)} : n;
    if (e.factor != 0)
      feed_.drives.push_back({along_y_ ? FieldArray::hy : FieldArray::hx, before, column(e.late + p_.dt / 2),
                              (along_y_ ? left_ : -left_) * length * e.factor});
  }
  Feed take() {
    if (feed_.columns.empty()) feed_.columns.emplace_back();
    return std::move(feed_);
  }

 private:
  int column(double late) {
    const auto [found, fresh] = columns_.try_emplace(late, static_cast<int>(feed_.columns.size()));
    if (fresh) feed_.columns.push_back({.delay = late});
    return found->second;
  }

  const Problem& p_;
  std::vector<Node> line_;
  bool along_y_ = false;
  double left_ = 1;  // sign of the left normal along its axis
  std::map<double, int> columns_;
  Feed feed_;
};

// A beam's field at the nodes of a line, and its tangential H half a cell before. `h`
// must be divided by the absolute μ.
struct LineField {
  std::vector<Complex> e, h;
};
LineField field_of(const Problem& p, const Scene& scene, const BeamSource& g, const OneWayLine& line, double omega) {
  const PaletteEntry background = background_of(scene);
  const YeeGrid grid{p.dx, p.dy, p.dt, background.eps, background.mu};
  const std::size_t count = line.nodes().size();
  LineField out{std::vector<Complex>(count), std::vector<Complex>(count)};
  const double metre = scene.unit == Unit::cell ? p.dx : metres(scene.unit);
  const double axis = g.direction(scene) * pi / 180, waist = g.waist * metre, focus = g.focus * metre;
  const double k0 = discrete_wavenumber(grid, omega, axis);
  if (std::isnan(k0)) return out;
  const Node a = line.nodes().front(), b = line.nodes().back();
  const Vec2 normal = line.normal(), way{p.dx * (b.i - a.i), p.dy * (b.j - a.j)};
  const double length = std::hypot(way.x, way.y), steps = static_cast<double>(std::max<std::size_t>(count, 2) - 1);
  // Vector from the focus to the first node.
  const Vec2 first{-way.x / 2 - focus * std::cos(axis), -way.y / 2 - focus * std::sin(axis)};

  // The sum over the spectrum repeats across the beam. This step is so fine that it repeats only beyond the line.
  const double wide = waist * std::hypot(1, 2 * focus / (k0 * waist * waist));
  const double most = std::min(2 * std::sqrt(last_exponent) / waist, k0);
  const double dk = std::min(pi / (length + 10 * wide), most / 32);
  const int terms = static_cast<int>(most / dk);
  for (int n = -terms; n <= terms; ++n) {
    const double kt = n * dk, theta = axis + std::asin(std::clamp(kt / k0, -1.0, 1.0));
    const double forward = std::cos(theta) * normal.x + std::sin(theta) * normal.y;
    const double k = discrete_wavenumber(grid, omega, theta);
    if (forward < std::cos(steepest * pi / 180) || std::isnan(k)) continue;
    const double kx = k * std::cos(theta), ky = k * std::sin(theta), kn = k * forward;
    const double weight = waist / (2 * std::sqrt(pi)) * dk * std::exp(-kt * kt * waist * waist / 4);
    Complex e = std::polar(weight, kx * first.x + ky * first.y);
    const Complex turn = std::polar(1.0, (kx * way.x + ky * way.y) / steps);
    const Complex h = std::polar(line.admittance(kn, omega), -kn * line.across() / 2);
    for (std::size_t j = 0; j < count; ++j, e *= turn) {
      out.e[j] += e;
      out.h[j] += h * e;
    }
  }
  return out;
}

}  // namespace

Feed feed_of(const Problem& p, const Scene& scene, const Source& source, const BeamSource& g) {
  OneWayLine line(p, g.nodes(scene));
  const std::optional<double> f = middle_frequency(source.waveform);
  if (!f || !lies_along_an_axis(scene, g.from, g.to)) return line.take();
  const double omega = 2 * pi * *f;
  const LineField field = field_of(p, scene, g, line, omega);
  double most = 0;
  for (const Complex& e : field.e) most = std::max(most, std::abs(e));
  // Converts phases, continued from node to node, to delays relative to the first node.
  const PaletteEntry background = background_of(scene);
  const double mu = vacuum_of(p).mu * (p.dual ? background.eps : background.mu);
  std::vector<double> late(field.e.size());
  double earliest = std::numeric_limits<double>::infinity(), phase = 0;
  const Complex* last = nullptr;
  for (std::size_t k = 0; k < late.size(); ++k) {
    if (!(std::abs(field.e[k]) > faintest * most)) continue;
    phase += last ? std::arg(field.e[k] / *last) : std::arg(field.e[k]);
    last = &field.e[k];
    late[k] = phase / omega;
    earliest = std::min(earliest, late[k]);
  }
  for (std::size_t k = 0; k < late.size(); ++k) {
    if (!(std::abs(field.e[k]) > faintest * most)) continue;
    const double at = late[k] - earliest, ahead = std::arg(field.h[k] / field.e[k]) / omega;
    line.add(k, {std::abs(field.e[k]), at}, {std::abs(field.h[k]) / mu, at + ahead});
  }
  return line.take();
}

namespace {

// A factor that depends on the frequency, as taps of the waveform a quarter of a period apart:
//   c₀ + 2c₁·cos x + 2c₂·cos 2x + 2i·g₂·sin 2x   with x = (π/2)·f/f₀.
// It is exact at f₀ and f₀(1 ± b), and bounded everywhere.
constexpr int taps = 5;
std::array<double, taps> taps_through(const std::array<Complex, 3>& values, double b) {
  const double low = values[0].real(), middle = values[1].real(), high = values[2].real();
  const double c1 = (low - high) / (4 * std::sin(pi * b / 2));
  const double c2 = ((low + high) / 2 - middle) / (2 * (1 - std::cos(pi * b)));
  const double g2 = (values[0].imag() - values[2].imag()) / (4 * std::sin(pi * b));
  return {c2 - g2, c1, middle + 2 * c2, c1, c2 + g2};
}

// The mode at f₀(1 − b), f₀ and f₀(1 + b). b is half the waveform's relative bandwidth, or less if the mode would
// otherwise be cut off.
struct ModeBand {
  std::array<SectionMode, 3> modes;
  double b = 0;  // 0: all three modes are the one at f₀
};
std::optional<ModeBand> mode_band(const CrossSection& section, double f, const Band& band, int index) {
  const auto mode_at = [&](double at) { return guided_mode(section.at(at), at, index); };
  const std::optional<SectionMode> middle = mode_at(f);
  if (!middle) return std::nullopt;
  constexpr double least = 0.01, narrow = 0.08, wide = 0.3;
  for (double b = std::clamp(0.5 * (band.high - band.low) / f, narrow, wide); b > least; b /= 2) {
    std::optional<SectionMode> low = mode_at(f * (1 - b)), high = mode_at(f * (1 + b));
    if (!low || !high) continue;
    for (SectionMode* other : {&*low, &*high}) {
      double alike = 0;
      for (std::size_t k = 0; k < middle->e.size(); ++k) alike += other->e[k] * middle->e[k];
      for (double& e : other->e) e = alike < 0 ? -e : e;
    }
    return ModeBand{{*low, *middle, *high}, b};
  }
  return ModeBand{{*middle, *middle, *middle}, 0};
}

// Returns the cross-section of the problem along a line. A cell that metal cuts has the medium next to the metal.
CrossSection section_along(const Problem& p, const Scene& scene, const std::vector<Node>& line) {
  const Node a = line.front(), b = line.back(), low{std::min(a.i, b.i), std::min(a.j, b.j)};
  const std::size_t whole = p.electric_palette.size() - p.rim_cells.size();  // entries of cells that are not cut
  NodeMap map(std::abs(a.i - b.i) + 1, std::abs(a.j - b.j) + 1, p.electric.wide());
  map.take_mixed(p.electric);
  for (const Node n : line) {
    const std::uint16_t entry = p.electric.at(n.i, n.j);
    map.set(n.i - low.i, n.j - low.j, entry < whole ? entry : p.rim_cells[entry - whole].medium);
  }
  return {scene, line, map, low};
}

}  // namespace

Feed feed_of(const Problem& p, const Scene& scene, const Source& source, const ModeSource& g) {
  OneWayLine line(p, g.nodes(scene));
  const std::optional<double> f = middle_frequency(source.waveform);
  if (!f || !lies_along_an_axis(scene, g.from, g.to)) return line.take();
  const CrossSection cross_section = section_along(p, scene, line.nodes());
  const std::optional<ModeBand> band = mode_band(cross_section, *f, band_of(source.waveform), g.index);
  if (!band) return line.take();
  const Section section = cross_section.at(*f);
  const auto& [modes, b] = *band;
  // H half a cell before is ahead by this time. The taps represent the rest, which is not
  // proportional to the frequency.
  const double half = line.across() / 2, ahead = modes[1].wavenumber * half / (2 * pi * *f);
  const double step = 0.25 / *f;  // s between taps
  for (std::size_t k = 0; k < section.nodes.size(); ++k) {
    if (modes[1].e[k] == 0) continue;
    std::array<Complex, 3> e, h;
    for (std::size_t n = 0; n < 3; ++n) {
      const SectionMode& m = modes[n];
      const double at = *f * (1 + b * (static_cast<double>(n) - 1));
      e[n] = m.e[k];
      h[n] = m.e[k] * m.admittance / (vacuum_of(p).mu * section.nodes[k].mu) *
             std::polar(1.0, 2 * pi * at * ahead - m.wavenumber * half);
    }
    std::array<double, taps> of_e = {0, 0, e[1].real(), 0, 0}, of_h = {0, 0, h[1].real(), 0, 0};
    if (b > 0) of_e = taps_through(e, b), of_h = taps_through(h, b);
    for (std::size_t n = 0; n < taps; ++n) {
      const double late = static_cast<double>(n) * step;
      line.add(k, {of_e[n], late}, {of_h[n], late - ahead});
    }
  }
  return line.take();
}

}  // namespace ez
