// The kernel lab's table of schemes. Items, in the window "Kernels":
//   Schemes/##measure_all or ##cancel; in the table's own window (found by **/): ##choose_NAME ##form_NAME
//   ##nearest_NAME
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/kernel_lab/state.h"
#include "app/platform/units.h"

namespace ez {
namespace {

enum Column { choose, title, form, paper, block, bytes, registers, speed, bar, share, takada, columns };

// Values of one row.
struct Row {
  int index = 0;
  const SchemeFacts* facts = nullptr;
  const SchemeState* state = nullptr;
  bool runs = false;
  int form = 0;
  const SchemeSpeed* speed = nullptr;
  BlockShape block;
  Precision precision = Precision::float32;  // precision for which `bytes` is counted
  bool own_precision = false;                // the scheme does not support the scene's precision
  // `bytes` per cell and step; `share` of the memory's roof; `ratio` to takada's speed; 0: unknown
  double bytes = 0, share = 0, ratio = 0;
};

std::vector<Row> rows_of(const Context& c) {
  const State& s = c.state;
  const KernelState& k = s.of<KernelState>();
  const RunSize size = k.map.size.nx > 0 ? k.map.size : size_of(s.scene);
  const SchemeSpeed* yardstick = speed_of(s, "takada", -1, size, BlockShape{32, 4});
  std::vector<Row> rows;
  for (std::size_t i = 0; i < k.schemes.size() && i < all_schemes().size(); ++i) {
    Row r;
    r.index = static_cast<int>(i);
    r.facts = &all_schemes()[i];
    r.state = &k.schemes[i];
    r.runs = k.scheme.name == r.facts->name;
    r.form = r.runs ? k.scheme.form : c.memory.of<KernelMemory>().forms[i % c.memory.of<KernelMemory>().forms.size()];
    r.speed = r.runs ? speed_of(s, r.facts->name, r.form, size, s.block) : nullptr;
    if (!r.speed) r.speed = speed_of(s, r.facts->name, r.form, size);
    r.block = r.runs ? s.block : r.speed ? r.speed->block : r.facts->block;
    r.precision = precision_for(*r.facts, size.precision);
    r.own_precision = r.precision != size.precision;
    r.bytes = r.speed ? bytes_of(*r.speed) : bytes_per_cell_step(*r.facts, r.form, r.precision);
    if (r.speed && k.roofs && k.roofs->copy > 0) r.share = r.speed->gcells / roof_gcells(*r.speed, k.roofs->copy);
    if (r.speed && yardstick) r.ratio = r.speed->gcells / yardstick->gcells;
    rows.push_back(r);
  }
  return rows;
}

// Returns whether this engine could run it with a suitable scene. The other schemes come last.
bool is_for_this_engine(const Row& r) { return !r.state->elsewhere; }

void sort(std::vector<Row>& rows) {
  const ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (!specs || specs->SpecsCount == 0) return;
  const ImGuiTableColumnSortSpecs& by = specs->Specs[0];
  const auto key = [&](const Row& r) -> double {
    switch (by.ColumnIndex) {
      case block:
        return r.block.x * r.block.y;
      case bytes:
        return r.bytes;
      case registers:
        return r.state->limits.registers;
      case speed:
        return r.speed ? r.speed->gcells : 0;
      case share:
        return r.share;
      case takada:
        return r.ratio;
      default:
        return r.index;
    }
  };
  const auto less = [&](const Row& a, const Row& b) {
    if (by.ColumnIndex == title) return a.facts->title < b.facts->title;
    if (by.ColumnIndex == paper) return a.facts->paper < b.facts->paper;
    return key(a) < key(b);
  };
  const bool down = by.SortDirection == ImGuiSortDirection_Descending;
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row& a, const Row& b) { return down ? less(b, a) : less(a, b); });
}

