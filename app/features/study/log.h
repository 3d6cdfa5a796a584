// How a session's log stores the experiments of several runs (app/model/log/text.h).
#pragma once

#include "app/features/study/commands.h"
#include "app/features/study/state.h"
#include "app/features/study/sweep_news.h"
#include "app/model/log/members.h"

namespace ez {

constexpr std::string_view label(Convergence::Verdict v) {
  constexpr std::string_view names[] = {"converged", "unchanged", "not_converged", "no_value"};
  return names[static_cast<std::size_t>(v)];
}
namespace command {
constexpr std::string_view label(SaveSweep::As as) {
  constexpr std::string_view names[] = {"csv", "json", "png"};
  return names[static_cast<std::size_t>(as)];
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
