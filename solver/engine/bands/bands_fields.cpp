// Fields, pictures, readings and checkpoints of a grid that is divided into bands.
#include <algorithm>
#include <cstring>

#include "solver/engine/bands/bands_engine.h"
#include "solver/engine/bands/difference.h"
#include "solver/engine/bands/join_pictures.h"
#include "solver/engine/bands/join_readings.h"
#include "solver/problem/rows_of.h"

namespace ez {
namespace {

class BandsState final : public EngineState {
 public:
  std::vector<std::unique_ptr<EngineState>> bands;
  bool ledger = false;
  double start_turnover = 0;
  double bytes() const override {
    double sum = 0;
    for (const auto& b : bands) sum += b->bytes();
    return sum;
  }
};

}  // namespace

void BandsEngine::sample(const std::vector<GatherPoint>& points, double* out) {
  const Owners owners(points, parts_.rows);
  std::vector<std::vector<double>> values(engines());
  each([&](std::size_t k) {
    const auto own = owners.of(number(k), points, rows(k).first);
    values[k].resize(own.size());
    engine(k).sample(own, values[k].data());
  });
  std::vector<double> all(points.size());
  for (std::size_t k = 0; k < values.size(); ++k) owners.add(number(k), values[k], all);
  unite(all.data(), all.size());
  std::ranges::copy(all, out);
}

void BandsEngine::read(FieldArray array, void* out) {
  const std::size_t row = static_cast<std::size_t>(nx_) * value_bytes(), all = row * static_cast<std::size_t>(ny_);
  if (team_) std::memset(out, 0, all);
  each([&](std::size_t k) {
    if (!is_divided()) return first().read(array, out);
    std::vector<std::byte> held(static_cast<std::size_t>(rows(k).count) * row);
    engine(k).read(array, held.data());
    std::memcpy(static_cast<std::byte*>(out) + static_cast<std::size_t>(rows(k).low()) * row,
                held.data() + static_cast<std::size_t>(rows(k).begin) * row,
                static_cast<std::size_t>(rows(k).high() - rows(k).low()) * row);
  });
  unite(static_cast<std::byte*>(out), all);
}

void BandsEngine::write(FieldArray array, const void* in) {
  const std::size_t row = static_cast<std::size_t>(nx_) * value_bytes();
  each([&](std::size_t k) {
    if (!is_divided()) return first().write(array, in);
    std::vector<std::byte> held(static_cast<std::size_t>(rows(k).count) * row);
    for (int j = 0; j < rows(k).count; ++j)
      std::memcpy(held.data() + static_cast<std::size_t>(j) * row,
                  static_cast<const std::byte*>(in) + static_cast<std::size_t>(rows(k).grid_row(j)) * row, row);
    engine(k).write(array, held.data());
  });
}

void BandsEngine::read_map(int map, double* out) {
  const auto nx = static_cast<std::size_t>(nx_), nodes = nx * static_cast<std::size_t>(ny_);
  if (team_) std::fill_n(out, 2 * nodes, 0.0);
  each([&](std::size_t k) {
    if (!is_divided()) return first().read_map(map, out);
    const std::size_t held_nodes = nx * static_cast<std::size_t>(rows(k).count);
    std::vector<double> held(2 * held_nodes);
    engine(k).read_map(map, held.data());
    for (const std::size_t part : {0, 1})
      std::copy_n(held.data() + part * held_nodes + nx * static_cast<std::size_t>(rows(k).begin),
                  nx * static_cast<std::size_t>(rows(k).high() - rows(k).low()),
                  out + part * nodes + nx * static_cast<std::size_t>(rows(k).low()));
  });
  unite(out, 2 * nodes);
}

PictureStats BandsEngine::draw(const PictureWindow& window, float* pixels) {
  job_.wait();
  if (window.width <= 0 || window.height <= 0) return {};
  if (window.quantity == Quantity::residual && !info_.on_host) {
    const ReferenceView own = as_reference();
    draw_difference(window, own, subtracted_in_memory(window), pixels);
    return stats_of(window, pixels);
  }
  if (!is_divided()) return first().draw(window, pixels);
  const auto count = static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height);
  std::vector<std::vector<float>> pictures(engines(), std::vector<float>(count));
  std::vector<PictureStats> stats(engines());
  const auto draw_band = [&](std::size_t k) { stats[k] = engine(k).draw(window, pictures[k].data()); };
  // The engines of a difference picture take turns, because the first one collects the other run's field.
  if (window.minus.engine != nullptr)
    for (std::size_t k = 0; k < engines(); ++k) draw_band(k);
  else
    each(draw_band);
  std::fill_n(pixels, count, 0.0f);
  PictureStats all;
  for (std::size_t k = 0; k < engines(); ++k) {
    join_picture(window, nx_, rows(k), pictures[k].data(), pixels);
    all.max_abs = std::max(all.max_abs, stats[k].max_abs);
    all.finite &= stats[k].finite;
  }
  if (team_) team_->unite_pixels(pixels, count);
  return team_ || !all.finite ? stats_of(window, pixels) : all;
}

