// Golovashkin, Malysheva (2010), section 3: the update without kernels of one's own, by cuBLAS.
//
//   vector   differences of shifted rows: h ← h ∓ x + x', by axpy; walls set to 0 by scal
//   matrix   differences as products with a difference matrix D (D[k,k] = −1, D[k,k+1] = 1), by gemm:
//            hy ← hy + dby·D E,  hx ← hx − dbx·E Dᵀ,  E ← E − cb·Dᵀ hy + cb·hx D     (columns of the matrices are rows
//            of the grid), so two dense matrices of nx² and ny² values beside the fields
//
// The paper calls axpy once a row; a row here is a few kilobytes and a call costs more than moving it, so one call
// takes as many rows as an int counts values. Rows are padded with zeros, which the differences leave zero or which
// stand beyond a wall that is set to 0 again.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "solver/base/memory.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/schemes/cublas.h"
#include "solver/engine/cuda/schemes/scheme.h"

namespace ez::cuda::schemes {
namespace {

template <class T>
class CublasScheme : public StepScheme<T> {
 public:
  void take(const Problem&, const Change&, const Loan<T>& loan, cudaStream_t stream) override {
    loan_ = loan;
    blas_.use(stream);
  }
  KernelLimits limits() const override { return {1024, 0}; }  // the library's own blocks

 protected:
  void clear_walls() {
    const Arrays<T>& f = loan_.e.f;
    const int pitch = static_cast<int>(f.pitch);
    blas_.scal(f.nx, T(0), f.ez, 1);
    blas_.scal(f.nx, T(0), f.ez + (f.ny - 1) * f.pitch, 1);
    blas_.scal(f.ny, T(0), f.ez, pitch);
    blas_.scal(f.ny, T(0), f.ez + (f.nx - 1), pitch);
  }

  Loan<T> loan_;
  Cublas blas_;
};

template <class T>
class CublasVector final : public CublasScheme<T> {
 public:
  void step_h(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.h.f;
    const T dx = this->loan_.h.hx_all.b, dy = this->loan_.h.hy_all.b;
    const std::ptrdiff_t up = f.pitch, rows = f.ny - 1;
    add(rows, dx, f.ez, f.hx);
    add(rows, -dx, f.ez + up, f.hx);
    // One value less: to the right of the very last node there is no array.
    add(rows + 1, -dy, f.ez, f.hy);
    add(rows + 1, dy, f.ez + 1, f.hy, 1);
  }
  void step_e(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.e.f;
    const T cb = this->loan_.cb_vacuum;
    const std::ptrdiff_t up = f.pitch, rows = f.ny - 2;  // the first and the last row are walls
    add(rows, cb, f.hy + up, f.ez + up);
    add(rows, -cb, f.hy + up - 1, f.ez + up);
    add(rows, cb, f.hx, f.ez + up);
    add(rows, -cb, f.hx + up, f.ez + up);
    this->clear_walls();
  }

 private:
  // y ← a·x + y over whole rows, `less` values fewer.
  void add(std::ptrdiff_t rows, T a, const T* x, T* y, std::ptrdiff_t less = 0) {
    constexpr std::ptrdiff_t most = std::ptrdiff_t(1) << 30;
    std::ptrdiff_t left = rows * this->loan_.e.f.pitch - less;
    for (; left > 0; left -= most, x += most, y += most)
      this->blas_.axpy(static_cast<int>(std::min(left, most)), a, x, y);
  }
};

template <class T>
class CublasMatrix final : public CublasScheme<T> {
 public:
  void take(const Problem& p, const Change& change, const Loan<T>& loan, cudaStream_t stream) override {
    CublasScheme<T>::take(p, change, loan, stream);
    if (across_.count() > 0) return;  // the grid's size does not change
    const double needed = sizeof(T) * (square(p.nx) + square(p.ny));
    std::size_t free = 0, total = 0;
    EZ_CUDA(cudaMemGetInfo(&free, &total));
    if (needed > static_cast<double>(free))
      throw OutOfMemory(
          fmt::format("cublas-matrix needs {} for two difference matrices and {} are free; with that it can "
                      "do about {} × {}",
                      human_bytes(needed), human_bytes(static_cast<double>(free)), largest(free), largest(free)));
    across_ = difference(p.nx, stream);
    along_ = difference(p.ny, stream);
  }
  // Arrays seen as matrices of nx rows and ny columns, `pitch` from column to column.
  void step_h(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.h.f;
    const int pitch = static_cast<int>(f.pitch);
    this->blas_.gemm(false, false, f.nx, f.ny, f.nx, this->loan_.h.hy_all.b, across_.data(), f.nx, f.ez, pitch, f.hy,
                     pitch);
    this->blas_.gemm(false, true, f.nx, f.ny, f.ny, -this->loan_.h.hx_all.b, f.ez, pitch, along_.data(), f.ny, f.hx,
                     pitch);
  }
  void step_e(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.e.f;
    const int pitch = static_cast<int>(f.pitch);
    const T cb = this->loan_.cb_vacuum;
    this->blas_.gemm(true, false, f.nx, f.ny, f.nx, -cb, across_.data(), f.nx, f.hy, pitch, f.ez, pitch);
    this->blas_.gemm(false, false, f.nx, f.ny, f.ny, cb, f.hx, pitch, along_.data(), f.ny, f.ez, pitch);
    this->clear_walls();
  }

 private:
  static double square(int n) { return static_cast<double>(n) * n; }
  static int largest(std::size_t free) {
    int n = 16;
    while (2 * sizeof(T) * square(n * 2) < static_cast<double>(free)) n *= 2;
    return n;
  }
  // D, column-major; its last row is zero: beyond the wall there is no H.
  static DeviceBuffer<T> difference(int n, cudaStream_t stream) {
    const auto size = static_cast<std::size_t>(n);
    DeviceBuffer<T> d(size * size);
    d.zero(stream);
    const std::vector<T> minus(size - 1, T(-1)), plus(size - 1, T(1));
    const std::size_t diagonal = (size + 1) * sizeof(T);
    EZ_CUDA(cudaMemcpy2DAsync(d.data(), diagonal, minus.data(), sizeof(T), sizeof(T), size - 1, cudaMemcpyHostToDevice,
                              stream));
    EZ_CUDA(cudaMemcpy2DAsync(d.data() + size, diagonal, plus.data(), sizeof(T), sizeof(T), size - 1,
                              cudaMemcpyHostToDevice, stream));
    EZ_CUDA(cudaStreamSynchronize(stream));
    return d;
  }

  DeviceBuffer<T> across_, along_;  // nx × nx, ny × ny
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_cublas_vector(int) {
  return std::make_unique<CublasVector<T>>();
}
template <class T>
std::unique_ptr<Scheme<T>> make_cublas_matrix(int) {
  return std::make_unique<CublasMatrix<T>>();
}
template std::unique_ptr<Scheme<float>> make_cublas_vector<float>(int);
template std::unique_ptr<Scheme<double>> make_cublas_vector<double>(int);
template std::unique_ptr<Scheme<float>> make_cublas_matrix<float>(int);
template std::unique_ptr<Scheme<double>> make_cublas_matrix<double>(int);

}  // namespace ez::cuda::schemes
