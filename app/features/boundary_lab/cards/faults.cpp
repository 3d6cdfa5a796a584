// The boundary lab's card of deliberate faults, and the game of finding a hidden one. Items, in the window "Panel":
//   Faults (head)  Faults/NAME/##left ##right ##bottom ##top (NAME as in files: sigma-half-cell …)
//   Faults/##seed ##hide  while a fault is hidden: ##named_side ##named_fault (combos) ##name ##reveal
//   after it is revealed: ##next ##done
// While a fault is hidden this card must not give it away. Therefore it does not draw the table, and the list of
// possible answers depends on the scene alone.
#include <fmt/format.h>

#include <algorithm>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/memory.h"
#include "app/features/boundary_lab/state.h"
#include "app/model/panes.h"
#include "app/ui/parts.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr std::array<const char*, 4> side_ids = {"##left", "##right", "##bottom", "##top"};
constexpr float box = 26;

const FaultTable& table_of(const Context& c) {
  std::optional<FaultTable>& kept = c.memory.of<LabMemory>().faults;
  const Scene& s = active_scene(c.state);
  if (kept && kept->scene == s) return *kept;
  kept = FaultTable{s, {}};
  for (const FaultWords& w : all_faults())
    for (const Side side : all_sides)
      kept->applicable[static_cast<std::size_t>(w.fault)][static_cast<std::size_t>(side)] =
          is_applicable(s, {side, w.fault});
  return *kept;
}
bool applies(const FaultTable& table, BoundaryFault f) {
  return table.applicable[static_cast<std::size_t>(f.fault)][static_cast<std::size_t>(f.side)];
}

bool is_set(const Scene& s, BoundaryFault f) {
  return std::find(s.faults.begin(), s.faults.end(), f) != s.faults.end();
}

void toggle(const Context& c, BoundaryFault f, bool on) {
  Scene edited = active_scene(c.state);
  std::erase(edited.faults, f);
  if (on) edited.faults.push_back(f);
  edit_active(c, edited, text_with("{}: {}", on ? "fault" : "no fault", Text::of(words_of(f.fault).title)));
}

// ---- the table
void heads(const Context& c) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = c.px(20);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  for (const Side side : all_sides)
    pen.text({p.x + w - c.px(box) * static_cast<float>(4 - static_cast<int>(side)) + c.px(9), p.y + h / 2},
             {0.5f, 0.5f}, arrow_of(side), c.t().text2, font_size::small);
  ImGui::Dummy({w, h});
}

void fault_row(const Context& c, const FaultTable& table, const FaultWords& words) {
  const Scene& s = active_scene(c.state);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = ImGui::GetFrameHeight(), left = w - 4 * c.px(box);
  bool any = false;
  for (const Side side : all_sides) any |= is_set(s, {side, words.fault});
  ImGui::PushID(std::string(words.name).c_str());
  Pen{c.look, ImGui::GetWindowDrawList()}.clipped({p.x, p.y + h / 2}, p.x + left - c.px(6), words.title,
                                                  any ? c.t().text : c.t().text2, font_size::number);
  ImGui::Dummy({left, h});
  tip(c.look, words.shows);
  for (const Side side : all_sides) {
    const auto i = static_cast<std::size_t>(side);
    ImGui::SetCursorScreenPos({p.x + left + c.px(box) * static_cast<float>(i), p.y});
    const BoundaryFault f{side, words.fault};
    bool on = is_set(s, f);
    ImGui::BeginDisabled(!on && !applies(table, f));
    if (checkbox(c.look, side_ids[i], "", on)) toggle(c, f, on);
    ImGui::EndDisabled();
    tip(c.look, fmt::format("{}: {}", c.tr(name_of(side)), c.tr(words.title)));
  }
  if (any) hint(c.look, words.shows);
  ImGui::PopID();
}

void fault_table(const Context& c) {
  const FaultTable& table = table_of(c);
  const Scene& s = active_scene(c.state);
  int others = 0;
  bool first = true;
  for (const FaultWords& words : all_faults()) {
    const bool shown = std::any_of(all_sides.begin(), all_sides.end(), [&](Side side) {
      return applies(table, {side, words.fault}) || is_set(s, {side, words.fault});
    });
    if (!shown) {
      ++others;
      continue;
    }
    if (first) heads(c);
    first = false;
    fault_row(c, table, words);
  }
  if (others)
    hint(c.look, first
                     ? c.tr("No side can have a fault. Set a side to CPML or Mur.")
                     : c.say("Other faults: {}. They need another kind of boundary, or a medium or source at the side.",
                             others));
}

