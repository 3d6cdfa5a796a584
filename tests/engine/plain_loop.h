// The step as three plain loops over full arrays with a ghost line all around, written with the functors of
// solver/physics: what every engine must give, bit for bit. No blocks, no threads, no runs.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/engine.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ez {

template <class T>
class PlainLoop {
 public:
  explicit PlainLoop(const Problem& problem);
  void update(const Problem& problem);          // same grid; ψ is kept, H beyond a wall that has none is cleared
  std::vector<double> run(const Batch& batch);  // steps × probes
  std::vector<T> read(FieldArray array) const;

 private:
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j + 1) * static_cast<std::size_t>(p_.nx + 2) + static_cast<std::size_t>(i + 1);
  }
  void steps(const Batch& batch, std::vector<double>& probes);
  void step_h();
  void couple_rims();
  std::array<std::vector<T>, 2> fields_at_rims() const;
  void ghosts();
  void step_e();
  void step_mur();
  const PoleEntries* poles_at(FieldArray array, int i, int j) const;  // nullptr: there is no such node
  template <class F>
  void each_pole(FieldArray array, F f);
  void correct_for_poles(FieldArray array, std::vector<T>& values);
  void advance_poles(FieldArray array, const std::vector<T>& values, const std::vector<T>& old);

  Problem p_;
  std::vector<T> e_, hx_, hy_, psi_hx_, psi_hy_, psi_ex_, psi_ey_, e_old_;
  struct PoleState {
    std::vector<T> p, j;
  };
  std::array<std::vector<PoleState>, yee_arrays.size()> poles_;  // by FieldArray and pole
  std::array<std::vector<T>, 4> correction_;                     // of Mur-2 nodes, by side and place along it
};

// Engines flush denormals to zero: so does f.
template <class F>
void flushing_denormals(F f) {
#if defined(__x86_64__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  f();
  _mm_setcsr(before);
#else
  f();
#endif
}

bool plain_loop_runs_here();  // the processor has fused multiply-add

}  // namespace ez
