#include "solver/engine/cuda/lattice.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "solver/base/constants.h"
#include "solver/engine/cuda/cross.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/energy_meter.h"
#include "solver/engine/cuda/index_maps.h"
#include "solver/engine/cuda/lattice_state.h"
#include "solver/engine/cuda/mur_sides.h"
#include "solver/engine/cuda/poles.h"
#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/engine/host_state.h"
#include "solver/engine/map_plan.h"

namespace ez::cuda {
namespace {

int depth_of(const Problem& p, Side s) {
  const AxisLayers& axis = across_x(s) ? p.x : p.y;
  return at_low_end(s) ? axis.low : axis.high;
}
// Returns the number of values of ψ in the layer of one boundary, for E (or for H).
std::size_t psi_count(const Problem& p, Side s) {
  const auto along = across_x(s) ? static_cast<std::size_t>(p.ny) : static_cast<std::size_t>(pitch_of(p.nx));
  return along * static_cast<std::size_t>(depth_of(p, s));
}

Beyond beyond(BoundaryKind kind) {
  if (kind == BoundaryKind::pmc) return Beyond::mirror;
  return kind == BoundaryKind::periodic ? Beyond::wrap : Beyond::nothing;
}
Walls walls_of(const Problem& p) {
  return {beyond(p.wall(Side::left)), beyond(p.wall(Side::right)), beyond(p.wall(Side::bottom)),
          beyond(p.wall(Side::top))};
}

template <class T>
class LatticeOf final : public Lattice, private schemes::Points {
 public:
  LatticeOf(const Problem& p, cudaStream_t stream)
      : stream_(stream),
        nx_(p.nx),
        ny_(p.ny),
        rows_(p.rows()),
        pitch_(pitch_of(p.nx)),
        fields_{DeviceBuffer<T>(padded_nodes(p)), DeviceBuffer<T>(padded_nodes(p)), DeviceBuffer<T>(padded_nodes(p))},
        mur_(p.nx, p.ny, pitch_, stream),
        maps_(p.nx, p.ny, pitch_) {
    for (DeviceBuffer<T>& f : fields_) f.zero(stream_);  // Mur's nodes read them
    update(p, whole_change(p));
    zero();
  }

  void update(const Problem& p, const Change& change) override {
    if (change.instruments) probes_.reserve(p.instruments.size());
    if (change.terms)
      for (Terms& t : terms_) t.groups.reserve(p.terms.size()), t.terms.reserve(p.terms.size());
    if (change.changes_tables()) {
      update_tables(p, change);
    } else if (change.terms) {
      std::optional<EnergyLists> energy;
      if (energy_) energy.emplace(p, pitch_, stream_), energy_->leave();
      set_terms(p);
      if (energy_) energy_->enter(std::move(*energy), h_step_, e_step_);
    }
    if (change.instruments) set_probes(p);
    if (!change.changes_tables() && (change.terms || change.instruments)) scheme_->take_points(p, stream_);
  }

  void zero() override {
    for (const Kept& k : kept()) k.array->zero(stream_);
    poles_.zero(stream_);
    empty_maps();
    seed();
    if (energy_) energy_->empty();
  }

  void rescale(double ratio) override {
    materialise();
    if (energy_) energy_->leave();
    for (const Kept& k : kept())
      if (const double factor = rescaling(yee_arrays[index_of(k.unit)], ratio); factor != 1)
        launch_scale(k.array->data(), k.array->count(), factor, stream_);
    poles_.rescale(ratio, stream_);
    if (energy_) energy_->enter();
  }

