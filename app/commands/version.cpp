#include "ezscope/version.h"

#include <fmt/format.h>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/platform/exit_code.h"
#include "solver/base/memory.h"
#include "solver/engine/cuda/cuda_backend.h"

namespace ez {

int print_version() {
  const CudaStatus cuda = cuda_status();
  fmt::print("ezscope {} (revision {})\n", version, revision);
  fmt::print("compiler {}\n", compiler);
  if (cuda.built)
    fmt::print("CUDA built in (nvcc {})\n", cuda_compiler);
  else
    fmt::print("CUDA not built in; build it where nvcc is on the PATH\n");
  fmt::print("driver {}\n", cuda.driver.empty() ? "none" : cuda.driver);
  for (std::size_t k = 0; k < cuda.devices.size(); ++k) {
    const auto& d = cuda.devices[k];
    fmt::print("device {} {}, {}, sm_{}{}\n", k, d.name, human_bytes(d.memory_bytes), d.major, d.minor);
  }
  if (cuda.built && !cuda.problem.empty()) fmt::print("no CUDA device: {}\n", cuda.problem);
  return exit_done;
}

}  // namespace ez
