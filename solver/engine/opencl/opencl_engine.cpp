#include "solver/engine/opencl/opencl_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "solver/base/memory.h"
#include "solver/engine/opencl/gl_buffer.h"
#include "solver/engine/opencl/opencl_backend.h"
#include "solver/engine/opencl/split.h"

namespace ez::opencl {
namespace {

// Picks a usual shape of at most `most` work-items.
BlockShape default_block(std::size_t most) {
  const auto items = static_cast<int>(std::min<std::size_t>(most, 256));
  return items >= 256 ? BlockShape{128, 2} : BlockShape{items, 1};
}

}  // namespace

OpenClEngine::OpenClEngine(SharedDevice device, bool automatic)
    : device_(std::move(device)),
      stream_(device_),
      block_(default_block(device_->facts().most_items)),
      most_items_(device_->facts().most_items) {
  const DeviceFacts& facts = device_->facts();
  info_.backend_name = "opencl";
  info_.backend = "OpenCL";
  info_.device = facts.name;
  if (!facts.fuses) info_.device += " (emulates fma)";
  if (!facts.denormals) info_.device += " (no denormals)";
  if (!facts.warning.empty()) info_.device += " (driver with known errors)";
  info_.device_index = device_->number();
  info_.automatic = automatic;
  info_.on_host = false;
  if (device_->shares_gl()) info_.picture = PicturePath::gl_buffer;
  info_.no_gl_buffer = device_->why_no_sharing();
}

Lattice& OpenClEngine::lattice() {
  if (!lattice_) throw EngineError("the OpenCL engine has no grid yet");
  return *lattice_;
}

// OpenCL does not tell how much memory is free, so this is what the device has in all, less a tenth for its system and
// less the buffers of this context.
double OpenClEngine::free_bytes() const {
  return std::max(0.0, 0.9 * device_->facts().memory_bytes - device_->held()->bytes());
}

void OpenClEngine::load(const Problem& problem) {
  const DeviceFacts& facts = device_->facts();
  if (problem.precision == Precision::float64 && !facts.has_double)
    throw NoBackend(
        fmt::format("{} has no double precision; set grid.precision to float32, or use --backend cpu", facts.name));
  const double needed = lattice_bytes(problem), largest = largest_array_bytes(problem);
  if (needed > free_bytes() || largest > facts.most_bytes)
    throw OutOfMemory(fmt::format(
        "a grid of {} × {} needs {} on {}, in arrays of up to {}, but {} of {} are free and one array may have {}; "
        "use fewer cells",
        problem.nx, problem.ny, human_bytes(needed), info_.device, human_bytes(largest), human_bytes(free_bytes()),
        human_bytes(facts.memory_bytes), human_bytes(facts.most_bytes)));
  stream_.wait();
  lattice_ = make_lattice(problem, stream_);
  nx_ = problem.nx, ny_ = problem.ny;
  is_double_ = problem.precision == Precision::float64;
  scheme_ = {};
  fit_block();
}

// The kernels may need so many registers that a block has fewer work-items than the device allows.
void OpenClEngine::fit_block() {
  most_items_ = lattice().most_items();
  if (!why_illegal(block_).empty()) block_ = default_block(most_items_);
}

void OpenClEngine::start(Batch batch) {
  if (in_flight_) throw EngineError("a batch is running; call finish() first");
  expand_wave_signals(batch);
  stream_.wait();  // a batch that failed may still use the records
  begin_ = stream_.mark();
  lattice().start(batch, block_);
  end_ = stream_.mark();
  stream_.flush();
  steps_ = batch.steps;
  in_flight_ = true;
}

BatchResult OpenClEngine::finish() {
  if (!std::exchange(in_flight_, false)) return {};
  BatchResult result;
  result.steps = steps_;
  lattice().finish(result);
  stream_.require(end_);
  result.seconds = stream_.seconds_between(begin_, end_);
  return result;
}

PictureStats OpenClEngine::draw(const PictureWindow& window, float* pixels) {
  return with_reference(window, [&](const Lattice::Reference& minus) { return lattice().draw(window, minus, pixels); });
}
PictureStats OpenClEngine::draw(const PictureWindow& window, unsigned buffer) {
  return with_reference(window, [&](const Lattice::Reference& minus) {
    const GlBuffer shared(stream_, buffer);
    const PictureStats stats = lattice().draw_into(window, minus, shared.memory());
    shared.release();
    return stats;
  });
}

// Calls draw() with the array that the picture subtracts.
template <class Draw>
PictureStats OpenClEngine::with_reference(const PictureWindow& window, Draw draw) {
  const PictureReference& from = window.minus;
  Lattice::Reference minus;
  Buffer<float> singles;
  Buffer<double> doubles;
  if (from.engine != nullptr && window.quantity == Quantity::residual) {
    auto* other = dynamic_cast<OpenClEngine*>(from.engine);
    if (other && other->device_ == device_) {
      other->stream_.wait();
      minus = other->lattice().as_reference();
    } else if (const ReferenceView view = from.engine->as_reference(); view.ez && view.is_double == is_double_) {
      const std::size_t count = static_cast<std::size_t>(view.pitch) * static_cast<std::size_t>(view.ny - 1) +
                                static_cast<std::size_t>(view.nx);
      if (view.is_double)
        doubles = stream_.make<double>(count),
        stream_.write(doubles, std::span(static_cast<const double*>(view.ez), count));
      else
        singles = stream_.make<float>(count),
        stream_.write(singles, std::span(static_cast<const float*>(view.ez), count));
      minus = {view.is_double ? doubles.get() : singles.get(),
               view.is_double,
               static_cast<int>(view.pitch),
               0,
               view.nx,
               view.ny};
    }
    minus.scale_x = from.scale_x, minus.scale_y = from.scale_y;
    minus.offset_x = from.offset_x, minus.offset_y = from.offset_y;
  }
  return draw(minus);
}

// Copies the main array to main memory, so that an engine of another kind or device can subtract it.
ReferenceView OpenClEngine::as_reference() {
  reference_.resize(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_));
  lattice().read(FieldArray::ez, reference_.data());
  ReferenceView view;
  view.ez = reference_.data();
  view.is_double = is_double_;
  view.pitch = nx_;
  view.nx = nx_, view.ny = ny_;
  return view;
}

