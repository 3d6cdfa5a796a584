// One engine made of several: each computes a band of rows of the grid, on a separate device.
//
// Every band holds a halo of its neighbours' rows (problem/rows_of.h). Before the errors at the halo's end reach the
// own rows, the bands exchange these rows (exchange.h). Fields, probes, samples, maps, pictures and health equal those
// of a single engine bit for bit, with two exceptions. A pixel at a seam may show the other of two values that have
// equal size as floats and opposite signs. The energy ledger adds the same numbers in another order.
//
// A grid that is too low for all engines uses as many of them as possible. A gas or heat uses one.
#pragma once

#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "solver/base/pool.h"
#include "solver/engine/backend.h"
#include "solver/engine/bands/exchange.h"
#include "solver/engine/bands/owners.h"
#include "solver/engine/bands/team.h"
#include "solver/problem/rows_of.h"

namespace ez {

struct BandsOptions {
  std::vector<double> shares = {};  // of the rows, one for each engine; empty: equal
  int halo = 0;                     // rows, two more than the steps between two exchanges; 0: as fits the grid
  int least_rows = 100;             // of a band; fewer are not worth a device
  ExchangeMaker exchange = make_host_exchange;
  std::vector<int> devices = {};  // numbers of the engines' devices
  // If set, each process has one of the engines, and they exchange rows as a team. `copy` reads and writes rows.
  TeamMaker team = {};
  PieceCopy copy = copy_on_host;
};
// Bands of a grid: the rows of all of them, the engines of this process, and the exchange between them.
struct Division {
  std::vector<RowBand> rows;
  std::size_t first = 0;  // number of the first engine's band
  int halo = 0;
  std::vector<std::unique_ptr<Engine>> engines;
  std::unique_ptr<Exchange> exchange;
};

class BandsEngine final : public Engine {
 public:
  BandsEngine(std::vector<EngineMaker> makers, BandsOptions options);
  ~BandsEngine() override { job_.wait(); }
  BandsEngine(const BandsEngine&) = delete;
  BandsEngine& operator=(const BandsEngine&) = delete;

  const EngineInfo& info() const override { return info_; }
  void load(const Problem& problem) override;
  void update(const Problem& problem, const Change& change) override;
  void rescale(double ratio) override {
    each([&](std::size_t k) { engine(k).rescale(ratio); });
  }
  void zero() override {
    each([&](std::size_t k) { engine(k).zero(); });
    start_turnover_ = 0;
  }

  void start(Batch batch) override;
  bool busy() override { return !job_.done(); }
  BatchResult finish() override;

  void set_gather(const Gather& gather) override;
  void read_map(int map, double* out) override;
  PictureStats draw(const PictureWindow& window, float* pixels) override;
  ReferenceView as_reference() override;
  Health health() override;
  void sample(const std::vector<GatherPoint>& points, double* out) override;
  void read(FieldArray array, void* out) override;
  void write(FieldArray array, const void* in) override;

  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) override;
  void restore(const EngineState& state) override;
  void set_ledger(bool on, const Problem& problem) override;
  EnergyLedger ledger() override;
  double free_bytes() const override;
  bool can_update(bool periodic, int low, int high) const override;

  BlockShape block() const override { return first().block(); }
  BlockLimits block_limits() const override { return first().block_limits(); }
  std::string set_block(BlockShape block) override;
  std::string why_illegal(BlockShape block) const override { return first().why_illegal(block); }
  SchemeChoice scheme() const override { return first().scheme(); }
  std::string scheme_note() const override { return first().scheme_note(); }
  std::string set_scheme(const SchemeChoice& choice, const Problem& problem) override;
  Passes passes() const override { return first().passes(); }

 private:
  Engine& engine(std::size_t k) const { return *parts_.engines[k]; }
  Engine& first() const { return *parts_.engines.front(); }
  const RowBand& rows(std::size_t k) const { return parts_.rows[number(k)]; }
  std::size_t number(std::size_t k) const { return parts_.first + k; }  // of the band of engine k
  std::size_t engines() const { return parts_.engines.size(); }
  bool is_divided() const { return parts_.rows.size() > 1; }
  std::size_t value_bytes() const { return precision_ == Precision::float32 ? sizeof(float) : sizeof(double); }

  Division divide(const Problem& problem) const;
  void load_part(std::size_t k, const Problem& problem);
  void update_part(std::size_t k, const Problem& problem, const Change& change);
  void update_info();
  EnergyLedger sum_of_ledgers();
  // Call it when the ledgers of the bands have just started.
  void begin_turnover() {
    const double w = is_divided() ? sum_of_ledgers().turnover : 0;
    start_turnover_ = std::abs(w) - w;
  }
  void run(std::size_t k);
  void run_in_parts(std::size_t k, const Gather& gather);
  template <class F>
  void each(F f, bool in_turn = false);
  template <class V>
  void unite(V* values, std::size_t count) const {
    if (team_) team_->unite(values, count * sizeof(V));
  }

  std::vector<EngineMaker> makers_;
  BandsOptions options_;
  std::unique_ptr<BandTeam> team_;
  EngineInfo info_;
  Division parts_;
  int nx_ = 0, ny_ = 0;
  Precision precision_ = Precision::float32;
  bool ledger_ = false, exchanges_itself_ = false;
  double start_turnover_ = 0;    // |W| − W of the energy W at the start of the ledger
  std::vector<Problem> held_;    // of each engine on a device, because an edit of terms alone may read its maps
  Owners probes_, points_;       // which band has which probe and which point of the gather
  std::vector<Gather> gathers_;  // of each band
  Batch batch_;
  std::vector<BatchResult> results_;
  std::exception_ptr failure_;
  std::mutex guard_;
  bool started_ = false;
  std::optional<std::vector<std::byte>> reference_;  // the main array, until it changes
  Pool pool_;
  Pool::Job job_;
};

// Calls f(k) for every band after the batch in flight, each on a separate thread. Engines on devices take turns when
// they load or edit, because they may measure their kernels. Rethrows the first exception.
template <class F>
void BandsEngine::each(F f, bool in_turn) {
  job_.wait();
  reference_.reset();
  std::exception_ptr failure;
  const auto guarded = [&](int k) {
    try {
      f(static_cast<std::size_t>(k));
    } catch (...) {
      const std::lock_guard lock(guard_);
      if (!failure) failure = std::current_exception();
    }
  };
  if (in_turn && !info_.on_host)
    for (int k = 0; k < static_cast<int>(engines()); ++k) guarded(k);
  else
    pool_.run(guarded, static_cast<int>(engines()));
  if (failure) std::rethrow_exception(failure);
}

// Makes an engine from the engines of the makers, which must give access to their rows.
std::unique_ptr<Engine> make_bands_engine(std::vector<EngineMaker> makers, BandsOptions options = {});

}  // namespace ez
