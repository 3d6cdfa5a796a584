// The scheme `resident`: a small grid stays in the registers of the whole card during a batch slice. Grids and scenes
// that it cannot handle use the scheme `streamed`.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "solver/engine/cuda/resident/kernel.h"
#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/engine/cuda/streamed/field.h"
#include "solver/engine/cuda/streamed/plan.h"

namespace ez::cuda::schemes {
namespace {

using resident::Plan;
using resident::Run;

constexpr int least_steps = 2;  // per slice; a single step is as fast with two kernels

// Returns the reason why the kernel cannot handle a problem, or an empty string.
std::string why_not(const Problem& p) {
  for (const Side side : all_sides)
    if (!facts_of(p.wall(side)).is_zero) return fmt::format("{} at a boundary", to_string(p.wall(side)));
  if (p.magnetic) return "magnetic media";
  if (p.electric.wide()) return "more than 256 media";
  if (p.maps_faulted || !p.x.line_class.empty() || !p.y.line_class.empty()) return "faults in the maps or layers";
  for (const Term& t : p.terms)
    if (t.array != FieldArray::ez) return "sources that drive H";
  return {};
}

template <class T>
class Resident final : public Scheme<T> {
 public:
  void take(const Problem& p, const Change& change, const SchemeArguments<T>& loan, cudaStream_t stream) override {
    loan_ = loan;
    if (choose(p, stream)) {
      streamed_.reset();
      row_e_.assign(streamed::row_layers<T>(p.y, true), stream);
      row_h_.assign(streamed::row_layers<T>(p.y, false), stream);
      palette_size_ = static_cast<int>(p.electric_palette.size());
      return;
    }
    exchange_ = DeviceBuffer<T>();
    const bool fresh = !streamed_;
    if (fresh) streamed_ = make_streamed_if_memory<T>(0);
    streamed_->take(p, fresh ? whole_change(p) : change, loan, stream);
  }
  void take_points(const Problem& p, cudaStream_t stream) override {
    if (streamed_ && !why_not(p).empty()) return streamed_->take_points(p, stream);
    if (plan_ && why_not(p).empty() && resident::set_due<T>(*plan_, DueRows(p))) {
      blocks_.assign(plan_->blocks, stream);
      due_.assign(plan_->due, stream);
      return;
    }
    Change points;
    points.terms = points.instruments = true;
    SchemeArguments<T> loan = loan_;
    streamed::point_at(loan.h, loan.e, field());  // the field may be in the other set of arrays of `streamed`
    take(p, points, loan, stream);
  }

  void advance(const Slice& slice, Points& points, cudaStream_t stream) override {
    if (streamed_) return streamed_->advance(slice, points, stream);
    if (slice.steps < least_steps || points.needs_single_steps())
      return make_single_steps(loan_, slice, 0, points, stream);
    enqueue(slice.steps, points.tables(), stream);
    points.moved();
  }

  KernelLimits limits() const override { return limits_of<T>(loan_.h.hx_entry != nullptr, loan_.e.wide); }
  int rows_per_thread() const override { return rows_of_a_thread; }
  int steps_a_pass() const override { return streamed_ ? streamed_->steps_a_pass() : plan_->period; }
  std::string note() const override {
    if (!streamed_)
      return fmt::format("resident in {} blocks, synchronised every {} steps", plan_->blocks.size(), plan_->period);
    const std::string how = streamed_->note();
    return fmt::format("streamed, for {}: {}", why_, how);
  }

