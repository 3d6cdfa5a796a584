// Tests the change that an engine gets for an edit: everything that changed, and nothing else.
#include "solver/problem/change.h"

#include <vector>

#include "engine_around.h"
#include "helpers.h"
#include "solver/scene/raster/raster.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// Records every change that it gets.
class ChangeRecorder final : public EngineAround {
 public:
  explicit ChangeRecorder(std::vector<Change>& all) : all_(all) {}
  void update(const Problem& p, const Change& change) override {
    all_.push_back(change);
    EngineAround::update(p, change);
  }

 private:
  std::vector<Change>& all_;
};

Scene small_scene() {
  Scene s = grid(96, 80, cpml, Precision::float32);
  s.boundary[Side::top] = mur2;
  s.materials = {{"glass", 2.25, 1, 0.01, 0, {}}, {"ferrite", 2, 3, 0, 0, {}}};
  s.shapes = {{Circle{{60, 30}, 9}, "glass"}};
  s.sources = {point(30, 30, Cw{frequency_of(s, 18), 3, 0}), point(40, 50, Cw{frequency_of(s, 14), 3, 0})};
  s.probes = {{"a", {70, 60}}};
  return s;
}

struct Watched {
  std::vector<Change> changes;
  Solver solver;
  explicit Watched(const Scene& s) : solver(std::make_unique<ChangeRecorder>(changes), s) { go_on(solver, 100); }
  // Returns the single change that the engine gets for this edit.
  Change edit(const Scene& next) {
    changes.clear();
    EXPECT_FALSE(solver.apply(next).refused);
    EXPECT_EQ(changes.size(), 1u);
    return changes.empty() ? Change{} : changes.front();
  }
  std::size_t count(const Scene& next) {
    changes.clear();
    EXPECT_FALSE(solver.apply(next).refused);
    return changes.size();
  }
};

TEST(Change, of_a_sources_numbers_affects_only_the_signals) {
  Scene s = small_scene();
  Watched run(s);
  s.sources[0].amplitude = 3;
  EXPECT_EQ(run.count(s), 0u);
  std::get<Cw>(s.sources[0].waveform).phase = 70;
  EXPECT_EQ(run.count(s), 0u);
  std::get<Cw>(s.sources[1].waveform).frequency *= 0.8;
  EXPECT_EQ(run.count(s), 0u);
  s.sources[1].waveform = pulse(frequency_of(s, 20));
  EXPECT_EQ(run.count(s), 0u);
  run.changes.clear();
  go_on(run.solver, 400);
  go_on(run.solver, 1);
  EXPECT_TRUE(run.changes.empty()) << "nor after a fade has ended";
}

TEST(Change, of_a_dragged_source_affects_its_terms) {
  Scene s = small_scene();
  Watched run(s);
  s.sources[0].geometry = PointSource{{33, 31}};
  const Change c = run.edit(s);
  EXPECT_TRUE(c.terms);
  EXPECT_FALSE(c.instruments);
  EXPECT_FALSE(c.changes_tables());
}

TEST(Change, of_a_probe_affects_the_probes) {
  Scene s = small_scene();
  Watched run(s);
  s.probes[0].at = {20, 20};
  const Change c = run.edit(s);
  EXPECT_TRUE(c.instruments);
  EXPECT_FALSE(c.terms);
  EXPECT_FALSE(c.changes_tables());
}

TEST(Change, of_a_brush_stroke_covers_its_rectangle) {
  Scene s = small_scene();
  Watched run(s);
  s.shapes.push_back({Stroke{{{70, 40}, {74, 44}}, 2}, "glass"});
  const Change c = run.edit(s);
  EXPECT_EQ(c.electric_map, bounds(s, s.shapes.back()));
  EXPECT_TRUE(c.magnetic_map == c.electric_map || c.magnetic_map.empty());
  EXPECT_FALSE(c.step || c.electric_palette || c.magnetic_palette || c.layers || c.walls || c.absorbing);
  EXPECT_FALSE(c.terms || c.instruments);
}

TEST(Change, of_a_stroke_over_a_source_affects_its_weight_too) {
  Scene s = small_scene();
  Watched run(s);
  s.shapes.push_back({Circle{{30, 30}, 2}, "glass"});
  const Change c = run.edit(s);
  EXPECT_TRUE(c.terms);
  EXPECT_FALSE(c.electric_palette || c.layers || c.walls || c.absorbing);
}

