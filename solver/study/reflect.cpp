#include "solver/study/reflect.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/base/memory.h"
#include "solver/measure/mirror.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"
#include "solver/measure/stability/stability_monitor.h"
#include "solver/measure/stability/watched_run.h"
#include "solver/problem/padding.h"
#include "solver/problem/problem.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"
#include "solver/study/reflect_span.h"

namespace ez {
namespace {

constexpr double tolerance = 1.5;  // degrees between a requested angle and its node
constexpr double ringing = 6;  // periods; by then a layer's reflection of a ring has settled to about 0.3 dB at −120 dB
constexpr double most_returned = 10;               // dB; a correct side of any kind returns about 6 dB at most
constexpr std::uint64_t growth_factor_steps = 16;  // number of times that the measured steps are repeated
constexpr int most_steps = 64;                     // between two checks of progress and health
constexpr double most_work_between_checks = 2e8;   // cells × steps between two checks
constexpr double longest_between_looks = 0.2;      // s between two looks for an interruption
constexpr double work_to_report_plan = 3e9;        // cells × steps above which the plan is reported before the start

double nodes_of(const Scene& scene, const Padding& o) {
  return double(scene.grid.nx + o[Side::left] + o[Side::right]) * (scene.grid.ny + o[Side::bottom] + o[Side::top]);
}

// One side's angles: the scene with only this side, and the reference run that all sides of the variant share.
struct SideRun {
  Side side;
  Scene scene;  // measures this side only
  Padding padding;
  std::vector<MirrorNode> nodes;
};

class Measurement {
 public:
  Measurement(const EngineMaker& maker, Scene scene, const ReflectRequest& request, const ReflectProgress& progress)
      : maker_(maker), scene_(std::move(scene)), request_(request), progress_(progress) {
    scene_.reflection.on = true;
    scene_.reflection.window = 0;
    for (std::size_t k = 0; k < std::max<std::size_t>(scene_.variants.size(), 1); ++k)
      variants_.push_back(*scene_of_variant(scene_, k).scene);
  }
  ReflectResult run();

 private:
  void check_memory_of_each() const;
  void plan();
  void check_memory_of_all() const;
  void drop_angles_without_memory();
  void report_plan();
  bool is_stable(Comparison& runs, const std::vector<StabilityMonitor>& monitors);
  void report_unstable(std::size_t variant, std::uint64_t step, const std::string& why);
  bool finds_unstable(std::size_t variant, std::uint64_t end);
  bool any_variant_grows();
  bool report_progress(double cell_steps);
  bool measure_sides();
  bool measure_angles(std::size_t variant);
  bool run_angles(std::vector<SideRun>& sides, std::vector<ReflectionMeter>& meters, std::size_t variant);
  double angle_work(const std::vector<SideRun>& sides) const;
  std::vector<SideRun> side_runs(std::size_t variant) const;
  MeterOptions options_of(const SideRun& run) const;

  const EngineMaker& maker_;
  Scene scene_;
  const ReflectRequest& request_;
  const ReflectProgress& progress_;
  std::vector<Scene> variants_;
  std::vector<SharedMedia> media_;               // by variant
  std::vector<std::vector<SideRun>> side_runs_;  // by variant
  double time_ = 0;                              // s, run time of each variant
  double work_ = 0, done_ = 0;                   // cells × steps
  // A variant that became unstable, the step at which this was detected, and the reason.
  struct RunawayVariant {
    std::size_t variant = 0;
    std::uint64_t step = 0;
    std::string why;
  };
  std::optional<RunawayVariant> runaway_;
  ReflectResult result_;
};

std::vector<Side> all_but(Side side) {
  std::vector<Side> others;
  for (Side s : all_sides)
    if (s != side) others.push_back(s);
  return others;
}

MeterOptions Measurement::options_of(const SideRun& run) const {
  return {0, all_but(run.side), request_.degrees, request_.frequency, true, ringing};
}

std::vector<SideRun> Measurement::side_runs(std::size_t variant) const {
  const Scene& scene = variants_[variant];
  std::vector<SideRun> out;
  for (Side side : opened_sides(scene)) {
    SideRun run{side, scene, {}, {}};
    run.scene.reflection.sides = {side};
    run.nodes = mirror_nodes(run.scene, all_but(side), request_.degrees, tolerance, ringing);
    if (!run.nodes.empty()) out.push_back(std::move(run));
  }
  double time = 0;
  for (const SideRun& run : out)
    for (const MirrorNode& n : run.nodes) time = std::max(time, n.need);
  // All sides are opened, including periodic ones, so that only the side itself reflects.
  Scene open = scene;
  open.reflection.sides = std::vector<Side>(all_sides.begin(), all_sides.end());
  open.reflection.margin = margin_for(open, *media_[variant], time);
  if (opened_sides(open).size() < all_sides.size()) return {};
  for (SideRun& run : out) {
    run.padding = reference_padding(open);
    run.padding.cells[static_cast<std::size_t>(run.side)] = 0;
  }
  return out;
}

int steps_at_once(double nodes) {
  return static_cast<int>(std::clamp(most_work_between_checks / nodes, 1.0, double(most_steps)));
}

// Chooses the number of steps between two looks for an interruption, on a machine that may be slow or busy.
class Stride {
 public:
  // Returns the number of the next steps, at most `most`. Call it before each of them.
  int next(std::uint64_t most) {
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - std::exchange(last_, now)).count();
    if (!std::exchange(first_, false)) {
      if (passed > longest_between_looks) steps_ = std::max(steps_ / 2, 1);
      if (passed < longest_between_looks / 4) steps_ = std::min(2 * steps_, most_steps);
    }
    return static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(steps_), most));
  }

 private:
  int steps_ = 1;
  bool first_ = true;
  std::chrono::steady_clock::time_point last_;
};

