// Waiting in tests for what must come. The limit is for what never does: no test judges by it how fast a machine is.
#pragma once

#include <chrono>

namespace ez {

constexpr std::chrono::seconds patience(240);

// Does `meanwhile` until `reached` holds; false when it never did.
template <class Reached, class Meanwhile>
bool comes(Reached reached, Meanwhile meanwhile) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!reached()) {
    if (std::chrono::steady_clock::now() > end) return false;
    meanwhile();
  }
  return true;
}

}  // namespace ez
