// Zeroed memory for fields, directly from the system. It is aligned and uses huge pages if available.
#pragma once

#include <cstddef>
#include <utility>

namespace ez {

class Pages {
 public:
  Pages() = default;
  // Throws std::bad_alloc. Aligned to 4096 bytes, or to 2 MiB if it is larger than 2 MiB.
  explicit Pages(std::size_t bytes);
  ~Pages();
  Pages(Pages&& o) noexcept : base_(std::exchange(o.base_, nullptr)), size_(std::exchange(o.size_, 0)) {}
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  Pages& operator=(Pages&& o) noexcept {
    std::swap(base_, o.base_);
    std::swap(size_, o.size_);
    return *this;
  }

  void* data() const { return base_; }
  std::size_t size() const { return size_; }

 private:
  void* base_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace ez
