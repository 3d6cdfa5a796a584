// Tests going back in time: a run that is taken to any of its steps equals a fresh run there, bit for bit, with its
// edits, probes and instruments.
#include "app/features/timeline/timeline.h"

#include <cstring>
#include <random>

#include "helpers.h"
#include "solver/gas/pulse.h"
#include "solver/gas/scene_engine.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

struct Digest {
  std::uint64_t hash = 14695981039346656037u;
  void add(double v) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof v);
    hash = (hash ^ bits) * 1099511628211u;
  }
  void add(const std::vector<double>& values) {
    for (const double v : values) add(v);
  }
};

// Returns a digest of everything at this step: fields and clock of every pane and reference run, and the readings of
// meters and monitors.
std::uint64_t look(Comparison& runs) {
  Digest d;
  const auto run = [&](Solver& s) {
    d.add(s.time());
    const bool cells = in_cells(s.scene().physics);
    for (const Quantity q : cells ? std::vector{Quantity::density, Quantity::pressure, Quantity::u}
                                  : std::vector{Quantity::ez, Quantity::hx, Quantity::hy})
      d.add(s.field(q));
  };
  for (int k = 0; k < runs.panes(); ++k) {
    run(runs.pane(k));
    if (Solver* reference = runs.reference(k)) run(*reference);
    const ReflectionReading reading = runs.reading(k);
    d.add(reading.incident);
    for (const auto& db : reading.db) d.add(db.value_or(1));
    const Monitors& monitors = runs.monitors(k);
    for (std::size_t m = 0; m < monitors.count(); ++m) {
      const MonitorReading r = monitors.reading(m);
      d.add(r.flux);
      for (const auto& array : r.phasors)
        for (const std::complex<double>& x : array) d.add(x.real()), d.add(x.imag());
      for (const auto& p : r.power) d.add(p.time), d.add(p.power);
    }
  }
  return d.hash;
}

// A run with its timeline, and a list of the events that a fresh run has to repeat.
struct Traveller {
  struct Happened {
    std::uint64_t step = 0;
    std::variant<Scene, command::Pulse> is;
  };
  Scene start, scene;
  std::vector<Happened> all;
  std::size_t done = 0;
  Comparison runs;
  Timeline timeline{std::chrono::milliseconds(0), 0};
  Timeline::Traces traces;
  CheckWatch::Known known;  // of one check, which can be read from step 30 on
  struct Seen {
    std::uint64_t step = 0;
    std::size_t done = 0;
    std::uint64_t digest = 0;
    std::vector<double> probe;
  };
  std::vector<Seen> seen;  // states not yet compared with a fresh run
  int compared = 0;

