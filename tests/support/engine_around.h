// The CPU engine in disguise, for tests of what a GPU would do or fail to do, on a machine without one.
#pragma once

#include <memory>
#include <utility>

#include "solver/engine/backend.h"

namespace ez {

// Passes every call on to the CPU engine.
class EngineAround : public Engine {
 public:
  const EngineInfo& info() const override { return inner_->info(); }
  void load(const Problem& p) override { inner_->load(p); }
  void update(const Problem& p, const Change& change) override { inner_->update(p, change); }
  void rescale(double ratio) override { inner_->rescale(ratio); }
  void zero() override { inner_->zero(); }
  void start(Batch batch) override { inner_->start(std::move(batch)); }
  bool busy() override { return inner_->busy(); }
  BatchResult finish() override { return inner_->finish(); }
  void set_gather(const Gather& gather) override { inner_->set_gather(gather); }
  void read_map(int map, double* out) override { inner_->read_map(map, out); }
  void sample(const std::vector<GatherPoint>& points, double* out) override { inner_->sample(points, out); }
  PictureStats draw(const PictureWindow& w, float* pixels) override { return inner_->draw(w, pixels); }
  ReferenceView as_reference() override { return inner_->as_reference(); }
  Health health() override { return inner_->health(); }
  void read(FieldArray a, void* out) override { inner_->read(a, out); }
  void write(FieldArray a, const void* in) override { inner_->write(a, in); }
  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) override {
    return inner_->save(std::move(reuse));
  }
  void restore(const EngineState& state) override { inner_->restore(state); }
  std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) override {
    return inner_->save_for_host(std::move(reuse));
  }
  void set_ledger(bool on, const Problem& p) override { inner_->set_ledger(on, p); }
  EnergyLedger ledger() override { return inner_->ledger(); }
  double free_bytes() const override { return inner_->free_bytes(); }

 private:
  std::unique_ptr<Engine> inner_ = make_cpu_engine(1);
};

// State shared by the engines of a FaultyEngine's maker and the test that controls them.
struct Faults {
  bool full = false;   // there is no more memory for an edit
  bool lost = false;   // the device does not respond
  double free = 1e12;  // bytes
  int made = 0;        // engines so far
};

// Claims to be a GPU's engine with blocks.
class FaultyEngine final : public EngineAround {
 public:
  explicit FaultyEngine(std::shared_ptr<Faults> faults) : faults_(std::move(faults)) {
    info_ = EngineAround::info();
    info_.backend = "CUDA";
    info_.on_host = false;
    ++faults_->made;
  }
  const EngineInfo& info() const override { return info_; }
  // Fails like an engine that runs out of memory halfway, after the new numbers are in place. It has memory for its
  // previous state.
  void update(const Problem& p, const Change& change) override {
    EngineAround::update(p, change);
    if (faults_->full && !std::exchange(told_, !told_)) throw OutOfMemory("out of device memory");
  }
  void start(Batch batch) override {
    if (faults_->lost) throw EngineError("the device is lost");
    EngineAround::start(std::move(batch));
  }
  double free_bytes() const override { return faults_->free; }
  std::string set_block(BlockShape) override { return {}; }
  std::string why_illegal(BlockShape) const override { return {}; }

 private:
  std::shared_ptr<Faults> faults_;
  EngineInfo info_;
  bool told_ = false;
};

inline EngineMakerChoice faulty_engines(const std::shared_ptr<Faults>& faults) {
  return {[faults] { return std::make_unique<FaultyEngine>(faults); }, ""};
}

}  // namespace ez
