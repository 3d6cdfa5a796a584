#include "app/features/kernel_lab/kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/state.h"
#include "app/model/log/members.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "app/picture/pane.h"
#include "solver/base/text_with.h"
#include "solver/engine/backend.h"

namespace ez {
namespace {

Roofs measured_roofs(const EngineInfo& engine) {
  Roofs r;
  r.host = engine.device_index < 0;
  const Backend* backend = find_backend(engine.backend_name);
  if (!backend || !backend->bandwidths) {
    r.why = fmt::format("Cannot measure the roofs: the {} backend does not support it", engine.backend_name);
    return r;
  }
  try {
    const Bandwidths b = backend->bandwidths(engine);
    r.copy = b.copy, r.l2 = b.cache, r.theoretical = b.theoretical, r.issue = b.issue, r.l2_bytes = b.cache_bytes;
  } catch (const std::exception& e) {
    r.why = fmt::format("Cannot measure the roofs: {}", e.what());
  }
  return r;
}

// Returns the scheme whose blocks are chosen while this one runs.
SchemeChoice with_blocks(const SchemeChoice& scheme) {
  const SchemeFacts* facts = find_scheme(scheme.name);
  return facts && facts->blocks ? scheme : SchemeChoice{"two-kernel", 0};
}

// Returns a map with every shape, and the paper's own shape if it is not among them.
BlockMap empty_map(const Engine& engine, const SchemeChoice& scheme, const RunSize& size) {
  BlockMap map;
  map.scheme = scheme;
  map.size = size;
  if (engine.block_limits() == BlockLimits{}) map.why = engine.why_illegal(engine.block());
  if (!map.why.empty()) return map;
  const auto square = [&](BlockShape b) { return BlockSquare{b, engine.why_illegal(b), 0, 0}; };
  for (int j = 0; j < shapes_a_side; ++j)
    for (int i = 0; i < shapes_a_side; ++i) map.squares.push_back(square({1 << i, 1 << j}));
  const SchemeFacts* facts = find_scheme(scheme.name);
  if (facts && !square_of(map, facts->block)) map.paper = square(facts->block);
  return map;
}

}  // namespace

// ---- which kernels run

Solver& Kernels::active() { return active_run(*runs_, state_.active); }

void Kernels::adopt(Comparison& runs) {
  runs_ = &runs;
  std::string why;
  for (int k = 0; k < runs_->panes(); ++k)
    if (std::string one = apply_preset(runs_->pane(k)); why.empty()) why = std::move(one);
  schemes_.clear();
  for (int k = 0; k < runs_->panes(); ++k) schemes_.push_back(runs_->pane(k).engine().scheme());
  if (!why.empty())
    add_note(state_, Note::Kind::news, text_with("The scene's [run] settings cannot be used: {}", why),
             services_.now());
  know();
}

void Kernels::choose() {
  if (!wanted_) return;
  const SchemeChoice choice = *std::exchange(wanted_, std::nullopt);
  cancel();
  const bool other = choice.name != active().engine().scheme().name;
  const std::string why = active().set_scheme(choice);
  if (!why.empty()) {
    if (why_not(*find_scheme(choice.name), active().scene()).empty()) refused_[choice.name] = why;
    add_note(state_, Note::Kind::warning, text_with("{} cannot run here: {}", choice.name, why), services_.now());
    know();
    return;
  }
  refused_.erase(choice.name);
  schemes_.assign(static_cast<std::size_t>(runs_->panes()), choice);
  if (other) active().engine().set_block(find_scheme(choice.name)->block);
  settle({});
}

void Kernels::use_blocks() {
  const SchemeChoice of = with_blocks(active().engine().scheme());
  if (of == active().engine().scheme()) return;
  schemes_.assign(static_cast<std::size_t>(runs_->panes()), of);
  settle({});
}

void Kernels::settle(const std::string& why) {
  std::vector<Text> stayed;
  Text first;
  bool any = false;
  const BlockShape block = active().engine().block();
  schemes_.resize(static_cast<std::size_t>(runs_->panes()), schemes_.empty() ? SchemeChoice{} : schemes_.front());
  for (int k = 0; k < runs_->panes(); ++k) {
    Solver& pane = runs_->pane(k);
    const SchemeChoice& wanted = schemes_[static_cast<std::size_t>(k)];
    if (pane.engine().scheme() == wanted) {
      any = true;
      continue;
    }
    const std::string reason = pane.set_scheme(wanted);
    if (reason.empty()) {
      any = true;
      pane.engine().set_block(block);
      continue;
    }
    if (first.empty()) first = text_with("{}: {}", wanted.name, why.empty() ? reason : why);
    stayed.push_back(text_with("{}: {}", pane_name(state_, k), reason));
  }
  if (!any) {
    add_note(state_, Note::Kind::warning, text_with("auto runs instead of {}", first), services_.now());
    schemes_.assign(schemes_.size(), SchemeChoice{});
    stayed.clear();
  }
  const Text words = Text::joined(stayed, "; ");
  if (!words.empty() && words != stayed_)
    add_note(state_, Note::Kind::warning, text_with("Some panes still use the scheme auto. {}", words),
             services_.now());
  stayed_ = words;
  know();
}

// Updates the parts of the state about schemes and blocks that depend on scene and scheme only.
void Kernels::know() {
  KernelState& k = state_.of<KernelState>();
  const Engine& engine = active().engine();
  const Scene& scene = active().scene();
  const std::vector<SchemeFacts>& all = all_schemes();
  k.scheme = engine.scheme();
  k.note = engine.scheme_note();
  update_passes();
  k.schemes.resize(all.size());
  using On = SchemeFacts::On;
  const On other = engine.block_limits() == BlockLimits{} ? On::device : On::host;
  for (std::size_t i = 0; i < all.size(); ++i) {
    SchemeState& s = k.schemes[i];
    if (all[i].on == other) {  // cannot run, whatever the scene
      s = {other == On::device ? "needs a GPU" : "runs on the CPU", false, true, {}};
      continue;
    }
    const auto why_not_here = [&](int form) { return engine.why_no_scheme({std::string(all[i].name), form}); };
    if (const std::string why = why_not_here(0); !why.empty()) {
      s = {Text::as_is(why), false, true, {}};
      continue;
    }
    s.elsewhere = false;
    s.forms_elsewhere.clear();
    for (int v = 0; v < static_cast<int>(all[i].forms.size()); ++v) s.forms_elsewhere.push_back(why_not_here(v));
    s.why = Text::as_is(why_not(all[i], scene));
    s.scene = !s.why.empty() && all[i].live;
    if (const auto at = refused_.find(std::string(all[i].name)); s.why.empty() && at != refused_.end())
      s.why = Text::as_is(at->second);
    if (all[i].name == k.scheme.name) s.limits = engine.block_limits();
  }
  k.no_sweep = runs_->panes() > 1 ? "Cannot measure several panes. Remove all panes but one."
               : runs_->reference(0) != nullptr
                   ? "Cannot measure next to a reference run. Stop measuring reflection first."
                   : "";
  const RunSize size = size_of(scene);
  if (const SchemeChoice of = with_blocks(k.scheme);
      !sweep_ && (!(k.map.scheme == of) || !(k.map.size == size) || known_engine_ != &engine))
    k.map = empty_map(engine, of, size);
  known_engine_ = &engine;
}

void Kernels::follow_active() {
  if (known_engine_ != &active().engine()) know();
}

void Kernels::forget() {
  runs_ = nullptr;
  sweep_.reset();
  slice_ = 0;
  schemes_.clear();
  refused_.clear();
  known_engine_ = nullptr;
  state_.of<KernelState>().roofs.reset();
  state_.of<KernelState>().speeds.clear();
  state_.of<KernelState>().sweep.reset();
}

// ---- measuring

Text Kernels::start(Sweep::Kind kind) {
  KernelState& k = state_.of<KernelState>();
  if (!k.no_sweep.empty()) return k.no_sweep;
  std::vector<Candidate> candidates;
  if (kind == Sweep::Kind::blocks) {
    if (!k.map.why.empty()) return Text::as_is(k.map.why);
    const SchemeChoice of = with_blocks(k.scheme);
    k.map = empty_map(active().engine(), of, k.map.size);
    for (const BlockSquare& s : k.map.squares)
      if (s.why.empty()) candidates.push_back({of, s.block});
    if (k.map.paper && k.map.paper->why.empty()) candidates.push_back({of, k.map.paper->block});
  } else {
    for (std::size_t i = 0; i < k.schemes.size(); ++i) {
      const SchemeFacts& facts = all_schemes()[i];
      if (!k.schemes[i].why.empty()) continue;
      const int forms = std::max<int>(1, static_cast<int>(facts.forms.size()));
      for (int v = 0; v < forms; ++v)
        if (k.schemes[i].why_not_form(v).empty()) candidates.push_back({{std::string(facts.name), v}, facts.block});
    }
  }
  cancel();
  runs_->wait();
  const Solver::Speed before = runs_->take_speed();
  swept_.steps += before.steps;
  swept_.seconds += before.seconds;
  sweep_.emplace(kind, std::move(candidates), active());
  k.sweep = SweepProgress{kind == Sweep::Kind::schemes, 0};
  return {};
}

void Kernels::cancel() {
  if (!sweep_) return;
  runs_->wait();
  end_sweep();
}

void Kernels::end_sweep() {
  sweep_->restore(active());
  sweep_.reset();
  slice_ = 0;
  state_.of<KernelState>().sweep.reset();
  settle({});
}

void Kernels::end_slice() {
  if (!sweep_ || slice_ == 0) return;
  runs_->wait();  // waits, so that its time is counted
  Solver::Speed speed = runs_->take_speed();
  speed.seconds = log_.record_or_replay("slice", [&] { return speed.seconds; });
  swept_.steps += speed.steps;
  swept_.seconds += speed.seconds;
  sweep_->end_slice(static_cast<int>(speed.steps), speed.seconds);
  slice_ = 0;
  KernelState& k = state_.of<KernelState>();
  k.sweep->fraction = sweep_->fraction();
  const Measured& m = sweep_->results().back();
  if (m.step_seconds.empty()) return;
  const RunSize size = size_of(active().scene());
  const double gcells = 1e-9 * size.nx * size.ny / m.median();
  const int slices = static_cast<int>(m.step_seconds.size());
  update_passes();
  record(k, {m.candidate.scheme, m.candidate.block, size, gcells, services_.now(), slices,
             bytes_of(k.passes, size.precision)});
  if (const int row = scheme_index(m.candidate.scheme.name); row >= 0)
    k.schemes[static_cast<std::size_t>(row)].limits = m.limits;
  if (sweep_->kind() != Sweep::Kind::blocks) return;
  const auto note = [&](BlockSquare& s) {
    if (s.block == m.candidate.block) s.gcells = gcells, s.slices = slices;
  };
  for (BlockSquare& s : k.map.squares) note(s);
  if (k.map.paper) note(*k.map.paper);
}

int Kernels::begin_slice() {
  if (!sweep_) return 0;
  const std::size_t begun = sweep_->results().size();
  slice_ = sweep_->begin_slice(active());
  for (std::size_t i = begun; i < sweep_->results().size(); ++i) {
    const Measured& m = sweep_->results()[i];
    if (!m.why.empty() && sweep_->kind() == Sweep::Kind::schemes) refused_[m.candidate.scheme.name] = m.why;
  }
  if (slice_ == 0) end_sweep();
  return slice_;
}

Solver::Speed Kernels::take_sweep_speed() { return std::exchange(swept_, {}); }

void Kernels::update_passes() { state_.of<KernelState>().passes = active().engine().passes(); }

void Kernels::record_speed() {
  update_passes();
  const Performance& p = state_.performance;
  const Running now_running{running(active()), size_of(active().scene())};
  const bool same = now_running == sampled_;
  sampled_ = now_running;
  if (!same || sweep_ || p.gcells_kernel <= 0 || !state_.of<KernelState>().no_sweep.empty()) return;
  const SchemeSpeed* old = speed_of(state_, now_running.what.scheme.name, now_running.what.scheme.form,
                                    now_running.size, now_running.what.block);
  if (old && old->slices > 0) return;  // a median of slices is better than a single value
  const double bytes = bytes_of(state_.of<KernelState>().passes, now_running.size.precision);
  record(state_.of<KernelState>(), {now_running.what.scheme, now_running.what.block, now_running.size, p.gcells_kernel,
                                    services_.now(), 0, bytes});
}

// ---- roofs

bool Kernels::measure_roofs() {
  std::optional<Roofs>& roofs = state_.of<KernelState>().roofs;
  if (roofs || state_.workspace != Workspace::kernel_lab) return false;
  runs_->wait();  // nothing else may use the device during the measurement
  const auto start = std::chrono::steady_clock::now();
  roofs = measured_roofs(state_.engine);
  roofs->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return true;
}

}  // namespace ez
