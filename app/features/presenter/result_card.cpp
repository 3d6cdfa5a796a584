// The presenter's result, readable from the back row: one check's measured value in large figures, below it theory,
// difference and verdict, then one line for each other check.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/model/hooks.h"
#include "app/ui/kit/check_text.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"
#include "app/ui/picture/marks/checks.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;
constexpr float figure_size = 75;  // 100 pixels in a window of 720
constexpr float words_size = 21;   // 28 pixels in a window of 720
constexpr float margin = 21, gap = 8, sign_radius = 21, row_height = 28, widest = 0.55f;
constexpr std::size_t most_rows = 3;  // below the large one
constexpr float least_card = 240;     // a narrower margin has no space for the card

bool is_known(const CheckReading& r) { return r.verdict != Verdict::not_yet; }

// A measured value and its unit: "2.98 kV/m" is split, so that only the digits have full size. "11.11°" has no separate
// unit.
struct Figure {
  std::string digits, unit;
  float size = figure_size;
  float unit_size() const { return 0.5f * size; }
};

float width_of(const Context& c, const Figure& f) {
  const ImVec2 digits = c.look.measure(c.look.fonts.medium, f.size, f.digits);
  return digits.x + (f.unit.empty() ? 0 : c.px(10) + c.look.measure(c.look.fonts.medium, f.unit_size(), f.unit).x);
}

Figure figure_of(const Context& c, const std::string& value, float most) {
  const std::size_t blank = value.find(' ');
  Figure f{value.substr(0, blank), blank == std::string::npos ? "" : value.substr(blank + 1)};
  const float width = width_of(c, f);
  if (width > most) f.size = std::floor(f.size * most / width);
  return f;
}

struct Line {
  std::size_t check;
  std::string words;
};

// Content of the card: the first check that has been read, and as many others as fit.
struct Content {
  std::size_t first = 0, left_out = 0;
  std::vector<Line> rows;
};
Content content_of(const Context& c) {
  const std::size_t n = checks_read(c.state);
  Content out;
  for (std::size_t k = n; k-- > 0;)
    if (is_known(c.state.checks[k])) out.first = k;
  for (std::size_t k = 0; k < n; ++k) {
    if (k == out.first) continue;
    const CheckReading& r = c.state.checks[k];
    const CheckText text = text_of(c.state.scene.checks[k], r, c.state.scene);
    if (out.rows.size() == most_rows)
      ++out.left_out;
    else
      out.rows.push_back({k, is_known(r) ? text.measured : std::string(c.tr("not yet"))});
  }
  return out;
}

std::vector<std::string> wrapped(const Context& c, const std::string& text, float most) {
  std::vector<std::string> out;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    const char* next = c.look.fonts.text->CalcWordWrapPosition(c.px(words_size), at, end, most);
    if (next == at) ++next;
    out.emplace_back(at, next);
    at = next;
    while (at < end && *at == ' ') ++at;
  }
  return out;
}

const char* verdict_of(const CheckReading& r) {
  return r.verdict == Verdict::holds ? "holds" : r.verdict == Verdict::fails ? "does not hold" : "not settled";
}

// Returns the lines below the figure. A narrow card has one for each value, and breaks other text.
std::vector<std::string> beneath(const Context& c, const CheckReading& r, const CheckText& text, bool narrow,
                                 float most) {
  if (!is_known(r)) {
    const std::string words = capital(waits_for(c, r));
    return narrow ? wrapped(c, words, most) : std::vector{words};
  }
  if (!std::isfinite(r.difference)) return {c.say("theory {}", text.theory)};
  if (narrow) return {c.say("theory {}", text.theory), c.say("difference {}", text.difference)};
  return {c.say("theory {}, difference {}", text.theory, text.difference)};
}

void draw_sign(const Context& c, const Pen& pen, ImVec2 center, const CheckReading& r) {
  const CheckBadge sign = badge_of(c.t(), r);
  pen.list->AddCircleFilled(center, c.px(sign_radius), sign.color);
  pen.icon(center, r.verdict == Verdict::holds ? icon::check : icon::close, 22, c.t().on_accent);
}

void draw_row(const Context& c, const Pen& pen, const Line& row, float x, float right, float y) {
  const CheckBadge sign = badge_of(c.t(), c.state.checks[row.check]);
  const float width = pen.text({right, y}, {1, 0.5f}, row.words, c.t().text, words_size, c.look.fonts.medium);
  pen.icon({x + c.px(9), y}, sign.icon, 18, sign.color);
  pen.names().clipped({x + c.px(26), y}, right - width - c.px(12), c.state.scene.checks[row.check].name, c.t().text2,
                      words_size);
}

struct Layout {
  const Check& check;
  const CheckReading& reading;
  Content content;
  Figure figure = {};
  std::vector<std::string> lines = {};  // below the figure
  std::string verdict = {};             // at the end of the first line
  float width = 0, figures = 0;         // inside the card; height of the figure
  ImVec2 size = {};
};

