// Chooses the engine to run and gives the reason.
#include "solver/engine/backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "solver/engine/bands/bands_engine.h"

namespace ez {

#define EZ_BACKEND(name) Backend name##_backend();
#include "solver/engine/backends.inc"
#undef EZ_BACKEND

const std::vector<Backend>& all_backends() {
  static const std::vector<Backend> all = {
#define EZ_BACKEND(name) name##_backend(),
#include "solver/engine/backends.inc"
#undef EZ_BACKEND
  };
  return all;
}

const Backend* find_backend(std::string_view name) {
  const auto found = std::ranges::find(all_backends(), name, &Backend::name);
  return found == all_backends().end() ? nullptr : &*found;
}

const Backend& host_backend() {
  return *std::ranges::find_if(all_backends(), [](const Backend& b) { return b.automatic && !b.devices; });
}

namespace {

// Makes an engine on the host, for this reason. Adds to the reason if the system gave fewer threads than requested.
EngineChoice on_host(const Backend& backend, const EngineRequest& request, std::string reason) {
  std::string why_not;
  EngineChoice choice{backend.make(request, -1, why_not), std::move(reason), &backend};
  if (const int threads = choice.engine->info().threads; backend.threaded && threads < request.threads)
    choice.reason += fmt::format("; the system allowed {} of {} threads", threads, request.threads);
  return choice;
}

// Returns the devices over which the request divides a grid. Throws NoBackend and NoDevice.
std::vector<int> devices_of(const Backend& backend, const EngineRequest& request) {
  if (!backend.exchange)
    throw NoBackend(
        fmt::format("the {} backend cannot divide a grid over several devices; choose one device", backend.title));
  const int count = backend.devices().count;
  std::vector<int> devices = request.devices;
  for (int d = 0; d < count && request.all_devices; ++d) devices.push_back(d);
  for (const int d : devices)
    if (d >= count)
      throw NoDevice(fmt::format("unknown {} device {}; devices are numbered 0 to {}", backend.title, d, count - 1));
  return devices;
}

EngineMaker maker_of(const Backend& backend, const EngineRequest& request, int device) {
  if (!request.divides()) return backend.maker(request, device);
  std::vector<EngineMaker> makers;
  BandsOptions options;
  options.exchange = backend.exchange;
  options.devices = devices_of(backend, request);
  for (const int d : options.devices) makers.push_back(backend.maker(request, d));
  return [makers, options] { return make_bands_engine(makers, options); };
}

// Makes an engine on one of the backend's devices, or on several. Returns no engine and the reason if that fails.
EngineChoice on_device(const Backend& backend, const EngineRequest& request) {
  auto [count, problem, installed, automatic] = backend.devices();
  const bool by_number = request.device >= 0 && request.backend == backend.name;
  const int usable = by_number || automatic < 0 ? count : automatic;
  if (problem.empty() && (usable == 0 || (request.device >= usable && request.device < count))) {
    problem = fmt::format("{} of its {} devices are GPUs; choose another one with --backend {} --device NUMBER", usable,
                          count, backend.name);
    installed = false;
  }
  if (problem.empty()) {
    if (request.device >= count)
      throw NoDevice(
          fmt::format("unknown {} device {}; devices are numbered 0 to {}", backend.title, request.device, count - 1));
    const int wanted = request.device >= 0 ? request.device : request.preferred_device;
    if (request.divides()) return {maker_of(backend, request, 0)(), "", &backend};
    if (auto engine = backend.make(request, wanted >= 0 && wanted < usable ? wanted : 0, problem))
      return {std::move(engine), "", &backend};
  }
  return {nullptr, problem, &backend, installed};
}

}  // namespace

EngineChoice make_engine(const EngineRequest& request) {
  EngineChoice refused;  // the first one that could not be used
  for (const Backend& backend : all_backends()) {
    const bool asked = request.backend == backend.name;
    if (!asked && (!request.backend.empty() || !backend.automatic)) continue;
    if (!asked && request.divides() && !backend.exchange) continue;
    if (!backend.devices) {
      if (asked) return on_host(backend, request, fmt::format("the {} backend was requested", backend.name));
      continue;
    }
    EngineChoice choice = on_device(backend, request);
    if (choice.engine) return choice;
    if (asked) throw NoBackend(fmt::format("no {} engine: {}", backend.title, choice.reason));
    if (refused.reason.empty()) refused = std::move(choice);
  }
  if (request.device >= 0 || request.divides())
    throw NoBackend(fmt::format("no {} engine: {}", refused.backend->title, refused.reason));
  EngineChoice choice = on_host(host_backend(), request, std::move(refused.reason));
  choice.degraded = refused.degraded;
  return choice;
}

EngineMakerChoice make_engine_maker(const EngineRequest& request) {
  EngineChoice first = make_engine(request);
  const int device = first.engine->info().device_index;
  first.engine.reset();  // release its threads, because the system may grant them only once
  EngineMaker maker = maker_of(*first.backend, request, device);
  if (request.team) {
    BandsOptions options;
    options.team = request.team;
    if (first.backend->copy) options.copy = first.backend->copy;
    maker = [of_band = std::move(maker), options] { return make_bands_engine({of_band}, options); };
  }
  return {std::move(maker), first.reason, first.degraded};
}

}  // namespace ez
