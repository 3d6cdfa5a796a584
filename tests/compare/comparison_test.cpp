// Tests panes in lockstep and their reference runs: every run equals the same run alone, bit for bit. The reading of
// the reflection meter is the difference of two plain runs, one of them so large that nothing returns.
#include "solver/compare/comparison.h"

#include <random>
#include <utility>

#include "helpers.h"
#include "random_boundaries.h"
#include "solver/measure/reference_run.h"
#include "solver/problem/padding.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// Returns a pulse near one corner of a box with a layer, a glass slab that reaches two sides, and a wire.
Scene lab(Precision precision = Precision::float64) {
  Scene s = grid(72, 60, cpml, precision);
  s.boundary.cpml.cells = 6;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Rect{{-1, 40}, {80, 48}}, "glass"}, {Circle{{50, 20}, 3}, "pec"}};
  s.sources = {point(24, 22, pulse(frequency_of(s, 12)))};
  s.reflection.on = true;
  s.reflection.margin = 40;
  return s;
}

Variant variant(const std::string& name, const std::string& kind) {
  Variant v{name, {}};
  for (const char* side : {"left", "right", "bottom", "top"})
    v.set.push_back({std::string("boundary.") + side, '"' + kind + '"'});
  return v;
}

// Returns the scene with everything moved in by `margin` nodes, and shapes extended over the old edge.
Scene larger(Scene s, int margin, const CpmlGrading& outer) {
  const double m = margin + outer.cells;
  s.grid.nx += 2 * (margin + outer.cells);
  s.grid.ny += 2 * (margin + outer.cells);
  for (Source& source : s.sources) {
    Vec2& at = std::get<PointSource>(source.geometry).at;
    at = {at.x + m, at.y + m};
  }
  s.shapes = {{Rect{{-1, 40 + m}, {80 + 2 * m, 48 + m}}, "glass"}, {Circle{{50 + m, 20 + m}, 3}, "pec"}};
  s.boundary = {};
  s.boundary.cpml = outer;
  s.reflection = {};
  return s;
}

void expect_equal_fields(Solver& a, Solver& b) {
  ASSERT_EQ(a.step(), b.step());
  for (Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy})
    ASSERT_TRUE(a.field(q) == b.field(q)) << to_string(q) << " at step " << a.step();
}

TEST(ReferenceRun, equals_a_plain_larger_scene) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const Scene s = lab(precision);
    const Padding padding = reference_padding(s);
    Solver reference(make_cpu_engine(2), reference_scene(s), padding),
        plain(make_cpu_engine(1), larger(s, 40, padding.outer));
    EXPECT_EQ(reference.nodes(), plain.nodes());
    reference.advance(700);
    plain.advance(700);
    expect_equal_fields(reference, plain);
    ASSERT_GT(max_abs(reference.field(Quantity::ez)), 0);
  }
}

TEST(ReferenceRun, follows_edits_like_a_plain_larger_scene) {
  Scene s = lab();
  const Padding padding = reference_padding(s);
  Solver reference(make_cpu_engine(2), reference_scene(s), padding),
      plain(make_cpu_engine(1), larger(s, 40, padding.outer));
  const auto edit = [&] {
    const auto before = reference.field(Quantity::ez);
    EXPECT_FALSE(reference.apply(reference_scene(s)).refused);
    plain.apply(larger(s, 40, padding.outer));
    EXPECT_EQ(reference.nodes(), plain.nodes());
    EXPECT_TRUE(before == reference.field(Quantity::ez));
    for (Solver* solver : {&reference, &plain}) go_on(*solver, 60);
    expect_equal_fields(reference, plain);
  };
  for (Solver* solver : {&reference, &plain}) go_on(*solver, 80);
  s.sources[0].amplitude = 3;
  edit();
  s.materials[0].eps = 4;
  s.materials[0].mu = 1.5;
  edit();
  s.sources[0].geometry = PointSource{{30, 40}};
  edit();
  s.grid.courant = 0.6;
  edit();
}

TEST(ReferenceRun, extends_a_dirty_rectangle_to_the_outer_edge) {
  Scene s = lab();
  const Padding padding = reference_padding(s);
  Solver reference(make_cpu_engine(1), reference_scene(s), padding);
  go_on(reference, 50);
  for (const Rect& r : {Rect{{0, 3}, {10, 9}}, Rect{{66, 50}, {71, 59}}, Rect{{20, 20}, {30, 30}}}) {
    s.shapes.push_back({r, "glass"});
    reference.apply(reference_scene(s));
    EXPECT_EQ(reference.nodes(), lay_out(rasterize(s), padding));
  }
}

