// Whether an answer is right, and what a class's answers come to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/features/lesson/progress.h"

namespace ez {

struct State;

bool is_right(const NumberQuestion& question, double answer);
// How far two lines of points are apart, in m: the mean distance of the points of one from the other, the larger of the
// two. `scene` has their unit. Infinite where a line has no points.
double apart(const Scene& scene, const std::vector<Vec2>& drawn, const std::vector<Vec2>& curve);
bool is_right(const DrawQuestion& question, const Scene& scene, const std::vector<Vec2>& drawn);

// Whether what runs shows that the card's goal is reached.
bool goal_is_reached(const State& state);

// "✓" at the first try, "✓2" at the second; "✗" given up; "…" tried and left; "–" not tried. "?" behind it: with a
// hint.
std::string mark_of(const GivenAnswer& given);

// A student's name without blanks before and behind it, those of Japanese keyboards among them.
std::string name_without_blanks(std::string_view name);
// What several students handed in of one lesson or more.
struct HandedIn {
  std::string file;
  Answers answers;
};
// Leaves of several answers to one card the first; which cards had several.
std::vector<int> drop_repeats(Answers& answers);
// A table for a terminal, a lesson after the other, a row a student.
std::string answers_table(const std::vector<HandedIn>& all);
// RFC 4180: a row an answer.
std::string answers_csv(const std::vector<HandedIn>& all);

}  // namespace ez
