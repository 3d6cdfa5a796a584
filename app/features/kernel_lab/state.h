// The kernel lab, as part of the state: which kernels run, what each scheme could do here, and what was measured in
// this session. Panels read it; the session and update() change it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/engine/engine.h"
#include "solver/scene/scheme.h"

namespace ez {

// A run's size, as far as speed depends on it.
struct RunSize {
  int nx = 0, ny = 0;
  Precision precision = Precision::float32;
  bool operator==(const RunSize&) const = default;
};

// The newest measurement of a scheme on a grid with a block.
struct SchemeSpeed {
  SchemeChoice scheme;
  BlockShape block;
  RunSize size;
  double gcells = 0;  // Gcell/s of the kernels alone
  double time = 0;    // s of the program's clock, when it was measured
  int slices = 0;     // of a sweep whose median it is; 0: measured while the run went on
  double bytes = 0;   // moved per cell and step, from the CPU engine's passes; 0: as the scheme counts
};

// One for each of all_schemes(), in its order: what keeps it from running.
struct SchemeState {
  Text why;            // why it cannot run; empty: it can
  bool scene = false;  // the scene keeps it from running: nearest_scene() would not
  BlockLimits limits;  // of its kernels as it last ran; no registers: not known
};

// Yardsticks of the device, or of the processor with all threads of the engine, measured when the lab is first opened.
struct Roofs {
  std::string why;          // why there are none; empty: there are
  double copy = 0, l2 = 0;  // bytes per second, from memory and from the L2 cache
  double theoretical = 0;   // bytes per second of memory, as the device states; 0: it does not
  double issue = 0;         // float operations per second; 0: not measured
  double l2_bytes = 0;      // size of the cache
  double seconds = 0;       // s that measuring took
  bool host = false;        // they are the processor's, not a device's
};

// Block shapes of powers of two: bx = 2^(k mod 11), by = 2^(k div 11).
inline constexpr int shapes_a_side = 11;
struct BlockSquare {
  BlockShape block;
  std::string why;    // why the kernel cannot be launched in it; empty: it can
  double gcells = 0;  // Gcell/s; 0: not measured
  int slices = 0;     // whose median that is
};
struct BlockMap {
  std::string why;  // why there is no map: the engine or the scheme has no blocks
  SchemeChoice scheme;
  RunSize size;
  std::vector<BlockSquare> squares;  // shapes_a_side², row by row
  std::optional<BlockSquare> paper;  // the paper's own shape where it is none of these
};

struct SweepProgress {
  bool schemes = false;  // every scheme is measured, not every block
  double fraction = 0;   // of it that is done, 0 … 1
};

struct KernelState {
  SchemeChoice scheme;               // of the active pane
  std::string note;                  // the form that a scheme chose by itself; empty: it does not choose
  Passes passes;                     // of the CPU engine; no bands on a GPU
  std::vector<SchemeState> schemes;  // by index in all_schemes()
  std::vector<SchemeSpeed> speeds;   // all that was measured in this session
  std::optional<Roofs> roofs;        // none: not measured yet
  BlockMap map;
  std::optional<SweepProgress> sweep;  // under way
  Text no_sweep;                       // why no sweep can be made now; empty: one can
};

}  // namespace ez
