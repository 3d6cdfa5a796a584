#include "solver/engine/cuda/cuda_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "solver/base/memory.h"
#include "solver/engine/cuda/device/kernel_types.h"

namespace ez::cuda {
namespace {

constexpr BlockShape default_block{128, 2};
// bytes of shared memory that a block may use without a request
constexpr std::size_t most_shared = std::size_t{48} * 1024;

EngineInfo select_device(int device) {
  EZ_CUDA(cudaSetDevice(device));
  EZ_CUDA(load_kernels());
  cudaDeviceProp properties{};
  EZ_CUDA(cudaGetDeviceProperties(&properties, device));
  return {"cuda", "CUDA", properties.name, device, 0, "", false, PicturePath::cuda};
}

double free_device_bytes() {
  std::size_t free = 0, total = 0;
  EZ_CUDA(cudaMemGetInfo(&free, &total));
  return static_cast<double>(free);
}

PictureStats stats_of(const PictureCell& cell) { return {std::bit_cast<float>(cell.max_bits), cell.bad == 0}; }

}  // namespace

CudaEngine::CudaEngine(int device) : info_(select_device(device)) {}

CudaEngine::~CudaEngine() {
  EZ_CUDA_LOG(cudaSetDevice(info_.device_index));
  EZ_CUDA_LOG(cudaStreamSynchronize(stream_));
}

void CudaEngine::use_device() const { EZ_CUDA(cudaSetDevice(info_.device_index)); }

Lattice& CudaEngine::lattice() {
  if (!lattice_) throw EngineError("the CUDA engine has no grid yet");
  return *lattice_;
}

void CudaEngine::load(const Problem& problem) {
  use_device();
  stream_.wait();
  const double needed = lattice_bytes(problem), free = free_device_bytes();
  const auto too_large = [&] {
    return fmt::format("a grid of {} × {} needs {} on {}, which only has {} free", problem.nx, problem.ny,
                       human_bytes(needed), info_.device, human_bytes(free));
  };
  if (needed > free) throw OutOfMemory(too_large());
  std::unique_ptr<Lattice> fresh;
  try {
    fresh = make_lattice(problem, stream_);
    stream_.wait();
  } catch (const OutOfMemory&) {  // enough memory is free, but not in one piece
    throw OutOfMemory(too_large());
  }
  lattice_ = std::move(fresh);
  gather_ = {};
  scheme_ = {};
  limits_ = lattice_->limits();
  if (!why_illegal(block_).empty()) block_ = default_block;
}

void CudaEngine::update(const Problem& problem, const Change& change) {
  use_device();
  stream_.wait();
  lattice().update(problem, change);
  if (change.changes_tables()) limits_ = lattice_->limits();
}

void CudaEngine::rescale(double ratio) {
  use_device();
  lattice().rescale(ratio);
}

void CudaEngine::zero() {
  use_device();
  lattice().zero();
}

// ---- batches

// Enqueues everything without waiting: the upload of the signals, the steps, and the download of the probes.
void CudaEngine::start(Batch batch) {
  if (in_flight_) throw EngineError("a batch is running; call finish() first");
  use_device();
  const auto steps = static_cast<std::size_t>(batch.steps);
  const auto probes = static_cast<std::size_t>(lattice().probe_count());
  stream_.wait();  // a batch that failed may still read the tables
  grow(probes_, steps * probes);
  grow(probes_host_, steps * probes);
  gathered_count_ = gather_.samples(batch.first_step, batch.steps) * gather_.points.size();
  grow(gathered_, gathered_count_);
  grow(gathered_host_, gathered_count_);
  signals_.take(batch, stream_);
  begin_.record(stream_);
  advance(batch);
  end_.record(stream_);
  if (steps * probes > 0)
    EZ_CUDA(cudaMemcpyAsync(probes_host_.data(), probes_.data(), steps * probes * sizeof(double),
                            cudaMemcpyDeviceToHost, stream_));
  if (gathered_count_ > 0)
    EZ_CUDA(cudaMemcpyAsync(gathered_host_.data(), gathered_.data(), gathered_count_ * sizeof(double),
                            cudaMemcpyDeviceToHost, stream_));
  back_.record(stream_);
  steps_ = batch.steps;
  probe_count_ = static_cast<int>(probes);
  in_flight_ = true;
}

// Advances the batch, in one slice or from one sample of the gather or its maps, or one exchange of rows, to the next.
// Schemes do not know about them.
void CudaEngine::advance(const Batch& batch) {
  double* row = gathered_.data();
  const Batch::Turn* turns = batch.turns.data();
  const bool points = !gather_.points.empty(), maps = gather_.maps.count() > 0;
  // Returns how many steps remain until the next multiple of `every`, after `made` steps of the batch.
  const auto left_of = [&](int every, int made) {
    const auto since = (batch.first_step + static_cast<std::uint64_t>(made)) % static_cast<std::uint64_t>(every);
    return every - static_cast<int>(since);
  };
  for (int made = 0; made < batch.steps;) {
    const int to_gather = points ? left_of(gather_.every, made) : batch.steps;
    const int to_maps = maps ? left_of(gather_.maps.every, made) : batch.steps;
    const int to_exchange = exchange_every_ > 0 ? exchange_every_ - made % exchange_every_ : batch.steps;
    const int slice = std::min({to_gather, to_maps, to_exchange, batch.steps - made});
    lattice_->advance(slice, block_, signals_.data() + std::ptrdiff_t{made} * signals_.columns(), signals_.columns(),
                      probes_.data() + std::ptrdiff_t{made} * lattice_->probe_count());
    made += slice;
    if (points && slice == to_gather) {
      lattice_->gather(row);
      row += gather_.points.size();
    }
    if (maps && slice == to_maps) {
      lattice_->add_to_maps(turns);
      turns += gather_.maps.count();
    }
    if (exchange_every_ > 0 && (slice == to_exchange || made == batch.steps))
      exchange_(static_cast<cudaStream_t>(stream_));
  }
}

bool CudaEngine::set_row_exchange(int every, const RowExchange& exchange) {
  exchange_every_ = every;
  exchange_ = exchange;
  return true;
}

void CudaEngine::set_gather(const Gather& gather) {
  use_device();
  stream_.wait();
  lattice().set_gather(gather);
  gather_ = gather;
}

void CudaEngine::read_map(int map, double* out) {
  use_device();
  stream_.wait();
  lattice().read_map(map, out);
}

void CudaEngine::sample(const std::vector<GatherPoint>& points, double* out) {
  use_device();
  lattice().sample(points, out);
}

bool CudaEngine::busy() {
  use_device();
  return in_flight_ && !back_.reached();
}

BatchResult CudaEngine::finish() {
  if (!in_flight_) return {};
  use_device();
  in_flight_ = false;  // also if the wait ends in an error
  back_.wait();
  const std::size_t samples = static_cast<std::size_t>(steps_) * static_cast<std::size_t>(probe_count_);
  BatchResult result{steps_, end_.seconds_since(begin_), {}, {}};
  if (samples > 0) result.probes.assign(probes_host_.data(), probes_host_.data() + samples);
  if (gathered_count_ > 0) result.gathered.assign(gathered_host_.data(), gathered_host_.data() + gathered_count_);
  return result;
}

// ---- pictures, health, arrays

ReferenceView CudaEngine::reference_for(const PictureWindow& window, CudaEngine*& other) {
  other = window.quantity == Quantity::residual ? dynamic_cast<CudaEngine*>(window.minus.engine) : nullptr;
  if (!other) return {};
  ReferenceView minus = other->lattice().as_reference();
  minus.scale_x = window.minus.scale_x;
  minus.scale_y = window.minus.scale_y;
  minus.offset_x = window.minus.offset_x;
  minus.offset_y = window.minus.offset_y;
  return minus;
}

// Enqueues a picture. It reads another engine's field after all work already in that engine's stream, and before any
// later work.
void CudaEngine::enqueue_picture(const PictureWindow& window, float* pixels) {
  DelayedCells<PictureCell>& cells = cells_for(window);
  PictureCell* cell = cells.begin(stream_);
  CudaEngine* other = nullptr;
  const ReferenceView minus = reference_for(window, other);
  if (other) {
    field_is_there_.record(other->stream_);
    field_is_there_.hold(stream_);
  }
  lattice().draw(window, minus, pixels, cell);
  if (other) {
    field_is_read_.record(stream_);
    field_is_read_.hold(other->stream_);
  }
  cells.end(stream_);
}

PictureStats CudaEngine::draw_on_device(const PictureWindow& window, float* pixels) {
  use_device();
  const PictureStats before = stats_of(cells_for(window).newest_finished());
  if (window.width > 0 && window.height > 0) enqueue_picture(window, pixels);
  return before;
}

ReferenceView CudaEngine::main_array() {
  use_device();
  stream_.wait();
  return lattice().as_reference();
}

PictureStats CudaEngine::draw(const PictureWindow& window, float* pixels) {
  if (window.width <= 0 || window.height <= 0) return {};
  use_device();
  const std::size_t count = static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height);
  grow(pixels_, count);
  grow(pixels_host_, count);
  enqueue_picture(window, pixels_.data());
  EZ_CUDA(cudaMemcpyAsync(pixels_host_.data(), pixels_.data(), count * sizeof(float), cudaMemcpyDeviceToHost, stream_));
  stream_.wait();
  std::memcpy(pixels, pixels_host_.data(), count * sizeof(float));
  return stats_of(cells_for(window).newest_finished());
}

