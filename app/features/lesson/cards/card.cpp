// The lesson's card over the picture: text, question, answer, and navigation. Window "Lesson":
//   ##fold ##close ##a1 … ##number ##answer ##pencil ##submit ##hint ##show ##again ##back ##next ##student ##hand_in
//   ##panel ##card1 …
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/lesson/cards/cards.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/memory.h"
#include "app/features/lesson/progress.h"
#include "app/model/update.h"

namespace ez {
namespace {

using What = command::Learn::What;
constexpr float card_width = 372, margin = 14, head = 32, button_size = 24, below = 120, least_picture = 440;

void learn(const Context& c, What what, double number = 0) { c.send(command::Learn{what, "", number}); }

// Prevents an item from taking the initial focus of the keyboard.
struct NotFirst {
  NotFirst() { ImGui::PushItemFlag(ImGuiItemFlags_NoNavDefaultFocus, true); }
  ~NotFirst() { ImGui::PopItemFlag(); }
  NotFirst(const NotFirst&) = delete;
  NotFirst& operator=(const NotFirst&) = delete;
};

// The card is narrower on a phone than elsewhere.
float width_of_card(const Context& c) { return std::min(c.px(card_width), c.memory.picture.width() - c.px(16)); }
float room(const Context& c) { return width_of_card(c) - c.px(2 * margin); }

// Continues the row if an item of this width fits into it. Otherwise the item begins the next row.
void continue_row(const Context& c, float width) {
  const float right = ImGui::GetWindowPos().x + c.px(margin) + room(c);
  if (ImGui::GetItemRectMax().x + c.px(6) + width <= right) ImGui::SameLine(0, c.px(6));
}
// The width of a button with these words and no icon.
float button_width(const Context& c, std::string_view words) {
  return c.look.measure(c.look.fonts.medium, font_size::number, c.tr(words)).x + c.px(22);
}

void paragraph(const Context& c, const std::string& text, ImU32 color, ImFont* font = nullptr) {
  if (text.empty()) return;
  ImGui::PushFont(font ? font : c.look.fonts.text, font_size::number);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(c.px(margin) + room(c));
  const std::string_view words = c.tr(text);
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::Dummy({0, c.px(2)});
}

// Leaves empty space as high as paragraph() would be.
void paragraph_space(const Context& c, const std::string& text, ImFont* font = nullptr, float narrower = 0) {
  if (text.empty()) return;
  const std::string_view words = c.tr(text);
  const float height = (font ? font : c.look.fonts.text)
                           ->CalcTextSizeA(c.px(font_size::number), FLT_MAX, room(c) - narrower, words.data(),
                                           words.data() + words.size())
                           .y;
  ImGui::Dummy({0, height});
  ImGui::Dummy({0, c.px(2)});
}

// Writes a text after an icon, in the icon's colour.
void verdict(const Context& c, ImWchar icon, ImU32 color, const std::string& text) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  ImGui::Indent(c.px(22));
  paragraph(c, text, color, c.look.fonts.medium);
  ImGui::Unindent(c.px(22));
  Pen{c.look, ImGui::GetWindowDrawList()}.icon({p.x + c.px(7), p.y + c.px(9)}, icon, 14, color);
}

// ---- questions

struct Asked {
  const Context& c;
  const LessonCard& card;
  const GivenAnswer& given;
  bool known() const { return given.known(); }
};

// Draws an answer to choose: a letter and its text.
void choice_row(const Asked& a, const ChoiceQuestion& q, std::size_t k) {
  const Context& c = a.c;
  const bool right = static_cast<int>(k) + 1 == q.right, chosen = a.given.given == q.answers[k];
  const float inner = room(c) - c.px(44), size = c.px(font_size::number);
  const ImVec2 text = c.look.fonts.text->CalcTextSizeA(size, FLT_MAX, inner, q.answers[k].c_str());
  const ImVec2 p = ImGui::GetCursorScreenPos(), b = p + ImVec2(room(c), text.y + c.px(14));
  ImGui::BeginDisabled(a.known());
  if (ImGui::InvisibleButton(fmt::format("##a{}", k + 1).c_str(), b - p, ImGuiButtonFlags_EnableNav))
    learn(c, What::choose, static_cast<double>(k) + 1);
  ImGui::EndDisabled();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const Theme& t = c.t();
  const bool shows_right = a.known() && right, shows_wrong = chosen && !right;
  pen.fill(p, b, shows_right ? t.accent_bg : ImGui::IsItemHovered() ? t.frame_hover : t.frame, 5);
  if (shows_right || shows_wrong) pen.frame(p, b, shows_right ? t.accent : t.fail, 5);
  const float cy = (p.y + b.y) / 2;
  if (shows_right || shows_wrong)
    pen.icon({p.x + c.px(16), cy}, shows_right ? icon::good : icon::bad, 14, shows_right ? t.accent : t.fail);
  else
    pen.text({p.x + c.px(16), cy}, {0.5f, 0.5f}, std::string(1, static_cast<char>('A' + k)), t.text2, font_size::number,
             c.look.fonts.medium);
  pen.list->AddText(c.look.fonts.text, size, {p.x + c.px(34), p.y + c.px(7)}, a.known() && !right ? t.text3 : t.text,
                    q.answers[k].c_str(), nullptr, inner);
  ImGui::Dummy({0, 0});
}

void ask(const Asked& a, const ChoiceQuestion& q) {
  for (std::size_t k = 0; k < q.answers.size(); ++k) choice_row(a, q, k);
}

template <class Kind>
const Kind* question_of(const Context& c) {
  const Learning& l = c.state.of<Learning>();
  return l.is_guessing() ? std::get_if<Kind>(&*l.shown()->question) : nullptr;
}

void answer(const Context& c, const NumberQuestion& q) {
  LessonMemory& m = c.memory.of<LessonMemory>();
  m.given = true;
  learn(c, What::answer, tidy(m.number / unit_of_answer(q.unit).prefix.factor));
}

// Submits a number that was entered but not confirmed. Returns whether there was one.
bool confirm(const Context& c) {
  const auto* q = question_of<NumberQuestion>(c);
  if (!q || !c.memory.of<LessonMemory>().entered || c.memory.of<LessonMemory>().given) return false;
  answer(c, *q);
  return true;
}

// Shows the given answer in place of the field or the buttons, and keeps the items below in place.
void show_given(const Asked& a) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  if (!a.given.given.empty())
    Pen{a.c.look, ImGui::GetWindowDrawList()}.clipped({p.x, p.y + height / 2}, p.x + room(a.c),
                                                      a.c.say("Your answer: {}", a.given.given), a.c.t().text2);
  ImGui::Dummy({0, height});
}