  void advance(int steps, BlockShape block, const double* signals, int signal_count, double* probes) override {
    tables_ = {signals, signal_count, probes, probes_.size()};
    poles_.remember(arrays(), stream_);
    scheme_->advance({steps, block}, *this, stream_);
  }
  void set_gather(const Gather& gather) override {
    gather_.reserve(gather.points.size());
    std::vector<DeviceBuffer<T>> sums;
    const std::size_t kept = goes_on(plan_, gather.maps) ? 2 * plan_.frequencies.size() : 0;
    for (std::size_t k = kept; k < 2 * gather.maps.count(); ++k)
      sums.emplace_back(fields_.front().count()).zero(stream_);
    sums_.resize(kept);
    if (kept == 0) tally_.zero();
    std::move(sums.begin(), sums.end(), std::back_inserter(sums_));
    plan_ = gather.maps;
    gather_.assign(nodes_of(gather.points), stream_);
  }
  void sample(const std::vector<GatherPoint>& points, double* out) override {
    if (points.empty()) return;
    materialise();
    sampled_.assign(nodes_of(points), stream_);
    grow(samples_, points.size());
    launch_gather(arrays(), sampled_.data(), sampled_.size(), samples_.data(), stream_);
    EZ_CUDA(cudaMemcpyAsync(out, samples_.data(), points.size() * sizeof(double), cudaMemcpyDeviceToHost, stream_));
    EZ_CUDA(cudaStreamSynchronize(stream_));
  }
  void gather(double* row) override {
    materialise();
    launch_gather(arrays(), gather_.data(), gather_.size(), row, stream_);
  }
  void add_to_maps(const Batch::Turn* turns) override {
    scheme_->materialise(FieldArray::ez, stream_);
    tally_.add(turns, plan_.count());
    MapVisit<T> visit;
    for (std::size_t k = 0; k < sums_.size(); k += 2, ++turns) {
      visit.maps[visit.count++] = {sums_[k].data(), sums_[k + 1].data(), static_cast<T>(turns->cosine),
                                   static_cast<T>(turns->sine), k >= 2 * plan_.frequencies.size()};
      if (visit.count < MapVisit<T>::most && k + 2 < sums_.size()) continue;
      launch_add_to_maps(arrays(), visit, stream_);
      visit.count = 0;
    }
  }
  void read_map(int map, double* out) override {
    if (!has_map(map)) return;
    const std::size_t nodes = rows() * static_cast<std::size_t>(nx_), row = row_bytes();
    const auto m = static_cast<std::size_t>(map);
    std::vector<T> parts(2 * nodes);
    for (std::size_t k = 0; k < 2; ++k)
      EZ_CUDA(cudaMemcpy2DAsync(parts.data() + k * nodes, row, sums_[2 * m + k].data(), pitch_bytes(), row, rows(),
                                cudaMemcpyDeviceToHost, stream_));
    EZ_CUDA(cudaStreamSynchronize(stream_));
    const auto scale = tally_.scale<double>(plan_, m);
    for (std::size_t n = 0; n < nodes; ++n) read_sums(scale, parts[n], parts[nodes + n], out[n], out[nodes + n]);
  }
  void update_e_only(BlockShape block) override { scheme_->update_e_only(block, stream_); }
  void measure_kernels_of_step(BlockShape block, KernelClock& clock) override {
    scheme_->measure_kernels_of_step(block, clock, stream_);
  }

  void draw(const PictureWindow& window, const ReferenceView& minus, float* pixels, PictureCell* cell) override {
    materialise();
    picture_.minus = minus;
    picture_.minus.first_row = rows_.first;
    picture_.re = picture_.im = nullptr;
    const int map = shown_map(plan_, window);
    if (const auto m = static_cast<std::size_t>(map); has_map(map)) {
      picture_.re = sums_[2 * m].data(), picture_.im = sums_[2 * m + 1].data();
      picture_.scale = tally_.scale<T>(plan_, m);
    }
    launch_picture(picture_, window, pixels, cell, stream_);
  }
  ReferenceView as_reference() const override {
    ReferenceView view;
    view.ez = ez();
    view.is_double = sizeof(T) == sizeof(double);
    view.pitch = pitch_;
    view.nx = nx_;
    view.ny = ny_;
    return view;
  }
  void health(HealthCell* cells) override { launch_health(arrays(), rows_, cells, stream_); }

