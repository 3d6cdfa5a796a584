#include "solver/engine/opencl/device/known_drivers.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "solver/engine/opencl/device/device.h"

namespace ez::opencl {
namespace {

// A driver is known by the begin of its platform's name, a part of its version, and the kind of its device.
struct KnownDriver {
  enum class On { any, cpu };
  std::string_view platform, version, driver;
  On on = On::any;
  const char* warning = "";

  bool matches(const DeviceFacts& d) const {
    return d.platform.starts_with(platform) && d.version.find(version) != std::string::npos &&
           (driver.empty() || d.driver == driver) && (on == On::any || !d.gpu);
  }
};

constexpr KnownDriver known[] = {
    {"Clover", "", "", KnownDriver::On::any,
     "Mesa's Clover is no longer maintained and fails to build some kernels; use rusticl instead"},
    {"", "beignet", "", KnownDriver::On::any,
     "Beignet is no longer maintained and fails the self-tests of other programs; install intel-opencl-icd instead"},
    {"Intel", "NEO", "19.34.13959", KnownDriver::On::any,
     "this version of Intel's driver has wrong barriers; update intel-opencl-icd"},
    {"Intel", "", "", KnownDriver::On::cpu,
     "Intel's OpenCL for CPUs optimises barriers wrongly in some kernels; use --backend cpu instead"},
    {"Apple", "", "", KnownDriver::On::cpu,
     "Apple's OpenCL for CPUs allows one work-item in kernels with barriers; use --backend cpu instead"},
    {"", "OpenCL 1.0", "", KnownDriver::On::any, "the engine needs OpenCL 1.2"},
    {"", "OpenCL 1.1", "", KnownDriver::On::any, "the engine needs OpenCL 1.2"},
};

}  // namespace

std::string warning_of(const DeviceFacts& device) {
  const auto* found = std::ranges::find_if(known, [&](const KnownDriver& k) { return k.matches(device); });
  return found == std::end(known) ? std::string() : found->warning;
}

}  // namespace ez::opencl
