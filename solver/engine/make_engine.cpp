// Which engine runs, and why.
#include "solver/engine/engine.h"

#include <fmt/format.h>

#include <utility>

namespace ez {

namespace {

// The CPU engine, for this reason; and how many threads it lacks of those that were asked for.
EngineChoice on_cpu(const EngineRequest& request, std::string reason) {
  EngineChoice choice{make_cpu_engine(request.threads), std::move(reason)};
  if (const int threads = choice.engine->info().threads; threads < request.threads)
    choice.reason += fmt::format("; the system gave {} of {} threads", threads, request.threads);
  return choice;
}

}  // namespace

EngineChoice make_engine(const EngineRequest& request) {
  if (request.backend == Backend::cpu) return on_cpu(request, "asked for with --backend cpu");
  const bool insisted = request.backend == Backend::cuda || request.device >= 0;
  const CudaStatus status = cuda_status();
  std::string why_not = status.problem;
  if (why_not.empty()) {
    const int count = static_cast<int>(status.devices.size());
    if (request.device >= count)
      throw EngineError(
          fmt::format("there is no CUDA device {}; devices are numbered 0 to {}, leave --device out for the first",
                      request.device, count - 1));
    const int wanted = request.device >= 0 ? request.device : request.preferred_device;
    if (auto engine = make_cuda_engine(wanted >= 0 && wanted < count ? wanted : 0, why_not))
      return {std::move(engine), ""};
  }
  if (insisted) throw EngineError(fmt::format("no CUDA engine: {}; --backend cpu runs everywhere", why_not));
  return on_cpu(request, why_not);
}

EngineMakerChoice make_engine_maker(const EngineRequest& request) {
  EngineChoice first = make_engine(request);
  if (first.engine->info().backend == "CPU") {
    first.engine.reset();  // its threads, which the system may give only once
    return {cpu_engine_maker(request.threads), first.reason};
  }
  const int device = first.engine->info().device_index;
  return {[device] {
            std::string why_not;
            if (auto engine = make_cuda_engine(device, why_not)) return engine;
            throw EngineError(why_not);
          },
          first.reason};
}

}  // namespace ez
