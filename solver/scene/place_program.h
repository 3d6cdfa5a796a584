// A formula of the place as a list of operations, each made at all places of a row before the next one: a graded medium
// asks for millions of values. muParser computes one value a call; this knows the part of its grammar that formulas of
// media use. Inner header of solver/scene.
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
  // None where the text has something that is not known here (muParser computes it then), or is wrong.
  static std::optional<PlaceProgram> of(const std::string& text);

  // The values at (x[k], y[k]), or at (x[k], y[0]) where y has one number. `radius` is of the circle around them.
  // `same_x`: x has the numbers of the call before, so what depends on x alone is not computed again.
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
    int a = -1, b = -1, c = -1;            // nodes before it
    double number = 0;                     // of Op::number
    double (*function)(double) = nullptr;  // of Op::function
    bool of_x = false, of_y = false, of_radius = false;
    bool operator==(const Node&) const = default;
  };
  // A node's values: one number, or one for each place.
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