// Writes a text in the current cell, left- or right-aligned.
void cell(const Context& c, std::string_view words, bool right, ImU32 color, bool number = false) {
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, cy = p.y + ImGui::GetFrameHeight() / 2;
  ImFont* font = number ? c.look.fonts.mono : c.look.fonts.text;
  const float size = font_size::number;
  if (right)
    pen.text({p.x + w, cy}, {1, 0.5f}, words, color, size, font);
  else
    pen.clipped({p.x, cy}, p.x + w, words, color, size, font);
  ImGui::Dummy({std::max(1.0f, w), ImGui::GetFrameHeight()});
}

void radio(const Context& c, const Row& r) {
  const float h = ImGui::GetFrameHeight();
  const ImVec2 p = ImGui::GetCursorScreenPos(), middle(p.x + c.px(12), p.y + h / 2);
  const bool can = r.state->why.empty();
  ImGui::BeginDisabled(!can);
  if (ImGui::InvisibleButton(fmt::format("##choose_{}", r.facts->name).c_str(), {c.px(24), h},
                             ImGuiButtonFlags_EnableNav) &&
      !r.runs)
    c.send(command::SetScheme{{std::string(r.facts->name), r.form}});
  ImGui::EndDisabled();
  tip(c.look,
      can ? c.say("{}. Runs it from the next step on and keeps the field", c.tr(r.facts->idea)) : c.tr(r.state->why));
  const bool hovered = can && ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ring = r.runs ? c.t().accent : can ? (hovered ? c.t().text : c.t().text2) : c.t().border_strong;
  list->AddCircle(middle, c.px(6.5f), ring, 0, c.px(1.5f));
  if (r.runs) list->AddCircleFilled(middle, c.px(3.5f), c.t().accent);
}

void form_choices(const Context& c, const Row& r, const std::string& id) {
  const auto at = [&](int v) { return r.facts->forms[static_cast<std::size_t>(v) % r.facts->forms.size()]; };
  if (!begin_combo(c.look, id.c_str(), at(r.form), ImGui::GetContentRegionAvail().x)) {
    tip(c.look, r.runs && !c.state.of<KernelState>().note.empty()
                    ? c.say("Selects the scheme's form. Now in use: {}", c.state.of<KernelState>().note)
                    : c.tr("Selects the scheme's form"));
    return;
  }
  for (int v = 0; v < static_cast<int>(r.facts->forms.size()); ++v) {
    const std::string why = r.state->why_not_form(v);
    ImGui::BeginDisabled(!why.empty());
    const bool hit = combo_item(c.look, at(v), v == r.form);
    ImGui::EndDisabled();
    if (!why.empty()) tip(c.look, why);
    if (!hit) continue;
    c.memory.of<KernelMemory>().forms[static_cast<std::size_t>(r.index) % c.memory.of<KernelMemory>().forms.size()] = v;
    if (r.runs) c.send(command::SetScheme{{std::string(r.facts->name), v}});
  }
  ImGui::EndCombo();
}

void form_combo(const Context& c, const Row& r) {
  if (r.facts->forms.empty()) return cell(c, "", false, 0);
  const std::string id = fmt::format("##form_{}", r.facts->name);
  const bool hopeless = !r.state->why.empty() && !r.state->scene;  // no scene makes it run
  ImGui::BeginDisabled(hopeless);
  form_choices(c, r, id);
  ImGui::EndDisabled();
}

// Draws the speed as a bar, or why the scheme cannot run and the button that adapts the scene.
void bar_cell(const Context& c, const Row& r, double best) {
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = ImGui::GetFrameHeight(), cy = p.y + h / 2;
  if (r.state->why.empty()) {
    pen.fill({p.x, cy - c.px(4)}, {p.x + w, cy + c.px(4)}, c.t().frame, 2);
    if (r.speed && best > 0)
      pen.fill({p.x, cy - c.px(4)},
               {p.x + std::max(c.px(3), w * static_cast<float>(r.speed->gcells / best)), cy + c.px(4)},
               r.runs ? c.t().accent : c.t().pec, 2);
    ImGui::Dummy({std::max(1.0f, w), h});
    return;
  }
  const float button_width = r.state->scene ? c.px(116) : 0;
  const std::string why = c.tr(r.state->why);
  pen.names().clipped({p.x, cy}, p.x + w - button_width - c.px(8), why, c.t().text3, font_size::small);
  ImGui::InvisibleButton("##why", {std::max(1.0f, w - button_width - c.px(8)), h}, ImGuiButtonFlags_EnableNav);
  tip(c.look, why);
  if (!r.state->scene) return;
  ImGui::SameLine(0, 0);
  ImGui::SetCursorScreenPos({p.x + w - button_width, p.y});
  if (button(c.look, fmt::format("##nearest_{}", r.facts->name).c_str(), "Adapt scene", 0, false, button_width))
    c.send(command::NearestScene{std::string(r.facts->name)});
  tip(c.look, "Changes only what prevents this scheme from running, and runs it. The change can be undone");
}

