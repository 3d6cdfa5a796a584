// Tests the layout of the boundary lab and the tool bar. Fields fill the area while nothing is compared, and the text
// of an unstable run stays inside its pane. Outdated readings are marked, and icons do not overlap.
#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/layout.h"
#include "app/features/film/filming.h"
#include "app/options/window_command.h"
#include "app/platform/touch.h"
#include "app/ui/readings.h"
#include "interface_fixture.h"
#include "lab_state.h"
#include "needs_feature.h"

namespace ez {
namespace {

class LabPicture : public InterfaceTest {
 protected:
  void open(float width, float height) {
    start(builtin("open-pulse"), {width, height}, 1);
    fill_lab(state);
    frames(3);
    sent.clear();
  }
};

TEST_F(LabPicture, fields_fill_the_area_while_nothing_is_compared) {
  open(1920, 1080);
  int residuals = 0;
  for (const PicturePlace& p : interface_->pictures()) residuals += p.residual;
  EXPECT_EQ(residuals, 4);
  const int before = interface_->pictures().front().rect.width;
  state.scene.reflection.on = false;
  state.reference.bytes = 0;  // the residual is not shown either
  frames(2);
  ASSERT_EQ(interface_->pictures().size(), 4u);
  for (const PicturePlace& p : interface_->pictures()) {
    EXPECT_FALSE(p.residual);
    EXPECT_GT(p.rect.width, before);
  }
  state.instruments.difference_with = 0;
  frames(2);
  EXPECT_EQ(interface_->pictures().size(), 8u);
}

// ---- reports

// The report reaches from the top of the tool bar, where scene and time replace the buttons, to the small text under
// the colour bars.
TEST_F(LabPicture, a_report_is_complete_and_names_its_scene) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    open(size.x, size.y);
    state.step = 370;
    frames(1);
    const ScreenRect report = interface_->panes();
    EXPECT_EQ(report.y, 0);
    int lowest = 0;
    for (const PicturePlace& p : interface_->pictures()) lowest = std::max(lowest, p.rect.y + p.rect.height);
    EXPECT_GE(report.height, lowest + 42) << size.x << ": the last line under the colour bars";
    EXPECT_LE(report.height, static_cast<int>(size.y) - 28) << size.x << ": the status line begins";
    const auto glyphs = [&](bool for_report) {
      ImGui::NewFrame();
      interface_->draw(state, for_report);
      ImGui::Render();
      return ImGui::FindWindowByName("Toolbar")->DrawList->VtxBuffer.Size;
    };
    const int plain = glyphs(false);
    EXPECT_GT(glyphs(true), plain) << "what it is of";
    EXPECT_EQ(glyphs(false), plain) << "only the report's picture differs";
  }
}

// ---- the arrangement of panes

constexpr float head = 44, gap = 12, margin = 16, legend = 40;

// Returns the width of the grid if panes of one picture are arranged in `columns` columns.
float by_hand(const Area& area, int panes, int columns, float shape) {
  const int rows_needed = (panes + columns - 1) / columns;
  const auto n = static_cast<float>(columns), rows = static_cast<float>(rows_needed);
  const float w = (area.width() - 2 * margin - (n - 1) * gap) / n;
  return std::min(w, ((area.height() - legend - (rows - 1) * gap) / rows - head) / shape);
}

TEST_F(LabPicture, panes_are_arranged_to_make_the_grid_largest) {
  const Look look{};
  const Area area{{0, 130}, {880, 690}};
  for (const int panes : {1, 2, 3, 4})
    for (const float shape : {0.05f, 0.2f, 0.25f, 0.5f, 1.0f, 2.0f, 5.0f}) {
      const LabLayout layout = lab_layout(look, area, panes, shape, false, false);
      ASSERT_EQ(layout.panes.size(), static_cast<std::size_t>(panes));
      const Area& field = *layout.panes.front().field;
      const float scale = std::min(field.width(), field.height() / shape);
      for (const int columns : {panes, (panes + 1) / 2, 1})
        EXPECT_GE(scale + 2 / shape + 2, by_hand(area, panes, columns, shape))
            << panes << " panes of shape " << shape << " in " << columns << " columns";
      for (const PaneArea& p : layout.panes) {
        EXPECT_GE(p.field->min.x, area.min.x);
        EXPECT_LE(p.field->max.x, area.max.x);
        EXPECT_LE(p.field->max.y, area.max.y - legend + 1);
      }
    }
}

