// Decides whether an answer is right, and summarises the answers of a class.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/features/lesson/progress.h"

namespace ez {

struct State;

bool is_right(const NumberQuestion& question, double answer);
// Returns the distance between two lines of points, in m: the mean distance of the points of one line from the other
// line, the larger of the two. Both are in the unit of `scene`. Infinite if a line has no points.
double apart(const Scene& scene, const std::vector<Vec2>& drawn, const std::vector<Vec2>& curve);
bool is_right(const DrawQuestion& question, const Scene& scene, const std::vector<Vec2>& drawn);

// Returns whether the running scene has reached the card's goal.
bool goal_is_reached(const State& state);

// Returns "✓" for the first try, "✓2" for the second, "✗" if given up, "…" if tried but not solved, "–" if not tried. A
// "?" is appended if the hint was used.
std::string mark_of(const GivenAnswer& given);

// Returns a student's name without leading and trailing blanks, including the blank of Japanese keyboards.
std::string name_without_blanks(std::string_view name);
// Answers that one student handed in, and their file.
struct HandedIn {
  std::string file;
  Answers answers;
};
// Removes repeated answers to the same card except the first. Returns the cards that had several.
std::vector<int> drop_repeats(Answers& answers);
// Formats the answers for a terminal: one table per lesson, one row per student.
std::string answers_table(const std::vector<HandedIn>& all);
// Formats the answers as CSV (RFC 4180), one row per answer.
std::string answers_csv(const std::vector<HandedIn>& all);

}  // namespace ez