Layout layout_of(const Context& c, float most, bool narrow) {
  Content content = content_of(c);
  const std::size_t first = content.first;
  Layout out{c.state.scene.checks[first], c.state.checks[first], std::move(content)};
  const CheckText text = text_of(out.check, out.reading, c.state.scene);
  const bool known = is_known(out.reading);
  const float sign = known ? c.px(2 * sign_radius + 24) : 0;
  if (known) out.figure = figure_of(c, text.measured, most - sign), out.verdict = c.tr(verdict_of(out.reading));
  out.lines = beneath(c, out.reading, text, narrow, most);
  const auto words_width = [&](std::string_view s) { return c.look.measure(c.look.fonts.text, words_size, s).x; };
  float width = words_width(out.check.name);
  for (const std::string& line : out.lines) width = std::max(width, words_width(line));
  if (known)
    width = std::max({width, width_of(c, out.figure) + sign,
                      words_width(out.lines.front()) + words_width(out.verdict) + (narrow ? c.px(16) : sign)});
  for (const Line& row : out.content.rows)
    width = std::max(width, c.px(26 + 24) + words_width(c.state.scene.checks[row.check].name) + words_width(row.words));
  out.width = std::min(width, most);
  out.figures = known ? c.px(0.86f * out.figure.size) + c.px(gap) : 0;
  const float rows = static_cast<float>(out.content.rows.size()) * c.px(row_height) +
                     (out.content.left_out > 0 ? c.px(row_height) : 0) + (out.content.rows.empty() ? 0 : c.px(12));
  const float lines = static_cast<float>(out.lines.size()) * c.px(words_size + gap) - c.px(gap);
  out.size = {out.width + 2 * c.px(margin), 2 * c.px(margin) + c.px(words_size + gap) + out.figures + lines + rows};
  return out;
}

// Returns the width of a card in an empty margin next to the domain or, if there is none, next to the legend; 0 if
// neither has space for a card.
float room_beside(const Context& c, const Viewport& v, const Area& legend) {
  const Area &p = c.memory.picture, domain = domain_on_screen(c, v);
  const float air = c.px(16), least = c.px(least_card);
  const float margin_width = std::max(domain.min.x - p.min.x, p.max.x - domain.max.x) - 2 * air;
  if (margin_width >= least) return margin_width;
  const float aside = legend.width() > 0 ? p.max.x - legend.max.x - air - c.px(9) : 0;
  return aside >= least ? aside : 0;
}

}  // namespace

Area draw_result_card(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list) {
  if (hides(c.state, Secret::badge)) return {};
  if (checks_read(c.state) == 0) return {};
  const float pad = c.px(margin), line = c.px(words_size), between = c.px(gap), room = room_beside(c, v, legend);
  const Layout l = layout_of(c, (room > 0 ? room : widest * c.memory.picture.width()) - 2 * pad, room > 0);
  const ImVec2 a = corner_for(c, v, legend, l.size, true), b = a + l.size;
  const Pen pen{c.look, list};
  pen.card(a, b);
  const float x = a.x + pad, right = b.x - pad;
  float y = a.y + pad + line / 2;
  pen.names().clipped({x, y}, right, l.check.name, c.t().text2, words_size);
  y += line / 2 + between;
  if (l.figures > 0) {
    const float middle = y + l.figures / 2 - between / 2;
    const float used =
        pen.text({x, middle}, {0, 0.5f}, l.figure.digits, c.t().text, l.figure.size, c.look.fonts.medium);
    pen.text({x + used + c.px(10), middle + 0.12f * c.px(l.figure.size)}, {0, 0.5f}, l.figure.unit, c.t().text,
             l.figure.unit_size(), c.look.fonts.medium);
    draw_sign(c, pen, {right - c.px(sign_radius), middle}, l.reading);
    y += l.figures;
  }
  float said = l.verdict.empty() ? 0
                                 : pen.text({right, y + line / 2}, {1, 0.5f}, l.verdict,
                                            badge_of(c.t(), l.reading).color, words_size) +
                                       c.px(16);
  for (const std::string& words : l.lines) {
    pen.clipped({x, y + line / 2}, right - std::exchange(said, 0.0f), words, c.t().text, words_size);
    y += line + between;
  }
  y += c.px(12) - between + c.px(row_height) / 2;
  if (!l.content.rows.empty()) pen.hline(x, right, y - c.px(row_height) / 2 - c.px(2), c.t().border);
  for (const Line& row : l.content.rows) {
    draw_row(c, pen, row, x, right, y);
    y += c.px(row_height);
  }
  if (l.content.left_out > 0)
    pen.text({right, y}, {1, 0.5f}, c.say("and {} more", l.content.left_out), c.t().text2, words_size);
  return {a, b};
}

}  // namespace ez
