// The backends that compute a gas or heat.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "solver/engine/backend.h"
#include "solver/gas/engine.h"

namespace ez::gas {

namespace {

const Maker* find_maker(std::string_view backend) {
  static const std::array all{host_maker(), device_maker()};
  const auto found = std::ranges::find(all, backend, &Maker::backend);
  return found != all.end() ? &*found : nullptr;
}

}  // namespace

bool computes_gas(std::string_view backend) { return find_maker(backend) != nullptr; }

const Maker& maker_of(std::string_view backend) {
  if (const Maker* found = find_maker(backend)) return *found;
  throw NoBackend(fmt::format("the {} backend computes neither gas nor heat", backend));
}

std::unique_ptr<Engine> make_engine(const GasProblem& p, const EngineChoice& choice) {
  return maker_of(choice.backend).make(p, choice);
}

}  // namespace ez::gas