  explicit Traveller(const Scene& s, double budget = 512e6)
      : start(s), scene(s), runs([] { return make_cpu_engine(2); }, s), traces(static_cast<std::size_t>(runs.panes())) {
    timeline.restart(s);
    timeline.set_budget(budget);
  }
  std::uint64_t step() const { return std::as_const(runs).pane(0).step(); }
  static CheckWatch::Known known_at(std::uint64_t step) {
    if (step < 30) return {std::nullopt};
    return {CheckReading{.verdict = CheckReading::Verdict::holds, .measured = 7, .waits = {}}};
  }
  // Collects the probes' samples as the window does.
  static void collect(Comparison& runs, Timeline::Traces& traces) {
    for (std::size_t k = 0; k < traces.size(); ++k) {
      const std::vector<ProbeSamples> samples = runs.pane(static_cast<int>(k)).take_probes();
      traces[k].resize(samples.size());
      for (std::size_t p = 0; p < samples.size(); ++p) {
        ProbeTrace& t = traces[k][p];
        if (samples[p].restarted || t.values.empty()) t.first_step = samples[p].first_step, t.values.clear();
        ASSERT_EQ(t.first_step + t.values.size(), samples[p].first_step);
        t.values.insert(t.values.end(), samples[p].values.begin(), samples[p].values.end());
      }
    }
  }
  static std::vector<double> first_probe(const Timeline::Traces& traces) {
    return traces[0].empty() ? std::vector<double>{} : traces[0][0].values;
  }
  void keep() {
    if (timeline.is_due(runs)) timeline.keep(runs, [&] { return Timeline::Look{traces, nullptr, known_at(step())}; });
  }
  void advance(int steps) {
    if (done < all.size()) compare();
    runs.advance(steps);
    runs.wait();
    collect(runs, traces);
    timeline.ran(runs);
    if (done < all.size() && all[done].step < step()) all.resize(done);
    keep();
  }
  void take(const Timeline::Arrival& a) {
    ASSERT_EQ(a.why_not.english(), "");
    if (a.scene) scene = *a.scene;
    if (!a.restarted) return;
    traces.assign(static_cast<std::size_t>(runs.panes()), {});
    known = a.known ? *a.known : CheckWatch::Known{};
    if (a.traces) traces = *a.traces;
  }
  void go(std::uint64_t to) {
    take(timeline.go(runs, to));
    while (timeline.is_travelling()) {
      const auto arrival = timeline.arrive(runs);
      if (arrival) take(*arrival);
      keep();
      if (!timeline.is_travelling()) break;
      const NextBatch stretch = timeline.next(runs, 40);
      runs.advance(stretch.steps, stretch.until);
      runs.wait();
      collect(runs, traces);
    }
    ASSERT_EQ(step(), to);
    for (done = 0; done < all.size() && all[done].step <= to;) ++done;
  }
  void happen(const Scene& s) {
    const Comparison::Applied applied = runs.apply(s);
    ASSERT_FALSE(applied.restarted || applied.report.refused) << applied.message.english() << applied.report.message;
    scene = s;
    timeline.edited(runs, s, "edit");
    log({step(), s});
  }
  void happen(const command::Pulse& p) {
    send(runs, p);
    timeline.pulsed(runs, p);
    log({step(), p});
  }
  void note() { seen.push_back({step(), done, look(runs), first_probe(traces)}); }
  // Compares all noted states with runs that never went back.
  void compare() {
    std::stable_sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) {
      return a.step < b.step || (a.step == b.step && a.done < b.done);
    });
    Comparison fresh([] { return make_cpu_engine(2); }, start);
    Timeline::Traces recorded(static_cast<std::size_t>(fresh.panes()));
    std::size_t happened = 0;
    const auto to = [&](std::uint64_t s) {
      fresh.advance(static_cast<int>(s - fresh.pane(0).step()));
      fresh.wait();
      collect(fresh, recorded);
    };
    std::optional<Seen> truth;
    for (const Seen& s : seen) {
      for (; happened < s.done; ++happened) {
        to(all[happened].step);
        if (const Scene* edit = std::get_if<Scene>(&all[happened].is))
          fresh.apply(*edit);
        else
          send(fresh, std::get<command::Pulse>(all[happened].is));
        truth.reset();
      }
      if (!truth || truth->step != s.step) {
        to(s.step);
        truth = Seen{s.step, s.done, look(fresh), first_probe(recorded)};
      }
      ASSERT_EQ(s.digest, truth->digest) << "step " << s.step << " after " << s.done << " edits";
      ASSERT_TRUE(s.probe == truth->probe) << "step " << s.step;
      ++compared;
    }
    seen.clear();
  }

 private:
  void log(Happened h) {
    compare();
    all.resize(done);
    all.push_back(std::move(h));
    done = all.size();
  }
  static void send(Comparison& runs, const command::Pulse& p) {
    gas::send(*gas::run_of(runs.pane(0).engine()), {p.node.x, p.node.y, p.radius, p.strength});
  }
};

Scene small(Precision precision) {
  Scene s = grid(40, 34, cpml, precision);
  s.boundary.cpml.cells = 5;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}, {"metal", 1, 1, 0, 0, {}}};
  s.materials[1].poles = {{Drude{12e9, 1e9}}};
  s.shapes = {{Circle{{26, 20}, 5}, "glass"}, {Rect{{12, 24}, {18, 28}}, "metal"}};
  s.sources = {point(14, 12, Cw{frequency_of(s, 11), 3, 20}), point(28, 11, pulse(frequency_of(s, 9)), 1)};
  s.probes = {{"a", {22, 14}}};
  return s;
}

