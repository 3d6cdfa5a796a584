// Shows the scene's checks: the measured value next to theory, their difference and the verdict. The panel has a card
// for each, the picture a line.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/model/hooks.h"
#include "app/platform/units.h"
#include "app/ui/kit/check_text.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"
#include "app/ui/picture/marks/checks.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;
constexpr std::size_t most_lines = 4;  // on the picture
constexpr float card_height = 52, line_height = 22;
constexpr float verdict_height = 18;  // of the line with the convergence verdict
constexpr float widest_part = 0.48f;  // largest part of the picture that the badge takes

}  // namespace

CheckBadge badge_of(const Theme& t, const CheckReading& r) {
  switch (r.verdict) {
    case Verdict::holds:
      return {icon::good, t.accent, t.accent_bg};
    case Verdict::fails:
    case Verdict::not_settled:
      return {icon::bad, t.fail, t.frame};
    case Verdict::not_yet:
      break;
  }
  return {icon::more, t.text2, t.frame};
}

namespace {

std::string with_key_to_continue(const Context& c, const CheckReading& r, const Text& waits) {
  const bool goes_on = c.state.held && !c.state.running && !r.more.empty();
  return c.tr(waits) + (goes_on ? c.tr("; press Space to continue") : "");
}

}  // namespace

std::string waits_for(const Context& c, const CheckReading& r) { return with_key_to_continue(c, r, r.waits); }

std::size_t checks_read(const State& s) { return std::min(s.checks.size(), s.scene.checks.size()); }

namespace {

// Returns a short text for the picture. The icon in front shows that the check is not finished, and the tooltip has the
// full text.
std::string waits_in_brief(const Context& c, const CheckReading& r) {
  return with_key_to_continue(c, r, r.more.empty() ? r.waits : r.more);
}

bool is_number(const CheckReading& r) {
  return (r.verdict == Verdict::holds || r.verdict == Verdict::fails) && std::isfinite(r.difference);
}

// Returns the convergence verdict of check `k`; null if it was not estimated.
const Convergence* convergence_of(const State& s, std::size_t k) {
  return k < s.convergence.size() ? &s.convergence[k] : nullptr;
}

std::string explained(const Context& c, const Check& check, const CheckReading& r) {
  std::string out = r.relative ? c.say("Passes if within {:.3g} % of theory.", 100 * r.bound)
                               : c.say("Passes if within {}.", text_of(check, r, c.state.scene).bound);
  if (!r.waits.empty())
    out += fmt::format(" {}{}.", r.verdict == Verdict::not_yet ? c.tr("Waiting: ") : "", c.tr(r.waits));
  return check.text.empty() ? out : check.text + "\n" + out;
}

void card(const Context& c, const Check& check, const CheckReading& r, const Convergence* convergence, const char* id) {
  const float h = c.px(card_height + (convergence ? verdict_height : 0));
  const ImVec2 a = ImGui::GetCursorScreenPos(), b = a + ImVec2(ImGui::GetContentRegionAvail().x, h);
  const Text verdict = convergence ? text_of(check, *convergence, c.state.scene) : Text();
  ImGui::InvisibleButton(id, b - a, ImGuiButtonFlags_EnableNav);
  tip(c.look, explained(c, check, r) + (convergence ? fmt::format("\n{}.", c.tr(capital(verdict))) : ""));
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const CheckBadge badge = badge_of(c.t(), r);
  const CheckText text = text_of(check, r, c.state.scene);
  pen.fill(a, b, badge.back, 6);
  const float first = a.y + c.px(17), second = a.y + c.px(37), right = b.x - c.px(8);
  pen.icon({a.x + c.px(16), first}, badge.icon, 14, badge.color);
  const std::string& words = text.difference;
  ImFont* font = is_number(r) ? c.look.fonts.mono : c.look.fonts.text;
  const float width = pen.text({right, first}, {1, 0.5f}, words, badge.color, font_size::number, font);
  pen.names().clipped({a.x + c.px(30), first}, right - width - c.px(8), check.name, c.t().text, font_size::number,
                      c.look.fonts.medium);
  float x = a.x + c.px(30);
  ImGui::Dummy({0, c.px(2)});
  if (convergence) {
    const ImU32 color = convergence->has_interval() ? c.t().text2 : c.t().warn;
    pen.clipped({x, second + c.px(verdict_height)}, right, c.tr(capital(verdict)), color, font_size::small);
  }
  if (r.verdict == Verdict::not_yet) {
    pen.clipped({x, second}, right, capital(waits_for(c, r)), c.t().text2, font_size::small);
    return;
  }
  const std::array values = {std::pair("measured", text.measured), std::pair("theory", text.theory)};
  float words_width = 0;
  for (const auto& [what, value] : values)
    words_width += c.look.measure(c.look.fonts.text, font_size::small, what).x +
                   c.look.measure(c.look.fonts.mono, font_size::number, as_name(value)).x;
  const float gaps = c.px(6 + 12 + 6), scale = std::min(1.0f, (right - x - gaps) / words_width);
  for (const auto& [what, value] : values) {
    x += pen.text({x, second}, {0, 0.5f}, what, c.t().text2, std::floor(font_size::small * scale)) + c.px(6);
    x += pen.mono({x, second}, {0, 0.5f}, value, c.t().text, std::floor(font_size::number * scale)) + c.px(12);
  }
  const float bound_width = c.look.measure(c.look.fonts.mono, font_size::number, text.bound).x;
  if (x + bound_width < right) pen.mono({right, second}, {1, 0.5f}, text.bound, c.t().text2, font_size::number);
}

}  // namespace

