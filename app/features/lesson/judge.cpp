#include "app/features/lesson/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "app/features/lesson/progress.h"
#include "app/model/state.h"
#include "solver/base/csv.h"
#include "solver/base/utf8.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }
Vec2 between(Vec2 a, Vec2 b, double t) { return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}; }

double from_segment(Vec2 p, Vec2 a, Vec2 b) {
  const double square = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
  const double along = (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
  return distance(p, between(a, b, square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0));
}

double from_line(Vec2 p, const std::vector<Vec2>& line) {
  double least = distance(p, line.front());
  for (std::size_t k = 1; k < line.size(); ++k) least = std::min(least, from_segment(p, line[k - 1], line[k]));
  return least;
}

double length(const std::vector<Vec2>& line) {
  double sum = 0;
  for (std::size_t k = 1; k < line.size(); ++k) sum += distance(line[k - 1], line[k]);
  return sum;
}

// Returns points at equal distances along the line.
std::vector<Vec2> sampled(const std::vector<Vec2>& line) {
  constexpr int samples = 200;
  const double step = length(line) / (samples - 1);
  if (!(step > 0)) return {line.front()};
  std::vector<Vec2> out = {line.front()};
  double gone = 0;  // length of the line up to its point k
  for (std::size_t k = 1; k < line.size(); ++k) {
    const double part = distance(line[k - 1], line[k]);
    while (part > 0 && static_cast<int>(out.size()) < samples && static_cast<double>(out.size()) * step <= gone + part)
      out.push_back(between(line[k - 1], line[k], (static_cast<double>(out.size()) * step - gone) / part));
    gone += part;
  }
  return out;
}

double mean_distance(const std::vector<Vec2>& from, const std::vector<Vec2>& to) {
  double sum = 0;
  const std::vector<Vec2> points = sampled(from);
  for (const Vec2& p : points) sum += from_line(p, to);
  return sum / static_cast<double>(points.size());
}

// Converts the line to m, whatever unit the scene has.
std::vector<Vec2> in_metres(const Scene& scene, std::vector<Vec2> line) {
  const Vec2 cell = cell_size(scene);
  for (Vec2& p : line) {
    const Vec2 node = to_nodes(scene, p);
    p = {node.x * cell.x, node.y * cell.y};
  }
  return line;
}

// Returns the name shown in the table. If several students have the same name, or one handed in twice, the file name is
// added. A long name is cut, so that it does not widen every line.
std::string name_of(const HandedIn& h, const std::vector<const HandedIn*>& all) {
  constexpr std::size_t longest = 60;
  const std::string name = name_without_blanks(h.answers.student);
  if (name.empty()) return printable(h.file);
  const auto called_so = [&](const HandedIn* other) { return name_without_blanks(other->answers.student) == name; };
  std::string shown = names::shortened(name, longest);
  if (std::ranges::count_if(all, called_so) == 1) return shown;
  return fmt::format("{} ({})", shown, printable(h.file));
}
std::string result_of(const GivenAnswer& g) {
  return g.solved ? "solved" : g.revealed ? "given up" : g.tries > 0 ? "tried" : "open";
}

// Formats the answers to one lesson, with a column for each card that asks, in the order of the files.
std::string table_of(const std::string& lesson, const std::vector<const HandedIn*>& rows) {
  std::map<int, std::string> cards;
  std::size_t widest = 7;
  for (const HandedIn* h : rows) {
    widest = std::max(widest, columns(name_of(*h, rows)));
    for (const GivenAnswer& g : h->answers.given) cards.emplace(g.card, g.title);
  }
  const auto padded = [](const std::string& text, std::size_t width) {
    const std::size_t length = columns(text);
    return text + std::string(width > length ? width - length : 0, ' ');
  };
  std::string out = printable(lesson) + '\n' + padded("student", widest);
  for (const auto& [card, title] : cards) out += fmt::format("  {:<4}", card);
  out += "  solved\n";
  std::map<int, int> solved;
  for (const HandedIn* h : rows) {
    out += padded(name_of(*h, rows), widest);
    int count = 0;
    for (const auto& [card, title] : cards) {
      const auto& all = h->answers.given;
      const auto found = std::ranges::find(all, card, &GivenAnswer::card);
      out += "  " + padded(found == all.end() ? "–" : mark_of(*found), 4);
      if (found != all.end() && found->solved) ++count, ++solved[card];
    }
    out += fmt::format("  {} of {}\n", count, cards.size());
  }
  out += padded("solved", widest);
  for (const auto& [card, title] : cards) out += fmt::format("  {:<4}", solved[card]);
  out += '\n';
  for (const auto& [card, title] : cards) out += fmt::format("{:>4}  {}\n", card, printable(title));
  return out;
}

}  // namespace