  void read(FieldArray array, void* out) override {
    scheme_->materialise(array, stream_);
    const std::size_t row = row_bytes();
    EZ_CUDA(cudaMemcpy2DAsync(out, row, field(array), pitch_bytes(), row, rows(), cudaMemcpyDeviceToHost, stream_));
    EZ_CUDA(cudaStreamSynchronize(stream_));
  }
  void write(FieldArray array, const void* in) override {
    if (energy_) energy_->leave();
    const std::size_t row = row_bytes();
    EZ_CUDA(cudaMemcpy2DAsync(field(array), pitch_bytes(), in, row, row, rows(), cudaMemcpyHostToDevice, stream_));
    EZ_CUDA(cudaStreamSynchronize(stream_));
    if (array == FieldArray::ez) seed();
    if (energy_) energy_->enter();
  }

  std::vector<RowPiece> row_memory(int first, int count) override {
    std::vector<RowPiece> pieces;
    const auto add = [&](T* at, std::ptrdiff_t row) {
      if (row > 0) pieces.push_back({at + first * row, static_cast<std::size_t>(count * row) * sizeof(T)});
    };
    for (const FieldArray a : all_arrays) add(field(a), pitch_);
    for (const Side s : {Side::left, Side::right}) {
      const Psi& psi = psi_[static_cast<std::size_t>(s)];
      add(psi.e.data(), psi.depth), add(psi.h.data(), psi.depth);
      add(mur_.memory_of(s), 1);
    }
    poles_.add_row_memory(first, count, pieces);
    for (const DeviceBuffer<T>& sum : sums_) add(sum.data(), pitch_);
    return pieces;
  }
  void rows_written() override {
    mur_.seed_first_order(ez(), stream_);
    scheme_->seed(stream_);
  }
  std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse) override {
    if (!dynamic_cast<State*>(reuse.get())) reuse = std::make_unique<State>();
    auto& s = static_cast<State&>(*reuse);
    materialise();
    const std::vector<Kept> own = kept();
    s.arrays.resize(own.size());
    for (std::size_t k = 0; k < own.size(); ++k) make_room(s.arrays[k], *own[k].array);
    for (std::size_t k = 0; k < own.size(); ++k) copy(s.arrays[k], *own[k].array, stream_);
    s.poles = poles_.save(stream_);
    s.nx = nx_, s.ny = ny_;
    s.book.reset();
    if (energy_) s.book = energy_->closed();
    return reuse;
  }
  void restore(const EngineState& saved) override {
    const auto* s = dynamic_cast<const State*>(&saved);
    const std::vector<Kept> own = kept();
    bool fits = s && s->nx == nx_ && s->ny == ny_ && s->arrays.size() == own.size();
    for (std::size_t k = 0; k < own.size() && fits; ++k) fits = s->arrays[k].count() == own[k].array->count();
    if (!fits) throw EngineError("the checkpoint belongs to another grid");
    for (std::size_t k = 0; k < own.size(); ++k) copy(*own[k].array, s->arrays[k], stream_);
    poles_.restore(s->poles, stream_);
    empty_maps();
    mur_.seed_first_order(ez(), stream_);
    scheme_->seed(stream_);
    if (energy_) energy_->resume(s->book);
  }
  std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> reuse) override {
    std::unique_ptr<HostState<T>> state = host_state_in<T>(std::move(reuse));
    materialise();
    state->nx = nx_, state->ny = ny_;
    const auto nx = static_cast<std::size_t>(nx_), pitch = static_cast<std::size_t>(pitch_);
    for (const FieldArray a : all_arrays) {
      state->arrays[index_of(a)].resize(nx * rows());
      read(a, state->arrays[index_of(a)].data());
    }
    for (const Side s : all_sides) {
      const auto k = static_cast<std::size_t>(s);
      const bool upright = across_x(s);
      const auto packed = [&](const DeviceBuffer<T>& values) {
        return without_padding(down(values.data(), values.count()), upright ? 1 : pitch, upright ? 1 : nx);
      };
      state->psi[k] = {psi_[k].depth, packed(psi_[k].e), packed(psi_[k].h)};
      state->mur[k] = down(mur_.memory_of(s), upright ? rows() : nx);
    }
    state->poles = poles_.save(stream_);
    state->book.reset();
    if (energy_) state->book = energy_->closed();
    return state;
  }

