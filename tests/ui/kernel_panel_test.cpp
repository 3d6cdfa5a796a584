// Tests the kernel lab alone, on a state filled by hand: every string has its glyphs, each control sends the right
// command, and a machine without a GPU shows what is missing.
#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/kernel_lab/state.h"
#include "app/ui/picture/viewport.h"
#include "interface_fixture.h"
#include "kernel_by_hand.h"

namespace ez {
namespace {

class KernelLab : public InterfaceTest {
 protected:
  void open(ImVec2 size = {1920, 1080}, bool gpu = true, float scale = 1) {
    start(builtin("lecture"), {size.x * scale, size.y * scale}, scale);
    fill_kernels(state, gpu);
    frames(3);
    sent.clear();
  }
  // Activates an item as the keyboard would, wherever it is.
  void press(const char* card, const char* item) {
    const ImGuiWindow* w = ImGui::FindWindowByName("Kernels");
    ImGui::ActivateItemByID(ImHashStr(item, 0, ImHashStr(card, 0, w->ID)));
    frames(2);
  }
};

TEST_F(KernelLab, everything_drawn_has_glyphs) {
  for (const bool gpu : {true, false})
    for (const bool dark : {true, false})
      for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
        open(size, gpu);
        state.dark = dark;
        frames(2);
        state.of<KernelState>().no_sweep = "Cannot measure several panes. Remove all panes but one.";
        frames(1);
        state.of<KernelState>().no_sweep = {};
        state.of<KernelState>().sweep = SweepProgress{true, 0.4};
        state.of<KernelState>().note = "4";
        state.of<KernelState>().map.paper = BlockSquare{{100, 5}, "", 61, 5};
        frames(1);
        state.of<KernelState>().sweep = SweepProgress{false, 0.4};
        frames(1);
        if (size.x < 1600) press("##tab", "Roofline");
        state.of<KernelState>().roofs.reset();
        state.of<KernelState>().speeds.clear();
        frames(1);
        empty_kernels(state);
        frames(2);
        EXPECT_TRUE(missing_glyphs().empty()) << listed(missing_glyphs());
      }
}

// The reason why nothing can be measured is translated.
TEST_F(KernelLab, the_reason_for_no_measurement_is_translated) {
  for (const char* why : {"Cannot measure several panes. Remove all panes but one.",
                          "Cannot measure next to a reference run. Stop measuring reflection first."})
    for (const Language language : {Language::german, Language::japanese, Language::russian})
      EXPECT_NE(Vocabulary(language).of(std::string_view(why)), why);
}

// The names of the dots must not overlap the names of the roofline limits, wherever a dot is.
TEST_F(KernelLab, no_scheme_name_overlaps_a_roofline_name) {
  open({1920, 1080}, false);
  const Theme& t = theme(true);
  const SchemeChoice scheme = state.of<KernelState>().scheme;
  for (const double bytes : {36.0, 24.0, 18.0, 12.0, 9.0, 6.0, 4.5, 3.4, 3.0, 2.4})
    for (const double share : {0.3, 0.45, 0.6, 0.7, 0.8, 0.9}) {
      state.of<KernelState>().speeds.clear();
      record(state.of<KernelState>(), {scheme, state.block, size_of(state.scene), share * 21.4 / bytes, 1, 0, bytes});
      frames(1);
      int seen = 0;
      for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows) {
        if (!w->Active) continue;
        std::vector<Drawn> names = letters_of(*w->DrawList, t.accent);
        for (const Drawn& n : letters_of(*w->DrawList, t.text)) names.push_back(n);
        for (const ImU32 color : {t.data[1], t.data[2]})
          for (const Drawn& roof : letters_of(*w->DrawList, color)) {
            ++seen;
            for (const Drawn& n : names)
              EXPECT_FALSE(n.box.Overlaps(roof.box))
                  << bytes << " bytes, " << share << ": " << n.box.Min.x << ", " << n.box.Min.y;
          }
      }
      EXPECT_GT(seen, 20);
    }
}