// A side that is not opened stays as in the scene: a guide keeps its walls, and a layer its grading.
TEST(ReferenceRun, keeps_sides_that_are_not_measured) {
  Scene s = lab();
  s.shapes.clear();
  s.boundary.side = {cpml, cpml, pec, mur1};
  s.boundary.cpml = {8, 3, 1.1, 4, 0.02, {}};
  s.reflection.sides = {{Side::left}};
  const Padding padding = reference_padding(s);
  EXPECT_EQ(padding.cells, (std::array<int, 4>{60, 0, 0, 0}));
  Solver reference(make_cpu_engine(1), reference_scene(s), padding), pane(make_cpu_engine(1), s);
  const Problem &a = reference.problem(), &b = pane.problem();
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.x.high, 8);
  for (std::size_t k = 0; k < 12; ++k) {
    EXPECT_EQ(a.x.c_e[a.x.c_e.size() - 1 - k], b.x.c_e[b.x.c_e.size() - 1 - k]);
    EXPECT_EQ(a.x.b_h[a.x.b_h.size() - 1 - k], b.x.b_h[b.x.b_h.size() - 1 - k]);
  }
  EXPECT_EQ(a.walls, b.walls);
}

TEST(ReferenceRun, without_padding_equals_the_scene) {
  Scene s = lab(Precision::float32);
  Solver with(make_cpu_engine(2), s, Padding{}), without(make_cpu_engine(2), s);
  EXPECT_EQ(with.nodes(), without.nodes());
  EXPECT_EQ(with.problem().x, without.problem().x);
  for (Solver* solver : {&with, &without}) go_on(*solver, 300);
  expect_equal_fields(with, without);
}

TEST(Taps, record_the_same_as_probes) {
  Scene s = lab(Precision::float32);
  s.probes = {{"a", {30, 30}}, {"b", {12, 40}}};
  Solver solver = solver_for(s, 2);
  go_on(solver, 10);
  solver.set_taps({{30, 30}, {12, 40}, {5, 5}});
  go_on(solver, 40);
  s.sources[0].amplitude = 2;
  solver.apply(s);
  go_on(solver, 25);
  const auto probes = solver.take_probes();
  const Solver::TapSamples taps = solver.take_taps();
  EXPECT_EQ(taps.first_step, 11u);
  ASSERT_EQ(taps.values.size(), 65u * 3);
  ASSERT_EQ(probes[0].values.size(), 75u);
  for (std::size_t n = 0; n < 65; ++n)
    for (std::size_t p = 0; p < 2; ++p) ASSERT_EQ(taps.values[3 * n + p], probes[p].values[n + 10]);
  EXPECT_EQ(solver.take_taps().first_step, 76u);
}

// Makes random edits that keep the field, of the kinds that the window makes.
void edit(Scene& s, std::mt19937& random) {
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  switch (random() % 5) {
    case 0:
      s.sources[0].amplitude = uniform(0.5, 2);
      break;
    case 1:
      s.sources[0].geometry = PointSource{{uniform(10, 60), uniform(10, 50)}};
      break;
    case 2:
      s.materials[0].eps = uniform(1, 5);
      break;
    case 3:
      std::get<Circle>(s.shapes[1].geometry).center = {uniform(0, 70), uniform(0, 59)};
      break;
    default:
      s.boundary.cpml.sigma = uniform(0.5, 1.5);
  }
}

