// The OpenCL engine: batches, block shape, pictures and health, on its own stream. A Lattice holds all data on the
// device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/engine/engine.h"
#include "solver/engine/gl_view.h"
#include "solver/engine/opencl/lattice.h"

namespace ez::opencl {

class OpenClEngine final : public Engine, private GlView {
 public:
  explicit OpenClEngine(SharedDevice device, bool automatic = false);
  // Copies of a batch that failed may still use the lattice's host memory, so it waits for them.
  ~OpenClEngine() override { stream_.drain(); }
  OpenClEngine(const OpenClEngine&) = delete;
  OpenClEngine& operator=(const OpenClEngine&) = delete;

  const EngineInfo& info() const override { return info_; }
  double free_bytes() const override;
  void load(const Problem& problem) override;
  void update(const Problem& problem, const Change& change) override { lattice().update(problem, change); }
  void rescale(double ratio) override { lattice().rescale(ratio); }
  void zero() override { lattice().zero(); }

  void start(Batch batch) override;
  bool busy() override { return in_flight_ && !stream_.reached(end_); }
  BatchResult finish() override;
  void set_gather(const Gather& gather) override { lattice().set_gather(gather); }
  void read_map(int map, double* out) override { lattice().read_map(map, out); }

  PictureStats draw(const PictureWindow& window, float* pixels) override;
  GlView* gl_view() override { return device_->shares_gl() ? this : nullptr; }
  ReferenceView as_reference() override;
  Health health() override { return lattice().health(); }
  void sample(const std::vector<GatherPoint>& points, double* out) override { lattice().sample(points, out); }
  void read(FieldArray array, void* out) override { lattice().read(array, out); }
  void write(FieldArray array, const void* in) override { lattice().write(array, in); }

  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState>) override { return lattice().save(); }
  void restore(const EngineState& state) override { lattice().restore(state); }
  std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) override {
    return lattice().save_for_host(std::move(reuse));
  }
  void set_ledger(bool on, const Problem& problem) override;
  EnergyLedger ledger() override { return lattice().ledger(); }

  BlockShape block() const override { return block_; }
  BlockLimits block_limits() const override;
  std::string set_block(BlockShape block) override;
  std::string why_illegal(BlockShape block) const override;
  std::string why_no_scheme(const SchemeChoice& choice) const override;
  SchemeChoice scheme() const override { return scheme_; }
  std::string scheme_note() const override { return lattice_ ? lattice_->note() : std::string(); }
  Passes passes() const override;
  // Sets the scheme `streamed` with tiles of this shape, without a trial.
  void set_shape(const streamed::Shape& shape, const Problem& problem);
  std::string set_scheme(const SchemeChoice& choice, const Problem& problem) override;
  double time_e_updates(int steps) override;
  KernelTimes time_e_kernels(int steps) override;

 private:
  PictureStats draw(const PictureWindow& window, unsigned buffer) override;
  template <class Draw>
  PictureStats with_reference(const PictureWindow& window, Draw draw);
  Lattice& lattice();
  void fit_block();

  SharedDevice device_;
  Stream stream_;
  EngineInfo info_;
  BlockShape block_;
  std::size_t most_items_ = 1;  // of a block of the present scheme's kernels
  SchemeChoice scheme_;
  std::unique_ptr<Lattice> lattice_;
  int nx_ = 0, ny_ = 0;
  bool is_double_ = false;
  Event begin_, end_;
  int steps_ = 0;
  bool in_flight_ = false;
  std::vector<double> reference_;  // the memory of as_reference()
};

}  // namespace ez::opencl
