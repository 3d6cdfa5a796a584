// The energy ledger on the device: the lists of its nodes, their sums, and the bookkeeping across edits.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/energy.h"
#include "solver/engine/cuda/poles.h"

namespace ez::cuda {

template <class T>
class EnergyMeter {
 public:
  // The lists of a problem on the device. Only their construction can run out of memory.
  class Lists {
   public:
    Lists(const Problem& p, std::ptrdiff_t pitch, cudaStream_t stream);

   private:
    friend class EnergyMeter;
    EnergyTerms terms_;
    EnergyLists<T> view_;
    EnergySpans spans_{};
    DeviceList<FluxPoint<T>> flux_;
    DeviceList<InputPoint<T>> inputs_, inputs_h_;
    DeviceList<LossPoint<T>> loss_ez_, loss_hx_, loss_hy_;
    DeviceList<GatherNode> rims_;
  };

  EnergyMeter(Lists lists, const HStep<T>& h, const EStep<T>& e, Poles<T>& poles, cudaStream_t stream)
      : lists_(std::move(lists)), h_(h), e_(e), poles_(poles), stream_(stream) {
    begin();
    book_.open(terms(), stock());
  }

  void before_sources_on_h() { launch_energy_before_sources(e_.f, lists_.view_.inputs_h, stream_); }
  void before_sources() { launch_energy_before_sources(e_.f, lists_.view_.inputs, stream_); }
  void after_step() {
    launch_energy_after_step(e_.f, lists_.view_, stream_);
    edited_ = false;
  }

  // Surround every change of the fields or of their tables: leave() before it, enter() after it.
  void leave() {
    book_.add(terms(), sums());
    book_.leave(terms(), stock());
  }
  void enter() {
    begin();
    book_.enter(terms(), stock());
  }
  void enter(Lists lists, const HStep<T>& h, const EStep<T>& e) {
    lists_ = std::move(lists);
    h_ = h;
    e_ = e;
    enter();
  }
  // Restarts the ledger for a field that is 0 everywhere.
  void empty() {
    begin();
    book_ = {};
  }

  EnergyLedger ledger() { return book_.reading(terms(), sums(), stock()); }
  // For a checkpoint. closed() returns the book without the field's own energy. resume() restores it, or starts a new
  // book if there is none.
  EnergyBook closed() {
    EnergyBook book = book_;
    book.add(terms(), sums());
    book.leave(terms(), stock());
    return book;
  }
  void resume(const std::optional<EnergyBook>& book) {
    begin();
    if (!book) return book_.open(terms(), stock());
    book_ = *book;
    book_.enter(terms(), stock());
  }

 private:
  const EnergyTerms& terms() const { return lists_.terms_; }
  void begin() {
    launch_energy_begin(e_.f, lists_.view_, stream_);
    poles_.count_losses(true, stream_);
    edited_ = true;
  }
  EnergySums sums();
  EnergyStock stock();

