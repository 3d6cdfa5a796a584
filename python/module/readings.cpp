#include "python/module/readings.h"

#include <nanobind/stl/complex.h>
#include <nanobind/stl/string.h>

#include <cstddef>

#include "python/module/arrays.h"

namespace ez::python {
namespace {

const char* name_of(CheckReading::Verdict verdict) {
  switch (verdict) {
    case CheckReading::Verdict::holds:
      return "holds";
    case CheckReading::Verdict::fails:
      return "fails";
    case CheckReading::Verdict::not_settled:
      return "not settled";
    case CheckReading::Verdict::not_yet:
      break;
  }
  return "not yet";
}

}  // namespace

nb::dict dict_of(const MonitorReading& m) {
  nb::dict out;
  const auto put = [&](const char* name, const auto& values) {
    if (!values.empty()) out[name] = moved_to_numpy(values, {values.size()});
  };
  out["kind"] = std::string(m.kind);
  out["since"] = m.since;
  out["until"] = m.until;
  out["why_none"] = m.why_none;
  put("frequencies", m.frequencies);
  put("flux", m.flux);
  put("degrees", m.degrees);
  put("far", m.far);
  put("width", m.width);
  put("index", m.index);
  put("forward", m.forward);
  put("backward", m.backward);
  std::vector<double> x, y, time, power, resonance, q;
  for (const Vec2& p : m.places) x.push_back(p.x), y.push_back(p.y);
  for (const MonitorReading::Power& p : m.power) time.push_back(p.time), power.push_back(p.power);
  for (const Resonance& r : m.resonances) resonance.push_back(r.frequency), q.push_back(r.q);
  put("x", x);
  put("y", y);
  put("time", time);
  put("power", power);
  put("resonances", resonance);
  put("q", q);
  const char* names[] = {"main", "second", "third"};
  for (std::size_t k = 0; k < 3; ++k)
    if (!m.phasors[k].empty() && !m.frequencies.empty())
      out[names[k]] = moved_to_numpy(m.phasors[k], {m.frequencies.size(), m.phasors[k].size() / m.frequencies.size()});
  return out;
}

nb::dict dict_of(const EnergyLedger& e) {
  nb::dict out, sides;
  for (const Side side : all_sides) sides[std::string(to_string(side)).c_str()] = e.out[static_cast<std::size_t>(side)];
  out["source"] = e.source;
  out["edits"] = e.edits;
  out["stored"] = e.stored;
  out["absorbed_sigma"] = e.absorbed_sigma;
  out["absorbed_sigma_m"] = e.absorbed_sigma_m;
  out["out"] = sides;
  out["turnover"] = e.turnover;
  out["unexplained"] = e.unexplained();
  return out;
}

nb::list rows_of(const std::vector<Check>& checks, const std::vector<CheckReading>& readings,
                 const std::string& unstable) {
  nb::list out;
  for (std::size_t k = 0; k < readings.size(); ++k) {
    const CheckReading& r = readings[k];
    nb::dict row;
    row["name"] = checks[k].name;
    row["measured"] = r.measured;
    row["theory"] = r.theory;
    row["difference"] = r.difference;
    row["bound"] = r.bound;
    row["relative"] = r.relative;
    row["verdict"] = name_of(r.verdict);
    row["note"] = unstable.empty() ? r.waits.english() : unstable;
    out.append(row);
  }
  return out;
}

}  // namespace ez::python
