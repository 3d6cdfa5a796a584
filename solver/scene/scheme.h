// The kernel schemes: ezscope's own and published ones. For each it gives a description, the scenes that it supports,
// and the data and operations that its authors count. The table is the same on every machine, and `on` gives the kind
// of machine that runs a scheme.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// Threads along x and y in a thread block.
struct BlockShape {
  int x = 32, y = 8;
  bool operator==(const BlockShape&) const = default;
};

// A kernel scheme by name, and its form.
struct SchemeChoice {
  std::string name = "auto";
  int form = 0;  // index in SchemeFacts::forms
  bool operator==(const SchemeChoice&) const = default;
};

struct SchemeFacts {
  std::string_view name;               // "takada"
  std::string_view title;              // "Shared-memory subdomains"
  std::string_view paper = "ezscope";  // the publication: "Takada et al. (2010)"
  std::string_view idea = {};          // one sentence
  bool float32 = true, float64 = true;
  std::array<bool, boundary_kind_count> walls{};                     // by BoundaryKind: whether it is supported
  enum class Media { vacuum, lossless, any } media = Media::vacuum;  // supported media of nodes
  bool magnetic = false;                                             // supports μ ≠ 1, σm and PMC nodes
  bool dispersive = false;                                           // supports media with poles
  double least_eps = 0;                                              // smallest supported ε_r …
  double eps_below = std::numeric_limits<double>::infinity();        // … and the limit that it must stay below
  bool sources_at_rim = true;                                        // a source may be next to a boundary
  bool hz = false;                                                   // supports scenes of polarization hz
  enum class On { device, host, both } on = On::device;              // where its kernels run
  bool blocks = true;                                                // the block shape can be chosen
  bool live = true;                                                  // can run a scene (the 1-D study cannot)
  double words = 9;  // values of the field's precision moved per cell and step
  // Further bytes moved per cell and step: one number for all forms, or one for each.
  std::vector<double> extra_bytes = {0};
  double operations = 12;               // floating-point operations per cell and step
  BlockShape block = {128, 2};          // default threads of a block: the paper's best, else a usual value
  std::vector<std::string_view> forms;  // their names ("1", "2", … of split); empty: only one form
  double agreement = 0;                 // relative L2 difference from `two-kernel`; 0: bit for bit
};

const std::vector<SchemeFacts>& all_schemes();  // "auto" first, then ezscope's own
const SchemeFacts* find_scheme(std::string_view name);
// For a form by its index: return the bytes per cell for its media, and the bytes of DRAM traffic per cell and step as
// counted by the scheme's authors.
double media_bytes(const SchemeFacts& scheme, int form);
double bytes_per_cell_step(const SchemeFacts& scheme, int form, Precision precision);
// Returns the wanted precision if the scheme supports it, else the supported one.
Precision precision_for(const SchemeFacts& scheme, Precision wanted);

// Returns in one line what the scheme does not support in the scene, with the responsible
// key. Empty if it supports all.
std::string why_not(const SchemeFacts& scheme, const Scene& scene);
// Returns the scene with the fewest changes that the scheme needs: boundaries, media, sources, polarization, precision.
Scene nearest_scene(const SchemeFacts& scheme, Scene scene);

}  // namespace ez
