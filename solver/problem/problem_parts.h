// Shared by the parts of build_problem(). Other code should use Problem only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "solver/base/constants.h"
#include "solver/problem/physical.h"
#include "solver/problem/problem.h"
#include "solver/scene/raster/metal_rim.h"

namespace ez {

inline bool is_mur(BoundaryKind kind) { return facts_of(kind).mur_order > 0; }
inline bool has_layer(BoundaryKind kind) { return facts_of(kind).has_layer; }
inline bool has_wall_entry(BoundaryKind kind) { return facts_of(kind).sets_nodes(); }

inline std::size_t index_of(const Problem& p, int i, int j) {
  return static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
}

// Returns the node `depth` cells inside a side and `along` cells along it from the axis's first node.
inline Node node_at(const Problem& p, Side side, int depth, int along) {
  const int across = at_low_end(side) ? depth : (across_x(side) ? p.nx : p.ny) - 1 - depth;
  return across_x(side) ? Node{across, along} : Node{along, across};
}
inline int length_of(const Problem& p, Side side) { return across_x(side) ? p.ny : p.nx; }

// The faults of a scene, for queries by side and kind.
class FaultSet {
 public:
  explicit FaultSet(std::vector<BoundaryFault> faults) : faults_(std::move(faults)) {}
  bool has(Side side, Fault fault) const {
    return std::find(faults_.begin(), faults_.end(), BoundaryFault{side, fault}) != faults_.end();
  }
  bool any(Fault fault) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const BoundaryFault& f) { return f.fault == fault; });
  }

 private:
  std::vector<BoundaryFault> faults_;
};

// in layers.cpp
void set_layers(Problem& p, const Scene& scene, const FaultSet& faults, const NodeMap& map);
// in walls.cpp; `media` is as the engine sees them
void set_walls(Problem& p, const FaultSet& faults, const NodeMap& map);
void set_mur(Problem& p, const std::vector<Medium>& media, const FaultSet& faults, const NodeMap& map);
// in conformal.cpp: numbers of the nodes next to metal with grid.conformal
// Returns the nodes whose numbers may change when shapes within `dirty` change.
NodeRect with_rim(const Problem& p, NodeRect dirty);
// Returns the entry of a medium in a cell of which `part` 64ths remain.
ElectricEntry rim_entry(const ElectricEntry& of_medium, int part);
class MetalEdges {
 public:
  // Prepares the nodes within `dirty`. `map` must outlive the object.
  MetalEdges(const Problem& p, const Scene& scene, const NodeMap& map, NodeRect dirty);
  // The media at both ends of an H node. `part` is the remaining fraction in 64ths: of the path between them (ez), or
  // of the node's edge (hz; 0: nothing).
  struct Between {
    std::uint16_t a, b;
    int part = MetalRim::whole;
  };
  Between between(FieldArray array, Node a, Node b) const;
  // hz: gives cells that are cut their own entries after those of the palette.
  void set_cells(Problem& p) const;

 private:
  bool is_metal(int i, int j) const;
  bool is_mirror(Side side) const;
  int least_part(int i, int j) const;
  int cell_part(int i, int j, int clear) const;
  std::optional<std::uint16_t> medium_at(int i, int j) const;

  const Problem& p_;
  const NodeMap& map_;
  double courant_, wx_, wy_;  // 1/m²
  NodeRect dirty_;
  MetalRim rim_;
  std::vector<bool> listed_;  // whether hx or hy of a node is at the metal's edge, which is rare
};
// in one_way.cpp; the feeds are empty if the source cannot drive
Feed feed_of(const Problem& p, const Scene& scene, const Source& source, const BeamSource& g);
Feed feed_of(const Problem& p, const Scene& scene, const Source& source, const ModeSource& g);
// in feeds.cpp: sources and probes
void set_feeds(Problem& p, const Scene& scene, const FaultSet& faults);

}  // namespace ez
