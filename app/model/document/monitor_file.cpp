#include "app/model/document/monitor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "solver/base/csv.h"
#include "solver/base/json_text.h"

namespace ez {
namespace {

std::string text_of(double v) { return std::isfinite(v) ? fmt::format("{:.17g}", v) : "null"; }
std::string text_of(std::complex<double> v) { return fmt::format("[{}, {}]", text_of(v.real()), text_of(v.imag())); }

template <class Values, class Text>
std::string list(const Values& values, Text text) {
  std::string out;
  for (const auto& v : values) out += (out.empty() ? "" : ", ") + text(v);
  return "[" + out + "]";
}
std::string numbers(const std::vector<double>& values) {
  return list(values, [](double v) { return text_of(v); });
}

// Returns a JSON list for each frequency that contains a pair for each node.
std::string phasors(const MonitorReading& m, const std::vector<std::complex<double>>& all) {
  std::string out;
  for (std::size_t f = 0; f < m.frequencies.size(); ++f) {
    const std::span at(all.data() + f * m.places.size(), m.places.size());
    out += (f > 0 ? ",\n      " : "\n      ") + list(at, [](std::complex<double> v) { return text_of(v); });
  }
  return "[" + out + "]";
}

std::string fields_of(const MonitorReading& m, Polarization polarization) {
  std::string out;
  const auto key = [&](std::string_view name, const std::string& value) {
    out += fmt::format(",\n     \"{}\": {}", name, value);
  };
  if (m.kind == ResonanceMonitor::kind) {
    key("resonances", list(m.resonances, [](const Resonance& r) {
          return fmt::format("{{\"frequency_hz\": {}, \"q\": {}, \"amplitude\": {}}}", text_of(r.frequency),
                             text_of(r.q), text_of(r.amplitude));
        }));
    return out;
  }
  key("frequency_hz", numbers(m.frequencies));
  if (m.kind == MapMonitor::kind) return out;
  if (m.kind == FarMonitor::kind) {
    key("angle_deg", numbers(m.degrees));
    key("far", numbers(m.far));
    if (!m.width.empty()) key("scattering_width_m", numbers(m.width));
    return out;
  }
  if (m.kind == ModeMonitor::kind) {
    const auto pairs = [](const auto& all) { return list(all, [](std::complex<double> v) { return text_of(v); }); };
    key("forward", pairs(m.forward));
    key("backward", pairs(m.backward));
    key("effective_index", numbers(m.index));
    return out;
  }
  key("x_m", list(m.places, [](Vec2 p) { return text_of(p.x); }));
  key("y_m", list(m.places, [](Vec2 p) { return text_of(p.y); }));
  if (m.kind == FluxMonitor::kind) {
    key("flux_w_per_m", numbers(m.flux));
    key("power_t_s", list(m.power, [](const auto& p) { return text_of(p.time); }));
    key("power_w_per_m", list(m.power, [](const auto& p) { return text_of(p.power); }));
  } else {
    for (const auto& [array, quantity] :
         {std::pair(FieldArray::ez, Quantity::ez), std::pair(FieldArray::hx, Quantity::hx),
          std::pair(FieldArray::hy, Quantity::hy)})
      key(to_string(quantity, polarization), phasors(m, m.phasors[index_of(array)]));
  }
  return out;
}

// Returns the number of nodes on a line.
int nodes_of(const Scene& scene, Vec2 from, Vec2 to) {
  const Node a = nearest_node(scene, from), b = nearest_node(scene, to);
  return std::abs(b.i - a.i) + std::abs(b.j - a.j) + 1;
}

// A full record of power over time has 2048 or more points of two numbers. A point takes up to 16 steps.
constexpr double most_power_numbers = 4096;

// ---- the table

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();  // writes an empty cell

struct Row {
  double frequency = nothing, time = nothing;
  Vec2 at{nothing, nothing};
  double degrees = nothing;
};
class CsvRows {
 public:
  CsvRows() : out_("monitor,kind,frequency_hz,time_s,x_m,y_m,angle_deg,quantity,re,im\n") {}
  void begin(const std::string& name, std::string_view kind) { head_ = fmt::format("{},{}", csv_field(name), kind); }
  void add(const Row& r, std::string_view quantity, double re, double im = nothing) {
    out_ += head_;
    for (const double v : {r.frequency, r.time, r.at.x, r.at.y, r.degrees}) out_ += "," + cell(v);
    out_ += fmt::format(",{},{},{}\n", quantity, cell(re), cell(im));
  }
  void add(const Row& r, std::string_view quantity, std::complex<double> v) { add(r, quantity, v.real(), v.imag()); }
  std::string take() { return std::move(out_); }

