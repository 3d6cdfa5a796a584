// The OpenCL backend's entry in the list of backends, in builds with and without OpenCL.
#include <fmt/format.h>

#include <algorithm>

#include "solver/base/memory.h"
#include "solver/engine/opencl/opencl_backend.h"

namespace ez {
namespace {

Backend::Devices opencl_devices() {
  const OpenClStatus status = opencl_status();
  const auto gpus = std::ranges::count_if(status.devices, [](const OpenClStatus::Device& d) { return d.gpu; });
  return {static_cast<int>(status.devices.size()), status.problem, status.installed, static_cast<int>(gpus)};
}

std::string line_of(const OpenClStatus::Device& d, std::size_t number) {
  std::string line = fmt::format("device {} {}, {}, {}, {}, driver {}", number, d.name, d.gpu ? "GPU" : "CPU",
                                 human_bytes(d.memory_bytes), d.version, d.driver);
  if (!d.has_double) line += ", no double";
  if (!d.fuses) line += ", emulates fma";
  if (!d.denormals) line += ", no float denormals";
  line += d.shares_gl ? ", shares buffers with OpenGL" : ", no sharing with OpenGL";
  if (!d.warning.empty()) line += "; " + d.warning;
  return line;
}

std::vector<std::string> about_opencl() {
  const OpenClStatus status = opencl_status();
  std::vector<std::string> lines;
  lines.push_back(status.built ? "OpenCL built in"
                               : "OpenCL not built in; install the package opencl-headers and build again");
  for (std::size_t k = 0; k < status.devices.size(); ++k) lines.push_back(line_of(status.devices[k], k));
  if (status.built && !status.problem.empty()) lines.push_back(fmt::format("no OpenCL device: {}", status.problem));
  return lines;
}

}  // namespace

Backend opencl_backend() {
  Backend b;
  b.name = "opencl";
  b.title = "OpenCL";
  b.devices = opencl_devices;
  b.make = make_opencl_engine;
  b.maker = opencl_engine_maker;
  b.bandwidths = [](const EngineInfo& engine) { return measure_opencl(engine.device_index); };
  b.about = about_opencl;
  return b;
}

}  // namespace ez
