#include "solver/engine/bands/exchange.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ez {

std::vector<HaloRows> halo_of(const std::vector<RowBand>& bands, int k) {
  const int all = static_cast<int>(bands.size());
  const RowBand& here = bands[static_cast<std::size_t>(k)];
  std::vector<HaloRows> out;
  const auto band = [&](int number) { return (number + all) % all; };
  if (const int below = here.begin; below > 0) {
    const RowBand& from = bands[static_cast<std::size_t>(band(k - 1))];
    out.push_back({band(k - 1), from.end - below, 0, below});
  }
  if (const int above = here.count - here.end; above > 0)
    out.push_back({band(k + 1), bands[static_cast<std::size_t>(band(k + 1))].begin, here.end, above});
  return out;
}

void Meeting::wait() {
  std::unique_lock lock(guard_);
  if (left_) throw Abandoned();
  const unsigned round = round_;
  if (++here_ == threads_) {
    here_ = 0, ++round_;
    all_here_.notify_all();
    return;
  }
  all_here_.wait(lock, [&] { return left_ || round_ != round; });
  if (round_ == round) throw Abandoned();
}

void Meeting::leave() {
  const std::lock_guard lock(guard_);
  left_ = true;
  all_here_.notify_all();
}

void Meeting::restart() {
  const std::lock_guard lock(guard_);
  left_ = false, here_ = 0;
}

namespace {

class HostExchange final : public Exchange {
 public:
  explicit HostExchange(std::vector<BandEngine> bands)
      : bands_(std::move(bands)), meeting_(static_cast<int>(bands_.size())) {
    std::vector<RowBand> rows;
    for (const BandEngine& b : bands_) rows.push_back(b.rows);
    for (int k = 0; k < static_cast<int>(rows.size()); ++k) halos_.push_back(halo_of(rows, k));
  }

  void run(int k, DeviceStream) override {
    meeting_.wait();
    Engine& here = *bands_[static_cast<std::size_t>(k)].engine;
    for (const HaloRows& halo : halos_[static_cast<std::size_t>(k)]) {
      const auto from = bands_[static_cast<std::size_t>(halo.from_band)].engine->row_memory(halo.from, halo.count);
      const auto to = here.row_memory(halo.to, halo.count);
      for (std::size_t n = 0; n < to.size(); ++n)
        if (const std::size_t bytes = std::min(to[n].bytes, from[n].bytes); bytes > 0)
          std::memcpy(to[n].data, from[n].data, bytes);
    }
    here.rows_written();
    meeting_.wait();
  }
  void leave() override { meeting_.leave(); }
  void restart() override { meeting_.restart(); }

 private:
  std::vector<BandEngine> bands_;
  std::vector<std::vector<HaloRows>> halos_;
  Meeting meeting_;
};

}  // namespace

std::unique_ptr<Exchange> make_host_exchange(std::vector<BandEngine> bands) {
  return std::make_unique<HostExchange>(std::move(bands));
}

}  // namespace ez