 private:
  static std::string cell(double v) { return std::isfinite(v) ? fmt::format("{:.17g}", v) : ""; }
  std::string out_, head_;
};

void add_line(CsvRows& table, const MonitorReading& m, Polarization polarization) {
  for (std::size_t f = 0; f < m.frequencies.size(); ++f)
    for (std::size_t n = 0; n < m.places.size(); ++n)
      for (const auto& [array, quantity] :
           {std::pair(FieldArray::ez, Quantity::ez), std::pair(FieldArray::hx, Quantity::hx),
            std::pair(FieldArray::hy, Quantity::hy)})
        if (const auto& all = m.phasors[index_of(array)]; !all.empty())
          table.add({.frequency = m.frequencies[f], .at = m.places[n]}, to_string(quantity, polarization),
                    all[f * m.places.size() + n]);
}

void add_to(CsvRows& table, const MonitorReading& m, Polarization polarization) {
  table.begin(m.name, m.kind);
  for (const Resonance& r : m.resonances) {
    table.add({.frequency = r.frequency}, "q", r.q);
    table.add({.frequency = r.frequency}, "amplitude", r.amplitude);
  }
  const std::size_t angles = m.degrees.size();
  for (std::size_t k = 0; k < m.far.size(); ++k) {
    const Row at{.frequency = m.frequencies[k / angles], .degrees = m.degrees[k % angles]};
    table.add(at, "far", m.far[k]);
    if (k < m.width.size()) table.add(at, "scattering_width_m", m.width[k]);
  }
  for (std::size_t f = 0; f < m.frequencies.size(); ++f) {
    const Row at{.frequency = m.frequencies[f]};
    if (f < m.forward.size()) table.add(at, "forward", m.forward[f]), table.add(at, "backward", m.backward[f]);
    if (f < m.index.size()) table.add(at, "effective_index", m.index[f]);
    if (f < m.flux.size()) table.add(at, "flux_w_per_m", m.flux[f]);
  }
  for (const auto& p : m.power) table.add({.time = p.time}, "power_w_per_m", p.power);
  if (m.kind == LineMonitor::kind) add_line(table, m, polarization);
}

}  // namespace

std::string monitor_csv(const Monitors& monitors, const Scene& scene) {
  CsvRows table;
  for (std::size_t k = 0; k < monitors.count(); ++k) add_to(table, monitors.reading(k), scene.grid.polarization);
  return table.take();
}

std::string monitor_file(const std::filesystem::path& name, const Monitors& monitors, const Scene& scene) {
  return name.extension() == ".csv" ? monitor_csv(monitors, scene) : monitor_json(monitors, scene);
}

double monitor_bytes(const Scene& scene, std::uint64_t steps) {
  constexpr double number_bytes = 24, head_bytes = 400;  // of a monitor: its keys
  double bytes = 0;
  for (const Monitor& m : scene.monitors) {
    double numbers = 2 * static_cast<double>(frequencies_of(m).size());
    if (const auto* line = std::get_if<LineMonitor>(&m.geometry))
      numbers *= 3.0 * nodes_of(scene, line->from, line->to);
    else if (const auto* flux = std::get_if<FluxMonitor>(&m.geometry))
      numbers +=
          2.0 * nodes_of(scene, flux->from, flux->to) + std::min(most_power_numbers, static_cast<double>(steps) / 8);
    else if (const auto* far = std::get_if<FarMonitor>(&m.geometry))
      numbers += 2 * static_cast<double>(far->degrees().size());
    bytes += head_bytes + number_bytes * numbers;
  }
  return bytes;
}

std::string monitor_json(const Monitors& monitors, const Scene& scene) {
  std::string out;
  for (std::size_t k = 0; k < monitors.count(); ++k) {
    const MonitorReading m = monitors.reading(k);
    out +=
        fmt::format("{}\n    {{\"name\": {}, \"kind\": \"{}\", \"since_s\": {}, \"until_s\": {}{}}}", k > 0 ? "," : "",
                    quoted(m.name), m.kind, text_of(m.since), text_of(m.until), fields_of(m, scene.grid.polarization));
  }
  return fmt::format("{{\"monitors\": [{}]}}\n", out);
}

}  // namespace ez
