// Yanagitani, "Characteristics of optical fibres by FDTD" (2011), section 3.2: permittivity read in 56 bits instead of
// 64 (solver/base/packed_epsilon.h). Compared with the plain form (8 bytes per node) and the engine's own palette (1
// byte). A thread owns four neighbours along x, which form one group of seven words.
//
// All three forms store 2⁻⁴/ε with the divisions made beforehand, as in the paper, and read and write the field in
// pairs of doubles. They differ only in how they read the permittivity. Their fields agree to the bit. They differ by
// rounding from a field with the engine's own coefficient, which is rounded once.
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "solver/base/packed_epsilon.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/schemes/grid.cuh"
#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/physics/yee.h"

namespace ez::cuda::schemes {
namespace {

constexpr int group = 4;
enum Form { packed, plain, palette, wide_palette };

// 2⁻⁴/ε of every node, in one of the three forms. Groups run along the padded row.
struct Epsilon {
  const uint4* low = nullptr;
  const uint2* mid = nullptr;
  const std::uint32_t* top = nullptr;
  const double* plain = nullptr;
  const void* entry = nullptr;  // bytes, or 16 bits each if wide
  const double* table = nullptr;
};

__device__ __forceinline__ void load(const double* from, double out[group]) {
  const double2 a = *reinterpret_cast<const double2*>(from), b = *reinterpret_cast<const double2*>(from + 2);
  out[0] = a.x, out[1] = a.y, out[2] = b.x, out[3] = b.y;
}
__device__ __forceinline__ void store(double* to, const double v[group]) {
  *reinterpret_cast<double2*>(to) = make_double2(v[0], v[1]);
  *reinterpret_cast<double2*>(to + 2) = make_double2(v[2], v[3]);
}

template <int F>
__device__ __forceinline__ void load_epsilon(const Epsilon& eps, std::ptrdiff_t at, double out[group]) {
  if constexpr (F == packed) {
    const uint4 low = eps.low[at / group];
    const uint2 mid = eps.mid[at / group];
    const PackedEpsilon p{{low.x, low.y, low.z, low.w}, {mid.x, mid.y}, eps.top[at / group]};
    std::uint64_t bits[group];
    unpack(p, bits);
    for (int k = 0; k < group; ++k) out[k] = __longlong_as_double(static_cast<long long>(bits[k]));
  } else if constexpr (F == plain) {
    load(eps.plain + at, out);
  } else {
    using Indices = std::conditional_t<F == palette, uchar4, ushort4>;
    const Indices e = static_cast<const Indices*>(eps.entry)[at / group];
    out[0] = eps.table[e.x], out[1] = eps.table[e.y], out[2] = eps.table[e.z], out[3] = eps.table[e.w];
  }
}

// c = 2⁴·Δt²/(μ0Δx²), so that c·2⁻⁴/ε is cb of yee.h. The padding of a row is read and written back unchanged.
template <int F>
__global__ void __launch_bounds__(1024, 1) epsilon_e(Arrays<double> f, Epsilon eps, double c) {
  const int i0 = column() * group, j = row_of_threads();
  if (i0 >= f.nx || j < 1 || j >= f.ny - 1) return;
  const std::ptrdiff_t at = j * f.pitch + i0;
  double inverse[group], ez[group], hx[group], below[group], hy[group + 1];
  load_epsilon<F>(eps, at, inverse);
  load(f.ez + at, ez);
  load(f.hx + at, hx);
  load(f.hx + at - f.pitch, below);
  load(f.hy + at, hy + 1);
  hy[0] = i0 > 0 ? f.hy[at - 1] : 0;
#pragma unroll
  for (int k = 0; k < group; ++k)
    if (i0 + k > 0 && i0 + k < f.nx - 1)
      ez[k] = update_ez_lossless(ez[k], c * inverse[k], hy[k + 1], hy[k], hx[k], below[k]);
  store(f.ez + at, ez);
}

class PackedScheme final : public StepScheme<double> {
 public:
  explicit PackedScheme(int form) : form_(form) {}

