// The presenter's result, readable from the back row: one check's measured value in large figures, below it theory,
// difference and verdict, then one line for each other check.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/model/hooks.h"
#include "app/ui/kit/check_text.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/checks.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;
constexpr float figure_size = 75;  // 100 pixels in a window of 720
constexpr float words_size = 21;   // 28 pixels in a window of 720
constexpr float margin = 21, gap = 8, sign_radius = 21, row_height = 28, widest = 0.55f;
constexpr std::size_t most_rows = 3;  // below the large one

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

const char* verdict_of(const CheckReading& r) {
  return r.verdict == Verdict::holds ? "holds" : r.verdict == Verdict::fails ? "does not hold" : "not settled";
}

std::string beneath(const Context& c, const CheckReading& r, const CheckText& text) {
  if (!is_known(r)) return capital(waits_for(c, r));
  if (!std::isfinite(r.difference)) return c.say("theory {}", text.theory);
  return c.say("theory {}, difference {}", text.theory, text.difference);
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

}  // namespace

Area draw_result_card(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list) {
  if (hides(c.state, Secret::badge)) return {};
  if (checks_read(c.state) == 0) return {};
  const Content content = content_of(c);
  const CheckReading& r = c.state.checks[content.first];
  const Check& check = c.state.scene.checks[content.first];
  const CheckText text = text_of(check, r, c.state.scene);
  const bool known = is_known(r);
  const float pad = c.px(margin), line = c.px(words_size), between = c.px(gap),
              most = widest * c.memory.picture.width() - 2 * pad;
  const float sign = known ? c.px(2 * sign_radius + 24) : 0;
  const std::string words = beneath(c, r, text), said = known ? std::string(c.tr(verdict_of(r))) : "";
  const Figure figure = known ? figure_of(c, text.measured, most - sign) : Figure{};
  const auto words_width = [&](std::string_view s) { return c.look.measure(c.look.fonts.text, words_size, s).x; };
  float width = std::max(words_width(check.name), words_width(words));
  if (known) width = std::max({width, width_of(c, figure) + sign, words_width(words) + words_width(said) + sign});
  for (const Line& row : content.rows)
    width = std::max(width, c.px(26 + 24) + words_width(c.state.scene.checks[row.check].name) + words_width(row.words));
  width = std::min(width, most);
  const float figures = known ? c.px(0.86f * figure.size) + between : 0;
  const float rows = static_cast<float>(content.rows.size()) * c.px(row_height) +
                     (content.left_out > 0 ? c.px(row_height) : 0) + (content.rows.empty() ? 0 : c.px(12));
  const ImVec2 size(width + 2 * pad, 2 * pad + line + between + figures + line + rows);
  const ImVec2 a = corner_for(c, v, legend, size, true), b = a + size;
  const Pen pen{c.look, list};
  pen.card(a, b);
  const float x = a.x + pad, right = b.x - pad;
  float y = a.y + pad + line / 2;
  pen.names().clipped({x, y}, right, check.name, c.t().text2, words_size);
  y += line / 2 + between;
  if (known) {
    const float middle = y + figures / 2 - between / 2;
    const float used = pen.text({x, middle}, {0, 0.5f}, figure.digits, c.t().text, figure.size, c.look.fonts.medium);
    pen.text({x + used + c.px(10), middle + 0.12f * c.px(figure.size)}, {0, 0.5f}, figure.unit, c.t().text,
             figure.unit_size(), c.look.fonts.medium);
    draw_sign(c, pen, {right - c.px(sign_radius), middle}, r);
    y += figures;
  }
  const float said_width =
      known ? pen.text({right, y + line / 2}, {1, 0.5f}, said, badge_of(c.t(), r).color, words_size) + c.px(16) : 0;
  pen.clipped({x, y + line / 2}, right - said_width, words, c.t().text, words_size);
  y += line + c.px(12) + c.px(row_height) / 2;
  if (!content.rows.empty()) pen.hline(x, right, y - c.px(row_height) / 2 - c.px(2), c.t().border);
  for (const Line& row : content.rows) {
    draw_row(c, pen, row, x, right, y);
    y += c.px(row_height);
  }
  if (content.left_out > 0)
    pen.text({right, y}, {1, 0.5f}, c.say("and {} more", content.left_out), c.t().text2, words_size);
  return {a, b};
}

}  // namespace ez