// Returns the scene after a random edit: a source moves or fades, media and poles change, shapes come and go, Δt and
// sides change.
Scene edited(Scene s, std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  switch (pick(7)) {
    case 0:
      s.sources[0].geometry = PointSource{{8.0 + pick(20), 8.0 + pick(16)}};
      break;
    case 1:
      s.sources[1].amplitude += 0.5;
      break;
    case 2:
      s.materials[0].eps = 1.5 + 0.25 * pick(8);
      break;
    case 3:
      if (s.shapes.size() > 4)
        s.shapes.pop_back();
      else
        s.shapes.push_back({Circle{{8.0 + pick(24), 8.0 + pick(18)}, 3}, pick(2) ? "glass" : "metal"});
      break;
    case 4:
      s.grid.courant = s.grid.courant > 0.8 ? 0.7 : 0.95;
      break;
    case 5:
      s.boundary.side[static_cast<std::size_t>(pick(4))] = pick(2) ? cpml : pec;
      break;
    case 6:
      s.materials[1].sigma = 0.02 * pick(4);
      break;
  }
  return s;
}

void wander(Traveller& t, int moves, unsigned seed, std::uint64_t longest, double budget) {
  std::mt19937 random(seed);
  const auto pick = [&](std::uint64_t n) { return n > 0 ? random() % n : 0; };
  t.advance(40);
  for (int k = 0; k < moves; ++k) {
    SCOPED_TRACE(testing::Message() << "move " << k);
    const auto dice = pick(10);
    if (dice == 0) {
      ASSERT_NO_FATAL_FAILURE(t.happen(edited(t.scene, random)));
    } else if (dice <= 2 && t.step() < longest) {
      t.advance(1 + static_cast<int>(pick(30)));
    } else {
      ASSERT_NO_FATAL_FAILURE(t.go(pick(t.timeline.end() + 1)));
    }
    t.note();
    ASSERT_LE(t.timeline.bytes(), budget);
    if (dice > 2) {
      ASSERT_TRUE(t.timeline.scene_at(t.step()) == t.scene);
    }
  }
  t.compare();
}

TEST(Timeline, a_thousand_moves_end_where_a_fresh_run_does) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const double budget = precision == Precision::float32 ? 600e3 : 1e6;  // about ten snapshots
    Traveller t(small(precision), budget);
    ASSERT_NO_FATAL_FAILURE(wander(t, 500, 7, 220, budget));
    EXPECT_EQ(t.compared, 500);
  }
}

TEST(Timeline, restores_meters_and_monitors) {
  Scene s = small(Precision::float64);
  s.reflection.on = true;
  s.reflection.margin = 20;
  s.monitors = {{"through", FluxMonitor{{20, 8}, {20, 26}, {{10e9, 20e9}, {}}}},
                {"scattered", LineMonitor{{32, 8}, {32, 26}, {{15e9}, {}}}}};
  s.monitors[1].minus_empty = true;
  Traveller t(s);
  t.advance(60);
  for (const std::uint64_t to : {31u, 60u, 0u, 17u, 44u, 16u}) {
    ASSERT_NO_FATAL_FAILURE(t.go(to));
    t.note();
  }
  t.compare();
  Scene other = t.scene;
  other.materials[0].eps = 3;
  ASSERT_NO_FATAL_FAILURE(t.happen(other));
  t.advance(40);
  t.note();
  for (const std::uint64_t to : {10u, 50u, 15u, 30u, 16u}) {
    ASSERT_NO_FATAL_FAILURE(t.go(to));
    t.note();
  }
  t.compare();
  EXPECT_EQ(Timeline::why_inexact(t.runs).english(), "");
}

TEST(Timeline, restores_the_check_readings_of_each_step) {
  Traveller t(small(Precision::float32));
  t.advance(20);
  t.advance(20);
  ASSERT_NO_FATAL_FAILURE(t.go(20));
  EXPECT_EQ(t.known, Traveller::known_at(20));
  ASSERT_NO_FATAL_FAILURE(t.go(40));
  EXPECT_EQ(t.known, Traveller::known_at(40));
  ASSERT_NO_FATAL_FAILURE(t.go(0));
  EXPECT_EQ(t.known, CheckWatch::Known{}) << "at the start nothing has been read";
}

TEST(Timeline, reports_that_maps_are_summed_again) {
  Scene s = small(Precision::float32);
  s.monitors = {{"map", MapMonitor{15e9}}};
  Traveller t(s);
  EXPECT_NE(Timeline::why_inexact(t.runs).english().find("Maps and means restart"), std::string::npos);
}

constexpr const char* gas_text = R"(ezscope = 1
physics = "gas"
unit = "m"
[grid]
cells = [40, 16]
cell = 0.1
background = "air"
[[state]]
name = "air"
density = 0.125
pressure = 0.1
[[state]]
name = "driver"
density = 1.0
pressure = 1.0
[[shape]]
kind = "rect"
min = [0, 0]
max = [2, 1.6]
state = "driver"
[[probe]]
name = "p"
at = [2.5, 0.6]
)";

