// The kernel schemes: the engine's own and those the papers published. What each is, what scenes it can do, what it
// moves and computes by its authors' own counting. Known on every machine; running one needs the CUDA engine
// (solver/engine/cuda/schemes, a file for each).
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// Threads along x and y that a kernel is launched in blocks of.
struct BlockShape {
  int x = 32, y = 8;
  bool operator==(const BlockShape&) const = default;
};

// A kernel scheme by name, and the form of it.
struct SchemeChoice {
  std::string name = "two-kernel";
  int form = 0;
  bool operator==(const SchemeChoice&) const = default;
};

struct SchemeFacts {
  std::string_view name;   // "takada"
  std::string_view title;  // "Shared-memory subdomains"
  std::string_view paper;  // "Takada et al. (2010)"
  std::string_view idea;   // one sentence
  bool float32 = true, float64 = true;
  std::array<bool, 6> walls{};  // by BoundaryKind: what the four sides may be
  enum class Media { vacuum, lossless, any } media = Media::vacuum;
  bool magnetic = false;  // μ ≠ 1, σm, PMC nodes
  double least_eps = 0;   // of the media on the grid
  double eps_below = std::numeric_limits<double>::infinity();
  bool sources_at_rim = true;             // a source may stand beside a wall
  bool live = true;                       // can be the running engine (the 1-D study cannot)
  double words = 9;                       // values moved per cell and step
  std::vector<double> extra_bytes = {0};  // beside them, per cell and step: indices of media; one, or one a form
  double operations = 12;                 // floating-point operations per cell and step
  BlockShape block;                       // the paper's best, or its default
  std::vector<std::string_view> forms;    // "1", "2", … of split; empty: there is one form
  double agreement = 0;                   // relative L2 difference from `two-kernel`; 0: bit for bit
};

const std::vector<SchemeFacts>& all_schemes();  // "two-kernel" first
const SchemeFacts* find_scheme(std::string_view name);
// Of one form, as an index: the bytes per cell that its media take; DRAM bytes per cell and step by the scheme's own
// counting.
double media_bytes(const SchemeFacts& scheme, int form);
double bytes_per_cell_step(const SchemeFacts& scheme, int form, Precision precision);
// The wanted precision where the scheme has it, else the one that it has.
Precision precision_for(const SchemeFacts& scheme, Precision wanted);

// What of the scene the scheme cannot do, one line with the key at fault; empty when it can.
std::string why_not(const SchemeFacts& scheme, const Scene& scene);
// The scene with as little changed as the scheme needs: sides, media, sources, polarization, precision.
Scene nearest_scene(const SchemeFacts& scheme, Scene scene);

}  // namespace ez
