// Processes that share a grid. Each computes one band, and all of them make the same calls in the same order, so that
// every process has all results.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "solver/engine/bands/exchange.h"

namespace ez {

class BandTeam {
 public:
  virtual ~BandTeam() = default;
  virtual int size() const = 0;  // number of processes
  virtual int rank() const = 0;  // number of this process, and of its band
  // Joins buffers in which each process has set its own values and left the others 0: a bitwise or.
  virtual void unite(void* data, std::size_t bytes) = 0;
  // Joins pictures as joined_pixel() does.
  virtual void unite_pixels(float* pixels, std::size_t count) = 0;
  virtual double largest(double value) = 0;
  // Sends bytes to the process `to` and receives as many as fit from the process `from`.
  virtual void swap(int to, const std::vector<std::byte>& out, int from, std::vector<std::byte>& in) = 0;
};
// Makes the team of one more engine. Every process calls it equally often, and in the same order.
using TeamMaker = std::function<std::unique_ptr<BandTeam>()>;

// Copies bytes between an engine's memory and main memory, after the work in the engine's stream.
using PieceCopy = void (*)(void* to, const void* from, std::size_t bytes, DeviceStream stream);
void copy_on_host(void* to, const void* from, std::size_t bytes, DeviceStream stream);

// Makes an exchange between the bands of a team. `bands` are the rows of all of them.
std::unique_ptr<Exchange> make_team_exchange(BandTeam& team, Engine& engine, std::vector<RowBand> bands,
                                             PieceCopy copy);

}  // namespace ez