void ask(const Asked& a, const NumberQuestion& q) {
  const Context& c = a.c;
  if (a.known()) return show_given(a);
  const float field = c.px(190);
  LessonMemory& m = c.memory.of<LessonMemory>();
  const UnitOfAnswer unit = unit_of_answer(q.unit);
  NumberStyle style{.unit = unit.base, .speed = 0.1, .typed = true};
  if (unit.prefix.factor != 1) style.prefix = unit.prefix;
  if (number_field(c.look, "##number", m.number, style, field)) m.entered = true, m.given = false;
  const bool enter = number_entered("##number") && (m.entered || number_typed("##number"));
  continue_row(c, button_width(c, "Submit answer"));
  ImGui::BeginDisabled(!m.entered);
  const bool pressed = button(c.look, "##answer", "Submit answer", 0, true);
  ImGui::EndDisabled();
  if (pressed || enter) answer(c, q);
}

void ask(const Asked& a, const DrawQuestion&) {
  const Context& c = a.c;
  if (a.known()) return show_given(a);
  const bool pencil = c.state.of<Learning>().pencil, drawn = a.given.drawn.size() > 1;
  ImGui::PushItemFlag(ImGuiItemFlags_NoNavDefaultFocus, drawn);
  float widest = 0;  // a fixed width keeps the items beside the button in place when its label changes
  for (const char* words : {"Draw on picture…", "Draw again", "Draw"})
    widest = std::max(widest, button_width(c, words));
  const bool pressed = button(c.look, "##pencil",
                              pencil  ? "Draw on picture…"
                              : drawn ? "Draw again"
                                      : "Draw",
                              icon::brush, !pencil && !drawn, widest + c.px(24));
  ImGui::PopItemFlag();
  if (pressed && pencil) drop_pencil(c);
  if (pressed && !pencil) {
    learn(c, What::pencil, 1);
    c.memory.of<LessonMemory>().by_keys = enter_pressed();
    if (enter_pressed()) start_keyboard_pointer(c);
  }
  continue_row(c, button_width(c, "Submit line"));
  ImGui::BeginDisabled(!drawn);
  if (button(c.look, "##submit", "Submit line", 0, drawn)) learn(c, What::submit);
  ImGui::EndDisabled();
  if (pencil && c.memory.of<LessonMemory>().by_keys)
    paragraph(
        c, "Move the pencil with the arrow keys (with Shift by one pixel). Enter starts the line, and Enter ends it.",
        c.t().text2);
}

