// Tests [initial] and [run] of a scene file: reading and writing, mistakes, the initial field of a run, and the use of
// a preset.
#include <limits>

#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/scene/duration.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scheme.h"

namespace ez::test {
namespace {

const std::string head = "ezscope = 1\nunit = 'cell'\n[grid]\ncells = [64, 48]\ncell = 1e-3\n";  // five lines
const std::string metal = "[boundary]\nleft = 'pec'\nright = 'pec'\nbottom = 'pec'\ntop = 'pec'\n";

std::string said(const std::string& text) {
  std::string out;
  for (const Message& m : parse_scene(text, "t").messages) out += to_string(m) + "\n";
  return out;
}
Scene scene_of(const std::string& text) {
  const SceneResult result = parse_scene(text, "t");
  EXPECT_TRUE(result.scene) << said(text);
  EXPECT_TRUE(result.messages.empty()) << said(text);
  return result.scene.value_or(Scene{});
}

TEST(SceneRun, keys_are_read_and_written_and_defaults_are_omitted) {
  const Scene s = scene_of(head + metal +
                           "[initial]\nside = 'top'\nvalue = 1.5\n[run]\nscheme = 'marching-register'\nform = "
                           "'16 rows'\nblock = [32, 4]\n");
  EXPECT_EQ(s.initial, (Initial{Side::top, 1.5}));
  EXPECT_EQ(s.run, (RunPreset{"marching-register", "16 rows", {{32, 4}}}));
  EXPECT_EQ(scene_of(write_scene(s)), s);
  const Scene spelled_out = scene_of(write_scene(s, true));
  EXPECT_EQ(spelled_out.initial, s.initial);
  EXPECT_EQ(spelled_out.run, s.run);
  const Scene plain = scene_of(head);
  EXPECT_EQ(write_scene(plain).find("[initial]"), std::string::npos);
  EXPECT_EQ(write_scene(plain).find("[run]"), std::string::npos);
  EXPECT_NE(write_scene(plain, true).find("scheme = \"auto\""), std::string::npos);
  EXPECT_EQ(scene_of(write_scene(plain, true)).run, plain.run);
}

TEST(SceneRun, a_variant_may_have_its_own) {
  const Scene s =
      scene_of(head + metal + "[[variant]]\nname = 'a'\nset = { 'run.scheme' = 'takada', initial.value = 2 }\n");
  const Scene variant = scene_of_variant(s, 0).scene.value();
  EXPECT_EQ(variant.run.scheme, "takada");
  EXPECT_EQ(variant.initial.value, 2);
}

TEST(SceneRun, mistakes_are_reported_at_their_place) {
  EXPECT_EQ(said(head + "[initial]\nside = 'up'\n").find("t:7:8: initial.side is \"up\", which is not known; "), 0u);
  EXPECT_EQ(said(head + "[initial]\nvalue = inf\n"), "t:7:9: initial.value is inf; give a finite number\n");
  EXPECT_EQ(said(head + "[initial]\nvalu = 1\n"), "t:7:1: unknown key \"valu\" in initial; did you mean \"value\"?\n");
  EXPECT_EQ(said(head + "[run]\nscheme = 'takadda'\n"),
            "t:7:10: run.scheme is \"takadda\", which is not a kernel scheme; did you mean \"takada\"?\n");
  EXPECT_EQ(said(head + "[run]\nscheme = 'decomposition'\n")
                .find("t:7:10: run.scheme is \"decomposition\", which cannot run a scene; give one of auto"),
            0u);
  EXPECT_EQ(said(head + metal + "[run]\nscheme = 'runtime'\nform = '1'\n"),
            "t:13:8: run.form is \"1\", which is not a form of runtime; it has only one form, so leave the key out\n");
  EXPECT_EQ(said(head + "[run]\nblock = [32, 64]\n"),
            "t:7:9: run.block is [32, 64]; give two whole numbers from 1 whose product is at most 1024\n");
  EXPECT_EQ(said(head + "[run]\nblock = [32]\n"), "t:7:9: run.block is not two whole numbers; give [x, y]\n");
  EXPECT_NE(said(head + "[run]\nblock = [0, 4]\n").find("run.block is [0, 4]"), std::string::npos);
  EXPECT_NE(said(head + "[run]\nblock = [99999999999, 99999999999]\n").find("product is at most 1024"),
            std::string::npos);
}

TEST(SceneRun, the_pause_time_is_read_written_and_refined) {
  const std::string flash =
      "[[source]]\nkind = 'point'\nat = [32, 24]\nwaveform = { kind = 'ricker', frequency = 1e9 }\n";
  const Scene s = scene_of(head + flash + "[run]\npause_at = '460 steps'\nrepeat = true\n");
  EXPECT_EQ(s.pause, (Pause{"460 steps", true}));
  EXPECT_EQ(s.run, RunPreset{});
  EXPECT_EQ(scene_of(write_scene(s)), s);
  EXPECT_EQ(scene_of(write_scene(s, true)).pause, s.pause);
  EXPECT_NE(write_scene(scene_of(head), true).find("pause_at = \"\"\nrepeat = false\n"), std::string::npos);
  EXPECT_EQ(refine(s, 2.5).pause, (Pause{"1150 steps", true})) << "the same time";
  EXPECT_EQ(refine(s, 1e-6).pause.at, "1 steps");

  const auto step = [&](const char* at, double valid = std::numeric_limits<double>::infinity()) {
    Scene other = s;
    other.pause.at = at;
    return pause_step(other, 0.5e-12, valid);
  };
  EXPECT_EQ(step("460 steps"), 460u);
  EXPECT_EQ(step("1.1ns"), 2200u);
  EXPECT_EQ(step("40T"), 80000u);
  EXPECT_EQ(step("valid"), std::nullopt);
  EXPECT_EQ(step("valid", 10.4e-12), 20u);
  EXPECT_EQ(step(""), std::nullopt);
  EXPECT_EQ(step("0.1fs"), 1u);
}

TEST(SceneRun, the_pace_is_read_written_and_refined) {
  const Scene s = scene_of(head + "[run]\npace = 1.5\n");
  EXPECT_EQ(s.pause.pace, 1.5);
  EXPECT_EQ(scene_of(write_scene(s)), s);
  EXPECT_EQ(refine(s, 2).pause.pace, 1.5) << "in periods per second, regardless of the steps";
  EXPECT_NE(write_scene(scene_of(head), true).find("# pace is absent: as it is set"), std::string::npos);
  EXPECT_EQ(said(head + "[run]\npace = 0\n").find("t:7:8: run.pace is 0"), 0u) << said(head + "[run]\npace = 0\n");
}

TEST(SceneRun, a_pause_that_is_never_reached_is_reported) {
  for (const char* bad : {"soon", "460", "0 steps", "-1 steps", "1.5 steps", "0ns", "460steps", "1e99 steps"})
    EXPECT_EQ(said(head + "[run]\npause_at = '" + bad + "'\n"),
              std::string("t:7:12: run.pause_at is \"") + bad +
                  "\"; give a time like \"1.1ns\", periods like \"40T\", \"460 steps\", or \"valid\"\n");
  EXPECT_EQ(said(head + "[run]\npause_at = 460\n").find("t:7:12: run.pause_at"), 0u);
  EXPECT_NE(said(head + "[run]\npause_at = '40T'\n").find("warning: t:7:12: run.pause_at is in periods"),
            std::string::npos);
  EXPECT_NE(said(head + "[run]\npause_at = 'valid'\n").find("set reflection.on"), std::string::npos);
  EXPECT_NE(said(head + "[run]\nrepeat = true\n").find("warning: t:7:10: run.repeat restarts"), std::string::npos);
}

TEST(SceneRun, a_scheme_that_cannot_run_the_scene_gives_a_warning) {
  const std::string text = head + "[run]\nscheme = 'takada'\n";
  EXPECT_TRUE(parse_scene(text, "t").scene);
  EXPECT_EQ(said(text),
            "warning: t:7:10: run.scheme is not used, because boundary.left: takada does not support cpml; change one "
            "of them\n");
}

// Checks Ez in the half at `side`, for nodes at least `margin` from every boundary.
void expect_half(const Scene& s, const Field& ez, Side side, int margin) {
  for (int j = margin; j < s.grid.ny - margin; ++j)
    for (int i = margin; i < s.grid.nx - margin; ++i) {
      const bool inside = side == Side::left     ? i < s.grid.nx / 2
                          : side == Side::right  ? i >= s.grid.nx - s.grid.nx / 2
                          : side == Side::bottom ? j < s.grid.ny / 2
                                                 : j >= s.grid.ny - s.grid.ny / 2;
      ASSERT_EQ(ez[at(s, i, j)], inside ? 1.5 : 0) << i << ", " << j;
    }
}

TEST(SceneRun, starts_with_its_half_field_and_restores_it_at_reset) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const Side side : all_sides)
      for (const BoundaryKind walls : {BoundaryKind::pec, BoundaryKind::mur1, BoundaryKind::mur2, BoundaryKind::pmc}) {
        Scene s = grid(20, 17, walls, precision);
        s.shapes = {{Circle{{3, 3}, 1.5}, "pec"}, {Circle{{15, 13}, 1.5}, "pec"}};
        s.initial = {side, 1.5};
        Scene open = s;
        open.shapes.clear();
        expect_half(s, solver_for(open).field(Quantity::ez), side, walls == BoundaryKind::pec ? 1 : 0);
        Solver solver = solver_for(s);
        const Field start = solver.field(Quantity::ez);
        EXPECT_EQ(start[at(s, 3, 3)], 0) << "metal";
        EXPECT_EQ(start[at(s, 15, 13)], 0) << "metal";
        if (walls == BoundaryKind::pec) {
          EXPECT_EQ(start[at(s, 0, 8)], 0) << "a metal wall";
        }
        go_on(solver, 25);
        EXPECT_GT(max_difference(solver.field(Quantity::ez), start), 0.1);
        const Field later = solver.field(Quantity::ez);
        solver.reset();
        EXPECT_EQ(solver.step(), 0u);
        EXPECT_EQ(solver.field(Quantity::ez), start);
        go_on(solver, 25);
        EXPECT_EQ(solver.field(Quantity::ez), later);
      }
}

