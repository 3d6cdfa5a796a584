// The solver: one scene running on one engine. Edits go through apply(), which compares scenes itself and keeps the
// field whenever the grid stays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solver/engine.h"
#include "solver/physics/drive.h"
#include "solver/scene/scene.h"

namespace ez {

enum class Tier { nothing, numbers, geometry, grid };

struct ApplyReport {
  Tier tier = Tier::nothing;
  bool refused = false;  // the old scene runs on
  std::string message;   // why, and the largest grid that fits
};

struct ProbeSamples {
  bool restarted = false;        // a new series: what was taken before belongs to another place or run
  std::uint64_t first_step = 0;  // values[k] is Ez after first_step + k steps; the first ever has first_step = 1
  std::vector<double> values;
};

class Solver {
 public:
  // Throws OutOfMemory when the scene does not fit. The scene has passed validate().
  Solver(std::unique_ptr<Engine> engine, Scene scene);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const Scene& scene() const;
  const EngineInfo& info() const;
  Engine& engine();

  // Tiers: numbers (coefficients, sources, walls) and geometry (shapes, within the dirty rectangle) keep the field;
  // another grid, cell, polarization or precision starts from zero. When that grid does not fit, the old one runs on
  // and the report says so.
  ApplyReport apply(const Scene& scene);
  void reset();  // field zero, t = 0

  // Queues a batch and returns at once. Every other call but busy() waits for it.
  void advance(int steps);
  bool busy();
  void wait();

  std::uint64_t step() const;  // finished and queued steps
  double dt() const;
  double time() const;  // s; step·Δt unless Δt was changed on the way

  PictureStats draw(const PictureWindow& window, float* pixels);
  Health health();
  // ny·nx values in physical units, row 0 at y = 0, as the .npy files hold them.
  std::vector<double> field(Quantity quantity);
  // Value under the cursor; 0 outside the grid.
  double value_at(Quantity quantity, Node node);
  const NodeMap& nodes() const;  // palette index per node (host)
  const Problem& problem() const;

  // Samples since the last call, one entry per probe of the scene; a new or moved probe starts a new series.
  std::vector<ProbeSamples> take_probes();
  // Steps and seconds the kernels took, summed since the last call.
  struct Speed {
    std::uint64_t steps = 0;
    double seconds = 0;
  };
  Speed take_speed();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