// The gas chooses its own Δt, shortens a step to meet a given time exactly, and gets a pulse.
TEST(Timeline, restores_a_gas_with_its_pulses_and_shortened_steps) {
  const SceneResult parsed = parse_scene(gas_text, "gas");
  ASSERT_TRUE(parsed.scene) << (parsed.messages.empty() ? "" : to_string(parsed.messages[0]));
  Traveller t(*parsed.scene);
  t.advance(20);
  const double moment = t.runs.pane(0).time() + 3.3 * t.runs.pane(0).dt();
  t.runs.advance(100, moment);  // as the window does when a scene pauses
  t.runs.wait();
  Traveller::collect(t.runs, t.traces);
  t.timeline.ran(t.runs);
  ASSERT_EQ(t.runs.pane(0).time(), moment);
  t.timeline.ended(t.runs, moment);
  const std::uint64_t clipped = t.step();
  t.runs.advance(7);
  t.runs.wait();
  Traveller::collect(t.runs, t.traces);
  t.timeline.ran(t.runs);
  t.timeline.pulsed(t.runs, {{30, 6}, 3, 0.5});
  gas::send(*gas::run_of(t.runs.pane(0).engine()), {30, 6, 3, 0.5});
  t.advance(20);
  const std::uint64_t end = t.step(), digest = look(t.runs);
  const std::vector<double> probe = Traveller::first_probe(t.traces);
  for (const std::uint64_t to : {std::uint64_t{3}, clipped, clipped + 7, std::uint64_t{0}}) {
    ASSERT_NO_FATAL_FAILURE(t.go(to));
    if (to == clipped) {
      EXPECT_EQ(t.runs.pane(0).time(), moment);
    }
    t.timeline.forget_kept();
    ASSERT_NO_FATAL_FAILURE(t.go(end));
    EXPECT_EQ(look(t.runs), digest) << to;
    EXPECT_TRUE(Traveller::first_probe(t.traces) == probe);
  }
}

// The expected values of a gas follow from its start alone. A pulse, or an edit of more than the view, makes them
// invalid. Going back before it makes them valid again.
TEST(Timeline, knows_if_a_run_still_follows_from_its_start) {
  const SceneResult parsed = parse_scene(gas_text, "gas");
  ASSERT_TRUE(parsed.scene);
  Traveller t(*parsed.scene);
  t.timeline.edited(t.runs, *parsed.scene, "wall", true);
  EXPECT_FALSE(t.timeline.altered()) << "an edit at t = 0 changes the start itself";
  t.advance(10);
  t.timeline.edited(t.runs, *parsed.scene, "move probe", false);
  EXPECT_FALSE(t.timeline.altered());
  t.advance(10);
  const std::uint64_t pulse = t.step();
  t.happen(command::Pulse{{30, 6}, 3, 0.5});
  EXPECT_TRUE(t.timeline.altered());
  t.advance(10);
  ASSERT_NO_FATAL_FAILURE(t.go(pulse - 1));
  EXPECT_FALSE(t.timeline.altered());
  ASSERT_NO_FATAL_FAILURE(t.go(pulse));
  EXPECT_TRUE(t.timeline.altered());
  ASSERT_NO_FATAL_FAILURE(t.go(pulse - 1));
  t.advance(20);  // a new course without the pulse
  EXPECT_FALSE(t.timeline.altered());
  t.timeline.edited(t.runs, *parsed.scene, "wall", true);
  EXPECT_TRUE(t.timeline.altered());
  t.timeline.restart(*parsed.scene);
  EXPECT_FALSE(t.timeline.altered());
  t.runs.reset();
  t.timeline.pulsed(t.runs, {{30, 6}, 3, 0.5});
  EXPECT_TRUE(t.timeline.altered()) << "a pulse is not part of the start, even at t = 0";
}

