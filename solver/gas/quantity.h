// What can be shown of a gas and of heat.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace ez::gas {

enum class Quantity { density, pressure, speed, u, v, mach, energy, temperature, schlieren, vorticity, value, flux };

struct QuantityInfo {
  Quantity quantity;
  std::string_view name, meaning;
  bool is_signed;
  bool of_heat;  // else of a gas
};
std::span<const QuantityInfo> quantities();
const QuantityInfo& info_of(Quantity);
std::optional<Quantity> quantity_named(std::string_view name);

}  // namespace ez::gas
