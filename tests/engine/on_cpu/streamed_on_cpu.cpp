#include "warps.h"
// The kernel is included after this header, because it uses its names.
#include <array>
#include <utility>

#include "../stretches.h"
#include "solver/base/denormals.h"
#include "solver/engine/cuda/index_maps.h"
#include "solver/engine/cuda/streamed/pass.cuh"
#include "streamed_on_cpu.h"

namespace ez::cuda::streamed {

alignas(256) unsigned char shared[shared_bytes];

namespace {

// All arrays that a pass advances, initially zero.
template <class T>
struct Fields {
  std::array<std::vector<T>, 3> arrays;
  std::array<std::vector<T>, 4> psi_e, psi_h;

  Fields(const Problem& p, std::size_t pitch) {
    const auto rows = static_cast<std::size_t>(p.ny);
    for (std::vector<T>& a : arrays) a.assign(pitch * rows, T(0));
    const int depth[] = {p.x.low, p.x.high, p.y.low, p.y.high};
    for (std::size_t s = 0; s < 4; ++s) {
      const std::size_t count = static_cast<std::size_t>(depth[s]) * (s < 2 ? rows : pitch);
      psi_e[s].assign(count, T(0)), psi_h[s].assign(count, T(0));
    }
  }
  FieldView<T> view() {
    FieldView<T> f{arrays[0].data(), arrays[1].data(), arrays[2].data(), {}, {}};
    for (std::size_t s = 0; s < 4; ++s) f.psi_e[s] = psi_e[s].data(), f.psi_h[s] = psi_h[s].data();
    return f;
  }
};

}  // namespace

template <class T>
struct OnCpu<T>::State {
  State(const Problem& problem, const Plan<T>& of)
      : p(problem), plan(of), pitch(static_cast<std::size_t>(pitch_of(p.nx))), from(p, pitch), to(p, pitch) {
    const auto nx = static_cast<std::size_t>(p.nx), ny = static_cast<std::size_t>(p.ny);
    entry.assign(pitch * ny, 0);
    for (std::vector<std::uint16_t>* of_h : {&hx_entry, &hy_entry})
      if (p.magnetic) of_h->assign(pitch * ny, 0);
    for (std::size_t j = 0; j < ny; ++j)
      for (std::size_t i = 0; i < nx; ++i) {
        entry[j * pitch + i] = static_cast<std::uint8_t>(p.electric.at(static_cast<int>(i), static_cast<int>(j)));
        if (p.magnetic)
          hx_entry[j * pitch + i] = p.hx_entry[j * nx + i], hy_entry[j * pitch + i] = p.hy_entry[j * nx + i];
      }
    for (const ElectricEntry& e : p.electric_palette) palette.push_back({static_cast<T>(e.ca), static_cast<T>(e.cb)});
    for (const MagneticEntry& e : p.magnetic_palette) {
      hx_palette.push_back({static_cast<T>(e.da), static_cast<T>(e.dbx)});
      hy_palette.push_back({static_cast<T>(e.da), static_cast<T>(e.dby)});
    }
    for (std::vector<T>& v : values) v.assign(static_cast<std::size_t>(plan.due().values), T(0));
  }

  // Returns a pass with signals of so many columns, starting at the present step.
  Pass<T> pass(const double* signals, int columns, double* probes, bool follows) {
    Pass<T> s;
    s.from = from.view(), s.to = to.view();
    s.nx = p.nx, s.ny = p.ny, s.pitch = static_cast<std::ptrdiff_t>(pitch);
    s.dbx = hx_palette[0].b, s.dby = hy_palette[0].b;
    s.entry = entry.data(), s.palette = palette.data(), s.palette_size = static_cast<int>(palette.size());
    if (p.magnetic) {
      s.hx_entry = hx_entry.data(), s.hy_entry = hy_entry.data();
      s.hx_palette = hx_palette.data(), s.hy_palette = hy_palette.data();
      s.magnetic_size = static_cast<int>(hx_palette.size());
    }
    s.layers = {x_e.data(), x_h.data(), p.x.low, p.x.high, p.y.low, p.y.high};
    s.row_e = y_e.data() + rows_beyond, s.row_h = y_h.data() + rows_beyond;
    s.tiles = plan.tiles().data();
    s.due_row = plan.due().rows.data(), s.probe_at = plan.due().probes.data();
    s.amount = plan.due().amounts.data(), s.amount_count = static_cast<int>(plan.due().amounts.size());
    s.in_step = plan.due().in_step.data(), s.in_step_count = static_cast<int>(plan.due().in_step.size());
    s.values = values[0].data(), s.next_values = follows && plan.made_ahead() ? values[1].data() : nullptr;
    s.makers = plan.makers();
    s.signals = signals, s.signal_count = columns;
    s.probes = probes, s.probe_count = static_cast<int>(p.instruments.size());
    return s;
  }
  template <int L>
  void run(const Batch& batch, std::vector<double>& probes) {
    for (int done = 0; done < batch.steps; done += L) {
      const bool follows = done + L < batch.steps;
      const Pass<T> s = pass(batch.signals.data() + std::ptrdiff_t{done} * batch.sources, batch.sources,
                             probes.data() + done * static_cast<std::ptrdiff_t>(p.instruments.size()), follows);
      if (done == 0 && plan.made_ahead()) PassOf<T, L>::make_values(s, nullptr);
      PassOf<T, L>::launch(s, plan.blocks(), plan.shape().warps, nullptr);
      std::swap(from, to);
      std::swap(values[0], values[1]);
    }
  }

  const Problem& p;
  const Plan<T>& plan;
  std::size_t pitch;
  Fields<T> from, to;
  std::vector<std::uint8_t> entry;
  std::vector<std::uint16_t> hx_entry, hy_entry;
  std::vector<Pair<T>> palette, hx_palette, hy_palette;
  std::vector<Stretch<T>> x_e = stretches<T>(p.x.k_e, p.x.b_e, p.x.c_e), x_h = stretches<T>(p.x.k_h, p.x.b_h, p.x.c_h);
  std::vector<RowLayer<T>> y_e = row_layers<T>(p.y, true), y_h = row_layers<T>(p.y, false);
  std::array<std::vector<T>, 2> values;
};

template <class T>
OnCpu<T>::OnCpu(const Problem& problem, const Plan<T>& plan) : state_(std::make_unique<State>(problem, plan)) {}
template <class T>
OnCpu<T>::~OnCpu() = default;

template <class T>
std::vector<double> OnCpu<T>::run(const Batch& batch) {
  std::vector<double> probes(static_cast<std::size_t>(batch.steps) * state_->p.instruments.size());
  const int levels = state_->plan.shape().levels;
  const auto run = [&]<std::size_t... K>(std::index_sequence<K...>) {
    ((levels_of<T>[K] == levels ? state_->template run<levels_of<T>[K]>(batch, probes) : void()), ...);
  };
  const DenormalsAreZero rounding;
  run(std::make_index_sequence<levels_of<T>.size()>());
  return probes;
}

template <class T>
std::vector<T> OnCpu<T>::read(FieldArray array) const {
  const State& s = *state_;
  const auto nx = static_cast<std::size_t>(s.p.nx), ny = static_cast<std::size_t>(s.p.ny);
  std::vector<T> out(nx * ny);
  const std::vector<T>& of = s.from.arrays[static_cast<std::size_t>(array)];
  for (std::size_t j = 0; j < ny; ++j)
    for (std::size_t i = 0; i < nx; ++i) out[j * nx + i] = of[j * s.pitch + i];
  return out;
}

template class OnCpu<float>;
template class OnCpu<double>;

}  // namespace ez::cuda::streamed
