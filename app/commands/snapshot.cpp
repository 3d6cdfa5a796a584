#include "app/commands/snapshot.h"

namespace ez {

void Snapshot::offer(Solver& solver) {
  const auto now = Clock::now();
  if (step_ > 0 && 20 * spent_ > now - start_) return;
  const Grid& grid = solver.scene().grid;
  const std::size_t count = static_cast<std::size_t>(grid.nx) * static_cast<std::size_t>(grid.ny);
  if (grid.precision == Precision::float32) {
    single_.resize(count);
    solver.engine().read(FieldArray::ez, single_.data());
  } else {
    double_.resize(count);
    solver.engine().read(FieldArray::ez, double_.data());
  }
  step_ = solver.step();
  spent_ += Clock::now() - now;
}

std::vector<double> Snapshot::values(const Grid& grid) const {
  if (!double_.empty()) return double_;
  if (!single_.empty()) return {single_.begin(), single_.end()};
  return std::vector<double>(static_cast<std::size_t>(grid.nx) * static_cast<std::size_t>(grid.ny), 0.0);
}

}  // namespace ez
