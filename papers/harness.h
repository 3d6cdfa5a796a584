// Tables of papers in the papers' own layout, with the papers' figures next to ours. `ezscope bench --paper` prints
// them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "papers/report.h"
#include "papers/table.h"
#include "solver/engine/backend.h"
#include "solver/scene/scheme.h"
#include "solver/solver.h"

namespace ez {

struct PaperRequest {
  EngineRequest engine;
  bool quick = false;  // small sizes only
};

// Makes the figures of the tables on a device, or explains why there is none. All figures follow one rule: the median
// of three runs after a warm-up, from a field that is nowhere 0. All seconds are those of `steps` steps; runs of more
// than a second use fewer steps and are scaled. A result is empty if it cannot be measured; for the GPU,
// `skipped_because` gives the reason.
class PaperBench {
 public:
  // Throws EngineError if CUDA or OpenCL was requested and is not available.
  explicit PaperBench(const PaperRequest& request);

  bool quick() const { return quick_; }
  // The CUDA device of the studies with separate kernels.
  const std::optional<BenchDevice>& device() const { return device_; }
  // The device that runs scenes: with CUDA, or with OpenCL if the request names it.
  const std::optional<BenchDevice>& scene_device() const { return scene_device_; }
  const std::string& skipped() const { return skipped_; }  // why GPU cells are skipped
  const std::string& skipped_because() const { return skipped_because_; }
  int threads() const { return engine_.threads > 0 ? engine_.threads : cores_; }  // of the CPU engine

  // Returns the kernels' seconds on the GPU with one scheme.
  std::optional<double> seconds(const Scene& scene, const SchemeChoice& scheme, BlockShape block, int steps);
  // Returns the scene on the GPU, cached until another scene is requested. Throws OutOfMemory, EngineError.
  Solver& on_gpu(const Scene& scene);
  // Returns the seconds of plain loops on one core: the papers' T_CPU.
  std::optional<double> one_core_seconds(int n, Precision precision, int steps);
  // Returns the seconds that these loops spend on Ez.
  std::optional<double> one_core_e_seconds(int n, Precision precision, int steps);
  // Returns the seconds of ezscope's own CPU engine on threads().
  std::optional<double> cpu_engine_seconds(const Scene& scene, int steps);

  BenchReport report() const;
  std::string made_with() const;  // the last line of every table

 private:
  std::optional<double> add(BenchRow row, int steps);
  double budget() const { return quick_ ? 0.05 : 0.25; }  // s of a run on the CPU

  EngineRequest engine_;
  bool quick_ = false;
  std::optional<BenchDevice> device_, scene_device_;
  std::string cpu_name_, skipped_, skipped_because_;
  int cores_ = 1;
  std::unique_ptr<Solver> solver_;
  std::vector<BenchRow> rows_;
};

struct Paper {
  std::string_view name;  // as on the command line
  std::vector<PaperTable> (*tables)(PaperBench& bench);
};
// Returns the papers in the order in which they are run.
std::span<const Paper> all_papers();

std::vector<PaperTable> takada_tables(PaperBench& bench);
std::vector<PaperTable> minami_tables(PaperBench& bench);
std::vector<PaperTable> golovashkin_tables(PaperBench& bench);
std::vector<PaperTable> yanagitani_tables(PaperBench& bench);
std::vector<PaperTable> yamamoto_tables(PaperBench& bench);
// Returns the density in the middle plane of the three-dimensional shock tube at t = 0.2, as an .npy file of shape
// (126, 120).
std::string yamamoto_slice(const PaperBench& bench);

// Returns the scene of a paper with n × n cells: a sine at the centre, c Δt / Δ = 0.5.
Scene paper_scene(BoundaryKind walls, int n, Precision precision);

// Returns a/b if both exist.
std::optional<double> ratio(std::optional<double> a, std::optional<double> b);
// Returns v·factor.
std::optional<double> times(std::optional<double> v, double factor);

}  // namespace ez
