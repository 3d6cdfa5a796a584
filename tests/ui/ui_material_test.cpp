// Tests materials: the palette, presets, constants, and drawing with them.
#include <algorithm>

#include "solver/scene/raster/raster.h"
#include "ui_desk.h"

namespace ez {
namespace {

const Material* material(const Desk& d, const std::string& name) {
  const auto& all = d.scene().materials;
  const auto at = std::find_if(all.begin(), all.end(), [&](const Material& m) { return m.name == name; });
  return at == all.end() ? nullptr : &*at;
}

void a_material_is_edited(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  d.click("Materials/##material3");
  IM_CHECK_STR_EQ(d.state().brush.material.c_str(), "glass");
  d.type("Materials/##eps", "4");
  d.type("Materials/##mu", "1.5");
  d.type("Materials/##sigma", "0.02");
  d.type("Materials/##sigma_m", "7");
  const Material* glass = material(d, "glass");
  IM_CHECK(glass != nullptr);
  IM_CHECK_EQ(glass->eps, 4.0);
  IM_CHECK_EQ(glass->mu, 1.5);
  IM_CHECK(near(glass->sigma, 0.02));
  IM_CHECK(near(glass->sigma_m, 7));
  d.type("Materials/##n", "3");  // n² = εr·μr
  IM_CHECK(near(material(d, "glass")->eps, 6));
  IM_CHECK_EQ(material(d, "glass")->mu, 1.5);
  IM_CHECK(d.field_ran_on(before));
  IM_CHECK(d.solver().scene().materials == d.scene().materials);
  d.type("Materials/##name", "flint");
  IM_CHECK(material(d, "glass") == nullptr);
  IM_CHECK(material(d, "flint") != nullptr);
  IM_CHECK_STR_EQ(d.scene().shapes[0].material.c_str(), "flint");
  IM_CHECK_STR_EQ(d.state().brush.material.c_str(), "flint");
}

void materials_are_added_from_presets_and_deleted(Desk& d) {
  const std::pair<const char*, const char*> presets[] = {
      {"Water, low frequencies", "water"}, {"Copper-like conductor", "copper"}, {"Plain dielectric", "material"}};
  for (const auto& [entry, name] : presets) {
    const std::size_t count = d.scene().materials.size();
    d.reveal("Materials/##radius");
    d.hand().ItemClick("//Panel/Materials/##add");
    d.frames(2);
    d.hand().ItemClick((std::string("//$FOCUSED/") + entry).c_str());
    d.frames(3);
    IM_CHECK_EQ(d.scene().materials.size(), count + 1);
    IM_CHECK(material(d, name) != nullptr);
    IM_CHECK_STR_EQ(d.state().brush.material.c_str(), name);
  }
  IM_CHECK_EQ(material(d, "water")->eps, 80.0);
  d.click("Materials/##delete");  // the plain dielectric that was just selected
  IM_CHECK(material(d, "material") == nullptr);
  d.click("Materials/##material3");
  IM_CHECK(d.disabled("Materials/##delete"));  // the disc is made of this material
  IM_CHECK(material(d, "glass") != nullptr);
}

void a_known_medium_is_chosen_and_its_poles_are_edited(Desk& d) {
  d.wait_for_field();
  d.click("Materials/##material3");
  d.choose("Materials/##preset", "Water, microwaves");
  const Material* glass = material(d, "glass");
  IM_CHECK(glass != nullptr);
  IM_CHECK_STR_EQ(glass->preset.c_str(), "water");
  IM_CHECK_EQ(glass->poles.size(), 1u);
  d.type("Materials/##pole_strength0", "4");
  IM_CHECK(near(std::get<Debye>(material(d, "glass")->poles[0].model).strength, 4));
  d.choose("Materials/##pole_kind0", "Drude");
  IM_CHECK(std::holds_alternative<Drude>(material(d, "glass")->poles[0].model));
  d.type("Materials/##pole_plasma0", "15 GHz");
  d.click("Materials/##pole_add");
  IM_CHECK_EQ(material(d, "glass")->poles.size(), 2u);
  IM_CHECK(d.solver().scene().materials == d.scene().materials);
  d.click("Materials/##pole_delete0");
  d.click("Materials/##pole_delete0");
  IM_CHECK(material(d, "glass")->poles.empty());
  d.click("Materials/##mu_pole_add");
  d.choose("Materials/##mu_pole_kind0", "Drude");
  d.type("Materials/##mu_pole_plasma0", "14 GHz");
  IM_CHECK(material(d, "glass")->poles_m.size() == 1u);
  IM_CHECK(near(std::get<Drude>(material(d, "glass")->poles_m[0].model).plasma, 14e9));
  d.click("Materials/##mu_pole_delete0");
  IM_CHECK(!material(d, "glass")->dispersive());
}

void a_shape_is_given_another_material_and_restacked(Desk& d) {
  d.wait_for_field();
  d.click_picture({120, 90});
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::shape, 0}));
  IM_CHECK_EQ(d.solver().nodes().at(120, 90), 3);
  d.choose("Materials/##shape_material", "pec");
  IM_CHECK_STR_EQ(d.scene().shapes[0].material.c_str(), "pec");
  IM_CHECK_EQ(d.solver().nodes().at(120, 90), 1);
  d.click("Materials/##duplicate");
  IM_CHECK_EQ(d.scene().shapes.size(), std::size_t{2});
  d.click("Materials/##lower");
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::shape, 0}));
  d.click("Materials/##raise");
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::shape, 1}));
  d.click("Materials/##delete_shape");
  IM_CHECK_EQ(d.scene().shapes.size(), std::size_t{1});
}