TEST(Comparison, panes_equal_single_runs_at_the_same_step) {
  Scene s = lab(Precision::float32);
  s.sources[0].waveform = Cw{frequency_of(s, 12), 3, 0};
  s.reflection.margin = 16;
  s.variants = {variant("PEC", "pec"), variant("Mur", "mur1"), variant("PMC", "pmc"), variant("CPML", "cpml")};
  Comparison comparison(cpu_engine_maker(2), s);
  std::vector<std::unique_ptr<Solver>> alone;
  for (std::size_t k = 0; k < 4; ++k)
    alone.push_back(std::make_unique<Solver>(make_cpu_engine(1), *scene_of_variant(s, k).scene));
  EXPECT_EQ(comparison.reference(0), comparison.reference(3)) << "one reference run serves all four";
  std::mt19937 random(3);
  int made = 0;
  for (int batch = 0; made < 10000; ++batch) {
    const int steps = 1 + static_cast<int>(random() % 60);
    made += steps;
    comparison.advance(steps);
    for (auto& one : alone) one->advance(steps);
    if (batch % 7 != 0) continue;
    edit(s, random);
    const Comparison::Applied done = comparison.apply(s);
    ASSERT_FALSE(done.restarted) << done.message.english();
    for (std::size_t k = 0; k < 4; ++k) alone[k]->apply(*scene_of_variant(s, k).scene);
  }
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(comparison.pane(k).step(), static_cast<std::uint64_t>(made));
    expect_equal_fields(comparison.pane(k), *alone[static_cast<std::size_t>(k)]);
  }
  EXPECT_EQ(comparison.reference(2)->step(), static_cast<std::uint64_t>(made));
}

// The media are made once for an edit, and only if it changes them.
TEST(Comparison, all_runs_share_the_media_of_the_scene) {
  Scene s = lab(Precision::float32);
  s.reflection.margin = 16;
  s.variants = {variant("PEC", "pec"), variant("Mur", "mur1"), {"dense", {{"material.0.eps", "7"}}}};
  SharedMedia media = media_of(s);
  Comparison comparison(cpu_engine_maker(2), s, media);
  const auto expect_shared = [&](const char* what) {
    for (const int k : {0, 1}) {
      EXPECT_EQ(comparison.pane(k).media(), media) << what << k;
      EXPECT_EQ(comparison.reference(k)->media(), media) << what << k;
    }
    EXPECT_NE(comparison.pane(2).media(), media) << what;
    EXPECT_EQ(comparison.pane(2).media()->palette()[3].eps, 7) << what;
  };
  expect_shared("start");
  s.sources[0].amplitude = 2;
  s.boundary.cpml.sigma = 0.8;
  comparison.apply(s);
  expect_shared("other parts");
  s.materials[0].eps = 3;
  comparison.apply(s, media = media_of(s, media));
  EXPECT_EQ(media->palette()[3].eps, 3);
  expect_shared("another medium");
  s.shapes.pop_back();
  const SharedMedia before = std::exchange(media, comparison.pane(0).media());
  comparison.apply(s);
  media = comparison.pane(0).media();
  EXPECT_NE(media, before);
  expect_shared("without a shape");
}

TEST(Comparison, stays_finite_while_boundaries_are_edited_at_random) {
  RandomBoundaries(cpu_engine_maker(2), 11).go_on(test_seconds(4));
}
TEST(LongComparison, stays_finite_while_boundaries_are_edited_at_random) {
  RandomBoundaries(cpu_engine_maker(2), 12).go_on(60);
}

TEST(Comparison, panes_with_other_time_steps_stay_within_half_a_step) {
  Scene s = lab(Precision::float32);
  s.shapes.clear();
  s.variants = {{"fine", {}},
                {"slow", {{"grid.courant", "0.37"}}},
                {"coarse", {{"grid.cells", "[36, 30]"}, {"grid.cell", "2e-3"}, {"source.0.at", "[12, 11]"}}}};
  Comparison comparison(cpu_engine_maker(2), s);
  std::mt19937 random(5);
  for (int made = 0; made < 10000;) {
    const int steps = 1 + static_cast<int>(random() % 90);
    made += steps;
    comparison.advance(steps);
    for (int k = 1; k < 3; ++k)
      ASSERT_LE(std::abs(comparison.pane(k).time() - comparison.pane(0).time()), 0.5000001 * comparison.pane(k).dt());
  }
}