TEST(SceneRun, an_edit_of_the_initial_field_acts_at_the_next_restart) {
  Scene s = grid(20, 17, BoundaryKind::mur1);
  Solver solver = run(s, 5);
  s.initial = {Side::left, 1.5};
  s.run.scheme = "split";
  EXPECT_EQ(solver.apply(s).tier, Tier::nothing);
  EXPECT_EQ(solver.step(), 5u);
  EXPECT_EQ(max_abs(solver.field(Quantity::ez)), 0);
  solver.reset();
  expect_half(s, solver.field(Quantity::ez), Side::left, 0);
  s.grid.nx = 30;
  EXPECT_EQ(solver.apply(s).tier, Tier::grid);
  expect_half(s, solver.field(Quantity::ez), Side::left, 0);
}

// The reference run starts with the same field inside, and continues it outside.
TEST(SceneRun, a_reference_run_continues_the_field_outwards) {
  Scene s = grid(20, 17, BoundaryKind::mur1);
  s.initial = {Side::top, 1.5};
  Padding padding;
  padding.cells = {32, 32, 32, 32};
  Solver reference(make_cpu_engine(1), s, padding);
  const auto value = [&](int i, int j) { return reference.value_at(Quantity::ez, {i + 32, j + 32}); };
  for (const int i : {-20, 0, 10, 19, 40}) {
    EXPECT_EQ(value(i, 8), 0) << i;
    EXPECT_EQ(value(i, 9), 1.5) << i;
    EXPECT_EQ(value(i, 40), 1.5) << i;
    EXPECT_EQ(value(i, -20), 0) << i;
  }
}

TEST(SceneRun, a_preset_is_refused_with_a_reason_on_the_cpu) {
  Scene s = grid(20, 17, BoundaryKind::pec, Precision::float32);
  Solver plain = solver_for(s);
  EXPECT_EQ(apply_preset(plain), "");
  s.run = {"takada", "", {{32, 4}}};
  Solver solver = solver_for(s);
  EXPECT_EQ(apply_preset(solver), "the CPU engine has only the scheme wavefront; takada needs a GPU");
  EXPECT_EQ(solver.engine().scheme().name, "auto");
  go_on(solver, 3);
  EXPECT_EQ(solver.step(), 3u);
}

}  // namespace
}  // namespace ez::test
