// How a session's log stores the experiments of several runs (app/model/log/text.h).
#pragma once

#include "app/features/study/commands.h"
#include "app/features/study/state.h"
#include "app/features/study/sweep_news.h"
#include "app/model/log/members.h"

namespace ez {

constexpr std::string_view label(Convergence::Verdict v) {
  switch (v) {
    case Convergence::Verdict::converged:
      return "converged";
    case Convergence::Verdict::unchanged:
      return "unchanged";
    case Convergence::Verdict::not_converged:
      return "not_converged";
    case Convergence::Verdict::no_value:
      return "no_value";
  }
  return {};
}
namespace command {
constexpr std::string_view label(SaveSweep::As as) {
  switch (as) {
    case SaveSweep::As::csv:
      return "csv";
    case SaveSweep::As::json:
      return "json";
    case SaveSweep::As::png:
      return "png";
  }
  return {};
}
}  // namespace command
void members(auto& v, Of<Convergence> auto& c) {
  auto& [verdict, cells, values, order, extrapolated, uncertainty, problem] = c;
  v("verdict", verdict), v("cells", cells), v("values", values), v("order", order);
  v("extrapolated", extrapolated), v("uncertainty", uncertainty), v("problem", problem);
}
void members(auto& v, Of<ConvergenceProgress> auto& p) {
  auto& [fraction, checks, done, failed] = p;
  v("fraction", fraction), v("checks", checks), v("done", done), v("failed", failed);
}
void members(auto& v, Of<FinishedPoint> auto& p) {
  auto& [point, measured, theory, steps, time, problem] = p;
  v("point", point), v("measured", measured), v("theory", theory), v("steps", steps), v("time", time);
  v("problem", problem);
}
void members(auto& v, Of<SweepNews> auto& n) {
  auto& [fraction, points, done, failed] = n;
  v("fraction", fraction), v("points", points), v("done", done), v("failed", failed);
}
void members(auto& v, Of<command::SetUpSweep> auto& c) {
  auto& [sweep] = c;
  v("sweep", sweep);
}
void members(auto& v, Of<command::OpenSweepPoint> auto& c) {
  auto& [point] = c;
  v("point", point);
}
void members(auto& v, Of<command::SaveSweep> auto& c) {
  auto& [as, path] = c;
  v("as", as), v("path", path);
}
// Used by app/features/all.cpp.
CommandKinds study_commands();

}  // namespace ez
