// The kernel lab's part of the state: which kernels run, whether each scheme can run the scene, and measurements of
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

// Properties of a run on which speed depends.
struct RunSize {
  int nx = 0, ny = 0;
  Precision precision = Precision::float32;
  bool operator==(const RunSize&) const = default;
};

// Latest measurement of a scheme on a grid with a block.
struct SchemeSpeed {
  SchemeChoice scheme;
  BlockShape block;
  RunSize size;
  double gcells = 0;  // Gcell/s of the kernels alone
  double time = 0;    // s of the program's clock at the measurement
  int slices = 0;     // number of slices of a sweep whose median this is; 0: measured during the run
  double bytes = 0;   // bytes moved per cell and step, from the CPU engine's passes; 0: as the scheme counts them
};

// Ability of a scheme to run the scene. There is one for each of all_schemes(), in its order.
struct SchemeState {
  Text why;                                       // why it cannot run; empty: it can
  bool scene = false;                             // the scene prevents it; it could run nearest_scene()
  bool elsewhere = false;                         // this engine runs no scene with it
  BlockLimits limits;                             // limits of its kernels when it last ran; no registers: unknown
  std::vector<std::string> forms_elsewhere = {};  // by form: why this engine does not run it; empty: it does
  std::string why_not_form(int form) const {
    const auto k = static_cast<std::size_t>(form);
    return k < forms_elsewhere.size() ? forms_elsewhere[k] : std::string();
  }
};

// Measured limits of the device, or of the processor with all threads of the engine. Measured when the lab is first
// opened.
struct Roofs {
  std::string why;          // why they could not be measured; empty: they were
  double copy = 0, l2 = 0;  // bytes per second, from memory and from the L2 cache
  double theoretical = 0;   // bytes per second of memory according to the device; 0: not stated
  double issue = 0;         // float operations per second; 0: not measured
  double l2_bytes = 0;      // size of the L2 cache
  double seconds = 0;       // s that the measurement took
  bool host = false;        // limits of the processor, not of a device
};

// Block shapes of powers of two: bx = 2^(k mod 11), by = 2^(k div 11).
inline constexpr int shapes_a_side = 11;
struct BlockSquare {
  BlockShape block;
  std::string why;    // why the kernel cannot be launched with it; empty: it can
  double gcells = 0;  // Gcell/s; 0: not measured
  int slices = 0;     // number of slices whose median `gcells` is
};
struct BlockMap {
  std::string why;  // why there is no map: the engine or the scheme has no blocks
  SchemeChoice scheme;
  RunSize size;
  std::vector<BlockSquare> squares;  // shapes_a_side² squares, row by row
  std::optional<BlockSquare> paper;  // the paper's own shape if it is not among the squares
};

struct SweepProgress {
  bool schemes = false;  // measures every scheme, not every block
  double fraction = 0;   // completed part, 0 … 1
};

struct KernelState {
  SchemeChoice scheme;               // scheme of the active pane
  std::string note;                  // form that the scheme chose automatically; empty: it does not choose
  Passes passes;                     // passes of the CPU engine; no bands on a GPU
  std::vector<SchemeState> schemes;  // by index in all_schemes()
  std::vector<SchemeSpeed> speeds;   // all measurements of this session
  std::optional<Roofs> roofs;        // empty: not measured yet
  BlockMap map;
  std::optional<SweepProgress> sweep;  // measurement under way
  Text no_sweep;                       // why no measurement can start now; empty: it can
};

}  // namespace ez
