// The kernels of an engine. A kernel object holds the arguments of its next launch, so engines do not share them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "solver/engine/opencl/device/stream.h"

namespace ez::opencl {

class Kernels {
 public:
  Kernels(Stream& stream, cl_program program) : stream_(stream), program_(program) {}
  // Launches the kernel of this name. It is created at its first launch.
  template <class... Args>
  void launch(std::string_view name, const Range& range, const Args&... args) {
    stream_.launch(kernel(name), range, args...);
  }
  const Kernel& kernel(std::string_view name) {
    auto found = kernels_.find(name);
    if (found == kernels_.end())
      found = kernels_.emplace(name, Kernel(stream_.device(), program_, std::string(name).c_str())).first;
    return found->second;
  }
  // Returns the most work-items that a work-group of each of these kernels may have.
  std::size_t most_items(std::initializer_list<std::string_view> names) {
    std::size_t most = stream_.device().facts().most_items;
    for (const std::string_view name : names) most = std::min(most, kernel(name).most_items(stream_.device()));
    return most;
  }
  Stream& stream() const { return stream_; }

 private:
  Stream& stream_;
  cl_program program_;
  std::map<std::string_view, Kernel> kernels_;  // names are literals
};

}  // namespace ez::opencl