double steps_for(const std::vector<SideRun>& sides, double dt) {
  double time = 0;
  for (const SideRun& run : sides)
    for (const MirrorNode& n : run.nodes) time = std::max(time, n.need);
  return std::ceil(time / dt) + 1;
}

double Measurement::angle_work(const std::vector<SideRun>& sides) const {
  if (sides.empty()) return 0;
  double nodes = 0;
  for (const SideRun& run : sides) nodes += nodes_of(run.scene, run.padding);
  return (nodes + nodes / static_cast<double>(sides.size())) * steps_for(sides, time_step(sides.front().scene));
}

// Throws OutOfMemory if a variant alone does not fit. Called first, because the plan draws the media of every node.
void Measurement::check_memory_of_each() const {
  const std::unique_ptr<Engine> engine = maker_();
  for (const Scene& s : variants_) check_memory(s, {}, *engine);
}

void Measurement::plan() {
  for (const Scene& s : variants_) {
    media_.push_back(media_of(s, media_.empty() ? nullptr : media_.front()));
    time_ = std::max(time_, time_to_leave(s, *media_.back()));
  }
  if (scene_.reflection.margin == 0) {
    for (std::size_t k = 0; k < variants_.size(); ++k)
      scene_.reflection.margin = std::max(scene_.reflection.margin, margin_for(variants_[k], *media_[k], time_));
    for (Scene& s : variants_) s.reflection.margin = scene_.reflection.margin;
  }
  result_.valid_until = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < variants_.size(); ++k)
    result_.valid_until =
        std::min(result_.valid_until, valid_until(variants_[k], *media_[k], reference_padding(variants_[k])));
  result_.until = std::min(time_, result_.valid_until);
  std::vector<Scene> references;
  for (std::size_t k = 0; k < variants_.size(); ++k) {
    const Scene& s = variants_[k];
    double nodes = nodes_of(s, {});
    if (std::find(references.begin(), references.end(), reference_scene(s)) == references.end()) {
      nodes += nodes_of(s, reference_padding(s));
      references.push_back(reference_scene(s));
    }
    side_runs_.push_back(s.hidden_fault ? std::vector<SideRun>() : side_runs(k));
    work_ += nodes * result_.until / time_step(s) + angle_work(side_runs_.back());
  }
}

double bytes_of(const std::vector<SideRun>& sides) {
  double bytes = 0;
  for (const SideRun& run : sides) bytes += engine_bytes(run.scene, run.padding);
  return bytes + (sides.empty() ? 0 : engine_bytes(sides.front().scene, sides.front().padding));  // their reference run
}

// Throws OutOfMemory if the variants and their reference runs do not fit together.
void Measurement::check_memory_of_all() const {
  const double all = maker_()->free_bytes();
  double needed = 0;
  for (const Scene& s : variants_) needed += engine_bytes(s, {});
  if (needed > all)
    throw OutOfMemory(
        too_little_memory(fmt::format("the run of {} variants at the same time", variants_.size()), needed, all));
  std::vector<Scene> references;
  for (const Scene& s : variants_) {
    const Padding padding = reference_padding(s);
    const Scene reference = reference_scene(s);
    if (is_empty(padding) || std::find(references.begin(), references.end(), reference) != references.end()) continue;
    references.push_back(reference);
    if (needed + engine_bytes(reference, padding) > all)
      throw OutOfMemory(why_no_reference(reference, padding, all - needed));
    needed += engine_bytes(reference, padding);
  }
}

