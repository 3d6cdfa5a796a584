// The path of a moving source, and the shares of its current at the nodes.
//
// A current at a position between nodes is shared bilinearly by the four nodes around it. A moving line charge drives
// currents that conserve charge. While it moves within a step, the divergence of the currents through the cells' faces
// equals the change of a charge that is itself shared bilinearly (Villasenor and Buneman, Comput. Phys. Commun. 69,
// 306, 1992). So div D is always the charge at its current position, and no charge remains behind.
#pragma once

#include <vector>

#include "solver/scene/place.h"

namespace ez {

struct Track {
  std::vector<Vec2> points;  // nodes
  Vec2 cell;                 // m
  double speed = 0;          // m/s
  bool loop = false;
  bool charge = false;
  Vec2 cloud = {};  // standard deviation of the moving charge or current, nodes
  bool operator==(const Track&) const = default;
};

// Position on a track as a function of time, and the corners between two times. Time t is in seconds since the start.
class Walk {
 public:
  explicit Walk(const Track& track);
  Vec2 at(double t) const;                                  // nodes
  std::vector<Vec2> between(double from, double to) const;  // both positions, and the corners between them

 private:
  double travelled(double t) const;  // m, without completed rounds
  Vec2 place(double metres) const;

  const Track& track_;
  std::vector<double> ends_;  // m, distance along the track at the end of each leg
};

// A node's share of 1.
struct Share {
  Node node;
  double part = 0;
};
// Returns the bilinear shares of a position in nodes, without those that are 0.
std::vector<Share> shares_at(Vec2 place);
// Shares of a charge that moves in a straight line: the charge through the face at (i, j+½) in x, and through (i+½, j)
// in y, in cells times the charge.
struct FaceShares {
  std::vector<Share> x, y;
};
void add_face_shares(Vec2 from, Vec2 to, FaceShares& out);
// Returns the binomial weights, from −reach to reach, of a cloud along one axis with this standard deviation in nodes.
// If all currents are spread with the same weights, they still conserve charge.
std::vector<double> cloud_weights(double deviation);

}  // namespace ez
