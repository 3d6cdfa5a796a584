// Tests the boundary lab's panel alone, on a state filled by hand. Every string has its glyphs, nothing is wider than
// the column, and each control sends the right command. Handles drag to the right values, and nothing reveals a hidden
// fault.
#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/cards/theory_curve.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/state.h"
#include "app/ui/context.h"
#include "app/ui/readings.h"
#include "interface_fixture.h"
#include "lab_state.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/measure/mirror.h"
#include "solver/scene/fault.h"
#include "solver/theory/mur_reflection.h"

namespace ez {
namespace {

constexpr int layer_pane = 3;

class LabPanel : public InterfaceTest {
 protected:
  // Opens a window so tall that every card is open and nothing scrolls.
  void open(float scale = 1, float width = 1280) {
    start(builtin("open-pulse"), {width * scale, 2600 * scale}, scale);
    fill_lab(state);
    frames(3);
    sent.clear();
  }
  const ImGuiWindow& panel() const { return *ImGui::FindWindowByName("Panel"); }
  static ImGuiID id_of(const char* card, const char* item, const char* within = nullptr) {
    ImGuiID id = ImHashStr(card, 0, ImGui::FindWindowByName("Panel")->ID);
    if (within) id = ImHashStr(within, 0, id);
    return ImHashStr(item, 0, id);
  }
  // Returns the middle of the item's part on the line x, given as a share of the panel's width.
  std::optional<ImVec2> find(ImGuiID id, float share) {
    const ImGuiWindow& w = panel();
    const float x = w.Pos.x + w.Size.x * share;
    std::optional<float> first, last;
    for (float y = w.Pos.y + 2; y < w.Pos.y + w.Size.y; y += 8) {
      move_mouse({x, y});
      const bool here = ImGui::GetCurrentContext()->HoveredId == id;
      if (here && !first) first = y;
      if (here) last = y;
      if (!here && first) break;
    }
    if (!first) return std::nullopt;
    return ImVec2(x, (*first + *last) / 2);
  }
  void click(ImGuiID id, float share) {
    const std::optional<ImVec2> p = find(id, share);
    ASSERT_TRUE(p.has_value());
    drag(*p, *p, 0, 1);
  }
  Scene pane(int k) const {
    const SceneResult r = scene_of_variant(state.scene, static_cast<std::size_t>(k));
    EXPECT_TRUE(r.scene.has_value());
    return r.scene.value_or(Scene{});
  }
  void know_panes() {
    for (int k = 0; k < 4; ++k) state.panes[static_cast<std::size_t>(k)].scene = pane(k);
    frames(2);
  }
};

TEST_F(LabPanel, everything_drawn_has_glyphs) {
  for (const bool dark : {true, false}) {
    open();
    state.dark = dark;
    frames(2);
    state.of<LabState>().search = GradingProgress{0.4, 12, -83.1, -90, {}, false, false, {}};
    state.instability = Instability{1, {3, 4}, 99, "The Courant number is over the limit", "Mend it", state.scene};
    frames(2);
    for (const char* failed : {"", "no layer"}) {
      state.of<LabState>().search = GradingProgress{1, 40, -83.1, -98, {}, true, false, failed};
      frames(2);
    }
    state.of<LabState>().search->cancelled = true;
    state.reference.message = "There is no room for a reference run";
    for (const FaultWords& w : all_faults())
      for (const Side side : all_sides) state.panes[layer_pane].scene.faults.push_back({side, w.fault});
    frames(2);
    state.scene.reflection.on = false;
    for (PaneState& p : state.panes) p.scene.hidden_fault = 1;
    state.scene.hidden_fault = 1;
    state.of<LabState>().quiz.guess = BoundaryFault{Side::top, Fault::wrong_sign};
    state.of<LabState>().quiz.rounds = 1;
    frames(2);
    state.fault_revealed = true;
    frames(2);
    state.panes.clear();  // as before the first frame
    frames(2);
    EXPECT_TRUE(missing_glyphs().empty()) << listed(missing_glyphs());
  }
}

TEST_F(LabPanel, states_the_growth_of_the_field_in_meaningful_numbers) {
  open();
  PaneState& pane = state.panes[0];
  const auto words = [&](double growth) {
    pane.largest = 1, pane.growth = growth;
    const std::string all = growth_words(state, 0).english();
    return all.substr(all.find('\n') + 1);
  };
  EXPECT_EQ(words(1.001), "The field is steady");
  EXPECT_EQ(words(0.095), "It falls to 9.5 % in each period");
  EXPECT_EQ(words(1.5), "It grows by a factor of 1.50 in each period");
  EXPECT_EQ(words(1.3e10), "It grows by a factor of 1000 or more in each period");
  // Any field grows while a source has not reached its full amplitude.
  pane.time = 1.5 * pulse_times(pane.scene.sources[0].waveform).peak;
  EXPECT_EQ(words(89.92), "The sources are still rising");
  EXPECT_EQ(words(0.5), "It falls to 50.0 % in each period");
}

TEST_F(LabPanel, an_outdated_number_is_not_coloured_as_a_result) {
  open();
  move_mouse({5, 5});
  const auto vertices = [&](ImU32 color) {
    frames(2);
    return std::ranges::count(panel().DrawList->VtxBuffer, color, &ImDrawVert::col);
  };
  const auto valid = vertices(theme(true).accent);
  ReflectionReading& reading = state.panes[layer_pane].reflection;
  reading.until = 1.1 * reading.valid_until;
  EXPECT_EQ(shown_decibels(state, layer_pane, reading.worst), "– (−83.1)");
  EXPECT_EQ(valid - vertices(theme(true).accent), 4 * 5) << "−83.1, as the worst side under the layer's profile";
}

TEST_F(LabPanel, a_steady_source_is_replaced_by_a_pulse_and_restored) {
  open();
  const Waveform steady = Cw{15e9, 3, 0};
  state.scene.sources[0].waveform = Ricker{15e9, {}};
  frames(2);
  EXPECT_FALSE(find(id_of("Reflection", "##pulse"), 0.5f).has_value());
  EXPECT_FALSE(find(id_of("Reflection", "##steady"), 0.5f).has_value());
  state.scene.sources[0].waveform = steady;
  frames(2);
  click(id_of("Reflection", "##pulse"), 0.5f);
  ASSERT_TRUE(last_sent<command::EditScene>().has_value());
  EXPECT_TRUE(last_sent<command::EditScene>()->finished);
  EXPECT_FALSE(is_continuous(last_sent<command::EditScene>()->scene.sources[0].waveform));
  state.scene = last_sent<command::EditScene>()->scene;
  frames(2);
  click(id_of("Reflection", "##steady"), 0.5f);
  EXPECT_EQ(last_sent<command::EditScene>()->scene.sources[0].waveform, steady);
  state.scene.reflection.on = false;
  frames(2);
  EXPECT_FALSE(find(id_of("Reflection", "##steady"), 0.5f).has_value()) << "nothing is measured";
}

// A button in the accent colour is the next thing to do. With two sources a pulse gives no markers.
TEST_F(LabPanel, the_pulse_is_proposed_only_if_it_gives_markers) {
  open();
  state.scene.sources[0].waveform = Cw{15e9, 3, 0};
  for (PaneState& pane : state.panes) pane.scene.sources = state.scene.sources;
  const auto filled = [&] {
    move_mouse({5, 5});
    frames(2);
    return std::ranges::count(panel().DrawList->VtxBuffer, theme(true).accent, &ImDrawVert::col);
  };
  const auto proposed = filled();
  state.scene.sources.push_back(state.scene.sources[0]);
  for (PaneState& pane : state.panes) pane.scene.sources = state.scene.sources;
  EXPECT_TRUE(find(id_of("Reflection", "##pulse"), 0.5f).has_value()) << "it still separates the echoes";
  EXPECT_LT(filled(), proposed);
  EXPECT_EQ(why_no_mirror(state.scene), "several sources are on, but an angle needs the path from a single one");
}

TEST_F(LabPanel, keeps_its_width) {
  for (const float scale : {1.0f, 1.5f, 2.0f})
    for (const float width : {1000.0f, 1280.0f, 1920.0f}) {
      open(scale, width);
      const ImGuiWindow& w = panel();
      EXPECT_LE(w.ContentSize.x, w.Size.x - 2 * w.WindowPadding.x + 1) << width << " at " << scale;
      // Checks everything outside the plots. ImPlot reserves some vertices that it does not use.
      for (const ImDrawCmd& cmd : w.DrawList->CmdBuffer) {
        if (cmd.ClipRect.x > w.Pos.x + scale || cmd.ClipRect.z < w.Pos.x + w.Size.x - 12 * scale) continue;
        for (unsigned k = 0; k < cmd.ElemCount; ++k) {
          const ImDrawVert& v = w.DrawList->VtxBuffer[static_cast<int>(
              cmd.VtxOffset + w.DrawList->IdxBuffer[static_cast<int>(cmd.IdxOffset + k)])];
          ASSERT_LE(v.pos.x, w.Pos.x + w.Size.x + scale) << width << " at " << scale;
          ASSERT_GE(v.pos.x, w.Pos.x - scale) << width << " at " << scale;
        }
      }
    }
}

// ---- the profile

TEST_F(LabPanel, handles_shape_the_layer) {
  open();
  const CpmlGrading before = pane(layer_pane).boundary.cpml;
  const auto handle = [&](const char* id, float share) { return find(id_of("CPML profile", id), share); };
  constexpr float inner = 0.152f, middle = 0.738f, at_wall = 0.937f;  // places across the panel
  const auto sigma = handle("##sigma_handle", at_wall);
  ASSERT_TRUE(sigma.has_value());
  drag(*sigma, {sigma->x, sigma->y + 40});
  CpmlGrading g = pane(layer_pane).boundary.cpml;
  EXPECT_LT(g.sigma, before.sigma);
  EXPECT_GT(g.sigma, 0);
  EXPECT_EQ(g.order, before.order);
  EXPECT_EQ(undo_entries(), 1);
  EXPECT_EQ(state.scene.boundary.cpml, before) << "the other panes keep their grading";
  know_panes();

  const auto order = handle("##order_handle", middle);
  ASSERT_TRUE(order.has_value());
  drag(*order, {order->x, order->y - 20});
  EXPECT_LT(pane(layer_pane).boundary.cpml.order, before.order)
      << "a higher point at three quarters makes the profile flatter";
  EXPECT_EQ(pane(layer_pane).boundary.cpml.sigma, g.sigma);
  know_panes();

  const auto kappa = handle("##kappa_handle", at_wall);
  ASSERT_TRUE(kappa.has_value());
  drag(*kappa, {kappa->x, kappa->y + 2000});
  EXPECT_EQ(pane(layer_pane).boundary.cpml.kappa, 1);
  know_panes();

  const auto alpha = handle("##alpha_handle", inner);
  ASSERT_TRUE(alpha.has_value());
  drag(*alpha, {alpha->x, alpha->y + 2000});
  EXPECT_EQ(pane(layer_pane).boundary.cpml.alpha, 0.0);
  EXPECT_EQ(undo_entries(), 4);
  for (const Message& m : validate(pane(layer_pane))) EXPECT_NE(m.kind, Message::Kind::error) << m.text;
}

TEST_F(LabPanel, a_scene_without_variants_is_edited_itself) {
  open();
  state.scene.variants.clear();
  state.panes.resize(1);
  state.active = 0;
  frames(2);
  click(id_of("CPML profile", "##defaults"), 0.96f);
  EXPECT_EQ(count<command::EditScene>(), 0) << "disabled, because the grading is the default one";
  state.scene.boundary.cpml.sigma = 3;
  click(id_of("CPML profile", "##defaults"), 0.96f);
  EXPECT_EQ(state.scene.boundary.cpml.sigma, CpmlGrading{}.sigma);
  EXPECT_EQ(undo_entries(), 1);
}

TEST_F(LabPanel, a_search_is_started_and_cancelled) {
  open();
  click(id_of("CPML profile", "##optimise"), 0.5f);
  EXPECT_EQ(count<command::StartSearch>(), 1);
  state.of<LabState>().search = GradingProgress{0.2, 5, -80, -85, {}, false, false, {}};
  click(id_of("CPML profile", "##cancel"), 0.5f);
  EXPECT_EQ(count<command::CancelSearch>(), 1);
  EXPECT_EQ(count<command::StartSearch>(), 1);
}

TEST_F(LabPanel, an_explanation_is_started_and_cancelled) {
  open();
  click(id_of("Reflection", "##explain"), 0.5f);
  EXPECT_EQ(count<command::ExplainReflection>(), 1);
  std::optional<Explained>& explained = state.of<LabState>().explained;
  explained = Explained{pane(state.active), {}};
  click(id_of("Reflection", "##cancel_explaining"), 0.5f);
  EXPECT_EQ(count<command::CancelExplaining>(), 1);
}

// Every cause fits into the panel, and the list is hidden once the scene is another one.
TEST_F(LabPanel, every_cause_of_a_reflection_can_be_shown) {
  open();
  know_panes();
  ExplainProgress p;
  p.done = true;
  p.found.signature.db = -20;
  const auto height = [&] {
    frames(4);  // a shorter panel scrolls back first
    return panel().ContentSize.y;
  };
  const float without = height();
  for (int kind = 1; kind <= static_cast<int>(EchoCause::Kind::steady); ++kind) {
    p.found.causes = {{static_cast<EchoCause::Kind>(kind), Side::top, {}, 0.5}};
    state.of<LabState>().explained = Explained{state.panes[static_cast<std::size_t>(state.active)].scene, p};
    EXPECT_GT(height(), without + 40);
  }
  for (const FaultWords& w : all_faults()) {
    p.found.causes = {{EchoCause::Kind::fault, Side::left, w.fault, 1}};
    state.of<LabState>().explained->progress = p;
    EXPECT_GT(height(), without + 40);
  }
  state.of<LabState>().explained->scene.grid.nx += 1;
  EXPECT_EQ(height(), without);
}

TEST_F(LabPanel, the_points_of_a_table_are_dragged_as_a_curve) {
  open();
  state.scene.variants.clear();
  state.panes.resize(1);
  state.active = 0;
  frames(2);
  click(id_of("CPML profile", "##as_tables"), 0.5f);
  ASSERT_EQ(state.scene.boundary.cpml.sigma_table.size(), 9u);
  EXPECT_EQ(state.scene.boundary.cpml.kappa_table.back(), 2);
  const std::vector<double> before = state.scene.boundary.cpml.kappa_table;
  frames(2);
  const ImGuiID point = id_of("CPML profile", "##kappa_point4");
  const ImGuiWindow& w = panel();
  std::optional<ImVec2> at;
  for (float share = 0.45f; share < 0.62f && !at; share += 0.01f) at = find(point, share);
  ASSERT_TRUE(at);
  EXPECT_LT(at->x, w.Pos.x + w.Size.x);
  drag(*at, *at - ImVec2(0, 30));
  const std::vector<double>& after = state.scene.boundary.cpml.kappa_table;
  for (std::size_t k = 0; k < after.size(); ++k) {
    if (k == 4)
      EXPECT_GT(after[k], before[k] + 0.1);
    else
      EXPECT_EQ(after[k], before[k]) << k;
  }
  click(id_of("CPML profile", "##as_exponents"), 0.5f);
  EXPECT_TRUE(state.scene.boundary.cpml.sigma_table.empty());
  EXPECT_EQ(state.scene.boundary.cpml.order, CpmlGrading{}.order);
}

TEST(Search, reports_a_result_only_while_the_pane_has_its_grading) {
  State s;
  s.panes.resize(1);
  EXPECT_EQ(shown_search(s), nullptr);
  CpmlGrading best;
  best.sigma = 1.25;
  GradingProgress& search = s.of<LabState>().search.emplace(GradingProgress{0.2, 5, -80, -85, best, false, false, {}});
  EXPECT_EQ(shown_search(s), &search) << "it runs";
  search.done = true;
  EXPECT_EQ(shown_search(s), nullptr) << "undone";
  s.scene.boundary.cpml = best;
  EXPECT_EQ(shown_search(s), &search);
  search.cancelled = true;
  s.scene.boundary.cpml = {};
  EXPECT_EQ(shown_search(s), &search) << "it says that the grading is unchanged";
}

TEST(Search, shows_no_decibels_before_the_first_result) {
  EXPECT_EQ(progress_words(nullptr, {}), "0 trials");
  EXPECT_EQ(progress_words(nullptr, {0.1, 1, -80, -85, {}, false, false, {}}),
            "1 trial · best so far −85.0 dB, initially −80.0 dB");
}

// ---- boundaries

TEST(BoundaryKinds, periodic_sides_come_in_pairs) {
  Boundary b;
  b = with_kind(b, Side::left, BoundaryKind::periodic);
  EXPECT_EQ(b[Side::left], BoundaryKind::periodic);
  EXPECT_EQ(b[Side::right], BoundaryKind::periodic);
  EXPECT_EQ(b[Side::top], BoundaryKind::cpml);
  b = with_kind(b, Side::top, BoundaryKind::pec);
  EXPECT_EQ(b[Side::bottom], BoundaryKind::cpml) << "other kinds are set for one side only";
  b = with_kind(b, Side::right, BoundaryKind::mur2);
  EXPECT_EQ(b[Side::left], BoundaryKind::mur2);
  EXPECT_EQ(b[Side::right], BoundaryKind::mur2);
}

TEST_F(LabPanel, measuring_is_switched_on_and_off) {
  open();
  click(id_of("Boundaries", "##measure"), 0.2f);
  ASSERT_TRUE(last_sent<command::Measure>().has_value());
  EXPECT_FALSE(last_sent<command::Measure>()->on);
  state.scene.reflection.on = false;
  click(id_of("Reflection", "##measure"), 0.1f);
  EXPECT_TRUE(last_sent<command::Measure>()->on);
}

// ---- faults

TEST_F(LabPanel, faults_are_set_per_side_in_the_active_pane) {
  open();
  const float right = 0.965f;  // the column of the top side
  click(id_of("Faults", "##top", "wrong-sign"), right);
  const BoundaryFault wanted{Side::top, Fault::wrong_sign};
  EXPECT_EQ(pane(layer_pane).faults, std::vector<BoundaryFault>{wanted});
  EXPECT_TRUE(pane(0).faults.empty());
  EXPECT_EQ(undo_entries(), 1);
  know_panes();
  click(id_of("Faults", "##top", "wrong-sign"), right);
  EXPECT_TRUE(pane(layer_pane).faults.empty());
  EXPECT_FALSE(find(id_of("Faults", "##top", "mur-other-delta"), right).has_value()) << "a layer has no Courant number";
}

TEST_F(LabPanel, a_hidden_fault_is_guessed_and_revealed) {
  open();
  click(id_of("Faults", "##hide"), 0.6f);
  ASSERT_TRUE(last_sent<command::HideFault>().has_value());
  const std::optional<int> seed = last_sent<command::HideFault>()->seed;
  ASSERT_TRUE(seed.has_value());
  state.scene.hidden_fault = seed;
  know_panes();
  // Nothing is preselected, so one click cannot make a guess.
  click(id_of("Faults", "##name"), 0.25f);
  EXPECT_EQ(count<command::Guess>(), 0);
  const auto choose_first = [&](const char* list) {
    click(id_of("Faults", list), 0.7f);
    const ImGuiWindow& entries = *ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
    const ImVec2 first = entries.Pos + ImVec2(30, 20);
    drag(first, first, 0, 1);
    frames(2);
  };
  choose_first("##named_fault");
  click(id_of("Faults", "##name"), 0.25f);
  EXPECT_EQ(count<command::Guess>(), 0) << "a side is missing";
  choose_first("##named_side");
  click(id_of("Faults", "##name"), 0.25f);
  ASSERT_TRUE(last_sent<command::Guess>().has_value());
  EXPECT_TRUE(is_applicable(pane(layer_pane), last_sent<command::Guess>()->fault))
      << "only faults that are possible on this side";
  click(id_of("Faults", "##reveal"), 0.75f);
  EXPECT_EQ(count<command::Reveal>(), 1);
  state.of<LabState>().quiz = {last_sent<command::Guess>()->fault, 1, 0, 1};
  state.fault_revealed = true;
  click(id_of("Faults", "##next"), 0.25f);
  EXPECT_EQ(last_sent<command::HideFault>()->seed, *seed + 1);
  click(id_of("Faults", "##done"), 0.75f);
  EXPECT_FALSE(last_sent<command::HideFault>()->seed.has_value());
}

// At this height the card of faults is closed and below the visible part.
TEST_F(LabPanel, the_question_about_a_hidden_fault_is_open_and_in_view) {
  start(builtin("open-pulse"), {1280, 720}, 1);
  fill_lab(state);
  frames(3);
  EXPECT_FALSE(find(id_of("Faults", "##name"), 0.25f).has_value());
  state.scene.hidden_fault = 1;
  know_panes();
  frames(3);
  const std::optional<ImVec2> answer = find(id_of("Faults", "##name"), 0.25f);
  ASSERT_TRUE(answer.has_value());
  EXPECT_LT(answer->y, panel().Pos.y + 250);
}

TEST_F(LabPanel, the_meter_is_at_the_top) {
  start(builtin("open-pulse"), {1280, 720}, 1);
  fill_lab(state);
  frames(3);
  const char* ids[] = {"##meter_left", "##meter_right", "##meter_bottom", "##meter_top", "##meter_worst"};
  float share = 0.1f;
  for (const char* id : ids) {
    const std::optional<ImVec2> p = find(id_of("Reflection", id), share);
    ASSERT_TRUE(p.has_value()) << id;
    EXPECT_LT(p->y, 160) << id << "  is visible above the plots";
    share += 0.2f;
  }
  // A click on a side selects it for the plot.
  const auto drawn = [&] {
    move_mouse({5, 5});
    frames(2);
    const ImDrawList& list = *panel().DrawList;
    return std::string(reinterpret_cast<const char*>(list.VtxBuffer.Data),
                       static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
  };
  const std::string worst = drawn();
  click(id_of("Reflection", "##meter_top"), 0.7f);
  EXPECT_TRUE(drawn() != worst);
  click(id_of("Reflection", "##meter_worst"), 0.9f);
  EXPECT_TRUE(drawn() == worst);
  state.scene.reflection.on = false;
  frames(2);
  EXPECT_FALSE(find(id_of("Reflection", "##meter_left"), 0.1f).has_value()) << "nothing is measured";
}

TEST_F(LabPanel, nothing_drawn_reveals_the_hidden_fault) {
  open();
  move_mouse({5, 5});
  const auto drawn = [&](int seed) {
    state.scene.hidden_fault = seed;
    know_panes();
    const ImDrawList& list = *panel().DrawList;
    std::string bytes(reinterpret_cast<const char*>(list.VtxBuffer.Data),
                      static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
    return bytes;
  };
  const std::string first = drawn(0);
  std::set<std::pair<int, int>> hidden;
  for (int seed = 0; seed < 12; ++seed) {
    EXPECT_TRUE(drawn(seed) == first) << "seed " << seed;
    const std::optional<BoundaryFault> f = hidden_fault_of(pane(layer_pane));
    ASSERT_TRUE(f.has_value());
    hidden.insert({static_cast<int>(f->side), static_cast<int>(f->fault)});
  }
  EXPECT_GT(hidden.size(), 4u) << "the seeds hid different faults";
  state.fault_revealed = true;
  EXPECT_FALSE(drawn(0) == first) << "the drawing changes once the fault is revealed";
}

// ---- energy, instability

TEST_F(LabPanel, the_ledger_is_switched_on_and_off) {
  open();
  click(id_of("Energy", "##keep"), 0.1f);
  ASSERT_TRUE(last_sent<command::SetLab>().has_value());
  EXPECT_FALSE(last_sent<command::SetLab>()->settings.ledger);
}

TEST_F(LabPanel, an_instability_is_repaired) {
  open();
  const ImGuiID mend = id_of("Instability", "##mend");
  EXPECT_FALSE(find(mend, 0.5f).has_value());
  state.instability = Instability{0, {3, 4}, 99, "why", "", std::nullopt};
  EXPECT_FALSE(find(mend, 0.5f).has_value()) << "no repair is known";
  state.instability = Instability{0, {3, 4}, 99, "why", "Mend it", state.scene};
  click(mend, 0.5f);
  EXPECT_EQ(count<command::Mend>(), 1);
}

// ---- theory

TEST(TheoryCurves, belong_to_the_side_and_the_frequency) {
  Scene s = builtin("open-pulse");
  const double f = 10e9, omega = 2 * pi * f;
  for (const BoundaryKind kind : {BoundaryKind::mur1, BoundaryKind::mur2}) {
    s.boundary.side.fill(kind);
    TheoryCurve curve;
    answered(curve, s, Side::left, f);
    ASSERT_EQ(curve.discrete.size(), curve.degrees.size());
    for (std::size_t k = 40; k < curve.degrees.size(); ++k) {
      const double theta = curve.degrees[k] * pi / 180;
      const int order = kind == BoundaryKind::mur1 ? 1 : 2;
      const auto r = discrete_mur_reflection(grid_before(s, Side::left), omega, theta, order);
      EXPECT_DOUBLE_EQ(curve.discrete[k], *SideTheory(s, Side::left).db(f, curve.degrees[k]));
      EXPECT_NEAR(curve.discrete[k], 20 * std::log10(std::abs(r)), 0.7)
          << "energy and wave vector have nearly the same direction";
      EXPECT_NEAR(curve.continuous[k], 20 * std::log10(std::abs(mur_reflection(theta, order))), 1e-9);
    }
  }
  s.boundary.side.fill(BoundaryKind::cpml);
  TheoryCurve layer;
  answered(layer, s, Side::left, f);
  EXPECT_LT(layer.discrete.front(), -80);
  EXPECT_LT(layer.continuous.front(), layer.discrete.front()) << "the grid keeps the layer from its continuous limit";
  EXPECT_GT(layer.discrete.back(), -20) << "grazing";
  s.boundary.side.fill(BoundaryKind::pmc);
  TheoryCurve wall;
  answered(wall, s, Side::left, f);
  for (const double db : wall.discrete) EXPECT_EQ(db, 0);
}

TEST(TheoryCurves, are_computed_once_per_change) {
  Scene s = builtin("open-pulse");
  TheoryCurve curve;
  answered(curve, s, Side::left, 10e9);
  const double* kept = curve.discrete.data();
  curve.discrete[3] = 77;  // would be overwritten by a new computation
  s.title = "another";
  s.sources.clear();
  EXPECT_EQ(answered(curve, s, Side::left, 10e9).discrete.data(), kept);
  EXPECT_EQ(curve.discrete[3], 77);
  s.boundary.cpml.kappa = 5;
  EXPECT_NE(answered(curve, s, Side::left, 10e9).discrete[3], 77);
}

// ---- plots

TEST(Ticks, are_round_and_few) {
  for (const auto& [low, high] : {std::pair{0.0, 1.0}, {0.0, 7.3e-10}, {4e9, 3.1e10}, {-3.0, 5.0}}) {
    const std::vector<double> at = round_ticks(low, high, 6);
    EXPECT_GE(at.size(), 2u) << low << " " << high;
    EXPECT_LE(at.size(), 6u) << low << " " << high;
    for (const double v : at) {
      EXPECT_GE(v, low - 1e-9 * std::abs(low));
      EXPECT_LE(v, high * (1 + 1e-6));
    }
  }
  EXPECT_TRUE(round_ticks(1, 1, 5).empty());
}

}  // namespace
}  // namespace ez
