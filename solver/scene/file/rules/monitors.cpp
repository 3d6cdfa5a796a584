// Rules of [[probe]] and [[monitor]].
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "solver/scene/file/rules/scene_rules.h"
#include "solver/scene/layer_return.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/section.h"

namespace ez {

void Rules::probes() {
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene_.probes.size(); ++k) {
    const Probe& p = scene_.probes[k];
    const std::string path = fmt::format("probe.{}", k);
    if (p.name.empty())
      error(path + ".name", path + ".name is empty; give the probe a name");
    else if (p.name.find_first_of(",\"") != std::string::npos)
      error(path + ".name", path + ".name becomes the head of a CSV column; remove commas and quotes");
    else if (p.name == "t_s")
      error(path + ".name",
            path + ".name is \"t_s\", which is the head of the CSV file's time column; give another name");
    else if (!taken.insert(p.name).second)
      error(path + ".name",
            fmt::format("the name {} is used twice; give this probe another name", names::quoted(p.name)));
    inside(path + ".at", p.at);
    if (p.quantity) quantity(path + ".quantity", *p.quantity);
  }
}

void Rules::spectrum(const std::string& path, const MonitorFrequencies& f) {
  if (f.list.empty() == !f.band) {
    const bool none = f.list.empty();
    error(none ? path : path + ".band",
          fmt::format("{} has {}; give either `frequencies` or `band = [from, to, count]`", path,
                      none ? "no frequencies" : "both frequencies and a band"));
    return;
  }
  const std::string key = path + (f.band ? ".band" : ".frequencies");
  if (f.list.size() > most_monitor_frequencies)
    error(key, fmt::format("{} has {} frequencies; give at most {}", key, f.list.size(), most_monitor_frequencies));
  if (f.band) {
    const auto [from, to, count] = *f.band;
    if (!(from < to))
      return error(key, fmt::format("{} goes from {:g} to {:g} Hz; give the lower one first", key, from, to));
    if (!(count >= 2 && count <= most_monitor_frequencies && count == std::floor(count)))
      return error(key, fmt::format("{} has {:g} {}; give a whole number from 2 to {}", key, count,
                                    count == 1 ? "frequency" : "frequencies", most_monitor_frequencies));
    return check_below_nyquist(key, to);
  }
  check_below_nyquist(key, *std::max_element(f.list.begin(), f.list.end()));
}

// The far field follows from the field on the box with Green's function of a homogeneous background.
void Rules::check_homogeneous_surroundings(const std::string& path, Node low, Node high) {
  const PaletteEntry background = background_of(scene_);
  const std::string name = names::quoted(scene_.grid.background);
  if (background.dispersive() || background.sigma != 0 || background.sigma_m != 0 || background.perfect())
    return error(path, fmt::format("{} measures the far field, but the background {} has {}; use another background",
                                   path, name, background.dispersive() ? "poles" : "losses"));
  for (const Side side : all_sides)
    if (facts_of(scene_.boundary[side]).in_pairs)
      return error(
          path, fmt::format("{0} measures the far field, but the {1} side is {2}; give boundary.{1} another kind", path,
                            to_string(side), to_string(scene_.boundary[side])));
  const auto clear = [&](Side side) { return std::max(scene_.boundary.layer_cells(side), 1); };
  const int nx = scene_.grid.nx, ny = scene_.grid.ny;
  const std::pair<Side, bool> reached[] = {{Side::left, low.i < clear(Side::left)},
                                           {Side::bottom, low.j < clear(Side::bottom)},
                                           {Side::right, high.i > nx - 1 - clear(Side::right)},
                                           {Side::top, high.j > ny - 1 - clear(Side::top)}};
  for (const auto& [side, into] : reached)
    if (into)
      return error(path + (at_low_end(side) ? ".min" : ".max"),
                   fmt::format("{} reaches into the layer or boundary at the {} side; make the box smaller",
                               path + (at_low_end(side) ? ".min" : ".max"), to_string(side)));
  for (int i = low.i; i <= high.i; ++i)
    for (int j = low.j; j <= high.j; j += i == low.i || i == high.i ? 1 : high.j - low.j)
      if (const std::string_view material = material_at({i, j}); material != scene_.grid.background)
        return error(path,
                     fmt::format("{}'s box crosses {} at node ({}, {}); make it enclose everything but the background",
                                 path, names::quoted(material), i, j));
}