TEST(Comparison, restarts_only_for_another_reference_run_and_reports_it) {
  Scene s = lab();
  s.reflection.on = false;
  s.variants = {variant("PEC", "pec"), variant("CPML", "cpml")};
  Comparison comparison(cpu_engine_maker(2), s);
  const auto go = [&] { comparison.advance(30), comparison.wait(); };
  const auto expect_restart = [&](bool wanted, const char* what) {
    go();
    const Comparison::Applied done = comparison.apply(s);
    EXPECT_EQ(done.restarted, wanted) << what;
    EXPECT_EQ(done.message.empty(), !wanted) << what << ": " << done.message.english();
    for (int k = 0; k < comparison.panes(); ++k) {
      EXPECT_EQ(comparison.pane(k).step() == 0, wanted) << what;
      Solver* reference = comparison.reference(k);
      EXPECT_TRUE(!reference || reference->step() == comparison.pane(k).step()) << what;
    }
  };
  s.reflection.on = true;
  expect_restart(true, "reflection is switched on");
  EXPECT_NE(comparison.reference(0), nullptr);
  EXPECT_GT(comparison.reference_bytes(), 0);
  s.title = "other";
  expect_restart(false, "a title");
  s.sources[0].amplitude = 2;
  expect_restart(false, "a source");
  s.boundary.cpml.cells = 8;
  expect_restart(false, "the layer of a measured side");
  s.variants[0].set.push_back({"source.0.amplitude", "7"});
  expect_restart(true, "two panes that cannot share a reference run any more");
  EXPECT_NE(comparison.reference(0), comparison.reference(1));
  s.reflection.margin = 30;
  expect_restart(true, "another margin");
  s.variants.push_back(variant("Mur", "mur1"));
  expect_restart(true, "one more pane");
  EXPECT_EQ(comparison.panes(), 3);
  EXPECT_EQ(comparison.name(2), "Mur");
  s.grid.nx = 80;
  expect_restart(true, "another grid");
  s.variants.pop_back();
  expect_restart(true, "one pane less");
  s.reflection.on = false;
  expect_restart(false, "reflection is switched off");
  EXPECT_EQ(comparison.reference(0), nullptr);
}

TEST(Comparison, continues_without_a_reference_run_that_does_not_fit) {
  Scene s = lab(Precision::float32);
  Comparison comparison(cpu_engine_maker(1), s);
  comparison.advance(20);
  s.reflection.margin = 131072;
  const Comparison::Applied done = comparison.apply(s);
  EXPECT_FALSE(done.restarted);
  EXPECT_EQ(comparison.reference(0), nullptr);
  EXPECT_EQ(done.message.english(), comparison.reference_message());
  EXPECT_NE(done.message.english().find("a margin of "), std::string::npos) << done.message.english();
  EXPECT_EQ(comparison.minus_reference(0), PictureReference{});
  comparison.advance(20);
  EXPECT_EQ(comparison.pane(0).step(), 40u);
  EXPECT_FALSE(comparison.reading(0).worst.has_value());
  s.reflection.margin = 40;
  EXPECT_TRUE(comparison.apply(s).restarted);
  EXPECT_NE(comparison.reference(0), nullptr);
  EXPECT_EQ(comparison.reference_message(), "");
}

// ---- a reference run that starts late

void catch_up(Comparison& comparison, int at_once) {
  while (comparison.behind() > 0) comparison.advance(at_once);
}

// Makes edits of all kinds during the run, also several at one step, in the form that Comparison::apply expects.
class Edited {
 public:
  Edited() : scene_(lab()) {
    scene_.reflection.on = false;
    scene_.sources = {point(24, 22, Cw{frequency_of(scene_, 12)}), point(40, 30, pulse(frequency_of(scene_, 9)))};
  }
  const Scene& scene() const { return scene_; }
  const Scene& edit(int k) {
    Cw& cw = std::get<Cw>(scene_.sources[0].waveform);
    switch (k % 8) {
      case 0:
        cw.frequency *= 0.93;
        break;
      case 1:
        scene_.materials[0].eps += 0.5;
        break;
      case 2:
        scene_.shapes[1] = {Circle{{48, 22}, 4}, "pec"};
        break;
      case 3:
        scene_.sources[0].amplitude *= 1.5;
        break;
      case 4:
        scene_.grid.courant *= 0.9;
        break;
      case 5:
        std::get<PointSource>(scene_.sources[0].geometry).at.x += 3;
        break;
      case 6:
        scene_.boundary.cpml.kappa += 1;
        break;
      default:
        scene_.sources[1].on = !scene_.sources[1].on;
    }
    return scene_;
  }

 private:
  Scene scene_;
};