 private:
  streamed::FieldView<T> field() const {
    return streamed::field_of<T>([&](std::size_t k) { return loan_.state[k]->data(); });
  }
  // Makes the blocks and their lists. Returns false if the problem cannot stay resident.
  bool choose(const Problem& p, cudaStream_t stream) {
    plan_.reset();
    why_ = why_not(p);
    if (!why_.empty()) return false;
    if (most_blocks_[0] < 0) most_blocks_ = most_blocks(std::make_index_sequence<resident::shape_count>());
    plan_ = resident::best_plan<T>(p, most_blocks_);
    if (!plan_) {
      why_ = "the grid's size";
      return false;
    }
    if (!resident::set_due<T>(*plan_, DueRows(p))) {
      why_ = "the number of source nodes";
      plan_.reset();
      return false;
    }
    blocks_.assign(plan_->blocks, stream);
    due_.assign(plan_->due, stream);
    // The blocks may own different nodes now. Nodes that no block owns must read as zero.
    const std::size_t nodes = loan_.state[streamed::ez]->count() * 2 * resident::exchanged;
    if (exchange_.count() != nodes) exchange_ = DeviceBuffer<T>(), exchange_ = DeviceBuffer<T>(nodes);
    exchange_.zero(stream);
    if (flags_.count() == 0) {
      int most = 1;
      for (const int blocks : most_blocks_) most = std::max(most, blocks);
      flags_ = DeviceBuffer<unsigned>(static_cast<std::size_t>(most) * resident::flag_stride);
    }
    flags_.zero(stream);
    epoch_ = 0;
    return true;
  }
  template <std::size_t... Shapes>
  static std::array<int, resident::shape_count> most_blocks(std::index_sequence<Shapes...>) {
    return {resident::KernelOf<T, static_cast<int>(Shapes)>::most_blocks()...};
  }

  void enqueue(int steps, const Points::Tables& tables, cudaStream_t stream) {
    Run<T> run;
    streamed::Pass<T>& p = run.pass;
    p.from = field();
    p.to = p.from;
    p.nx = loan_.e.f.nx, p.ny = loan_.e.f.ny, p.pitch = loan_.e.f.pitch;
    p.dbx = loan_.h.hx_all.b, p.dby = loan_.h.hy_all.b;
    p.entry = static_cast<const std::uint8_t*>(loan_.e.entry);
    p.palette = loan_.e.palette, p.palette_size = palette_size_;
    p.layers = {loan_.e.x.nodes, loan_.h.x.nodes, loan_.e.x.low, loan_.e.x.high, loan_.e.y.low, loan_.e.y.high};
    p.row_e = row_e_.data() + streamed::rows_beyond, p.row_h = row_h_.data() + streamed::rows_beyond;
    p.signals = tables.signals, p.signal_count = tables.signal_count;
    p.probes = tables.probes, p.probe_count = tables.probe_count;
    run.blocks = blocks_.data(), run.due = due_.data();
    run.exchange = exchange_.data(), run.nodes = static_cast<std::ptrdiff_t>(loan_.state[streamed::ez]->count());
    run.flags = flags_.data(), run.epoch = epoch_;
    run.steps = steps, run.period = plan_->period;
    const int exchanges = (steps + run.period - 1) / run.period - 1;
    epoch_ += static_cast<unsigned>(std::max(exchanges, 1));
    launch(run, stream, std::make_index_sequence<resident::shape_count>());
  }
  template <std::size_t... Shapes>
  void launch(const Run<T>& run, cudaStream_t stream, std::index_sequence<Shapes...>) const {
    const auto one = [&](auto shape) {
      constexpr int s = decltype(shape)::value;
      if (plan_->shape == s) resident::KernelOf<T, s>::launch(run, blocks_.size(), stream);
    };
    (one(std::integral_constant<int, static_cast<int>(Shapes)>{}), ...);
  }

  SchemeArguments<T> loan_;
  std::unique_ptr<Scheme<T>> streamed_;  // used if the problem cannot be resident
  std::string why_;                      // the reason
  std::array<int, resident::shape_count> most_blocks_{-1};
  std::optional<Plan> plan_;
  DeviceList<resident::Block> blocks_;
  DeviceList<resident::Due> due_;
  DeviceBuffer<T> exchange_;
  DeviceBuffer<unsigned> flags_;
  unsigned epoch_ = 0;
  int palette_size_ = 0;
  DeviceList<streamed::RowLayer<T>> row_e_, row_h_;
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_resident(int) {
  return std::make_unique<Resident<T>>();
}
template std::unique_ptr<Scheme<float>> make_resident<float>(int);
template std::unique_ptr<Scheme<double>> make_resident<double>(int);

}  // namespace ez::cuda::schemes
