#include "app/model/document/gas_edit.h"

#include "app/model/document/scene_edit.h"

namespace ez {

Text users_of_fluid_state(const Scene& scene, std::size_t state) {
  Text users = users_of(scene, scene.states[state].name);
  if (users.empty() && state == 0 && scene.grid.background.empty()) users = "the background";
  return users;
}

std::vector<Quantity> offered_quantities(Physics physics) {
  std::vector<Quantity> out;
  for (const QuantityFacts& q : quantities)
    if (is_for(q.belongs, physics) && q.of != QuantityFacts::Origin::map) out.push_back(q.quantity);
  return out;
}

}  // namespace ez
