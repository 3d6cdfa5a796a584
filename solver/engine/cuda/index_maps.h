// The palette entry of each node, on the device. The map of Ez uses one byte per node, or two if one is too small. Hx
// and Hy have maps if there are magnetic media. Also the pitch of rows, which is the same for all arrays of a lattice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "solver/engine/cuda/device/memory.h"
#include "solver/problem/problem.h"

namespace ez::cuda {

// Returns the pitch at which rows start on a cache line, also in index maps of single bytes.
inline std::ptrdiff_t pitch_of(int nx) {
  constexpr std::ptrdiff_t line = 128;
  return (nx + line - 1) / line * line;
}
inline std::size_t padded_nodes(const Problem& p) {
  return static_cast<std::size_t>(pitch_of(p.nx)) * static_cast<std::size_t>(p.ny);
}

class IndexMaps {
 public:
  struct Memory {
    DeviceBuffer<std::uint8_t> electric;
    DeviceBuffer<std::uint16_t> hx, hy;
  };

  IndexMaps(int nx, int ny, std::ptrdiff_t pitch) : nx_(nx), ny_(ny), pitch_(pitch) {}

  // Returns true if the existing map of Ez has indices as wide as this problem's.
  bool serve(const Problem& p) const { return electric_.data() && p.electric.wide() == wide_; }
  // Allocates the memory that this problem needs and that does not exist yet. Separate from take(), because it can run
  // out of memory.
  Memory memory_for(const Problem& p) const {
    const std::size_t nodes = padded_nodes(p);
    Memory m;
    if (!serve(p)) m.electric = DeviceBuffer<std::uint8_t>(nodes * (p.electric.wide() ? 2 : 1));
    if (p.magnetic && !hx_.data()) {
      m.hx = DeviceBuffer<std::uint16_t>(nodes);
      m.hy = DeviceBuffer<std::uint16_t>(nodes);
    }
    return m;
  }
  // Takes the new memory. Columns beyond the grid are vacuum.
  void take(const Problem& p, Memory m, cudaStream_t stream) {
    if (m.electric.data()) {
      electric_ = std::move(m.electric);
      electric_.zero(stream);
    }
    if (m.hx.data() || !p.magnetic) {
      hx_ = std::move(m.hx);
      hy_ = std::move(m.hy);
    }
    wide_ = p.electric.wide();
    magnetic_ = p.magnetic;
  }

  void upload_electric(const Problem& p, NodeRect r, cudaStream_t stream) {
    if (wide_)
      upload_rect(electric_.data(), p.electric.words().data(), r, stream);
    else
      upload_rect(electric_.data(), p.electric.bytes().data(), r, stream);
  }
  // Uploads the maps of H. The first line follows the last one, so H nodes of the last line touch a dirty rectangle
  // that begins at 0.
  void upload_magnetic(const Problem& p, NodeRect dirty, cudaStream_t stream) {
    if (dirty.empty()) return;
    const NodeRect r = grown(dirty);
    const auto upload = [&](NodeRect part) {
      upload_rect(hx_.data(), p.hx_entry.data(), part, stream);
      upload_rect(hy_.data(), p.hy_entry.data(), part, stream);
    };
    upload(r);
    if (dirty.i0 == 0) upload({nx_ - 1, r.j0, nx_, r.j1});
    if (dirty.j0 == 0) upload({r.i0, ny_ - 1, r.i1, ny_});
  }

  const std::uint8_t* electric() const { return electric_.data(); }
  const std::uint16_t* hx() const { return hx_.data(); }
  const std::uint16_t* hy() const { return hy_.data(); }
  bool wide() const { return wide_; }
  bool magnetic() const { return magnetic_; }

 private:
  // Extends `dirty` to all H nodes that touch it: one more row and column on the low side.
  static NodeRect grown(NodeRect r) { return {std::max(r.i0 - 1, 0), std::max(r.j0 - 1, 0), r.i1, r.j1}; }

  template <class Index>
  void upload_rect(void* map, const Index* values, NodeRect r, cudaStream_t stream) {
    if (r.empty()) return;
    const std::size_t to = static_cast<std::size_t>(r.j0 * pitch_ + r.i0);
    const std::size_t from =
        static_cast<std::size_t>(r.j0) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(r.i0);
    EZ_CUDA(cudaMemcpy2DAsync(static_cast<Index*>(map) + to, static_cast<std::size_t>(pitch_) * sizeof(Index),
                              values + from, static_cast<std::size_t>(nx_) * sizeof(Index),
                              static_cast<std::size_t>(r.i1 - r.i0) * sizeof(Index),
                              static_cast<std::size_t>(r.j1 - r.j0), cudaMemcpyHostToDevice, stream));
  }

  int nx_, ny_;
  std::ptrdiff_t pitch_;
  DeviceBuffer<std::uint8_t> electric_;
  DeviceBuffer<std::uint16_t> hx_, hy_;
  bool wide_ = false, magnetic_ = false;
};

}  // namespace ez::cuda
