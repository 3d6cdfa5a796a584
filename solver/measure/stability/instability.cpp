#include "solver/measure/stability/instability.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "solver/measure/stability/failed_cells.h"
#include "solver/problem/problem.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

Runaway describe_runaway(Solver& solver, const StabilityMonitor& stability) {
  const Health h = solver.health();
  return {h.finite ? h.largest : h.first_bad, h.largest, solver.step(), h.max_abs, stability.possible(solver.step())};
}

// Twelve decades: from a millionth of the largest field that sources can have made to a million times that, which is
// StabilityMonitor's limit.
std::uint64_t last_unseen_step(const Runaway& runaway) {
  if (runaway.growth <= 1) return 0;
  const double steps = 12 * std::log(10.0) / std::log(runaway.growth);
  return steps < static_cast<double>(runaway.step) ? runaway.step - static_cast<std::uint64_t>(steps) : 0;
}

namespace {

std::uint64_t steps_in(double seconds, double per_second) {
  return static_cast<std::uint64_t>(std::clamp(seconds * per_second, 1.0, 1e9));
}

}  // namespace

Runaway trace(Solver& solver, const Checkpoint& good, const StabilityMonitor& stability, double seconds,
              Checkpoint* before_bad) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::uint64_t end = solver.step();
  const Runaway standing = describe_runaway(solver, stability);
  if (in_cells(solver.scene().physics)) return standing;  // the failed step contains the position
  Runaway found = standing;
  bool seen_bad = false;
  solver.restore(good);
  struct {
    std::uint64_t step;
    double max_abs;
  } from{good.step, solver.health().max_abs};
  Checkpoint last;
  bool refine = true;  // enough memory to go back and look at smaller steps
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
  std::uint64_t affordable = 16;  // steps of a stride, chosen so that 16 strides fit into the time
  while (solver.step() < end && spent() < seconds) {
    const double began = spent();
    stride = std::min({stride, end - solver.step(), affordable});
    solver.advance(static_cast<int>(stride));
    const Health h = solver.health();
    affordable = steps_in(seconds / 16, static_cast<double>(stride) / std::max(spent() - began, 1e-9));
    if (stability.verdict(h, solver.step()).empty()) {
      // A field larger than the sources can have made grows without them. From there on the rate is pure.
      if (from.max_abs <= stability.possible(from.step) && h.max_abs > stability.possible(solver.step()))
        from = {solver.step(), h.max_abs};
      else if (from.max_abs > 0 && h.max_abs > 0)
        found.growth = std::pow(h.max_abs / from.max_abs, 1 / static_cast<double>(solver.step() - from.step));
      found.origin = h.largest;
      found.max_abs = h.max_abs;
      if (refine) keep();
      continue;
    }
    seen_bad = true;
    found.node = h.finite ? h.largest : h.first_bad;
    found.step = solver.step();
    found.possible = stability.possible(solver.step());
    if (stride == 1 || !refine) break;
    solver.restore(last);
    stride = std::max<std::uint64_t>(stride / 4, 1);
  }
  // the time was up before the growth showed; the largest field may be at a source
  if (!seen_bad) found.origin = standing.origin;
  if (before_bad && refine) *before_bad = std::move(last);
  return found;
}

Runaway slow_runaway(Solver& solver, const Growth& growth, Checkpoint* now) {
  Runaway found;
  found.step = growth.to;
  found.growth = growth.per_step;
  const Grid& grid = solver.scene().grid;
  const std::vector<double> field = solver.field(main_quantity(solver.scene().physics));
  const auto part = [](int k, int n) {
    return std::pair(Health::begin_of(k, Health::tiles, n), Health::begin_of(k + 1, Health::tiles, n));
  };
  const auto [left, right] = part(growth.tile % Health::tiles, grid.nx);
  const auto [bottom, top] = part(growth.tile / Health::tiles, grid.ny);
  found.origin = {left, bottom};
  for (int j = bottom; j < top; ++j)
    for (int i = left; i < right; ++i) {
      const double value = std::abs(
          field[static_cast<std::size_t>(j) * static_cast<std::size_t>(grid.nx) + static_cast<std::size_t>(i)]);
      if (value > found.max_abs) found.max_abs = value, found.origin = {i, j};
    }
  found.node = found.origin;
  try {
    if (now) *now = solver.checkpoint(std::move(*now));
  } catch (const OutOfMemory&) {
    *now = {};
  }
  return found;
}