// Sides are still measured without their angles.
void Measurement::drop_angles_without_memory() {
  const double free = maker_()->free_bytes();
  for (std::size_t k = 0; k < side_runs_.size(); ++k) {
    const double needed = bytes_of(side_runs_[k]);
    if (needed <= free) continue;
    work_ -= angle_work(side_runs_[k]);
    side_runs_[k].clear();
    result_.warnings.push_back(fmt::format(
        "{}no angles: their runs need {}, but only {} are free; use fewer grazing angles (--angles 0:60:5) or a "
        "coarser grid",
        scene_.variants.empty() ? "" : scene_.variants[k].name + ": ", human_bytes(needed), human_bytes(free)));
  }
}

void Measurement::report_plan() {
  if (!request_.planned || work_ < work_to_report_plan) return;
  ReflectPlan plan;
  const auto count = [&](const Scene& s, const Padding& o) {
    const Scene laid = lay_out(s, o);
    ++plan.runs;
    plan.nodes += nodes_of(s, o);
    plan.bytes += engine_bytes(s, o);
    if (1.0 * laid.grid.nx * laid.grid.ny > 1.0 * plan.nx * plan.ny) plan.nx = laid.grid.nx, plan.ny = laid.grid.ny;
  };
  std::vector<Scene> references;
  for (const Scene& s : variants_) {
    count(s, {});
    if (std::find(references.begin(), references.end(), reference_scene(s)) != references.end()) continue;
    references.push_back(reference_scene(s));
    count(s, reference_padding(s));
  }
  plan.steps = std::ceil(result_.until / time_step(variants_.front()));
  Solver solver(maker_(), variants_.front(), {}, media_.front());
  const auto start = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const int chunk = steps_at_once(nodes_of(variants_.front(), {}));
  do solver.advance(chunk), solver.wait();
  while (passed() < 0.2);
  plan.seconds = work_ * passed() / (nodes_of(variants_.front(), {}) * static_cast<double>(solver.step()));
  request_.planned(plan);
}

bool Measurement::report_progress(double cell_steps) {
  done_ += cell_steps;
  if (progress_(std::min(done_, work_), work_)) return true;
  result_.cancelled = true;
  return false;
}

// Returns one monitor for each pane.
std::vector<StabilityMonitor> monitors_of(Comparison& runs) {
  std::vector<StabilityMonitor> monitors(static_cast<std::size_t>(runs.panes()));
  for (int k = 0; k < runs.panes(); ++k)
    monitors[static_cast<std::size_t>(k)].watch(runs.pane(k).scene(), *runs.pane(k).media(), runs.pane(k).problem());
  return monitors;
}

bool Measurement::is_stable(Comparison& runs, const std::vector<StabilityMonitor>& monitors) {
  for (std::size_t k = 0; k < monitors.size(); ++k) {
    const int pane = static_cast<int>(k);
    Solver& solver = runs.pane(pane);
    if (std::string why = monitors[k].verdict(solver.health(), solver.step()); !why.empty()) {
      runaway_ = RunawayVariant{k, solver.step(), std::move(why)};
      return false;
    }
  }
  return true;
}

void Measurement::report_unstable(std::size_t variant, std::uint64_t step, const std::string& why) {
  const std::string name = scene_.variants.empty() ? "" : scene_.variants[variant].name + ": ";
  result_.unstable = fmt::format("{}unstable at step {}: {}", name, step, why);
}

// Runs a variant again up to `end`, alone and watched from the start, because no earlier states are saved during a run
// with a reference run. Returns true if it is unstable, and reports the cause.
bool Measurement::finds_unstable(std::size_t variant, std::uint64_t end) {
  Solver solver(maker_(), variants_[variant], {}, media_[variant]);
  WatchedRun watched(solver);
  std::string why;
  Stride stride;
  while (solver.step() < end && why.empty()) {
    const std::uint64_t look = watched.next_look(end);
    while (solver.step() < look) {
      solver.advance(stride.next(look - solver.step()));
      solver.wait();
      if (!report_progress(0)) return false;
    }
    why = watched.look();
  }
  if (why.empty()) why = watched.last_look();
  if (why.empty()) return false;
  const std::uint64_t seen = solver.step();
  report_unstable(variant, seen, why + "; " + watched.explain());
  return true;
}