TEST_F(LabPicture, wide_grids_are_stacked_and_square_grids_are_side_by_side) {
  const Look look{};
  const Area area{{0, 130}, {880, 690}};
  const auto field = [&](const LabLayout& l, std::size_t k) { return l.panes[k].field->min; };
  const LabLayout wide = lab_layout(look, area, 2, 0.2, false, false),
                  square = lab_layout(look, area, 2, 1, false, false),
                  long_ones = lab_layout(look, area, 4, 0.05, false, false);
  EXPECT_EQ(field(wide, 0).x, field(wide, 1).x);
  EXPECT_LT(field(wide, 0).y, field(wide, 1).y);
  EXPECT_EQ(field(square, 0).y, field(square, 1).y);
  EXPECT_EQ(field(long_ones, 0).x, field(long_ones, 3).x);
  // The same holds if both pictures are shown: residuals are below their fields or next to them.
  const Area large{{0, 130}, {1445, 1050}};
  EXPECT_LT(field(lab_layout(look, large, 4, 0.25, true, true), 0).y,
            field(lab_layout(look, large, 4, 0.25, true, true), 2).y);
  EXPECT_EQ(field(lab_layout(look, large, 4, 1, true, true), 0).y,
            field(lab_layout(look, large, 4, 1, true, true), 3).y);
}

TEST_F(LabPicture, field_and_residual_are_shown_together_unless_too_small) {
  const Look look{};
  const auto shows_both = [&](ImVec2 size, int panes, double shape) {
    const LabLayout l = lab_layout(look, {{0, 0}, size}, panes, shape, true, true);
    EXPECT_TRUE(l.panes[0].residual) << "the residual has priority";
    EXPECT_EQ(l.one_row, !l.panes[0].field);
    return l.panes[0].field.has_value();
  };
  EXPECT_TRUE(shows_both({880, 575}, 4, 1));
  EXPECT_TRUE(shows_both({880, 560}, 4, 0.25));
  EXPECT_TRUE(shows_both({880, 600}, 1, 1));
  EXPECT_FALSE(shows_both({600, 600}, 1, 1));
  EXPECT_FALSE(shows_both({880, 575}, 4, 2.5));
  EXPECT_TRUE(shows_both({1445, 900}, 4, 2.5)) << "a wide window shows both";
}