  void take(const Problem& p, const Change& change, const SchemeArguments<double>& loan, cudaStream_t stream) override {
    loan_ = loan;
    c_ = p.electric_palette[0].cb / packed_value(1);  // of vacuum
    if (change.electric_palette) {
      values_.clear();
      for (const ElectricEntry& e : p.electric_palette) values_.push_back(packed_value(e.eps));
      table_.assign(values_, stream);
    }
    eps_.entry = loan.e.entry;
    eps_.table = table_.data();
    if (form_ != palette)
      lay_out(p, change.electric_palette ? NodeRect{0, 0, p.nx, p.ny} : change.electric_map, stream);
  }
  void step_h(BlockShape block, cudaStream_t stream) override { launch_h(loan_.h, block, stream); }
  void step_e(BlockShape block, cudaStream_t stream) override {
    const auto kernel = form_ == packed  ? epsilon_e<packed>
                        : form_ == plain ? epsilon_e<plain>
                        : loan_.e.wide   ? epsilon_e<wide_palette>
                                         : epsilon_e<palette>;
    const Arrays<double>& f = loan_.e.f;
    launch(kernel, grid_of(block, (f.nx + group - 1) / group, f.ny), block_of(block), stream, f, eps_, c_);
  }
  KernelLimits limits() const override {
    return limits_of_kernels(epsilon_e<packed>, epsilon_e<plain>, epsilon_e<palette>, epsilon_e<wide_palette>);
  }

 private:
  // Writes the rows that changed, one at a time, so that the host needs memory for one row only. The padding is vacuum.
  void lay_out(const Problem& p, NodeRect dirty, cudaStream_t stream) {
    const auto pitch = static_cast<std::size_t>(loan_.e.f.pitch), rows = static_cast<std::size_t>(p.ny);
    const std::size_t groups = pitch / group;
    if (form_ == plain) {
      grow(plain_, pitch * rows);
    } else {
      grow(low_, groups * rows);
      grow(mid_, groups * rows);
      grow(top_, groups * rows);
    }
    std::vector<double> row(pitch, packed_value(1));
    for (int j = dirty.j0; j < dirty.j1; ++j) {
      for (int i = 0; i < p.nx; ++i) {
        const std::uint16_t entry = p.electric.at(i, j);
        if (!fits_packed(p.electric_palette[entry].eps))
          throw EngineError("packed-epsilon: eps must be from 1 to below 53000");
        row[static_cast<std::size_t>(i)] = values_[entry];
      }
      if (form_ == plain)
        upload(plain_.data() + static_cast<std::size_t>(j) * pitch, row, stream);
      else
        upload_packed(row, static_cast<std::size_t>(j) * groups, stream);
    }
    eps_.plain = plain_.data();
    eps_.low = low_.data();
    eps_.mid = mid_.data();
    eps_.top = top_.data();
  }
  void upload_packed(const std::vector<double>& row, std::size_t at, cudaStream_t stream) {
    const std::size_t groups = row.size() / group;
    std::vector<uint4> low(groups);
    std::vector<uint2> mid(groups);
    std::vector<std::uint32_t> top(groups);
    for (std::size_t g = 0; g < groups; ++g) {
      std::uint64_t bits[group];
      std::memcpy(bits, row.data() + g * group, sizeof bits);
      const PackedEpsilon e = pack(bits);
      low[g] = {e.low[0], e.low[1], e.low[2], e.low[3]};
      mid[g] = {e.mid[0], e.mid[1]};
      top[g] = e.top;
    }
    upload(low_.data() + at, low, stream);
    upload(mid_.data() + at, mid, stream);
    upload(top_.data() + at, top, stream);
  }
  template <class V>
  static void upload(V* to, const std::vector<V>& from, cudaStream_t stream) {
    EZ_CUDA(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(V), cudaMemcpyHostToDevice, stream));
  }

  int form_;
  std::vector<double> values_;  // 2⁻⁴/ε by entry, as on the device
  SchemeArguments<double> loan_;
  double c_ = 0;
  Epsilon eps_;
  DeviceBuffer<double> plain_;
  DeviceBuffer<uint4> low_;
  DeviceBuffer<uint2> mid_;
  DeviceBuffer<std::uint32_t> top_;
  DeviceList<double> table_;
};

}  // namespace

template <>
std::unique_ptr<Scheme<double>> make_packed_epsilon<double>(int form) {
  return std::make_unique<PackedScheme>(form);
}
template <>
std::unique_ptr<Scheme<float>> make_packed_epsilon<float>(int) {
  throw EngineError("packed-epsilon computes in double only");
}

}  // namespace ez::cuda::schemes
