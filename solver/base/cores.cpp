#include "solver/base/cores.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#if defined(__EMSCRIPTEN__)
#include <emscripten.h>
#include <emscripten/threading.h>
#endif

namespace ez {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

#if defined(__EMSCRIPTEN__)

int allowed_cores() {
  constexpr unsigned most = 16;
  return has_threads() ? static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, most)) : 1;
}

#else

// Counts the cores in this process's CPU affinity. std::thread::hardware_concurrency() counts all cores of the machine.
int allowed_cores() {
  const int all = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  constexpr int most = 1 << 14;  // more than any kernel supports
  const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(CPU_ALLOC(most), [](cpu_set_t* s) { CPU_FREE(s); });
  if (!set || sched_getaffinity(0, CPU_ALLOC_SIZE(most), set.get()) != 0) return all;
  const int allowed = CPU_COUNT_S(CPU_ALLOC_SIZE(most), set.get());
  return allowed > 0 ? allowed : all;
}

#endif

// Returns the smallest quota of this process's control group and its parent groups, in cores. In a container that hides
// their path, this is the quota of the root group.
double quota() {
  double least = HUGE_VAL;
  std::istringstream groups(text_of("/proc/self/cgroup"));
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::")) continue;  // the single hierarchy of version 2
    for (std::string path = line.substr(3);; path.erase(path.rfind('/'))) {
      if (const auto cores = cores_of_quota(text_of("/sys/fs/cgroup" + path + "/cpu.max")))
        least = std::min(least, *cores);
      if (path.empty() || path.find('/') == std::string::npos) break;
    }
  }
  const std::string v1 = "/sys/fs/cgroup/cpu/cpu.cfs_";
  if (const auto cores = cores_of_quota(text_of(v1 + "quota_us") + " " + text_of(v1 + "period_us")))
    least = std::min(least, *cores);
  return least;
}

}  // namespace

std::optional<double> cores_of_quota(std::string_view cpu_max) {
  std::istringstream numbers{std::string(cpu_max)};
  double time = 0, period = 0;
  if (!(numbers >> time >> period) || !(time > 0) || !(period > 0)) return std::nullopt;
  return time / period;
}

bool has_threads() {
#if defined(__EMSCRIPTEN__)
  // The page's modules with and without threads are linked from the same objects, so no macro tells them apart.
  return emscripten_has_threading_support() != 0;
#else
  return true;
#endif
}

int startable_threads() {
#if defined(__EMSCRIPTEN__)
  // Only the page's own thread has the list.
  return has_threads() ? MAIN_THREAD_EM_ASM_INT({ return PThread.unusedWorkers.length; }) : 0;
#else
  return std::numeric_limits<int>::max();
#endif
}

int usable_cores() {
  const int allowed = allowed_cores();
  const double worth = std::ceil(quota() - 1e-9);
  return worth < allowed ? std::max(1, static_cast<int>(worth)) : allowed;
}

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
#if defined(__EMSCRIPTEN__)
  return "WebAssembly";
#else
  return "CPU";
#endif
}

}  // namespace ez
