// The CUDA engine: batches, block shape, pictures and health, on its own stream. A Lattice holds all data on the
// device.
#pragma once

#include <memory>
#include <string>

#include "solver/engine/cuda/device/late_cells.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/lattice.h"
#include "solver/engine/cuda/signals.h"
#include "solver/engine/device_view.h"
#include "solver/engine/engine.h"

namespace ez::cuda {

class CudaEngine final : public Engine {
 public:
  explicit CudaEngine(int device);
  ~CudaEngine() override;
  CudaEngine(const CudaEngine&) = delete;
  CudaEngine& operator=(const CudaEngine&) = delete;

  const EngineInfo& info() const override { return info_; }
  void load(const Problem& problem) override;
  void update(const Problem& problem, const Change& change) override;
  void rescale(double ratio) override;
  void zero() override;

  void start(Batch batch) override;
  bool busy() override;
  BatchResult finish() override;

  void set_gather(const Gather& gather) override;
  void read_map(int map, double* out) override;
  void sample(const std::vector<GatherPoint>& points, double* out) override;

  PictureStats draw(const PictureWindow& window, float* pixels) override;
  Health health() override;
  void read(FieldArray array, void* out) override;
  void write(FieldArray array, const void* in) override;

  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) override;
  void restore(const EngineState& state) override;
  std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) override;
  void set_ledger(bool on, const Problem& problem) override;
  EnergyLedger ledger() override;

  std::vector<RowPiece> row_memory(int first, int count) override { return lattice().row_memory(first, count); }
  void rows_written() override { lattice().rows_written(); }
  bool set_row_exchange(int every, const RowExchange& exchange) override;

  double free_bytes() const override;
  DeviceView* device_view() override { return &view_; }
  BlockShape block() const override { return block_; }
  BlockLimits block_limits() const override;
  std::string set_block(BlockShape block) override;
  std::string why_illegal(BlockShape block) const override;
  double time_e_updates(int steps) override;
  KernelTimes time_e_kernels(int steps) override;
  SchemeChoice scheme() const override { return scheme_; }
  std::string scheme_note() const override { return lattice_ ? lattice_->scheme_note() : std::string(); }
  std::string set_scheme(const SchemeChoice& choice, const Problem& problem) override;
  Passes passes() const override { return {0, lattice_ ? lattice_->steps_a_pass() : 0, 0}; }

 private:
  class View final : public DeviceView {
   public:
    explicit View(CudaEngine& engine) : engine_(engine) {}
    int device() const override { return engine_.info_.device_index; }
    DeviceStream stream() const override { return static_cast<cudaStream_t>(engine_.stream_); }
    PictureStats draw(const PictureWindow& window, float* pixels) override {
      return engine_.draw_on_device(window, pixels);
    }
    ReferenceView main_array() override { return engine_.main_array(); }

   private:
    CudaEngine& engine_;
  };

  void use_device() const;
  void advance(const Batch& batch);
  Lattice& lattice();  // throws if nothing has been loaded
  void enqueue_picture(const PictureWindow& window, float* pixels);
  ReferenceView reference_for(const PictureWindow& window, CudaEngine*& other);
  PictureStats draw_on_device(const PictureWindow& window, float* pixels);
  ReferenceView main_array();

  EngineInfo info_;  // comes first because its construction selects the device for all other members
  BlockShape block_{128, 2};
  KernelLimits limits_;
  SchemeChoice scheme_;
  View view_{*this};
  Stream stream_;
  std::unique_ptr<Lattice> lattice_;

  // The batch in flight. There is only one at a time, so one set of tables suffices.
  bool in_flight_ = false;
  int steps_ = 0, probe_count_ = 0;
  Event begin_{Event::Kind::timing}, end_{Event::Kind::timing}, back_{Event::Kind::order};
  std::size_t gathered_count_ = 0;
  Signals signals_;
  PinnedBuffer<double> probes_host_, gathered_host_;
  DeviceBuffer<double> probes_, gathered_;
  Gather gather_;
  int exchange_every_ = 0;  // steps; 0: the engine has the whole grid
  RowExchange exchange_;

  // For a difference picture.
  Event field_is_there_{Event::Kind::order}, field_is_read_{Event::Kind::order};
  // Picture cells. The pictures of a field and of its residual are drawn at the same time, so each has its own
  // statistics.
  DelayedCells<PictureCell> field_cells_, residual_cells_;
  DelayedCells<PictureCell>& cells_for(const PictureWindow& w) {
    return w.quantity == Quantity::residual ? residual_cells_ : field_cells_;
  }
  DeviceBuffer<float> pixels_;  // for a picture in host memory
  PinnedBuffer<float> pixels_host_;
  DeviceBuffer<HealthCell> health_{health_cells};
  PinnedBuffer<HealthCell> health_host_{health_cells};
};

}  // namespace ez::cuda
