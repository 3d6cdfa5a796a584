#include "solver/engine/cuda/schemes/split_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "solver/base/measured.h"

namespace ez::cuda::schemes {
namespace {

constexpr std::array<int, 7> splits = {1, 2, 3, 4, 5, 6, 9};
constexpr const char* file = "split.tsv";
constexpr int rounds = 8;  // samples of each split; the first is for warming up

std::string key_of(const std::string& device, const SplitCase& c) {
  return fmt::format("{}\t{}\t{}\t{}\t{} × {}", device, c.nx, c.ny,
                     c.precision == Precision::float32 ? "float" : "double", c.block.x, c.block.y);
}
// Returns the cached split; 0: not known.
int remembered_split(const std::string& device, const SplitCase& of) {
  const int split = std::atoi(cached_measurement(file, key_of(device, of)).c_str());
  return std::find(splits.begin(), splits.end(), split) != splits.end() ? split : 0;
}

}  // namespace

void SplitChoice::begin(const SplitCase& now) {
  if (now == case_) return;
  case_ = now;
  int device = 0;
  cudaDeviceProp properties{};
  EZ_CUDA(cudaGetDevice(&device));
  EZ_CUDA(cudaGetDeviceProperties(&properties, device));
  device_ = properties.name;
  samples_.clear();
  chosen_ = remembered_split(device_, case_);
}

void SplitChoice::time(cudaStream_t stream, const std::function<void(int)>& run) {
  if (chosen_ == 0 && samples_.size() == rounds * splits.size()) decide();
  if (chosen_ > 0) return run(chosen_);
  if (samples_.size() == rounds * splits.size()) return run(4);  // the last samples are not complete yet
  Sample s{splits[samples_.size() % splits.size()], Event(Event::Kind::timing), Event(Event::Kind::timing)};
  s.begin.record(stream);
  run(s.split);
  s.end.record(stream);
  samples_.push_back(std::move(s));
}

// Chooses the split with the least median, once the device has passed the last sample.
void SplitChoice::decide() {
  if (!samples_.back().end.reached()) return;
  std::map<int, std::vector<double>> seconds;
  for (std::size_t k = splits.size(); k < samples_.size(); ++k)
    seconds[samples_[k].split].push_back(samples_[k].end.seconds_since(samples_[k].begin));
  double best = 0;
  for (auto& [split, s] : seconds) {
    std::nth_element(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(s.size() / 2), s.end());
    if (const double median = s[s.size() / 2]; chosen_ == 0 || median < best) chosen_ = split, best = median;
  }
  samples_.clear();
  cache_measurement(file, key_of(device_, case_), std::to_string(chosen_));
}

}  // namespace ez::cuda::schemes