Health CudaEngine::health() {
  use_device();
  lattice().health(health_.data());
  EZ_CUDA(cudaMemcpyAsync(health_host_.data(), health_.data(), health_cells * sizeof(HealthCell),
                          cudaMemcpyDeviceToHost, stream_));
  stream_.wait();
  Health out;
  HealthCell all = HealthCell::none();
  for (int k = 0; k < health_cells; ++k) {
    const HealthCell& cell = health_host_.data()[k];
    all.add(cell);
    double& most = out.largest_in[static_cast<std::size_t>(tile_of_health_cell(k))];
    most = std::max(most, cell.max_abs);
  }
  const auto nx = static_cast<unsigned long long>(lattice_->nx());
  const auto node = [nx](unsigned long long place) {
    return place == HealthCell::nowhere ? Node{} : Node{static_cast<int>(place % nx), static_cast<int>(place / nx)};
  };
  out.finite = all.bad == HealthCell::nowhere;
  out.max_abs = std::max(all.max_abs, 0.0);
  out.largest = node(all.largest);
  out.first_bad = node(all.bad);
  return out;
}

void CudaEngine::read(FieldArray array, void* out) {
  use_device();
  lattice().read(array, out);
}
void CudaEngine::write(FieldArray array, const void* in) {
  use_device();
  lattice().write(array, in);
}