// Snapshots are dropped by a rule: recent ones stay close together, and no step is far from a stored one.
TEST(Timeline, keeps_more_snapshots_of_the_recent_past) {
  Traveller t(small(Precision::float32), 2e6);
  for (int k = 0; k < 500; ++k) t.advance(4);
  Moments moments;
  TimelineState told;
  t.timeline.write_state(moments, told, t.runs);
  ASSERT_GE(told.kept.size(), 12u);
  EXPECT_LE(told.bytes, 2e6);
  EXPECT_EQ(told.kept.back().step, t.step());
  std::uint64_t last = t.step();
  for (auto k = told.kept.rbegin(); k != told.kept.rend(); ++k) {
    EXPECT_LE(last - k->step, std::max<std::uint64_t>(16, 2 * (t.step() - last) + 16)) << k->step;
    last = k->step;
  }
  EXPECT_LT(last, t.step() / 2);
  EXPECT_EQ(moments.begin, 0u);
  t.timeline.set_budget(TimelineState::least_budget / 1000);
  EXPECT_LE(t.timeline.bytes(), TimelineState::least_budget / 1000);
  ASSERT_NO_FATAL_FAILURE(t.go(1234));
}

std::vector<std::uint64_t> steps_of(const std::vector<TimelineState::Shot>& shots) {
  std::vector<std::uint64_t> out;
  for (const TimelineState::Shot& s : shots) out.push_back(s.step);
  return out;
}
std::shared_ptr<const TimelinePicture> picture_of(std::size_t bytes) {
  TimelinePicture out;
  out.dark.rgba.resize(bytes);
  return std::make_shared<const TimelinePicture>(std::move(out));
}

// Thumbnails cover the whole run evenly, even after the snapshots themselves were dropped.
TEST(TimelineShots, thumbnails_cover_the_run_and_drop_an_abandoned_course) {
  TimelineShots shots;
  for (std::uint64_t step = 1; step <= 4000; ++step) shots.add(step, step > 3000 ? 1 : 0, picture_of(100), 1e6);
  const std::vector<std::uint64_t> steps = steps_of(shots.all_shots());
  ASSERT_EQ(steps.size(), TimelineShots::most);
  EXPECT_EQ(steps.back(), 4000u);
  EXPECT_LE(steps.front(), 200u);
  for (std::size_t k = 1; k < steps.size(); ++k) EXPECT_LE(steps[k] - steps[k - 1], 200u) << steps[k];
  EXPECT_EQ(shots.bytes(), 100.0 * TimelineShots::most);

  const int id = shots.all_shots().back().id;
  shots.add(4000, 1, picture_of(40), 1e6);
  EXPECT_EQ(shots.all_shots().size(), TimelineShots::most) << "it replaces the one at the same step";
  EXPECT_GT(shots.all_shots().back().id, id);
  EXPECT_EQ(shots.bytes(), 100.0 * (TimelineShots::most - 1) + 40);
  const TimelineShots before = shots.until(3500, 0);
  EXPECT_LE(before.all_shots().back().step, 3000u) << "only those before the edit";
  shots.forget_after(3500, 1);
  EXPECT_GT(shots.all_shots().back().step, 3000u);
  EXPECT_LE(shots.all_shots().back().step, 3500u);
  shots.forget_before(1);
  EXPECT_GT(shots.all_shots().front().step, 3000u);
  shots.make_room(250);
  EXPECT_EQ(shots.all_shots().size(), 2u);
  EXPECT_EQ(shots.bytes(), 200);
}

// A snapshot larger than the budget is detected once and not made again and again.
TEST(Timeline, gives_up_snapshots_larger_than_its_memory) {
  Traveller t(small(Precision::float32), 1e3);
  for (int k = 0; k < 5; ++k) t.advance(4);
  Moments moments;
  TimelineState told;
  t.timeline.write_state(moments, told, t.runs);
  EXPECT_TRUE(told.kept.empty());
  EXPECT_GT(told.one_takes, 1e3);
  EXPECT_FALSE(t.timeline.is_due(t.runs));
  ASSERT_NO_FATAL_FAILURE(t.go(7));
  t.timeline.set_budget(1e8);
  for (int k = 0; k < 5; ++k) t.advance(4);
  t.timeline.write_state(moments, told, t.runs);
  EXPECT_GE(told.kept.size(), 4u);
}

TEST(LongTimeline, a_larger_domain_matches_a_fresh_run) {
  Scene s = refine(small(Precision::float32), 6);
  Traveller t(s, 40e6);
  ASSERT_NO_FATAL_FAILURE(wander(t, 300, 3, 1500, 40e6));
  EXPECT_EQ(t.compared, 300);
}

}  // namespace
}  // namespace ez::test