TEST_F(LabPicture, outdated_readings_are_marked) {
  open(1280, 720);
  PaneState& pane = state.panes[0];
  EXPECT_FALSE(is_past(state, 0));
  const auto drawn = [&] {
    frames(2);
    const ImDrawList& list = *ImGui::FindWindowByName("Picture")->DrawList;
    return std::string(reinterpret_cast<const char*>(list.VtxBuffer.Data),
                       static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
  };
  const std::string valid = drawn();
  pane.reflection.until = 1.1 * pane.reflection.valid_until;
  EXPECT_TRUE(is_past(state, 0));
  EXPECT_NE(drawn(), valid);
  pane.reflection.worst.reset();
  EXPECT_FALSE(is_past(state, 0)) << "no limit of validity is known";
}

// ---- marks at the sides

// Returns the number of vertices of this colour on the pictures within an area.
int drawn(ImU32 color, const Area& within) {
  int n = 0;
  for (const ImDrawVert& v : ImGui::FindWindowByName("Picture")->DrawList->VtxBuffer)
    n += v.col == color && within.contains(v.pos);
  return n;
}

// The panes' names at the ends of their curves are above the line that ends the valid time. Each name has its own
// background.
TEST_F(LabPicture, the_line_of_validity_crosses_no_name) {
  for (const bool dark : {true, false}) {
    open(1920, 1080);
    state.dark = dark;
    for (PaneState& p : state.panes) p.reflection.valid_until = 1.06 * state.time;
    frames(3);
    const Theme& t = theme(dark);
    int crossed = 0, names = 0;
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows) {
      if (!w->Active) continue;
      const ImVector<ImDrawVert>& v = w->DrawList->VtxBuffer;
      for (const ImU32 color : t.data)
        for (const Drawn& letter : letters_of(*w->DrawList, color)) {
          // Finds the box in the background colour that was drawn just before the letter and covers the area under it.
          int ground = -1;
          for (int k = letter.first - 1; k >= 0 && ground < 0; --k)
            if (v[k].col == t.canvas && std::abs(v[k].pos.y - letter.box.GetCenter().y) < 12) ground = k;
          if (ground < 0) continue;
          ++names;
          for (int k = 0; k < v.Size; ++k) {
            if (v[k].col != t.warn || !letter.box.Contains(v[k].pos)) continue;
            ++crossed;
            EXPECT_LT(k, ground) << "the line is below the background of the name";
          }
        }
    }
    EXPECT_GT(names, 20) << "PEC, Mur, 1st order …";
    EXPECT_GT(crossed, 0) << "the line would cross a name without a background";
  }
}

TEST_F(LabPicture, walls_are_drawn_along_their_sides) {
  open(1920, 1080);
  const Theme& t = theme(true);
  const auto picture = [&](std::size_t i) {
    const ScreenRect r = interface_->pictures()[i].rect;
    const ImVec2 a(static_cast<float>(r.x), static_cast<float>(r.y));
    return Area{a, a + ImVec2(static_cast<float>(r.width), static_cast<float>(r.height))};
  };
  const auto walls = [&](std::size_t i) {
    frames(2);
    return std::array{drawn(t.pec, picture(i)), drawn(t.data[4], picture(i)), drawn(t.data[5], picture(i))};
  };
  for (const std::size_t i : {0u, 1u}) {
    EXPECT_GE(walls(i)[0], 16) << "four bars of metal, on field and residual";
    EXPECT_EQ(walls(i)[1] + walls(i)[2], 0);
  }
  EXPECT_EQ(walls(6), (std::array{0, 0, 0})) << "a layer is visible in the picture itself";
  Boundary& b = state.panes[3].scene.boundary;
  b.side = {BoundaryKind::periodic, BoundaryKind::periodic, BoundaryKind::pmc, BoundaryKind::pec};
  const auto seen = walls(6);
  EXPECT_GT(seen[0], 0);
  EXPECT_GT(seen[1], 0);
  EXPECT_GT(seen[2], 16) << "dashes";
  const Area p = picture(6);
  EXPECT_GT(drawn(t.pec, {p.min, {p.max.x, p.min.y + 8}}), 0) << "at the top";
  EXPECT_EQ(drawn(t.pec, {{p.min.x, p.min.y + 8}, p.max}), 0);
}

// Everything in the colour of the failure is inside its own pane.
TEST_F(LabPicture, the_failures_text_stays_in_its_pane) {
  open(1280, 720);
  state.frozen = true;
  state.frozen_why = "The field is not finite at node (3, 4): a fault";
  const Grid& g = state.scene.grid;
  for (const Node n : {Node{0, 0}, Node{g.nx - 1, g.ny / 2}, Node{g.nx / 2, g.ny - 1}, Node{g.nx - 1, g.ny - 1}})
    for (const int k : {0, 3}) {
      state.instability = Instability{k, n, 4321, "a fault", "", std::nullopt, true};
      frames(3);
      const ImDrawList& list = *ImGui::FindWindowByName("Picture")->DrawList;
      const ScreenRect r = interface_->pictures()[static_cast<std::size_t>(k)].rect;
      int seen = 0;
      for (const ImDrawVert& v : list.VtxBuffer) {
        if ((v.col & 0x00FFFFFFu) != (theme(true).fail & 0x00FFFFFFu)) continue;
        ++seen;
        EXPECT_GE(v.pos.x, static_cast<float>(r.x)) << n.i << " " << n.j;
        EXPECT_LE(v.pos.x, static_cast<float>(r.x + r.width)) << n.i << " " << n.j;
        EXPECT_GE(v.pos.y, static_cast<float>(r.y)) << n.i << " " << n.j;
        EXPECT_LE(v.pos.y, static_cast<float>(r.y + r.height)) << n.i << " " << n.j;
      }
      EXPECT_GT(seen, 80) << "ring and words";
    }
}

