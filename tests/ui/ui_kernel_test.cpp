// Tests the kernel lab in the running program, on the CPU engine and on an engine that pretends to have blocks and
// schemes.
#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/state.h"
#include "block_engine.h"
#include "solver/scene/raster/raster.h"
#include "ui_desk.h"

namespace ez {
namespace {

LoadedScene cavity(const std::filesystem::path&) {
  Scene scene = desk_scene();
  scene.boundary.side.fill(BoundaryKind::pec);
  scene.shapes.clear();
  return {scene, "", "cavity"};
}

void press(Desk& d, const std::string& item) {
  d.hand().ItemClick(("//Kernels/" + item).c_str());
  d.frames(3);
}

const KernelState& kernel(const Desk& d) { return d.state().of<KernelState>(); }

void the_workspace_is_switched(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.tool("##kernel_lab");
  IM_CHECK(d.state().workspace == Workspace::kernel_lab);
  IM_CHECK(d.hand().ItemExists("//Kernels/Schemes/##measure_all"));
  IM_CHECK(!d.hand().ItemExists("//Picture/##picture"));
  IM_CHECK((d.hand().ItemInfo("//Toolbar/##brush").ItemFlags & ImGuiItemFlags_Disabled) != 0);
  d.hand().KeyPress(ImGuiKey_F2);
  d.frames(3);
  IM_CHECK(d.state().workspace == Workspace::explore);
  IM_CHECK(d.hand().ItemExists("//Picture/##picture"));
  d.hand().KeyPress(ImGuiKey_F4);
  d.frames(3);
  IM_CHECK(d.state().workspace == Workspace::kernel_lab);
  d.key(ImGuiKey_Space);
  IM_CHECK(!d.state().running);
  d.key(ImGuiKey_Space);
  IM_CHECK(d.field_ran_on(step));
  IM_CHECK(!d.any_error());
}

void only_the_cpu_is_measured(Desk& d) {
  d.tool("##kernel_lab");
  press(d, "Schemes/##measure_all");
  IM_CHECK(d.until([&] { return speed_of(d.state(), "wavefront", 0, size_of(d.scene())) && !kernel(d).sweep; }));
  IM_CHECK(kernel(d).roofs && kernel(d).roofs->host && kernel(d).roofs->copy > 0);
  IM_CHECK(!d.hand().ItemExists("//Kernels/Blocks/##measure"));
  IM_CHECK(!d.hand().ItemExists("//Kernels/Blocks/64x4"));
  press(d, "##tab/Roofline");
  IM_CHECK(d.hand().ItemExists("//Kernels/Roofline/##roofs"));
  press(d, "##tab/Processor");
}

void no_button_offers_a_scene_for_kernels_that_need_a_gpu(Desk& d) {
  const Scene before = d.scene();
  d.click("Performance/##scheme");  // the list in the panel
  IM_CHECK((d.hand().ItemInfo("//$FOCUSED/takada").ItemFlags & ImGuiItemFlags_Disabled) != 0);
  d.hand().KeyPress(ImGuiKey_Escape);
  d.frames(3);
  d.tool("##kernel_lab");
  for (const SchemeFacts& facts : all_schemes())
    IM_CHECK(!d.hand().ItemExists(("//Kernels/**/##nearest_" + std::string(facts.name)).c_str()));
  press(d, "**/##choose_takada");
  IM_CHECK_STR_EQ(kernel(d).scheme.name.c_str(), "auto");
  IM_CHECK(d.scene() == before);
  IM_CHECK(!d.any_error());
}

void a_measured_square_is_adopted(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.tool("##kernel_lab");
  press(d, "Blocks/##measure");
  IM_CHECK(d.until([&] { return kernel(d).sweep.has_value(); }));
  IM_CHECK(d.until([&] { return !kernel(d).sweep && best_square(kernel(d).map); }));
  IM_CHECK(best_square(kernel(d).map)->block == (BlockShape{64, 4}));
  press(d, "Blocks/64x4");
  IM_CHECK(d.state().block == (BlockShape{64, 4}));
  d.hand().KeyPress(ImGuiKey_Space);  // a click on a square leaves the keyboard focus on the picture
  d.frames(3);
  IM_CHECK(!d.state().running);
  d.hand().KeyPress(ImGuiKey_Space);
  d.frames(3);
  IM_CHECK(d.state().running);
  press(d, "Blocks/1024x1");  // illegal: 1024 threads of 40 registers
  IM_CHECK(d.state().block == (BlockShape{64, 4}));
  IM_CHECK(d.field_ran_on(step));
  press(d, "Blocks/##csv");
  IM_CHECK(d.until([&] { return d.noted(Note::Kind::news, "-blocks-001.csv"); }));
  press(d, "Blocks/##png");
  IM_CHECK(d.until([&] { return d.noted(Note::Kind::news, "-blocks-001.png"); }));
  for (const char* suffix : {".csv", ".png"})
    IM_CHECK(std::filesystem::exists(d.file("ezscope-cavity-blocks-001" + std::string(suffix))));
}

void a_sweep_is_cancelled(Desk& d) {
  d.tool("##kernel_lab");
  press(d, "Blocks/##measure");
  IM_CHECK(d.until([&] { return kernel(d).sweep && kernel(d).sweep->fraction > 0.05; }));
  press(d, "Blocks/##cancel");
  IM_CHECK(!kernel(d).sweep);
  IM_CHECK(d.state().block == (BlockShape{128, 2}));
}

void schemes_are_chosen_in_the_table(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.tool("##kernel_lab");
  press(d, "**/##choose_two-kernel");
  IM_CHECK(kernel(d).scheme.name == "two-kernel");
  press(d, "**/##choose_takada");
  IM_CHECK(kernel(d).scheme.name == "takada");
  IM_CHECK(d.state().block == (BlockShape{32, 4}));
  press(d, "**/##nearest_split");
  IM_CHECK(d.until([&] { return kernel(d).scheme.name == "split"; }));
  IM_CHECK(d.scene().boundary[Side::left] == BoundaryKind::mur1);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(d.until([&] { return kernel(d).scheme.name == "auto"; }));
  IM_CHECK(d.scene().boundary[Side::left] == BoundaryKind::pec);
  IM_CHECK(d.field_ran_on(step));
}

void schemes_are_chosen_in_the_panel(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  d.choose("Performance/##scheme", "takada");
  IM_CHECK(kernel(d).scheme.name == "takada");
  d.choose("Performance/##scheme", "marching-register");
  IM_CHECK(kernel(d).scheme.name == "marching-register");
  d.choose("Performance/##form", "32 rows");
  IM_CHECK_EQ(kernel(d).scheme.form, 2);
  d.choose("Performance/##scheme", "split");
  IM_CHECK(kernel(d).scheme.name == "marching-register");
  d.click("Performance/##nearest");
  IM_CHECK(d.until([&] { return kernel(d).scheme.name == "split"; }));
  IM_CHECK(d.scene().boundary[Side::top] == BoundaryKind::mur1);
  IM_CHECK(d.field_ran_on(step));
}

}  // namespace

std::vector<UiTest> kernel_tests() {
  const PixelSize size{1280, 800};
  const auto engines = [] { return block_engines(); };
  return {{"the_workspace_is_switched", the_workspace_is_switched, {}, size},
          {"only_the_cpu_is_measured", only_the_cpu_is_measured, {}, size},
          {"no_button_offers_a_scene_for_kernels_that_need_a_gpu",
           no_button_offers_a_scene_for_kernels_that_need_a_gpu,
           {},
           size},
          {"a_measured_square_is_adopted", a_measured_square_is_adopted, cavity, size, engines},
          {"a_sweep_is_cancelled", a_sweep_is_cancelled, cavity, size, engines},
          {"schemes_are_chosen_in_the_table", schemes_are_chosen_in_the_table, cavity, size, engines},
          {"schemes_are_chosen_in_the_panel", schemes_are_chosen_in_the_panel, cavity, size, engines}};
}

}  // namespace ez