// ---- what the answer leads to

void show_goal(const Asked& a) {
  const Context& c = a.c;
  const LessonGoal& goal = *a.card.goal;
  paragraph(c, goal.text, c.t().text, c.look.fonts.medium);
  // Once the answer is known these lines are shown further below. Here empty space replaces them, so that the buttons
  // stay in place.
  const auto tell = [&](const std::string& line) {
    if (a.known())
      paragraph_space(c, line);
    else
      paragraph(c, line, c.t().text2);
  };
  if (!goal.reflection_below) {
    for (const std::string& line : measured_lines(c, false)) tell(line);
    return;
  }
  const std::vector<PaneState>& panes = c.state.panes;
  const auto k = static_cast<std::size_t>(c.state.active);
  const std::string wanted = c.say("goal: below {:g} dB", *goal.reflection_below);
  const bool is_read = k < panes.size() && panes[k].reflection.worst.has_value();
  const std::string now = is_read ? c.say("Worst side: {:.1f} dB; {}", panes[k].reflection.worst.value_or(0), wanted)
                                  : c.say("No side has been measured yet; {}", wanted);
  tell(with_minus(now));
}

void show_outcome(const Asked& a) {
  const Context& c = a.c;
  const Theme& t = c.t();
  if (!a.known()) {
    if (a.given.tries > 0 && a.card.question)
      verdict(c, icon::bad, t.fail, c.say("Wrong: {}. Try again.", a.given.given));
    if (a.given.hinted)
      verdict(c, icon::info, t.warn, a.card.hint);
    else if (a.card.goal)
      paragraph_space(c, a.card.hint, c.look.fonts.medium, c.px(22));  // keeps the buttons below in place
    return;
  }
  if (a.given.solved)
    verdict(c, icon::good, t.accent,
            a.card.goal          ? "Goal reached."
            : a.given.tries == 1 ? "Correct."
            : a.given.tries == 2 ? "Correct on the second try."
            : a.given.tries == 3 ? "Correct on the third try."
                                 : c.say("Correct after {} tries.", a.given.tries));
  else if (a.card.question)
    verdict(c, icon::info, t.warn, c.say("The answer: {}", answer_words(a.card)));
  paragraph(c, a.card.reveal, t.text);
  for (const std::string& line : measured_lines(c, true)) paragraph(c, line, t.text2);
}

// Draws hint and answer buttons. Their position does not depend on questions and answers.
void show_help(const Asked& a) {
  const Context& c = a.c;
  const NotFirst help;
  if (!a.card.hint.empty()) {
    ImGui::BeginDisabled(a.known() || a.given.hinted);
    if (button(c.look, "##hint", "Hint")) learn(c, What::hint);
    ImGui::EndDisabled();
    continue_row(c, button_width(c, a.card.goal ? "Give up" : "Show the answer"));
  }
  ImGui::BeginDisabled(a.known());
  if (button(c.look, "##show", a.card.goal ? "Give up" : "Show the answer")) confirm(c), learn(c, What::reveal);
  ImGui::EndDisabled();
  if (!a.card.goal) return;
  ImGui::BeginDisabled(shows_panel(c.state));
  if (button(c.look, "##panel", "Open the panel", icon::table)) c.send(command::ShowPanel{true});
  tip(c.look, "Opens the panel, where you can change the scene", "Tab");
  ImGui::EndDisabled();
}

// ---- the card

void show_card(const Context& c, const LessonCard& card) {
  const Learning& l = c.state.of<Learning>();
  const Asked asked{c, card, l.given[l.card]};
  paragraph(c, card.title, c.t().text, c.look.fonts.medium);
  paragraph(c, card.text, c.t().text);
  if (card.question) {
    const auto text = [](const auto& q) { return q.text; };
    paragraph(c, std::visit(text, *card.question), c.t().text, c.look.fonts.medium);
    std::visit([&](const auto& q) { ask(asked, q); }, *card.question);
  }
  if (card.goal) show_goal(asked);
  if (!card.asks()) return;
  show_help(asked);
  show_outcome(asked);
}