// The tool bar of a window whose panel is a drawer.
TEST_F(LabPicture, tool_bar_icons_do_not_overlap_in_a_narrow_window) {
  for (const float width : {288.0f, 390.0f, 400.0f, 640.0f, 685.0f, 686.0f, 799.0f}) {
    start(builtin("open-pulse"), {width, 844}, 1);
    state.narrow = true;
    frames(2);
    const ImGuiID bar = ImGui::FindWindowByName("Toolbar")->ID;
    std::map<ImGuiID, int> pixels;
    for (float x = 0; x < width; x += 2) {
      move_mouse({x, 24});
      pixels[ImGui::GetCurrentContext()->HoveredId] += 2;
    }
    for (const char* id : {"##scene", "##reset", "##run", "##panel", "##more"})
      EXPECT_GE(pixels[ImHashStr(id, 0, bar)], 30) << id << " at " << width;
    EXPECT_EQ(pixels[ImHashStr("##step", 0, bar)] >= 30, width >= 400) << width;
    for (const char* id : {"##select", "##cut", "##measuring"})
      EXPECT_EQ(pixels[ImHashStr(id, 0, bar)] >= 28, width >= 686) << id << " at " << width;
  }
}

TEST_F(LabPicture, the_tool_bars_menu_names_the_tools) {
  start(builtin("open-pulse"), {390, 844}, 1);
  state.narrow = true;
  frames(2);
  const ImGuiID more = ImHashStr("##more", 0, ImGui::FindWindowByName("Toolbar")->ID);
  float x = 390;
  while (x > 0 && ImGui::GetCurrentContext()->HoveredId != more) move_mouse({x -= 4, 24});
  mouse_button(true);
  mouse_button(false);
  frames(3);
  ASSERT_FALSE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  const ImGuiWindow* menu = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  std::set<ImGuiID> items;
  for (float y = menu->Rect().Min.y; y < menu->Rect().Max.y; y += 4) {
    move_mouse({menu->Rect().GetCenter().x, y});
    items.insert(ImGui::GetCurrentContext()->HoveredId);
  }
  for (const char* name : {"Select", "Brush", "Rectangle", "Circle", "Wall", "Eraser", "Source", "Probe", "Line cut"})
    EXPECT_TRUE(items.contains(ImHashStr(name, 0, menu->ID))) << name;
}

TEST_F(LabPicture, the_rows_of_a_menu_that_a_finger_opens_have_40_px) {
  start(builtin("open-pulse"), {390, 844}, Touch::interface_scale);
  state.narrow = true;
  ImGui::GetIO().AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
  frames(2);
  const ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
  const ImGuiID more = ImHashStr("##more", 0, bar->ID);
  float x = 390;
  while (x > 0 && ImGui::GetCurrentContext()->HoveredId != more) move_mouse({x -= 4, bar->Rect().GetCenter().y});
  mouse_button(true);
  mouse_button(false);
  frames(3);
  ASSERT_FALSE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  const ImGuiWindow* menu = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  EXPECT_LE(menu->Rect().Max.y, 844);
  EXPECT_GT(menu->ScrollMax.y, 0) << "the finger scrolls to the last rows";
  std::map<ImGuiID, int> high;
  for (float y = menu->Rect().Min.y; y < menu->Rect().Max.y; ++y) {
    move_mouse({menu->Rect().GetCenter().x, y});
    ++high[ImGui::GetCurrentContext()->HoveredId];
  }
  for (const char* name : {"Brush", "Rectangle", "Circle"}) EXPECT_GE(high[ImHashStr(name, 0, menu->ID)], 40) << name;
}