TEST(LateReferenceRun, takes_the_panes_edits_at_the_steps_where_they_were_made) {
  Edited edited;
  Comparison early(cpu_engine_maker(1), edited.scene()), late(cpu_engine_maker(2), edited.scene());
  early.look(true);
  const auto both = [&](const auto& act) { act(early), act(late); };
  const auto edit = [&](int k) {
    const Scene& scene = edited.edit(k);
    both([&](Comparison& e) { EXPECT_FALSE(e.apply(scene).restarted); });
  };
  const auto expect_equal = [&] {
    ASSERT_NE(late.reference(0), nullptr) << late.reference_message();
    expect_equal_fields(early.pane(0), late.pane(0));
    expect_equal_fields(*early.reference(0), *late.reference(0));
    EXPECT_TRUE(early.residual(0) == late.residual(0));
    EXPECT_GT(max_abs(late.residual(0)), 0);
  };
  edit(3);  // before the first step
  for (int k = 0; k < 12; ++k) {
    both([&](Comparison& e) { e.advance(17 + k); });
    edit(k);
    if (k % 3 == 0) edit(k + 1), edit(k);
  }
  late.look(true);
  EXPECT_EQ(late.behind(), static_cast<int>(late.pane(0).step()));
  late.advance(50);
  edit(0);  // while it catches up
  edit(1);
  catch_up(late, 40);
  expect_equal();
  both([](Comparison& e) { e.advance(60); });
  edit(8);
  both([](Comparison& e) { e.advance(60); });
  expect_equal();

  // Return to a snapshot, and continue differently from there.
  late.look(false);
  Comparison::Moment of_early = early.checkpoint(), of_late = late.checkpoint();
  edit(11);
  both([](Comparison& e) { e.advance(30); });
  edit(9);
  early.restore(of_early);
  late.restore(of_late);
  both([](Comparison& e) { e.advance(30); });
  late.look(true);
  catch_up(late, 100);
  expect_equal();
}

TEST(LateReferenceRun, without_a_way_to_follow_waits_for_the_next_start) {
  const auto expect_none_until_reset = [](Comparison& runs) {
    runs.look(true);
    EXPECT_EQ(runs.reference(0), nullptr);
    EXPECT_NE(runs.reference_message().find("restart (R)"), std::string::npos) << runs.reference_message();
    EXPECT_EQ(runs.behind(), 0);
    runs.advance(10);
    runs.reset();
    EXPECT_NE(runs.reference(0), nullptr);
    EXPECT_EQ(runs.reference_message(), "");
    runs.advance(10);
    EXPECT_EQ(runs.reference(0)->step(), runs.pane(0).step());
  };
  Scene s = lab();
  s.reflection.on = false;
  Comparison often(cpu_engine_maker(1), s);
  for (int k = 0; k <= 10000; ++k) {
    s.sources[0].amplitude += 1;
    often.apply(s);
  }
  expect_none_until_reset(often);
  s.boundary[Side::left] = s.boundary[Side::right] = periodic;
  Comparison other_sides(cpu_engine_maker(1), s);
  other_sides.advance(20);
  s.boundary[Side::left] = s.boundary[Side::right] = cpml;
  EXPECT_FALSE(other_sides.apply(s).restarted);
  expect_none_until_reset(other_sides);
}

// Expected value of a difference picture at a node, from plain fields.
struct Difference {
  Field a, b;
  int bx, by;  // grid of b
  PictureReference at;
  double operator()(int i, int j, int nx) const {
    const double x = i * at.scale_x + at.offset_x, y = j * at.scale_y + at.offset_y;
    double other = 0;
    if (x >= 0 && y >= 0 && x <= bx - 1 && y <= by - 1) {
      const int i0 = static_cast<int>(x), j0 = static_cast<int>(y);
      const int i1 = std::min(i0 + 1, bx - 1), j1 = std::min(j0 + 1, by - 1);
      const auto v = [&](int p, int q) {
        return b[static_cast<std::size_t>(q) * static_cast<std::size_t>(bx) + static_cast<std::size_t>(p)];
      };
      const double low = v(i0, j0) + (x - i0) * (v(i1, j0) - v(i0, j0));
      const double high = v(i0, j1) + (x - i0) * (v(i1, j1) - v(i0, j1));
      other = low + (y - j0) * (high - low);
    }
    return a[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i)] - other;
  }
};