namespace {

std::string digits4(double v) { return fmt::format("{:.4g}", v); }

// Returns "left side" or "corner of left and bottom".
std::string place_of(const std::vector<Side>& sides) {
  if (sides.size() == 1) return fmt::format("{} side", to_string(sides[0]));
  return fmt::format("corner of {} and {}", to_string(sides[0]), to_string(sides[1]));
}

struct Remedy {
  std::string words;
  Scene fixed_scene;
};
// A possible cause and its remedies, the mildest first.
struct Suspicion {
  std::string cause;
  std::vector<Remedy> remedies;
  TrialFrom from = TrialFrom::bad_state;
  bool by_trial = false;  // the only evidence for it is that its remedy holds
  bool secret = false;    // it comes from a hidden fault, so the text must not reveal more
};

// Returns "left", "left and right", "left, bottom and top".
std::string list_of(const std::vector<Side>& sides) {
  std::string out;
  for (std::size_t k = 0; k < sides.size(); ++k)
    out += std::string(k == 0 ? "" : k + 1 == sides.size() ? " and " : ", ") + std::string(to_string(sides[k]));
  return out;
}
std::string sides_of(const std::vector<Side>& sides) {
  return list_of(sides) + (sides.size() == 1 ? " side" : " sides");
}

class Doctor {
 public:
  Doctor(const Scene& scene, const NodeMap& nodes, const Runaway& runaway, const Attempt& attempt)
      : scene_(scene), nodes_(nodes), runaway_(runaway), attempt_(attempt) {
    const Node& n = runaway.origin;
    if (n.i >= 0 && n.j >= 0 && n.i < nodes.nx() && n.j < nodes.ny())
      medium_ = entry_name(scene, nodes.material_at(n.i, n.j));
  }

  // Returns the first cause with a remedy that holds: certain causes first, then likely ones, then those that only a
  // trial can show.
  Diagnosis verdict() const {
    std::optional<Diagnosis> without_remedy;
    for (const auto& ask :
         {&Doctor::initial, &Doctor::amplitude, &Doctor::gain, &Doctor::courant, &Doctor::fault, &Doctor::mur,
          &Doctor::layer, &Doctor::no_margin, &Doctor::second_order_anywhere, &Doctor::layers_anywhere}) {
      const std::optional<Suspicion> suspicion = (this->*ask)();
      if (!suspicion || (suspicion->by_trial && !grows_unchanged())) continue;
      Diagnosis d = tried(*suspicion);
      if (d.fixed_scene || suspicion->secret) return d;
      if (!without_remedy && !suspicion->by_trial) without_remedy = std::move(d);
    }
    if (without_remedy) return std::move(*without_remedy);
    return {fmt::format("nothing in the scene explains it: it grows from node ({}, {}) in “{}”", runaway_.origin.i,
                        runaway_.origin.j, medium_),
            "",
            {},
            0};
  }

 private:
  // Returns true if the unchanged scene fails the trial that a remedy has to pass. If it passes, a remedy that also
  // passes proves nothing, and no boundary is blamed on that evidence.
  bool grows_unchanged() const {
    if (!grows_unchanged_)
      grows_unchanged_ = attempt_ && attempt_(scene_, TrialFrom::bad_state).outcome == Outcome::fails;
    return *grows_unchanged_;
  }

  // Returns the diagnosis with the first remedy that is a valid scene and holds. If no trial is possible, returns a
  // remedy that is supported by its cause.
  Diagnosis tried(const Suspicion& s) const {
    for (const Remedy& r : s.remedies) {
      const std::vector<Message> messages = validate(r.fixed_scene);
      if (std::any_of(messages.begin(), messages.end(),
                      [](const Message& m) { return m.kind == Message::Kind::error; }))
        continue;
      const Attempted a = attempt_ ? attempt_(r.fixed_scene, s.from) : Attempted(Outcome::untried);
      if (a.outcome == Outcome::holds || (a.outcome == Outcome::untried && !s.by_trial))
        return {s.cause, r.words, r.fixed_scene, s.by_trial ? a.steps : 0};
    }
    return {s.cause, "", {}, 0};
  }

