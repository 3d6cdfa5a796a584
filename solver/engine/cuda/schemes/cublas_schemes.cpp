// Golovashkin, Malysheva (2010), section 3: the update without self-written kernels, by cuBLAS.
//
//   vector   differences of shifted rows: h ← h ∓ x + x', by axpy; boundary nodes are set to 0 by scal
//   matrix   differences as products with a difference matrix D (D[k,k] = −1, D[k,k+1] = 1), by gemm:
//            hy ← hy + dby·D E,  hx ← hx − dbx·E Dᵀ,  E ← E − cb·Dᵀ hy + cb·hx D     (columns of the matrices are rows
//            of the grid), so two dense matrices of nx² and ny² values in addition to the fields
//
// The paper calls axpy once per row (the form `by rows`). A row here is a few kilobytes, and a call costs more time
// than moving it. So one call of the form `whole` takes as many rows as an int can count values. Rows are padded with
// zeros. The differences leave these zero, or they are beyond a boundary that is set to 0 again.
//
// The paper says that the matrix form stores two unit matrices in addition to the fields, of (K−2)² and (K−1)² values,
// but not how it uses them. The form `unit` is one possibility: gemm serves to add, h ← h + dbx·I E, once for each of
// the eight terms. The form `difference` takes both terms of a difference in one product.
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
  void take(const Problem&, const Change&, const SchemeArguments<T>& loan, cudaStream_t stream) override {
    loan_ = loan;
    blas_.use(stream);
  }
  KernelLimits limits() const override { return {1024, 0}; }  // the library chooses its blocks

 protected:
  void clear_walls() {
    const Arrays<T>& f = loan_.e.f;
    const int pitch = static_cast<int>(f.pitch);
    blas_.scal(f.nx, T(0), f.ez, 1);
    blas_.scal(f.nx, T(0), f.ez + (f.ny - 1) * f.pitch, 1);
    blas_.scal(f.ny, T(0), f.ez, pitch);
    blas_.scal(f.ny, T(0), f.ez + (f.nx - 1), pitch);
  }

  SchemeArguments<T> loan_;
  Cublas blas_;
};

template <class T>
class CublasVector final : public CublasScheme<T> {
 public:
  explicit CublasVector(bool scroll_by_rows) : by_rows_(scroll_by_rows) {}
  void step_h(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.h.f;
    const T dx = this->loan_.h.hx_all.b, dy = this->loan_.h.hy_all.b;
    const std::ptrdiff_t up = f.pitch, rows = f.ny - 1;
    add(rows, dx, f.ez, f.hx);
    add(rows, -dx, f.ez + up, f.hx);
    // One value fewer, because the array ends at the last node.
    add(rows + 1, -dy, f.ez, f.hy);
    add(rows + 1, dy, f.ez + 1, f.hy, 1);
  }
  void step_e(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.e.f;
    const T cb = this->loan_.cb_vacuum;
    const std::ptrdiff_t up = f.pitch, rows = f.ny - 2;  // the first and the last row are boundaries
    add(rows, cb, f.hy + up, f.ez + up);
    add(rows, -cb, f.hy + up - 1, f.ez + up);
    add(rows, cb, f.hx, f.ez + up);
    add(rows, -cb, f.hx + up, f.ez + up);
    this->clear_walls();
  }

 private:
  // y ← a·x + y over whole rows, with `less` values fewer.
  void add(std::ptrdiff_t rows, T a, const T* x, T* y, std::ptrdiff_t less = 0) {
    const std::ptrdiff_t most = by_rows_ ? this->loan_.e.f.pitch : std::ptrdiff_t(1) << 30;
    std::ptrdiff_t left = rows * this->loan_.e.f.pitch - less;
    for (; left > 0; left -= most, x += most, y += most)
      this->blas_.axpy(static_cast<int>(std::min(left, most)), a, x, y);
  }

  bool by_rows_;
};

