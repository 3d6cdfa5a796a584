#include "solver/measure/instability.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "solver/physics/problem.h"
#include "solver/scene/fault.h"
#include "solver/scene/scene_file.h"

namespace ez {

Runaway as_it_stands(Solver& solver, const Sentinel& sentinel) {
  const Health h = solver.health();
  return {h.finite ? h.largest : h.first_bad, h.largest, solver.step(), h.max_abs, sentinel.possible(solver.step())};
}

// From a millionth of what the sources can have made to a million times that, where Sentinel calls it unstable.
std::uint64_t unseen_until(const Runaway& runaway) {
  if (runaway.growth <= 1) return 0;
  const double steps = 12 * std::log(10.0) / std::log(runaway.growth);
  return steps < static_cast<double>(runaway.step) ? runaway.step - static_cast<std::uint64_t>(steps) : 0;
}

namespace {

std::uint64_t steps_in(double seconds, double per_second) {
  return static_cast<std::uint64_t>(std::clamp(seconds * per_second, 1.0, 1e9));
}

}  // namespace

Runaway trace(Solver& solver, const Checkpoint& good, const Sentinel& sentinel, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::uint64_t end = solver.step();
  Runaway found = as_it_stands(solver, sentinel);
  solver.restore(good);
  struct {
    std::uint64_t step;
    double max_abs;
  } from{good.step, solver.health().max_abs};
  Checkpoint last;
  bool refine = true;
  const auto keep = [&] {
    try {
      last = solver.checkpoint(std::move(last));
    } catch (const OutOfMemory&) {
      refine = false;
    }
  };
  keep();
  std::uint64_t stride = std::max<std::uint64_t>((end - good.step) / 16, 1);
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::uint64_t affordable = 16;  // steps, of which 16 fit into the time
  while (solver.step() < end && spent() < seconds) {
    const double began = spent();
    stride = std::min({stride, end - solver.step(), affordable});
    solver.advance(static_cast<int>(stride));
    const Health h = solver.health();
    affordable = steps_in(seconds / 16, static_cast<double>(stride) / std::max(spent() - began, 1e-9));
    if (sentinel.verdict(h, solver.step()).empty()) {
      // What no source can have made grows by itself: there the rate is pure.
      if (from.max_abs <= sentinel.possible(from.step) && h.max_abs > sentinel.possible(solver.step()))
        from = {solver.step(), h.max_abs};
      else if (from.max_abs > 0 && h.max_abs > 0)
        found.growth = std::pow(h.max_abs / from.max_abs, 1 / static_cast<double>(solver.step() - from.step));
      found.origin = h.largest;
      found.max_abs = h.max_abs;
      if (refine) keep();
      continue;
    }
    found.node = h.finite ? h.largest : h.first_bad;
    found.step = solver.step();
    found.possible = sentinel.possible(solver.step());
    if (stride == 1 || !refine) break;
    solver.restore(last);
    stride = std::max<std::uint64_t>(stride / 4, 1);
  }
  return found;
}

namespace {

std::string digits4(double v) { return fmt::format("{:.4g}", v); }

// "left side", "corner of left and bottom".
std::string place_of(const std::vector<Side>& sides) {
  if (sides.size() == 1) return fmt::format("{} side", to_string(sides[0]));
  return fmt::format("corner of {} and {}", to_string(sides[0]), to_string(sides[1]));
}

class Doctor {
 public:
  Doctor(const Scene& scene, const NodeMap& nodes, const Runaway& runaway)
      : scene_(scene), runaway_(runaway), palette_(palette_of(scene)) {
    const Node& n = runaway.origin;
    if (n.i >= 0 && n.j >= 0 && n.i < nodes.nx() && n.j < nodes.ny()) medium_ = palette_[nodes.at(n.i, n.j)].name;
  }