  void set_ledger(bool on, const Problem& p) override {
    materialise();
    energy_.reset();
    poles_.count_losses(false, stream_);
    if (on)
      energy_ = std::make_unique<EnergyMeter<T>>(EnergyLists(p, pitch_, stream_), h_step_, e_step_, poles_, stream_);
  }
  EnergyLedger ledger() override {
    materialise();
    return energy_ ? energy_->ledger() : EnergyLedger{};
  }

  int nx() const override { return nx_; }
  int ny() const override { return ny_; }
  int probe_count() const override { return probes_.size(); }

  void set_scheme(const SchemeChoice& choice, const Problem& p) override {
    std::unique_ptr<schemes::Scheme<T>> fresh = schemes::make_scheme<T>(choice);
    materialise();
    fresh->take(p, whole_change(p), loan(p), stream_);
    scheme_ = std::move(fresh);
    mur_.seed_first_order(ez(), stream_);
    scheme_->seed(stream_);
  }
  KernelLimits limits() const override { return scheme_->limits(); }
  std::size_t shared_bytes(BlockShape block) const override { return scheme_->shared_bytes(block); }
  int rows_per_thread() const override { return scheme_->rows_per_thread(); }
  std::string scheme_note() const override {
    if (poles_.any()) return "two kernels per step, for dispersive media";
    return cross_.any() ? "two kernels per step, for smoothed slanted boundaries" : scheme_->note();
  }
  int steps_a_pass() const override { return poles_.any() || cross_.any() ? 0 : scheme_->steps_a_pass(); }

 private:
  // ---- operations at single nodes
  schemes::Points::Tables tables() const override { return tables_; }
  bool needs_single_steps() const override { return energy_ != nullptr || poles_.any() || cross_.any(); }
  void moved() override {
    update_state_pointers();
    mur_.seed_first_order(ez(), stream_);
  }
  void before_step() override {
    mur_.before_e(ez(), stream_);
    poles_.prepare_rims(stream_);
  }
  void after_h(int step) override {
    cross_.add(arrays(), stream_);
    for (const FieldArray array : {FieldArray::hx, FieldArray::hy}) poles_.correct(arrays(), array, stream_);
    if (energy_) energy_->before_sources_on_h();
    apply_terms(FieldArray::hx, step);
    apply_terms(FieldArray::hy, step);
    for (const FieldArray array : {FieldArray::hx, FieldArray::hy}) poles_.follow(arrays(), array, stream_);
  }
  void after_e(int step, Done done) override {
    poles_.correct(arrays(), FieldArray::ez, stream_);
    if (energy_) energy_->before_sources();
    if (!done.terms) apply_terms(FieldArray::ez, step);
    poles_.follow(arrays(), FieldArray::ez, stream_);
    if (!done.mur) mur_.after_e(ez(), stream_);
    if (energy_) energy_->after_step();
    if (!probes_.empty())
      launch_probes(ez(), probes_.data(), probes_.size(), tables_.probes + std::ptrdiff_t{step} * probes_.size(),
                    stream_);
  }
  void apply_terms(FieldArray array, int step) {
    const Terms& t = terms_[index_of(array)];
    if (!t.groups.empty())
      launch_terms(field(array), t.groups.data(), t.groups.size(), t.terms.data(),
                   tables_.signals + std::ptrdiff_t{step} * tables_.signal_count, stream_);
  }
  std::vector<GatherNode> nodes_of(const std::vector<GatherPoint>& points) const {
    std::vector<GatherNode> nodes;
    for (const GatherPoint& p : points) nodes.push_back({p.array, at(p.node.i, p.node.j)});
    return nodes;
  }
  bool has_map(int map) const { return map >= 0 && 2 * static_cast<std::size_t>(map) < sums_.size(); }
  void empty_maps() {
    for (DeviceBuffer<T>& sum : sums_) sum.zero(stream_);
    tally_.zero();
  }
  // Brings H up to date. Call it before anything reads H or replaces its memory.
  void materialise() {
    for (const FieldArray a : all_arrays) scheme_->materialise(a, stream_);
  }

