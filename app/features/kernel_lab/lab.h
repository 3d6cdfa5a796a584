// What the kernel lab's parts share: speeds, roofs and the best block, as functions of the state alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/features/kernel_lab/state.h"
#include "app/model/state.h"

namespace ez {

RunSize size_of(const Scene& scene);
// Position in all_schemes(); −1: there is none of this name.
int scheme_index(std::string_view name);
// "split, 4"; "takada"
std::string scheme_words(const SchemeChoice& choice);

// The fastest measurement of a scheme (of any form, for form < 0) on a grid of this size; nullptr: none.
const SchemeSpeed* speed_of(const State& state, std::string_view scheme, int form, const RunSize& size,
                            std::optional<BlockShape> block = std::nullopt);
// Replaces the measurement of the same scheme, block and grid.
void record(KernelState& kernel, const SchemeSpeed& speed);

// Bytes of memory traffic per cell and step: of a measurement; of the CPU engine, which goes over its three arrays once
// a pass.
double bytes_of(const SchemeSpeed& speed);
double bytes_of(const Passes& passes, Precision precision);
// Operations per byte of DRAM traffic, by the scheme's own counting.
double intensity(const SchemeFacts& scheme, int form, Precision precision);
// Gcell/s that a memory of `bytes_per_second` allows the measured scheme.
double roof_gcells(const SchemeSpeed& speed, double bytes_per_second);
// Bytes of fields and media that a step goes over: what must fit into a cache.
double working_set(const SchemeFacts& scheme, int form, const RunSize& size);

// The fastest shape of the map; nullptr before one is measured.
const BlockSquare* best_square(const BlockMap& map);
const BlockSquare* square_of(const BlockMap& map, BlockShape block);
// Every shape with its threads, speed or reason.
std::string block_map_csv(const State& state);

}  // namespace ez