void Rules::far(const std::string& path, const FarMonitor& far, bool inside) {
  const Node a = nearest_node(scene_, far.min), b = nearest_node(scene_, far.max);
  if (inside && !(a.i < b.i && a.j < b.j))
    error(path + ".min", fmt::format("{0}.min is not below and left of {0}.max; make the box larger", path));
  else if (inside)
    check_homogeneous_surroundings(path, a, b);
  if (holds(path + ".frequency")) check_below_nyquist(path + ".frequency", far.frequency);
  if (!far.angles || !holds(path + ".angles")) return;
  const auto [from, to, count] = *far.angles;
  if (!(from <= to && count >= 1 && count <= most_monitor_frequencies && count == std::floor(count)))
    error(
        path + ".angles",
        fmt::format("{0}.angles is [{1:g}, {2:g}, {3:g}]; give the first and the last angle and their number, 1 to {4}",
                    path, from, to, count, most_monitor_frequencies));
}

void Rules::monitor(const std::string& path, const Monitor& m) {
  Monitor copy = m;
  const std::vector<MonitorPlace> places = places_of(copy);
  bool all_inside = true;
  for (const MonitorPlace& place : places) all_inside &= inside(fmt::format("{}.{}", path, place.key), *place.at);
  if (const auto* far = std::get_if<FarMonitor>(&m.geometry)) return this->far(path, *far, all_inside);
  if (const auto* map = std::get_if<MapMonitor>(&m.geometry)) {
    if (m.minus_empty)
      error(path + ".minus_empty",
            fmt::format("{0}.minus_empty is true, but a map only shows this run; leave it out, or use a line", path));
    if (holds(path + ".frequency")) check_below_nyquist(path + ".frequency", map->frequency);
    return;
  }
  if (all_inside && places.size() > 1 &&
      nearest_node(scene_, *places.front().at) == nearest_node(scene_, *places.back().at))
    error(path + ".to", fmt::format("{0}.from and {0}.to are on the same node; move them apart", path));
  if (const auto* mode = std::get_if<ModeMonitor>(&m.geometry); mode && all_inside && !any_failed(path))
    along_an_axis(path, mode->from, mode->to);
  if (const auto* r = std::get_if<ResonanceMonitor>(&m.geometry)) {
    if (!(r->low > 0 && r->low < r->high))
      error(path + ".band", fmt::format("{0}.band is [{1:g}, {2:g}]; give two frequencies above 0, the lower one first",
                                        path, r->low, r->high));
    else
      check_below_nyquist(path + ".band", r->high);
  } else if (!any_failed(path)) {
    std::visit(
        [&](const auto& g) {
          if constexpr (requires { g.frequencies; }) spectrum(path, g.frequencies);
        },
        m.geometry);
  }
}

namespace {

constexpr double most_layer_return = 0.01;  // |R| above which the layer dominates a reading of the returning wave
constexpr double grazing = 0.7;  // cosine of the angle in the layer below which this angle causes the reflection

bool is_same(const Section& a, const Section& b) {
  return std::ranges::equal(a.nodes, b.nodes, [](const Section::Node& m, const Section::Node& n) {
    return m.eps == n.eps && m.mu == n.mu && m.wall == n.wall;
  });
}

}  // namespace

