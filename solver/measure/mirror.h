// Reflection against angle: which nodes of a meter line see which angle of one source, over which paths, for how long
// undisturbed, and what theory says of the side.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "solver/measure/cpml_reflection.h"
#include "solver/measure/reflection.h"
#include "solver/scene/scene.h"
#include "solver/theory/point_reflection.h"

namespace ez {

// One node as a point of the angle plot.
struct MirrorNode {
  Side side = Side::left;
  int place = 0;         // index along the meter line
  double degrees = 0;    // of the mirrored path, from the side's normal
  double incident = 0;   // m from the source to the node
  double reflected = 0;  // m from the mirrored source to the node
  PointPaths paths;      // the same in nodes
  double need = 0;       // s: when the whole reflected pulse has passed
  double disturbed = 0;  // s: from when on an echo of another side may be there
};
// For each wanted angle the node of every measured side that comes nearest to it (within `tolerance` degrees) and is
// undisturbed until `need`. Empty unless one pulsed point source is on and there are no shapes. Of `open_sides` nothing
// comes back. A layer that the reference run has too (Scene::reflection.sides leaves its side closed) does not disturb
// where theory says that all its echoes change the reading by less than 0.1 dB and no fault contradicts theory.
std::vector<MirrorNode> mirror_nodes(const Scene& scene, const std::vector<Side>& open_sides,
                                     const std::vector<double>& degrees, double tolerance, double ringing);
// Why mirror_nodes() has no node at all.
NoAngles why_no_angles(const Scene& scene, const std::vector<Side>& open_sides, double ringing);
// Factor by which |D|/|T| at the node is less than the side's reflection, as the wave spreads on its longer way.
double spreading(const Scene& scene, const MirrorNode& node, double frequency);

// What theory says of one side at this Δ, Δt and grading, without its faults: Mur and CPML exactly on the grid, PEC and
// PMC return everything.
class SideTheory {
 public:
  SideTheory(const Scene& scene, Side side);
  // dB; none where theory says nothing. `degrees` is where the wave's energy goes, as that of a mirrored path does: on
  // a grid its wave vector points a little elsewhere (0.6° at twelve cells to a wavelength).
  std::optional<double> db(double frequency, double degrees) const;
  // |reflection| of a plane wave whose wave vector has this angle.
  double amplitude(double frequency, double degrees) const;
  // dB that the meter reads at this node, spreading() included: of all the waves a point source sends out.
  std::optional<double> db_of_point(double frequency, const Scene& scene, const MirrorNode& node) const;

 private:
  bool has_theory() const { return !facts_.in_pairs; }
  std::complex<double> reflection(double omega, double ky) const;

  BoundaryFacts facts_;
  YeeGrid grid_;
  LayerTable layer_;  // empty where the side has no layer
};

}  // namespace ez
