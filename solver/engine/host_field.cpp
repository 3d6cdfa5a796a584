#include "solver/engine/host_field.h"

#include <cstddef>

#include "solver/base/constants.h"
#include "solver/physics/quantity.h"

namespace ez {
namespace {

// Field arrays on the host, extended by one node beyond each boundary. A PMC boundary mirrors H with the opposite sign
// and a periodic boundary wraps around. Any other boundary gives the even image.
template <class T>
struct HostFields {
  const Problem& p;
  std::vector<T> ez, hx, hy;

  HostFields(const Problem& problem, Engine& engine) : p(problem) {
    const std::size_t n = static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny);
    ez.resize(n), hx.resize(n), hy.resize(n);
    engine.read(FieldArray::ez, ez.data());
    engine.read(FieldArray::hx, hx.data());
    engine.read(FieldArray::hy, hy.data());
  }
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
  }
  // Returns hx(i, j), where j = −1 and j = ny−1 are beyond a boundary. hy_at does the same in i.
  T hx_at(int i, int j) const {
    const BoundaryKind kind = p.wall(j < 0 ? Side::bottom : Side::top);
    if (j >= 0 && j < p.ny - 1) return hx[at(i, j)];
    if (kind == BoundaryKind::periodic) return hx[at(i, p.ny - 1)];
    const T image = hx[at(i, j < 0 ? 0 : p.ny - 2)];
    return kind == BoundaryKind::pmc ? -image : image;
  }
  T hy_at(int i, int j) const {
    const BoundaryKind kind = p.wall(i < 0 ? Side::left : Side::right);
    if (i >= 0 && i < p.nx - 1) return hy[at(i, j)];
    if (kind == BoundaryKind::periodic) return hy[at(p.nx - 1, j)];
    const T image = hy[at(i < 0 ? 0 : p.nx - 2, j)];
    return kind == BoundaryKind::pmc ? -image : image;
  }
  // Returns raw H as files store it: 0 beyond the last cell unless the boundary is periodic.
  T raw(Quantity q, int i, int j) const {
    if (q == Quantity::hx) return j < p.ny - 1 || p.wall(Side::top) == BoundaryKind::periodic ? hx[at(i, j)] : T(0);
    return i < p.nx - 1 || p.wall(Side::right) == BoundaryKind::periodic ? hy[at(i, j)] : T(0);
  }
};

template <class T>
std::vector<double> quantity_field(Quantity q, const Problem& p, Engine& engine) {
  const HostFields<T> f(p, engine);
  const double eps_v = p.dual ? mu0 : eps0, mu_v = p.dual ? eps0 : mu0;
  const QuantityUnits<T> units{T(p.hx_unit), T(p.hy_unit), T(0.5 * eps_v), T(0.5 * mu_v)};
  std::vector<double> out(f.ez.size());
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      const bool raw = q == Quantity::hx || q == Quantity::hy;
      const ElectricEntry& m = p.electric_palette[p.electric.at(i, j)];
      out[f.at(i, j)] =
          quantity_at<T>(q, f.ez[f.at(i, j)], raw ? f.raw(Quantity::hx, i, j) : f.hx_at(i, j), f.hx_at(i, j - 1),
                         raw ? f.raw(Quantity::hy, i, j) : f.hy_at(i, j), f.hy_at(i - 1, j), T(m.eps), T(m.mu), units);
    }
  return out;
}

}  // namespace

std::vector<double> host_field(Quantity quantity, const Problem& problem, Engine& engine) {
  return problem.precision == Precision::float32 ? quantity_field<float>(quantity, problem, engine)
                                                 : quantity_field<double>(quantity, problem, engine);
}

}  // namespace ez