// A side that returns more than it receives may feed energy into the field. The measurement may have ended before the
// growth was beyond doubt, so the variant runs on for longer. Returns true if a variant is unstable.
bool Measurement::any_variant_grows() {
  for (std::size_t k = 0; k < variants_.size() && !result_.cancelled; ++k) {
    ReflectVariant& v = result_.variants[k];
    const auto loudest = std::max_element(v.db.begin(), v.db.end());
    if (loudest->value_or(0) < most_returned) continue;
    const std::uint64_t end =
        growth_factor_steps * static_cast<std::uint64_t>(result_.until / time_step(variants_[k]) + 1);
    if (finds_unstable(k, end)) return true;
    result_.warnings.push_back(fmt::format(
        "{}{:+.1f} dB at the {} side is more than arrived there, but nothing grows within {} steps: it comes from "
        "other sides",
        v.name.empty() ? "" : v.name + ": ", **loudest, to_string(static_cast<Side>(loudest - v.db.begin())), end));
  }
  return false;
}

// Explains why a measured side has no number.
void explain_missing(const Scene& scene, const ReflectionReading& r, ReflectVariant& v) {
  for (const Side side : opened_sides(scene)) {
    const auto k = static_cast<std::size_t>(side);
    if (!v.db[k] && v.why_not[k].empty())
      v.why_not[k] = r.incident > 0 ? "less than 1 % of the largest wave arrives there, or nothing is reflected"
                                    : "no wave arrives during the measurement";
    if (v.db[k] && !v.own_db[k] && !scene.hidden_fault)
      v.why_no_own[k] = scene.initial.value != 0 ? "the run starts with a field, which reaches every side"
                                                 : "the echo of another side arrives before its own has passed";
  }
}

bool Measurement::measure_sides() {
  Comparison runs(maker_, scene_, media_.front());
  for (std::size_t k = 0; k < variants_.size(); ++k)
    if (!opened_sides(variants_[k]).empty() && !runs.reference(static_cast<int>(k))) {
      result_.failed = runs.reference_message();
      return false;
    }
  // The first run leads, and the others follow it to half a step. One step less keeps all
  // of them within the time window.
  const auto steps = static_cast<std::uint64_t>(std::max(std::floor(result_.until / runs.pane(0).dt()) - 1, 1.0));
  double nodes = 0;
  for (const Scene& s : variants_)
    nodes += nodes_of(s, {}) + nodes_of(s, reference_padding(s)) / double(variants_.size());
  const int chunk = steps_at_once(nodes);
  const std::vector<StabilityMonitor> monitors = monitors_of(runs);
  if (!report_progress(0)) return false;
  Stride stride;
  while (runs.pane(0).step() < steps) {
    const std::uint64_t look = std::min(runs.pane(0).step() + static_cast<std::uint64_t>(chunk), steps);
    while (runs.pane(0).step() < look) {
      const int n = stride.next(look - runs.pane(0).step());
      runs.advance(n);
      runs.wait();
      if (!report_progress(nodes * n)) return false;
    }
    if (!is_stable(runs, monitors)) return false;
  }
  for (int k = 0; k < runs.panes(); ++k) {
    const ReflectionReading r = runs.reading(k);
    const bool hiding = variants_[static_cast<std::size_t>(k)].hidden_fault.has_value();
    result_.variants.push_back({runs.name(k), r.db, hiding ? decltype(r.own_db)() : r.own_db, r.why_not, {}, {}});
    explain_missing(variants_[static_cast<std::size_t>(k)], r, result_.variants.back());
    result_.until = std::min(result_.until, runs.pane(k).time());
  }
  return true;
}

