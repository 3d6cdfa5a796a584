// Measures the limits of a device, for the roofs of the kernel lab.
#include <algorithm>
#include <chrono>

#include "solver/engine/opencl/device/program.h"
#include "solver/engine/opencl/device/stream.h"
#include "solver/engine/opencl/opencl_backend.h"

namespace ez {
namespace opencl {
namespace {

constexpr std::size_t group = 256;

class Meter {
 public:
  explicit Meter(const SharedDevice& device)
      : device_(device),
        stream_(device),
        program_(
            build_program(device->shared_api(), device->context(), device->facts(), measure_text(), "-cl-std=CL1.2")),
        copy_(*device, program_.get(), "copy_values"),
        adds_(*device, program_.get(), "multiply_adds"),
        group_(std::min(group, device->facts().most_items)) {}

  // Returns bytes per second, reads and writes together.
  double copy() {
    const DeviceFacts& facts = device_->facts();
    const double most = facts.gpu ? 1e9 : 64e6;  // two buffers are larger than the cache of most CPUs
    const double wanted = std::min({most, facts.memory_bytes / 8, facts.most_bytes});
    const auto pieces = static_cast<std::size_t>(wanted / sizeof(cl_float4)) / group * group;
    const auto from = stream_.make<cl_float4>(pieces), to = stream_.make<cl_float4>(pieces);
    const double s = shortest([&] { stream_.launch(copy_, {pieces, 1, group_, 1}, from, to); });
    return 2.0 * sizeof(cl_float4) * static_cast<double>(pieces) / s;
  }
  // Returns multiply-adds per second. The launch is long enough that its start does not count.
  double multiply_adds() {
    constexpr std::size_t items = std::size_t{1} << 18;
    constexpr double enough = 4e-3, adds_a_round = 32;
    const auto out = stream_.make<cl_float>(items);
    for (cl_int rounds = 8;; rounds *= 4) {
      const double s = shortest([&] { stream_.launch(adds_, {items, 1, group_, 1}, out, rounds); });
      if (s > enough || rounds > 1 << 20) return adds_a_round * rounds * static_cast<double>(items) / s;
    }
  }

 private:
  // Returns the shortest time of a launch in s, after one that does not count: of ten, or of those in 0.2 s.
  template <class Launch>
  double shortest(Launch launch) {
    using Clock = std::chrono::steady_clock;
    const auto seconds_since = [](Clock::time_point t) {
      return std::chrono::duration<double>(Clock::now() - t).count();
    };
    launch();
    stream_.wait();
    const auto first = Clock::now();
    double best = 0;
    for (int n = 0; n < 10 && (n < 2 || seconds_since(first) < 0.2); ++n) {
      const auto begin = Clock::now();
      launch();
      stream_.wait();
      const double s = std::max(seconds_since(begin), 1e-9);
      best = n == 0 ? s : std::min(best, s);
    }
    return best;
  }

  SharedDevice device_;
  Stream stream_;
  ProgramHandle program_;
  Kernel copy_, adds_;
  std::size_t group_;
};

}  // namespace
}  // namespace opencl

Bandwidths measure_opencl(int number) {
  opencl::Meter meter(opencl::open_device(number));
  Bandwidths out;
  out.copy = meter.copy();
  out.issue = meter.multiply_adds();
  return out;
}

}  // namespace ez
