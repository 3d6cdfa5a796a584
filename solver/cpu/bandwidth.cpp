#include "solver/cpu/bandwidth.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "solver/cpu/pages.h"
#include "solver/cpu/pool.h"
#include "solver/engine.h"
#include "solver/memory.h"

namespace ez {
namespace {

constexpr int goes = 5;

std::size_t cache_size(int name) { return static_cast<std::size_t>(std::max(0L, sysconf(name))); }

// Per second, of the quickest go. The first one, which is not counted, fetches the pages.
template <class F>
double best(Pool& pool, double bytes, F go) {
  pool.run(go, pool.size());
  double seconds = 1e300;
  for (int n = 0; n < goes; ++n) {
    const Pool::Job job = pool.start(go, pool.size());
    job.wait();
    seconds = std::min(seconds, job.seconds());
  }
  return bytes / seconds;
}

// Each value is read and written back: no line is fetched for nothing, as it would be by a copy. 512 MB at most; where
// there is room, twice what the third cache holds.
double over_memory(Pool& pool) {
  const auto threads = static_cast<std::size_t>(pool.size());
  const std::size_t most = std::size_t{512} << 20;
  const std::size_t wanted = std::clamp(2 * cache_size(_SC_LEVEL3_CACHE_SIZE), std::size_t{128} << 20, most);
  const auto free = static_cast<std::size_t>(std::max(0.0, available_host_bytes() / 4));
  const std::size_t each = std::min(wanted, free) / threads / 4096 * 4096;
  if (each == 0) throw OutOfMemory("too little memory is free to measure its bandwidth");
  const Pages pages(each * threads);
  const auto go = [&](int k) {
    auto* values =
        reinterpret_cast<std::uint64_t*>(static_cast<char*>(pages.data()) + static_cast<std::size_t>(k) * each);
    const std::size_t count = each / sizeof(std::uint64_t);
    for (std::size_t n = 0; n < count; ++n) values[n] = ~values[n];
  };
  return best(pool, 2.0 * static_cast<double>(each * threads), go);
}

// Half of a core's second cache, copied onto the other half of that.
double within_cache(Pool& pool, std::size_t cache) {
  const std::size_t each = cache / 4;
  constexpr int repeats = 2000;
  struct Share {
    std::vector<char> from, to;
  };
  std::vector<Share> shares(static_cast<std::size_t>(pool.size()));
  for (Share& s : shares) s.from.assign(each, 1), s.to.assign(each, 2);
  const auto go = [&](int k) {
    Share& s = shares[static_cast<std::size_t>(k)];
    for (int n = 0; n < repeats; ++n) {
      std::memcpy(s.to.data(), s.from.data(), each);
      asm volatile("" ::"r"(s.to.data()) : "memory");  // each copy is made
    }
  };
  return best(pool, 2.0 * repeats * static_cast<double>(each) * pool.size(), go);
}

}  // namespace

HostBandwidth measure_host_bandwidth(int threads) try {
  Pool pool(threads);
  HostBandwidth b;
  b.memory = over_memory(pool);
  if (const std::size_t cache = cache_size(_SC_LEVEL2_CACHE_SIZE); cache > 0) {
    b.cache = within_cache(pool, cache);
    b.cache_bytes = static_cast<double>(cache) * pool.size();
  }
  return b;
} catch (const std::bad_alloc&) {
  throw OutOfMemory("too little memory is free to measure its bandwidth");
}

}  // namespace ez
