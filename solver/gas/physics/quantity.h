// Quantities of a gas and of heat that can be shown, computed from a cell and its four neighbours.
#pragma once

#include "solver/gas/physics/euler.h"
#include "solver/scene/quantity.h"

namespace ez::gas {

// A cell and its neighbours. Walls are replaced by mirror images.
template <class T>
struct Cross {
  State<T> s, right, left, above, below;
};

// Returns true if the quantity depends on a cell's neighbours.
EZ_INLINE bool has_slope(Quantity q) {
  return q == Quantity::vorticity || q == Quantity::schlieren || q == Quantity::flux;
}

template <class T>
EZ_INLINE T value_of(Quantity q, const Cross<T>& c, const Gas<T>& g) {
  const T half_x = T(0.5) * g.inverse_dx, half_y = T(0.5) * g.inverse_dy;
  switch (q) {
    case Quantity::density:
      return c.s.rho;
    case Quantity::pressure:
      return c.s.p;
    case Quantity::u:
      return c.s.u;
    case Quantity::v:
      return c.s.v;
    case Quantity::speed:
      return root_of(square_of_speed(c.s));
    case Quantity::mach:
      return root_of(square_of_speed(c.s)) / sound_speed(c.s, g);
    case Quantity::gas_energy:
      return energy_of(c.s, g);
    case Quantity::temperature:
      return c.s.p / c.s.rho;
    case Quantity::vorticity:
      return (c.right.v - c.left.v) * half_x - (c.above.u - c.below.u) * half_y;
    case Quantity::schlieren: {
      const T x = (c.right.rho - c.left.rho) * half_x, y = (c.above.rho - c.below.rho) * half_y;
      return root_of(x * x + y * y);
    }
    default:
      return T(0);
  }
}

// Returns the value for heat: the value itself, or |κ∇w|.
template <class T>
EZ_INLINE T value_of(Quantity q, T w, T right, T left, T above, T below, T diffusivity, const Gas<T>& g) {
  if (q == Quantity::value) return w;
  const T x = (right - left) * (T(0.5) * g.inverse_dx), y = (above - below) * (T(0.5) * g.inverse_dy);
  return q == Quantity::flux ? diffusivity * root_of(x * x + y * y) : T(0);
}

// Returns a quantity of cell (i, j). state(i, j) and wall(i, j) must also work one cell beyond the border.
template <class T, class StateOf, class WallOf>
EZ_INLINE T gas_value(Quantity q, int i, int j, const StateOf& state, const WallOf& wall, const Gas<T>& g) {
  if (wall(i, j)) return T(0);
  const State<T> s = state(i, j);
  if (!has_slope(q)) return value_of(q, Cross<T>{s, s, s, s, s}, g);
  return value_of(
      q,
      Cross<T>{s, wall(i + 1, j) ? mirror_x(s) : state(i + 1, j), wall(i - 1, j) ? mirror_x(s) : state(i - 1, j),
               wall(i, j + 1) ? mirror_y(s) : state(i, j + 1), wall(i, j - 1) ? mirror_y(s) : state(i, j - 1)},
      g);
}
template <class T, class ValueOf, class WallOf>
EZ_INLINE T heat_value(Quantity q, int i, int j, const ValueOf& value, const WallOf& wall, T diffusivity,
                       const Gas<T>& g) {
  if (wall(i, j)) return T(0);
  const T w = value(i, j);
  if (!has_slope(q)) return value_of(q, w, w, w, w, w, diffusivity, g);
  const auto neighbour = [&](int a, int b) { return wall(a, b) ? w : value(a, b); };
  return value_of(q, w, neighbour(i + 1, j), neighbour(i - 1, j), neighbour(i, j + 1), neighbour(i, j - 1), diffusivity,
                  g);
}

}  // namespace ez::gas
