#include "solver/engine/cpu/pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace ez {

#if defined(__EMSCRIPTEN__)

// The munmap() of emscripten cannot release a part of a mapping: it fails and keeps the lock of all mappings.
Pages::Pages(std::size_t bytes) {
  if (bytes == 0) return;
  constexpr std::size_t page = 4096;
  size_ = (bytes + page - 1) / page * page;
  base_ = static_cast<char*>(std::aligned_alloc(page, size_));
  if (base_ == nullptr) throw std::bad_alloc();
  std::memset(base_, 0, size_);
}

Pages::~Pages() { std::free(base_); }

#else

Pages::Pages(std::size_t bytes) {
  if (bytes == 0) return;
  constexpr std::size_t page = 4096, huge = std::size_t{2} << 20;
  const std::size_t align = bytes >= huge ? huge : page;
  const std::size_t size = (bytes + align - 1) / align * align;
  // The system only aligns to pages. So map one alignment more and return the ends.
  const std::size_t mapped = size + align;
  void* at = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) throw std::bad_alloc();
  char* begin = static_cast<char*>(at);
  char* end = begin + mapped;
  char* base = begin + (align - reinterpret_cast<std::uintptr_t>(begin) % align) % align;
  if (base > begin) munmap(begin, static_cast<std::size_t>(base - begin));
  if (base + size < end) munmap(base + size, static_cast<std::size_t>(end - (base + size)));
#if defined(MADV_HUGEPAGE)
  if (align == huge) madvise(base, size, MADV_HUGEPAGE);  // a request; refused if huge pages are disabled
#endif
  base_ = base;
  size_ = size;
}

Pages::~Pages() {
  if (base_) munmap(base_, size_);
}

#endif

}  // namespace ez
