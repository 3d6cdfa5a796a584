// The steps of a batch, and the records after them.
#include <algorithm>

#include "solver/engine/opencl/lattice_of.h"

namespace ez::opencl {
namespace {

constexpr int rows_of_item = 4;            // RUN in kernels/step.cl
constexpr int steps_between_flushes = 16;  // so that the device starts early

}  // namespace

template <class T>
Range LatticeOf<T>::cells(BlockShape block) const {
  return {static_cast<std::size_t>(grid_.nx), static_cast<std::size_t>((grid_.ny + rows_of_item - 1) / rows_of_item),
          static_cast<std::size_t>(block.x), static_cast<std::size_t>(block.y)};
}

template <class T>
void LatticeOf<T>::step_h(BlockShape block) {
  const auto psi = [&](Side s) -> const Buffer<T>& { return psi_[static_cast<std::size_t>(s)].h; };
  kernels_.launch("step_h", cells(block), grid_, fields_[FieldArray::ez], fields_[FieldArray::hx],
                  fields_[FieldArray::hy], psi(Side::left), psi(Side::right), psi(Side::bottom), psi(Side::top),
                  media_.x_h, media_.y_h, media_.x_class, media_.y_class, media_.hx_entry, media_.hy_entry,
                  media_.hx_palette, media_.hy_palette);
}
template <class T>
void LatticeOf<T>::step_e(BlockShape block) {
  const auto psi = [&](Side s) -> const Buffer<T>& { return psi_[static_cast<std::size_t>(s)].e; };
  kernels_.launch("step_e", cells(block), grid_, fields_[FieldArray::ez], fields_[FieldArray::hx],
                  fields_[FieldArray::hy], psi(Side::left), psi(Side::right), psi(Side::bottom), psi(Side::top),
                  media_.x_e, media_.y_e, media_.x_class, media_.y_class, media_.bytes, media_.words, media_.palette);
}

template <class T>
void LatticeOf<T>::step(int n, BlockShape block) {
  const Range lines = items(static_cast<std::size_t>(std::max(grid_.nx, grid_.ny)));
  const bool has_ghosts = grid_.left != 0 || grid_.right != 0 || grid_.bottom != 0 || grid_.top != 0;
  poles_.find_rim_fields(kernels_);
  if (grid_.x_periodic || grid_.y_periodic) kernels_.launch("wrap_e", lines, grid_, fields_[FieldArray::ez]);
  step_h(block);
  cross_.add(kernels_, fields_);
  for (const FieldArray a : {FieldArray::hx, FieldArray::hy}) {
    poles_.correct(kernels_, fields_, a);
    if (meter_) meter_->before_sources(a);
    terms_.drive(kernels_, fields_[a], a, n);
    poles_.advance(kernels_, fields_, a);
  }
  if (has_ghosts) kernels_.launch("set_ghosts", lines, grid_, fields_[FieldArray::hx], fields_[FieldArray::hy]);

  mur_.before_e(kernels_, fields_[FieldArray::ez]);
  step_e(block);
  poles_.correct(kernels_, fields_, FieldArray::ez);
  if (meter_) meter_->before_sources(FieldArray::ez);
  terms_.drive(kernels_, fields_[FieldArray::ez], FieldArray::ez, n);
  poles_.advance(kernels_, fields_, FieldArray::ez);
  mur_.after_e(kernels_, fields_[FieldArray::ez]);
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
  poles_.remember(kernels_, fields_);
  for (int n = 0; n < batch.steps; ++n) {
    step(n, block);
    note(batch, n);
    if (n % steps_between_flushes == 0) stream_.flush();
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

// Records probes and samples after a step.
template <class T>
void LatticeOf<T>::note(const Batch& batch, int n) {
  record(probes_, probe_values_, static_cast<std::size_t>(n) * probes_.count());
  const std::uint64_t made = batch.first_step + static_cast<std::uint64_t>(n) + 1;
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
    kernels_.launch("record", items(samples.count()), fields_[FieldArray::ez], fields_[FieldArray::hx],
                    fields_[FieldArray::hy], samples, static_cast<cl_int>(samples.count()), out,
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
                    grid_, fields_[FieldArray::ez], sums_[m].re, sums_[m].im, static_cast<T>(turns[m].cosine),
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