bool Measurement::run_angles(std::vector<SideRun>& sides, std::vector<ReflectionMeter>& meters, std::size_t variant) {
  const Scene& scene = variants_[variant];
  const SharedMedia& media = media_[variant];
  Padding all = sides.front().padding;  // the reference run, with this side opened as well
  all.cells[static_cast<std::size_t>(sides.front().side)] = *std::max_element(all.cells.begin(), all.cells.end());
  std::vector<Solver> solvers;
  std::vector<Node> taps;
  for (SideRun& run : sides) {
    const std::vector<Node>& own = meters.emplace_back(run.scene, media, time_step(scene), options_of(run)).taps();
    taps.insert(taps.end(), own.begin(), own.end());
    solvers.emplace_back(maker_(), run.scene, run.padding, media).set_taps(own);
  }
  Scene open = scene;
  open.reflection.sides = std::vector<Side>(all_sides.begin(), all_sides.end());
  Solver reference(maker_(), reference_scene(open), all, media);
  reference.set_taps(taps);

  double nodes = nodes_of(scene, all);
  for (const SideRun& run : sides) nodes += nodes_of(run.scene, run.padding);
  std::vector<double> incident;
  const auto steps = static_cast<int>(steps_for(sides, reference.dt()));
  Stride stride;
  for (int made = 0, n = 0; made < steps; made += n) {
    n = stride.next(static_cast<std::uint64_t>(steps - made));
    for (Solver& s : solvers) s.advance(n);
    reference.advance(n);
    const std::vector<double> seen = reference.take_taps().values;
    std::size_t first = 0;
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const std::size_t row = meters[k].taps().size();
      incident.clear();
      for (std::size_t step = 0; step < static_cast<std::size_t>(n); ++step) {
        const auto at = seen.begin() + static_cast<std::ptrdiff_t>(step * taps.size() + first);
        incident.insert(incident.end(), at, at + static_cast<std::ptrdiff_t>(row));
      }
      meters[k].add((made + 1) * reference.dt(), solvers[k].take_taps().values, incident);
      first += row;
    }
    if (!report_progress(nodes * n)) return false;
  }
  return true;
}

// Returns the requested angles. Each is paired with its nearest node, and each node with its nearest angle only.
std::vector<ReflectVariant::Angle> rows_of(Side side, const std::vector<double>& asked,
                                           const std::vector<AnglePoint>& points) {
  std::vector<ReflectVariant::Angle> rows;
  for (const double degrees : asked) rows.push_back({side, degrees, degrees, {}, {}, {}});
  const auto nearest = [](const auto& all, double degrees, auto angle_of) {
    return std::min_element(all.begin(), all.end(), [&](const auto& a, const auto& b) {
      return std::abs(angle_of(a) - degrees) < std::abs(angle_of(b) - degrees);
    });
  };
  for (ReflectVariant::Angle& row : rows) {
    const auto of_point = [](const AnglePoint& p) { return p.degrees; };
    const auto of_row = [](const ReflectVariant::Angle& r) { return r.asked; };
    const auto point = nearest(points, row.asked, of_point);
    if (point == points.end() || std::abs(point->degrees - row.asked) > tolerance) continue;
    if (&*nearest(rows, point->degrees, of_row) != &row) continue;
    row.degrees = point->degrees;
    row.db = point->db;
    row.point_db = point->point_db;
  }
  return rows;
}

bool Measurement::measure_angles(std::size_t variant) {
  const Scene& scene = variants_[variant];
  if (scene.hidden_fault) return true;
  std::vector<SideRun>& sides = side_runs_[variant];
  std::vector<ReflectionMeter> meters;
  if (!sides.empty() && !run_angles(sides, meters, variant)) return false;
  const double frequency = request_.frequency.value_or(centre_frequency(scene));
  for (Side side : opened_sides(scene)) {
    const auto run = std::find_if(sides.begin(), sides.end(), [&](const SideRun& r) { return r.side == side; });
    std::vector<AnglePoint> points;
    if (run != sides.end()) points = meters[static_cast<std::size_t>(run - sides.begin())].reading(frequency).angles;
    const SideTheory theory(scene, side);
    for (ReflectVariant::Angle& row : rows_of(side, request_.degrees, points)) {
      if (frequency > 0) row.theory_db = theory.db(frequency, row.degrees);
      result_.variants[variant].angles.push_back(row);
    }
  }
  return true;
}

ReflectResult Measurement::run() {
  try {
    check_memory_of_each();
    plan();
    check_memory_of_all();
    drop_angles_without_memory();
    report_plan();
    if (measure_sides() && !any_variant_grows())
      for (std::size_t k = 0; k < variants_.size(); ++k)
        if (!measure_angles(k)) break;
    if (runaway_ && !finds_unstable(runaway_->variant, runaway_->step) && !result_.cancelled)
      report_unstable(runaway_->variant, runaway_->step, runaway_->why);
  } catch (const OutOfMemory& e) {
    result_.failed = fmt::format("not enough memory: {}", e.what());
  }
  return std::move(result_);
}

}  // namespace

ReflectResult measure_reflection(const EngineMaker& maker, Scene scene, const ReflectRequest& request,
                                 const ReflectProgress& progress) {
  return Measurement(maker, std::move(scene), request, progress).run();
}

}  // namespace ez
