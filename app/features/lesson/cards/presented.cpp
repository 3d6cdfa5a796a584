// The lesson's card as shown to an audience: the question, and after the next key the answer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/lesson/cards/cards.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/progress.h"
#include "app/platform/units.h"
#include "app/ui/kit/check_text.h"
#include "app/ui/parts.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

using What = command::Learn::What;
constexpr float title_size = 24, margin = 16, widest = 0.36f;  // share of the picture

struct Line {
  std::string text;
  ImU32 color;
  ImFont* font;
  float size;
};

const std::string& text_of(const LessonQuestion& question) {
  return std::visit([](const auto& q) -> const std::string& { return q.text; }, question);
}

std::vector<Line> lines_of(const Context& c) {
  const Learning& l = c.state.of<Learning>();
  const Theme& t = c.t();
  const Fonts& f = c.look.fonts;
  std::vector<Line> out;
  const auto add = [&](std::string text, ImU32 color, ImFont* font = nullptr, float size = font_size::text) {
    if (!text.empty()) out.push_back({std::move(text), color, font ? font : f.text, size});
  };
  const LessonCard* card = l.shown();
  if (!card) {
    add(l.lesson->title, t.text, f.medium, title_size);
    add(c.tr("The end."), t.text2);
    return out;
  }
  add(c.say("{} · {} of {}", l.lesson->title, l.card + 1, l.lesson->cards.size()), t.text2, f.text, font_size::small);
  add(card->title, t.text, f.medium, title_size);
  add(card->asks() ? first_sentence(card->text) : card->text, t.text);
  if (card->goal) add(card->goal->text, t.text);
  if (card->question) add(text_of(*card->question), t.text);
  const bool known = l.given[l.card].known();
  const auto* choice = card->question ? std::get_if<ChoiceQuestion>(&*card->question) : nullptr;
  for (std::size_t k = 0; choice && k < choice->answers.size(); ++k) {
    const bool right = known && static_cast<int>(k) + 1 == choice->right;
    add(fmt::format("{}   {}", static_cast<char>('A' + k), choice->answers[k]),
        right   ? t.accent
        : known ? t.text3
                : t.text,
        right ? f.medium : f.text);
  }
  if (card->asks() && !known && l.given[l.card].hinted) add(card->hint, t.text2);
  if (!known) return out;
  if (card->question && !choice) add(c.tr(answer_words(*card)), t.accent, f.medium);
  add(card->reveal, t.text);
  for (const std::string& line : measured_lines(c, true)) add(line, t.text2, f.text, font_size::small);
  return out;
}

}  // namespace

Text answer_words(const LessonCard& card) {
  if (!card.question) return {};
  if (const auto* q = std::get_if<ChoiceQuestion>(&*card.question)) {
    const auto k = static_cast<std::size_t>(q->right) - 1;
    return text_with("{}: {}", static_cast<char>('A' + k), q->answers[k]);
  }
  if (const auto* q = std::get_if<NumberQuestion>(&*card.question))
    return Text::as_is(
        with_minus(fmt::format("{:.6g}{}{}", q->right, q->unit.empty() || q->unit == "°" ? "" : " ", q->unit)));
  return "The line in the picture";
}

std::vector<std::string> measured_lines(const Context& c, bool judged) {
  const State& s = c.state;
  std::vector<std::string> out;
  bool waits = false;
  for (std::size_t k = 0; k < std::min(s.checks.size(), s.scene.checks.size()); ++k) {
    const CheckReading& r = s.checks[k];
    if (r.verdict == CheckReading::Verdict::not_yet) {
      waits = true;
      continue;
    }
    const CheckText text = text_of(s.scene.checks[k], r, s.scene);
    out.push_back(c.say("{}: measured {}, theory {}", s.scene.checks[k].name, text.measured, text.theory));
    if (!judged) continue;
    const std::string difference(c.tr(text.difference)), &bound = text.bound;
    out.back() += r.verdict == CheckReading::Verdict::holds ? c.say("; {}, within {}: holds", difference, bound)
                                                            : c.say("; {}, not within {}", difference, bound);
  }
  if (waits)
    out.emplace_back(c.tr(s.held       ? "The run has ended. Press R to restart it and measure again"
                          : s.frozen   ? "The run is frozen. Nothing is measured"
                          : !s.running ? "The run is paused. Press Space to continue measuring"
                                       : "Measuring …"));
  return out;
}

Area draw_lesson_caption(const Context& c, const Pen& pen) {
  const Area& p = c.memory.picture;
  const float most = widest * p.width(), gap = c.px(8);
  const std::vector<Line> lines = lines_of(c);
  float width = 0, height = 2 * c.px(margin) - gap;
  const auto size_of = [&](const Line& l) {
    return l.font->CalcTextSizeA(c.px(l.size), FLT_MAX, most, l.text.c_str());
  };
  for (const Line& l : lines) {
    const ImVec2 size = size_of(l);
    width = std::max(width, size.x);
    height += size.y + gap;
  }
  const ImVec2 a = p.min + c.look.px(margin, margin), b = a + ImVec2(width + 2 * c.px(margin), height);
  pen.card(a, b);
  float y = a.y + c.px(margin);
  for (const Line& l : lines) {
    pen.list->AddText(l.font, c.px(l.size), {a.x + c.px(margin), y}, l.color, l.text.c_str(), nullptr, most);
    y += size_of(l).y + gap;
  }
  return {a, b};
}

void step_lesson(const Context& c, bool next) {
  const Learning& l = c.state.of<Learning>();
  if (next && l.is_asking()) return c.send(command::Learn{What::reveal});
  go_to_next_card(c, next);
}

}  // namespace ez
