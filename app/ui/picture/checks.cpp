// What the scene must show: measured beside theory, their difference and the verdict. A card each in the panel, a line
// each on the picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/ui/kit/units.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;
constexpr std::size_t most_lines = 4;  // on the picture
constexpr float card_height = 52, line_height = 22;
constexpr float widest_part = 0.45f;  // of the picture, that the badge takes

struct Badge {
  ImWchar icon;
  ImU32 color, back;
};

Badge badge_of(const Theme& t, const CheckReading& r) {
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

std::string number(double x) { return std::isfinite(x) ? with_minus(fmt::format("{:.5g}", x)) : "–"; }

// What it waits for; at a hold before that, how the run goes on.
std::string waits_for(const Context& c, const CheckReading& r) {
  const bool goes_on = c.state.held && !c.state.running && r.waits.find("more") != std::string::npos;
  return c.look.tr_filled(r.waits) + (goes_on ? c.tr("; Space goes on") : "");
}
// On the picture, where a line is short; the icon before it says that it is not yet. The tip has all of it.
std::string waits_in_brief(const Context& c, CheckReading r) {
  constexpr std::string_view least = " at least";
  if (r.waits.ends_with(least)) r.waits.resize(r.waits.size() - least.size());
  return waits_for(c, r);
}

bool is_number(const CheckReading& r) {
  return (r.verdict == Verdict::holds || r.verdict == Verdict::fails) && std::isfinite(r.difference);
}

std::string explained(const Context& c, const Check& check, const CheckReading& r) {
  std::string out =
      r.relative ? c.say("Holds within {:.3g} % of theory.", 100 * r.bound) : c.say("Holds within {:.3g}.", r.bound);
  if (!r.waits.empty())
    out += fmt::format(" {}{}.", r.verdict == Verdict::not_yet ? c.tr("Not yet: ") : "", c.look.tr_filled(r.waits));
  return check.text.empty() ? out : check.text + "\n" + out;
}

// The checks that there are readings of: an edit's come a moment later.
std::size_t count(const State& s) { return std::min(s.checks.size(), s.scene.checks.size()); }

void card(const Context& c, const Check& check, const CheckReading& r, const char* id) {
  const ImVec2 a = ImGui::GetCursorScreenPos(), b = a + ImVec2(ImGui::GetContentRegionAvail().x, c.px(card_height));
  ImGui::InvisibleButton(id, b - a, ImGuiButtonFlags_EnableNav);
  tip(c.look, explained(c, check, r));
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const Badge badge = badge_of(c.t(), r);
  pen.fill(a, b, badge.back, 6);
  const float first = a.y + c.px(17), second = a.y + c.px(37), right = b.x - c.px(8);
  pen.icon({a.x + c.px(16), first}, badge.icon, 14, badge.color);
  const std::string words = difference_of(r);
  ImFont* font = is_number(r) ? c.look.fonts.mono : c.look.fonts.text;
  const float width = pen.text({right, first}, {1, 0.5f}, words, badge.color, font_size::number, font);
  pen.names().clipped({a.x + c.px(30), first}, right - width - c.px(8), check.name, c.t().text, font_size::number,
                      c.look.fonts.medium);
  float x = a.x + c.px(30);
  ImGui::Dummy({0, c.px(2)});
  if (r.verdict == Verdict::not_yet) {
    pen.clipped({x, second}, right, capital(waits_for(c, r)), c.t().text2, font_size::small);
    return;
  }
  for (const auto& [what, value] : {std::pair("measured", r.measured), std::pair("theory", r.theory)}) {
    x += pen.text({x, second}, {0, 0.5f}, what, c.t().text2, font_size::small) + c.px(6);
    x += pen.mono({x, second}, {0, 0.5f}, number(value), c.t().text, font_size::number) + c.px(12);
  }
  const float bound_width = c.look.measure(c.look.fonts.mono, font_size::number, bound_of(r)).x;
  if (x + bound_width < right) pen.mono({right, second}, {1, 0.5f}, bound_of(r), c.t().text2, font_size::number);
}

}  // namespace

std::string difference_of(const CheckReading& r) {
  if (r.verdict == Verdict::not_yet) return "not yet";
  if (r.verdict == Verdict::not_settled) return "not settled";
  if (!std::isfinite(r.difference)) return "no value";
  const double shown = r.relative ? 100 * r.difference : r.difference;
  const bool hundreds = std::abs(shown) >= 99.5 && std::abs(shown) < 1e4;
  const std::string digits = hundreds ? fmt::format("{:+.0f}", shown) : fmt::format("{:+.2g}", shown);
  return with_minus(digits) + (r.relative ? " %" : "");
}

