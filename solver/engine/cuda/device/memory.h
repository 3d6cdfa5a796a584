// Owners of what CUDA lends: device memory, pinned host memory, a stream, an event. Move-only; a moved-from owner is
// empty.
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

// Room for `count` values at least; what it held is gone where there was less.
template <class Buffer>
void grow(Buffer& buffer, std::size_t count) {
  if (buffer.count() < count) buffer = Buffer(), buffer = Buffer(count);
}

// A host array's copy on the device; grows when it must. Growing is apart from filling, so that what can fail comes
// first: what is reserved lies beside the copy, which kernels go on reading should another list find no memory.
template <class T>
class DeviceList {
 public:
  void reserve(std::size_t count) {
    if (count > buffer_.count() && count > larger_.count()) larger_ = DeviceBuffer<T>(count);
  }
  // `values` may go once this returns: pageable memory is staged before the call comes back.
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

// Page-locked host memory: copies to and from it run beside the kernels.
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

// Bytes of shared memory that a block of the current device may ask for.
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

// A stream of its own, not tied to the legacy default stream.
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
  // What is put on `stream` from here on waits for the event, on the device.
  void hold(cudaStream_t stream) const { EZ_CUDA(cudaStreamWaitEvent(stream, event_, 0)); }
  bool reached() const {
    const cudaError_t answer = cudaEventQuery(event_);
    if (answer == cudaErrorNotReady) {
      cudaGetLastError();  // not an error, but CUDA remembers it as one
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