  // The first that holds; what is sure before what is likely.
  Diagnosis verdict() const {
    for (const auto& ask : {&Doctor::amplitude, &Doctor::gain, &Doctor::courant, &Doctor::fault, &Doctor::mur,
                            &Doctor::layer, &Doctor::no_margin})
      if (std::optional<Diagnosis> d = (this->*ask)()) return std::move(*d);
    return {fmt::format("nothing in the scene explains it: it grows from node ({}, {}) in “{}”", runaway_.origin.i,
                        runaway_.origin.j, medium_),
            "",
            {}};
  }

 private:
  // A remedy is offered only when the scene with it is one that would be accepted.
  Diagnosis with(std::string cause, std::string remedy, Scene mended) const {
    const std::vector<Message> messages = validate(mended);
    const bool holds =
        std::none_of(messages.begin(), messages.end(), [](const Message& m) { return m.kind == Message::Kind::error; });
    if (!holds) return {std::move(cause), "", {}};
    return {std::move(cause), std::move(remedy), std::move(mended)};
  }

  // ---- a source past what numbers can hold
  std::optional<Diagnosis> amplitude() const {
    const bool single = scene_.grid.precision == Precision::float32;
    const double largest = single ? 3.4e38 : 1.7e308;
    if (!(runaway_.possible > 1e-6 * largest)) return std::nullopt;
    const auto louder = [](const Source& a, const Source& b) {
      return (a.on ? std::abs(a.amplitude) : -1) < (b.on ? std::abs(b.amplitude) : -1);
    };
    const auto loudest = std::max_element(scene_.sources.begin(), scene_.sources.end(), louder);
    if (loudest == scene_.sources.end() || !loudest->on) return std::nullopt;
    const auto k = static_cast<std::size_t>(loudest - scene_.sources.begin());
    // So that a million times as many steps have room, and a field 10⁶ times what one step adds.
    const double over = std::min(runaway_.possible, 1e300) / (1e-14 * largest);
    const double safe = std::pow(10.0, std::floor(std::log10(std::abs(loudest->amplitude) / over)));
    Scene mended = scene_;
    mended.sources[k].amplitude = std::copysign(safe, loudest->amplitude);
    return with(fmt::format("source {} has an amplitude of {:.3g}, past what {} precision can hold", k + 1,
                            loudest->amplitude, single ? "single" : "double"),
                fmt::format("Set its amplitude to {:.3g}", mended.sources[k].amplitude), mended);
  }

  // ---- a medium that amplifies
  std::optional<Diagnosis> gain() const {
    for (std::size_t k = 0; k < scene_.materials.size(); ++k) {
      const Material& m = scene_.materials[k];
      if (m.name != medium_ || (m.sigma >= 0 && m.sigma_m >= 0)) continue;
      Scene mended = scene_;
      mended.materials[k].sigma = std::max(m.sigma, 0.0);
      mended.materials[k].sigma_m = std::max(m.sigma_m, 0.0);
      return with(fmt::format("“{}” has a negative conductivity: it amplifies, and the growth starts in it", m.name),
                  "Set the conductivity to 0", mended);
    }
    return std::nullopt;
  }

  // ---- Δt too long: the least ε_r times the least μ_r that meet must not be under courant²
  std::optional<Diagnosis> courant() const {
    double eps = 1, mu = 1;
    std::string fast = "vacuum";
    for (const PaletteEntry& e : palette_) {
      if (e.eps < eps || e.mu < mu) fast = e.name;
      eps = std::min(eps, e.eps), mu = std::min(mu, e.mu);
    }
    const double c = scene_.grid.courant, limit = std::sqrt(eps * mu);
    if (!(c > limit)) return std::nullopt;
    const double digits = std::pow(10.0, 3 - std::floor(std::log10(limit)));
    Scene mended = scene_;
    mended.grid.courant = std::floor(0.99 * limit * digits) / digits;
    return with(fmt::format("the Courant number {} is over the limit of {} in “{}”, and the growth starts in “{}”",
                            digits4(c), digits4(limit), fast, medium_),
                fmt::format("Set the Courant number to {}", digits4(mended.grid.courant)), mended);
  }

