#include "solver/engine/cpu/bandwidth.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "solver/base/memory.h"
#include "solver/base/pool.h"
#include "solver/engine/cpu/pages.h"
#include "solver/engine/engine.h"

namespace ez {
namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr std::size_t most_bytes = std::size_t{256} << 20;

std::string too_little(double needed) {
  return fmt::format("the measurement of the memory's speed needs {}, but only {} are free; end other programs",
                     human_bytes(needed), human_bytes(available_host_bytes()));
}

// Measures main memory. All threads run together because they share the memory. Repeats for up to a quarter of a second
// and takes the fastest trial. Each value is read and written back in place: a copy would also fetch the lines that it
// overwrites. The array is twice the third-level cache, 64 MB to 256 MB, if enough memory is free.
double over_memory(Pool& pool) {
  const auto threads = static_cast<std::size_t>(pool.size());
  const std::size_t wanted = std::clamp(2 * cache_bytes(3), std::size_t{64} << 20, most_bytes);
  const auto free = static_cast<std::size_t>(std::max(0.0, available_host_bytes() / 4));
  const std::size_t each = std::min(wanted, free) / threads / 4096 * 4096;
  if (each == 0) throw OutOfMemory(too_little(4096.0 * static_cast<double>(threads)));
  const Pages pages(each * threads);
  const auto go = [&](int k) {
    char* begin = static_cast<char*>(pages.data()) + static_cast<std::size_t>(k) * each;
    auto* values = reinterpret_cast<std::uint64_t*>(begin);
    for (std::size_t n = 0; n < each / sizeof(std::uint64_t); ++n) values[n] = ~values[n];
  };
  pool.run(go, pool.size());  // reads the pages in for the first time
  double seconds = 1e300;
  const Clock::time_point start = Clock::now();
  for (int n = 0; n < 3 || (n < 20 && since(start) < 0.25); ++n) {
    const Pool::Job job = pool.start(go, pool.size());
    job.wait();
    seconds = std::min(seconds, job.seconds());
  }
  return 2.0 * static_cast<double>(each * threads) / seconds;
}

// Measures the second-level caches by copying one quarter of a core's cache to another quarter. Every thread measures
// separately because cores do not share this cache. The stretches are so short that the fastest one was not
// interrupted.
double within_cache(Pool& pool, std::size_t cache) {
  const std::size_t each = cache / 4;
  constexpr int stretches = 50, copies = 8;
  struct Share {
    Pages from, to;
    double speed = 0;
  };
  std::vector<Share> shares;
  for (int k = 0; k < pool.size(); ++k) shares.push_back({Pages(each), Pages(each), 0});
  const auto go = [&](int k) {
    Share& share = shares[static_cast<std::size_t>(k)];
    std::memset(share.from.data(), 1, each);
    double seconds = 1e300;
    for (int n = 0; n < stretches; ++n) {
      const Clock::time_point start = Clock::now();
      for (int m = 0; m < copies; ++m) {
        std::memcpy(share.to.data(), share.from.data(), each);
        asm volatile("" ::"r"(share.to.data()) : "memory");  // keeps the compiler from removing a copy
      }
      seconds = std::min(seconds, since(start));
    }
    share.speed = 2.0 * copies * static_cast<double>(each) / seconds;
  };
  pool.run(go, pool.size());
  double sum = 0;
  for (const Share& share : shares) sum += share.speed;
  return sum;
}

}  // namespace

HostBandwidth measure_host_bandwidth(int threads) try {
  Pool pool(threads);
  HostBandwidth b;
  b.memory = over_memory(pool);
  if (const std::size_t cache = cache_bytes(2); cache > 0) {
    b.cache = within_cache(pool, cache);
    b.cache_bytes = static_cast<double>(cache) * pool.size();
  }
  return b;
} catch (const std::bad_alloc&) {
  throw OutOfMemory(too_little(static_cast<double>(most_bytes)));
}

}  // namespace ez
