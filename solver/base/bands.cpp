#include "solver/base/bands.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/base/cores.h"

namespace ez {

int bands_of(int rows, int width) {
  constexpr std::int64_t least = 1 << 16;  // items per band; below this a thread costs more than it saves
  const std::int64_t parts = std::int64_t{rows} * width / least;
  if (parts < 2 || rows < 2) return 1;
  return static_cast<int>(std::min<std::int64_t>({parts, rows, usable_cores()}));
}

void in_bands(int rows, int bands, const std::function<void(int band, int from, int to)>& work) {
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(bands));
  const auto one = [&](int band) {
    const auto begin = [&](int k) { return static_cast<int>(std::int64_t{rows} * k / bands); };
    try {
      work(band, begin(band), begin(band + 1));
    } catch (...) {
      thrown[static_cast<std::size_t>(band)] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    const int startable = bands > 1 ? startable_threads() : 0;  // in a page the answer can take a frame
    for (int band = 1; band < bands; ++band) try {
        if (band > startable)
          one(band);
        else
          threads.emplace_back(one, band);
      } catch (const std::system_error&) {
        one(band);
      }
    if (bands > 0) one(0);
  }
  for (const std::exception_ptr& e : thrown)
    if (e) std::rethrow_exception(e);
}

}  // namespace ez
