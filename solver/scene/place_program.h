// A formula of the position as a list of operations. Each operation is evaluated at all points of a row before the next
// one, because a graded medium needs millions of values. muParser computes one value per call. This class supports the
// part of its grammar that formulas of media use. Inner header of solver/scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ez {

class PlaceProgram {
 public:
  // Returns the program. Empty if the text is wrong or contains something unsupported, which muParser then evaluates.
  static std::optional<PlaceProgram> of(const std::string& text);

  // Evaluates the formula at (x[k], y[k]), or at (x[k], y[0]) if y has one number. The circle around them has `radius`.
  // `same_x`: x has the same numbers as in the previous call, so results that depend on x alone are reused.
  // reused.
  void compute(std::span<const double> x, std::span<const double> y, double radius, bool same_x, std::span<double> out);

 private:
  enum class Op : std::uint8_t {
    number,
    x,
    y,
    radius,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    at_most,
    more,
    at_least,
    equal,
    unequal,
    both,
    either,
    choose,
    least,
    most,
    square_root,
    function
  };
  struct Node {
    Op op = Op::number;
    int a = -1, b = -1, c = -1;            // indices of earlier nodes
    double number = 0;                     // for Op::number
    double (*function)(double) = nullptr;  // for Op::function
    bool of_x = false, of_y = false, of_radius = false;
    bool operator==(const Node&) const = default;
  };
  // A node's values: a single number, or one for each point.
  struct Values {
    double one = 0;
    std::vector<double> each;
  };
  class Parser;

  static double scalar(const Node& n, double a, double b, double c);
  int add(Node n);
  bool is_one(const Node& n, bool one_y) const { return !n.of_x && (!n.of_y || one_y); }
  void run(std::size_t first, std::size_t count, std::span<const double> x, std::span<const double> y, bool one_y,
           bool same_x);

  std::vector<Node> nodes_;
  std::vector<Values> values_;
  int result_ = 0;
};

}  // namespace ez