  Lists lists_;
  HStep<T> h_;
  EStep<T> e_;
  Poles<T>& poles_;
  cudaStream_t stream_;
  EnergyBook book_;
  bool edited_ = true;  // no step since the last edit
  DeviceBuffer<double> partial_sums_{static_cast<std::size_t>(energy_spans) * span_blocks};
  DeviceBuffer<EnergyStock> partial_stocks_{most_stock_blocks};
};

template <class T>
EnergyMeter<T>::Lists::Lists(const Problem& p, std::ptrdiff_t pitch, cudaStream_t stream) : terms_(energy_terms(p)) {
  const auto at = [pitch](int i, int j) { return j * pitch + i; };
  std::vector<FluxPoint<T>> flux;
  for (const FluxTerm& t : terms_.flux)
    flux.push_back({at(t.i, t.j), at(t.h_i, t.h_j), t.weight, 0, T(0), across_x(t.side)});
  std::vector<InputPoint<T>> inputs, inputs_h;
  const auto input = [&](const std::vector<NodeTerm>& from, FieldArray array, std::vector<InputPoint<T>>& to) {
    for (const NodeTerm& t : from) to.push_back({array, at(t.i, t.j), t.weight, 0, 0, T(0), T(0)});
  };
  input(terms_.sources, FieldArray::ez, inputs);
  input(terms_.sources_hx, FieldArray::hx, inputs_h);
  input(terms_.sources_hy, FieldArray::hy, inputs_h);
  flux_.assign(flux, stream);
  inputs_.assign(inputs, stream);
  inputs_h_.assign(inputs_h, stream);
  view_.flux = {flux_.data(), flux_.count()};
  view_.inputs = {inputs_.data(), inputs_.count()};
  view_.inputs_h = {inputs_h_.data(), inputs_h_.count()};
  const auto losses = [&](std::vector<NodeTerm>& from, DeviceList<LossPoint<T>>& to, PointList<LossPoint<T>>& view) {
    std::vector<LossPoint<T>> points;
    points.reserve(from.size());
    for (const NodeTerm& t : from) points.push_back({at(t.i, t.j), t.weight, 0, T(0)});
    to.assign(points, stream);
    view = {to.data(), to.count()};
    from = {};
  };
  losses(terms_.loss_ez, loss_ez_, view_.loss_ez);
  losses(terms_.loss_hx, loss_hx_, view_.loss_hx);
  losses(terms_.loss_hy, loss_hy_, view_.loss_hy);

  std::vector<GatherNode> rims;
  for (const RimEnergy::Node& n : terms_.rims.nodes()) rims.push_back({n.array, at(n.i, n.j)});
  rims_.assign(rims, stream);

  int first = 0;  // the flux points are ordered by boundary
  for (Side s : all_sides) {
    int count = 0;
    for (const FluxTerm& t : terms_.flux) count += t.side == s;
    if (count > 0) spans_.of[static_cast<std::size_t>(s)] = {&flux_.data()[first].sum, sizeof(FluxPoint<T>), count};
    first += count;
  }
  const auto span = [](const auto& list, const double* sum) {
    return SumSpan{sum, sizeof(list.points[0]), list.count};
  };
  const EnergyLists<T>& v = view_;
  if (v.inputs.count > 0)
    spans_.of[4] = span(v.inputs, &v.inputs.points->sum), spans_.of[5] = span(v.inputs, &v.inputs.points->turnover);
  if (v.inputs_h.count > 0)
    spans_.of[9] = span(v.inputs_h, &v.inputs_h.points->sum),
    spans_.of[10] = span(v.inputs_h, &v.inputs_h.points->turnover);
  if (v.loss_ez.count > 0) spans_.of[6] = span(v.loss_ez, &v.loss_ez.points->sum);
  if (v.loss_hx.count > 0) spans_.of[7] = span(v.loss_hx, &v.loss_hx.points->sum);
  if (v.loss_hy.count > 0) spans_.of[8] = span(v.loss_hy, &v.loss_hy.points->sum);
}

template <class T>
EnergySums EnergyMeter<T>::sums() {
  std::array<double, energy_spans * span_blocks> partial{};
  launch_energy_sums(lists_.spans_, partial_sums_.data(), stream_);
  EZ_CUDA(cudaMemcpyAsync(partial.data(), partial_sums_.data(), sizeof partial, cudaMemcpyDeviceToHost, stream_));
  EZ_CUDA(cudaStreamSynchronize(stream_));
  std::array<double, energy_spans> sum{};
  for (std::size_t k = 0; k < partial.size(); ++k) sum[k / span_blocks] += partial[k];
  EnergySums out{sum[4] + sum[9], sum[5] + sum[10], sum[6], sum[7] + sum[8], {sum[0], sum[1], sum[2], sum[3]}};
  // Losses of the poles of ε count as heat with those of σ, losses of the poles of μ with those of σm.
  if (poles_.any()) {
    const auto of_poles = poles_.energy(e_, terms().region, false, stream_);
    out.loss_e += of_poles.lost_e, out.loss_h += of_poles.lost_h;
  }
  return out;
}

template <class T>
EnergyStock EnergyMeter<T>::stock() {
  if (terms().region.empty()) return {};
  std::vector<EnergyStock> partial(static_cast<std::size_t>(stock_blocks(terms().region)));
  launch_energy_stock(h_, e_, terms().region, edited_, partial_stocks_.data(), stream_);
  EZ_CUDA(cudaMemcpyAsync(partial.data(), partial_stocks_.data(), partial.size() * sizeof(EnergyStock),
                          cudaMemcpyDeviceToHost, stream_));
  EZ_CUDA(cudaStreamSynchronize(stream_));
  EnergyStock sum;
  for (const EnergyStock& b : partial)
    sum.stored += b.stored, sum.pending += b.pending, sum.lost_at_conductors += b.lost_at_conductors;
  if (poles_.any()) {
    const EnergyStock more = poles_.energy(e_, terms().region, edited_, stream_).stock;
    sum.stored += more.stored, sum.pending += more.pending, sum.lost_at_conductors += more.lost_at_conductors;
  }
  if (const DeviceList<GatherNode>& rims = lists_.rims_; !rims.empty()) {
    const DeviceBuffer<double> gathered(static_cast<std::size_t>(rims.size()));
    launch_gather(e_.f, rims.data(), rims.size(), gathered.data(), stream_);
    std::vector<double> h(gathered.count());
    EZ_CUDA(cudaMemcpyAsync(h.data(), gathered.data(), gathered.bytes(), cudaMemcpyDeviceToHost, stream_));
    EZ_CUDA(cudaStreamSynchronize(stream_));
    sum.stored += terms().rims.stored(h);
  }
  return sum;
}

}  // namespace ez::cuda
