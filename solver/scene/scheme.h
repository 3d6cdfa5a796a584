// The kernel schemes: ezscope's own and those that papers published. What each is, what scenes it can do,
// what it moves and computes by its authors' own counting. Known on every machine; which kind of machine runs them,
// `on` says.
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
  std::string name = "auto";
  int form = 0;  // index in SchemeFacts::forms
  bool operator==(const SchemeChoice&) const = default;
};

struct SchemeFacts {
  std::string_view name;               // "takada"
  std::string_view title;              // "Shared-memory subdomains"
  std::string_view paper = "ezscope";  // that published it: "Takada et al. (2010)"
  std::string_view idea = {};          // one sentence
  bool float32 = true, float64 = true;
  std::array<bool, boundary_kind_count> walls{};                     // by BoundaryKind: whether sides may be of it
  enum class Media { vacuum, lossless, any } media = Media::vacuum;  // what nodes may be made of
  bool magnetic = false;                                       // media may have μ ≠ 1 and σm, nodes may be PMC
  bool dispersive = false;                                     // media may have poles
  double least_eps = 0;                                        // the ε_r of media may be from this …
  double eps_below = std::numeric_limits<double>::infinity();  // … to below this
  bool sources_at_rim = true;                                  // a source may stand beside a wall
  bool hz = false;                                             // does scenes of polarization hz
  enum class On { device, host, both } on = On::device;        // where its kernels run
  bool blocks = true;                                          // the shape of its blocks may be chosen
  bool live = true;                                            // can run a scene (the 1-D study cannot)
  double words = 9;                       // numbers of the field's precision moved per cell and step
  std::vector<double> extra_bytes = {0};  // bytes moved beside them, likewise: one number for all forms, or one each
  double operations = 12;                 // floating-point operations per cell and step
  BlockShape block = {128, 2};            // threads of a block to start with: the paper's best, else a usual one
  std::vector<std::string_view> forms;    // their names ("1", "2", … of split); empty: there is only one
  double agreement = 0;                   // relative L2 difference from `two-kernel`; 0: bit for bit
};

const std::vector<SchemeFacts>& all_schemes();  // "auto" first, then ezscope's own
const SchemeFacts* find_scheme(std::string_view name);
// For a form by its index: the bytes per cell that its media take; the bytes of DRAM traffic per cell and step by the
// scheme's own counting.
double media_bytes(const SchemeFacts& scheme, int form);
double bytes_per_cell_step(const SchemeFacts& scheme, int form, Precision precision);
// The wanted precision where the scheme has it, else the one that it has.
Precision precision_for(const SchemeFacts& scheme, Precision wanted);

// What of the scene the scheme cannot do, in one line with the key that asks for it; empty when it can do all.
std::string why_not(const SchemeFacts& scheme, const Scene& scene);
// The scene with as little changed as the scheme needs: sides, media, sources, polarization, precision.
Scene nearest_scene(const SchemeFacts& scheme, Scene scene);

}  // namespace ez