// ---- the game
void hide_rows(const Context& c) {
  LabMemory& m = c.memory.of<LabMemory>();
  ImGui::Dummy({0, c.px(2)});
  const float w = row(c.look, "Seed");
  integer_field(c.look, "##seed", m.seed, {.min = 0, .max = 1e6, .speed = 0.2}, c.px(64));
  tip(c.look, "Selects the fault: the same scene and seed always hide the same one");
  same_row(c.look);
  if (button(c.look, "##hide", "Hide a fault", icon::fault, false, w - c.px(68))) c.send(command::HideFault{m.seed});
  tip(c.look, "Puts a secret fault into one side and restarts the run. Observe, measure and name the fault");
}

// The user's choice for the fault with this seed, as indices; −1: no choice yet. ImGui's storage of the panel keeps it.
struct Chosen {
  int side = -1, fault = -1;
};
ImGuiID id_of(const Context& c, const char* what) {
  return ImGui::GetID(fmt::format("{} of {}", what, c.state.scene.hidden_fault.value_or(-1)).c_str());
}
Chosen chosen(const Context& c) {
  const ImGuiStorage& kept = *ImGui::GetStateStorage();
  return {kept.GetInt(id_of(c, "side"), -1), kept.GetInt(id_of(c, "fault"), -1)};
}
void keep(const Context& c, Chosen chosen) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  kept.SetInt(id_of(c, "side"), chosen.side);
  kept.SetInt(id_of(c, "fault"), chosen.fault);
}

// A combo without a selection at first.
struct Choice {
  const char *id, *label, *none, *help;  // none, help: text and tooltip without a selection
  std::size_t count;
};
// Draws the combo. `possible` returns whether the entry of an index can be chosen. `words` returns its explanation, or
// an empty text if the name says enough.
void choose(const Context& c, const Choice& list, int& chosen, const auto& name, const auto& words,
            const auto& possible) {
  const float w = row(c.look, list.label);
  const auto now = static_cast<std::size_t>(std::max(chosen, 0));
  if (begin_combo(c.look, list.id, chosen < 0 ? std::string_view(list.none) : name(now), w)) {
    for (std::size_t k = 0; k < list.count; ++k) {
      if (!possible(k)) continue;
      if (combo_item(c.look, name(k), chosen == static_cast<int>(k))) chosen = static_cast<int>(k);
      if (!words(k).empty()) tip(c.look, words(k));
    }
    ImGui::EndCombo();
  } else {
    tip(c.look, chosen < 0 || words(now).empty() ? std::string_view(list.help) : words(now));
  }
}

// Draws the combos of side and fault. Returns the answer once both are chosen.
std::optional<BoundaryFault> naming_combos(const Context& c, const FaultTable& table) {
  Chosen now = chosen(c);
  const auto applies_at = [&](std::size_t k, Side at) { return applies(table, {at, all_faults()[k].fault}); };
  const auto is_possible = [&](std::size_t k) {
    return now.side >= 0 ? applies_at(k, all_sides[static_cast<std::size_t>(now.side)])
                         : std::any_of(all_sides.begin(), all_sides.end(), [&](Side at) { return applies_at(k, at); });
  };
  choose(
      c, {"##named_side", "Side", "choose a side", "Selects the side that you think has the fault", all_sides.size()},
      now.side, [](std::size_t k) { return std::string_view(name_of(all_sides[k])); },
      [](std::size_t) { return std::string_view(); }, [](std::size_t) { return true; });
  if (now.fault >= 0 && !is_possible(static_cast<std::size_t>(now.fault))) now.fault = -1;
  choose(
      c,
      {"##named_fault", "Fault", "choose a fault", "Selects the fault that you think this side has",
       all_faults().size()},
      now.fault, [](std::size_t k) { return std::string_view(all_faults()[k].title); },
      [](std::size_t k) { return std::string_view(all_faults()[k].shows); }, is_possible);
  keep(c, now);
  if (now.side < 0 || now.fault < 0) return std::nullopt;
  return BoundaryFault{all_sides[static_cast<std::size_t>(now.side)],
                       all_faults()[static_cast<std::size_t>(now.fault)].fault};
}