// The width and height of each button that a finger has to hit, in px.
TEST_F(LabPicture, tool_bar_buttons_of_a_touched_screen_have_40_px) {
  for (const float width : {390.0f, 1180.0f}) {
    start(builtin("open-pulse"), {width, 820}, Touch::interface_scale);
    state.narrow = width < 800;
    frames(2);
    const ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
    std::map<ImGuiID, int> wide, high;
    for (float x = 0; x < width; ++x) {
      move_mouse({x, bar->Rect().GetCenter().y});
      ++wide[ImGui::GetCurrentContext()->HoveredId];
    }
    for (const char* name : {"##reset", "##run", "##more"}) {
      const ImGuiID id = ImHashStr(name, 0, bar->ID);
      EXPECT_GE(wide[id], 40) << name << " at " << width;
      float x = 0;
      for (move_mouse({x, bar->Rect().GetCenter().y}); ImGui::GetCurrentContext()->HoveredId != id && x < width; x += 8)
        move_mouse({x + 8, bar->Rect().GetCenter().y});
      for (float y = 0; y < bar->Rect().Max.y; ++y) {
        move_mouse({x, y});
        high[id] += ImGui::GetCurrentContext()->HoveredId == id;
      }
      EXPECT_GE(high[id], 40) << name << " at " << width;
    }
  }
}

TEST_F(LabPicture, tool_bar_icons_do_not_overlap) {
  EZ_NEEDS_FEATURE(kernel_lab);
  for (const float width : {static_cast<float>(least_window.width), 859.0f, 860.0f, 1049.0f, 1050.0f, 1239.0f, 1240.0f,
                            1280.0f, 1329.0f, 1330.0f, 1600.0f, 1663.0f, 1664.0f, 1920.0f}) {
    start(builtin("open-pulse"), {width, static_cast<float>(least_window.height)}, 1);
    frames(2);
    const ImGuiID bar = ImGui::FindWindowByName("Toolbar")->ID;
    const ImGuiID film = ImHashStr("##film", 0, bar);
    std::map<ImGuiID, int> pixels;
    std::map<ImGuiID, float> left;
    const auto look = [&] {
      pixels.clear();
      left.clear();
      for (float x = 0; x < width; x += 4) {
        move_mouse({x, 24});
        pixels[ImGui::GetCurrentContext()->HoveredId] += 4;
        left.emplace(ImGui::GetCurrentContext()->HoveredId, x);
      }
    };
    state.of<Filming>().on = true;
    look();
    const float film_while_it_is_made = left[film];
    for (const char* id : {"##reset", "##select", "##cut", "##measuring", width < 1050 ? "##more" : "##film"})
      EXPECT_GE(pixels[ImHashStr(id, 0, bar)], 28) << id << " at " << width << " while a film is made";
    state.of<Filming>().on = false;
    look();
    for (const char* id : {"##reset", "##run", "##step", "##select", "##brush", "##rectangle", "##circle", "##wall",
                           "##erase", "##source", "##probe", "##cut"})
      EXPECT_GE(pixels[ImHashStr(id, 0, bar)], 28) << id << " at " << width;
    EXPECT_EQ(pixels[ImHashStr("##more", 0, bar)] >= 28, width < 1240) << width;
    EXPECT_EQ(pixels[film] >= 28, width >= 1050) << width;
    EXPECT_EQ(left[film], film_while_it_is_made) << "a second click ends the film, at " << width;
    if (width >= 1280) {
      EXPECT_GE(pixels[ImHashStr("##scene", 0, bar)], 196) << "the scene's name at " << width;
    }
    if (width < 1240) continue;
    EXPECT_EQ(pixels[ImHashStr("##camera", 0, bar)] >= 28, width >= 1330) << width;
    for (const char* id : {"##share", "##explore", "##boundary_lab", "##kernel_lab", "##undo", "##help"})
      EXPECT_GE(pixels[ImHashStr(id, 0, bar)], 28) << id << " at " << width;
  }
}