Text check_summary(const State& s) {
  const std::size_t n = checks_read(s);
  if (hides(s, Secret::checks)) return "after the answer";
  if (n == 0) return s.scene.checks.empty() ? Text("no check") : Text();
  const auto is = [&](Verdict v) { return std::ranges::count(s.checks, v, &CheckReading::verdict); };
  const auto wrong = is(Verdict::fails) + is(Verdict::not_settled);
  if (wrong > 0) return text_with("{} of {} fail", wrong, n);
  return text_with("{} of {} hold", is(Verdict::holds), n);
}

void check_rows(const Context& c) {
  const Scene& s = c.state.scene;
  if (hides(c.state, Secret::checks))
    return hint(c.look, "The measured value appears when you have answered the lesson's question.");
  if (s.checks.empty())
    return hint(c.look,
                "This scene has no checks. A [[check]] in a scene's file compares a measured value with theory and "
                "appears here.");
  for (std::size_t k = 0; k < checks_read(c.state); ++k)
    card(c, s.checks[k], c.state.checks[k], convergence_of(c.state, k), fmt::format("##check{}", k).c_str());
}

namespace {

// Draws the tooltip of a line, with all that the badge leaves out.
void row_tip(const Context& c, ImVec2 at, ImVec2 size, std::size_t k, const Check& check, const CheckReading& r) {
  if (!c.memory.options.chrome || c.memory.gesture.kind != Gesture::Kind::none) return;
  const ImVec2 back = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(fmt::format("##badge{}", k).c_str(), size);
  const CheckText text = text_of(check, r, c.state.scene);
  const std::string values = c.say("{}: measured {}, theory {}.\n", check.name, text.measured, text.theory);
  const Convergence* convergence = convergence_of(c.state, k);
  const std::string verdict =
      convergence ? fmt::format("\n{}.", c.tr(capital(text_of(check, *convergence, c.state.scene)))) : "";
  tip(c.look, values + explained(c, check, r) + verdict);
  ImGui::SetCursorScreenPos(back);
  ImGui::Dummy({0, 0});
}

// Returns the fraction of an area that the domain covers.
float share_of_room(const Context& c, const Viewport& v, const Area& area) {
  return overlap(area, domain_on_screen(c, v)) / (area.width() * area.height());
}

}  // namespace

