#include "app/features/kernel_lab/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/features/kernel_lab/state.h"
#include "solver/base/csv.h"

namespace ez {

RunSize size_of(const Scene& scene) { return {scene.grid.nx, scene.grid.ny, scene.grid.precision}; }

int scheme_index(std::string_view name) {
  const std::vector<SchemeFacts>& all = all_schemes();
  const auto at = std::find_if(all.begin(), all.end(), [&](const SchemeFacts& s) { return s.name == name; });
  return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

std::string scheme_words(const SchemeChoice& choice) {
  const SchemeFacts* facts = find_scheme(choice.name);
  const auto k = static_cast<std::size_t>(choice.form);
  if (!facts || k >= facts->forms.size()) return choice.name;
  return fmt::format("{}, {}", choice.name, facts->forms[k]);
}

const SchemeSpeed* speed_of(const State& state, std::string_view scheme, int form, const RunSize& size,
                            std::optional<BlockShape> block) {
  const SchemeSpeed* best = nullptr;
  for (const SchemeSpeed& s : state.of<KernelState>().speeds) {
    if (s.scheme.name != scheme || !(s.size == size) || (block && !(s.block == *block))) continue;
    if (form >= 0 && s.scheme.form != form) continue;
    if (!best || s.gcells > best->gcells) best = &s;
  }
  return best;
}

void record(KernelState& kernel, const SchemeSpeed& speed) {
  for (SchemeSpeed& s : kernel.speeds)
    if (s.scheme == speed.scheme && s.block == speed.block && s.size == speed.size) {
      s = speed;
      return;
    }
  kernel.speeds.push_back(speed);
}

double bytes_of(const SchemeSpeed& s) {
  if (s.bytes > 0) return s.bytes;
  const SchemeFacts* facts = find_scheme(s.scheme.name);
  return facts ? bytes_per_cell_step(*facts, s.scheme.form, s.size.precision) : 0;
}

double bytes_of(const Passes& passes, Precision precision) {
  if (passes.two_kernels) return bytes_per_cell_step(*find_scheme("two-kernel"), 0, precision);
  const double word = precision == Precision::float32 ? 4 : 8;
  return passes.levels > 0 ? 6 * word / passes.levels : 0;
}

double intensity(const SchemeFacts& scheme, int form, Precision precision) {
  return scheme.operations / bytes_per_cell_step(scheme, form, precision);
}

double roof_gcells(const SchemeSpeed& speed, double bytes_per_second) {
  return 1e-9 * bytes_per_second / bytes_of(speed);
}

double working_set(const SchemeFacts& scheme, int form, const RunSize& size) {
  const double word = size.precision == Precision::float32 ? 4 : 8;
  return (3 * word + media_bytes(scheme, form)) * size.nx * size.ny;
}

const BlockSquare* best_square(const BlockMap& map) {
  const BlockSquare* best = nullptr;
  for (const BlockSquare& s : map.squares)
    if (s.gcells > 0 && (!best || s.gcells > best->gcells)) best = &s;
  return best;
}

const BlockSquare* square_of(const BlockMap& map, BlockShape block) {
  for (const BlockSquare& s : map.squares)
    if (s.block == block) return &s;
  return map.paper && map.paper->block == block ? &*map.paper : nullptr;
}

std::string block_map_csv(const State& state) {
  const BlockMap& map = state.of<KernelState>().map;
  std::string out = "device,scheme,nx,ny,precision,bx,by,threads,gcells_per_s,slices,illegal\n";
  const auto to = std::back_inserter(out);
  const auto add = [&](const BlockSquare& s) {
    const std::string speed = s.gcells > 0 ? fmt::format("{:.6g}", s.gcells) : std::string();
    fmt::format_to(to, "{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(state.engine.device),
                   csv_field(scheme_words(map.scheme)), map.size.nx, map.size.ny,
                   map.size.precision == Precision::float32 ? "float" : "double", s.block.x, s.block.y,
                   s.block.x * s.block.y, speed, s.slices, csv_field(s.why));
  };
  for (const BlockSquare& s : map.squares) add(s);
  if (map.paper) add(*map.paper);
  return out;
}

}  // namespace ez