template <class T>
class CublasMatrix final : public CublasScheme<T> {
 public:
  explicit CublasMatrix(bool unit) : unit_(unit) {}
  void take(const Problem& p, const Change& change, const SchemeArguments<T>& loan, cudaStream_t stream) override {
    CublasScheme<T>::take(p, change, loan, stream);
    if (across_.count() > 0) return;  // the grid's size does not change
    const double needed = sizeof(T) * (unit_ ? square(p.nx - 1) + square(p.nx - 2) : square(p.nx) + square(p.ny));
    std::size_t free = 0, total = 0;
    EZ_CUDA(cudaMemGetInfo(&free, &total));
    if (needed > static_cast<double>(free))
      throw OutOfMemory(
          fmt::format("cublas-matrix needs {} for two matrices, but only {} are free; use at most about {} × {} cells",
                      human_bytes(needed), human_bytes(static_cast<double>(free)), largest(free), largest(free)));
    across_ = unit_ ? banded(p.nx - 1, p.nx - 1, 1, 0, stream) : difference(p.nx, stream);
    along_ = unit_ ? banded(p.nx - 2, p.nx - 2, 1, 0, stream) : difference(p.ny, stream);
  }
  // Treats arrays as matrices of nx rows and ny columns, with `pitch` from column to column.
  void step_h(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.h.f;
    const int pitch = static_cast<int>(f.pitch);
    if (unit_) {
      const T dx = this->loan_.h.hx_all.b, dy = this->loan_.h.hy_all.b;
      add(along_, f.nx - 2, f.ny - 1, dx, f.ez + 1, f.hx + 1);
      add(along_, f.nx - 2, f.ny - 1, -dx, f.ez + 1 + f.pitch, f.hx + 1);
      add(across_, f.nx - 1, f.ny, -dy, f.ez, f.hy);
      return add(across_, f.nx - 1, f.ny, dy, f.ez + 1, f.hy);
    }
    this->blas_.gemm(false, false, f.nx, f.ny, f.nx, this->loan_.h.hy_all.b, across_.data(), f.nx, f.ez, pitch, f.hy,
                     pitch);
    this->blas_.gemm(false, true, f.nx, f.ny, f.ny, -this->loan_.h.hx_all.b, f.ez, pitch, along_.data(), f.ny, f.hx,
                     pitch);
  }
  void step_e(BlockShape, cudaStream_t) override {
    const Arrays<T>& f = this->loan_.e.f;
    const int pitch = static_cast<int>(f.pitch);
    const T cb = this->loan_.cb_vacuum;
    if (unit_) {  // boundary nodes are not touched
      T* const first = f.ez + f.pitch + 1;
      const T *hx = f.hx + f.pitch + 1, *hy = f.hy + f.pitch + 1;
      add(along_, f.nx - 2, f.ny - 2, cb, hy, first);
      add(along_, f.nx - 2, f.ny - 2, -cb, hy - 1, first);
      add(along_, f.nx - 2, f.ny - 2, cb, hx - f.pitch, first);
      return add(along_, f.nx - 2, f.ny - 2, -cb, hx, first);
    }
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
  // y ← a·I·x + y over `columns` columns of n values.
  void add(const DeviceBuffer<T>& identity, int n, int columns, T a, const T* x, T* y) {
    const int pitch = static_cast<int>(this->loan_.e.f.pitch);
    this->blas_.gemm(false, false, n, columns, n, a, identity.data(), n, x, pitch, y, pitch);
  }
  // D, column-major. Its last row is zero because there is no H beyond the boundary.
  static DeviceBuffer<T> difference(int n, cudaStream_t stream) { return banded(n, n - 1, T(-1), T(1), stream); }
  // Returns an n × n matrix. Its first `rows` rows have `diagonal` and, to the right of it, `off_diagonal` if that is
  // not 0.
  static DeviceBuffer<T> banded(int n, int rows, T diagonal, T off_diagonal, cudaStream_t stream) {
    const auto size = static_cast<std::size_t>(n), count = static_cast<std::size_t>(rows);
    DeviceBuffer<T> d(size * size);
    d.zero(stream);
    const auto put = [&](T* first, T value) {
      const std::vector<T> values(count, value);
      EZ_CUDA(cudaMemcpy2DAsync(first, (size + 1) * sizeof(T), values.data(), sizeof(T), sizeof(T), count,
                                cudaMemcpyHostToDevice, stream));
      EZ_CUDA(cudaStreamSynchronize(stream));
    };
    put(d.data(), diagonal);
    if (off_diagonal != T(0)) put(d.data() + size, off_diagonal);
    return d;
  }

  bool unit_;
  DeviceBuffer<T> across_, along_;  // D of nx and of ny nodes; for `unit`, I of nx − 1 and of nx − 2
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_cublas_vector(int form) {
  return std::make_unique<CublasVector<T>>(form == 1);
}
template <class T>
std::unique_ptr<Scheme<T>> make_cublas_matrix(int form) {
  return std::make_unique<CublasMatrix<T>>(form == 1);
}
template std::unique_ptr<Scheme<float>> make_cublas_vector<float>(int);
template std::unique_ptr<Scheme<double>> make_cublas_vector<double>(int);
template std::unique_ptr<Scheme<float>> make_cublas_matrix<float>(int);
template std::unique_ptr<Scheme<double>> make_cublas_matrix<double>(int);

}  // namespace ez::cuda::schemes