void a_shape_s_numbers_are_typed(Desk& d) {
  d.wait_for_field();
  d.click_picture({120, 90});
  const auto disc = [&] { return std::get<Circle>(d.scene().shapes[0].geometry); };
  d.type("Materials/##shape_radius", "12.5");
  IM_CHECK_EQ(disc().radius, 0.0125);
  d.type("Materials/##shape_x", "3 cm");
  IM_CHECK_EQ(disc().center.x, 0.03);
  IM_CHECK_EQ(disc().center.y, 0.09);
  IM_CHECK_EQ(d.solver().nodes().at(120, 90), 0);
  IM_CHECK_EQ(d.solver().nodes().at(30, 90), 3);
}

void a_rectangle_is_turned_by_its_angle(Desk& d) {
  d.wait_for_field();
  d.click("Materials/##material1");  // pec
  d.tool("##rectangle");
  d.drag({20, 60}, {60, 80});
  d.frames(2);
  d.tool("##select");
  d.click_picture({40, 70});
  IM_CHECK(std::holds_alternative<Rect>(d.scene().shapes.back().geometry));
  d.type("Materials/##shape_x2", "70");
  IM_CHECK(std::get<Rect>(d.scene().shapes.back().geometry) == (Rect{{0.02, 0.06}, {0.07, 0.08}}));
  d.type("Materials/##shape_angle", "90");
  IM_CHECK(std::get<TurnedRect>(d.scene().shapes.back().geometry) == (TurnedRect{{0.045, 0.07}, {0.05, 0.02}, 90}));
  IM_CHECK_EQ(d.solver().nodes().at(45, 90), 1);
  d.type("Materials/##shape_height", "8");
  IM_CHECK_EQ(std::get<TurnedRect>(d.scene().shapes.back().geometry).size.y, 0.008);
}

