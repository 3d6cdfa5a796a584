// Reflection against angle: which nodes of a meter line measure which angle of one source, along which paths, how long
// each node is undisturbed, and the theory of the side.
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

// One node, which gives one point of the angle plot.
struct MirrorNode {
  Side side = Side::left;
  int place = 0;         // index along the meter line
  double degrees = 0;    // of the mirrored path, from the side's normal
  double incident = 0;   // m from the source to the node
  double reflected = 0;  // m from the mirrored source to the node
  PointPaths paths;      // the same in nodes
  double need = 0;       // s: time at which the whole reflected pulse has passed
  double disturbed = 0;  // s: time from which an echo of another side may be present
};
// Returns, for each wanted angle and every measured side, the node nearest to it (within `tolerance` degrees) that is
// undisturbed until `need`. Empty unless exactly one pulsed point source is on and there are no shapes. Sides in
// `open_sides` reflect nothing. A layer that the reference run has too (Scene::reflection.sides leaves its side closed)
// does not disturb a node if theory predicts that all its echoes change the reading by less than 0.1 dB and no fault
// contradicts theory.
std::vector<MirrorNode> mirror_nodes(const Scene& scene, const std::vector<Side>& open_sides,
                                     const std::vector<double>& degrees, double tolerance, double ringing);
// Explains why no angle of this scene can be measured, on any grid; empty if one can.
std::string why_no_mirror(const Scene& scene);
// Explains why mirror_nodes() returns no node.
NoAngles why_no_angles(const Scene& scene, const std::vector<Side>& open_sides, double ringing);
// Returns the factor by which |D|/|T| at the node is less than the side's reflection, because the wave spreads on its
// longer path.
double spreading(const Scene& scene, const MirrorNode& node, double frequency);

// The theoretical reflection of one side at this Δ, Δt and grading, without its faults: Mur and CPML exactly on the
// grid; PEC and PMC reflect everything.
class SideTheory {
 public:
  SideTheory(const Scene& scene, Side side);
  // Returns dB, or none if there is no theory. `degrees` is the direction of the wave's energy, as for a mirrored path.
  // On a grid the wave vector has a slightly different direction (0.6° at twelve cells per wavelength).
  std::optional<double> db(double frequency, double degrees) const;
  // Returns |reflection| of a plane wave whose wave vector has this angle.
  double amplitude(double frequency, double degrees) const;
  // Returns the dB that the meter reads at this node, with spreading() included. Contains all the waves that a point
  // source emits.
  std::optional<double> db_of_point(double frequency, const Scene& scene, const MirrorNode& node) const;

 private:
  bool has_theory() const { return !facts_.in_pairs; }
  std::complex<double> reflection(double omega, double ky) const;

  BoundaryFacts facts_;
  YeeGrid grid_;
  LayerTable layer_;  // empty if the side has no layer
};

}  // namespace ez
