// Which engine runs, and why.
#include "solver/engine/backend.h"

#include <fmt/format.h>

#include <utility>

#include "solver/engine/cpu/cpu_engine.h"
#include "solver/engine/cuda/cuda_backend.h"

namespace ez {

const std::vector<Backend>& all_backends() {
  static const std::vector<Backend> all = {cuda_backend(), cpu_backend()};
  return all;
}

namespace {

// On the host, for this reason; and how many threads it lacks of those that were asked for.
EngineChoice on_host(const EngineRequest& request, std::string reason) {
  const Backend& backend = all_backends().back();
  std::string why_not;
  EngineChoice choice{backend.make(request, -1, why_not), std::move(reason), &backend};
  if (const int threads = choice.engine->info().threads; threads < request.threads)
    choice.reason += fmt::format("; the system gave {} of {} threads", threads, request.threads);
  return choice;
}

// An engine on one of the backend's devices; none, and why.
EngineChoice on_device(const Backend& backend, const EngineRequest& request) {
  auto [count, problem] = backend.devices();
  if (problem.empty()) {
    if (request.device >= count)
      throw NoDevice(fmt::format("there is no {} device {}; devices are numbered 0 to {}", backend.title,
                                 request.device, count - 1));
    const int wanted = request.device >= 0 ? request.device : request.preferred_device;
    if (auto engine = backend.make(request, wanted >= 0 && wanted < count ? wanted : 0, problem))
      return {std::move(engine), "", &backend};
  }
  return {nullptr, problem, &backend};
}

}  // namespace

EngineChoice make_engine(const EngineRequest& request) {
  const Backend& host = all_backends().back();
  if (request.backend == host.name) return on_host(request, fmt::format("the {} backend was asked for", host.name));
  std::string why_not;  // of the one that was asked for, else of the first
  for (const Backend& backend : all_backends()) {
    if (!backend.devices || (!request.backend.empty() && request.backend != backend.name)) continue;
    EngineChoice choice = on_device(backend, request);
    if (choice.engine) return choice;
    if (!request.backend.empty() || request.device >= 0)
      throw NoBackend(fmt::format("no {} engine: {}", backend.title, choice.reason));
    if (why_not.empty()) why_not = std::move(choice.reason);
  }
  return on_host(request, why_not);
}

EngineMakerChoice make_engine_maker(const EngineRequest& request) {
  EngineChoice first = make_engine(request);
  const int device = first.engine->info().device_index;
  first.engine.reset();  // its threads, which the system may give only once
  return {first.backend->maker(request, device), first.reason};
}

}  // namespace ez
