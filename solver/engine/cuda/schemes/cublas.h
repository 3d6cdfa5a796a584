// cuBLAS, loaded at run time. The program starts without it and reports that it is missing only if a scheme needs it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace ez::cuda::schemes {

// The few functions that the schemes use, in the library's own calling convention (column-major, alpha and beta on the
// host).
class Cublas {
 public:
  // Throws EngineError, which names the missing library and says where to get it.
  Cublas();
  ~Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  void use(cudaStream_t stream);
  // y ← a·x + y, contiguous.
  void axpy(int n, float a, const float* x, float* y);
  void axpy(int n, double a, const double* x, double* y);
  // x ← a·x, for every `step`-th value.
  void scal(int n, float a, float* x, int step);
  void scal(int n, double a, double* x, int step);
  // C(m × n) ← alpha·op(A)·op(B) + C; lda, ldb and ldc are the distances between columns.
  void gemm(bool trans_a, bool trans_b, int m, int n, int k, float alpha, const float* a, int lda, const float* b,
            int ldb, float* c, int ldc);
  void gemm(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const double* a, int lda, const double* b,
            int ldb, double* c, int ldc);

 private:
  using Handle = void*;
  void check(int status, const char* what) const;

  void* library_ = nullptr;
  Handle handle_ = nullptr;
  int (*destroy_)(Handle) = nullptr;
  int (*set_stream_)(Handle, cudaStream_t) = nullptr;
  int (*saxpy_)(Handle, int, const float*, const float*, int, float*, int) = nullptr;
  int (*daxpy_)(Handle, int, const double*, const double*, int, double*, int) = nullptr;
  int (*sscal_)(Handle, int, const float*, float*, int) = nullptr;
  int (*dscal_)(Handle, int, const double*, double*, int) = nullptr;
  int (*sgemm_)(Handle, int, int, int, int, int, const float*, const float*, int, const float*, int, const float*,
                float*, int) = nullptr;
  int (*dgemm_)(Handle, int, int, int, int, int, const double*, const double*, int, const double*, int, const double*,
                double*, int) = nullptr;
};

}  // namespace ez::cuda::schemes
