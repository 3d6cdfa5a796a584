#include "app/session/watch/line_watch.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double moments = 64;            // entries per period
constexpr double steps_of_none = 250;     // steps that replace a period if no source has one
constexpr double next_to_nothing = 1e-3;  // share of the largest amplitude that counts as zero

}  // namespace

void LineWatch::follow(State& state, Comparison& runs, bool altered) {
  const int pane = std::min(state.active, runs.panes() - 1);
  Solver& solver = runs.pane(pane);
  std::vector<Node> nodes;
  if (state.view.cut.on) nodes = nodes_of(solver.scene(), state.view.cut);
  const bool other = nodes != nodes_ || pane != pane_;
  if (other || solver.time() < time_) {  // also after a restart or a return to an earlier step
    past_.clear();
    now_.clear();
    nodes_ = nodes;
    pane_ = pane;
    time_ = solver.time();
    state.cut = {};
  }
  const bool cells = in_cells(solver.scene().physics);
  runs.watch(pane, cells ? std::vector<Node>{} : nodes);
  other_tubes(runs);
  if (nodes.empty()) return;
  if (cells) return follow_gas(state, solver, altered);
  const std::optional<double> period = first_period(solver.scene());
  const Comparison::Watched seen = runs.take_watched();
  const double span = period.value_or(steps_of_none * solver.dt());
  add(seen, span);
  if (seen.times.empty() && !now_.empty()) return;
  if (now_.empty())  // no step has been made since the line was drawn
    for (const Node n : nodes) now_.push_back(solver.value_at(Quantity::ez, n));
  write_trace(state.cut, period, span, solver.dt());
}

// For a gas or heat: records the current values of the shown quantity, and their theory if it is known.
void LineWatch::follow_gas(State& state, Solver& solver, bool altered) {
  CutTrace& out = state.cut;
  out = {};
  out.quantity = facts_of(state.view.quantity).of == QuantityFacts::Origin::cell
                     ? state.view.quantity
                     : main_quantity(solver.scene().physics);
  for (const Node n : nodes_) out.now.push_back(solver.value_at(out.quantity, n));
  const std::optional<gas::Tube>& t = starts_[static_cast<std::size_t>(pane_)].tube;
  if (!t || altered) return;
  const Problem& p = solver.problem();
  for (const Node n : nodes_) {
    const double place = t->along_y ? (n.j + 0.5) * p.dy : (n.i + 0.5) * p.dx;
    out.exact.push_back(exact_value(*t, out.quantity, place, solver.time()));
  }
  if (std::none_of(out.exact.begin(), out.exact.end(), [](double v) { return std::isfinite(v); })) out.exact.clear();
}

bool LineWatch::other_tubes(const Comparison& runs) {
  bool other = false;
  starts_.resize(static_cast<std::size_t>(runs.panes()));
  for (int k = 0; k < runs.panes(); ++k) {
    Start& known = starts_[static_cast<std::size_t>(k)];
    const auto& gas = runs.pane(k).problem().gas;
    if (gas == known.gas) continue;
    const Start now{gas, gas ? gas::tube_of(*gas) : std::nullopt};
    other |= !(now.tube == known.tube);
    known = now;
  }
  return other;
}

void LineWatch::add(const Comparison::Watched& seen, double period) {
  const std::size_t row = nodes_.size();
  for (std::size_t n = 0; n < seen.times.size(); ++n) {
    const auto values = seen.values.begin() + static_cast<std::ptrdiff_t>(n * row);
    now_.assign(values, values + static_cast<std::ptrdiff_t>(row));
    time_ = seen.times[n];
    if (past_.empty() || time_ >= past_.back().time + period / moments)
      past_.push_back({time_, now_, now_, std::vector<double>(row)});
    Moment& last = past_.back();
    for (std::size_t k = 0; k < row; ++k) {
      last.peaks[k] = std::max(std::abs(last.peaks[k]), std::abs(now_[k]));
      last.squares[k] += now_[k] * now_[k];
    }
    ++last.samples;
  }
  while (past_.size() > 1 && past_[1].time <= time_ - period) past_.pop_front();
}

void LineWatch::write_trace(CutTrace& out, std::optional<double> period, double span, double dt) const {
  const std::size_t row = nodes_.size();
  const bool older = past_.size() > 1 && past_.front().time <= time_ - span;  // the oldest entry
  const auto last = past_.begin() + (older ? 1 : 0);
  out.now = now_;
  out.largest.assign(past_.empty() ? 0 : row, 0);
  for (auto m = last; m != past_.end(); ++m)
    for (std::size_t k = 0; k < row; ++k) out.largest[k] = std::max(out.largest[k], m->peaks[k]);
  out.intensity.assign(past_.empty() ? 0 : row, 0);
  // A period is not a whole number of steps. The entry in which it began contributes a part.
  double left = span / dt, taken = 0;  // steps
  for (auto m = past_.rbegin(); m != past_.rend() && left > 0; ++m) {
    const double part = std::min(left, m->samples);
    for (std::size_t k = 0; k < row; ++k) out.intensity[k] += part / m->samples * m->squares[k];
    left -= part, taken += part;
  }
  for (double& mean : out.intensity) mean /= std::max(taken, 1.0);
  out.phase.clear();
  if (!period || past_.empty()) return;
  std::vector<std::complex<double>> sum(row);
  double most = 0;
  for (auto m = last; m != past_.end(); ++m) {
    const std::complex<double> turn = std::polar(1.0, 2 * pi * m->time / *period);
    for (std::size_t k = 0; k < row; ++k) sum[k] += m->first[k] * turn;
  }
  for (const auto& s : sum) most = std::max(most, std::abs(s));
  for (const auto& s : sum)
    out.phase.push_back(std::abs(s) > next_to_nothing * most ? std::arg(s) * 180 / pi
                                                             : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace ez
