#include "app/commands/monitor_json.h"

#include <fmt/format.h>

#include <cmath>

#include "app/commands/json_text.h"

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

// A list for each frequency, in which a pair for each node.
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

}  // namespace

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
