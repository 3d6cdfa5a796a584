// Of two plans of maps, whether the sums of one go on under the other.
#pragma once

#include "solver/engine/fields.h"

namespace ez {

// The maps of frequencies; the mean begins anew.
inline bool goes_on(const MapPlan& before, const MapPlan& after) {
  return before.frequencies == after.frequencies && before.every == after.every && before.interval == after.interval;
}

}  // namespace ez
