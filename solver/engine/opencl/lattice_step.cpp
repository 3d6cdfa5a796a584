// The steps of a batch, and the records after them.
#include <algorithm>
#include <utility>

#include "solver/engine/opencl/lattice_of.h"

namespace ez::opencl {
namespace {

constexpr int rows_of_item = 4;  // RUN in kernels/step.cl

}  // namespace

template <class T>
Range LatticeOf<T>::cells(BlockShape block) const {
  return {static_cast<std::size_t>(grid_.nx), static_cast<std::size_t>((grid_.ny + rows_of_item - 1) / rows_of_item),
          static_cast<std::size_t>(block.x), static_cast<std::size_t>(block.y)};
}

template <class T>
void LatticeOf<T>::step_h(BlockShape block) {
  const auto psi = [&](Side s) -> const Buffer<T>& { return field_.psi[static_cast<std::size_t>(s)].h; };
  kernels_.launch("step_h", cells(block), grid_, field_.arrays[FieldArray::ez], field_.arrays[FieldArray::hx],
                  field_.arrays[FieldArray::hy], psi(Side::left), psi(Side::right), psi(Side::bottom), psi(Side::top),
                  media_.x_h, media_.y_h, media_.x_class, media_.y_class, media_.hx_entry, media_.hy_entry,
                  media_.hx_palette, media_.hy_palette);
}
template <class T>
void LatticeOf<T>::step_e(BlockShape block) {
  const auto psi = [&](Side s) -> const Buffer<T>& { return field_.psi[static_cast<std::size_t>(s)].e; };
  kernels_.launch("step_e", cells(block), grid_, field_.arrays[FieldArray::ez], field_.arrays[FieldArray::hx],
                  field_.arrays[FieldArray::hy], psi(Side::left), psi(Side::right), psi(Side::bottom), psi(Side::top),
                  media_.x_e, media_.y_e, media_.x_class, media_.y_class, media_.bytes, media_.words, media_.palette);
}

// Updates Ez with the kernels of the scheme. Those of `split` also set Mur's nodes.
template <class T>
void LatticeOf<T>::update_e(BlockShape block) {
  if (split_)
    split_->step_e(kernels_, grid_, field_.arrays, media_, block);
  else
    step_e(block);
}

template <class T>
void LatticeOf<T>::step(int n, BlockShape block) {
  const Range lines = items(static_cast<std::size_t>(std::max(grid_.nx, grid_.ny)));
  const bool has_ghosts = grid_.left != 0 || grid_.right != 0 || grid_.bottom != 0 || grid_.top != 0;
  poles_.find_rim_fields(kernels_);
  if (grid_.x_periodic || grid_.y_periodic) kernels_.launch("wrap_e", lines, grid_, field_.arrays[FieldArray::ez]);
  step_h(block);
  cross_.add(kernels_, field_.arrays);
  for (const FieldArray a : {FieldArray::hx, FieldArray::hy}) {
    poles_.correct(kernels_, field_.arrays, a);
    if (meter_) meter_->before_sources(a);
    terms_.drive(kernels_, field_.arrays[a], a, n);
    poles_.advance(kernels_, field_.arrays, a);
  }
  if (has_ghosts)
    kernels_.launch("set_ghosts", lines, grid_, field_.arrays[FieldArray::hx], field_.arrays[FieldArray::hy]);

  if (!split_) mur_.before_e(kernels_, field_.arrays[FieldArray::ez]);
  update_e(block);
  poles_.correct(kernels_, field_.arrays, FieldArray::ez);
  if (meter_) meter_->before_sources(FieldArray::ez);
  terms_.drive(kernels_, field_.arrays[FieldArray::ez], FieldArray::ez, n);
  poles_.advance(kernels_, field_.arrays, FieldArray::ez);
  if (!split_) mur_.after_e(kernels_, field_.arrays[FieldArray::ez]);
  if (meter_) meter_->after_step();
}

template <class T>
void LatticeOf<T>::start(const Batch& batch, BlockShape block) {
  const auto steps = static_cast<std::size_t>(batch.steps);
  probe_record_.resize(steps * probes_.count());
  point_record_.resize(points_.empty() ? 0 : sample_count(batch.first_step, batch.steps, every_) * points_.count());
  grow(stream_, probe_values_, probe_record_.size());
  grow(stream_, point_values_, point_record_.size());
  point_row_ = 0;
  terms_.begin(batch, stream_);
  poles_.remember(kernels_, field_.arrays);
  throttle_.begin();
  for (int made = 0; made < batch.steps;) {
    const int steps = steps_of_pass(batch, made);
    if (steps > 0) {
      pass(made);
      std::swap(field_, streamed_->other());
    } else {
      step(made, block);
      record(probes_, probe_values_, static_cast<std::size_t>(made) * probes_.count());
    }
    made += std::max(steps, 1);
    note(batch, made);
    throttle_.add(std::max(steps, 1));
  }
  stream_.read_later(probe_values_, std::span<T>(probe_record_));
  stream_.read_later(point_values_, std::span<T>(point_record_));
}

template <class T>
void LatticeOf<T>::finish(BatchResult& result) {
  stream_.wait();
  result.probes.assign(probe_record_.begin(), probe_record_.end());
  result.gathered.assign(point_record_.begin(), point_record_.end());
}

// Records samples after `steps` steps of the batch, if any are due.
template <class T>
void LatticeOf<T>::note(const Batch& batch, int steps) {
  const std::uint64_t made = batch.first_step + static_cast<std::uint64_t>(steps);
  if (!points_.empty() && made % static_cast<std::uint64_t>(every_) == 0) {
    record(points_, point_values_, point_row_);
    point_row_ += points_.count();
  }
  const auto every = static_cast<std::uint64_t>(plan_.every);
  if (plan_.count() > 0 && made % every == 0)
    add_to_maps(batch.turns.data() + (made / every - batch.first_step / every - 1) * plan_.count());
}

template <class T>
void LatticeOf<T>::record(const Buffer<Sample>& samples, const Buffer<T>& out, std::size_t row) {
  if (!samples.empty())
    kernels_.launch("record", items(samples.count()), field_.arrays[FieldArray::ez], field_.arrays[FieldArray::hx],
                    field_.arrays[FieldArray::hy], samples, static_cast<cl_int>(samples.count()), out,
                    static_cast<cl_long>(row));
}

template <class T>
std::vector<Sample> LatticeOf<T>::samples_of(const std::vector<GatherPoint>& points) const {
  std::vector<Sample> out;
  for (const GatherPoint& p : points)
    out.push_back({grid_.at(p.node.i, p.node.j), static_cast<cl_int>(index_of(p.array)), 0});
  return out;
}
template <class T>
void LatticeOf<T>::set_probes(const Problem& p) {
  std::vector<Sample> probes;
  for (const Instrument& n : p.instruments) probes.push_back({grid_.at(n.node.i, n.node.j), 0, 0});
  probes_ = stream_.upload(probes);
}
template <class T>
void LatticeOf<T>::sample(const std::vector<GatherPoint>& points, double* out) {
  if (points.empty()) return;
  const Buffer<Sample> samples = stream_.upload(samples_of(points));
  const Buffer<T> values = stream_.make<T>(points.size());
  record(samples, values, 0);
  const std::vector<T> here = stream_.read_all(values);
  std::copy(here.begin(), here.end(), out);
}

// ---- maps

template <class T>
void LatticeOf<T>::set_gather(const Gather& gather) {
  const std::size_t nodes = static_cast<std::size_t>(grid_.nx) * static_cast<std::size_t>(grid_.ny);
  const std::size_t kept = goes_on(plan_, gather.maps) ? plan_.frequencies.size() : 0;
  std::vector<Sums> fresh;
  for (std::size_t k = kept; k < gather.maps.count(); ++k)
    fresh.push_back({stream_.make<T>(nodes), stream_.make<T>(nodes)});
  Buffer<Sample> points = stream_.upload(samples_of(gather.points));
  if (!goes_on(plan_, gather.maps)) tally_.zero();
  sums_.resize(kept);
  for (Sums& s : fresh) sums_.push_back(std::move(s));
  points_ = std::move(points);
  every_ = gather.every;
  plan_ = gather.maps;
}

template <class T>
void LatticeOf<T>::add_to_maps(const Batch::Turn* turns) {
  tally_.add(turns, plan_.count());
  for (std::size_t m = 0; m < sums_.size(); ++m)
    kernels_.launch("add_to_map", Range{static_cast<std::size_t>(grid_.nx), static_cast<std::size_t>(grid_.ny), 64, 1},
                    grid_, field_.arrays[FieldArray::ez], sums_[m].re, sums_[m].im, static_cast<T>(turns[m].cosine),
                    static_cast<T>(turns[m].sine), static_cast<cl_int>(m >= plan_.frequencies.size()));
}

template <class T>
void LatticeOf<T>::read_map(int map, double* out) {
  if (!has_map(map)) return;
  const auto m = static_cast<std::size_t>(map);
  const std::vector<T> re = stream_.read_all(sums_[m].re), im = stream_.read_all(sums_[m].im);
  const MapScale<double> scale = tally_.scale<double>(plan_, m);
  for (std::size_t k = 0; k < re.size(); ++k) read_sums(scale, re[k], im[k], out[k], out[re.size() + k]);
}

template class LatticeOf<float>;
template class LatticeOf<double>;

}  // namespace ez::opencl