void OpenClEngine::set_ledger(bool on, const Problem& problem) {
  if (on && !device_->facts().has_double)
    throw NoBackend(fmt::format("the energy ledger needs double precision, which {} does not have; use --backend cpu",
                                info_.device));
  lattice().set_ledger(on, problem);
}

// ---- scheme and block shape

BlockLimits OpenClEngine::block_limits() const { return {static_cast<int>(most_items_), 0, 0}; }
std::string OpenClEngine::set_block(BlockShape block) {
  std::string reason = why_illegal(block);
  if (reason.empty()) block_ = block;
  return reason;
}
std::string OpenClEngine::why_illegal(BlockShape block) const {
  if (block.x < 1 || block.y < 1) return "a work-group needs at least one work-item along each axis";
  const long long items = static_cast<long long>(block.x) * block.y;
  const auto most = static_cast<long long>(most_items_);
  if (items > most)
    return fmt::format("{} × {} = {} work-items; {} allows {} in a work-group of these kernels", block.x, block.y,
                       items, info_.device, most);
  const auto x = static_cast<long long>(device_->facts().most_x), y = static_cast<long long>(device_->facts().most_y);
  if (block.x > x || block.y > y)
    return fmt::format("{} × {}; {} allows {} work-items along x and {} along y", block.x, block.y, info_.device, x, y);
  return {};
}
std::string OpenClEngine::why_no_scheme(const SchemeChoice& choice) const {
  constexpr std::string_view own[] = {"auto", "two-kernel", "streamed", "split"};
  if (std::ranges::find(own, choice.name) == std::end(own))
    return fmt::format("{} needs CUDA; the OpenCL engine has two-kernel, streamed and split", choice.name);
  return choice.name == "split" ? Split<float>::why_not(choice.form) : std::string();
}
std::string OpenClEngine::set_scheme(const SchemeChoice& choice, const Problem& problem) {
  if (std::string why = why_no_scheme(choice); !why.empty()) return why;
  stream_.wait();
  try {
    lattice().set_scheme(choice, problem);
  } catch (const std::runtime_error& e) {  // EngineError or OutOfMemory
    return e.what();
  }
  scheme_ = choice;
  fit_block();
  return {};
}
Passes OpenClEngine::passes() const {
  const int levels = lattice_ ? lattice_->steps_a_pass() : 0;
  return {0, levels, 0, levels == 0 && (scheme_.name == "auto" || scheme_.name == "streamed")};
}
void OpenClEngine::set_shape(const streamed::Shape& shape, const Problem& problem) {
  stream_.wait();
  lattice().set_shape(shape, problem);
  scheme_ = {"streamed", 0};
}
double OpenClEngine::time_e_updates(int steps) {
  const Event begin = stream_.mark();
  for (int n = 0; n < steps; ++n) lattice().update_e_only(block_);
  const Event end = stream_.mark();
  stream_.wait();
  return stream_.seconds_between(begin, end);
}
KernelTimes OpenClEngine::time_e_kernels(int steps) { return lattice().time_e_kernels(block_, std::max(steps, 1)); }

}  // namespace ez::opencl

namespace ez {

OpenClStatus opencl_status() {
  OpenClStatus status;
  status.built = true;
  try {
    const opencl::SharedApi api = opencl::open_api(status.problem);
    if (!api) return status;
    status.installed = true;
    for (const opencl::DeviceFacts& d : opencl::find_devices(*api)) status.devices.push_back(d);
    if (status.devices.empty())
      status.problem = "no OpenCL driver has a device; install the OpenCL driver of your GPU (clinfo lists devices)";
  } catch (const EngineError& e) {
    status.problem = e.what();
  }
  return status;
}

std::unique_ptr<Engine> make_opencl_engine(const EngineRequest& request, int number, std::string& why_not) {
  try {
    opencl::SharedDevice device = opencl::open_device(number, request.gl, why_not);
    if (device) return std::make_unique<opencl::OpenClEngine>(std::move(device), request.backend.empty());
  } catch (const std::runtime_error& e) {  // EngineError or OutOfMemory
    why_not = e.what();
  }
  return nullptr;
}

EngineMaker opencl_engine_maker(const EngineRequest& request, int number) {
  const opencl::SharedDevice device = opencl::open_device(number, request.gl);
  return [device, automatic = request.backend.empty()] {
    return std::make_unique<opencl::OpenClEngine>(device, automatic);
  };
}

}  // namespace ez