// Returns the reflection of the mode by the layer at whose inner edge the line's guide ends;
// 0 if it does not enter a layer.
Rules::GuideEcho Rules::guide_echo(const ModeMonitor& m, double frequency) const {
  GuideEcho out;
  const Section section = section_of(scene_, m.from, m.to, frequency);
  const std::optional<SectionMode> mode = guided_mode(section, frequency, m.index);
  if (!mode) return out;
  out.has_mode = true;
  const Node a = nearest_node(scene_, m.from), b = nearest_node(scene_, m.to);
  const PaletteEntry background = background_of(scene_);
  out.cosine = mode->index / std::sqrt(background.eps * background.mu);
  for (const Side side : all_sides) {
    if (across_x(side) != (a.i == b.i) || !scene_.boundary.has_layer(side)) continue;
    const int last = (across_x(side) ? scene_.grid.nx : scene_.grid.ny) - 1, cells = scene_.boundary.cpml.cells;
    const int edge = at_low_end(side) ? cells : last - cells;
    Node p = a, q = b;
    (across_x(side) ? p.i : p.j) = (across_x(side) ? q.i : q.j) = edge;
    const auto at = [&](Node n) { return from_nodes(scene_, {static_cast<double>(n.i), static_cast<double>(n.j)}); };
    if (is_same(section, section_of(scene_, at(p), at(q), frequency)))
      out.returned = std::max(out.returned, layer_return(scene_, side, frequency, mode->wavenumber));
  }
  return out;
}

// Near its cut-off, a guide's mode grazes the layer behind it, which then reflects it. A reading of the returning wave,
// S11, is then the layer's echo. Below cut-off no mode propagates.
void Rules::warn_near_cutoff(const std::string& path, const ModeMonitor& m) {
  std::vector<double> all = frequencies_of(Monitor{"", m});
  std::ranges::sort(all);
  const std::string key = path + (m.frequencies.band ? ".band" : ".frequencies");
  const auto travels = std::ranges::partition_point(all, [&](double f) { return !guide_echo(m, f).has_mode; });
  if (travels != all.begin()) {
    const double highest = *std::prev(travels);
    if (travels == all.end())
      warning(key,
              fmt::format("{} is below the cut-off of mode {} on this line up to its highest frequency, {:.4g} Hz, so "
                          "nothing can be measured; raise the frequencies, or place the line across a guide",
                          key, m.index, highest));
    else
      warning(key, fmt::format("{} begins below the cut-off of mode {} on this line; up to {:.4g} Hz no wave travels, "
                               "so nothing can be measured; leave those frequencies out",
                               key, m.index, highest));
  }
  const auto echoes = [&](double f) {
    const GuideEcho e = guide_echo(m, f);
    return e.returned > most_layer_return && e.cosine < grazing;
  };
  const auto clear = std::partition_point(travels, all.end(), echoes);
  if (clear == travels) return;
  const GuideEcho worst = guide_echo(m, *travels), last = guide_echo(m, *std::prev(clear));
  const auto cells = [&](const GuideEcho& e) {
    return std::ceil(scene_.boundary.cpml.cells * std::log(most_layer_return) / std::log(e.returned));
  };
  // Near the cut-off the mode is slow, and it takes about 1/(f − f_c) to distinguish it from the cut-off.
  const double cutoff = *travels * std::sqrt(1 - worst.cosine * worst.cosine), lasts = 2 / (*travels - cutoff);
  const double needed = cells(worst);
  const std::string thicker =
      needed <= most_layer_cells(scene_)
          ? fmt::format("set boundary.cpml.cells = {:.0f} and enlarge the grid by as many cells", needed)
          : fmt::format("of these, {:.4g} Hz needs boundary.cpml.cells = {:.0f}", *std::prev(clear), cells(last));
  warning(key, fmt::format("{} has frequencies near the cut-off of mode {} on this line, where the layer behind the "
                           "guide reflects {:.2g} of the wave at {:.6g} Hz, and more than 1 % up to {:.6g} Hz; {}, and "
                           "let the run last {:.2g} s or longer, or leave these frequencies out",
                           key, m.index, worst.returned, *travels, *std::prev(clear), thicker, lasts));
}