ImVec2 corner_for(const Context& c, const Viewport& v, const Area& legend, ImVec2 size, bool low_first) {
  constexpr int card = 1000, mark = 10, room = 4;  // weights
  const Area& p = c.memory.picture;
  const float left = p.min.x + c.px(16), right = p.max.x - c.px(16) - size.x, top = p.min.y + c.px(16);
  const float value = c.state.presenting.on ? 0 : c.px(28 + 8);  // space for the value under the cursor
  const auto low = [&](float x) {
    const bool over = x <= legend.max.x + c.px(8) && x + size.x >= legend.min.x - c.px(8);
    return (over ? legend.min.y - c.px(8) : p.max.y - c.px(16)) - value - size.y;
  };
  ImVec2 best;
  int least = std::numeric_limits<int>::max();
  const ImVec2 high_right(right, top), low_right(right, low(right));
  for (const ImVec2 at : {low_first ? low_right : high_right, low_first ? high_right : low_right, ImVec2(left, top),
                          ImVec2(left, low(left))}) {
    const Area here{at, at + size};
    int covered = mark * marks_under(c, v, here) + static_cast<int>(std::lround(room * share_of_room(c, v, here)));
    for (const Area& other : {c.memory.text_card, c.memory.spectrum_card, legend})
      covered += other.meets(here) ? card : 0;
    if (covered < least) best = at, least = covered;
  }
  return best;
}

namespace {

// Columns of the badge: name, measured, theory, difference, bound. If they would cover much of the picture, the last
// ones are left out and appear only in the tooltip.
struct Columns {
  float name = 0, value = 0, difference = 0, bound = 0, waits = 0;
  std::vector<CheckText> text;
  bool differs = true, bounded = true;  // columns that are shown

