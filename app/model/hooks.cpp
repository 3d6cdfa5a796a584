#include "app/model/hooks.h"

#include <algorithm>

namespace ez {

bool hides(const State& state, Secret what) {
  return std::ranges::any_of(model_hooks(),
                             [&](const ModelHooks& h) { return h.hides != nullptr && h.hides(state, what); });
}

bool has_workspace(Workspace workspace) {
  return workspace == Workspace::explore ||
         std::ranges::any_of(model_hooks(), [&](const ModelHooks& h) { return h.workspace == workspace; });
}

}  // namespace ez