  struct Psi {
    int depth = -1;  // −1: not allocated
    DeviceBuffer<T> e, h;
  };
  using State = LatticeState<T>;
  using EnergyLists = typename EnergyMeter<T>::Lists;

  struct Terms {
    DeviceList<TermGroup> groups;
    DeviceList<NodeDrive> terms;
  };
  // An array that is part of a checkpoint, and the field that has the same unit.
  struct Kept {
    DeviceBuffer<T>* array;
    FieldArray unit;
  };
  std::vector<Kept> kept() {
    std::vector<Kept> all;
    for (const FieldArray a : all_arrays) all.push_back({&fields_[index_of(a)], a});
    for (Psi& p : psi_) all.push_back({&p.e, FieldArray::hx}), all.push_back({&p.h, FieldArray::ez});
    all.push_back({&mur_.memory(), FieldArray::ez});
    return all;
  }

  // Copies values to the host, and waits.
  std::vector<T> down(const T* values, std::size_t count) const {
    std::vector<T> out(count);
    if (count == 0) return out;
    EZ_CUDA(cudaMemcpyAsync(out.data(), values, count * sizeof(T), cudaMemcpyDeviceToHost, stream_));
    EZ_CUDA(cudaStreamSynchronize(stream_));
    return out;
  }
  std::size_t rows() const { return static_cast<std::size_t>(ny_); }
  std::size_t row_bytes() const { return static_cast<std::size_t>(nx_) * sizeof(T); }
  std::size_t pitch_bytes() const { return static_cast<std::size_t>(pitch_) * sizeof(T); }
  T* field(FieldArray a) const { return fields_[index_of(a)].data(); }
  T* ez() const { return field(FieldArray::ez); }
  Arrays<T> arrays() const { return {ez(), field(FieldArray::hx), field(FieldArray::hy), nx_, ny_, pitch_}; }

  schemes::SchemeArguments<T> loan(const Problem& p) {
    schemes::SchemeArguments<T> out{h_step_, e_step_, static_cast<T>(p.electric_palette[0].cb), {}};
    for (const Kept& k : kept()) out.state.push_back(k.array);
    return out;
  }

