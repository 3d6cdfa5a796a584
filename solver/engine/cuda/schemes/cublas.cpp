#include "solver/engine/cuda/schemes/cublas.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "solver/engine/engine.h"

namespace ez::cuda::schemes {
namespace {

constexpr const char* names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so"};
constexpr int no_transpose = 0, transpose = 1;  // cublasOperation_t

template <class F>
void find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  if (!function)
    throw EngineError(fmt::format("cuBLAS has no {}; install a current version (apt install libcublas12)", name));
}

}  // namespace

Cublas::Cublas() {
  for (const char* name : names)
    if ((library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL)) != nullptr) break;
  if (!library_)
    throw EngineError(
        "cuBLAS not found (libcublas.so.11 … 13); it is part of the CUDA Toolkit, so add its folder to "
        "LD_LIBRARY_PATH");
  int (*create)(Handle*) = nullptr;
  find(library_, "cublasCreate_v2", create);
  find(library_, "cublasDestroy_v2", destroy_);
  find(library_, "cublasSetStream_v2", set_stream_);
  find(library_, "cublasSaxpy_v2", saxpy_);
  find(library_, "cublasDaxpy_v2", daxpy_);
  find(library_, "cublasSscal_v2", sscal_);
  find(library_, "cublasDscal_v2", dscal_);
  find(library_, "cublasSgemm_v2", sgemm_);
  find(library_, "cublasDgemm_v2", dgemm_);
  check(create(&handle_), "cublasCreate");
}

Cublas::~Cublas() {
  if (handle_) destroy_(handle_);
  if (library_) dlclose(library_);
}

void Cublas::check(int status, const char* what) const {
  if (status != 0) throw EngineError(fmt::format("{} failed with status {}", what, status));
}

void Cublas::use(cudaStream_t stream) { check(set_stream_(handle_, stream), "cublasSetStream"); }
void Cublas::axpy(int n, float a, const float* x, float* y) {
  check(saxpy_(handle_, n, &a, x, 1, y, 1), "cublasSaxpy");
}
void Cublas::axpy(int n, double a, const double* x, double* y) {
  check(daxpy_(handle_, n, &a, x, 1, y, 1), "cublasDaxpy");
}
void Cublas::scal(int n, float a, float* x, int step) { check(sscal_(handle_, n, &a, x, step), "cublasSscal"); }
void Cublas::scal(int n, double a, double* x, int step) { check(dscal_(handle_, n, &a, x, step), "cublasDscal"); }
void Cublas::gemm(bool ta, bool tb, int m, int n, int k, float alpha, const float* a, int lda, const float* b, int ldb,
                  float* c, int ldc) {
  const float one = 1;
  check(sgemm_(handle_, ta ? transpose : no_transpose, tb ? transpose : no_transpose, m, n, k, &alpha, a, lda, b, ldb,
               &one, c, ldc),
        "cublasSgemm");
}
void Cublas::gemm(bool ta, bool tb, int m, int n, int k, double alpha, const double* a, int lda, const double* b,
                  int ldb, double* c, int ldc) {
  const double one = 1;
  check(dgemm_(handle_, ta ? transpose : no_transpose, tb ? transpose : no_transpose, m, n, k, &alpha, a, lda, b, ldb,
               &one, c, ldc),
        "cublasDgemm");
}

}  // namespace ez::cuda::schemes
