#include "app/ui/panels/monitors/monitor_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"

namespace ez {
namespace {

constexpr auto titles = Alternatives<MonitorGeometry>::titles();
constexpr std::size_t most_listed = 4;  // number of frequencies that have their own fields
constexpr double most_points = 4096;

// Returns the band of the sources. For a single frequency it is extended a little to both sides.
Band driven_band(const Scene& s) {
  Band band{};
  for (const Source& source : s.sources)
    if (const Band b = band_of(source.waveform); source.on) {
      band.low = band.high > 0 ? std::min(band.low, b.low) : b.low;
      band.high = std::max(band.high, b.high);
    }
  const double f = first_frequency(s);
  if (!(band.high > band.low)) return {0.8 * f, 1.2 * f, 0};
  return {std::max(band.low, 0.01 * band.high), std::min(band.high, 0.49 / time_step(s)), 0};
}

// Returns one frequency for a continuous source, or the band of a pulse.
MonitorFrequencies frequencies_for(const Scene& s) {
  const bool lasts = std::ranges::any_of(s.sources, [](const Source& x) { return x.on && is_continuous(x.waveform); });
  const Band band = driven_band(s);
  if (lasts || !(band.high > band.low)) return {{first_frequency(s)}, {}};
  return {{}, {{tidy(band.low), tidy(band.high), 41}}};
}

class Rows {
 public:
  explicit Rows(const Context& c) : c_(c), scene_(c.state.scene) {}
  bool changed() const { return changed_; }

  void operator()(std::string_view, double& frequency, const Key& key) {
    const float w = row(c_.look, "Frequency");
    hertz("##frequency", frequency, w, key.doc);
  }
  void operator()(std::string_view, int& index, const Key& key) {
    const float w = row(c_.look, "Index");
    changed_ |=
        integer_field(c_.look, "##index", index, {.min = key.range.low, .max = key.range.high, .speed = 0.1}, w);
    tip(c_.look, key.doc);
  }
  void operator()(std::string_view, std::vector<double>& list, const Key&) {
    list_ = &list;
    if (list.empty()) return;
    for (std::size_t k = 0; k < std::min(list.size(), most_listed); ++k) {
      const float w = row(c_.look, list.size() == 1 ? "Frequency" : c_.say("Frequency {}", k + 1).c_str());
      hertz(k == 0 ? "##frequency" : fmt::format("##frequency{}", k + 1).c_str(), list[k], w,
            "Frequency of the spectrum");
    }
    if (list.size() > most_listed)
      hint(c_.look, c_.say("And {} more, up to {}. Edit them in the scene's file.", list.size() - most_listed,
                           engineering(*std::ranges::max_element(list), "Hz", 3)));
  }
  // Draws the row of a band. A monitor has either a band or a list of frequencies, and a switch selects which.
  void operator()(std::string_view name, std::optional<std::array<double, 3>>& band, const Key& key) {
    if (name == "angles") return angles(band, key);
    if (band) range("Band", (*band)[0], (*band)[1], key.doc), count("##count", (*band)[2], "Frequencies");
    row(c_.look, "");
    bool is_band = band.has_value();
    const bool switched = list_ && checkbox(c_.look, "##band", "Frequency band", is_band);
    if (list_) tip(c_.look, "Uses evenly spaced frequencies of a band. Off: a list of single frequencies");
    if (!switched) return;
    changed_ = true;
    const Band driven = driven_band(scene_);
    if (is_band)
      band = {tidy(driven.low), tidy(driven.high), 41}, list_->clear();
    else
      *list_ = {tidy(0.5 * ((*band)[0] + (*band)[1]))}, band.reset();
  }
  void operator()(std::string_view, std::tuple<double&, double&> band, const Key& key) {
    range("Band", std::get<0>(band), std::get<1>(band), key.doc);
  }
  void operator()(std::string_view, auto&&, const Key&) {}  // positions, which have their own rows

