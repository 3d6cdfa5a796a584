// Minimises a function of a few variables without derivatives, with the simplex method of Nelder and Mead (Comput. J. 7
// (1965) 308) and their coefficients 1, 2, ½, ½. Deterministic.
#pragma once

#include <array>
#include <cstddef>
#include <functional>

namespace ez {

inline constexpr int simplex_variables = 4;
using SimplexPoint = std::array<double, simplex_variables>;

struct SimplexResult {
  SimplexPoint at{};  // the best point found
  double value = 0;   // f at that point
};

class NelderMead {
 public:
  // Starts from `start` with edges of `size`. Ends when the values differ by less than `tolerance`, or after `most`
  // trials.
  NelderMead(std::function<double(const SimplexPoint&)> f, const SimplexPoint& start, double size, double tolerance,
             int most);
  // Tries at most six points. Returns false at the end.
  bool step();
  const SimplexResult& best() const { return simplex_[0]; }  // after a step

 private:
  static constexpr std::size_t n = simplex_variables;
  SimplexResult tried(const SimplexPoint& x);
  void begin();
  void move();

  std::function<double(const SimplexPoint&)> f_;
  SimplexPoint start_;
  double size_, tolerance_;
  int most_, trials_ = 0;
  std::array<SimplexResult, n + 1> simplex_;  // the best one first
};

}  // namespace ez
