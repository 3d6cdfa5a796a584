#include <algorithm>

#include "solver/engine/fields.h"

namespace ez {

void expand_wave_signals(Batch& batch) {
  if (batch.waves.empty()) return;
  const auto width = static_cast<std::size_t>(batch.columns()), plain = static_cast<std::size_t>(batch.sources);
  const auto steps = static_cast<std::size_t>(batch.steps);
  std::vector<double> signals(steps * width);
  for (std::size_t n = 0; n < steps; ++n)
    std::copy_n(batch.signals.data() + n * plain, plain, signals.data() + n * width);
  for (const WaveSignals& w : batch.waves) {
    const WaveView view = w.tables->here();
    for (std::size_t n = 0; n < steps; ++n) {
      const WaveSignals::Moment& m = w.moments[n];
      double* out = signals.data() + n * width + w.first;
      for (const WaveColumn& c : *w.columns)
        *out++ += m.loud * wave_value(view, c, w.step + static_cast<long long>(n), m.cosine, m.sine);
    }
  }
  batch.signals = std::move(signals);
  batch.sources = static_cast<int>(width);
  batch.waves.clear();
}

}  // namespace ez
