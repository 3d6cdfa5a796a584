#include "solver/measure/stability/failed_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>

namespace ez {
namespace {

constexpr double cautious_cfl = 0.4, enough_viscosity = 1;  // for Lax–Wendroff
constexpr double strong_viscosity = 3;
constexpr double short_step = 0.2;                    // cfl
constexpr double strong_fix = 4, strongest_fix = 10;  // δ/c that suffices for a gas that is pulled apart
// Limit of ν times the Courant number. It gives a diffusion number ν |Δu| Δt/Δx of at most a half between cells whose
// velocities differ by half of the fastest signal.
constexpr double most_spread = 1;

Diagnosis of_heat(Scene s) {
  s.heat.dt.reset();
  s.heat.cfl.reset();
  return {"the time step exceeds the stability limit 1/(2κ(1/Δx² + 1/Δy²))",
          "remove heat.dt and heat.cfl, so that Δt is 0.9 of that limit", std::move(s)};
}

Diagnosis with_lax_wendroff(Scene s, std::string cause, double viscosity, double cfl) {
  std::string words = s.gas.dt ? "without gas.dt, " : "";
  if (s.gas.scheme != GasScheme::lax_wendroff) words += "gas.scheme = \"lax-wendroff\", ";
  words += fmt::format("gas.viscosity = {:g} and gas.cfl = {:g}", viscosity, cfl);
  s.gas.scheme = GasScheme::lax_wendroff;
  s.gas.dt.reset();
  s.gas.viscosity = viscosity;
  s.gas.cfl.reset();
  if (cfl != cautious_cfl) s.gas.cfl = cfl;  // cautious_cfl is the scheme's default
  return {std::move(cause), std::move(words), std::move(s)};
}

// `fix`, `cfl`: 0 to leave it unchanged.
Diagnosis with_roe(Scene s, std::string cause, double fix, double cfl) {
  std::vector<std::string> changes;
  if (s.gas.scheme != GasScheme::roe) changes.emplace_back("gas.scheme = \"roe\"");
  if (fix > 0) changes.push_back(fmt::format("gas.entropy_fix = {:g}", fix));
  if (cfl > 0) changes.push_back(fmt::format("gas.cfl = {:g}", cfl));
  std::string words = fmt::format("{}{}", s.gas.dt ? "without gas.dt, " : "", fmt::join(changes, " and "));
  s.gas.scheme = GasScheme::roe;
  s.gas.dt.reset();
  if (fix > 0) s.gas.entropy_fix = fix;
  if (cfl > 0) s.gas.cfl = cfl;
  return {std::move(cause), std::move(words), std::move(s)};
}

// Returns the same diagnosis in double precision.
Diagnosis in_double(Diagnosis d) {
  d.cause = "single precision has too few digits for states that differ this much";
  d.remedy = "grid.precision = \"double\"" + (d.remedy.empty() ? "" : " and " + d.remedy);
  d.fixed_scene->grid.precision = Precision::float64;
  return d;
}

Diagnosis of_fixed_step(Scene s) {
  const double dt = s.gas.dt.value_or(0);
  s.gas.dt.reset();
  return {fmt::format("Δt is fixed at {:.4g} s, but waves in the gas now cross more than a cell in that time", dt),
          "remove gas.dt, so that Δt follows the largest |u| + c", std::move(s)};
}

void diagnose_lax_wendroff(const Scene& s, std::vector<Diagnosis>& out) {
  const double cfl = s.gas.cfl.value_or(cautious_cfl), nu = s.gas.viscosity;
  const std::string too_much =
      fmt::format("the artificial viscosity, {:g}, is so large that it is unstable itself", nu);
  const std::string ripples =
      "Lax–Wendroff's oscillations at a shock made a value negative: its viscosity is too small, or its steps are too "
      "long";
  const std::string strong = "Lax–Wendroff's oscillations at a strong shock made a value negative";
  if (const bool feeds = nu * cfl > most_spread; feeds || cfl > cautious_cfl || nu < enough_viscosity)
    out.push_back(with_lax_wendroff(s, feeds ? too_much : ripples, enough_viscosity, cautious_cfl));
  out.push_back(with_roe(s, strong, 0, 0));
  out.push_back(with_lax_wendroff(s, strong, strong_viscosity, short_step));
}

void diagnose_roe(const Scene& s, std::vector<Diagnosis>& out) {
  const std::string apart = "the gas expands so strongly that Roe's linear waves give a negative value between them";
  const std::string thinned = "the gas is emptied within one step";
  const bool weak = s.gas.entropy_fix < strong_fix;
  const double half = s.gas.cfl.value_or(0.9) / 2;
  if (weak) out.push_back(with_roe(s, apart, strong_fix, 0));
  out.push_back(with_roe(s, thinned, 0, half));
  if (half > short_step) out.push_back(with_roe(s, thinned, 0, short_step));
  out.push_back(with_roe(s, apart, std::max(s.gas.entropy_fix, strong_fix), std::min(half, short_step)));
  out.push_back(with_roe(s, apart, strongest_fix, std::min(half, short_step) / 4));
  out.push_back(
      with_lax_wendroff(s, "Roe's linear waves give a negative value between them", enough_viscosity, cautious_cfl));
  out.push_back(
      with_lax_wendroff(s, "Roe's linear waves give a negative value between them", strong_viscosity, short_step));
}

void diagnose_muscl(const Scene& s, std::vector<Diagnosis>& out) {
  const double half = s.gas.cfl.value_or(usual_cfl(s.gas.scheme)) / 2;
  for (const double cfl : {half, half / 4}) {
    Scene slower = s;
    slower.gas.cfl = cfl;
    slower.gas.dt.reset();
    out.push_back({"the gas is emptied within one step",
                   fmt::format("{}gas.cfl = {:g}", s.gas.dt ? "without gas.dt, " : "", cfl), std::move(slower)});
  }
}

}  // namespace

std::vector<Diagnosis> suspect_cells(const Scene& scene) {
  std::vector<Diagnosis> out;
  if (scene.physics == Physics::heat) {
    if (scene.heat.dt || scene.heat.cfl) out.push_back(of_heat(scene));
    return out;
  }
  if (scene.gas.dt) out.push_back(of_fixed_step(scene));
  switch (scene.gas.scheme) {
    case GasScheme::roe:
      diagnose_roe(scene, out);
      break;
    case GasScheme::lax_wendroff:
      diagnose_lax_wendroff(scene, out);
      break;
    case GasScheme::muscl_hllc:
      diagnose_muscl(scene, out);
  }
  if (scene.grid.precision == Precision::float32) {
    out.push_back(in_double({"", "", scene}));
    out.push_back(in_double(with_roe(scene, "", 0, short_step)));
  }
  return out;
}

CellDiagnosis::CellDiagnosis(const Scene& scene, CellAttempt attempt)
    : attempt_(std::move(attempt)), suspects_(suspect_cells(scene)) {
  if (suspects_.empty())
    result_ = {"nothing in the scene explains it", "", {}};
  else if (scene.physics == Physics::heat)
    result_ = suspects_.front();
  else
    result_ = {suspects_.front().cause, "", {}};
  done_ = suspects_.empty() || scene.physics == Physics::heat || !attempt_;
}

bool CellDiagnosis::step() {
  if (done_) return false;
  const Diagnosis& suspect = suspects_[next_++];
  const Outcome outcome = attempt_(*suspect.fixed_scene);
  const bool all_failed = outcome == Outcome::fails && next_ == suspects_.size();
  if (outcome == Outcome::holds)
    result_ = suspect;
  else if (outcome == Outcome::untried)
    result_.cause += fmt::format("; the run is too long to try a remedy. Perhaps {} helps", suspect.remedy);
  else if (all_failed)
    result_.cause += fmt::format("; none of {} tested changes let the gas continue", suspects_.size());
  done_ = outcome != Outcome::fails || all_failed;
  return !done_;
}

Diagnosis diagnose_cells(const Scene& scene, const CellAttempt& attempt) {
  CellDiagnosis diagnosis(scene, attempt);
  while (diagnosis.step()) continue;
  return diagnosis.result();
}

}  // namespace ez