  // ---- an initial field or a source that exceeds the number range
  double largest() const { return scene_.grid.precision == Precision::float32 ? 3.4e38 : 1.7e308; }
  std::string_view precision() const { return scene_.grid.precision == Precision::float32 ? "single" : "double"; }
  bool too_large() const { return runaway_.possible > 1e-6 * largest(); }
  // Returns `value` reduced so far that a million times as many steps, and a field 10⁶ times as large as one step adds,
  // stay in range.
  double with_room(double value) const {
    const double over = std::min(runaway_.possible, 1e300) / (1e-14 * largest());
    return std::copysign(std::pow(10.0, std::floor(std::log10(std::abs(value) / over))), value);
  }
  std::optional<Suspicion> initial() const {
    if (!too_large() ||
        std::abs(scene_.initial.value) < 0.5 * runaway_.possible / static_cast<double>(runaway_.step + 1))
      return std::nullopt;
    Scene fixed_scene = scene_;
    fixed_scene.initial.value = with_room(scene_.initial.value);
    return Suspicion{fmt::format("the initial field, initial.value = {:.3g}, exceeds the range of {} precision",
                                 scene_.initial.value, precision()),
                     {{fmt::format("Set initial.value to {:.3g}", fixed_scene.initial.value), fixed_scene}},
                     TrialFrom::start};
  }
  std::optional<Suspicion> amplitude() const {
    if (!too_large()) return std::nullopt;
    const auto louder = [](const Source& a, const Source& b) {
      return (a.on ? std::abs(a.amplitude) : -1) < (b.on ? std::abs(b.amplitude) : -1);
    };
    const auto loudest = std::max_element(scene_.sources.begin(), scene_.sources.end(), louder);
    if (loudest == scene_.sources.end() || !loudest->on) return std::nullopt;
    const auto k = static_cast<std::size_t>(loudest - scene_.sources.begin());
    Scene fixed_scene = scene_;
    fixed_scene.sources[k].amplitude = with_room(loudest->amplitude);
    return Suspicion{fmt::format("source {} has an amplitude of {:.3g}, which exceeds the range of {} precision", k + 1,
                                 loudest->amplitude, precision()),
                     {{fmt::format("Set its amplitude to {:.3g}", fixed_scene.sources[k].amplitude), fixed_scene}},
                     TrialFrom::start};
  }

  // ---- a medium that amplifies
  std::optional<Suspicion> gain() const {
    for (std::size_t k = 0; k < scene_.materials.size(); ++k) {
      const Material& m = scene_.materials[k];
      if (m.name != medium_ || (m.sigma >= 0 && m.sigma_m >= 0)) continue;
      Scene fixed_scene = scene_;
      fixed_scene.materials[k].sigma = std::max(m.sigma, 0.0);
      fixed_scene.materials[k].sigma_m = std::max(m.sigma_m, 0.0);
      return Suspicion{
          fmt::format("“{}” has a negative conductivity, so it amplifies; the growth starts in it", m.name),
          {{"Set the conductivity to 0", fixed_scene}}};
    }
    return std::nullopt;
  }

  // ---- Δt too long: the least ε_r times the least μ_r that meet must be at least courant²
  std::optional<Suspicion> courant() const {
    double eps = 1, mu = 1;
    std::string_view fast = "vacuum";
    const auto see = [&](const auto& medium, std::string_view name) {
      if (medium.eps < eps || medium.mu < mu) fast = name;
      eps = std::min(eps, medium.eps), mu = std::min(mu, medium.mu);
    };
    for (const Material& m : scene_.materials) see(m, m.name);
    for (const MixedMedium& m : nodes_.mixed()) see(m, entry_name(scene_, m.material));
    const double c = scene_.grid.courant, limit = std::sqrt(eps * mu);
    if (!(c > limit)) return std::nullopt;
    const double digits = std::pow(10.0, 3 - std::floor(std::log10(limit)));
    Scene fixed_scene = scene_;
    fixed_scene.grid.courant = std::floor(0.99 * limit * digits) / digits;
    return Suspicion{fmt::format("the Courant number {} exceeds the limit of {} in “{}”; the growth starts in “{}”",
                                 digits4(c), digits4(limit), fast, medium_),
                     {{fmt::format("Set the Courant number to {}", digits4(fixed_scene.grid.courant)), fixed_scene}}};
  }