TEST(LabLegend, gives_the_place_under_the_mouse_its_unit) {
  State s;
  s.scene = builtin("open-pulse");
  s.view.limit = 10;
  s.cursor.inside = true;
  s.cursor.node = {347, 279};
  s.cursor.position = from_nodes(s.scene, {347, 279});
  s.cursor.value = 1.5;
  ASSERT_EQ(s.scene.unit, Unit::mm);
  EXPECT_EQ(pointed_words(s), "(347.0, 279.0) mm  Ez   +1.50 V/m");
}

// ---- the side shown in the angle plot

ReflectionReading with_marks(double bottom_over) {
  ReflectionReading r;
  r.db = {-2.7, -2.0, -5.4, -2.2};
  for (const Side side : all_sides)
    for (double d = 0; d < 30; d += 5) {
      const double over = side == Side::bottom ? bottom_over : 0.1;
      r.angles.push_back({side, d, -100 + over, -100, -100});
    }
  return r;
}

using By = WorstSide::By;

TEST(WorstSide, without_own_echoes_is_the_one_farthest_above_a_sound_boundary) {
  EXPECT_EQ(worst_side(with_marks(90)), (WorstSide{Side::bottom, By::angles}));
  EXPECT_EQ(worst_side(with_marks(0.2)), (WorstSide{Side::right, By::all})) << "marks without a clear difference";
  ReflectionReading without = with_marks(90);
  without.angles.clear();
  EXPECT_EQ(worst_side(without), (WorstSide{Side::right, By::all}));
  EXPECT_EQ(worst_side({}).by, By::nothing);
}

// At the floor of rounding a side may exceed theory without reflecting most.
TEST(WorstSide, has_the_largest_of_the_shown_numbers) {
  ReflectionReading r = with_marks(8);
  r.own_db = {-90.7, -90.0, -91.2, -90.5};
  EXPECT_EQ(worst_side(r), (WorstSide{Side::right, By::own}));
  r.own_db = {-92, {}, -93, -88};
  r.db[1] = -74;
  EXPECT_EQ(worst_side(r), (WorstSide{Side::right, By::all})) << "its own echo is unknown";
}

// ---- readings at a side

