// The lattice for one precision.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/engine/map_plan.h"
#include "solver/engine/opencl/coefficients.h"
#include "solver/engine/opencl/device/throttle.h"
#include "solver/engine/opencl/energy_meter.h"
#include "solver/engine/opencl/lattice.h"
#include "solver/engine/opencl/points.h"
#include "solver/engine/opencl/poles.h"
#include "solver/engine/opencl/split.h"
#include "solver/engine/opencl/streamed/streamed.h"
#include "solver/physics/quantity.h"

namespace ez::opencl {

template <class T>
class LatticeOf final : public Lattice {
 public:
  LatticeOf(const Problem& problem, Stream& stream);
  void update(const Problem& problem, const Change& change) override;
  void zero() override;
  void rescale(double ratio) override;
  void start(const Batch& batch, BlockShape block) override;
  void finish(BatchResult& result) override;
  void set_gather(const Gather& gather) override;
  void read_map(int map, double* out) override;
  void sample(const std::vector<GatherPoint>& points, double* out) override;
  void update_e_only(BlockShape block) override { update_e(block); }
  KernelTimes time_e_kernels(BlockShape block, int steps) override;
  void set_scheme(const SchemeChoice& choice, const Problem& problem) override;
  void set_shape(const streamed::Shape& shape, const Problem& problem) override;
  std::string note() const override { return note_; }
  int steps_a_pass() const override { return streamed_ ? streamed_->shape().levels : 0; }
  std::size_t most_items() override;
  Reference as_reference() const override;
  PictureStats draw(const PictureWindow& window, const Reference& minus, float* pixels) override;
  PictureStats draw_into(const PictureWindow& window, const Reference& minus, cl_mem pixels) override;
  Health health() override;
  void read(FieldArray array, void* out) override;
  void write(FieldArray array, const void* in) override;
  std::unique_ptr<EngineState> save() override;
  void restore(const EngineState& state) override;
  std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) override;
  void set_ledger(bool on, const Problem& problem) override;
  EnergyLedger ledger() override { return meter_ ? meter_->ledger() : EnergyLedger{}; }

 private:
  struct State final : EngineState {
    int nx = 0, ny = 0;
    std::vector<Buffer<T>> arrays;
    PoleState<T> poles;
    std::optional<EnergyBook> book;
    double bytes() const override;
  };

  void update_tables(const Problem& problem, const Change& change);
  void update_terms(const Problem& problem);
  void set_psi(const Problem& problem);
  void set_ghosts();
  void clear_beyond(const std::array<BoundaryKind, 4>& before);
  void set_probes(const Problem& problem);
  std::vector<Buffer<T>*> kept();  // the arrays of a checkpoint

  void follow(const Problem& problem, const Change& change);
  bool follow_passes(const Problem& problem, const Change& change, std::string& why);
  std::optional<streamed::Shape> fastest_shape(const Problem& problem, bool automatic);
  std::string try_shapes(const Problem& problem);
  void pass(int step);
  int steps_of_pass(const Batch& batch, int made) const;

  void step(int step, BlockShape block);
  void step_h(BlockShape block);
  void step_e(BlockShape block);
  void update_e(BlockShape block);
  void seed_split();
  void note(const Batch& batch, int steps);
  void record(const Buffer<Sample>& samples, const Buffer<T>& out, std::size_t row);
  void add_to_maps(const Batch::Turn* turns);
  void sample_picture(const PictureWindow& window, const Reference& minus, cl_mem pixels);
  Range cells(BlockShape block) const;
  std::vector<Sample> samples_of(const std::vector<GatherPoint>& points) const;
  typename Stream::Rows rows() const;
  bool has_map(int map) const { return map >= 0 && static_cast<std::size_t>(map) < plan_.count(); }

  Stream& stream_;
  Throttle throttle_;
  Kernels kernels_;
  Grid grid_;
  std::array<BoundaryKind, 4> walls_{};
  QuantityUnits<T> units_{};
  FieldSet<T> field_;
  Coefficients<T> media_;
  Terms<T> terms_;
  Cross<T> cross_;
  Mur<T> mur_;
  Poles<T> poles_;
  std::unique_ptr<EnergyMeter<T>> meter_;  // set while the ledger is on

  SchemeChoice scheme_;
  std::string note_;
  std::optional<streamed::Shape> shape_;  // of passes; empty: two kernels are faster, or it was not tried
  bool tried_ = false;
  std::unique_ptr<Streamed<T>> streamed_;  // set while passes are made
  std::unique_ptr<Split<T>> split_;        // set while it is the scheme

  // Records of the batch in flight.
  Buffer<Sample> probes_, points_;
  Buffer<T> probe_values_, point_values_;
  std::vector<T> probe_record_, point_record_;
  std::size_t point_row_ = 0;
  int every_ = 1;
  MapPlan plan_;
  MapTally tally_;
  struct Sums {
    Buffer<T> re, im;
  };
  std::vector<Sums> sums_;  // by map; of the mean: the latest complete mean, then the growing one
  Buffer<float> pixels_;
};

}  // namespace ez::opencl
