// A state in main memory whose layout does not depend on the engine that saved it. The CPU engine restores it, so a run
// can continue there after its device is lost.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "solver/engine/pole_state.h"
#include "solver/problem/energy_terms.h"
#include "solver/problem/problem.h"

namespace ez {

template <class T>
struct HostState final : EngineState {
  // ψ of the layer at one boundary, for the update of Ez and for that of H. Left and right: `depth` values for each row
  // of the grid. Bottom and top: nx values for each of `depth` rows.
  struct Psi {
    int depth = 0;
    std::vector<T> e, h;
  };
  int nx = 0, ny = 0;
  std::array<std::vector<T>, yee_arrays.size()> arrays;  // nx·ny values each, by FieldArray
  std::array<Psi, 4> psi;                                // by Side
  std::array<std::vector<T>, 4> mur;                     // by Side: corrections of Mur's second order, along it
  PoleState<T> poles;
  std::optional<EnergyBook> book;  // closed: the present energy of the field is not in it

  double bytes() const override {
    std::size_t values = 0;
    for (const std::vector<T>& a : arrays) values += a.size();
    for (const Psi& p : psi) values += p.e.size() + p.h.size();
    for (const std::vector<T>& m : mur) values += m.size();
    return static_cast<double>(values * sizeof(T)) + poles.bytes();
  }
};

// Returns `reuse` if it is a HostState of this precision, else a new one.
template <class T>
std::unique_ptr<HostState<T>> host_state_in(std::unique_ptr<EngineState> reuse) {
  if (!dynamic_cast<HostState<T>*>(reuse.get())) return std::make_unique<HostState<T>>();
  return std::unique_ptr<HostState<T>>(static_cast<HostState<T>*>(reuse.release()));
}

// Removes the padding of rows of `pitch` values, of which the first `width` are wanted.
template <class T>
std::vector<T> without_padding(const std::vector<T>& rows, std::size_t pitch, std::size_t width) {
  if (pitch == width) return rows;
  std::vector<T> out;
  out.reserve(rows.size() / pitch * width);
  for (std::size_t begin = 0; begin + width <= rows.size(); begin += pitch)
    out.insert(out.end(), rows.begin() + static_cast<std::ptrdiff_t>(begin),
               rows.begin() + static_cast<std::ptrdiff_t>(begin + width));
  return out;
}

}  // namespace ez
