// A box on the CPU. It has two copies of the cells, which are read and written alternately. Each thread has a band of
// planes.
#include "papers/box/box.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "papers/box/cpu/planes.h"
#include "papers/box/layout.h"
#include "solver/base/cores.h"
#include "solver/base/error.h"
#include "solver/base/memory.h"
#include "solver/base/pool.h"
#include "solver/engine/cpu/pages.h"

namespace ez::gas {
namespace {

template <class T>
class CpuBox final : public Box {
 public:
  CpuBox(const BoxProblem& p, int threads)
      : layout_(p.nx, p.ny, p.nz),
        sides_{p.x, p.y, p.z},
        rates_(rates_of<T>(p)),
        gas_(gas_of<T>(p)),
        memory_(std::size_t{2} * 5 * layout_.size() * sizeof(T)),
        step_planes_(planes_step<T>(best_isa())),
        pool_(threads > 0 ? threads : usable_cores()) {
    const std::vector<double>* const arrays[] = {&p.rho, &p.u, &p.v, &p.w, &p.p};
    for (int a = 0; a < 5; ++a)
      each_cell(
          [&](int i, int j, int k) { cells(0, a)[layout_.at(i, j, k)] = static_cast<T>((*arrays[a])[p.at(i, j, k)]); });
    copy_border_images(0, 0, p.nz);
  }
  void advance(std::int64_t steps) override {
    const int parts = std::min(pool_.size(), layout_.nz);
    for (std::int64_t n = 0; n < steps; ++n, now_ = 1 - now_) pool_.run([&](int part) { step(part, parts); }, parts);
  }
  void wait() override {}
  Arrays state() override {
    Arrays values(5);
    for (int a = 0; a < 5; ++a)
      each_cell([&](int i, int j, int k) {
        values[static_cast<std::size_t>(a)].push_back(static_cast<double>(cells(now_, a)[layout_.at(i, j, k)]));
      });
    return values;
  }

 private:
  template <class F>
  void each_cell(F f) const {
    for (int k = 0; k < layout_.nz; ++k)
      for (int j = 0; j < layout_.plane.ny; ++j)
        for (int i = 0; i < layout_.plane.nx; ++i) f(i, j, k);
  }
  T* cells(int copy, int array) const {
    return static_cast<T*>(memory_.data()) + static_cast<std::size_t>(copy * 5 + array) * layout_.size();
  }
  void step(int part, int parts) {
    BoxBand<T> b;
    for (int a = 0; a < 5; ++a) {
      b.in[a] = cells(now_, a) + layout_.at(0, 0, 0);
      b.out[a] = cells(1 - now_, a) + layout_.at(0, 0, 0);
    }
    b.pitch = layout_.plane.pitch;
    b.depth = layout_.depth;
    b.nx = layout_.plane.nx;
    b.ny = layout_.plane.ny;
    b.k0 = layout_.nz * part / parts;
    b.k1 = layout_.nz * (part + 1) / parts;
    b.rates = rates_;
    b.gas = gas_;
    step_planes_(b);
    copy_border_images(1 - now_, b.k0, b.k1);
  }
  // Copies border cells of some planes to their images beyond the border.
  void copy_border_images(int copy, int k0, int k1) {
    const int nx = layout_.plane.nx, ny = layout_.plane.ny;
    for (int k = k0; k < k1; ++k)
      for (int j = 0; j < ny; ++j) {
        const bool whole = k == 0 || k == layout_.nz - 1 || j == 0 || j == ny - 1;
        for (int i = 0; i < nx; i += whole || i == nx - 1 ? 1 : nx - 1) show(copy, i, j, k);
      }
  }
  void show(int copy, int i, int j, int k) {
    const std::ptrdiff_t from = layout_.at(i, j, k);
    each_image(i, j, k, layout_, sides_[0], sides_[1], sides_[2], [&](int a, int b, int c, int mirrored) {
      const std::ptrdiff_t to = layout_.at(a, b, c);
      for (int n = 0; n < 5; ++n)
        cells(copy, n)[to] = n == 1 + mirrored && mirrored >= 0 ? -cells(copy, n)[from] : cells(copy, n)[from];
    });
  }

  BoxLayout layout_;
  Side sides_[3];
  Rates3<T> rates_;
  Gas<T> gas_;
  Pages memory_;
  int now_ = 0;  // the copy that contains the state
  PlanesStep<T> step_planes_;
  Pool pool_;
};

}  // namespace

BoxProblem still_box(int nx, int ny, int nz, double d, double rho, double p) {
  BoxProblem b;
  b.nx = nx, b.ny = ny, b.nz = nz;
  b.dx = b.dy = b.dz = d;
  b.rho.assign(b.cells(), rho);
  b.p.assign(b.cells(), p);
  for (auto* velocity : {&b.u, &b.v, &b.w}) velocity->assign(b.cells(), 0);
  return b;
}

std::unique_ptr<Box> make_box(const BoxProblem& p, const BoxChoice& choice) {
  if (choice.engine.backend == "cuda") return make_cuda_box(p, choice);
  try {
    if (choice.engine.precision == Precision::float64)
      return std::make_unique<CpuBox<double>>(p, choice.engine.threads);
    return std::make_unique<CpuBox<float>>(p, choice.engine.threads);
  } catch (const std::bad_alloc&) {
    const double number = choice.engine.precision == Precision::float64 ? sizeof(double) : sizeof(float);
    throw OutOfMemory(too_little_memory(fmt::format("a box of {} × {} × {} cells", p.nx, p.ny, p.nz),
                                        10 * number * static_cast<double>(p.cells()), available_host_bytes()));
  }
}

#if !defined(EZSCOPE_HAS_CUDA)
namespace {
[[noreturn]] void no_cuda() {
  throw EngineError("this program was built without CUDA; build it where nvcc is on the PATH");
}
}  // namespace

std::unique_ptr<Box> make_cuda_box(const BoxProblem&, const BoxChoice&) { no_cuda(); }
KernelResources box_resources(const BoxChoice&) { no_cuda(); }
#endif

}  // namespace ez::gas