  // ---- causes at a side
  bool at(Side side, int depth) const {
    const Node& n = runaway_.origin;
    if (side == Side::left) return n.i < depth;
    if (side == Side::right) return n.i >= scene_.grid.nx - depth;
    return side == Side::bottom ? n.j < depth : n.j >= scene_.grid.ny - depth;
  }
  // Includes the nodes next to a layer; without a layer, the nodes next to the boundary.
  bool in_boundary_of(Side side) const {
    return at(side, scene_.boundary.has_layer(side) ? scene_.boundary.cpml.cells + 2 : 3);
  }

  std::optional<Suspicion> fault() const {
    for (const BoundaryFault& f : active_faults(scene_)) {
      if (!in_boundary_of(f.side)) continue;
      const auto written = std::find(scene_.faults.begin(), scene_.faults.end(), f);
      if (written == scene_.faults.end())
        return Suspicion{fmt::format("the boundary at the {} side: the growth starts in it", to_string(f.side)),
                         {},
                         TrialFrom::bad_state,
                         false,
                         true};
      Scene fixed_scene = scene_;
      fixed_scene.faults.erase(fixed_scene.faults.begin() + (written - scene_.faults.begin()));
      return Suspicion{fmt::format("the fault at the {} side, {}: the growth starts there", to_string(f.side),
                                   words_of(f.fault).title),
                       {{"Remove the fault", fixed_scene}}};
    }
    return std::nullopt;
  }

  template <class Holds>
  static std::vector<Side> sides_where(Holds holds) {
    std::vector<Side> out;
    for (const Side s : all_sides)
      if (holds(s)) out.push_back(s);
    return out;
  }
  int mur_order(Side side) const { return facts_of(scene_.boundary[side]).mur_order; }
  std::vector<Side> sides_of_second_order() const {
    return sides_where([&](Side s) { return mur_order(s) == 2; });
  }
  std::vector<Side> sides_with_layer() const {
    return sides_where([&](Side s) { return scene_.boundary.has_layer(s); });
  }
  Remedy of_kind(const std::vector<Side>& sides, BoundaryKind kind) const {
    Scene fixed_scene = scene_;
    for (const Side s : sides) fixed_scene.boundary[s] = kind;
    return {fmt::format("Use {} at the {}", kind == BoundaryKind::mur1 ? "Mur of first order" : "CPML", list_of(sides)),
            fixed_scene};
  }

  // Second order: use the first order, which is stable where media vary. First order: use a layer.
  std::optional<Suspicion> mur() const {
    const std::vector<Side> sides = sides_where([&](Side s) { return mur_order(s) > 0 && in_boundary_of(s); });
    if (sides.empty()) return std::nullopt;
    const bool second = std::any_of(sides.begin(), sides.end(), [&](Side s) { return mur_order(s) == 2; });
    return Suspicion{fmt::format("Mur's boundary of {} order at the {}: the growth starts there",
                                 second ? "second" : "first", place_of(sides)),
                     {of_kind(sides, second ? BoundaryKind::mur1 : BoundaryKind::cpml)}};
  }

  std::optional<Suspicion> layer() const {
    for (const Side s : all_sides) {
      if (!scene_.boundary.has_layer(s) || !in_boundary_of(s)) continue;
      const std::string cause =
          fmt::format("the absorbing layer at the {} side: the growth starts in it", to_string(s));
      if (scene_.boundary.cpml.kappa >= 1 || !scene_.boundary.cpml.kappa_table.empty()) return Suspicion{cause, {}};
      Scene fixed_scene = scene_;
      fixed_scene.boundary.cpml.kappa = 1;
      return Suspicion{fmt::format("{}, with a kappa of {}", cause, digits4(scene_.boundary.cpml.kappa)),
                       {{"Set kappa to 1", fixed_scene}}};
    }
    return std::nullopt;
  }