void score_line(const Context& c) {
  const Quiz& q = c.state.of<LabState>().quiz;
  if (q.rounds > 0)
    hint(c.look, c.say("Score {} of {} after {} round{}: 1 for the side, 2 for the fault. Only the first guess counts",
                       q.score, 3 * q.rounds, q.rounds, q.rounds == 1 ? "" : "s"));
}

void guessing(const Context& c) {
  const Quiz& q = c.state.of<LabState>().quiz;
  hint(c.look,
       "One side has a fault. Compare the sides' dB, look at the residual, and send waves into the corners. Which side "
       "is it, and which fault?");
  const std::optional<BoundaryFault> named = naming_combos(c, table_of(c));
  const float w = ImGui::GetContentRegionAvail().x, each = half(c.look, w);
  ImGui::BeginDisabled(!named);
  if (button(c.look, "##name", "Submit answer", 0, true, each)) c.send(command::Guess{*named});
  ImGui::EndDisabled();
  tip(c.look, "Submits this side and fault as your answer. You may try again, but only the first guess is scored");
  same_row(c.look);
  if (button(c.look, "##reveal", "Reveal fault", icon::view, false, w - each - c.px(4))) c.send(command::Reveal{});
  tip(c.look, "Shows the hidden fault and ends the round");
  if (q.guess)
    hint(c.look, c.say("Wrong: {} side, {}. Try again, or reveal the fault.", c.tr(to_string(q.guess->side)),
                       c.tr(words_of(q.guess->fault).title)));
}

void verdict(const Context& c, const char* what, bool right) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float h = c.px(22);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const ImU32 color = right ? c.t().accent : c.t().fail;
  pen.icon({p.x + c.px(8), p.y + h / 2}, right ? icon::good : icon::bad, 14, color);
  pen.text({p.x + c.px(22), p.y + h / 2}, {0, 0.5f},
           right ? c.say("{}: correct", c.tr(what)) : c.say("{}: wrong", c.tr(what)), color);
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, h});
}

void answer(const Context& c) {
  const Scene& s = active_scene(c.state);
  const Quiz& q = c.state.of<LabState>().quiz;
  if (const auto truth = hidden_fault_of(s)) {
    const FaultWords& words = words_of(truth->fault);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(c.say("{} side: {}", c.tr(name_of(truth->side)), c.tr(words.title)).c_str());
    ImGui::PopTextWrapPos();
    hint(c.look, words.shows);
    if (q.guess) {
      verdict(c, name_of(q.guess->side), q.guess->side == truth->side);
      verdict(c, std::string(words_of(q.guess->fault).title).c_str(), q.guess->fault == truth->fault);
      if (q.guesses > 1) hint(c.look, c.say("That was guess {}. Only the first one is scored.", q.guesses));
    }
  }
  score_line(c);
  const float w = ImGui::GetContentRegionAvail().x, each = half(c.look, w);
  if (button(c.look, "##next", "Next fault", 0, true, each)) {
    c.memory.of<LabMemory>().seed = *s.hidden_fault < largest_seed ? *s.hidden_fault + 1 : 0;
    c.send(command::HideFault{c.memory.of<LabMemory>().seed});
  }
  tip(c.look, "Hides another fault, using the next seed");
  same_row(c.look);
  if (button(c.look, "##done", "Done", icon::check, false, w - each - c.px(4))) c.send(command::HideFault{});
  tip(c.look, "Removes the hidden fault");
}

std::string summary(const Context& c, bool) {
  const Scene& s = active_scene(c.state);
  if (is_hiding(c.state)) return c.tr("one is hidden");
  if (s.hidden_fault) return c.tr("revealed");
  return s.faults.empty() ? c.tr("none") : c.say("{} set", s.faults.size());
}

void rows(const Context& c) {
  if (is_hiding(c.state)) {
    guessing(c);
    return score_line(c);
  }
  keep(c, {});  // the next fault is asked for without a preset answer
  if (c.state.scene.hidden_fault) {
    answer(c);
  } else {
    fault_table(c);
    hide_rows(c);
    score_line(c);
  }
}

}  // namespace

const PanelSection faults_card = {.name = "Faults",
                                  .icon = icon::fault,
                                  .help = "Deliberate faults in a boundary, to learn how to recognise them",
                                  .workspace = Workspace::boundary_lab,
                                  .summary = summary,
                                  .rows = rows};

}  // namespace ez