 private:
  void hertz(const char* id, double& f, float width, std::string_view words) {
    const double before = f;
    if (number_field(c_.look, id, f,
                     {.unit = "Hz",
                      .prefixes = true,
                      .min = 1,
                      .max = 0.49 / time_step(scene_),
                      .logarithmic = true,
                      .ratio = 0.004},
                     width))
      f = tidy(f), changed_ = changed_ || f != before;
    tip(c_.look, words);
  }
  // Draws fields for both ends of a range, the lower one first.
  void range(const char* label, double& low, double& high, std::string_view words) {
    const float w = row(c_.look, label);
    const double low_was = low, high_was = high;
    hertz("##low", low, half(c_.look, w), words);
    same_row(c_.look);
    hertz("##high", high, half(c_.look, w), words);
    if (!(low < high)) low = low_was, high = high_was;
  }
  void count(const char* id, double& n, const char* label) {
    const float w = row(c_.look, label);
    if (number_field(c_.look, id, n, {.decimals = 0, .min = 2, .max = most_points, .speed = 0.5}, w))
      n = std::round(n), changed_ = true;
    tip(c_.look, "Number of frequencies, including both ends");
  }
  void angles(std::optional<std::array<double, 3>>& angles, const Key& key) {
    std::array<double, 3> now = angles.value_or(std::array{0.0, 359.0, 360.0});
    const NumberStyle style = {.unit = "°", .decimals = 1, .min = -360, .max = 720, .speed = 1, .slot = 14};
    const float w = row(c_.look, "Angles");
    bool changed = number_field(c_.look, "##first", now[0], style, half(c_.look, w));
    tip(c_.look, key.doc);
    same_row(c_.look);
    changed |= number_field(c_.look, "##last", now[1], style, half(c_.look, w));
    tip(c_.look, key.doc);
    const float more = row(c_.look, "Number of angles");
    changed |=
        number_field(c_.look, "##angles", now[2], {.decimals = 0, .min = 1, .max = most_points, .speed = 0.5}, more);
    tip(c_.look, key.doc);
    now[2] = std::round(now[2]);
    if (changed && now[0] <= now[1]) angles = now, changed_ = true;
  }

  const Context& c_;
  const Scene& scene_;
  std::vector<double>* list_ = nullptr;
  bool changed_ = false;
};

}  // namespace

MonitorGeometry monitor_around(std::size_t kind, const Scene& s, Vec2 node) {
  MonitorGeometry out =
      Alternatives<MonitorGeometry>::at(kind, [](auto type) { return typename decltype(type)::type(); });
  const double f = first_frequency(s), half_height = 0.25 * s.grid.ny;
  const auto clear = [&](Side side) { return std::max(s.boundary.layer_cells(side), 1) + 2.0; };
  std::visit(
      [&](auto& m) {
        if constexpr (requires { m.from; }) {
          m.from = position_on_node(s, {node.x, node.y + half_height});
          m.to = position_on_node(s, {node.x, node.y - half_height});
        }
        if constexpr (requires { m.at; }) m.at = position_on_node(s, node);
        if constexpr (requires { m.min; }) {
          m.min = position_on_node(s, {clear(Side::left), clear(Side::bottom)});
          m.max = position_on_node(s, {s.grid.nx - 1 - clear(Side::right), s.grid.ny - 1 - clear(Side::top)});
        }
        if constexpr (requires { m.frequencies; }) m.frequencies = frequencies_for(s);
        if constexpr (requires { m.frequency; }) m.frequency = f;
        if constexpr (requires { m.low; }) m.low = tidy(driven_band(s).low), m.high = tidy(driven_band(s).high);
      },
      out);
  return out;
}

void monitor_rows(const Context& c, std::size_t i) {
  Scene s = c.state.scene;
  Monitor& m = s.monitors[i];
  const std::size_t kind = m.geometry.index();
  const float w = row(c.look, "Type");
  if (begin_combo(c.look, "##type", titles[kind], w)) {
    for (std::size_t k = 0; k < titles.size(); ++k) {
      if (!combo_item(c.look, titles[k], k == kind) || k == kind) continue;
      const std::vector<MonitorPlace> places = places_of(m);
      Vec2 node{s.grid.nx / 2.0, s.grid.ny / 2.0};
      if (!places.empty()) {
        const Vec2 a = to_nodes(s, *places.front().at), b = to_nodes(s, *places.back().at);
        node = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
      }
      m.geometry = monitor_around(k, s, node);
      if (std::holds_alternative<MapMonitor>(m.geometry)) m.minus_empty = false;
      c.edit(s, "monitor type");
    }
    ImGui::EndCombo();
    return;
  }
  tip(c.look,
      "Flux: power through a line. Line: field along a line. Resonance: oscillations at a point. Far field: waves that "
      "leave a box. Map: field at one frequency everywhere. Guided mode: its amplitude through a line");
  Rows rows(c);
  std::visit([&](auto& g) { g.fields(g, rows); }, m.geometry);
  if (rows.changed()) c.edit(s, "monitor");
}

}  // namespace ez