void draw_row(const Context& c, const Row& r, double best) {
  const bool can = r.state->why.empty();
  const ImU32 text = can ? c.t().text : c.t().text3, quiet = can ? c.t().text2 : c.t().text3;
  ImGui::TableNextRow();
  if (r.runs) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, c.t().accent_bg);
  ImGui::PushID(r.index);
  const auto next = [](Column k) { ImGui::TableSetColumnIndex(k); };
  const auto number = [&](Column k, double v, const std::string& words) {
    next(k);
    cell(c, v > 0 ? words : "–", true, v > 0 ? text : c.t().text3, true);
  };
  next(choose);
  radio(c, r);
  next(title);
  cell(c, r.facts->title, false, text);
  tip(c.look, r.runs && !c.state.of<KernelState>().note.empty()
                  ? c.say("{}. Here: {}", c.tr(r.facts->idea), c.state.of<KernelState>().note)
                  : std::string(c.tr(r.facts->idea)));
  next(form);
  form_combo(c, r);
  next(paper);
  cell(c, r.facts->paper, false, quiet);
  next(block);
  const bool blocks = r.facts->blocks;
  cell(c, blocks ? fmt::format("{} × {}", r.block.x, r.block.y) : "–", true, blocks ? text : c.t().text3, true);
  number(bytes, r.bytes, fixed(r.bytes, 1) + (r.own_precision ? "*" : ""));
  if (r.own_precision)
    tip(c.look, c.say("Counted for {}, the only precision of this scheme",
                      r.precision == Precision::float64 ? "double" : "float"));
  number(registers, blocks ? r.state->limits.registers : 0, fmt::format("{}", r.state->limits.registers));
  if (const BlockLimits& l = r.state->limits; blocks && l.registers > 0)
    tip(c.look, c.say("{} registers per thread, so at most {} threads per block; {} of shared memory", l.registers,
                      l.threads, brief(l.shared_bytes, "B")));
  number(speed, r.speed ? r.speed->gcells : 0, r.speed ? speed_words(r.speed->gcells) : "");
  if (r.speed) {
    const std::string with = !blocks ? "" : c.say(" with {} × {}", r.speed->block.x, r.speed->block.y);
    tip(c.look, r.speed->slices > 0 ? c.say("Median of {} slices{}", r.speed->slices, with)
                                    : std::string(c.tr("Measured during the run")));
  }
  next(bar);
  bar_cell(c, r, best);
  number(share, r.share, fixed(100 * r.share, 0) + " %");
  number(takada, r.ratio, fixed(r.ratio, 2));
  ImGui::PopID();
}

