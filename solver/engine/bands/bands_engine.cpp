#include "solver/engine/bands/bands_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "solver/engine/bands/batch_part.h"
#include "solver/problem/rows_of.h"

namespace ez {
namespace {

// Returns the halo of bands with so many rows. An exchange costs a device as much time as some steps, and more rows of
// the halo cost time in every step.
int halo_for(int rows, bool on_host) {
  constexpr int pass = 24;  // steps; a whole number of passes of every scheme
  const int passes = on_host || rows < 500 ? 1 : rows < 6000 ? 2 : 4;
  return passes * pass + 2;
}

}  // namespace

BandsEngine::BandsEngine(std::vector<EngineMaker> makers, BandsOptions options)
    : makers_(std::move(makers)), options_(std::move(options)), pool_(static_cast<int>(makers_.size())) {
  if (options_.team) team_ = options_.team();
  if (options_.shares.empty())
    options_.shares.assign(team_ ? static_cast<std::size_t>(team_->size()) : makers_.size(), 1.0);
  parts_.engines.push_back(makers_.front()());
  update_info();
}

// ---- problems

Division BandsEngine::divide(const Problem& problem) const {
  Division out;
  const int wanted = static_cast<int>(options_.shares.size());
  const int most = std::clamp(problem.ny / options_.least_rows, 1, wanted);
  out.halo = options_.halo > 0 ? options_.halo : halo_for(problem.ny / most, info_.on_host);
  const int bands = most_bands(problem, most, out.halo);
  if (team_ && bands < wanted)
    throw EngineError(
        fmt::format("a grid of {} rows is too low for {} processes; start at most {}", problem.ny, wanted, bands));
  out.rows = cut_rows(problem, std::span(options_.shares).first(static_cast<std::size_t>(bands)), out.halo);
  if (team_) {
    out.first = static_cast<std::size_t>(team_->rank());
    out.engines.push_back(makers_.front()());
    if (bands > 1) out.exchange = make_team_exchange(*team_, *out.engines.front(), out.rows, options_.copy);
    return out;
  }
  std::vector<BandEngine> all;
  for (std::size_t k = 0; k < out.rows.size(); ++k) {
    out.engines.push_back(makers_[k]());
    all.push_back({out.engines[k].get(), out.rows[k]});
  }
  if (bands > 1) out.exchange = options_.exchange(std::move(all));
  return out;
}

// Makes fresh engines, so that the old grid remains if the new one does not fit.
void BandsEngine::load(const Problem& problem) {
  job_.wait();
  const BlockShape block = first().block();
  Division old = std::exchange(parts_, divide(problem));
  std::vector<Problem> old_problems = std::exchange(held_, std::vector<Problem>(engines()));
  try {
    each([&](std::size_t k) { load_part(k, problem); }, true);
  } catch (...) {
    parts_ = std::move(old), held_ = std::move(old_problems);
    throw;
  }
  nx_ = problem.nx, ny_ = problem.ny, precision_ = problem.precision, ledger_ = false;
  probes_ = Owners(problem.instruments, parts_.rows);
  gathers_.assign(engines(), {}), points_ = Owners(std::vector<GatherPoint>{}, parts_.rows);
  if (first().block() != block) set_block(block);
  exchanges_itself_ = is_divided();
  for (std::size_t k = 0; k < engines() && exchanges_itself_; ++k)
    exchanges_itself_ = engine(k).set_row_exchange(steps_of_halo(parts_.halo), [this, k](DeviceStream stream) {
      parts_.exchange->run(static_cast<int>(k), stream);
    });
  update_info();
}

void BandsEngine::load_part(std::size_t k, const Problem& problem) {
  if (!is_divided()) return engine(k).load(problem);
  Problem part = rows_of(problem, rows(k));
  engine(k).load(part);
  if (!info_.on_host) held_[k] = std::move(part);
}

void BandsEngine::update_part(std::size_t k, const Problem& problem, const Change& change) {
  const bool all = change.changes_tables() || ledger_;
  Problem part = rows_of(problem, rows(k), all ? BandParts::all : BandParts::tables);
  if (info_.on_host) return engine(k).update(part, rows_of(change, problem, rows(k)));
  if (all)
    held_[k] = std::move(part);
  else
    static_cast<ProblemTables&>(held_[k]) = std::move(part);
  engine(k).update(held_[k], rows_of(change, problem, rows(k)));
}

// The bands remain, so a layer must fit into its band, and the last band remains the first one's neighbour or not.
bool BandsEngine::can_update(bool periodic, int low, int high) const {
  if (!is_divided()) return true;
  Problem p;
  p.ny = ny_;
  p.y.low = low, p.y.high = high;
  if (periodic) p.walls.fill(BoundaryKind::periodic);
  return periodic == (parts_.rows.front().begin > 0) && bands_fit(p, parts_.rows);
}

void BandsEngine::update(const Problem& problem, const Change& change) {
  if (!is_divided()) return each([&](std::size_t) { first().update(problem, change); });
  if (!can_update(problem.wall(Side::bottom) == BoundaryKind::periodic, problem.y.low, problem.y.high))
    throw OutOfMemory("these boundaries need another division of the grid over the devices; reload the scene");
  each([&](std::size_t k) { update_part(k, problem, change); }, true);
  probes_ = Owners(problem.instruments, parts_.rows);
}

void BandsEngine::update_info() {
  info_ = first().info();
  info_.devices = options_.devices;
  if (!is_divided()) return;
  info_.device = fmt::format("{} × {}", parts_.rows.size(), info_.device);
  info_.picture = PicturePath::main_memory;
}

// On devices, the grid may need as many times the least free memory as there are devices.
double BandsEngine::free_bytes() const {
  double least = first().free_bytes();
  for (const auto& e : parts_.engines) least = std::min(least, e->free_bytes());
  return first().info().on_host ? least : least * static_cast<double>(options_.shares.size());
}

std::string BandsEngine::set_scheme(const SchemeChoice& choice, const Problem& problem) {
  constexpr std::array known = {"auto", "two-kernel", "wavefront", "streamed", "resident"};
  if (is_divided() && std::ranges::find(known, choice.name) == known.end())
    return fmt::format("{} does not divide a grid over several devices", choice.name);
  job_.wait();
  for (std::size_t k = 0; k < engines(); ++k)
    if (std::string why = engine(k).set_scheme(choice, is_divided() ? rows_of(problem, rows(k)) : problem);
        !why.empty())
      return why;
  return {};
}

std::string BandsEngine::set_block(BlockShape block) {
  job_.wait();
  std::string why;
  for (const auto& e : parts_.engines)
    if (why.empty()) why = e->set_block(block);
  return why;
}

// ---- batches

void BandsEngine::start(Batch batch) {
  job_.wait();
  reference_.reset();
  batch_ = std::move(batch);
  if (info_.on_host) expand_wave_signals(batch_);
  results_.assign(engines(), {});
  failure_ = nullptr;
  if (parts_.exchange) parts_.exchange->restart();
  started_ = true;
  job_ = pool_.start([this](int k) { run(static_cast<std::size_t>(k)); }, static_cast<int>(engines()));
}

void BandsEngine::run(std::size_t k) {
  try {
    if (is_divided() && !exchanges_itself_) return run_in_parts(k, gathers_[k]);
    engine(k).start(batch_);
    results_[k] = engine(k).finish();
  } catch (const Abandoned&) {
  } catch (...) {
    const std::lock_guard lock(guard_);
    if (!failure_) failure_ = std::current_exception();
    if (parts_.exchange) parts_.exchange->leave();
  }
}

void BandsEngine::run_in_parts(std::size_t k, const Gather& gather) {
  for (int made = 0; made < batch_.steps;) {
    const int steps = std::min(steps_of_halo(parts_.halo), batch_.steps - made);
    engine(k).start(part_of(batch_, made, steps, gather));
    append(results_[k], engine(k).finish());
    made += steps;
    parts_.exchange->run(static_cast<int>(k), nullptr);
  }
}

BatchResult BandsEngine::finish() {
  if (!std::exchange(started_, false)) return {};
  job_.wait();
  if (failure_) std::rethrow_exception(failure_);
  if (!is_divided()) return std::move(results_.front());
  BatchResult all;
  all.steps = batch_.steps;
  all.seconds = team_ ? team_->largest(job_.seconds()) : job_.seconds();
  const std::size_t samples = sample_count(batch_.first_step, batch_.steps, gathers_.front().every);
  all.probes.resize(static_cast<std::size_t>(batch_.steps) * probes_.count());
  all.gathered.resize(samples * points_.count());
  for (std::size_t k = 0; k < engines(); ++k) {
    probes_.add(number(k), results_[k].probes, all.probes);
    points_.add(number(k), results_[k].gathered, all.gathered);
  }
  unite(all.probes.data(), all.probes.size());
  unite(all.gathered.data(), all.gathered.size());
  return all;
}

void BandsEngine::set_gather(const Gather& gather) {
  job_.wait();
  std::vector<Gather> parts(engines(), Gather{{}, gather.every, gather.maps});
  Owners owners(gather.points, parts_.rows);
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k].points = owners.of(number(k), gather.points, rows(k).first);
  each([&](std::size_t k) { engine(k).set_gather(parts[k]); });
  gathers_ = std::move(parts), points_ = std::move(owners);
}

std::unique_ptr<Engine> make_bands_engine(std::vector<EngineMaker> makers, BandsOptions options) {
  return std::make_unique<BandsEngine>(std::move(makers), std::move(options));
}

}  // namespace ez
