// The kernel lab, as part of the state: which kernels run, what each scheme could do here, and what was measured in
// this session. Panels read it; the session and update() change it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

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
  double time = 0;    // s of the program's clock
  int slices = 0;     // whose median it is; 0: while the run went on
  double bytes = 0;   // that a cell and step moved, by the CPU engine's passes; 0: as the scheme counts
};

// One for each of all_schemes(), in its order: what keeps it from running.
struct SchemeState {
  std::string why;     // empty: it can run
  bool scene = false;  // the scene does, and nearest_scene() would be one that it can
  BlockLimits limits;  // as it last ran; no registers: not known
};

// Yardsticks of the device, or of the processor with all threads of the engine, measured when the lab is first opened.
struct Roofs {
  std::string why;          // there are none
  double copy = 0, l2 = 0;  // bytes per second
  double theoretical = 0;   // as the device states it; 0: it does not
  double issue = 0;         // float operations per second; 0: not measured
  double l2_bytes = 0;      // size of the cache
  double seconds = 0;       // that measuring took
  bool host = false;        // the processor's
};

// Block shapes of powers of two: bx = 2^(k mod 11), by = 2^(k div 11).
inline constexpr int shapes_a_side = 11;
struct BlockSquare {
  BlockShape block;
  std::string why;    // illegal
  double gcells = 0;  // 0: not measured
  int slices = 0;
};
struct BlockMap {
  std::string why;  // there is none: the engine or the scheme has no blocks
  SchemeChoice scheme;
  RunSize size;
  std::vector<BlockSquare> squares;  // shapes_a_side², row by row
  std::optional<BlockSquare> paper;  // the paper's own shape where it is none of these
};

struct SweepProgress {
  bool schemes = false;  // every scheme, not every block
  double fraction = 0;
};

struct KernelState {
  SchemeChoice scheme;  // of the active pane
  std::string note;     // what a scheme that chooses for itself has chosen
  Passes passes;        // of the CPU engine; no bands on a GPU
  std::vector<SchemeState> schemes;
  std::vector<SchemeSpeed> speeds;
  std::optional<Roofs> roofs;  // none: not measured yet
  BlockMap map;
  std::optional<SweepProgress> sweep;  // under way
  std::string no_sweep;                // why none can be made now
};

}  // namespace ez