void a_shape_is_copied_in_a_lattice_and_split_up(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  d.click_picture({120, 90});
  d.type("Materials/##shape_radius", "6");
  d.click("Materials/##copies/Lattice");
  const auto lattice = [&] { return std::get<LatticeCopies>(d.scene().shapes[0].copies); };
  IM_CHECK(lattice() == (LatticeCopies{3, 3, {0.024, 0}, {}}));
  IM_CHECK_EQ(d.solver().nodes().at(144, 114), 3);
  d.type("Materials/##count", "2");
  d.type("Materials/##count2", "1");
  IM_CHECK_EQ(d.solver().nodes().at(144, 90), 3);
  IM_CHECK_EQ(d.solver().nodes().at(120, 114), 0);
  d.type("Materials/##a1_y", "-20");
  IM_CHECK(lattice() == (LatticeCopies{2, 1, {0.024, -0.02}, {}}));
  IM_CHECK_EQ(d.solver().nodes().at(144, 70), 3);
  d.drag({144, 70}, {150, 70});  // the handle of the next copy
  IM_CHECK(lattice() == (LatticeCopies{2, 1, {0.03, -0.02}, {}}));
  d.drag({150, 70}, {120, 90});  // dropped onto the shape itself, so the lattice keeps its last valid vector
  IM_CHECK(d.state().valid == d.scene());
  IM_CHECK(!(lattice().a1 == Vec2{}));
  d.type("Materials/##a1_x", "30");
  d.type("Materials/##a1_y", "-20");
  IM_CHECK(lattice() == (LatticeCopies{2, 1, {0.03, -0.02}, {}}));
  d.drag({120, 90}, {121, 92});  // moves the whole lattice
  IM_CHECK_EQ(d.solver().nodes().at(151, 72), 3);
  IM_CHECK(d.field_ran_on(before));
  d.click("Materials/##apart");
  IM_CHECK_EQ(d.scene().shapes.size(), std::size_t{2});
  IM_CHECK(std::get<Circle>(d.scene().shapes[1].geometry) == (Circle{{0.151, 0.072}, 0.006}));
  d.click("Materials/##copies/Around");
  d.type("Materials/##count", "4");
  d.type("Materials/##around_x", "100");
  d.type("Materials/##around_y", "92");
  IM_CHECK(d.scene().shapes[0].copies == (Copies{TurnedCopies{4, {0.1, 0.092}}}));
  IM_CHECK_EQ(d.solver().nodes().at(79, 92), 3);
  d.click("Materials/##copies/Once");
  IM_CHECK_EQ(d.solver().nodes().at(79, 92), 0);
}

void a_material_becomes_a_formula_and_a_number_again(Desk& d) {
  d.wait_for_field();
  const std::uint64_t before = d.state().step;
  d.click("Materials/##material3");
  d.click("Materials/##as_formula");
  d.type("Materials/##eps_formula", "2 - (r/0.1)^2");
  IM_CHECK_STR_EQ(material(d, "glass")->eps_formula.c_str(), "2 - (r/0.1)^2");
  IM_CHECK(d.field_ran_on(before));
  const NodeMap& nodes = d.solver().nodes();
  const auto eps_at = [&](int i, int j) { return medium_of(d.solver().scene(), nodes, nodes.at(i, j)).eps; };
  IM_CHECK_EQ(eps_at(120, 90), 2.0);
  IM_CHECK(near(eps_at(125, 90), 2 - 0.0025));
  IM_CHECK_EQ(nodes.material_at(125, 90), 3);
  d.type("Materials/##eps_formula", "2 - rho");  // an error is shown, and the last valid scene keeps running
  IM_CHECK(!(d.state().valid == d.scene()));
  IM_CHECK_STR_EQ(d.solver().scene().materials[0].eps_formula.c_str(), "2 - (r/0.1)^2");
  d.click("Materials/##eps_formula_off");
  IM_CHECK(d.state().valid == d.scene());
  IM_CHECK(!material(d, "glass")->graded());
  IM_CHECK_EQ(d.solver().nodes().mixed().size(), std::size_t{0});
}

}  // namespace

std::vector<UiTest> material_tests() {
  return {{"a_material_is_edited", a_material_is_edited},
          {"a_known_medium_is_chosen_and_its_poles_are_edited", a_known_medium_is_chosen_and_its_poles_are_edited},
          {"materials_are_added_from_presets_and_deleted", materials_are_added_from_presets_and_deleted},
          {"a_shape_is_given_another_material_and_restacked", a_shape_is_given_another_material_and_restacked},
          {"a_shape_s_numbers_are_typed", a_shape_s_numbers_are_typed},
          {"a_rectangle_is_turned_by_its_angle", a_rectangle_is_turned_by_its_angle},
          {"a_shape_is_copied_in_a_lattice_and_split_up", a_shape_is_copied_in_a_lattice_and_split_up},
          {"a_material_becomes_a_formula_and_a_number_again", a_material_becomes_a_formula_and_a_number_again}};
}

}  // namespace ez
