// Exchanges rows between engines that share a grid: copies the halo of each band from the own rows of its neighbours.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "solver/engine/engine.h"
#include "solver/problem/row_band.h"

namespace ez {

struct BandEngine {
  Engine* engine = nullptr;
  RowBand rows;
};
// Rows of a band that are copied from rows of a neighbouring band.
struct HaloRows {
  int from_band = 0;
  int from = 0, to = 0, count = 0;  // first row there, first row here, number of rows
};
// Returns the copies that fill the halo of band `k` of the grid: at most one from below and one from above.
std::vector<HaloRows> halo_of(const std::vector<RowBand>& bands, int k);

// Thrown in the other threads if the thread of one band fails. The exception of that thread is the one to report.
struct Abandoned {};

// Lets the threads of all bands wait for each other.
class Meeting {
 public:
  explicit Meeting(int threads) : threads_(threads) {}
  // Returns when all threads have called it. Throws Abandoned once a thread has called leave().
  void wait();
  void leave();  // of a thread that has failed
  void restart();

 private:
  std::mutex guard_;
  std::condition_variable all_here_;
  int threads_, here_ = 0;
  unsigned round_ = 0;
  bool left_ = false;
};

class Exchange {
 public:
  virtual ~Exchange() = default;
  // Copies the halo of band k. The thread of every band calls it after the same number of steps, with the stream of its
  // engine. Throws Abandoned.
  virtual void run(int k, DeviceStream stream) = 0;
  // After a failure: lets the threads of the other bands stop, and prepares the next batch.
  virtual void leave() = 0;
  virtual void restart() = 0;
};
using ExchangeMaker = std::function<std::unique_ptr<Exchange>(std::vector<BandEngine>)>;

// Makes an exchange between engines of this process whose arrays are in main memory.
std::unique_ptr<Exchange> make_host_exchange(std::vector<BandEngine> bands);

}  // namespace ez
