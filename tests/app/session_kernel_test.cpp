// Tests the kernel lab in the running program, off-screen: on the CPU engine, which has one scheme and no blocks, and
// on an engine that pretends to have both.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "app/features/boundary_lab/commands.h"
#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/state.h"
#include "app/session/session.h"
#include "block_engine.h"
#include "off_screen.h"
#include "patience.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

struct Window {
  std::unique_ptr<Session> session;
  explicit Window(Scene scene, std::optional<EngineMakerChoice> engines = std::nullopt, PixelSize size = {1280, 720}) {
    session =
        std::make_unique<Session>(off_screen(4, size), LoadedScene{std::move(scene), "", "cavity"}, std::move(engines));
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  void send(Command c) {
    session->send(std::move(c));
    frames(1);
  }
  bool until(const std::function<bool()>& reached) {
    return comes(reached, [&] { frames(1); });
  }
  const State& state() const { return session->state(); }
  const KernelState& kernel() const { return session->state().of<KernelState>(); }
  Engine& engine(int pane = 0) { return session->solver(pane).engine(); }
  const SchemeState& row(const char* name) const {
    return kernel().schemes[static_cast<std::size_t>(scheme_index(name))];
  }
  bool noted(const std::string& part) const {
    for (const Note& n : state().notes)
      if (n.text.english().find(part) != std::string::npos) return true;
    return false;
  }
};

TEST(KernelSession, a_backend_without_bandwidth_figures_has_no_roofline) {
  Window w(small_cavity(64, 48), make_engine_maker({"scalar"}));
  w.send(command::SetWorkspace{Workspace::kernel_lab});
  w.frames(2);
  ASSERT_TRUE(w.kernel().roofs);
  EXPECT_EQ(w.kernel().roofs->why, "Cannot measure the roofs: the scalar backend does not support it");
  EXPECT_EQ(w.kernel().roofs->copy, 0);
  EXPECT_EQ(w.kernel().map.why, "the scalar engine has no blocks");
  EXPECT_EQ(w.row("two-kernel").why, "needs a GPU");
}

TEST(KernelSession, without_a_gpu_the_lab_measures_the_cpu_and_its_memory) {
  Window w(small_cavity(64, 48));
  w.send(command::SetWorkspace{Workspace::kernel_lab});
  w.frames(2);
  ASSERT_TRUE(w.kernel().roofs);
  EXPECT_EQ(w.kernel().roofs->why, "");
  EXPECT_TRUE(w.kernel().roofs->host);
  EXPECT_GT(w.kernel().roofs->copy, 1e7);
  EXPECT_EQ(w.kernel().roofs->issue, 0) << "not measured, so not shown";
  EXPECT_EQ(w.kernel().passes.bands, 1) << "one thread computes a small grid";
  EXPECT_GE(w.kernel().passes.levels, 1);
  EXPECT_NE(w.state().engine.instructions, "");
  EXPECT_EQ(w.kernel().map.why, "the CPU engine has no blocks");
  EXPECT_EQ(w.row("auto").why, "");
  EXPECT_EQ(w.row("wavefront").why, "");
  for (const SchemeFacts& facts : all_schemes()) {
    if (facts.on != SchemeFacts::On::device) continue;
    EXPECT_EQ(w.row(std::string(facts.name).c_str()).why, "needs a GPU") << facts.name;
    EXPECT_FALSE(w.row(std::string(facts.name).c_str()).scene) << facts.name << ": no change of the scene helps";
  }
  w.send(command::SetScheme{{"takada", 0}});
  EXPECT_TRUE(w.noted("takada needs a GPU"));
  EXPECT_EQ(w.kernel().scheme.name, "auto");
  w.send(command::StartSweep{Sweep::Kind::blocks});
  EXPECT_TRUE(w.noted("the CPU engine has no blocks"));
  w.send(command::StartSweep{Sweep::Kind::schemes});
  ASSERT_TRUE(w.until([&] { return !w.kernel().sweep; }));
  const SchemeSpeed* own = speed_of(w.state(), "wavefront", 0, size_of(w.state().scene));
  ASSERT_NE(own, nullptr);
  EXPECT_GT(own->gcells, 0);
  const double levels = 24 / own->bytes;  // a pass reads and writes three floats
  EXPECT_DOUBLE_EQ(levels, std::round(levels));
  EXPECT_GE(levels, 1);
  EXPECT_LE(levels, 16);
  EXPECT_EQ(own->slices, Sweep::slices);
}

TEST(KernelSession, without_a_gpu_no_scene_is_changed_for_a_scheme) {
  Scene scene = small_cavity(64, 48);
  scene.materials.push_back({"glass", 2.25, 1, 0, 0, {}});
  scene.shapes.push_back({Circle{{0.03, 0.02}, 0.01}, "glass"});
  Window w(scene);
  w.frames(2);
  const Scene before = w.state().scene;
  w.send(command::NearestScene{"takada"});
  w.frames(1);
  EXPECT_EQ(w.state().scene, before) << "the user's shapes stay";
  EXPECT_FALSE(w.state().history.can_undo());
  EXPECT_TRUE(w.noted("takada cannot run here: needs a GPU"));
}

TEST(KernelSession, the_running_speed_is_recorded_automatically) {
  Window w(small_cavity(64, 48));
  ASSERT_TRUE(w.until([&] {
    usleep(1000);
    return speed_of(w.state(), "auto", 0, size_of(w.state().scene)) != nullptr;
  }));
}

TEST(KernelSession, a_scheme_starts_with_its_papers_block_and_keeps_the_field) {
  Window w(small_cavity(64, 48), block_engines());
  w.frames(20);
  const std::uint64_t step = w.state().step;
  w.send(command::SetScheme{{"takada", 0}});
  w.frames(1);
  EXPECT_EQ(w.kernel().scheme, (SchemeChoice{"takada", 0}));
  EXPECT_EQ(w.engine().scheme().name, "takada");
  EXPECT_EQ(w.state().block, (BlockShape{32, 4}));
  EXPECT_EQ(w.row("takada").limits.shared_bytes, 2048);
  EXPECT_GT(w.state().step, step);
  EXPECT_EQ(w.kernel().map.scheme.name, "takada");
  w.send(command::SetBlock{{16, 16}});
  w.send(command::SetScheme{{"takada", 0}});
  w.frames(1);
  EXPECT_EQ(w.state().block, (BlockShape{16, 16})) << "the same scheme keeps the block";
  // The scheme cannot compute this edit.
  Scene walls = w.state().scene;
  walls.boundary[Side::top] = BoundaryKind::cpml;
  w.send(command::EditScene{walls, "wall", true});
  w.frames(1);
  EXPECT_EQ(w.kernel().scheme.name, "auto");
  EXPECT_TRUE(w.noted("boundary.top: takada does not support cpml"));
  w.send(command::Undo{});
  w.frames(1);
  EXPECT_EQ(w.kernel().scheme.name, "auto");
  EXPECT_EQ(w.row("takada").why, "");
}

TEST(KernelSession, the_nearest_scene_is_one_edit_and_then_the_scheme_runs) {
  Window w(small_cavity(64, 48), block_engines());
  const Scene before = w.state().scene;
  w.send(command::SetScheme{{"split", 0}});
  EXPECT_TRUE(w.noted("split does not support pec"));
  w.send(command::NearestScene{"split"});
  w.frames(1);
  EXPECT_EQ(w.kernel().scheme.name, "split");
  EXPECT_EQ(w.kernel().note, "4");
  for (const Side side : all_sides) EXPECT_EQ(w.state().scene.boundary[side], BoundaryKind::mur1);
  w.send(command::Undo{});
  w.frames(1);
  EXPECT_EQ(w.state().scene, before);
  EXPECT_EQ(w.kernel().scheme.name, "auto");
}

TEST(KernelSession, every_legal_block_is_measured_and_the_chosen_one_restored) {
  Window w(small_cavity(64, 48), block_engines());
  w.frames(5);
  w.send(command::SetWorkspace{Workspace::kernel_lab});
  w.send(command::StartSweep{Sweep::Kind::blocks});
  ASSERT_TRUE(w.kernel().sweep);
  const std::uint64_t step = w.state().step;
  ASSERT_TRUE(w.until([&] { return !w.kernel().sweep; }));
  EXPECT_GT(w.state().step, step);
  EXPECT_EQ(w.state().block, (BlockShape{128, 2}));
  const double cells = 64.0 * 48;
  for (const BlockSquare& s : w.kernel().map.squares) {
    EXPECT_EQ(s.why.empty(), s.block.x * s.block.y <= 512);
    const double expected = s.why.empty() ? 1e-9 * cells / usual_step_seconds({"two-kernel", 0}, s.block) : 0;
    EXPECT_NEAR(s.gcells, expected, 1e-9 * expected);
  }
  ASSERT_NE(best_square(w.kernel().map), nullptr);
  EXPECT_EQ(best_square(w.kernel().map)->block, (BlockShape{64, 4}));
  w.send(command::AdoptBlock{{1024, 2}});
  EXPECT_EQ(w.engine().scheme().name, "auto") << "a refused block does not change the scheme";
  w.send(command::AdoptBlock{{64, 4}});
  w.frames(1);
  EXPECT_EQ(w.state().block, (BlockShape{64, 4}));
  w.send(command::AdoptBlock{{1024, 2}});
  EXPECT_TRUE(w.noted("2048 threads"));
  EXPECT_EQ(w.engine().block(), (BlockShape{64, 4}));
  EXPECT_EQ(w.engine().scheme().name, "two-kernel") << "the blocks belong to this scheme";
}

TEST(KernelSession, a_papers_block_that_is_no_power_of_two_is_measured_too) {
  Window w(small_cavity(64, 48), block_engines());
  w.send(command::SetScheme{{"runtime", 0}});
  w.frames(1);
  ASSERT_TRUE(w.kernel().map.paper);
  EXPECT_EQ(w.kernel().map.paper->block, (BlockShape{100, 5}));
  w.send(command::StartSweep{Sweep::Kind::blocks});
  ASSERT_TRUE(w.until([&] { return !w.kernel().sweep; }));
  EXPECT_GT(w.kernel().map.paper->gcells, 0);
}

TEST(KernelSession, measuring_is_cancelled_by_command_by_edit_and_by_choice) {
  Window w(small_cavity(64, 48), block_engines());
  const auto begin = [&] {
    w.send(command::StartSweep{Sweep::Kind::blocks});
    w.frames(30);
    ASSERT_TRUE(w.kernel().sweep);
    ASSERT_NE(w.engine().block(), (BlockShape{128, 2}));
  };
  begin();
  w.send(command::CancelSweep{});
  EXPECT_FALSE(w.kernel().sweep);
  EXPECT_EQ(w.engine().block(), (BlockShape{128, 2}));
  EXPECT_NE(best_square(w.kernel().map), nullptr) << "finished measurements stay";
  begin();
  Scene other = w.state().scene;
  other.grid.nx = 80;
  w.send(command::EditScene{other, "grid", true});
  EXPECT_FALSE(w.kernel().sweep);
  EXPECT_TRUE(w.noted("measurement ended"));
  EXPECT_EQ(w.kernel().map.size.nx, 80);
  EXPECT_EQ(best_square(w.kernel().map), nullptr) << "the results belonged to another grid";
  begin();
  w.send(command::SetScheme{{"takada", 0}});
  EXPECT_FALSE(w.kernel().sweep);
  EXPECT_EQ(w.engine().block(), (BlockShape{32, 4}));
  w.send(command::SetScheme{{"two-kernel", 0}});
  begin();
  w.send(command::AdoptBlock{{32, 8}});
  EXPECT_FALSE(w.kernel().sweep);
  EXPECT_EQ(w.engine().block(), (BlockShape{32, 8}));
}

TEST(KernelSession, all_possible_schemes_are_measured_and_the_others_explained) {
  Window w(small_cavity(64, 48), block_engines("cublas-vector"));
  w.send(command::StartSweep{Sweep::Kind::schemes});
  ASSERT_TRUE(w.until([&] { return !w.kernel().sweep; }));
  const RunSize size = size_of(w.state().scene);
  EXPECT_NE(speed_of(w.state(), "takada", 0, size, BlockShape{32, 4}), nullptr);
  EXPECT_NE(speed_of(w.state(), "runtime", 0, size, BlockShape{100, 5}), nullptr);
  for (int v = 0; v < 4; ++v) EXPECT_NE(speed_of(w.state(), "marching-register", v, size), nullptr) << v;
  EXPECT_EQ(speed_of(w.state(), "split", -1, size), nullptr);
  EXPECT_EQ(w.row("cublas-vector").why.english(), "its library is not on this machine");
  EXPECT_FALSE(w.row("cublas-vector").scene);
  EXPECT_EQ(w.row("takada").limits.registers, 40);
  EXPECT_EQ(w.engine().scheme().name, "auto");
}

TEST(KernelSession, the_scenes_kernel_choice_survives_edits_and_measuring) {
  Scene scene = small_cavity(64, 48);
  scene.run.scheme = "takada";
  scene.run.block = {16, 16};
  Window w(scene, block_engines());
  w.frames(2);
  EXPECT_EQ(w.kernel().scheme.name, "takada");
  EXPECT_EQ(w.state().block, (BlockShape{16, 16}));
  w.send(command::StartSweep{Sweep::Kind::schemes});
  w.frames(10);
  Scene moved = w.state().scene;
  moved.sources[0].amplitude = 2;
  w.send(command::EditScene{moved, "louder", true});
  w.frames(1);
  EXPECT_FALSE(w.kernel().sweep);
  EXPECT_EQ(w.kernel().scheme.name, "takada");
  EXPECT_EQ(w.state().block, (BlockShape{16, 16}));
  moved.run.scheme = "runtime";
  moved.run.block.reset();
  w.send(command::EditScene{moved, "kernels", true});
  w.frames(1);
  EXPECT_EQ(w.kernel().scheme.name, "runtime");
  EXPECT_EQ(w.state().block, (BlockShape{100, 5}));
}

TEST(KernelSession, panes_share_a_scheme_if_possible_and_are_measured_apart) {
  Scene scene = small_cavity(64, 48);
  scene.variants = {{"walls", {}}, {"layer", {}}};
  for (const char* side : {"bottom", "left", "right", "top"})
    scene.variants[1].set.push_back({std::string("boundary.") + side, "\"cpml\""});
  Window w(scene, block_engines());
  w.frames(2);
  w.send(command::SelectPane{0});
  w.send(command::SetScheme{{"takada", 0}});
  w.frames(1);
  EXPECT_EQ(w.engine(0).scheme().name, "takada");
  EXPECT_EQ(w.engine(1).scheme().name, "auto");
  EXPECT_TRUE(w.noted("Some panes still use the scheme auto. layer:"));
  w.send(command::StartSweep{Sweep::Kind::blocks});
  EXPECT_FALSE(w.kernel().sweep);
  EXPECT_TRUE(w.noted("Cannot measure several panes"));
  w.send(command::SelectPane{1});
  w.frames(1);
  EXPECT_EQ(w.kernel().scheme.name, "auto") << "the active pane's scheme";
  EXPECT_NE(w.row("takada").why.english().find("boundary"), std::string::npos);
  w.send(command::SelectPane{0});
  w.send(command::AddPane{});
  w.frames(2);
  EXPECT_EQ(w.engine(2).scheme().name, "takada") << "a copy of the first pane";
}

TEST(KernelSession, the_map_is_saved_as_table_and_picture) {
  const fs::path folder = fs::temp_directory_path() / ("ezscope-blocks-" + std::to_string(getpid()));
  fs::create_directories(folder);
  Window w(small_cavity(64, 48), block_engines());
  w.send(command::ExportSweep{command::ExportSweep::As::csv, (folder / "none.csv").string()});
  EXPECT_TRUE(w.noted("Cannot save the map: no block shape has been measured"));
  w.send(command::SetWorkspace{Workspace::kernel_lab});
  w.send(command::StartSweep{Sweep::Kind::blocks});
  ASSERT_TRUE(w.until([&] { return !w.kernel().sweep; }));
  w.send(command::ExportSweep{command::ExportSweep::As::csv, (folder / "mine").string()});
  w.send(command::ExportSweep{command::ExportSweep::As::png, (folder / "mine.png").string()});
  w.frames(2);
  std::ostringstream csv;
  csv << std::ifstream(folder / "mine.csv").rdbuf();
  EXPECT_EQ(csv.str(), block_map_csv(w.state()));
  EXPECT_TRUE(fs::exists(folder / "mine.png"));
  w.send(command::SetWorkspace{Workspace::explore});
  w.send(command::ExportSweep{command::ExportSweep::As::png, (folder / "unseen.png").string()});
  w.frames(2);
  EXPECT_TRUE(w.noted("open the kernel lab"));
  EXPECT_FALSE(fs::exists(folder / "unseen.png"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace ez
