#include "solver/base/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#endif

namespace ez {
namespace {

// Reads a number from a one-line file, for example a cgroup's limit. Returns infinity if it is absent or "max".
double number_in(const char* path) {
  std::ifstream file(path);
  double value = 0;
  return file >> value ? value : std::numeric_limits<double>::infinity();
}

}  // namespace

#if defined(__EMSCRIPTEN__)

// A page's memory grows up to a limit of the build. What was freed below its end can be used again and is not counted.
double address_space_left() {
  return static_cast<double>(emscripten_get_heap_max()) -
         static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0)));
}
double available_host_bytes() { return address_space_left(); }

#else

double address_space_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<double>::infinity();
  // The first number in the file.
  const double used = number_in("/proc/self/statm") * static_cast<double>(sysconf(_SC_PAGESIZE));
  return std::max(static_cast<double>(limit.rlim_cur) - used, 0.0);
}

double available_host_bytes() {
  double available = address_space_left();
  std::ifstream info("/proc/meminfo");
  for (std::string key, unit; info >> key;) {
    double kilobytes = 0;
    info >> kilobytes;
    std::getline(info, unit);
    if (key == "MemAvailable:") available = std::min(available, kilobytes * 1024);
  }
  const double limit = number_in("/sys/fs/cgroup/memory.max") - number_in("/sys/fs/cgroup/memory.current");
  return limit >= 0 ? std::min(available, limit) : available;
}

#endif

std::size_t cache_bytes([[maybe_unused]] int level) {
#if defined(_SC_LEVEL2_CACHE_SIZE)
  const long bytes = sysconf(level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE);
  return static_cast<std::size_t>(std::max(bytes, 0L));
#else
  return 0;
#endif
}

std::string human_bytes(double bytes) {
  const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  int u = 0;
  while (bytes >= 1000 && u < 4) bytes /= 1000, ++u;
  return fmt::format("{:.{}f} {}", bytes, bytes < 10 && u > 0 ? 1 : 0, units[u]);
}

std::string too_little_memory(std::string_view what, double needed, double free) {
  return fmt::format("{} needs {} of memory, but only {} are free; use fewer cells", what, human_bytes(needed),
                     human_bytes(free));
}

}  // namespace ez
