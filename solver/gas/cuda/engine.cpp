// The CUDA engine of a gas. Between batches the host only reads the clock.
#include <fmt/format.h>

#include <bit>
#include <utility>

#include "solver/base/error.h"
#include "solver/engine/cuda/device/late_cells.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/gas/cuda/kernels.h"
#include "solver/gas/picture.h"

namespace ez::gas {
namespace cuda {
namespace {

using ez::cuda::DeviceBuffer;
using ez::cuda::PinnedBuffer;
using ez::cuda::Stream;

Form form_of(const EngineChoice& choice, const GasProblem& p) {
  constexpr std::size_t large = std::size_t{1} << 21;  // cells
  if (choice.form != Form::fastest) return choice.form;
  return p.scheme == Scheme::lax_wendroff && p.cells() > large ? Form::marching_faces : Form::strips;
}

template <class T>
class CudaEngine final : public Engine, public OnCard {
 public:
  CudaEngine(const GasProblem& p, const EngineChoice& choice)
      : device_(choice.device), form_(form_of(choice, p)), cfl_(choice.cfl), width_(choice.width) {
    room_.layout = Layout(p.nx, p.ny);
    room_.scheme = p.scheme;
    cells_ = DeviceBuffer<T>(2 * static_cast<std::size_t>(room_.arrays()) * room_.layout.size());
    clock_ = DeviceBuffer<DeviceClock<T>>(1);
    seen_ = PinnedBuffer<DeviceClock<T>>(1);
    room_.cells = cells_.data();
    room_.clock = clock_.data();
    cells_.zero(stream_);
    if (is_heat(p.scheme)) hold(p);
    send_clock({});
    set(p);
    write(is_heat(p.scheme) ? Arrays{p.value} : Arrays{p.rho, p.u, p.v, p.p}, 0, 0);
  }
  ~CudaEngine() override {
    if (const cudaError_t error = cudaStreamSynchronize(stream_)) EZ_CUDA_LOG(error);
  }
  CudaEngine(const CudaEngine&) = delete;
  CudaEngine& operator=(const CudaEngine&) = delete;

  void set(const GasProblem& p) override {
    room_.numbers = numbers_of<T>(p);
    room_.sides = p.sides;
    mark_walls(p);
    edited();
  }
  void write(const Arrays& values, std::int64_t steps, double time) override {
    DeviceClock<T> clock;
    clock.clock.steps = steps;
    clock.clock.time = time;
    send_clock(clock);
    std::vector<T> row(room_.layout.size());
    for (int a = 0; a < room_.arrays(); ++a) {
      for (int j = 0; j < room_.layout.ny; ++j)
        for (int i = 0; i < room_.layout.nx; ++i)
          row[place(i, j)] = static_cast<T>(values[static_cast<std::size_t>(a)][index(i, j)]);
      EZ_CUDA(cudaMemcpyAsync(room_.array(copy_of_step(steps), a), row.data(), row.size() * sizeof(T),
                              cudaMemcpyHostToDevice, stream_));
      stream_.wait();
    }
    edited();
  }
  Arrays state() override {
    const int copy = copy_of_step(clock().clock.steps);
    Arrays values(static_cast<std::size_t>(room_.arrays()), std::vector<double>(index(0, room_.layout.ny)));
    std::vector<T> all(room_.layout.size());
    for (int a = 0; a < room_.arrays(); ++a) {
      fetch(all.data(), room_.array(copy, a), all.size());
      for (int j = 0; j < room_.layout.ny; ++j)
        for (int i = 0; i < room_.layout.nx; ++i)
          values[static_cast<std::size_t>(a)][index(i, j)] = static_cast<double>(all[place(i, j)]);
    }
    return values;
  }
  void paint(std::span<const std::int32_t> places, std::span<const double> values) override {
    if (places.empty()) return;
    const DeviceBuffer<std::int32_t> list(places.size());
    EZ_CUDA(cudaMemcpyAsync(list.data(), places.data(), places.size_bytes(), cudaMemcpyHostToDevice, stream_));
    const auto value = [&](std::size_t k) { return k < values.size() ? static_cast<T>(values[k]) : T(0); };
    launch_paint(room_, list.data(), static_cast<int>(places.size()), State<T>{value(0), value(1), value(2), value(3)},
                 stream_);
    edited();
    stream_.wait();
  }

