#include "app/session/line_watch.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double moments = 64;            // of a period
constexpr double steps_of_none = 250;     // that stand for a period where no source has one
constexpr double next_to_nothing = 1e-3;  // of the largest amplitude

}  // namespace

void LineWatch::follow(State& state, Comparison& runs) {
  const int pane = std::min(state.lab.active, runs.panes() - 1);
  Solver& solver = runs.pane(pane);
  std::vector<Node> nodes;
  if (state.view.cut.on) nodes = nodes_of(solver.scene(), state.view.cut);
  const bool other = nodes != nodes_ || pane != pane_;
  if (other || solver.time() < time_) {  // also where the run starts over or is taken back
    past_.clear();
    now_.clear();
    nodes_ = nodes;
    pane_ = pane;
    time_ = solver.time();
    state.cut = {};
  }
  runs.watch(pane, nodes);
  if (nodes.empty()) return;
  const std::optional<double> period = first_period(solver.scene());
  const Comparison::Watched seen = runs.take_watched();
  add(seen, period.value_or(steps_of_none * solver.dt()));
  if (seen.times.empty() && !now_.empty()) return;
  if (now_.empty())  // no step was made since the line was drawn
    for (const Node n : nodes) now_.push_back(solver.value_at(Quantity::ez, n));
  tell(state.cut, period);
}

void LineWatch::add(const Comparison::Watched& seen, double period) {
  const std::size_t row = nodes_.size();
  for (std::size_t n = 0; n < seen.times.size(); ++n) {
    const auto values = seen.values.begin() + static_cast<std::ptrdiff_t>(n * row);
    now_.assign(values, values + static_cast<std::ptrdiff_t>(row));
    time_ = seen.times[n];
    if (past_.empty() || time_ >= past_.back().time + period / moments) past_.push_back({time_, now_, now_});
    std::vector<double>& peaks = past_.back().peaks;
    for (std::size_t k = 0; k < row; ++k) peaks[k] = std::max(std::abs(peaks[k]), std::abs(now_[k]));
  }
  while (!past_.empty() && past_.front().time <= time_ - period) past_.pop_front();
}

void LineWatch::tell(CutTrace& out, std::optional<double> period) const {
  const std::size_t row = nodes_.size();
  out.now = now_;
  out.largest.assign(past_.empty() ? 0 : row, 0);
  for (const Moment& m : past_)
    for (std::size_t k = 0; k < row; ++k) out.largest[k] = std::max(out.largest[k], m.peaks[k]);
  out.phase.clear();
  if (!period || past_.empty()) return;
  std::vector<std::complex<double>> sum(row);
  double most = 0;
  for (const Moment& m : past_) {
    const std::complex<double> turn = std::polar(1.0, 2 * pi * m.time / *period);
    for (std::size_t k = 0; k < row; ++k) sum[k] += m.first[k] * turn;
  }
  for (const auto& s : sum) most = std::max(most, std::abs(s));
  for (const auto& s : sum)
    out.phase.push_back(std::abs(s) > next_to_nothing * most ? std::arg(s) * 180 / pi
                                                             : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace ez
