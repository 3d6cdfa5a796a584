// Causes of a boundary's echo, and the sentences about them.
#pragma once

#include <string_view>
#include <vector>

#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

struct EchoCause {
  enum class Kind {
    fault,        // the boundary is built wrongly, like one of the known faults
    shape_ends,   // a shape ends inside a layer
    thin,         // a layer is thinner than a quarter of a wavelength
    near_source,  // a source is closer than a tenth of a wavelength to a layer
    medium,       // a dispersive or magnetic medium runs into a layer
    grading,      // the default grading reflects less by theory
    mur,          // a Mur boundary, which absorbs near normal incidence only
    mirror,       // PEC or PMC
    evanescent,   // a guide below its cut-off, whose field σ does not absorb
    grazing,      // the echo comes from flat angles
    mean,         // a pulse with a mean leaves a static field
    steady        // a steady source starts with a transient
  } kind = Kind::fault;
  Side side = Side::left;                // the side with the largest echo of those that have the cause
  Fault fault = Fault::sigma_half_cell;  // if kind is fault
  // Part of the echo's amplitude that the cause explains, 0 … 1. A fault: that a run with this fault reproduces.
  // Others: that disappears in a run without the cause.
  double share = 0;
  bool operator==(const EchoCause&) const = default;
};

// Returns the name of a kind in files and logs: "shape-ends".
std::string_view name_of(EchoCause::Kind kind);
// Return a short name, a sentence why the cause reflects, and an experiment that tells it from other causes.
Text title_of(const EchoCause& cause);
Text why_of(const EchoCause& cause);
Text experiment_of(const EchoCause& cause);

// One kind of cause that a scene may have, before it is tried.
struct EchoSuspect {
  EchoCause::Kind kind = EchoCause::Kind::thin;
  std::vector<Side> sides;  // at least one
};
// Returns the kinds that the scene itself shows, apart from faults. `degrees` is the angle of incidence of the largest
// echo at `loudest`, from that side's normal; 0 if it is unknown.
std::vector<EchoSuspect> echo_suspects(const Scene& scene, Side loudest, double degrees);

}  // namespace ez