void Rules::monitors() {
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene_.monitors.size(); ++k) {
    const Monitor& m = scene_.monitors[k];
    const std::string path = fmt::format("monitor.{}", k);
    if (m.name.empty())
      error(path + ".name", path + ".name is empty; give the monitor a name");
    else if (m.name.find('"') != std::string::npos)
      error(path + ".name", path + ".name is used in formulas; remove quotes");
    else if (!taken.insert(m.name).second)
      error(path + ".name",
            fmt::format("the name {} is used twice; give this monitor another name", names::quoted(m.name)));
    monitor(path, m);
    if (errors_ == 0) check_frequency_is_emitted(path, m);
    if (const auto* mode = std::get_if<ModeMonitor>(&m.geometry); mode && errors_ == 0) warn_near_cutoff(path, *mode);
  }
  if (errors_ == 0) memory_of_monitors();
}

// Warns of a single frequency if all sources are sines of other frequencies. The reading would then contain only their
// switch-on transient and rounding.
void Rules::check_frequency_is_emitted(const std::string& path, const Monitor& m) {
  const std::vector<double> listened = frequencies_of(m);
  if (listened.size() != 1 || scene_.initial.value != 0) return;
  std::vector<double> sent;
  for (const Source& s : scene_.sources) {
    if (!s.on) continue;
    const Cw* sine = std::get_if<Cw>(&s.waveform);
    const Motion* motion = motion_of(s);
    if (!sine || (motion && motion->moves())) return;
    sent.push_back(sine->frequency);
  }
  const auto near = [&](double f) { return std::abs(f - listened[0]) <= 1e-3 * listened[0]; };
  if (sent.empty() || std::ranges::any_of(sent, near)) return;
  const bool one = std::holds_alternative<FarMonitor>(m.geometry) || std::holds_alternative<MapMonitor>(m.geometry);
  const std::string key = path + (one ? ".frequency" : ".frequencies");
  warning(key, fmt::format("{} is {:g} Hz, but no source sends this frequency; give {:g}", key, listened[0], sent[0]));
}

// Memory of the Fourier sums: two numbers for every frequency and node of three arrays, and twice
// as many for a continuous source.
void Rules::memory_of_monitors() {
  constexpr double enough_to_name = 512e6, most = 32e9, megabyte = 1e6;  // bytes
  const bool lasts =
      std::ranges::any_of(scene_.sources, [](const Source& s) { return s.on && is_continuous(s.waveform); });
  double sum = 0, largest = 0;
  std::size_t of_largest = 0;
  for (std::size_t k = 0; k < scene_.monitors.size(); ++k) {
    Monitor copy = scene_.monitors[k];
    const std::vector<MonitorPlace> places = places_of(copy);
    if (places.size() < 2) continue;
    const Node a = nearest_node(scene_, *places.front().at), b = nearest_node(scene_, *places.back().at);
    const double nodes = std::abs(a.i - b.i) + std::abs(a.j - b.j) + 1.0;
    const bool box = std::holds_alternative<FarMonitor>(copy.geometry);
    const double bytes = (box ? 2 : 1) * nodes * static_cast<double>(frequencies_of(copy).size()) * 3 * 2 *
                         sizeof(double) * (lasts ? 2 : 1);
    if (bytes > largest) largest = bytes, of_largest = k;
    sum += bytes;
  }
  if (sum <= enough_to_name) return;
  const std::string path = fmt::format("monitor.{}", of_largest);
  const std::string words = fmt::format(
      "{} needs {:.0f} MB for its spectra, and all monitors {:.0f} MB; use fewer frequencies or shorter lines", path,
      largest / megabyte, sum / megabyte);
  if (sum > most)
    error(path, words);
  else
    warning(path, words);
}

}  // namespace ez