TEST(Change, of_a_materials_numbers_leaves_the_maps_alone) {
  Scene s = small_scene();
  s.materials.pop_back();  // no magnetic maps
  Watched run(s);
  s.materials[0].eps = 4;
  const Change c = run.edit(s);
  EXPECT_TRUE(c.electric_palette);
  EXPECT_TRUE(c.electric_map.empty() && c.magnetic_map.empty());
  EXPECT_FALSE(c.step || c.layers || c.walls || c.absorbing || c.terms || c.instruments);
}

TEST(Change, of_a_layers_grading_affects_the_layers) {
  Scene s = small_scene();
  Watched run(s);
  s.boundary.cpml.factor[0] *= 1.5;
  const Change c = run.edit(s);
  EXPECT_TRUE(c.layers);
  EXPECT_FALSE(c.step || c.electric_palette || c.magnetic_palette || c.walls || c.absorbing || c.terms);
  EXPECT_TRUE(c.electric_map.empty() && c.magnetic_map.empty());
}

TEST(Change, of_a_side_affects_the_sides_and_their_nodes) {
  Scene s = small_scene();
  Watched run(s);
  s.boundary[Side::left] = pec;
  const Change c = run.edit(s);
  EXPECT_TRUE(c.walls && c.layers);
  EXPECT_EQ(c.electric_map, (NodeRect{0, 0, 96, 80}));
  EXPECT_FALSE(c.step || c.electric_palette || c.magnetic_palette || c.instruments);
}

TEST(Change, of_the_time_step_affects_all_numbers) {
  Scene s = small_scene();
  Watched run(s);
  s.grid.courant = 0.7;
  const Change c = run.edit(s);
  EXPECT_TRUE(c.step && c.electric_palette && c.layers && c.absorbing && c.terms);
  EXPECT_FALSE(c.walls || c.instruments);
}

TEST(Change, without_effect_on_an_engine_is_not_sent) {
  Scene s = small_scene();
  Watched run(s);
  s.title = "another";
  s.materials[0].color = 0x102030;
  s.reflection.margin = 40;
  s.pause.at = "40T";
  EXPECT_EQ(run.count(s), 0u);
  EXPECT_EQ(run.solver.scene(), s);
}

// The padding of a reference run is no change, and its edits are equally exact.
TEST(Change, of_a_padded_scene_equals_that_without_padding) {
  Scene s = small_scene();
  Padding padding;
  padding.cells = {32, 32, 32, 32};
  std::vector<Change> changes;
  Solver solver(std::make_unique<ChangeRecorder>(changes), s, padding);
  go_on(solver, 50);
  s.sources[0].amplitude = 2;
  EXPECT_FALSE(solver.apply(s).refused);
  EXPECT_TRUE(changes.empty());
  s.materials[0].eps = 3;
  EXPECT_FALSE(solver.apply(s).refused);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_TRUE(changes[0].electric_palette);
  EXPECT_FALSE(changes[0].walls || changes[0].layers || changes[0].absorbing || changes[0].terms ||
               changes[0].instruments);
}

// The H nodes at the surface of a conductor also depend on the depth to which the field enters.
TEST(Change, of_a_magnetic_conductors_sigma_affects_magnetic_numbers) {
  for (const double dy : {1e-3, 0.7e-3}) {
    Scene s = small_scene();
    s.grid.dy = dy;
    s.materials.push_back({"steel", 1, 1000, 1e4, 0, {}});
    s.shapes.push_back({Rect{{20, 20}, {30, 40}}, "steel"});
    Watched run(s);
    s.materials.back().sigma = 1e-2;
    EXPECT_TRUE(run.edit(s).magnetic_palette);
    const Problem as_built = build_problem(s, rasterize(s));
    const Problem& edited = run.solver.problem();
    for (int j = 0; j < as_built.ny; ++j)
      for (int i = 0; i < as_built.nx; ++i)
        for (const FieldArray h : {FieldArray::hx, FieldArray::hy})
          ASSERT_EQ(edited.magnetic_at(h, i, j), as_built.magnetic_at(h, i, j)) << i << " " << j;
  }
  Scene s = small_scene();  // without a magnetic conductor σ acts on Ez alone
  s.shapes.push_back({Rect{{20, 20}, {30, 40}}, "ferrite"});
  Watched run(s);
  s.materials[0].sigma = 0.02;
  EXPECT_FALSE(run.edit(s).magnetic_palette);
}

}  // namespace
}  // namespace ez::test