TEST(SideReading, shows_the_sides_own_value_and_mentions_the_others) {
  State s;
  s.scene.reflection.on = true;
  ReflectionReading r;
  r.db = {-11.2, -12.5, -3, {}};
  r.own_db = {-90.1, {}, {}, {}};
  r.why_not[3] = "\"lamp\" ends in the layer";
  EXPECT_EQ(side_db(r, Side::left), -90.1);
  EXPECT_NE(side_words(r, Side::left).english().find("−11.2 dB"), std::string::npos);
  EXPECT_EQ(side_db(r, Side::right), -12.5) << "reflections from other sides arrive first";
  EXPECT_NE(side_words(r, Side::right).english().find("Includes echoes of other sides"), std::string::npos);
  EXPECT_EQ(side_db(r, Side::top), std::nullopt);
  EXPECT_EQ(side_words(r, Side::top).english(), "The top side is not measured: \"lamp\" ends in the layer");
  s.scene.hidden_fault = 3;
  r = without_secrets(s, r);
  EXPECT_EQ(side_db(r, Side::left), -11.2) << "the side's own value would reveal the fault";
  EXPECT_EQ(side_words(r, Side::left).english().find("90"), std::string::npos);
}
// Each side without a number shows a dash and its own reason.
TEST(SideReading, without_a_number_states_the_reason) {
  PaneState pane;
  pane.scene = builtin("open-pulse");
  pane.scene.boundary[Side::bottom] = pane.scene.boundary[Side::top] = BoundaryKind::periodic;
  std::get<PointSource>(pane.scene.sources.at(0).geometry).at.x *= 0.5;
  const auto words = [&](Side side) { return side_words(pane, side).english(); };
  EXPECT_EQ(words(Side::top),
            "No value: the top side is periodic, so waves that leave there enter at the opposite side");
  pane.time = 0;
  EXPECT_EQ(words(Side::left).substr(0, 62), "No value yet: the wave's peak reaches the left side at about t");
  EXPECT_NE(words(Side::left), words(Side::right).replace(words(Side::right).find("right"), 5, "left"))
      << "the source is nearer to one of them";
  pane.time = 1;
  pane.reflection.incident = 250;
  EXPECT_EQ(words(Side::left),
            "No value: the largest wave at any side is 250.00 V/m, and less than 1 % of it has reached the left side");
  pane.scene.reflection.sides = {Side::right};
  EXPECT_EQ(words(Side::left), "No value: reflection.sides does not include the left side");
  for (Source& s : pane.scene.sources) s.on = false;
  EXPECT_EQ(words(Side::right), "No value: no source is on, so no wave reaches the right side");
  pane.reflection.db[0] = -40;
  EXPECT_EQ(words(Side::left), side_words(pane.reflection, Side::left).english());
}
// A side's own reflection and its marks belong to one side only, and would reveal where the hidden fault is.
TEST(SideReading, of_a_hidden_fault_includes_all_reflections) {
  State s;
  s.scene.reflection.on = true;
  s.scene.hidden_fault = 3;
  s.panes.resize(1);
  ReflectionReading r = with_marks(90);
  r.own_db = {-90, -91, -9, -92};
  r.valid_until = 1e-9;
  EXPECT_EQ(worst_side(r).side, Side::bottom);
  s.panes[0].reflection = without_secrets(s, r);
  const ReflectionReading& kept = s.panes[0].reflection;
  EXPECT_EQ(kept.db, r.db);
  for (const auto& own : kept.own_db) EXPECT_FALSE(own);
  EXPECT_TRUE(kept.angles.empty());
  EXPECT_EQ(worst_side(kept).side, Side::right) << "heading and numbers agree";
  EXPECT_EQ(why_no_marks(s, 0, {}).english(),
            "no markers: hidden until the answer, because they would reveal the fault.");
  s.fault_revealed = true;
  EXPECT_EQ(without_secrets(s, r).own_db, r.own_db);
  EXPECT_EQ(without_secrets(s, r).angles.size(), r.angles.size());
}
TEST(SideReading, the_worst_side_is_judged_by_its_own_reflection) {
  ReflectionReading r;
  r.db = {-2, -1, -3, -2};
  r.own_db = {-90, -91, -9, -92};
  EXPECT_EQ(worst_side(r), (WorstSide{Side::bottom, By::own}));
}

TEST(Marks, missing_ones_are_explained) {
  State s;
  s.scene.reflection.on = true;
  s.panes.resize(1);
  ReflectionReading& r = s.panes[0].reflection;
  r.valid_until = 1e-9;
  EXPECT_EQ(why_no_marks(s, 0, {}).english(), "markers appear after the reflected pulse has passed.");
  r.no_angles = {"shapes are in the wave's path"};
  EXPECT_EQ(why_no_marks(s, 0, {}).english(), "no markers: shapes are in the wave's path.");
  r.no_angles = {"echoes of the top side arrive before", true};
  EXPECT_EQ(why_no_marks(s, 0, {}).english(),
            "no markers: echoes of the top side arrive before; use ezscope reflect to measure each side separately.");
  r.no_angles = {};
  s.panes[0].scene.reflection.sides = {{Side::bottom}};
  EXPECT_EQ(why_no_marks(s, 0, Side::top).english(), "no markers: the top side is not measured.");
  r.why_not[2] = "source 1 is in the layer";
  EXPECT_EQ(why_no_marks(s, 0, Side::bottom).english(),
            "no markers. The bottom side is not measured: source 1 is in the layer.");
}

}  // namespace
}  // namespace ez
