#include "solver/scene/quantity.h"

namespace ez {

std::vector<std::string_view> quantity_names(Polarization p, Physics physics) {
  std::vector<std::string_view> names;
  for (const QuantityFacts& q : quantities)
    if (is_for(q.belongs, physics)) names.push_back(to_string(q.quantity, p));
  return names;
}

std::optional<Quantity> quantity_from(std::string_view name, Polarization p, Physics physics) {
  for (const Polarization named : {p, Polarization::ez})
    for (const QuantityFacts& q : quantities)
      if (is_for(q.belongs, physics) && name == to_string(q.quantity, named)) return q.quantity;
  return std::nullopt;
}

}  // namespace ez
