// Notes and questions over the picture. A question waits for its answer and blocks everything else. News fade out.
// Warnings and errors stay until they are dismissed or their cause ends, and their text can be copied. Each problem of
// the scene has a card while it exists, with a button that repairs it. None of them stops the run. Windows: "Note0",
// "Note1", … by id (##copy ##dismiss); "Problem source.0.at", … by path (##copy ##dismiss ##repair); "Question" (##yes
// ##no ##other0 …).
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "app/ui/parts.h"
#include "app/ui/problem_words.h"

namespace ez {
namespace {

constexpr double news_seconds = 4, offer_seconds = 12;  // offer: news with a button
constexpr float card_width = 400;
constexpr std::size_t most_problems = 3;  // cards at once
constexpr ImGuiWindowFlags card_window = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                         ImGuiWindowFlags_NoDocking;

// Sets place and style of the next window, until done_with_card().
void place_card(const Context& c, ImVec2 pos, ImVec2 pivot, ImU32 border, float width) {
  ImGui::SetNextWindowPos(pos, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, FLT_MAX});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, c.t().panel);
  ImGui::PushStyleColor(ImGuiCol_Border, border);
}

void done_with_card() {
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
}

// A card in the upper right corner.
struct Card {
  std::string name;
  std::string text;
  ImU32 color = 0;
  ImWchar icon = 0;
  bool copies = true;  // has a button that copies its text
  std::string button;  // label of "##repair", below the text; empty: no button
};
struct CardHit {
  bool closed = false, pressed = false;
  float height = 0;
};
CardHit draw_card(const Context& c, const Card& card, float y) {
  const Area& p = c.memory.picture;
  const float width = std::min(c.px(card_width), p.width() - c.px(32));
  CardHit hit;
  place_card(c, {p.max.x - c.px(16), y}, {1, 0}, fade(card.color, 0.7f), width);
  ImGui::Begin(card.name.c_str(), nullptr, card_window | ImGuiWindowFlags_NoFocusOnAppearing);
  const ImVec2 q = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.icon({q.x + c.px(8), q.y + c.px(10)}, card.icon, 14, card.color);
  const float buttons = card.copies ? c.px(52) : c.px(26);
  ImGui::SetCursorScreenPos({q.x + c.px(26), q.y + c.px(2)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - buttons);
  const std::string& text = card.text;
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({q.x + width - c.px(24) - buttons, q.y - c.px(2)});
  if (card.copies) {
    if (icon_button(c.look, "##copy", icon::copy, ButtonState::plain, 24, 12)) ImGui::SetClipboardText(text.c_str());
    tip(c.look, "Copies the text");
    ImGui::SameLine(0, c.px(2));
  }
  hit.closed = icon_button(c.look, "##dismiss", icon::close, ButtonState::plain, 24, 12);
  tip(c.look, "Close");
  ImGui::SetCursorScreenPos({after.x, std::max(after.y, q.y + c.px(24))});
  if (!card.button.empty()) {
    ImGui::SetCursorScreenPos({q.x + c.px(26), std::max(after.y, q.y + c.px(24)) + c.px(4)});
    hit.pressed = button(c.look, "##repair", card.button);
  }
  ImGui::Dummy({0, 0});
  hit.height = ImGui::GetWindowHeight();
  ImGui::End();
  done_with_card();
  return hit;
}

float draw_note(const Context& c, const Note& note, float y) {
  const bool error = note.kind == Note::Kind::error, news = note.kind == Note::Kind::news;
  const Card card{fmt::format("Note{}", note.id),
                  c.tr(note.text),
                  error  ? c.t().fail
                  : news ? c.t().accent
                         : c.t().warn,
                  error  ? icon::bad
                  : news ? icon::info
                         : icon::warning,
                  !news,
                  c.tr(note.button)};
  const CardHit hit = draw_card(c, card, y);
  if (hit.closed || hit.pressed) c.send(command::Dismiss{note.id});
  if (hit.pressed && note.then) c.send(*note.then);
  return hit.height;
}

// Draws the scene's problems. Returns the position of the next card.
float draw_problems(const Context& c, float y) {
  auto& closed = c.memory.closed_problems;
  const auto& problems = c.state.problems;
  std::unordered_set<std::string_view> there;
  if (!closed.empty())
    for (const Message& m : problems) there.insert(m.path);
  std::erase_if(closed, [&](const std::string& path) { return !there.contains(path); });
  std::size_t shown = 0, left = 0;
  for (const auto kind : {Message::Kind::error, Message::Kind::warning})
    for (const Message& m : problems) {
      if (m.kind != kind || closed.contains(m.path)) continue;
      if (++shown > most_problems) {
        ++left;
        continue;
      }
      const bool error = kind == Message::Kind::error;
      std::string text = problem_words(c.state.scene, m), repair = repair_words(c.state.scene, m, c.state.media);
      if (error) text += c.tr(".\nThe run continues with the last valid scene.");
      if (error && repair.empty()) repair = c.tr("Restore valid scene");
      const Card card{
          "Problem " + m.path, text, error ? c.t().fail : c.t().warn, error ? icon::bad : icon::warning, true, repair};
      const CardHit hit = draw_card(c, card, y);
      if (hit.closed) closed.insert(m.path);
      if (hit.pressed) c.send(command::Repair{m});
      y += hit.height + c.px(8);
    }
  if (left == 0) return y;
  const std::string more = c.say("More problems: {}. See the sections of the panel", left);
  const Card card{"Problems", more, c.t().warn, icon::warning, false, {}};
  const CardHit hit = draw_card(c, card, y);
  if (hit.closed)
    for (const Message& m : problems) closed.insert(m.path);
  return y + hit.height + c.px(8);
}

// Returns true if Tab or the arrows have put the focus on an item other than `id`, which Enter then presses.
bool other_has_focus(ImGuiID id) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.NavCursorVisible && g.NavWindow == ImGui::GetCurrentWindow() && g.NavId != 0 && g.NavId != id;
}

