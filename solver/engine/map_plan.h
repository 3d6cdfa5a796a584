// Plans of maps: whether the sums of one go on under another, and which of its maps a picture shows.
#pragma once

#include "solver/engine/fields.h"

namespace ez {

// The maps of frequencies; the mean begins anew.
inline bool goes_on(const MapPlan& before, const MapPlan& after) {
  return before.frequencies == after.frequencies && before.every == after.every && before.interval == after.interval;
}

// Which of the plan's maps a picture of a map's quantities is of: the one it names, or the mean. -1: there is none.
inline int shown_map(const MapPlan& plan, const PictureWindow& window) {
  if (facts_of(window.quantity).of != QuantityFacts::Of::mean) return window.map;
  return plan.mean > 0 ? static_cast<int>(plan.frequencies.size()) : -1;
}

}  // namespace ez