TEST_F(KernelLab, a_click_adopts_the_square_under_it) {
  open();
  press("Blocks", "64x8");
  ASSERT_EQ(count<command::AdoptBlock>(), 1);
  EXPECT_EQ(last_sent<command::AdoptBlock>()->block, (BlockShape{64, 8}));
  sent.clear();
  press("Blocks", "1024x4");  // an illegal block, listed only to show why
  EXPECT_EQ(count<command::AdoptBlock>(), 0);
}

TEST_F(KernelLab, measuring_is_started_cancelled_and_saved) {
  open();
  press("Blocks", "##measure");
  ASSERT_TRUE(last_sent<command::StartSweep>());
  EXPECT_EQ(last_sent<command::StartSweep>()->kind, Sweep::Kind::blocks);
  press("Schemes", "##measure_all");
  EXPECT_EQ(last_sent<command::StartSweep>()->kind, Sweep::Kind::schemes);
  press("Blocks", "##csv");
  EXPECT_EQ(last_sent<command::ExportSweep>()->as, command::ExportSweep::As::csv);
  press("Blocks", "##png");
  EXPECT_EQ(last_sent<command::ExportSweep>()->as, command::ExportSweep::As::png);
  state.of<KernelState>().sweep = SweepProgress{false, 0.5};
  press("Blocks", "##cancel");
  EXPECT_EQ(count<command::CancelSweep>(), 1);
}

TEST_F(KernelLab, the_reported_place_of_the_map_is_right) {
  open();
  const ScreenRect map = on_screen(interface_->remembered<KernelMemory>().map);
  EXPECT_GT(map.width, 800);
  EXPECT_GT(map.height, 300);
  open({1280, 720});
  EXPECT_GT(on_screen(interface_->remembered<KernelMemory>().map).width, 1200);
  state.workspace = Workspace::explore;
  frames(2);
  EXPECT_EQ(on_screen(interface_->remembered<KernelMemory>().map).width, 0);
  EXPECT_EQ(interface_->pictures().size(), 1u);
  state.workspace = Workspace::kernel_lab;
  frames(2);
  EXPECT_TRUE(interface_->pictures().empty());
}

TEST_F(KernelLab, keys_act_and_f4_opens_the_kernel_lab) {
  open();
  key(ImGuiKey_F2);
  EXPECT_EQ(last_sent<command::SetWorkspace>()->workspace, Workspace::explore);
  key(ImGuiKey_F4);
  EXPECT_EQ(last_sent<command::SetWorkspace>()->workspace, Workspace::kernel_lab);
  key(ImGuiKey_R);
  EXPECT_EQ(count<command::Reset>(), 1);
}

TEST_F(KernelLab, nothing_leaves_its_card_at_any_scale) {
  for (const float scale : {1.0f, 1.5f, 2.0f})
    for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(1280, 720), ImVec2(1920, 1080)}) {
      open(size, true, scale);
      const ImGuiWindow& w = *ImGui::FindWindowByName("Kernels");
      EXPECT_LE(w.ContentSize.x, w.Size.x) << size.x << " at " << scale;
      EXPECT_LE(w.ContentSize.y, w.Size.y) << size.y << " at " << scale;
    }
}

// Counts the vertices of the ellipsis that ends a shortened text, at the size of the small text.
int cut_texts() {
  ImFontBaked* font = ImGui::GetIO().Fonts->Fonts[0]->GetFontBaked(ImGui::GetStyle().FontSizeBase * 14 / 16);
  const ImFontGlyph* dots = font->FindGlyph(0x2026);
  int n = 0;
  for (const ImDrawVert& v : ImGui::FindWindowByName("Kernels")->DrawList->VtxBuffer)
    n += v.uv.x == dots->U0 && v.uv.y == dots->V0;
  return n;
}

TEST_F(KernelLab, the_processors_lines_are_not_shortened) {
  open({1920, 1080}, false);
  state.of<KernelState>().passes = {16, 8, 1234567};
  frames(2);
  EXPECT_EQ(cut_texts(), 0);
  open({1280, 720}, false);
  EXPECT_EQ(cut_texts(), 0);
}

