#include "app/session/pane_keeper.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/model/panes.h"
#include "app/model/update.h"
#include "solver/gas/problem.h"

namespace ez {
namespace {

// Largest number of values per probe, and of all probes together. Beyond it the older half is dropped.
constexpr std::size_t longest_trace = 1u << 22, most_values = 1u << 27, shortest_trace = 1000;

// True if the gas or heat has a cell that a step can change.
bool has_open_cell(const gas::GasProblem& gas) {
  return gas.solid.empty() || std::ranges::find(gas.solid, 0) != gas.solid.end();
}

void append(ProbeTrace& trace, const std::string& name, const ProbeSamples& s, std::size_t longest) {
  const bool taken_back = s.first_step < trace.first_step + trace.values.size();
  if (s.restarted || trace.values.empty() || s.first_step < trace.first_step)
    trace = {name, s.first_step, {}, {}};
  else if (taken_back)
    trace.values.resize(s.first_step - trace.first_step);
  trace.times.resize(std::min(trace.times.size(), trace.values.size()));
  trace.values.insert(trace.values.end(), s.values.begin(), s.values.end());
  trace.times.insert(trace.times.end(), s.times.begin(), s.times.end());
  if (trace.values.size() < longest) return;
  const std::size_t half = trace.values.size() / 2;
  trace.values.erase(trace.values.begin(), trace.values.begin() + static_cast<std::ptrdiff_t>(half));
  if (!trace.times.empty())
    trace.times.erase(trace.times.begin(), trace.times.begin() + static_cast<std::ptrdiff_t>(half));
  trace.first_step += half;
}

}  // namespace

void PaneKeeper::adopt(EngineMakerChoice choice) {
  d_.state.engine_reason = choice.reason;
  adopt(std::make_unique<Comparison>(std::move(choice.make), d_.applied, d_.state.media));
}

void PaneKeeper::adopt(std::unique_ptr<Comparison> runs) {
  d_.runs = std::move(runs);
  d_.looks = false;
  d_.panes.clear();
  fit();
  d_.restarted();
  d_.panes[0].field.stage = std::make_unique<Stage>(d_.command.link, d_.runs->pane(0));
  d_.clock = FrameClock(d_.window.refresh_rate(), d_.on_gpu() ? 0.95 : 0.85);
  d_.state.performance.display_hz = d_.window.refresh_rate();
  d_.state.engine = d_.runs->pane(0).info();
  d_.parts.each(&SessionPart::adopt, *d_.runs);
  refresh();
}

void PaneKeeper::offer_blocks() {
  const Engine& engine = d_.runs->pane(0).engine();
  if (engine.why_illegal(engine.block()).empty())
    d_.interface->set_blocks([this](BlockShape block) { return d_.runs->pane(0).engine().why_illegal(block); });
  else
    d_.interface->set_blocks({});
}

double PaneKeeper::steps_per_step() const {
  double steps = 0;
  const Comparison& runs = *d_.runs;
  for (int k = 0; k < runs.panes(); ++k) steps += runs.pane(0).dt() / runs.pane(k).dt();
  return steps;
}

double PaneKeeper::cells_per_step() const {
  double cells = 0;
  const Comparison& runs = *d_.runs;
  for (int k = 0; k < runs.panes(); ++k) {
    const Grid& grid = runs.pane(k).scene().grid;
    cells += runs.pane(0).dt() / runs.pane(k).dt() * grid.nx * grid.ny;
  }
  return cells;
}

void PaneKeeper::fit() {
  d_.panes.resize(static_cast<std::size_t>(d_.runs->panes()));
  if (traced_ < d_.runs->panes()) return;
  traced_ = 0;
  d_.state.probes = std::move(d_.panes[0].probes);
}

void PaneKeeper::report_no_open_cells() {
  const auto& gas = d_.runs->pane(0).problem().gas;
  has_open_cells_ = !gas || has_open_cell(*gas);
  if (has_open_cells_) return withdraw(d_.state, "walls");
  if (std::ranges::find(d_.state.notes, "walls", &Note::cause) == d_.state.notes.end())
    add_note(d_.state, Note::Kind::warning, "Cannot run: all cells are walls. Remove walls or make them smaller.",
             d_.now(), "walls");
}

void PaneKeeper::refresh() {
  report_no_open_cells();
  d_.state.panes.resize(static_cast<std::size_t>(d_.runs->panes()));
  for (int k = 0; k < d_.runs->panes(); ++k) {
    PaneState& pane = d_.state.panes[static_cast<std::size_t>(k)];
    pane.scene = d_.runs->pane(k).scene();
    pane.media = d_.runs->pane(k).media();
    pane.name = d_.runs->name(k).empty() ? boundary_name(pane.scene.boundary).english() : d_.runs->name(k);
  }
  const std::string& reference = d_.runs->reference_message();
  if (reference.empty())
    withdraw(d_.state, "reference run");
  else if (reference != d_.state.reference.message)
    add_note(d_.state, Note::Kind::warning, Text::as_is(reference), d_.now(), "reference run");
  d_.state.reference.bytes = d_.runs->reference_bytes();
  d_.state.reference.nx = d_.state.reference.ny = 0;
  d_.state.reference.message = reference;
  if (const Solver* reference = d_.runs->reference(0)) {
    d_.state.reference.nx = reference->problem().nx;
    d_.state.reference.ny = reference->problem().ny;
  }
}

bool PaneKeeper::look_at_residual() {
  d_.runs->average(d_.state.view.quantity == Quantity::intensity);
  const bool other = d_.state.workspace == Workspace::boundary_lab && d_.state.instruments.difference_with >= 0;
  const bool wanted = d_.state.view.quantity == Quantity::residual && !d_.state.scene.reflection.on && !other &&
                      d_.state.workspace != Workspace::kernel_lab;
  if (wanted == d_.looks) return false;
  d_.looks = wanted;
  d_.runs->look(wanted);
  for (Pane& pane : d_.panes) pane.field.stale = pane.residual.stale = true;
  refresh();
  return true;
}

std::vector<ProbeTrace>& PaneKeeper::probes(int k) {
  return k == traced_ ? d_.state.probes : d_.panes[static_cast<std::size_t>(k)].probes;
}

void PaneKeeper::collect_probes() {
  for (int k = 0; k < d_.runs->panes(); ++k) {
    std::vector<ProbeSamples> samples = d_.runs->pane(k).take_probes();
    const std::vector<Probe>& wanted = d_.runs->pane(k).scene().probes;
    probes(k).resize(wanted.size());
    const std::size_t longest =
        std::clamp(most_values / std::max<std::size_t>(wanted.size(), 1), shortest_trace, longest_trace);
    for (std::size_t i = 0; i < wanted.size(); ++i) append(probes(k)[i], wanted[i].name, samples[i], longest);
  }
  if (traced_ == d_.state.active) return;
  if (traced_ < d_.runs->panes()) d_.panes[static_cast<std::size_t>(traced_)].probes = std::move(d_.state.probes);
  traced_ = d_.state.active;
  d_.state.probes = std::move(d_.panes[static_cast<std::size_t>(traced_)].probes);
}

}  // namespace ez
