// Device memory, kernels, and the queue that all work of an engine goes through, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solver/engine/opencl/device/device.h"

namespace ez::opencl {

// Memory for `count` values of T. Has at least one value, so that a kernel always gets a valid argument.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(CountedMemory memory, std::size_t count) : memory_(std::move(memory)), count_(count) {}
  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }
  bool empty() const { return count_ == 0; }
  cl_mem get() const { return memory_.get(); }

 private:
  CountedMemory memory_;
  std::size_t count_ = 0;
};

// Work-items along x and y, and those of a work-group. Rounded up to whole groups.
struct Range {
  std::size_t x = 1, y = 1, group_x = 64, group_y = 1;
};

class Kernel {
 public:
  Kernel() = default;
  Kernel(Device& device, cl_program program, const char* name);
  cl_kernel get() const { return handle_.get(); }
  std::size_t most_items(const Device& device) const;  // of a work-group, which its registers may limit

 private:
  KernelHandle handle_;
};

class Event {
 public:
  Event() = default;
  Event(Device& device, cl_event event) : handle_(device.shared_api(), event) {}
  cl_event get() const { return handle_.get(); }
  explicit operator bool() const { return static_cast<bool>(handle_); }

 private:
  EventHandle handle_;
};

class Stream {
 public:
  explicit Stream(SharedDevice device);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Device& device() const { return *device_; }
  cl_command_queue queue() const { return queue_.get(); }

  // Returns memory of zeros. Throws OutOfMemory if a single buffer of the device cannot be so large.
  template <class T>
  Buffer<T> make(std::size_t count) {
    Buffer<T> out(allocate((count > 0 ? count : 1) * sizeof(T)), count);
    zero(out);
    return out;
  }
  template <class T>
  Buffer<T> upload(const std::vector<T>& values) {
    Buffer<T> out(allocate((values.empty() ? 1 : values.size()) * sizeof(T)), values.size());
    write(out, std::span<const T>(values));
    return out;
  }
  template <class T>
  void zero(const Buffer<T>& to) {
    if (!to.empty()) fill_zero(to.get(), to.bytes());
  }
  // Wait until the copy is done.
  template <class T>
  void write(const Buffer<T>& to, std::span<const T> values, std::size_t first = 0) {
    if (!values.empty()) write_bytes(to.get(), first * sizeof(T), values.size_bytes(), values.data(), true);
  }
  template <class T>
  void read(const Buffer<T>& from, std::span<T> values, std::size_t first = 0) {
    if (!values.empty()) read_bytes(from.get(), first * sizeof(T), values.size_bytes(), values.data(), true);
  }
  template <class T>
  std::vector<T> read_all(const Buffer<T>& from) {
    std::vector<T> out(from.count());
    read(from, std::span<T>(out));
    return out;
  }
  // Return at once. `values` must stay until the queue has done the copy.
  template <class T>
  void write_later(const Buffer<T>& to, std::span<const T> values) {
    if (!values.empty()) write_bytes(to.get(), 0, values.size_bytes(), values.data(), false);
  }
  template <class T>
  void read_later(const Buffer<T>& from, std::span<T> values) {
    if (!values.empty()) read_bytes(from.get(), 0, values.size_bytes(), values.data(), false);
  }
  // Both buffers have the same size.
  template <class T>
  void copy(const Buffer<T>& to, const Buffer<T>& from) {
    if (!from.empty()) copy_bytes(to.get(), from.get(), from.bytes());
  }
  // A rectangle of rows. In device memory it starts at byte `start` and rows are `pitch` bytes apart; in host memory
  // rows are `host_pitch` bytes apart. Waits.
  struct Rows {
    std::size_t start = 0, pitch = 0, host_pitch = 0, row_bytes = 0, rows = 0;
  };
  void write_rows(cl_mem to, const Rows& rows, const void* from);
  void read_rows(cl_mem from, const Rows& rows, void* to);

  template <class... Args>
  void launch(const Kernel& kernel, const Range& range, const Args&... args) {
    cl_uint index = 0;
    (set(kernel, index++, args), ...);
    enqueue(kernel, range);
  }

  // Calls run(), and adds an event for every launch in it to `events`.
  template <class Run>
  void collect(std::vector<Event>& events, Run run) {
    events_ = &events;
    try {
      run();
    } catch (...) {
      events_ = nullptr;
      throw;
    }
    events_ = nullptr;
  }
  double seconds_of(const Event& launch) const;  // of a finished kernel alone; 0 if the device does not know

  // Submits the work to the device without waiting for it.
  void flush();
  void wait();
  void drain() noexcept;  // waits, and ignores errors
  Event mark();           // reached when all work so far is done
  void wait_for(const Event& event) const;
  bool reached(const Event& event) const;
  void require(const Event& event) const;  // throws EngineError if work before it has failed
  double seconds_between(const Event& begin, const Event& end) const;  // 0 if the device does not know

 private:
  double seconds(const Event& begin, cl_profiling_info at_begin, const Event& end) const;
  cl_int status_of(const Event& event) const;  // negative: the error of earlier work
  CountedMemory allocate(std::size_t bytes);
  void fill_zero(cl_mem to, std::size_t bytes);
  void write_bytes(cl_mem to, std::size_t start, std::size_t bytes, const void* from, bool wait);
  void read_bytes(cl_mem from, std::size_t start, std::size_t bytes, void* to, bool wait);
  void copy_bytes(cl_mem to, cl_mem from, std::size_t bytes);
  void enqueue(const Kernel& kernel, const Range& range);
  void set_argument(const Kernel& kernel, cl_uint index, std::size_t bytes, const void* value);
  template <class T>
  void set(const Kernel& kernel, cl_uint index, const T& value) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the value of a pointer argument is the pointer
    set_argument(kernel, index, sizeof value, &value);
  }
  template <class T>
  void set(const Kernel& kernel, cl_uint index, const Buffer<T>& buffer) {
    const cl_mem memory = buffer.get();
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the argument is the handle itself
    set_argument(kernel, index, sizeof memory, &memory);
  }

  SharedDevice device_;
  QueueHandle queue_;
  std::vector<Event>* events_ = nullptr;
};

// Gives the buffer at least `count` values. If it was smaller, its contents are lost.
template <class T>
void grow(Stream& stream, Buffer<T>& buffer, std::size_t count) {
  if (buffer.count() < count || !buffer.get()) buffer = {}, buffer = stream.make<T>(count);
}

}  // namespace ez::opencl
