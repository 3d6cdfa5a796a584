#include "solver/study/sweep_table.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "solver/base/csv.h"
#include "solver/base/json_text.h"

namespace ez {
namespace {

std::string csv_number(double x) { return std::isfinite(x) ? fmt::format("{}", x) : ""; }

std::string list_of(std::span<const double> values) {
  std::string out;
  for (const double v : values) out += (out.empty() ? "" : ", ") + json_number(v);
  return out;
}

// Returns order, extrapolated and uncertainty; NaN without a verdict.
std::array<double, 3> numbers_of(const std::optional<Convergence>& c) {
  if (c) return {c->order, c->extrapolated, c->uncertainty};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  return {nan, nan, nan};
}

const char* word_of(Convergence::Verdict verdict) {
  switch (verdict) {
    case Convergence::Verdict::converged:
      return "converged";
    case Convergence::Verdict::unchanged:
      return "unchanged";
    case Convergence::Verdict::not_converged:
      return "not converged";
    case Convergence::Verdict::no_value:
      break;
  }
  return "no value";
}

}  // namespace

std::string convergence_json(const std::optional<Convergence>& c) {
  const auto [order, extrapolated, uncertainty] = numbers_of(c);
  return fmt::format(
      ", \"convergence\": {}, \"order\": {}, \"extrapolated\": {}, \"uncertainty\": {}, \"grid_cells\": [{}], "
      "\"grid_values\": [{}]",
      c ? quoted(word_of(c->verdict)) : "null", json_number(order), json_number(extrapolated), json_number(uncertainty),
      c ? list_of(c->cells) : "", c ? list_of(c->values) : "");
}

std::string sweep_csv(const KeySweep& sweep) {
  const bool converge = sweep.request.converge;
  std::string out;
  for (const SweepAxis& a : sweep.request.axes) out += csv_field(a.path) + ",";
  out += fmt::format("measured,theory,steps,time_s,{}problem\n", converge ? "order,extrapolated,uncertainty," : "");
  for (const SweepPoint& p : sweep.points) {
    for (const double v : p.values) out += csv_number(v) + ",";
    out += fmt::format("{},{},{},{},", csv_number(p.measured), csv_number(p.theory), p.steps, csv_number(p.time));
    if (converge)
      for (const double v : numbers_of(p.convergence)) out += csv_number(v) + ",";
    out += csv_field(p.problem) + "\n";
  }
  return out;
}

std::string sweep_json(const KeySweep& sweep, const std::string& scene, const std::string& version,
                       const std::string& revision) {
  std::string axes, rows;
  for (const SweepAxis& a : sweep.request.axes) axes += (axes.empty() ? "" : ", ") + quoted(a.path);
  for (const SweepPoint& p : sweep.points)
    rows += fmt::format(
        "{}    {{\"values\": [{}], \"measured\": {}, \"theory\": {}, \"steps\": {}, \"time_s\": {}{}, \"problem\": "
        "{}}}",
        rows.empty() ? "\n" : ",\n", list_of(p.values), json_number(p.measured), json_number(p.theory), p.steps,
        json_number(p.time), sweep.request.converge ? convergence_json(p.convergence) : "",
        p.problem.empty() ? "null" : quoted(p.problem));
  return fmt::format(
      "{{\n  \"ezscope\": {},\n  \"revision\": {},\n  \"scene\": {},\n  \"paths\": [{}],\n  \"measure\": {},\n"
      "  \"theory\": {},\n  \"rows\": [{}\n  ]\n}}\n",
      quoted(version), quoted(revision), quoted(scene), axes, quoted(sweep.request.measure),
      sweep.request.theory.empty() ? "null" : quoted(sweep.request.theory), rows);
}

}  // namespace ez
