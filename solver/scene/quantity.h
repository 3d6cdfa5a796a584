// Quantities that a picture of the field can show. A row of the table contains all properties of a quantity. Only its
// value is computed elsewhere, in solver/physics/quantity.h. So a new quantity is a row here and a formula there.
#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/base/physics.h"
#include "solver/base/polarization.h"

namespace ez {

// In the order of the menu.
enum class Quantity {
  ez,
  hx,
  hy,
  abs_h,
  energy,
  poynting,
  material,
  residual,
  abs_e,
  map_abs,
  map_phase,
  map_re,
  intensity,
  // for a gas
  density,
  pressure,
  speed,
  u,
  v,
  mach,
  gas_energy,
  temperature,
  schlieren,
  vorticity,
  // for heat
  value,
  flux,
};

struct QuantityFacts {
  // Its names in a scene of either polarization.
  struct Words {
    std::string_view name, symbol, unit;  // name in files, symbol in front of a number, unit of that number
  };
  // Origin of the value at a node.
  enum class Origin {
    array,       // a stored array, at that array's own position
    formula,     // the main array and the surrounding H, averaged to the node
    medium,      // the node's index in the palette
    difference,  // the main array minus another run's; 0 without another run
    map,         // a map monitor's phasor of the main array
    mean,        // the square of the main array, averaged over time: MapPlan::mean
    cell,        // a cell of a gas or heat, with its neighbours
  };
  Quantity quantity;
  Words ez, hz;
  Origin of = Origin::formula;
  bool is_signed = false;  // it oscillates around 0, which is the middle of its colours
  bool is_square = false;  // proportional to the square of the amplitude
  bool has_media = false;  // the formula contains ε and μ
  For belongs = For::maxwell;
};

inline constexpr QuantityFacts quantities[] = {
    {.quantity = Quantity::ez,
     .ez = {"ez", "Ez", "V/m"},
     .hz = {"hz", "Hz", "A/m"},
     .of = QuantityFacts::Origin::array,
     .is_signed = true},
    {.quantity = Quantity::hx,
     .ez = {"hx", "Hx", "A/m"},
     .hz = {"ex", "Ex", "V/m"},
     .of = QuantityFacts::Origin::array,
     .is_signed = true},
    {.quantity = Quantity::hy,
     .ez = {"hy", "Hy", "A/m"},
     .hz = {"ey", "Ey", "V/m"},
     .of = QuantityFacts::Origin::array,
     .is_signed = true},
    {.quantity = Quantity::abs_h, .ez = {"abs_h", "|H|", "A/m"}, .hz = {"abs_e", "|E|", "V/m"}},
    {.quantity = Quantity::energy,
     .ez = {"energy", "u", "J/m³"},
     .hz = {"energy", "u", "J/m³"},
     .is_square = true,
     .has_media = true},
    {.quantity = Quantity::poynting,
     .ez = {"poynting", "|S|", "W/m²"},
     .hz = {"poynting", "|S|", "W/m²"},
     .is_square = true},
    {.quantity = Quantity::material,
     .ez = {"material", "mat", ""},
     .hz = {"material", "mat", ""},
     .of = QuantityFacts::Origin::medium},
    {.quantity = Quantity::residual,
     .ez = {"residual", "ΔEz", "V/m"},
     .hz = {"residual", "ΔHz", "A/m"},
     .of = QuantityFacts::Origin::difference},
    {.quantity = Quantity::abs_e, .ez = {"abs_e", "|Ez|", "V/m"}, .hz = {"abs_h", "|Hz|", "A/m"}},
    {.quantity = Quantity::map_abs,
     .ez = {"map_abs", "|Ez(f)|", "V·s/m"},
     .hz = {"map_abs", "|Hz(f)|", "A·s/m"},
     .of = QuantityFacts::Origin::map},
    {.quantity = Quantity::map_phase,
     .ez = {"map_phase", "arg Ez(f)", "°"},
     .hz = {"map_phase", "arg Hz(f)", "°"},
     .of = QuantityFacts::Origin::map,
     .is_signed = true},
    {.quantity = Quantity::map_re,
     .ez = {"map_re", "Re Ez(f)", "V·s/m"},
     .hz = {"map_re", "Re Hz(f)", "A·s/m"},
     .of = QuantityFacts::Origin::map,
     .is_signed = true},
    {.quantity = Quantity::intensity,
     .ez = {"intensity", "mean Ez²", "V²/m²"},
     .hz = {"intensity", "mean Hz²", "A²/m²"},
     .of = QuantityFacts::Origin::mean,
     .is_square = true},
    {.quantity = Quantity::density,
     .ez = {"density", "ρ", "kg/m³"},
     .hz = {"density", "ρ", "kg/m³"},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::gas},
    {.quantity = Quantity::pressure,
     .ez = {"pressure", "p", "Pa"},
     .hz = {"pressure", "p", "Pa"},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::gas},
    {.quantity = Quantity::speed,
     .ez = {"speed", "|u|", "m/s"},
     .hz = {"speed", "|u|", "m/s"},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::gas},
    {.quantity = Quantity::u,
     .ez = {"u", "u", "m/s"},
     .hz = {"u", "u", "m/s"},
     .of = QuantityFacts::Origin::cell,
     .is_signed = true,
     .belongs = For::gas},
    {.quantity = Quantity::v,
     .ez = {"v", "v", "m/s"},
     .hz = {"v", "v", "m/s"},
     .of = QuantityFacts::Origin::cell,
     .is_signed = true,
     .belongs = For::gas},
    {.quantity = Quantity::mach,
     .ez = {"mach", "Ma", ""},
     .hz = {"mach", "Ma", ""},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::gas},
    {.quantity = Quantity::gas_energy,
     .ez = {"energy", "E", "J/m³"},
     .hz = {"energy", "E", "J/m³"},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::gas},
    {.quantity = Quantity::temperature,
     .ez = {"temperature", "p/ρ", "J/kg"},
     .hz = {"temperature", "p/ρ", "J/kg"},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::gas},
    {.quantity = Quantity::schlieren,
     .ez = {"schlieren", "|grad ρ|", "kg/m⁴"},
     .hz = {"schlieren", "|grad ρ|", "kg/m⁴"},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::gas},
    {.quantity = Quantity::vorticity,
     .ez = {"vorticity", "ω", "1/s"},
     .hz = {"vorticity", "ω", "1/s"},
     .of = QuantityFacts::Origin::cell,
     .is_signed = true,
     .belongs = For::gas},
    {.quantity = Quantity::value,
     .ez = {"value", "w", ""},
     .hz = {"value", "w", ""},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::heat},
    {.quantity = Quantity::flux,
     .ez = {"flux", "|κ grad w|", "m/s"},
     .hz = {"flux", "|κ grad w|", "m/s"},
     .of = QuantityFacts::Origin::cell,
     .belongs = For::heat},
};
inline constexpr std::size_t quantity_count = std::size(quantities);
static_assert(
    [] {
      for (std::size_t k = 0; k < quantity_count; ++k)
        if (quantities[k].quantity != static_cast<Quantity>(k)) return false;
      return true;
    }(),
    "the rows are in the order of the enum");

constexpr const QuantityFacts& facts_of(Quantity q) { return quantities[static_cast<std::size_t>(q)]; }
constexpr bool is_signed(Quantity q) { return facts_of(q).is_signed; }
constexpr const QuantityFacts::Words& words_of(Quantity q, Polarization p) {
  return p == Polarization::hz ? facts_of(q).hz : facts_of(q).ez;
}
constexpr std::string_view to_string(Quantity q, Polarization p = Polarization::ez) { return words_of(q, p).name; }
constexpr std::string_view symbol_of(Quantity q, Polarization p) { return words_of(q, p).symbol; }
constexpr std::string_view unit_of(Quantity q, Polarization p) { return words_of(q, p).unit; }

// Returns the quantity that a scene shows and its probes record by default.
constexpr Quantity main_quantity(Physics physics) {
  return physics == Physics::gas ? Quantity::density : physics == Physics::heat ? Quantity::value : Quantity::ez;
}
// Returns the names in files, in order.
std::vector<std::string_view> quantity_names(Polarization, Physics = Physics::maxwell);
// Finds a quantity by name. An hz scene also accepts the ez scene's names if it has no such name itself, so that a file
// stays valid when its polarization is switched.
std::optional<Quantity> quantity_from(std::string_view name, Polarization = Polarization::ez,
                                      Physics = Physics::maxwell);

}  // namespace ez
