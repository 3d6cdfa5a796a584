// A box on a CUDA device. The host only counts the steps.
#include "papers/box/cuda/box.h"

#include "solver/engine/cuda/device/memory.h"

namespace ez::gas {
namespace cuda {
namespace {

using ez::cuda::DeviceBuffer;
using ez::cuda::Stream;

template <class T>
class CudaBox final : public Box {
 public:
  CudaBox(const BoxProblem& p, const BoxChoice& choice) : choice_(choice) {
    room_.layout = BoxLayout(p.nx, p.ny, p.nz);
    room_.x = p.x, room_.y = p.y, room_.z = p.z;
    room_.rates = rates_of<T>(p);
    room_.gas = gas_of<T>(p);
    cells_ = DeviceBuffer<T>(std::size_t{2} * 5 * room_.layout.size());
    room_.cells = cells_.data();
    cells_.zero(stream_);
    std::vector<T> array(room_.layout.size());
    const std::vector<double>* const values[] = {&p.rho, &p.u, &p.v, &p.w, &p.p};
    for (int a = 0; a < 5; ++a) {
      each_cell([&](int i, int j, int k) { array[place(i, j, k)] = static_cast<T>((*values[a])[p.at(i, j, k)]); });
      EZ_CUDA(
          cudaMemcpyAsync(room_.array(0, a), array.data(), array.size() * sizeof(T), cudaMemcpyHostToDevice, stream_));
      stream_.wait();
    }
    launch_box_border(room_, 0, stream_);
  }
  ~CudaBox() override {
    if (const cudaError_t error = cudaStreamSynchronize(stream_)) EZ_CUDA_LOG(error);
  }
  CudaBox(const CudaBox&) = delete;
  CudaBox& operator=(const CudaBox&) = delete;

  void advance(std::int64_t steps) override {
    for (std::int64_t n = 0; n < steps; ++n, now_ = 1 - now_) launch_box(room_, choice_, now_, stream_);
  }
  void wait() override { stream_.wait(); }
  Arrays state() override {
    Arrays values(5);
    std::vector<T> array(room_.layout.size());
    for (int a = 0; a < 5; ++a) {
      EZ_CUDA(cudaMemcpyAsync(array.data(), room_.array(now_, a), array.size() * sizeof(T), cudaMemcpyDeviceToHost,
                              stream_));
      stream_.wait();
      each_cell([&](int i, int j, int k) {
        values[static_cast<std::size_t>(a)].push_back(static_cast<double>(array[place(i, j, k)]));
      });
    }
    return values;
  }

 private:
  template <class F>
  void each_cell(F f) const {
    for (int k = 0; k < room_.layout.nz; ++k)
      for (int j = 0; j < room_.layout.plane.ny; ++j)
        for (int i = 0; i < room_.layout.plane.nx; ++i) f(i, j, k);
  }
  std::size_t place(int i, int j, int k) const { return static_cast<std::size_t>(room_.layout.at(i, j, k)); }

  Stream stream_;
  BoxChoice choice_;
  BoxRoom<T> room_;
  DeviceBuffer<T> cells_;
  int now_ = 0;  // the copy that contains the state
};

}  // namespace
}  // namespace cuda

std::unique_ptr<Box> make_cuda_box(const BoxProblem& p, const BoxChoice& choice) {
  EZ_CUDA(cudaSetDevice(choice.engine.device));
  if (choice.engine.precision == Precision::float64) return std::make_unique<cuda::CudaBox<double>>(p, choice);
  return std::make_unique<cuda::CudaBox<float>>(p, choice);
}
KernelResources box_resources(const BoxChoice& choice) {
  EZ_CUDA(cudaSetDevice(choice.engine.device));
  if (choice.engine.precision == Precision::float64)
    return cuda::box_resources_of(cuda::BoxRoom<double>{BoxLayout(1, 1, 1)}, choice);
  return cuda::box_resources_of(cuda::BoxRoom<float>{BoxLayout(1, 1, 1)}, choice);
}

}  // namespace ez::gas