  // ---- memory
  // Returns new ψ for layers whose depth changes, which starts at 0. The others keep their values.
  std::array<Psi, 4> make_psi(const Problem& p) const {
    std::array<Psi, 4> fresh;
    for (Side s : all_sides) {
      Psi& f = fresh[static_cast<std::size_t>(s)];
      if (depth_of(p, s) == psi_[static_cast<std::size_t>(s)].depth) continue;
      f = {depth_of(p, s), DeviceBuffer<T>(psi_count(p, s)), DeviceBuffer<T>(psi_count(p, s))};
      f.e.zero(stream_);
      f.h.zero(stream_);
    }
    return fresh;
  }
  // Updates the tables. Allocations that can run out of memory come first.
  void update_tables(const Problem& p, const Change& change) {
    materialise();
    IndexMaps::Memory maps = maps_.memory_for(p);
    std::array<Psi, 4> psi = make_psi(p);
    reserve_lists(p, change);
    std::optional<EnergyLists> energy;
    if (energy_) energy.emplace(p, pitch_, stream_), energy_->leave();

    maps_.take(p, std::move(maps), stream_);
    for (Side s : all_sides)
      if (auto& fresh = psi[static_cast<std::size_t>(s)]; fresh.depth >= 0)
        psi_[static_cast<std::size_t>(s)] = std::move(fresh);
    const auto before = std::exchange(walls_, p.walls);
    if (change.electric_palette || change.magnetic_palette) set_palettes(p);
    if (change.layers) set_stretches(p);
    set_steps(p);
    maps_.upload_electric(p, change.electric_map, stream_);
    if (p.magnetic) maps_.upload_magnetic(p, change.magnetic_map, stream_);
    poles_.set(p, pitch_, stream_);
    cross_.set(p, pitch_, stream_);
    if (change.walls) clear_beyond_walls(before);
    if (change.terms) set_terms(p);
    if (change.absorbing) mur_.set(p, ez(), stream_);
    if (energy_) energy_->enter(std::move(*energy), h_step_, e_step_);
    scheme_->take(p, change, loan(p), stream_);
  }
  void reserve_lists(const Problem& p, const Change& change) {
    if (change.layers) {
      for (auto* nodes : {&x_e_, &x_h_}) nodes->reserve(p.x.k_e.size());
      for (auto* nodes : {&y_e_, &y_h_}) nodes->reserve(p.y.k_e.size());
      x_class_.reserve(p.x.line_class.size());
      y_class_.reserve(p.y.line_class.size());
    }
    palette_.reserve(p.electric_palette.size());
    media_.reserve(p.electric_palette.size());
    hx_palette_.reserve(p.magnetic_palette.size());
    hy_palette_.reserve(p.magnetic_palette.size());
    if (change.absorbing) mur_.reserve(p);
  }

