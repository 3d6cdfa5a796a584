// Waits in tests for an expected event. The time limit is only for events that never come: no test judges the speed of
// a machine by it.
#pragma once

#include <chrono>

namespace ez {

constexpr std::chrono::seconds patience(240);

// Calls `meanwhile` until `reached` holds. Returns false if it never held.
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