// Names of schemes that run on this machine are in the text's colour. Names that need a GPU are grey.
TEST_F(KernelLab, without_a_gpu_the_available_schemes_come_first) {
  open({1920, 2000}, false);
  float last_here = 0, first_greyed = 1e9f;
  for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows) {
    if (!w->Active || std::string_view(w->Name).find("schemes") == std::string_view::npos) continue;
    const auto in_names = [&](const Drawn& d) { return d.box.Min.x > w->Pos.x + 30 && d.box.Max.x < w->Pos.x + 270; };
    for (const Drawn& d : letters_of(*w->DrawList, theme(true).text))
      if (in_names(d)) last_here = std::max(last_here, d.box.Max.y);
    for (const Drawn& d : letters_of(*w->DrawList, theme(true).text3))
      if (in_names(d)) first_greyed = std::min(first_greyed, d.box.Min.y);
  }
  EXPECT_GT(last_here, 0);
  EXPECT_LT(first_greyed, 1e9f);
  EXPECT_LT(last_here, first_greyed);
}

TEST(Kernels, speeds_are_stored_by_scheme_grid_and_block) {
  State s;
  s.scene = builtin("lecture");
  const RunSize here = size_of(s.scene), there{64, 64, Precision::float32};
  record(s.of<KernelState>(), {{"takada", 0}, {32, 4}, here, 10, 0, 5});
  record(s.of<KernelState>(), {{"takada", 0}, {16, 16}, here, 8, 0, 5});
  record(s.of<KernelState>(), {{"takada", 0}, {32, 4}, there, 30, 0, 5});
  record(s.of<KernelState>(), {{"takada", 0}, {32, 4}, here, 11, 1, 5});
  ASSERT_EQ(s.of<KernelState>().speeds.size(), 3u);
  EXPECT_EQ(speed_of(s, "takada", 0, here)->gcells, 11);
  EXPECT_EQ(speed_of(s, "takada", -1, here, BlockShape{16, 16})->gcells, 8);
  EXPECT_EQ(speed_of(s, "takada", 0, there)->gcells, 30);
  EXPECT_EQ(speed_of(s, "split", -1, here), nullptr);
}

TEST(Kernels, roofline_limits_follow_from_the_schemes_own_counts) {
  const SchemeFacts& takada = *find_scheme("takada");  // 9 words of 4 bytes, 12 operations
  EXPECT_NEAR(intensity(takada, 0, Precision::float32), 1.0 / 3, 1e-12);
  const auto measured = [](Precision precision, double bytes) {
    return SchemeSpeed{{"takada", 0}, {32, 4}, {64, 64, precision}, 10, 0, 5, bytes};
  };
  EXPECT_NEAR(roof_gcells(measured(Precision::float32, 0), 3.6e12), 100, 1e-9);
  EXPECT_NEAR(roof_gcells(measured(Precision::float64, 0), 3.6e12), 50, 1e-9);
  // The CPU engine passes over three arrays once per that many steps.
  EXPECT_NEAR(bytes_of(Passes{2, 8, 0}, Precision::float32), 3, 1e-12);
  EXPECT_NEAR(bytes_of(Passes{2, 1, 0}, Precision::float64), 48, 1e-12);
  EXPECT_EQ(bytes_of(Passes{}, Precision::float32), 0);
  EXPECT_NEAR(roof_gcells(measured(Precision::float32, 3), 36e9), 12, 1e-9);
  EXPECT_NEAR(working_set(takada, 0, {1000, 1000, Precision::float32}), 12e6, 1);
  EXPECT_NEAR(working_set(*find_scheme("packed-epsilon"), 0, {1000, 1000, Precision::float64}), 31e6, 1);
}

TEST(Kernels, the_map_is_written_with_reasons) {
  State s;
  s.scene = builtin("lecture");
  fill_kernels(s);
  EXPECT_EQ(best_square(s.of<KernelState>().map)->block, (BlockShape{256, 1}));
  const std::string csv = block_map_csv(s);
  EXPECT_EQ(csv.find("device,scheme,nx,ny,precision,bx,by,threads,gcells_per_s,slices,illegal\n"), 0u);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 122);
  EXPECT_NE(csv.find(",64,32,2048,,0,"), std::string::npos);
  EXPECT_NE(csv.find("A graphics card,two-kernel,"), std::string::npos);
}

}  // namespace
}  // namespace ez
