// Notes and questions over the picture. News fade by themselves; warnings and errors stay until they are dismissed, and
// their text can be copied. Nothing here stops the field. Windows: "Note0", "Note1", … by id (##copy ##dismiss);
// "Question" (##yes ##no ##other0 …).
#include <fmt/format.h>

#include <algorithm>

#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr double news_seconds = 4;
constexpr ImGuiWindowFlags card_window = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                         ImGuiWindowFlags_NoDocking;

void begin_card(const Context& c, const char* name, ImVec2 pos, ImVec2 pivot, ImU32 border, float width, bool focus) {
  ImGui::SetNextWindowPos(pos, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, FLT_MAX});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, c.t().panel);
  ImGui::PushStyleColor(ImGuiCol_Border, border);
  ImGui::Begin(name, nullptr, card_window | (focus ? 0 : ImGuiWindowFlags_NoFocusOnAppearing));
}

void end_card() {
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
}

// Returns its height.
float draw_note(const Context& c, const Note& note, float y) {
  const bool error = note.kind == Note::Kind::error, news = note.kind == Note::Kind::news;
  const ImU32 color = error ? c.t().fail : news ? c.t().accent : c.t().warn;
  const Area& p = c.memory.picture;
  const float width = std::min(c.px(400), p.width() - c.px(32));
  begin_card(c, fmt::format("Note{}", note.id).c_str(), {p.max.x - c.px(16), y}, {1, 0}, fade(color, 0.7f), width,
             false);
  const ImVec2 q = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.icon({q.x + c.px(8), q.y + c.px(10)}, error ? icon::bad : news ? icon::info : icon::warning, 14, color);
  const float buttons = news ? c.px(26) : c.px(52);
  ImGui::SetCursorScreenPos({q.x + c.px(26), q.y + c.px(2)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - buttons);
  ImGui::TextUnformatted(note.text.data(), note.text.data() + note.text.size());
  ImGui::PopTextWrapPos();
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({q.x + width - c.px(24) - buttons, q.y - c.px(2)});
  if (!news) {
    if (icon_button(c.look, "##copy", icon::copy, ButtonState::plain, 24, 12))
      ImGui::SetClipboardText(note.text.c_str());
    tip(c.look, "Copy the text");
    ImGui::SameLine(0, c.px(2));
  }
  if (icon_button(c.look, "##dismiss", icon::close, ButtonState::plain, 24, 12)) c.send(command::Dismiss{note.id});
  tip(c.look, "Close");
  ImGui::SetCursorScreenPos({after.x, std::max(after.y, q.y + c.px(24))});
  ImGui::Dummy({0, 0});
  const float h = ImGui::GetWindowHeight();
  end_card();
  return h;
}

}  // namespace

void draw_notes(const Context& c) {
  auto& seen = c.memory.note_seen;
  std::erase_if(seen, [&](const auto& s) {
    return std::none_of(c.state.notes.begin(), c.state.notes.end(), [&](const Note& n) { return n.id == s.first; });
  });
  const bool kernels = c.state.lab.workspace == Workspace::kernel_lab;  // its cards' buttons stay free
  const Area& p = c.memory.picture;
  float y = p.min.y + c.px(kernels ? 56 : 16);
  if (c.memory.frozen_card.height() > 0 && c.memory.frozen_card.min.y < p.min.y + p.height() / 2)
    y = std::max(y, c.memory.frozen_card.max.y + c.px(8));
  for (const Note& note : c.state.notes) {
    const double first = seen.try_emplace(note.id, ImGui::GetTime()).first->second;
    if (note.kind == Note::Kind::news && ImGui::GetTime() - first > news_seconds) {
      c.send(command::Dismiss{note.id});
      continue;
    }
    y += draw_note(c, note, y) + c.px(8);
  }
}

void draw_question(const Context& c) {
  if (!c.state.question) return;
  const Question& question = *c.state.question;
  const Area& p = c.memory.picture;
  const float width = std::min(c.px(440), p.width() - c.px(32));
  begin_card(c, "Question", {std::round((p.min.x + p.max.x) / 2), std::round((p.min.y + p.max.y) / 2)}, {0.5f, 0.5f},
             c.t().border_strong, width, true);
  ImGui::Dummy({0, c.px(2)});
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(question.text.data(), question.text.data() + question.text.size());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, c.px(6)});
  const auto width_of = [&](const std::string& s) {
    return c.look.measure(c.look.fonts.medium, font_size::number, s).x + c.px(24);
  };
  const float no = width_of(question.no), yes = width_of(question.yes), gap = c.px(8);
  float all = no + gap + yes;
  for (const Question::Choice& other : question.others) all += width_of(other.label) + gap;
  ImGui::SetCursorPosX(width - c.px(12) - all);
  if (button(c.look, "##no", question.no, 0, false, no)) c.send(command::Answer{false});
  ImGui::SameLine(0, gap);
  for (std::size_t k = 0; k < question.others.size(); ++k) {
    const std::string& label = question.others[k].label;
    if (button(c.look, fmt::format("##other{}", k).c_str(), label, 0, false, width_of(label)))
      c.send(command::AnswerOther{k});
    ImGui::SameLine(0, gap);
  }
  if (button(c.look, "##yes", question.yes, 0, true, yes)) c.send(command::Answer{true});
  if (ImGui::IsWindowFocused() && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) c.send(command::Answer{false});
  end_card();
}

}  // namespace ez
