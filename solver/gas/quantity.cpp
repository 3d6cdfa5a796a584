#include "solver/gas/quantity.h"

#include <algorithm>
#include <array>

namespace ez::gas {
namespace {

constexpr std::array table{
    QuantityInfo{Quantity::density, "density", "ρ", false, false},
    QuantityInfo{Quantity::pressure, "pressure", "p", false, false},
    QuantityInfo{Quantity::speed, "speed", "√(u² + v²)", false, false},
    QuantityInfo{Quantity::u, "u", "velocity along x", true, false},
    QuantityInfo{Quantity::v, "v", "velocity along y", true, false},
    QuantityInfo{Quantity::mach, "mach", "speed over that of sound", false, false},
    QuantityInfo{Quantity::energy, "energy", "p/(γ−1) + ½ρ(u² + v²)", false, false},
    QuantityInfo{Quantity::temperature, "temperature", "p/ρ", false, false},
    QuantityInfo{Quantity::schlieren, "schlieren", "|grad ρ|", false, false},
    QuantityInfo{Quantity::vorticity, "vorticity", "∂v/∂x − ∂u/∂y", true, false},
    QuantityInfo{Quantity::value, "value", "what diffuses", true, true},
    QuantityInfo{Quantity::flux, "flux", "|κ grad w|", false, true},
};

}  // namespace

std::span<const QuantityInfo> quantities() { return table; }

const QuantityInfo& info_of(Quantity q) {
  return *std::find_if(table.begin(), table.end(), [&](const QuantityInfo& i) { return i.quantity == q; });
}

std::optional<Quantity> quantity_named(std::string_view name) {
  for (const QuantityInfo& i : table)
    if (i.name == name) return i.quantity;
  return std::nullopt;
}

}  // namespace ez::gas
