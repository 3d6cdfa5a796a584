// The way of a source that moves, and what of it falls on which nodes.
//
// A current at a place between nodes is shared bilinearly by the four around it. A line charge on its way is the
// current that keeps the charge: as it goes from one place to the next within a step, the currents through the faces of
// the cells are those whose divergence is the change of a charge that is itself shared bilinearly (Villasenor and
// Buneman, Comput. Phys. Commun. 69, 306, 1992), so that div D is the charge where it is, and nothing stays behind.
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
  Vec2 cloud = {};  // standard deviation of what moves, nodes
  bool operator==(const Track&) const = default;
};

// A track's places by time: where it is `t` seconds after it began, and the corners between two times.
class Walk {
 public:
  explicit Walk(const Track& track);
  Vec2 at(double t) const;                                  // nodes
  std::vector<Vec2> between(double from, double to) const;  // both places, and what corners lie between

 private:
  double travelled(double t) const;  // m, without the rounds that are behind it
  Vec2 place(double metres) const;

  const Track& track_;
  std::vector<double> ends_;  // m, of the legs
};

// A share of one at a node.
struct Share {
  Node node;
  double part = 0;
};
// Of what is at a place, nodes: bilinear; without those that are 0.
std::vector<Share> shares_at(Vec2 place);
// Of a charge that goes straight from one place to another: the charge through the face at (i, j+½), then (i+½, j), in
// cells times the charge.
struct FaceShares {
  std::vector<Share> x, y;
};
void add_way(Vec2 from, Vec2 to, FaceShares& out);
// A cloud along one axis, from −reach to reach: the binomial weights of that standard deviation, nodes. Shared so from
// all nodes alike, currents keep the charge as they did before.
std::vector<double> cloud_weights(double deviation);

}  // namespace ez