std::string bound_of(const CheckReading& r) {
  return r.relative ? fmt::format("±{:.3g} %", 100 * r.bound) : fmt::format("±{:.3g}", r.bound);
}

std::string check_summary(const State& s) {
  const std::size_t n = count(s);
  if (s.learning.is_guessing()) return "after the answer";
  if (n == 0) return s.scene.checks.empty() ? "no check" : "";
  const auto is = [&](Verdict v) { return std::ranges::count(s.checks, v, &CheckReading::verdict); };
  const auto wrong = is(Verdict::fails) + is(Verdict::not_settled);
  if (wrong > 0) return fmt::format("{} of {} fail", wrong, n);
  return fmt::format("{} of {} hold", is(Verdict::holds), n);
}

void check_rows(const Context& c) {
  const Scene& s = c.state.scene;
  if (c.state.learning.is_guessing())
    return hint(c.look, "What is measured is shown once the lesson's question is answered.");
  if (s.checks.empty())
    return hint(c.look,
                "A scene can say what it must show: a [[check]] in its file stands here, measured beside theory.");
  for (std::size_t k = 0; k < count(c.state); ++k)
    card(c, s.checks[k], c.state.checks[k], fmt::format("##check{}", k).c_str());
}

namespace {

// What a line of the badge leaves out, under the mouse.
void row_tip(const Context& c, ImVec2 at, ImVec2 size, std::size_t k, const Check& check, const CheckReading& r) {
  if (!c.memory.options.chrome || c.memory.gesture.kind != Gesture::Kind::none) return;
  const ImVec2 back = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(fmt::format("##badge{}", k).c_str(), size);
  const std::string values = c.say("{}: measured {}, theory {}.\n", check.name, number(r.measured), number(r.theory));
  tip(c.look, values + explained(c, check, r));
  ImGui::SetCursorScreenPos(back);
  ImGui::Dummy({0, 0});
}

// Which part of an area the simulated room takes.
float share_of_room(const Context& c, const Viewport& v, const Area& area) {
  const Grid& grid = c.state.scene.grid;
  const ImVec2 a = v.screen({-0.5, grid.ny - 0.5}), b = v.screen({grid.nx - 0.5, -0.5});
  const float x = std::min(b.x, area.max.x) - std::max(a.x, area.min.x),
              y = std::min(b.y, area.max.y) - std::max(a.y, area.min.y);
  return std::max(x, 0.0f) * std::max(y, 0.0f) / (area.width() * area.height());
}

// The corner in which so large a card covers least: other cards before marks, marks before what of the room is seen.
// Of equals the first; the lower ones are above the value under the cursor and above the legend.
ImVec2 corner_for(const Context& c, const Viewport& v, const Area& legend, ImVec2 size) {
  constexpr int card = 1000, mark = 10, room = 4;  // what each counts
  const Area& p = c.memory.picture;
  const float left = p.min.x + c.px(16), right = p.max.x - c.px(16) - size.x, top = p.min.y + c.px(16);
  const auto low = [&](float x) {
    const bool over = x <= legend.max.x + c.px(8) && x + size.x >= legend.min.x - c.px(8);
    return (over ? legend.min.y - c.px(8) : p.max.y - c.px(16)) - c.px(28 + 8) - size.y;
  };
  ImVec2 best(right, top);
  int least = std::numeric_limits<int>::max();
  for (const ImVec2 at : {best, ImVec2(right, low(right)), ImVec2(left, top), ImVec2(left, low(left))}) {
    const Area here{at, at + size};
    int covered = mark * marks_under(c, v, here) + static_cast<int>(std::lround(room * share_of_room(c, v, here)));
    for (const Area& other : {c.memory.text_card, legend}) covered += other.meets(here) ? card : 0;
    if (covered < least) best = at, least = covered;
  }
  return best;
}

}  // namespace

