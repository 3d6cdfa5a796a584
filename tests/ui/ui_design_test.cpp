// Tests a design in the window: it starts, takes paint while the wave runs, and is undone as one step. The sides of its
// region are dragged.
#include <cmath>

#include "app/features/design/state.h"
#include "ui_desk.h"

namespace ez {
namespace {

LoadedScene bend(const std::filesystem::path&) { return {load_scene("design-bend").scene.value(), "", "design-bend"}; }

const DesignState& design(const Desk& d) { return d.state().of<DesignState>(); }
const GreyPicture* picture(const Desk& d) { return picture_of(d.scene(), d.scene().designs.at(0)); }

void a_bend_grows_is_painted_and_undone(Desk& d) {
  const Scene before = d.scene();
  d.frames(2);
  const std::uint64_t step = d.state().step;
  d.click("Design/##run");
  IM_CHECK(d.until([&] { return design(d).made.size() >= 8; }));
  IM_CHECK(design(d).made.back().value > 0.5);
  d.click("Design/##run");
  d.frames(4);
  IM_CHECK(design(d).run == DesignState::Run::paused);
  IM_CHECK(picture(d) != nullptr);
  const GreyPicture clean = *picture(d);
  d.tool("##brush");
  d.drag({70, 60}, {95, 75});
  d.frames(4);
  IM_CHECK(!(*picture(d) == clean));
  IM_CHECK(d.scene().shapes.size() == before.shapes.size() + 1);
  d.click("Design/##step");
  const std::size_t made = design(d).made.size();
  IM_CHECK(d.until([&] { return design(d).made.size() > made; }));
  IM_CHECK(d.field_ran_on(step));
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  d.frames(4);
  IM_CHECK(d.scene() == before);
}

void a_side_of_the_region_is_dragged(Desk& d) {
  const Design before = d.scene().designs.at(0);
  d.drag({113, 50}, {103, 50});
  d.frames(2);
  const Design& after = d.scene().designs.at(0);
  IM_CHECK(std::abs(after.max.x - (before.max.x - 10 * 0.075)) < 0.08);
  IM_CHECK(after.min == before.min);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  d.frames(2);
  IM_CHECK(d.scene().designs.at(0) == before);
}

}  // namespace

std::vector<UiTest> design_tests() {
  return {{.name = "a_bend_grows_is_painted_and_undone", .body = a_bend_grows_is_painted_and_undone, .start = bend},
          {.name = "a_side_of_the_region_is_dragged", .body = a_side_of_the_region_is_dragged, .start = bend}};
}

}  // namespace ez