// Draws the question into the current window. Returns true when it is answered. Enter is the intended answer, Escape
// the one that changes nothing.
bool ask(const Context& c, const Question& question, float width) {
  bool answered = false;
  const auto answer = [&](auto command) {
    c.send(command);
    answered = true;
  };
  ImGui::Dummy({0, c.px(2)});
  ImGui::PushTextWrapPos(0);
  const std::string text = c.tr(question.text);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, c.px(6)});
  const auto width_of = [&](const std::string& s) {
    return c.look.measure(c.look.fonts.medium, font_size::number, as_name(s)).x + c.px(24);
  };
  const std::string no_words = c.tr(question.no), yes_words = c.tr(question.yes);
  const float no = width_of(no_words), yes = width_of(yes_words), gap = c.px(8);
  float all = no + gap + yes;
  for (const Question::Choice& other : question.others) all += width_of(c.tr(other.label)) + gap;
  ImGui::SetCursorPosX(width - c.px(12) - all);
  if (button(c.look, "##no", no_words, 0, false, no)) answer(command::Answer{false});
  ImGui::SameLine(0, gap);
  for (std::size_t k = 0; k < question.others.size(); ++k) {
    const std::string label = c.tr(question.others[k].label);
    if (button(c.look, fmt::format("##other{}", k).c_str(), label, 0, false, width_of(label)))
      answer(command::AnswerOther{k});
    ImGui::SameLine(0, gap);
  }
  if (button(c.look, "##yes", yes_words, 0, true, yes)) answer(command::Answer{true});
  ImGui::SetItemDefaultFocus();
  if (!answered && enter_pressed() && !other_has_focus(ImGui::GetItemID())) answer(command::Answer{true});
  if (!ImGui::IsAnyItemActive() && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) answer(command::Answer{false});
  return answered;
}

}  // namespace

void draw_notes(const Context& c) {
  auto& seen = c.memory.note_seen;
  std::erase_if(seen, [&](const auto& s) {
    return std::none_of(c.state.notes.begin(), c.state.notes.end(), [&](const Note& n) { return n.id == s.first; });
  });
  const bool kernels = c.state.workspace == Workspace::kernel_lab;  // leaves the buttons of its cards free
  const Area& p = c.memory.picture;
  float y = p.min.y + c.px(kernels ? 56 : 16);
  const auto below = [&](const Area& a) {
    if (a.height() > 0) y = std::max(y, a.max.y + c.px(8));
  };
  for (const Area& card : {c.memory.text_card, c.memory.tool_card})
    if (card.max.x > p.max.x - c.px(16 + card_width)) below(card);
  if (c.state.presenting.on)
    for (const Area& card : c.memory.cards)
      if (card.max.x > p.max.x - c.px(16 + card_width) && card.min.y < p.min.y + p.height() / 2) below(card);
  if (!c.memory.lab_layout.panes.empty()) below(c.memory.lab_layout.panes.front().head);
  if (c.memory.frozen_card.min.y < p.min.y + p.height() / 2) below(c.memory.frozen_card);
  if (c.memory.check_card.min.y < p.min.y + p.height() / 2) below(c.memory.check_card);
  if (!c.state.presenting.on) y = draw_problems(c, y);
  for (const Note& note : c.state.notes) {
    const double first = seen.try_emplace(note.id, ImGui::GetTime()).first->second;
    const double stays = note.button.empty() ? news_seconds : offer_seconds;
    if (note.kind == Note::Kind::news && ImGui::GetTime() - first > stays) {
      c.send(command::Dismiss{note.id});
      continue;
    }
    y += draw_note(c, note, y) + c.px(8);
  }
}

void draw_question(const Context& c) {
  constexpr const char* name = "Question";
  bool asked = c.state.question.has_value();
  if (asked && !ImGui::IsPopupOpen(name)) ImGui::OpenPopup(name);
  const Area& p = c.memory.picture;
  const float width = std::min(c.px(440), p.width() - c.px(32));
  place_card(c, {std::round((p.min.x + p.max.x) / 2), std::round((p.min.y + p.max.y) / 2)}, {0.5f, 0.5f},
             c.t().border_strong, width);
  if (ImGui::BeginPopupModal(name, &asked, card_window)) {
    if (ask(c, *c.state.question, width)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  done_with_card();
}

}  // namespace ez