  // ---- coefficients, layers, boundaries
  void set_palettes(const Problem& p) {
    std::vector<Pair<T>> palette, media, hx, hy;
    for (const ElectricEntry& e : p.electric_palette) {
      palette.push_back({static_cast<T>(e.ca), static_cast<T>(e.cb)});
      media.push_back({static_cast<T>(e.eps), static_cast<T>(e.mu)});
    }
    for (const MagneticEntry& m : p.magnetic_palette) {
      hx.push_back({static_cast<T>(m.da), static_cast<T>(m.dbx)});
      hy.push_back({static_cast<T>(m.da), static_cast<T>(m.dby)});
    }
    palette_.assign(palette, stream_);
    media_.assign(media, stream_);
    hx_palette_.assign(hx, stream_);
    hy_palette_.assign(hy, stream_);
    h_step_.hx_all = hx.front();
    h_step_.hy_all = hy.front();
  }
  void set_stretches(const Problem& p) {
    x_class_.assign(p.x.line_class, stream_);
    y_class_.assign(p.y.line_class, stream_);
    set_stretches(p.x, true, x_e_);
    set_stretches(p.x, false, x_h_);
    set_stretches(p.y, true, y_e_);
    set_stretches(p.y, false, y_h_);
  }
  void set_stretches(const AxisLayers& a, bool of_e, DeviceList<Stretch<T>>& list) {
    const auto &k = of_e ? a.k_e : a.k_h, &b = of_e ? a.b_e : a.b_h, &c = of_e ? a.c_e : a.c_h;
    std::vector<Stretch<T>> nodes;
    for (std::size_t i = 0; i < k.size(); ++i)
      nodes.push_back({static_cast<T>(k[i]), static_cast<T>(b[i]), static_cast<T>(c[i])});
    list.assign(nodes, stream_);
  }
  // Sets the arguments of the kernels from the data on the device.
  void set_steps(const Problem& p) {
    const Walls walls = walls_of(p);
    h_step_ = {arrays(),
               axis(p.x, Side::left, false, x_h_),
               axis(p.y, Side::bottom, false, y_h_),
               walls,
               {},
               h_step_.hx_all,
               h_step_.hy_all,
               maps_.hx(),
               maps_.hy(),
               hx_palette_.data(),
               hy_palette_.data()};
    e_step_ = {arrays(),
               axis(p.x, Side::left, true, x_e_),
               axis(p.y, Side::bottom, true, y_e_),
               walls,
               {},
               maps_.electric(),
               maps_.wide(),
               palette_.data()};
    // The last lines of H are beyond the boundary, and the last lines of E may need a mirrored H. The first lines of E
    // reach across the boundary.
    h_step_.inside = {p.x.low, p.y.low, nx_ - 1 - p.x.high, ny_ - 1 - p.y.high};
    e_step_.inside = {std::max(p.x.low, 1), std::max(p.y.low, 1), nx_ - std::max(p.x.high, 1),
                      ny_ - std::max(p.y.high, 1)};
    const double eps = p.dual ? mu0 : eps0, mu = p.dual ? eps0 : mu0;
    picture_ = {
        arrays(),
        walls,
        maps_.electric(),
        maps_.wide(),
        media_.data(),
        {static_cast<T>(p.hx_unit), static_cast<T>(p.hy_unit), static_cast<T>(0.5 * eps), static_cast<T>(0.5 * mu)},
        rows_};
  }
  AxisView<T> axis(const AxisLayers& a, Side low_side, bool of_e, const DeviceList<Stretch<T>>& list) const {
    const DeviceList<std::uint8_t>& classes = low_side == Side::left ? x_class_ : y_class_;
    const Psi& low = psi_[static_cast<std::size_t>(low_side)];
    const Psi& high = psi_[static_cast<std::size_t>(low_side) + 1];  // left, right, bottom, top
    const int high_begin = a.high == 0 ? a.nodes : a.nodes - a.high - (of_e ? 0 : 1);
    return {list.data(),
            classes.empty() ? nullptr : classes.data(),
            of_e ? low.e.data() : low.h.data(),
            of_e ? high.e.data() : high.h.data(),
            a.low,
            a.high,
            high_begin,
            a.nodes};
  }
  // Sets all pointers after the state has moved to other buffers.
  void update_state_pointers() {
    h_step_.f = e_step_.f = picture_.f = arrays();
    const auto point = [&](AxisView<T>& axis, Side low, bool of_e) {
      const Psi &l = psi_[static_cast<std::size_t>(low)], &h = psi_[static_cast<std::size_t>(low) + 1];
      axis.psi_low = of_e ? l.e.data() : l.h.data();
      axis.psi_high = of_e ? h.e.data() : h.h.data();
    };
    point(h_step_.x, Side::left, false), point(h_step_.y, Side::bottom, false);
    point(e_step_.x, Side::left, true), point(e_step_.y, Side::bottom, true);
  }
  // Clears hy of the last column and hx of the last row. They belong to periodic boundaries; any change of the boundary
  // starts them from 0.
  void clear_beyond_walls(const std::array<BoundaryKind, 4>& before) {
    const auto changed = [&](Side s) {
      return walls_[static_cast<std::size_t>(s)] != before[static_cast<std::size_t>(s)];
    };
    if (changed(Side::right))
      EZ_CUDA(cudaMemset2DAsync(field(FieldArray::hy) + nx_ - 1, pitch_bytes(), 0, sizeof(T), rows(), stream_));
    if (changed(Side::top))
      EZ_CUDA(cudaMemsetAsync(field(FieldArray::hx) + (ny_ - 1) * pitch_, 0, row_bytes(), stream_));
  }

  // ---- sources, probes
  std::ptrdiff_t at(int i, int j) const { return j * pitch_ + i; }