// Collects the main array of all bands. It stays valid until the field changes.
ReferenceView BandsEngine::as_reference() {
  job_.wait();
  if (!is_divided() && info_.on_host) return first().as_reference();
  if (!reference_) {
    std::vector<std::byte> values(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_) * value_bytes());
    read(FieldArray::ez, values.data());
    reference_ = std::move(values);
  }
  ReferenceView view;
  view.ez = reference_->data();
  view.is_double = precision_ == Precision::float64;
  view.pitch = view.nx = nx_;
  view.ny = ny_;
  return view;
}

Health BandsEngine::health() {
  std::vector<Health> of(engines());
  each([&](std::size_t k) { of[k] = engine(k).health(); });
  if (!is_divided()) return of.front();
  std::vector<BandHealth> all(parts_.rows.size());
  for (std::size_t k = 0; k < of.size(); ++k) all[number(k)] = health_of_band(of[k], rows(k).first);
  unite(all.data(), all.size());
  return joined(all);
}

// ---- checkpoints, ledger

std::unique_ptr<EngineState> BandsEngine::save(std::unique_ptr<EngineState> reuse) {
  if (!dynamic_cast<BandsState*>(reuse.get())) reuse = std::make_unique<BandsState>();
  auto& state = static_cast<BandsState&>(*reuse);
  state.bands.resize(engines());
  each([&](std::size_t k) { state.bands[k] = engine(k).save(std::move(state.bands[k])); });
  state.ledger = ledger_, state.start_turnover = start_turnover_;
  return reuse;
}

void BandsEngine::restore(const EngineState& saved) {
  const auto* state = dynamic_cast<const BandsState*>(&saved);
  if (!state || state->bands.size() != engines()) throw EngineError("the checkpoint belongs to another grid");
  each([&](std::size_t k) { engine(k).restore(*state->bands[k]); });
  if (state->ledger)
    start_turnover_ = state->start_turnover;
  else if (ledger_)
    begin_turnover();
}

void BandsEngine::set_ledger(bool on, const Problem& problem) {
  each([&](std::size_t k) { engine(k).set_ledger(on, on && is_divided() ? rows_of(problem, rows(k)) : problem); });
  ledger_ = on;
  if (on) begin_turnover();
}

EnergyLedger BandsEngine::ledger() {
  EnergyLedger all = sum_of_ledgers();
  if (ledger_) all.turnover += start_turnover_;
  return all;
}

EnergyLedger BandsEngine::sum_of_ledgers() {
  std::vector<EnergyLedger> of(parts_.rows.size());
  each([&](std::size_t k) { of[number(k)] = engine(k).ledger(); });
  unite(of.data(), of.size());
  return joined(of);
}

}  // namespace ez
