// The CPU engine as one with blocks and schemes. It computes the CPU engine's fields, but reports times that follow
// from scheme and block by a rule known to the test. For tests of measuring on a machine without a GPU.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>

#include "engine_around.h"
#include "solver/engine/backend.h"

namespace ez {

// Returns the seconds per step.
using StepSeconds = std::function<double(const SchemeChoice&, BlockShape)>;

// Best at 64 × 4. A single thread is twelve times as slow.
inline double usual_step_seconds(const SchemeChoice& scheme, BlockShape b) {
  const auto away = [](int v, int best) { return std::abs(std::log2(static_cast<double>(v) / best)); };
  return 1e-4 * (1 + 0.8 * away(b.x, 64) + 0.5 * away(b.y, 4)) * (scheme.name == "two-kernel" ? 1 : 1.5);
}

// Returns a metal box with a pulse in it.
inline Scene small_cavity(int nx, int ny) {
  Scene scene;
  scene.title = "cavity";
  scene.grid.nx = nx;
  scene.grid.ny = ny;
  scene.grid.dx = scene.grid.dy = 0.001;
  scene.boundary.side.fill(BoundaryKind::pec);
  Source source;
  source.geometry = PointSource{{0.0005 * nx, 0.0005 * ny}};
  source.waveform = Ricker{15e9, {}};
  scene.sources.push_back(source);
  return scene;
}

class BlockEngine final : public EngineAround {
 public:
  explicit BlockEngine(StepSeconds seconds = usual_step_seconds, std::string missing = "")
      : seconds_(std::move(seconds)), missing_(std::move(missing)) {}

  int slices = 0, longest = 0;  // number of batches, and the most steps in one
  bool held = false;            // the running batch seems not to end

  void load(const Problem& p) override {
    EngineAround::load(p);
    scheme_ = {};
  }
  void start(Batch batch) override {
    ++slices;
    longest = std::max(longest, batch.steps);
    EngineAround::start(std::move(batch));
  }
  bool busy() override { return EngineAround::busy() || (held && slices > 0); }
  BatchResult finish() override {
    BatchResult r = EngineAround::finish();
    r.seconds = r.steps * seconds_(scheme_, block_);
    return r;
  }

  BlockShape block() const override { return block_; }
  BlockLimits block_limits() const override { return {512, 40, scheme_.name == "takada" ? 2048.0 : 0.0}; }
  std::string set_block(BlockShape b) override {
    std::string why = why_illegal(b);
    if (why.empty()) block_ = b;
    return why;
  }
  std::string why_illegal(BlockShape b) const override {
    const int threads = b.x * b.y;
    if (threads > 1024) return fmt::format("{} threads; 1024 are allowed", threads);
    return threads > 512 ? fmt::format("{} threads of 40 registers; at most 512", threads) : std::string();
  }
  SchemeChoice scheme() const override { return scheme_; }
  std::string scheme_note() const override { return scheme_.name == "split" ? "4" : ""; }
  std::string set_scheme(const SchemeChoice& choice, const Problem&) override {
    if (choice.name == missing_) return "its library is not on this machine";
    scheme_ = choice;
    return {};
  }

 private:
  StepSeconds seconds_;
  std::string missing_;  // a scheme that this engine refuses
  BlockShape block_{128, 2};
  SchemeChoice scheme_;
};

inline EngineMakerChoice block_engines(const std::string& missing = "") {
  return {[missing] { return std::make_unique<BlockEngine>(usual_step_seconds, missing); }, ""};
}

}  // namespace ez