void set_up(const Context& c) {
  using F = ImGuiTableColumnFlags_;
  const bool roomy = c.memory.picture.width() >= c.px(1600);
  const auto add = [&](const char* name, float width, int flags = 0) {
    ImGui::TableSetupColumn(name, static_cast<ImGuiTableColumnFlags>(F::ImGuiTableColumnFlags_WidthFixed | flags),
                            c.px(width));
  };
  constexpr int still = F::ImGuiTableColumnFlags_NoSort, down = F::ImGuiTableColumnFlags_PreferSortDescending;
  add("##choose", 26, still);
  add("Scheme", roomy ? 250 : 208);
  add("Form", roomy ? 110 : 88, still);
  add("Published by", roomy ? 240 : 150);
  add("Block", 72, down);
  add(roomy ? "Bytes/cell/step" : "Bytes", roomy ? 110 : 48);
  add(roomy ? "Registers" : "Regs", roomy ? 76 : 42);
  add("Gcell/s", 62, down);
  ImGui::TableSetupColumn("##bar", F::ImGuiTableColumnFlags_WidthStretch | F::ImGuiTableColumnFlags_NoSort);
  add(roomy ? "of its DRAM roof" : "of roof", roomy ? 120 : 60, down);
  add(roomy ? "× Takada 32 × 4" : "× Takada", roomy ? 120 : 70, down);
  ImGui::TableSetupScrollFreeze(0, 1);
}

// Like TableHeadersRow(), but the names of numeric columns are right-aligned, as their numbers are.
void heads(const Context& c) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (int k = 0; k < columns; ++k) {
    ImGui::TableSetColumnIndex(k);
    const std::string label = c.item(ImGui::TableGetColumnName(k));
    const char* name = label.c_str();
    ImGui::PushID(k);
    if (k >= block && k != bar) {
      const bool sorted = ImGui::TableGetColumnFlags(k) & ImGuiTableColumnFlags_IsSorted;
      const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(name, nullptr, true).x -
                         (sorted ? ImGui::GetFontSize() : 0);
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, free));
    }
    ImGui::TableHeader(name);
    ImGui::PopID();
  }
}

void table(const Context& c, const Area& area) {
  std::vector<Row> rows = rows_of(c);
  double best = 0;
  for (const Row& r : rows) best = std::max(best, r.speed ? r.speed->gcells : 0);
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushStyleVarY(ImGuiStyleVar_CellPadding, c.px(2));
  if (ImGui::BeginTable("##schemes", columns,
                        ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate | ImGuiTableFlags_ScrollY |
                            ImGuiTableFlags_NoSavedSettings,
                        {area.width(), area.height()})) {
    set_up(c);
    ImGui::PushFont(c.look.fonts.text, font_size::small);
    ImGui::PushStyleColor(ImGuiCol_Text, c.t().text2);
    heads(c);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    sort(rows);
    std::stable_partition(rows.begin(), rows.end(), is_for_this_engine);
    for (const Row& r : rows) draw_row(c, r, best);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

// Returns the summary without a GPU: how many schemes can be measured.
std::string here_words(const Context& c) {
  const std::vector<Row> rows = rows_of(c);
  const auto here = std::ranges::count_if(rows, is_for_this_engine);
  return c.say("{}. {} of {} schemes run on this machine.", size_words(size_of(c.state.scene)), here, rows.size());
}

}  // namespace

void schemes_card(const Context& c, const Area& area) {
  const KernelState& k = c.state.of<KernelState>();
  const float width = c.px(124), x = area.max.x - c.px(card_pad) - width;
  const std::string words = !k.no_sweep.empty() ? c.tr(k.no_sweep)
                            : c.state.engine.on_host
                                ? here_words(c)
                                : c.say("{}; same program, device and run.", size_words(k.map.size));
  const Area inside = card(c, area, "Comparison of schemes", words, x - c.px(12));
  ImGui::PushID("Schemes");
  ImGui::SetCursorScreenPos({x, area.min.y + c.px(8)});
  if (k.sweep && k.sweep->schemes) {
    if (button(c.look, "##cancel", c.say("Cancel, {} %", fixed(100 * k.sweep->fraction, 0)), 0, false, width))
      c.send(command::CancelSweep{});
  } else {
    ImGui::BeginDisabled(!k.no_sweep.empty() || k.sweep || c.state.frozen);
    if (button(c.look, "##measure_all", "Measure all", icon::run, false, width))
      c.send(command::StartSweep{Sweep::Kind::schemes});
    ImGui::EndDisabled();
    tip(c.look,
        "Measures every scheme that can run this scene, in all forms and with the paper's block, in slices of 4 ms");
  }
  table(c, inside);
  ImGui::PopID();
}

}  // namespace ez