void expect_residual_picture(Solver& pane, Solver& other, const PictureReference& at, bool exact) {
  const Problem &p = pane.problem(), &q = other.problem();
  const Difference difference{pane.field(Quantity::ez), other.field(Quantity::ez), q.nx, q.ny, at};
  std::vector<float> pixels(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
  PictureWindow window{-0.5, -0.5, p.nx - 0.5, p.ny - 0.5, p.nx, p.ny, Quantity::residual, at};
  const PictureStats stats = pane.draw(window, pixels.data());
  float most = 0;
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      const float shown =
          pixels[static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)];
      const double wanted = difference(i, j, p.nx);
      most = std::max(most, std::abs(shown));
      if (exact)
        ASSERT_EQ(shown, static_cast<float>(wanted)) << i << ", " << j;
      else
        ASSERT_NEAR(shown, wanted, 1e-5 * max_abs(difference.a)) << i << ", " << j;
    }
  EXPECT_GT(most, 0);
  EXPECT_EQ(stats.max_abs, most);
  // Zoomed in, pixels on nodes show the value of the node.
  window = {9.75, 9.75, 20.25, 20.25, 21, 21, Quantity::residual, at};
  pixels.resize(std::size_t{21} * 21);
  pane.draw(window, pixels.data());
  for (int j = 0; j < 21; j += 2)
    for (int i = 0; i < 21; i += 2)
      ASSERT_NEAR(pixels[static_cast<std::size_t>(21 * j + i)], difference(10 + i / 2, 10 + j / 2, p.nx),
                  1e-5 * max_abs(difference.a));
  // Zoomed out, a pixel shows the largest magnitude of four nodes.
  window = {-0.5, -0.5, 59.5, 59.5, 30, 30, Quantity::residual, at};
  pixels.resize(std::size_t{30} * 30);
  pane.draw(window, pixels.data());
  for (int j = 0; j < 30; ++j)
    for (int i = 0; i < 30; ++i) {
      double largest = 0;
      for (int n = 0; n < 4; ++n) largest = std::max(largest, std::abs(difference(2 * i + n % 2, 2 * j + n / 2, p.nx)));
      ASSERT_NEAR(std::abs(pixels[static_cast<std::size_t>(30 * j + i)]), largest, 1e-5 * max_abs(difference.a));
    }
}

TEST(Residual, picture_is_the_difference_of_two_fields) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    Scene s = lab(precision);
    s.variants = {variant("PEC", "pec"), variant("Mur", "mur1")};
    Comparison comparison(cpu_engine_maker(2), s);
    comparison.advance(150);
    expect_residual_picture(comparison.pane(0), *comparison.reference(0), comparison.minus_reference(0), true);
    expect_residual_picture(comparison.pane(1), comparison.pane(0), comparison.minus_pane(1, 0), true);
    const std::vector<double> all = comparison.residual(1), field = comparison.pane(1).field(Quantity::ez);
    Solver& reference = *comparison.reference(1);
    for (const Node n : {Node{0, 0}, Node{30, 7}, Node{71, 59}})
      EXPECT_NEAR(all[at(s, n.i, n.j)],
                  field[at(s, n.i, n.j)] - reference.value_at(Quantity::ez, shifted(n, reference.padding())),
                  1e-6 * max_abs(field));
  }
}

TEST(Residual, picture_interpolates_a_pane_of_other_resolution_or_precision) {
  Scene s = lab(Precision::float32);
  s.shapes.clear();
  s.reflection.on = false;
  s.variants = {{"fine", {}},
                {"coarse", {{"grid.cells", "[36, 30]"}, {"grid.cell", "2e-3"}, {"source.0.at", "[12, 11]"}}},
                {"double", {{"grid.precision", "\"double\""}}}};
  Comparison comparison(cpu_engine_maker(2), s);
  comparison.advance(120);
  EXPECT_EQ(comparison.minus_pane(0, 1).scale_x, 0.5);
  expect_residual_picture(comparison.pane(0), comparison.pane(1), comparison.minus_pane(0, 1), false);
  expect_residual_picture(comparison.pane(0), comparison.pane(2), comparison.minus_pane(0, 2), true);
}

TEST(Residual, without_a_reference_is_zero) {
  Solver solver = run(lab(Precision::float32), 100);
  std::vector<float> pixels(64, 1);
  EXPECT_EQ(solver.draw({10, 10, 18, 18, 8, 8, Quantity::residual}, pixels.data()).max_abs, 0);
  EXPECT_EQ(pixels, std::vector<float>(64, 0));
  EXPECT_EQ(solver.value_at(Quantity::residual, {20, 20}), 0);
  EXPECT_EQ(max_abs(solver.field(Quantity::residual)), 0);
}

}  // namespace
}  // namespace ez::test