  float width(const Context& c) const {
    const float gap = c.px(14);
    return begin(c) + 2 * (value + gap) + (differs ? difference + gap : 0) + (bounded ? bound + gap : 0);
  }
  float begin(const Context& c) const { return c.px(32) + name + c.px(12); }
};

// Adds the uncertainty from the grid to the measured values, if the badge then still has all its columns.
void add_uncertainties(const Context& c, Columns& columns, float most) {
  Columns wider = columns;
  for (std::size_t k = 0; k < wider.text.size(); ++k) {
    const Convergence* convergence = convergence_of(c.state, k);
    if (!convergence) return;
    std::string& measured = wider.text[k].measured;
    const std::string more = uncertainty_text(c.state.scene.checks[k], c.state.checks[k], *convergence, c.state.scene);
    if (!more.empty()) measured += " " + more;
    wider.value = std::max(wider.value, c.look.measure(c.look.fonts.mono, font_size::number, measured).x);
  }
  if (columns.bounded && wider.width(c) <= most) columns = std::move(wider);
}

Columns columns_of(const Context& c, std::size_t shown) {
  const auto small = [&](std::string_view text) { return c.look.measure(c.look.fonts.text, font_size::small, text).x; };
  const auto mono = [&](const std::string& text) {
    return c.look.measure(c.look.fonts.mono, font_size::number, text).x;
  };
  Columns out;
  out.value = std::max(small("measured"), small("theory"));
  out.difference = std::max(small("difference"), mono("+0.00 %"));
  out.bound = small("bound");
  for (std::size_t k = 0; k < shown; ++k) {
    const CheckReading& r = c.state.checks[k];
    const Check& check = c.state.scene.checks[k];
    CheckText text = text_of(check, r, c.state.scene);
    const Convergence* convergence = convergence_of(c.state, k);
    const std::string uncertainty = convergence ? uncertainty_text(check, r, *convergence, c.state.scene) : "";
    if (!uncertainty.empty()) text.measured += " " + uncertainty;
    out.name = std::max(out.name, c.look.measure(c.look.fonts.medium, font_size::small, as_name(check.name)).x);
    out.value = std::max({out.value, mono(text.measured), mono(text.theory)});
    out.difference = std::max(out.difference, mono(text.difference));
    out.bound = std::max(out.bound, mono(text.bound));
    if (r.verdict == Verdict::not_yet) out.waits = std::max(out.waits, small(waits_in_brief(c, r)));
    out.text.push_back(std::move(text));
  }
  out.name = std::min(out.name, c.px(190));
  const float most = widest_part * c.memory.picture.width();
  out.bounded = out.width(c) <= most;
  out.differs = out.bounded || out.width(c) <= most;
  add_uncertainties(c, out, most);
  return out;
}

// Places the badge where it will be with its numbers. The text of what it waits for extends further inwards, as far as
// there is space.
Area place_badge(const Context& c, const Viewport& v, const Area& legend, const Columns& columns, ImVec2 size) {
  const Area& p = c.memory.picture;
  ImVec2 a = corner_for(c, v, legend, size);
  const bool left = a.x + size.x / 2 < (p.min.x + p.max.x) / 2;
  float room = (left ? p.max.x - a.x - size.x : a.x - p.min.x) - c.px(16);
  for (const Area& other : {c.memory.text_card, legend})
    if (other.meets({{p.min.x, a.y}, {p.max.x, a.y + size.y}}))
      room = std::min(room, (left ? other.min.x - a.x - size.x : a.x - other.max.x) - c.px(8));
  const float wanted = std::min(columns.begin(c) + columns.waits + c.px(14), std::max(size.x, widest_part * p.width()));
  const float wider = std::max(0.0f, std::min(wanted - size.x, room));
  if (!left) a.x -= wider;
  return {a, a + size + ImVec2(wider, 0)};
}

void badge_row(const Context& c, const Pen& pen, const Area& badge, float y, const Columns& columns, std::size_t k) {
  const float right = badge.max.x - c.px(12), gap = c.px(14), x = badge.min.x;
  const CheckReading& r = c.state.checks[k];
  const Check& check = c.state.scene.checks[k];
  const CheckText& text = columns.text[k];
  row_tip(c, {x, y - c.px(line_height / 2)}, {badge.width(), c.px(line_height)}, k, check, r);
  const CheckBadge sign = badge_of(c.t(), r);
  pen.icon({x + c.px(17), y}, sign.icon, 13, sign.color);
  pen.names().clipped({x + c.px(30), y}, x + c.px(32) + columns.name, check.name, c.t().text, font_size::small,
                      c.look.fonts.medium);
  if (r.verdict == Verdict::not_yet)
    return void(
        pen.clipped({x + columns.begin(c) + c.px(2), y}, right, waits_in_brief(c, r), sign.color, font_size::small));
  float at = right;
  const auto column = [&](const std::string& words, ImU32 color, float width, bool digits) {
    if (digits)
      pen.mono({at, y}, {1, 0.5f}, words, color, font_size::number);
    else
      pen.text({at, y}, {1, 0.5f}, words, color, font_size::small);
    at -= width + gap;
  };
  if (columns.bounded) column(text.bound, c.t().text2, columns.bound, true);
  if (columns.differs) column(text.difference, sign.color, columns.difference, is_number(r));
  column(text.theory, c.t().text, columns.value, true);
  column(text.measured, c.t().text, columns.value, true);
}

void badge_head(const Context& c, const Pen& pen, const Area& badge, float y, const Columns& columns) {
  float at = badge.max.x - c.px(12);
  const auto head = [&](const char* text, float width) {
    pen.text({at, y}, {1, 0.5f}, text, c.t().text2, font_size::small);
    at -= width + c.px(14);
  };
  if (columns.bounded) head("bound", columns.bound);
  if (columns.differs) head("difference", columns.difference);
  head("theory", columns.value);
  head("measured", columns.value);
}

}  // namespace

Area draw_check_badge(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list) {
  if (hides(c.state, Secret::badge)) return {};
  const std::size_t n = checks_read(c.state), shown = std::min(n, most_lines);
  const Columns columns = columns_of(c, shown);
  const float width = columns.width(c);
  if (shown == 0 || width + c.px(32) > c.memory.picture.width()) return {};
  const float lines = static_cast<float>(shown + 1 + (n > shown ? 1 : 0));
  const Area badge = place_badge(c, v, legend, columns, {width, c.px(line_height) * lines + c.px(10)});
  const Pen pen{c.look, list};
  pen.card(badge.min, badge.max);
  float y = badge.min.y + c.px(5 + line_height / 2);
  badge_head(c, pen, badge, y, columns);
  for (std::size_t k = 0; k < shown; ++k) badge_row(c, pen, badge, y += c.px(line_height), columns, k);
  if (n > shown)
    pen.text({badge.max.x - c.px(12), y + c.px(line_height)}, {1, 0.5f}, c.say("and {} more", n - shown), c.t().text2,
             font_size::small);
  return badge;
}

}  // namespace ez
