// A copy of all that decides how a run on the CPU engine goes on. What Mur nodes of first order remember is in the
// field already.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solver/engine/cpu/pages.h"
#include "solver/engine/engine.h"
#include "solver/problem/energy_terms.h"

namespace ez {

struct StepperState final : EngineState {
  int nx = 0, ny = 0;
  std::size_t value_size = 0;  // 4 or 8: the precision
  Pages field;
  std::array<Pages, 4> layers;     // ψ, by Side
  std::vector<double> mur;         // MurLines::memory()
  std::optional<EnergyBook> book;  // closed: the field's own energy is not in it
  double bytes() const override {
    double sum = static_cast<double>(field.size() + mur.size() * sizeof(double));
    for (const Pages& p : layers) sum += static_cast<double>(p.size());
    return sum;
  }
};

}  // namespace ez