// Draws a card without a right answer yet. A click goes to it.
void unanswered_row(const Context& c, std::size_t card) {
  const std::string words = fmt::format("{}  {}", card + 1, c.state.of<Learning>().lesson->cards[card].title);
  const ImVec2 p = ImGui::GetCursorScreenPos(), b = p + ImVec2(room(c), c.px(26));
  if (ImGui::InvisibleButton(fmt::format("##card{}", card + 1).c_str(), b - p, ImGuiButtonFlags_EnableNav))
    learn(c, What::go, static_cast<double>(card) + 1);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.fill(p, b, ImGui::IsItemHovered() ? c.t().frame_hover : c.t().frame, 5);
  pen.names().clipped({p.x + c.px(12), (p.y + b.y) / 2}, b.x - c.px(24), words, c.t().text, font_size::number);
  pen.icon({b.x - c.px(14), (p.y + b.y) / 2}, icon::right, 10, c.t().text2);
  ImGui::Dummy({0, c.px(2)});
}

void show_end(const Context& c) {
  const Learning& l = c.state.of<Learning>();
  int asked = 0, solved = 0, again = 0;
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < l.given.size(); ++k) {
    if (!l.lesson->cards[k].asks()) continue;
    ++asked;
    if (l.given[k].solved) ++solved;
    if (l.given[k].solved && l.given[k].tries > 1) ++again;
    if (!l.given[k].known()) open.push_back(k);
  }
  paragraph(c, c.say("Finished: {} of {} solved", solved, asked), c.t().text, c.look.fonts.medium);
  if (again > 0) paragraph(c, c.say("Needed more than one try: {}", again), c.t().text2);
  if (!open.empty()) paragraph(c, "Not answered yet:", c.t().text2);
  for (const std::size_t card : open) unanswered_row(c, card);
  paragraph(c, "Enter your name and save the answers to one file. Your teacher can collect such files in a table.",
            c.t().text);
  std::string name = l.student;
  if (text_field(c.look, "##student", name, room(c), "Your name")) c.send(command::Learn{What::student, name});
  const bool enter = number_entered("##student");
  if (button(c.look, "##hand_in", "Save answers", icon::save, true) || (enter && !name.empty()))
    learn(c, What::hand_in);
}

void show_way(const Context& c) {
  const Learning& l = c.state.of<Learning>();
  ImGui::Dummy({0, c.px(2)});
  {
    const NotFirst way;
    ImGui::BeginDisabled(l.card == 0);
    if (button(c.look, "##back", "Back")) go_to_next_card(c, false);
    ImGui::EndDisabled();
    tip(c.look, "Goes to the previous card", "Page up");
    continue_row(c, button_width(c, "Reset scene") + c.px(24));
    if (button(c.look, "##again", "Reset scene", icon::reset)) learn(c, What::again);
    tip(c.look, "Restores the scene of this card and restarts the run");
  }
  if (!l.shown()) return;
  const float width = c.px(96);
  continue_row(c, width);
  ImGui::SetCursorPosX(c.px(margin) + room(c) - width);
  if (button(c.look, "##next", "Next", icon::right, !l.is_asking(), width)) go_to_next_card(c, true);
  tip(c.look, "Goes to the next card", "Page down");
}

void show_head(const Context& c, ImVec2 a) {
  const Learning& l = c.state.of<Learning>();
  const NotFirst head_buttons;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const std::string at = l.shown() ? c.say("{} of {}", l.card + 1, l.lesson->cards.size()) : "the end";
  const float cy = a.y + c.px(head / 2), right = a.x + width_of_card(c);
  const float used = pen.text({right - c.px(2 * button_size + 12), cy}, {1, 0.5f}, at, c.t().text2, font_size::small);
  pen.names().clipped({a.x + c.px(margin), cy}, right - c.px(2 * button_size + 20) - used, l.lesson->title, c.t().text2,
                      font_size::small, c.look.fonts.medium);
  ImGui::SetCursorScreenPos({right - c.px(2 * button_size + 6), a.y + c.px(4)});
  bool& folded = c.memory.of<LessonMemory>().folded;
  if (icon_button(c.look, "##fold", folded ? icon::down : icon::up, ButtonState::plain, button_size, 11))
    folded = !folded;
  tip(c.look, folded ? "Expands the card" : "Collapses the card");
  ImGui::SetCursorScreenPos({right - c.px(button_size + 4), a.y + c.px(4)});
  if (icon_button(c.look, "##close", icon::close, ButtonState::plain, button_size, 11))
    confirm(c), learn(c, What::close);
  tip(c.look, "Closes the lesson. Your answers are saved");
}

}  // namespace