  void advance(std::int64_t steps, double until) override {
    if (!watches_.empty()) keep_notes(steps);
    begin_.record(stream_);
    const bool measure = room_.numbers.by_signal(), fused = !measure || cfl_ == CflForm::fused;
    if (measure && !fastest_known_) launch_signal(room_, CflForm::shuffle, false, stream_);
    fastest_known_ = true;
    launch_begin(room_, steps, until, stream_);
    const StepForm form{form_, width_, measure && fused, fused};
    for (std::int64_t n = 0; n < steps; ++n) {
      switch (room_.scheme) {
        case Scheme::roe:
          launch_roe(room_, form, stream_);
          break;
        case Scheme::lax_wendroff:
          launch_lax_wendroff(room_, form, stream_);
          break;
        case Scheme::muscl_hllc:
          launch_muscl(room_, form, stream_);
          break;
        case Scheme::diffusion:
          launch_diffusion(room_, form, stream_);
          break;
      }
      if (!fused) launch_signal(room_, cfl_, true, stream_);
      if (!watches_.empty())
        launch_note(room_, watched_.data(), static_cast<int>(watches_.size()), first_noted_, note_times_.data(),
                    note_values_.data(), stream_);
    }
    end_.record(stream_);
    advanced_ = true;
  }
  bool busy() override { return advanced_ && !end_.reached(); }
  void watch(const std::vector<Watch>& watches) override {
    stream_.wait();
    watches_ = watches;
    note_rows_ = 0;
    notes_ = {};
    if (watches.empty()) return;
    watched_ = DeviceBuffer<Watch>(watches.size());
    EZ_CUDA(cudaMemcpyAsync(watched_.data(), watches.data(), watched_.bytes(), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
  }
  Notes take_notes() override {
    fetch_notes();
    return std::exchange(notes_, {});
  }
  Progress progress() override {
    const DeviceClock<T> c = clock();
    Progress p{c.clock.steps, c.clock.time, static_cast<double>(c.clock.used_dt), 0, std::nullopt};
    if (advanced_) p.seconds = end_.seconds_since(begin_);
    if (c.clock.failed) p.failure = failure(c);
    return p;
  }
  std::vector<float> read(Quantity q) override { return read_as<float>(q); }
  std::vector<double> read_exactly(Quantity q) override { return read_as<double>(q); }
  std::string name() const override {
    cudaDeviceProp p{};
    EZ_CUDA(cudaGetDeviceProperties(&p, device_));
    return fmt::format("cuda, {}", p.name);
  }

  OnCard* on_card() override { return this; }
  int device() const override { return device_; }
  DeviceStream stream() const override { return static_cast<cudaStream_t>(stream_); }
  Seen draw_there(const Shown& shown, float* pixels) override {
    use_device();
    const bool first = std::exchange(drawn_, shown.quantity) != shown.quantity;
    const Seen before = seen_in(pictures_.newest_finished());
    if (shown.width <= 0 || shown.height <= 0) return before;
    SeenCell* const seen = pictures_.begin(stream_);
    launch_picture(room_, shown, pixels, seen, stream_);
    pictures_.end(stream_);
    if (!first) return before;
    stream_.wait();
    return seen_in(pictures_.newest_finished());
  }
  Seen draw(const Shown& shown, float* pixels) override {
    use_device();
    if (shown.width <= 0 || shown.height <= 0) return {};
    const std::size_t count = static_cast<std::size_t>(shown.width) * static_cast<std::size_t>(shown.height);
    ez::cuda::grow(pixels_, count);
    seen_here_.zero(stream_);
    launch_picture(room_, shown, pixels_.data(), seen_here_.data(), stream_);
    fetch(pixels, pixels_.data(), count);
    SeenCell seen;
    fetch(&seen, seen_here_.data(), 1);
    return seen_in(seen);
  }
  Largest largest() override {
    use_device();
    largest_.zero(stream_);
    launch_largest(room_, room_.is_heat_scheme() ? Quantity::value : Quantity::density, largest_.data(), stream_);
    LargestCell cell;
    fetch(&cell, largest_.data(), 1);
    const auto size = std::bit_cast<float>(static_cast<std::uint32_t>(cell >> 32));
    if (!(size > 0)) return {};
    const auto place = static_cast<int>(~static_cast<std::uint32_t>(cell));
    return {static_cast<double>(size), place % room_.layout.nx, place / room_.layout.nx};
  }

 private:
  void use_device() const { EZ_CUDA(cudaSetDevice(device_)); }
  static int copy_of_step(std::int64_t step) { return static_cast<int>(step & 1); }
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(room_.layout.nx) + static_cast<std::size_t>(i);
  }
  std::size_t place(int i, int j) const { return static_cast<std::size_t>(room_.layout.at(i, j)); }
  template <class Out>
  std::vector<Out> read_as(Quantity q) {
    const DeviceBuffer<Out> values(index(0, room_.layout.ny));
    launch_read(room_, q, values.data(), stream_);
    std::vector<Out> out(values.count());
    fetch(out.data(), values.data(), out.size());
    return out;
  }
  template <class V>
  void fetch(V* to, const V* from, std::size_t count) {
    EZ_CUDA(cudaMemcpyAsync(to, from, count * sizeof(V), cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
  }

  void send_clock(const DeviceClock<T>& clock) {
    stream_.wait();
    seen_[0] = clock;
    EZ_CUDA(cudaMemcpyAsync(clock_.data(), seen_.data(), sizeof(clock), cudaMemcpyHostToDevice, stream_));
  }
  DeviceClock<T> clock() {
    fetch(seen_.data(), clock_.data(), 1);
    return seen_[0];
  }

  // Allocates memory for the rows of a batch and fetches those of the previous one.
  void keep_notes(std::int64_t steps) {
    fetch_notes();
    first_noted_ = clock().clock.steps;
    note_rows_ = static_cast<std::size_t>(steps);
    ez::cuda::grow(note_times_, note_rows_);
    ez::cuda::grow(note_values_, note_rows_ * watches_.size());
  }
  void fetch_notes() {
    if (note_rows_ == 0) return;
    const auto made = static_cast<std::size_t>(clock().clock.steps - first_noted_), before = notes_.times.size();
    note_rows_ = 0;
    if (made == 0) return;
    notes_.times.resize(before + made);
    notes_.values.resize((before + made) * watches_.size());
    fetch(notes_.times.data() + before, note_times_.data(), made);
    fetch(notes_.values.data() + before * watches_.size(), note_values_.data(), made * watches_.size());
  }

  void hold(const GasProblem& g) {
    const std::vector<double> values = held_values(g, room_.layout);
    std::vector<T> held;
    for (const double w : values) held.push_back(static_cast<T>(w));
    held_ = DeviceBuffer<T>(held.size());
    EZ_CUDA(cudaMemcpyAsync(held_.data(), held.data(), held_.bytes(), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
    room_.held = held_.data();
  }
  void mark_walls(const GasProblem& g) {
    stream_.wait();
    room_.solid = nullptr;
    room_.rim_index = nullptr;
    const std::vector<std::uint8_t> marks = wall_marks(g, room_.layout);
    if (marks.empty()) return;
    if (room_.scheme == Scheme::muscl_hllc) find_rim(g, marks);
    ez::cuda::grow(solid_, marks.size());
    EZ_CUDA(cudaMemcpyAsync(solid_.data(), marks.data(), marks.size(), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
    room_.solid = solid_.data();
  }

  void find_rim(const GasProblem& g, const std::vector<std::uint8_t>& marks) {
    const Rim rim = rim_of(g, room_.layout, marks);
    if (rim.places.empty()) return;
    std::vector<std::int32_t> index(room_.layout.size(), -1);
    for (std::size_t k = 0; k < rim.places.size(); ++k)
      index[static_cast<std::size_t>(rim.places[k])] = static_cast<std::int32_t>(k);
    const std::vector<RimCell<T>> cells = cells_as<T>(rim);
    rim_ = DeviceBuffer<RimCell<T>>(cells.size());
    rim_index_ = DeviceBuffer<std::int32_t>(index.size());
    EZ_CUDA(cudaMemcpyAsync(rim_.data(), cells.data(), rim_.bytes(), cudaMemcpyHostToDevice, stream_));
    EZ_CUDA(cudaMemcpyAsync(rim_index_.data(), index.data(), rim_index_.bytes(), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
    room_.rim = rim_.data();
    room_.rim_index = rim_index_.data();
  }

  // Call it after states or their parameters were changed externally.
  void edited() {
    launch_border(room_, stream_);
    fastest_known_ = false;
    drawn_.reset();
    DeviceClock<T> c = clock();
    c.clock.failed = false;
    c.clock.halved = 0;
    c.first_failed = none_failed;
    send_clock(c);
  }

  Failure failure(const DeviceClock<T>& c) {
    const int i = c.first_failed % room_.layout.nx, j = c.first_failed / room_.layout.nx;
    const auto next = [&](int array) {
      T value;
      fetch(&value, room_.array(copy_of_step(c.clock.steps + 1), array) + room_.layout.at(i, j), 1);
      return value;
    };
    Failure f{c.clock.steps + 1, i, j, Quantity::value, static_cast<double>(next(0))};
    if (room_.is_heat_scheme()) return f;
    f.quantity = Quantity::density;
    if (!(f.value > 0)) return f;
    f.quantity = Quantity::pressure;
    f.value = static_cast<double>(next(3));
    return f;
  }

  int device_;
  Stream stream_;
  Room<T> room_;
  DeviceBuffer<T> cells_, held_;
  DeviceBuffer<std::uint8_t> solid_;
  DeviceBuffer<RimCell<T>> rim_;
  DeviceBuffer<std::int32_t> rim_index_;
  DeviceBuffer<DeviceClock<T>> clock_;
  PinnedBuffer<DeviceClock<T>> seen_;
  Form form_;
  CflForm cfl_;
  int width_;
  bool fastest_known_ = false;
  // Start and end of the last batch.
  ez::cuda::Event begin_{ez::cuda::Event::Kind::timing}, end_{ez::cuda::Event::Kind::timing};
  bool advanced_ = false;
  std::vector<Watch> watches_;
  DeviceBuffer<Watch> watched_;
  DeviceBuffer<double> note_times_, note_values_;  // of the last batch, which began after first_noted_ steps
  std::int64_t first_noted_ = 0;
  std::size_t note_rows_ = 0;                  // rows not fetched yet; 0: none
  Notes notes_;                                // already fetched
  ez::cuda::DelayedCells<SeenCell> pictures_;  // for draw_there
  std::optional<Quantity> drawn_;              // drawn by draw_there, of this state or of one computed from it
  DeviceBuffer<float> pixels_;                 // for draw_here
  DeviceBuffer<SeenCell> seen_here_{1};
  DeviceBuffer<LargestCell> largest_{1};
};

template <class T>
KernelResources resources_of_step(const GasProblem& p, const EngineChoice& choice) {
  Room<T> room;
  room.layout = Layout(p.nx, p.ny);
  room.scheme = p.scheme;
  StepForm form;
  form.form = form_of(choice, p);
  form.width = choice.width;
  if (p.scheme == Scheme::roe) return roe_resources(room, form);
  if (p.scheme == Scheme::muscl_hllc) return muscl_resources(room, form);
  return p.scheme == Scheme::lax_wendroff ? lax_wendroff_resources(room, form) : diffusion_resources(room, form);
}

}  // namespace
}  // namespace cuda

KernelResources step_resources(const GasProblem& p, const EngineChoice& choice) {
  EZ_CUDA(cudaSetDevice(choice.device));
  if (choice.precision == Precision::float64) return cuda::resources_of_step<double>(p, choice);
  return cuda::resources_of_step<float>(p, choice);
}
CardCapacity card_capacity(int device) {
  const auto ask = [device](cudaDeviceAttr what) {
    int value = 0;
    EZ_CUDA(cudaDeviceGetAttribute(&value, what, device));
    return value;
  };
  return {ask(cudaDevAttrMultiProcessorCount), ask(cudaDevAttrMaxRegistersPerMultiprocessor),
          ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor), ask(cudaDevAttrMaxThreadsPerMultiProcessor),
          ask(cudaDevAttrMaxBlocksPerMultiprocessor)};
}

Maker device_maker() {
  const auto make = [](const GasProblem& p, const EngineChoice& choice) -> std::unique_ptr<Engine> {
    EZ_CUDA(cudaSetDevice(choice.device));
    if (choice.precision == Precision::float64) return std::make_unique<cuda::CudaEngine<double>>(p, choice);
    return std::make_unique<cuda::CudaEngine<float>>(p, choice);
  };
  const auto free_bytes = [](int device) {
    EZ_CUDA(cudaSetDevice(device));
    std::size_t free = 0, total = 0;
    EZ_CUDA(cudaMemGetInfo(&free, &total));
    return static_cast<double>(free);
  };
  return {"cuda", make, free_bytes};
}

}  // namespace ez::gas