  void set_terms(const Problem& p) {
    for (const FieldArray array : all_arrays) {
      std::vector<TermGroup> groups;
      std::vector<NodeDrive> terms;
      for (const Term& t : p.terms) {
        if (t.array != array) continue;
        if (groups.empty() || groups.back().at != at(t.i, t.j))
          groups.push_back({at(t.i, t.j), static_cast<int>(terms.size()), 0});
        ++groups.back().count;
        terms.push_back({t.weight, t.signal, t.hard});
      }
      terms_[index_of(array)].groups.assign(groups, stream_);
      terms_[index_of(array)].terms.assign(terms, stream_);
    }
  }
  void set_probes(const Problem& p) {
    std::vector<std::ptrdiff_t> probes;
    for (const Instrument& n : p.instruments) probes.push_back(at(n.node.i, n.node.j));
    probes_.assign(probes, stream_);
  }
  // Call it after the field was set externally.
  void seed() {
    mur_.seed(ez(), stream_);
    scheme_->seed(stream_);
  }

  cudaStream_t stream_;
  int nx_, ny_;
  RowBand rows_;
  std::ptrdiff_t pitch_;
  std::array<DeviceBuffer<T>, yee_arrays.size()> fields_;  // by FieldArray
  std::array<Psi, 4> psi_;                                 // by Side
  MurSides<T> mur_;
  IndexMaps maps_;
  std::array<BoundaryKind, 4> walls_{};  // of the last problem

  DeviceList<Stretch<T>> x_e_, x_h_, y_e_, y_h_;
  DeviceList<std::uint8_t> x_class_, y_class_;
  DeviceList<Pair<T>> palette_, media_, hx_palette_, hy_palette_;
  std::array<Terms, yee_arrays.size()> terms_;  // by FieldArray
  DeviceList<std::ptrdiff_t> probes_;
  DeviceList<GatherNode> gather_, sampled_;
  DeviceBuffer<double> samples_;
  MapPlan plan_;
  MapTally tally_;
  // ^ For each map of a frequency: real parts, then imaginary parts. For the mean: the latest complete mean, then the
  // growing one.
  std::vector<DeviceBuffer<T>> sums_;
  Poles<T> poles_;
  Cross<T> cross_;

  schemes::Points::Tables tables_;  // of the present slice
  HStep<T> h_step_;
  EStep<T> e_step_;
  PictureSource<T> picture_;
  std::unique_ptr<schemes::Scheme<T>> scheme_ = schemes::make_scheme<T>({});
  std::unique_ptr<EnergyMeter<T>> energy_;  // set while the ledger is on
};

}  // namespace

std::unique_ptr<Lattice> make_lattice(const Problem& problem, cudaStream_t stream) {
  if (problem.precision == Precision::float64) return std::make_unique<LatticeOf<double>>(problem, stream);
  return std::make_unique<LatticeOf<float>>(problem, stream);
}

double lattice_bytes(const Problem& p) {
  const double value = p.precision == Precision::float64 ? 8 : 4;
  const double maps = (p.electric.wide() ? 2 : 1) + (p.magnetic ? 4 : 0);
  double psi = 0;
  for (Side s : all_sides) psi += 2 * value * static_cast<double>(psi_count(p, s));
  double poles = 0;
  for (const FieldArray a : all_arrays) {
    const DispersiveNodes nodes = dispersive_nodes(p, a);
    poles +=
        static_cast<double>(nodes.count) * (sizeof(PoleNode) + value) + static_cast<double>(nodes.values()) * value;
  }
  const double cross = static_cast<double>(p.cross.size()) * (sizeof(std::ptrdiff_t) + 4 * value) +
                       static_cast<double>(p.depolarising.size()) * sizeof(RimPole<double>);
  return static_cast<double>(padded_nodes(p)) * (static_cast<double>(p.arrays.size()) * value + maps) + psi + poles +
         cross;
}

}  // namespace ez::cuda