bool is_right(const NumberQuestion& q, double answer) {
  const double bound = q.within ? *q.within * std::abs(q.right) : q.within_abs.value_or(0);
  return std::abs(answer - q.right) <= bound * (1 + 1e-9);
}

double apart(const Scene& scene, const std::vector<Vec2>& drawn, const std::vector<Vec2>& curve) {
  if (drawn.empty() || curve.empty()) return std::numeric_limits<double>::infinity();
  const std::vector<Vec2> a = in_metres(scene, drawn), b = in_metres(scene, curve);
  return std::max(mean_distance(a, b), mean_distance(b, a));
}

bool is_right(const DrawQuestion& q, const Scene& scene, const std::vector<Vec2>& drawn) {
  return apart(scene, drawn, q.curve) <= q.within * length_unit(scene);
}

bool goal_is_reached(const State& s) {
  const Learning& l = s.of<Learning>();
  if (!l.is_asking() || !l.shown()->goal) return false;
  const LessonGoal& goal = *l.shown()->goal;
  if (!goal.reflection_below) {
    const auto check = std::ranges::find(s.scene.checks, goal.check, &Check::name);
    const auto k = static_cast<std::size_t>(check - s.scene.checks.begin());
    return k < s.checks.size() && k < s.scene.checks.size() && s.checks[k].verdict == CheckReading::Verdict::holds;
  }
  // The run has reached its pause, so every echo has had time to arrive.
  if (!s.held || static_cast<std::size_t>(s.active) >= s.panes.size()) return false;
  const ReflectionReading& reading = s.panes[static_cast<std::size_t>(s.active)].reflection;
  for (std::size_t side = 0; side < 4; ++side)
    if (!reading.db[side] && reading.why_not[side].empty()) return false;
  return reading.worst && *reading.worst < *goal.reflection_below;
}

std::string mark_of(const GivenAnswer& g) {
  std::string out = g.solved      ? g.tries > 1 ? fmt::format("✓{}", g.tries) : "✓"
                    : g.revealed  ? "✗"
                    : g.tries > 0 ? "…"
                                  : "–";
  return g.hinted ? out + "?" : out;
}

std::string name_without_blanks(std::string_view name) {
  constexpr std::array<std::string_view, 3> blanks = {" ", "\t", "\u3000"};
  const auto end_blank = [&](auto&& at_end) {
    const auto found = std::ranges::find_if(blanks, at_end);
    return found == blanks.end() ? 0 : found->size();
  };
  while (const std::size_t blank = end_blank([&](std::string_view b) { return name.starts_with(b); }))
    name.remove_prefix(blank);
  while (const std::size_t blank = end_blank([&](std::string_view b) { return name.ends_with(b); }))
    name.remove_suffix(blank);
  return std::string(name);
}

std::vector<int> drop_repeats(Answers& answers) {
  std::set<int> seen, repeated;
  std::erase_if(answers.given, [&](const GivenAnswer& g) {
    const bool again = !seen.insert(g.card).second;
    if (again) repeated.insert(g.card);
    return again;
  });
  return {repeated.begin(), repeated.end()};
}

std::string answers_table(const std::vector<HandedIn>& all) {
  std::vector<std::string> lessons;
  for (const HandedIn& h : all)
    if (std::ranges::find(lessons, h.answers.lesson) == lessons.end()) lessons.push_back(h.answers.lesson);
  std::string out;
  for (const std::string& lesson : lessons) {
    std::vector<const HandedIn*> rows;
    for (const HandedIn& h : all)
      if (h.answers.lesson == lesson) rows.push_back(&h);
    if (!out.empty()) out += '\n';
    out += table_of(lesson, rows);
  }
  return out;
}

std::string answers_csv(const std::vector<HandedIn>& all) {
  std::string out = "lesson,student,file,card,title,answer,result,tries,hint\n";
  for (const HandedIn& h : all)
    for (const GivenAnswer& g : h.answers.given)
      out += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(h.answers.lesson),
                         csv_field(name_without_blanks(h.answers.student)), csv_field(h.file), g.card,
                         csv_field(g.title), csv_field(g.given), result_of(g), g.tries, g.hinted ? "yes" : "no");
  return out;
}

}  // namespace ez
