#include "solver/engine/opencl/device/stream.h"

#include <fmt/format.h>

#include "solver/base/error.h"
#include "solver/base/memory.h"

namespace ez::opencl {

Kernel::Kernel(Device& device, cl_program program, const char* name) {
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = device.api().clCreateKernel(program, name, &code);
  device.check(code, "clCreateKernel");
  handle_ = {device.shared_api(), kernel};
}

std::size_t Kernel::most_items(const Device& device) const {
  std::size_t most = 0;
  device.check(device.api().clGetKernelWorkGroupInfo(get(), device.facts().id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                                     &most, nullptr),
               "clGetKernelWorkGroupInfo");
  return most;
}

Stream::Stream(SharedDevice device) : device_(std::move(device)) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue queue =
      device_->api().clCreateCommandQueue(device_->context(), device_->facts().id, CL_QUEUE_PROFILING_ENABLE, &code);
  device_->check(code, "clCreateCommandQueue");
  queue_ = {device_->shared_api(), queue};
}

Stream::~Stream() { drain(); }

void Stream::drain() noexcept {
  if (queue_) device_->api().clFinish(queue_.get());
}

CountedMemory Stream::allocate(std::size_t bytes) {
  const DeviceFacts& facts = device_->facts();
  if (static_cast<double>(bytes) > facts.most_bytes)
    throw OutOfMemory(fmt::format("{} allows {} in one buffer, but an array needs {}; use fewer cells", facts.name,
                                  human_bytes(facts.most_bytes), human_bytes(static_cast<double>(bytes))));
  cl_int code = CL_SUCCESS;
  const cl_mem memory = device_->api().clCreateBuffer(device_->context(), CL_MEM_READ_WRITE, bytes, nullptr, &code);
  device_->check(code, "clCreateBuffer");
  return {MemoryHandle(device_->shared_api(), memory), bytes, device_->held()};
}

void Stream::fill_zero(cl_mem to, std::size_t bytes) {
  const cl_uchar zero = 0;
  device_->check(
      device_->api().clEnqueueFillBuffer(queue_.get(), to, &zero, sizeof zero, 0, bytes, 0, nullptr, nullptr),
      "clEnqueueFillBuffer");
}
void Stream::write_bytes(cl_mem to, std::size_t start, std::size_t bytes, const void* from, bool wait) {
  device_->check(device_->api().clEnqueueWriteBuffer(queue_.get(), to, wait ? CL_TRUE : CL_FALSE, start, bytes, from, 0,
                                                     nullptr, nullptr),
                 "clEnqueueWriteBuffer");
}
void Stream::read_bytes(cl_mem from, std::size_t start, std::size_t bytes, void* to, bool wait) {
  device_->check(device_->api().clEnqueueReadBuffer(queue_.get(), from, wait ? CL_TRUE : CL_FALSE, start, bytes, to, 0,
                                                    nullptr, nullptr),
                 "clEnqueueReadBuffer");
}
void Stream::copy_bytes(cl_mem to, cl_mem from, std::size_t bytes) {
  device_->check(device_->api().clEnqueueCopyBuffer(queue_.get(), from, to, 0, 0, bytes, 0, nullptr, nullptr),
                 "clEnqueueCopyBuffer");
}

void Stream::write_rows(cl_mem to, const Rows& r, const void* from) {
  const std::size_t device_origin[3] = {r.start % r.pitch, r.start / r.pitch, 0}, host_origin[3] = {0, 0, 0},
                    region[3] = {r.row_bytes, r.rows, 1};
  device_->check(device_->api().clEnqueueWriteBufferRect(queue_.get(), to, CL_TRUE, device_origin, host_origin, region,
                                                         r.pitch, 0, r.host_pitch, 0, from, 0, nullptr, nullptr),
                 "clEnqueueWriteBufferRect");
}
void Stream::read_rows(cl_mem from, const Rows& r, void* to) {
  const std::size_t device_origin[3] = {r.start % r.pitch, r.start / r.pitch, 0}, host_origin[3] = {0, 0, 0},
                    region[3] = {r.row_bytes, r.rows, 1};
  device_->check(device_->api().clEnqueueReadBufferRect(queue_.get(), from, CL_TRUE, device_origin, host_origin, region,
                                                        r.pitch, 0, r.host_pitch, 0, to, 0, nullptr, nullptr),
                 "clEnqueueReadBufferRect");
}

void Stream::set_argument(const Kernel& kernel, cl_uint index, std::size_t bytes, const void* value) {
  device_->check(device_->api().clSetKernelArg(kernel.get(), index, bytes, value), "clSetKernelArg");
}

void Stream::enqueue(const Kernel& kernel, const Range& r) {
  const auto whole = [](std::size_t n, std::size_t group) { return (n + group - 1) / group * group; };
  const std::size_t items[2] = {whole(r.x, r.group_x), whole(r.y, r.group_y)}, group[2] = {r.group_x, r.group_y};
  cl_event event = nullptr;
  device_->check(device_->api().clEnqueueNDRangeKernel(queue_.get(), kernel.get(), 2, nullptr, items, group, 0, nullptr,
                                                       events_ ? &event : nullptr),
                 "clEnqueueNDRangeKernel");
  if (events_) events_->emplace_back(*device_, event);
}

void Stream::flush() { device_->check(device_->api().clFlush(queue_.get()), "clFlush"); }
void Stream::wait() { device_->check(device_->api().clFinish(queue_.get()), "clFinish"); }

Event Stream::mark() {
  cl_event event = nullptr;
  device_->check(device_->api().clEnqueueMarkerWithWaitList(queue_.get(), 0, nullptr, &event),
                 "clEnqueueMarkerWithWaitList");
  return {*device_, event};
}

cl_int Stream::status_of(const Event& event) const {
  cl_int status = CL_QUEUED;
  device_->check(
      device_->api().clGetEventInfo(event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      "clGetEventInfo");
  return status;
}
void Stream::wait_for(const Event& event) const {
  const cl_event handle = event.get();
  device_->check(device_->api().clWaitForEvents(1, &handle), "clWaitForEvents");
}
bool Stream::reached(const Event& event) const { return status_of(event) <= CL_COMPLETE; }
void Stream::require(const Event& event) const {
  if (const cl_int status = status_of(event); status < 0) device_->check(status, "clEnqueueNDRangeKernel");
}

double Stream::seconds(const Event& begin, cl_profiling_info at_begin, const Event& end) const {
  cl_ulong from = 0, to = 0;
  const auto read = [&](const Event& e, cl_profiling_info what, cl_ulong& ns) {
    return device_->api().clGetEventProfilingInfo(e.get(), what, sizeof ns, &ns, nullptr) == CL_SUCCESS;
  };
  return read(begin, at_begin, from) && read(end, CL_PROFILING_COMMAND_END, to) && to > from
             ? 1e-9 * static_cast<double>(to - from)
             : 0;
}
double Stream::seconds_between(const Event& begin, const Event& end) const {
  return seconds(begin, CL_PROFILING_COMMAND_END, end);
}
double Stream::seconds_of(const Event& launch) const { return seconds(launch, CL_PROFILING_COMMAND_START, launch); }

}  // namespace ez::opencl
