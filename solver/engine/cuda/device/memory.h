// Owners of CUDA resources: device memory, pinned host memory, a stream, an event. They are move-only; a moved-from
// owner is empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solver/engine/cuda/device/error.h"

namespace ez::cuda {

template <class T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    if (count > 0) EZ_CUDA(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
  }
  ~DeviceBuffer() {
    if (data_) EZ_CUDA_LOG(cudaFree(data_));
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  DeviceBuffer(DeviceBuffer&& o) noexcept
      : data_(std::exchange(o.data_, nullptr)), count_(std::exchange(o.count_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(count_, o.count_);
    return *this;
  }
  T* data() const { return data_; }
  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }
  void zero(cudaStream_t stream) {
    if (data_) EZ_CUDA(cudaMemsetAsync(data_, 0, bytes(), stream));
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

// Gives the buffer at least `count` values. If it was smaller, its contents are lost.
template <class Buffer>
void grow(Buffer& buffer, std::size_t count) {
  if (buffer.count() < count) buffer = Buffer(), buffer = Buffer(count);
}

// A copy of a host array on the device, which grows if necessary. reserve() is separate from assign(), so that all
// allocations can be made before any copy changes. Reserved memory is a second buffer next to the present copy. Kernels
// can thus continue to read the copy if another list finds no memory.
template <class T>
class DeviceList {
 public:
  void reserve(std::size_t count) {
    if (count > buffer_.count() && count > larger_.count()) larger_ = DeviceBuffer<T>(count);
  }
  // `values` may be destroyed after the call, because pageable memory is staged before it returns.
  void assign(std::span<const T> values, cudaStream_t stream) {
    reserve(values.size());
    if (values.size() > buffer_.count()) buffer_ = std::exchange(larger_, {});
    size_ = values.size();
    if (size_ > 0)
      EZ_CUDA(cudaMemcpyAsync(buffer_.data(), values.data(), values.size_bytes(), cudaMemcpyHostToDevice, stream));
  }
  T* data() const { return buffer_.data(); }
  int size() const { return static_cast<int>(size_); }
  std::int64_t count() const { return static_cast<std::int64_t>(size_); }
  bool empty() const { return size_ == 0; }

 private:
  DeviceBuffer<T> buffer_, larger_;  // larger_: reserved for the next copy
  std::size_t size_ = 0;
};

// Page-locked host memory. Copies to and from it run at the same time as kernels.
template <class T>
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  explicit PinnedBuffer(std::size_t count) : count_(count) {
    if (count > 0) EZ_CUDA(cudaMallocHost(reinterpret_cast<void**>(&data_), count * sizeof(T)));
  }
  ~PinnedBuffer() {
    if (data_) EZ_CUDA_LOG(cudaFreeHost(data_));
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;
  PinnedBuffer(PinnedBuffer&& o) noexcept
      : data_(std::exchange(o.data_, nullptr)), count_(std::exchange(o.count_, 0)) {}
  PinnedBuffer& operator=(PinnedBuffer&& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(count_, o.count_);
    return *this;
  }
  T* data() const { return data_; }
  T& operator[](std::size_t k) const { return data_[k]; }
  std::size_t count() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

// Returns the bytes of shared memory that a block of the current device may request.
inline std::size_t most_shared_bytes() {
  int device = 0, most = 0;
  EZ_CUDA(cudaGetDevice(&device));
  EZ_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return static_cast<std::size_t>(most);
}

inline int multiprocessors() {  // of the current device
  int device = 0, count = 0;
  EZ_CUDA(cudaGetDevice(&device));
  EZ_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

// A separate stream that does not synchronise with the legacy default stream.
class Stream {
 public:
  Stream() { EZ_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() {
    if (stream_) EZ_CUDA_LOG(cudaStreamDestroy(stream_));
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Stream(Stream&& o) noexcept : stream_(std::exchange(o.stream_, nullptr)) {}
  Stream& operator=(Stream&& o) noexcept {
    std::swap(stream_, o.stream_);
    return *this;
  }
  operator cudaStream_t() const { return stream_; }
  void wait() const { EZ_CUDA(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  enum class Kind { timing, order };
  explicit Event(Kind kind) {
    EZ_CUDA(cudaEventCreateWithFlags(&event_, kind == Kind::timing ? cudaEventDefault : cudaEventDisableTiming));
  }
  ~Event() {
    if (event_) EZ_CUDA_LOG(cudaEventDestroy(event_));
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  Event(Event&& o) noexcept : event_(std::exchange(o.event_, nullptr)) {}
  Event& operator=(Event&& o) noexcept {
    std::swap(event_, o.event_);
    return *this;
  }
  void record(cudaStream_t stream) const { EZ_CUDA(cudaEventRecord(event_, stream)); }
  void wait() const { EZ_CUDA(cudaEventSynchronize(event_)); }
  // Makes all later work on `stream` wait for the event, on the device.
  void hold(cudaStream_t stream) const { EZ_CUDA(cudaStreamWaitEvent(stream, event_, 0)); }
  bool reached() const {
    const cudaError_t answer = cudaEventQuery(event_);
    if (answer == cudaErrorNotReady) {
      cudaGetLastError();  // not an error, but CUDA records it as one
      return false;
    }
    EZ_CUDA(answer);
    return true;
  }
  double seconds_since(const Event& earlier) const {
    float ms = 0;
    EZ_CUDA(cudaEventElapsedTime(&ms, earlier.event_, event_));
    return 1e-3 * static_cast<double>(ms);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace ez::cuda
