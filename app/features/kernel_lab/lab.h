// Functions of the state that the kernel lab's parts share: speeds, roofs and the best block.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/features/kernel_lab/state.h"
#include "app/model/state.h"

namespace ez {

RunSize size_of(const Scene& scene);
// Returns the position in all_schemes(), or −1 if no scheme has this name.
int scheme_index(std::string_view name);
// Formats scheme and form: "split, 4" or "takada".
std::string scheme_words(const SchemeChoice& choice);

// Returns the fastest measurement of a scheme on a grid of this size; null: none. form < 0 stands for any form.
const SchemeSpeed* speed_of(const State& state, std::string_view scheme, int form, const RunSize& size,
                            std::optional<BlockShape> block = std::nullopt);
// Stores a measurement. It replaces that of the same scheme, block and grid.
void record(KernelState& kernel, const SchemeSpeed& speed);

// Return the bytes of memory traffic per cell and step of a measurement, and of an engine that reads and writes its
// three arrays once per pass, or makes single steps instead. 0: it makes no passes.
double bytes_of(const SchemeSpeed& speed);
double bytes_of(const Passes& passes, Precision precision);
// Returns operations per byte of DRAM traffic, as the scheme counts them.
double intensity(const SchemeFacts& scheme, int form, Precision precision);
// Returns the Gcell/s that a memory of `bytes_per_second` allows the measured scheme.
double roof_gcells(const SchemeSpeed& speed, double bytes_per_second);
// Returns the bytes of fields and media that a step reads or writes. They fit into a cache of at least this size.
double working_set(const SchemeFacts& scheme, int form, const RunSize& size);

// Returns the fastest shape of the map; null before one is measured.
const BlockSquare* best_square(const BlockMap& map);
const BlockSquare* square_of(const BlockMap& map, BlockShape block);
// Returns a table of every shape with its threads, and its speed or why it cannot run.
std::string block_map_csv(const State& state);

}  // namespace ez
