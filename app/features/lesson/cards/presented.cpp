// The lesson's card as shown to an audience: the question, and after the next key the answer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/features/lesson/cards/cards.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/progress.h"
#include "app/platform/units.h"
#include "app/ui/kit/check_text.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

using What = command::Learn::What;
constexpr float title_size = 24, margin = 16, gap = 8, least_card = 220;
constexpr float widths[] = {0.36f, 0.6f, 0.94f};  // of a card with one column, as shares of the picture

struct Line {
  std::string text;
  ImU32 color;
  ImFont* font;
  float size;
};

const std::string& text_of(const LessonQuestion& question) {
  return std::visit([](const auto& q) -> const std::string& { return q.text; }, question);
}

// The text of the card, and behind `answer` lines the part that the next key has shown.
struct Lines {
  std::vector<Line> all;
  std::size_t answer = 0;
};

Lines lines_of(const Context& c) {
  const Learning& l = c.state.of<Learning>();
  const Theme& t = c.t();
  const Fonts& f = c.look.fonts;
  Lines out;
  const auto add = [&](std::string text, ImU32 color, ImFont* font = nullptr, float size = font_size::text) {
    if (!text.empty()) out.all.push_back({std::move(text), color, font ? font : f.text, size});
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
  out.answer = out.all.size();
  if (!known) return out;
  if (card->question && !choice) add(c.tr(answer_words(*card)), t.accent, f.medium);
  add(card->reveal, t.text);
  for (const std::string& line : measured_lines(c, true)) add(line, t.text2, f.text, font_size::small);
  return out;
}

ImVec2 size_of(const Context& c, const Line& l, float most) {
  return l.font->CalcTextSizeA(c.px(l.size), FLT_MAX, most, l.text.c_str());
}

// A way to set the lines: in one column, or with the answer in a second one.
struct Layout {
  bool two = false;
  float most = 0, rest = 0;  // widths of the columns
  float second = 0;          // distance of the second column from the first
  ImVec2 size = {};
};

// `most`: width of a column; of two, of the first. `all`: width of both and the space between them.
Layout measured(const Context& c, const Lines& lines, bool two, float most, float all = 0) {
  Layout out{two, most};
  ImVec2 first, answer;
  const auto add = [&](ImVec2& column, std::size_t k, float width) {
    const ImVec2 size = size_of(c, lines.all[k], width);
    column = {std::max(column.x, size.x), column.y + size.y + c.px(gap)};
  };
  const std::size_t split = two ? lines.answer : lines.all.size();
  for (std::size_t k = 0; k < split; ++k) add(first, k, most);
  out.second = first.x + c.px(2 * margin);
  out.rest = all - out.second;
  for (std::size_t k = split; k < lines.all.size(); ++k) add(answer, k, out.rest);
  out.size = {(two ? out.second + answer.x : first.x) + 2 * c.px(margin),
              std::max(first.y, answer.y) - c.px(gap) + 2 * c.px(margin)};
  return out;
}

// Returns the layout whose card covers least of the domain. A card in an empty band above the domain is low and wide,
// and one in an empty margin at its left is narrow. Of equal ones the first counts, which is the usual one.
Layout layout_of(const Context& c, const Lines& lines) {
  const Area& p = c.memory.picture;
  const Area domain = domain_on_screen(c, Viewport(c.state, on_screen(p)));
  const float air = 2 * c.px(margin), left = domain.min.x - p.min.x - 2 * air;
  std::vector<Layout> all;
  for (const float share : widths) all.push_back(measured(c, lines, false, share * p.width() - air));
  if (left >= c.px(least_card)) all.push_back(measured(c, lines, false, left));
  const float both = p.width() - 2 * air;
  if (lines.answer < lines.all.size()) all.push_back(measured(c, lines, true, widths[0] * both, both));
  const auto covered = [&](const Layout& l) {
    const ImVec2 a = p.min + c.look.px(margin, margin);
    const float below = std::max(0.0f, a.y + l.size.y - p.max.y);  // text beyond the picture cannot be read
    return overlap({a, a + l.size}, domain) + below * p.width() * 100;
  };
  return *std::ranges::min_element(all, {}, covered);
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
  const Lines lines = lines_of(c);
  const Layout layout = layout_of(c, lines);
  const ImVec2 a = c.memory.picture.min + c.look.px(margin, margin), b = a + layout.size;
  pen.card(a, b);
  ImVec2 at = a + c.look.px(margin, margin);
  for (std::size_t k = 0; k < lines.all.size(); ++k) {
    const Line& l = lines.all[k];
    const bool second = layout.two && k >= lines.answer;
    const float width = second ? layout.rest : layout.most;
    if (second && k == lines.answer) at = a + c.look.px(margin, margin) + ImVec2(layout.second, 0);
    pen.list->AddText(l.font, c.px(l.size), at, l.color, l.text.c_str(), nullptr, width);
    at.y += size_of(c, l, width).y + c.px(gap);
  }
  return {a, b};
}

void step_lesson(const Context& c, bool next) {
  const Learning& l = c.state.of<Learning>();
  if (next && l.is_asking()) return c.send(command::Learn{What::reveal});
  go_to_next_card(c, next);
}

}  // namespace ez
