#include "solver/measure/monitors/phasor_form.h"

#include <cmath>

#include "solver/measure/monitors/monitors.h"

namespace ez {
namespace {

std::complex<double> sum(const std::vector<PhasorForm::Term>& terms, PhasorForm::Phasors x) {
  std::complex<double> out = 0;
  for (const PhasorForm::Term& t : terms) out += t.weight * x[t.point];
  return out;
}

}  // namespace

double PhasorForm::value(Phasors x) const {
  if (!amplitude.empty()) return std::abs(sum(amplitude, x));
  double out = 0;
  for (const Product& p : power) out += p.weight * (x[p.e] * std::conj(x[p.h])).real();
  return out;
}

void PhasorForm::add_derivative(Phasors x, double factor, std::span<std::complex<double>> out) const {
  const std::complex<double> a = sum(amplitude, x);
  const std::complex<double> turned = std::abs(a) > 0 ? std::conj(a) / (2 * std::abs(a)) : 0;
  for (const Term& t : amplitude) out[t.point] += factor * turned * t.weight;
  for (const Product& p : power) {
    out[p.e] += factor * 0.5 * p.weight * std::conj(x[p.h]);
    out[p.h] += factor * 0.5 * p.weight * std::conj(x[p.e]);
  }
}

std::optional<PhasorForm> Monitors::flux_form(std::string_view name, double frequency) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<FluxMonitor>(part->monitor.geometry) || !measures(*part, frequency))
    return std::nullopt;
  PhasorForm out;
  const std::vector<Value>&e = part->values[index_of(FieldArray::ez)], &hx = part->values[index_of(FieldArray::hx)],
        &hy = part->values[index_of(FieldArray::hy)];
  const auto add = [&](std::size_t k, const Value& h, double weight) {
    const double w = (dual_ ? -2 : 2) * weight * 2 * e[k].factor * h.factor;  // 2: both points of e are the same
    if (w == 0) return;
    out.power.push_back({e[k].a, h.a, w});
    out.power.push_back({e[k].a, h.b, w});
  };
  for (std::size_t k = 0; k < part->nodes.size(); ++k) {
    if (!hx.empty()) add(k, hx[k], part->weight_y[k]);
    if (!hy.empty()) add(k, hy[k], -part->weight_x[k]);
  }
  return out;
}

std::optional<PhasorForm> Monitors::mode_form(std::string_view name, double frequency, bool forward) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<ModeMonitor>(part->monitor.geometry)) return std::nullopt;
  const std::optional<std::size_t> f = measures(*part, frequency);
  if (!f || projection(*part, *f).e.empty()) return std::nullopt;
  const Part::Projection& to = projection(*part, *f);
  const FieldArray tangential = part->values[index_of(FieldArray::hy)].empty() ? FieldArray::hx : FieldArray::hy;
  PhasorForm out;
  const auto add = [&](const Value& v, double weight) {
    out.amplitude.push_back({v.a, weight * v.factor});
    out.amplitude.push_back({v.b, weight * v.factor});
  };
  for (std::size_t n = 0; n < part->nodes.size(); ++n) {
    add(part->values[index_of(FieldArray::ez)][n], 0.5 * to.e[n]);
    add(part->values[index_of(tangential)][n], (forward ? 0.5 : -0.5) * to.h[n]);
  }
  return out;
}

std::optional<PhasorForm> Monitors::along_form(std::string_view name, double frequency, double metres) const {
  const Part* part = find(name);
  if (!part || !std::holds_alternative<LineMonitor>(part->monitor.geometry) || !measures(*part, frequency))
    return std::nullopt;
  const std::vector<double> way = distances_along(*part);
  PhasorForm out;
  const auto add = [&](std::size_t node, double weight) {
    const Value& v = part->values[index_of(FieldArray::ez)][node];
    out.amplitude.push_back({v.a, 2 * weight * v.factor});
  };
  for (std::size_t k = 0; k + 1 < way.size(); ++k) {
    const double share = (metres - way[k]) / (way[k + 1] - way[k]);
    if (share < -1e-9 || share > 1 + 1e-9) continue;
    add(k, 1 - share);
    add(k + 1, share);
    return out;
  }
  return std::nullopt;
}

}  // namespace ez