std::unique_ptr<EngineState> CudaEngine::save(std::unique_ptr<EngineState> reuse) {
  use_device();
  return lattice().save(std::move(reuse));
}
void CudaEngine::restore(const EngineState& state) {
  use_device();
  lattice().restore(state);
}
std::unique_ptr<EngineState> CudaEngine::save_for_host(std::unique_ptr<EngineState> reuse) {
  use_device();
  return lattice().save_for_host(std::move(reuse));
}
void CudaEngine::set_ledger(bool on, const Problem& problem) {
  use_device();
  lattice().set_ledger(on, problem);
}
EnergyLedger CudaEngine::ledger() {
  use_device();
  return lattice().ledger();
}

double CudaEngine::free_bytes() const {
  use_device();
  return free_device_bytes();
}

// ---- scheme and block shape

double CudaEngine::time_e_updates(int steps) {
  use_device();
  const Event begin(Event::Kind::timing), end(Event::Kind::timing);
  begin.record(stream_);
  for (int n = 0; n < steps; ++n) lattice().update_e_only(block_);
  end.record(stream_);
  end.wait();
  return end.seconds_since(begin);
}

KernelTimes CudaEngine::time_e_kernels(int steps) {
  use_device();
  KernelClock clock(stream_);
  const double empty = clock.empty_kernel(std::max(steps, 100));
  KernelTimes times{clock.measure(steps, [&] { lattice().measure_kernels_of_step(block_, clock); }), empty};
  for (double& s : times.seconds) s -= empty;
  return times;
}

std::string CudaEngine::set_scheme(const SchemeChoice& choice, const Problem& problem) {
  use_device();
  stream_.wait();
  try {
    lattice().set_scheme(choice, problem);
  } catch (const EngineError& e) {
    return e.what();
  } catch (const OutOfMemory& e) {
    return e.what();
  }
  scheme_ = choice;
  limits_ = lattice_->limits();
  if (!why_illegal(block_).empty()) block_ = default_block;
  return {};
}

std::string CudaEngine::set_block(BlockShape block) {
  std::string reason = why_illegal(block);
  if (reason.empty()) block_ = block;
  return reason;
}

BlockLimits CudaEngine::block_limits() const {
  const std::size_t shared = lattice_ ? lattice_->shared_bytes(block_) : 0;
  return {limits_.threads, limits_.registers, static_cast<double>(shared)};
}

std::string CudaEngine::why_illegal(BlockShape block) const {
  if (block.x < 1 || block.y < 1) return "a block needs at least one thread along each axis";
  const long long threads = static_cast<long long>(block.x) * block.y;
  if (block.x > 1024 || block.y > 1024 || threads > 1024)
    return fmt::format("{} × {} = {} threads; CUDA allows 1024 per block", block.x, block.y, threads);
  if (limits_.threads > 0 && threads > limits_.threads)
    return fmt::format("{} threads with {} registers each exceed a multiprocessor; use at most {} threads", threads,
                       limits_.registers, limits_.threads);
  if (!lattice_) return {};
  const int rows = block.y * lattice_->rows_per_thread();
  if ((lattice_->ny() + rows - 1) / rows > most_rows_of_blocks)
    return fmt::format("{} rows in blocks of height {} exceed {} rows of blocks", lattice_->ny(), rows,
                       most_rows_of_blocks);
  if (const std::size_t shared = lattice_->shared_bytes(block); shared > most_shared)
    return fmt::format("a block needs {} of shared memory, but only {} exist", human_bytes(static_cast<double>(shared)),
                       human_bytes(static_cast<double>(most_shared)));
  return {};
}

}  // namespace ez::cuda