void go_to_next_card(const Context& c, bool next) {
  const std::size_t card = c.state.of<Learning>().card;
  if (!next && card == 0) return;
  if (confirm(c) && next) return;
  learn(c, What::go, static_cast<double>(next ? card + 2 : card));
}

void press_lesson_button(const Context& c) {
  const Learning& l = c.state.of<Learning>();
  if (!l.lesson) return;
  if (l.shown() && !l.is_asking()) return go_to_next_card(c, true);
  if (question_of<DrawQuestion>(c) && l.given[l.card].drawn.size() > 1) return learn(c, What::submit);
  if (!confirm(c)) c.memory.wanted_focus = "Lesson";
}

void drop_pencil(const Context& c) {
  learn(c, What::pencil);
  if (!std::exchange(c.memory.of<LessonMemory>().by_keys, false)) return;
  c.memory.hand.on = c.memory.hand.holding = false;
  c.memory.wanted_focus = "Lesson";
}

UnitOfAnswer unit_of_answer(std::string_view unit) {
  for (const std::string_view base : {"m", "s", "Hz"}) {
    if (unit == base || !unit.ends_with(base)) continue;
    const auto factor = parse_number(fmt::format("1 {}", unit), base);
    if (!factor) continue;
    return {unit.substr(unit.size() - base.size()), unit.starts_with('c') ? Prefix{1e-2, "c"} : prefix_for(*factor)};
  }
  return {unit};
}

float lesson_column(const InterfaceMemory& m, const State& s, float width) {
  const float column = m.look.px(card_width + 16);
  const bool beside = s.of<Learning>().lesson && !m.of<LessonMemory>().folded && s.workspace == Workspace::explore;
  return beside && width - column >= m.look.px(least_picture) ? column : 0;
}

void draw_lesson(const Context& c) {
  const Learning& l = c.state.of<Learning>();
  if (!l.lesson) return;
  LessonMemory& m = c.memory.of<LessonMemory>();
  const bool other_card = m.card != l.card;
  if (other_card) {
    const bool folded = m.folded, asks = m.asks;
    m = {};
    m.card = l.card, m.folded = folded, m.asks = asks;
  }
  // with the keyboard, moves the focus to the next task
  if ((std::exchange(m.asks, l.is_asking()) != l.is_asking() || other_card) && c.memory.focus_by_keys == "Lesson")
    c.memory.focus_begins = true;
  const Area& p = c.memory.picture;
  const bool beside = p.min.x > 0;
  if (beside) ImGui::GetBackgroundDrawList()->AddRectFilled({0, p.min.y}, {p.min.x, p.max.y}, c.t().canvas);
  const float width = width_of_card(c);
  const ImVec2 a(c.px(beside || width < c.px(card_width) ? 8 : 16), p.min.y + c.px(16));
  const float most = std::max(c.px(head), p.height() - c.px(beside ? 32 : 16 + below));
  ImGui::SetNextWindowPos(a);
  ImGui::SetNextWindowSizeConstraints({width, c.px(head)}, {width, m.folded ? c.px(head) : most});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, c.look.px(margin, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, c.t().card);
  ImGui::PushStyleColor(ImGuiCol_Border, c.t().border);
  const bool shown = ImGui::Begin("Lesson", nullptr,
                                  ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  if (shown) {
    show_head(c, ImGui::GetWindowPos() - ImVec2(0, ImGui::GetScrollY()));
    ImGui::SetCursorPos(c.look.px(margin, head));
    if (!m.folded) {
      if (l.shown())
        show_card(c, *l.shown());
      else
        show_end(c);
      show_way(c);
      ImGui::Dummy({0, c.px(8)});
    }
  }
  const ImVec2 size = ImGui::GetWindowSize();
  c.memory.text_card = {a, a + size};
  c.memory.cards.push_back(c.memory.text_card);
  ImGui::End();
}

}  // namespace ez
