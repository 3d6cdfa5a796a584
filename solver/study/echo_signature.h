// The time, angle and frequency signature of an echo that meter lines recorded.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// The echo of the side that sends most of it, as a meter records it. This is the largest echo that only one side can
// have sent (own_echo.h). If overlapping echoes are 20 dB stronger, as from corners, or if all overlap, it is the echo
// of the side at which echoes arrive first.
struct EchoSignature {
  Side side = Side::left;    // that sends the echo
  std::optional<double> db;  // largest |echo| over largest |incoming wave| at that side; empty: no wave arrives
  double depth = 0;  // cells behind the layer's inner edge (without a layer: the boundary) from which its peak returns
  double degrees = 0;  // of the node with the largest echo, from the side's normal, for the nearest source
  std::optional<std::array<double, 2>> ends;  // dB at the lower and at the upper quarter of the sources' band
  bool operator==(const EchoSignature&) const = default;
};

// Records of all nodes of the meter lines: sample after sample, one value for each node.
struct EchoRecord {
  const std::vector<float>& echo;
  const std::vector<float>& incoming;
  double interval = 0;                       // s between samples
  std::array<std::size_t, 5> first_of_side;  // index of each side's first node, and the number of nodes
  std::vector<double> own_until;             // s, for each node: until then an echo is its side's own
};
// Returns the number of the first sample of a record with a value of at least `least` at nodes first … last − 1. `row`
// is the number of nodes. Without such a sample, returns the number of samples.
std::size_t arrival_of(const std::vector<float>& record, std::size_t row, std::size_t first, std::size_t last,
                       double least);
// `nodes` are the lines' nodes.
EchoSignature signature_of(const Scene& scene, const std::vector<Node>& nodes, const EchoRecord& record);

}  // namespace ez