  // ---- rounding decides at the limit itself
  std::optional<Suspicion> no_margin() const {
    if (scene_.grid.courant <= 0.99) return std::nullopt;
    Scene fixed_scene = scene_;
    fixed_scene.grid.courant = 0.99;
    return Suspicion{fmt::format("the Courant number {} leaves no margin for rounding", digits4(scene_.grid.courant)),
                     {{"Set the Courant number to 0.99", fixed_scene}}};
  }

  // ---- a mode that fills the domain, fed by one kind of boundary
  std::optional<Suspicion> second_order_anywhere() const {
    const std::vector<Side> sides = sides_of_second_order();
    if (sides.empty() || scene_.hidden_fault) return std::nullopt;
    Suspicion s{
        fmt::format("Mur's boundary of second order at the {}: with the first order nothing grows", sides_of(sides)),
        {of_kind(sides, BoundaryKind::mur1)}};
    s.by_trial = true;
    return s;
  }

  // Returns gradings with which a layer of ten cells is stable, though it reflects more, and the boundary that cannot
  // return more energy than it received (docs/scene-format.md, "Trapped modes").
  std::vector<Remedy> calmer_layers() const {
    const Vec2 cell = cell_size(scene_);
    Scene damped = scene_, stretched = scene_;
    damped.boundary.cpml.alpha_table.clear();
    stretched.boundary.cpml.kappa_table.clear();
    damped.boundary.cpml.alpha = 1e-3 / std::min(cell.x, cell.y);
    stretched.boundary.cpml.kappa = 20;
    return {{fmt::format("Set alpha to {} S/m", digits4(*damped.boundary.cpml.alpha)), damped},
            {"Set kappa to 20", stretched},
            of_kind(sides_with_layer(), BoundaryKind::mur1)};
  }

  // A wave e^(−qx) below cut-off is reflected by the boundary behind a layer as r = −exp(−2q(A − jB)), with A = ∫κ +
  // σα/(α²+ω²ε²) dx and B = ∫σωε/(α²+ω²ε²) dx. So the layer absorbs a power of −Im r = e^(−2qA)·sin 2qB. If that is
  // negative, π < 2qB < 2π, it emits power. To absorb waves of wavenumber k the layer needs kB ≫ 1, so such a q exists.
  std::optional<Suspicion> layers_anywhere() const {
    const std::vector<Side> sides = sides_with_layer();
    if (sides.empty() || scene_.hidden_fault) return std::nullopt;
    Suspicion s{fmt::format("the absorbing {} at the {}: below cut-off {} a mode trapped at {}",
                            sides.size() == 1 ? "layer" : "layers", sides_of(sides),
                            sides.size() == 1 ? "it amplifies" : "they amplify", sides.size() == 1 ? "it" : "them"),
                calmer_layers()};
    s.by_trial = true;
    return s;
  }

  const Scene& scene_;
  const NodeMap& nodes_;
  const Runaway& runaway_;
  const Attempt& attempt_;
  std::string medium_;                           // at the origin of the growth
  mutable std::optional<bool> grows_unchanged_;  // result of the trial of the unchanged scene, once it was made
};

}  // namespace

Diagnosis diagnose(const Scene& scene, const NodeMap& nodes, const Runaway& runaway, const Attempt& attempt) {
  if (in_cells(scene.physics)) return diagnose_cells(scene);
  Diagnosis d = Doctor(scene, nodes, runaway, attempt).verdict();
  if (runaway.growth > 1.0001)
    d.cause += fmt::format("; the field grows tenfold every {:.0f} steps",
                           std::ceil(std::log(10.0) / std::log(runaway.growth)));
  if (d.tried > 0) d.cause += fmt::format("; with the remedy nothing grew in {} steps", d.tried);
  return d;
}

}  // namespace ez