  // ---- what lies at a side: within `depth` nodes of it
  bool at(Side side, int depth) const {
    const Node& n = runaway_.origin;
    if (side == Side::left) return n.i < depth;
    if (side == Side::right) return n.i >= scene_.grid.nx - depth;
    return side == Side::bottom ? n.j < depth : n.j >= scene_.grid.ny - depth;
  }
  // The layer with the nodes beside it; the wall with its neighbours.
  bool in_boundary_of(Side side) const {
    return at(side, scene_.boundary[side] == BoundaryKind::cpml ? scene_.boundary.cpml.cells + 2 : 3);
  }

  std::optional<Diagnosis> fault() const {
    for (const BoundaryFault& f : active_faults(scene_)) {
      if (!in_boundary_of(f.side)) continue;
      const auto written = std::find(scene_.faults.begin(), scene_.faults.end(), f);
      if (written == scene_.faults.end())
        return Diagnosis{
            fmt::format("the boundary at the {} side: the growth starts in it", to_string(f.side)), "", {}};
      Scene mended = scene_;
      mended.faults.erase(mended.faults.begin() + (written - scene_.faults.begin()));
      return with(fmt::format("the fault at the {} side, {}: the growth starts there", to_string(f.side),
                              words_of(f.fault).title),
                  "Take the fault out", mended);
    }
    return std::nullopt;
  }

  // Of second order: the first is stable where media vary. Of first order: a layer.
  std::optional<Diagnosis> mur() const {
    std::vector<Side> sides;
    for (const Side s : all_sides) {
      const BoundaryKind kind = scene_.boundary[s];
      if ((kind == BoundaryKind::mur1 || kind == BoundaryKind::mur2) && in_boundary_of(s)) sides.push_back(s);
    }
    if (sides.empty()) return std::nullopt;
    const bool second =
        std::any_of(sides.begin(), sides.end(), [&](Side s) { return scene_.boundary[s] == BoundaryKind::mur2; });
    Scene mended = scene_;
    for (const Side s : sides) mended.boundary[s] = second ? BoundaryKind::mur1 : BoundaryKind::cpml;
    const std::string where = sides.size() == 1 ? std::string(to_string(sides[0]))
                                                : fmt::format("{} and {}", to_string(sides[0]), to_string(sides[1]));
    return with(fmt::format("Mur's boundary of {} order at the {}: the growth starts there",
                            second ? "second" : "first", place_of(sides)),
                fmt::format("Use {} at the {}", second ? "Mur of first order" : "CPML", where), mended);
  }

  std::optional<Diagnosis> layer() const {
    for (const Side s : all_sides) {
      if (scene_.boundary[s] != BoundaryKind::cpml || !in_boundary_of(s)) continue;
      const std::string cause =
          fmt::format("the absorbing layer at the {} side: the growth starts in it", to_string(s));
      if (scene_.boundary.cpml.kappa >= 1) return Diagnosis{cause, "", {}};
      Scene mended = scene_;
      mended.boundary.cpml.kappa = 1;
      return with(fmt::format("{}, with a kappa of {}", cause, digits4(scene_.boundary.cpml.kappa)), "Set kappa to 1",
                  mended);
    }
    return std::nullopt;
  }

  // ---- at the limit itself rounding decides
  std::optional<Diagnosis> no_margin() const {
    if (scene_.grid.courant <= 0.99) return std::nullopt;
    Scene mended = scene_;
    mended.grid.courant = 0.99;
    return with(fmt::format("the Courant number {} leaves no room for rounding", digits4(scene_.grid.courant)),
                "Set the Courant number to 0.99", mended);
  }

  const Scene& scene_;
  const Runaway& runaway_;
  std::vector<PaletteEntry> palette_;
  std::string medium_;
};

}  // namespace

Diagnosis diagnose(const Scene& scene, const NodeMap& nodes, const Runaway& runaway) {
  Diagnosis d = Doctor(scene, nodes, runaway).verdict();
  if (runaway.growth > 1.0001)
    d.cause += fmt::format(", tenfold every {:.0f} steps", std::ceil(std::log(10.0) / std::log(runaway.growth)));
  return d;
}

}  // namespace ez
