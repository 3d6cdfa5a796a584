#include "solver/engine/bands/batch_part.h"

#include <utility>

namespace ez {

Batch part_of(const Batch& batch, int from, int steps, const Gather& gather) {
  Batch part;
  part.first_step = batch.first_step + static_cast<std::uint64_t>(from);
  part.steps = steps;
  part.sources = batch.sources;
  part.until = batch.until;
  const auto signal = batch.signals.begin() + std::ptrdiff_t{from} * batch.sources;
  part.signals.assign(signal, signal + std::ptrdiff_t{steps} * batch.sources);
  for (const WaveSignals& w : batch.waves) {
    WaveSignals& wave = part.waves.emplace_back(WaveSignals{w.tables, w.columns, w.first, w.step + from, {}});
    wave.moments.assign(w.moments.begin() + from, w.moments.begin() + from + steps);
  }
  const auto turns = static_cast<std::ptrdiff_t>(gather.maps.count());
  if (turns == 0) return part;
  const auto samples = [&](std::uint64_t first, int count) {
    return turns * static_cast<std::ptrdiff_t>(sample_count(first, count, gather.maps.every));
  };
  const auto turn = batch.turns.begin() + samples(batch.first_step, from);
  part.turns.assign(turn, turn + samples(part.first_step, steps));
  return part;
}

void append(BatchResult& to, BatchResult part) {
  to.steps += part.steps;
  to.seconds += part.seconds;
  to.probes.insert(to.probes.end(), part.probes.begin(), part.probes.end());
  to.gathered.insert(to.gathered.end(), part.gathered.begin(), part.gathered.end());
}

}  // namespace ez