Area draw_check_badge(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list) {
  if (c.state.learning.shown() && c.state.learning.shown()->asks()) return {};  // its card tells them in its time
  const std::size_t n = count(c.state), shown = std::min(n, most_lines);
  const Area& p = c.memory.picture;
  const Pen pen{c.look, list};
  // Columns: name, measured, theory, difference, bound. Where they would take much of the picture, name, difference and
  // bound alone; the rest is in the tip.
  const auto small = [&](std::string_view text) { return c.look.measure(c.look.fonts.text, font_size::small, text).x; };
  const auto mono = [&](const std::string& text) {
    return c.look.measure(c.look.fonts.mono, font_size::number, text).x;
  };
  float name = 0, value = small("measured"), last = std::max(small("difference"), mono("+0.00 %")),
        most = small("bound"), waits = 0;
  for (std::size_t k = 0; k < shown; ++k) {
    const CheckReading& r = c.state.checks[k];
    name =
        std::max(name, c.look.measure(c.look.fonts.medium, font_size::small, as_name(c.state.scene.checks[k].name)).x);
    value = std::max({value, mono(number(r.measured)), mono(number(r.theory))});
    last = std::max(last, mono(difference_of(r)));
    most = std::max(most, mono(bound_of(r)));
    if (r.verdict == Verdict::not_yet) waits = std::max(waits, small(waits_in_brief(c, r)));
  }
  name = std::min(name, c.px(190));
  const float gap = c.px(14), ends = c.px(32) + name + c.px(12), short_one = last + most + 2 * gap;
  const bool full = ends + 2 * (value + gap) + short_one <= widest_part * p.width();
  const float columns = full ? 2 * (value + gap) + short_one : short_one;
  float width = ends + columns;
  if (shown == 0 || width + c.px(32) > p.width()) return {};
  const float lines = static_cast<float>(shown + 1 + (n > shown ? 1 : 0));
  ImVec2 size(width, c.px(line_height) * lines + c.px(10));
  ImVec2 a = corner_for(c, v, legend, size);
  // It stands where it will stand with its numbers; what it waits for reaches farther inwards, as far as is free.
  const bool left = a.x + size.x / 2 < (p.min.x + p.max.x) / 2;
  float room = (left ? p.max.x - a.x - size.x : a.x - p.min.x) - c.px(16);
  for (const Area& other : {c.memory.text_card, legend})
    if (other.meets({{p.min.x, a.y}, {p.max.x, a.y + size.y}}))
      room = std::min(room, (left ? other.min.x - a.x - size.x : a.x - other.max.x) - c.px(8));
  const float wanted = std::min(ends + waits + gap, std::max(width, widest_part * p.width()));
  const float wider = std::max(0.0f, std::min(wanted - width, room));
  if (!left) a.x -= wider;
  width += wider, size.x = width;
  pen.card(a, a + size);
  const float right = a.x + width - c.px(12), of_difference = right - most - gap,
              of_theory = of_difference - last - gap, of_measured = of_theory - value - gap;
  float y = a.y + c.px(5 + line_height / 2);
  const auto head = [&](float x, const char* text) {
    pen.text({x, y}, {1, 0.5f}, text, c.t().text2, font_size::small);
  };
  if (full) head(of_measured, "measured"), head(of_theory, "theory");
  head(of_difference, "difference"), head(right, "bound");
  for (std::size_t k = 0; k < shown; ++k) {
    y += c.px(line_height);
    const CheckReading& r = c.state.checks[k];
    const Check& check = c.state.scene.checks[k];
    row_tip(c, {a.x, y - c.px(line_height / 2)}, {width, c.px(line_height)}, k, check, r);
    const Badge badge = badge_of(c.t(), r);
    pen.icon({a.x + c.px(17), y}, badge.icon, 13, badge.color);
    pen.names().clipped({a.x + c.px(30), y}, a.x + c.px(32) + name, check.name, c.t().text, font_size::small,
                        c.look.fonts.medium);
    if (r.verdict == Verdict::not_yet) {
      pen.clipped({a.x + c.px(32) + name + gap, y}, right, waits_in_brief(c, r), badge.color, font_size::small);
      continue;
    }
    if (full) {
      pen.mono({of_measured, y}, {1, 0.5f}, number(r.measured), c.t().text, font_size::number);
      pen.mono({of_theory, y}, {1, 0.5f}, number(r.theory), c.t().text, font_size::number);
    }
    if (is_number(r))
      pen.mono({of_difference, y}, {1, 0.5f}, difference_of(r), badge.color, font_size::number);
    else
      pen.text({of_difference, y}, {1, 0.5f}, difference_of(r), badge.color, font_size::small);
    pen.mono({right, y}, {1, 0.5f}, bound_of(r), c.t().text2, font_size::number);
  }
  if (n > shown)
    pen.text({right, y + c.px(line_height)}, {1, 0.5f}, c.say("and {} more", n - shown), c.t().text2, font_size::small);
  return {a, a + size};
}

}  // namespace ez
