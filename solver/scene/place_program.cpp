#include "solver/scene/place_program.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

namespace ez {
namespace {

constexpr std::size_t block =
    512;                      // points at which an operation is evaluated before the next one; they fit the L1 cache
constexpr int deepest = 100;  // nested parentheses
constexpr std::size_t most_nodes = 1000;

// As muParser defines them.
double sign(double v) { return v < 0 ? -1 : v > 0 ? 1 : 0; }
double nearest(double v) { return std::floor(v + 0.5); }
double log_of_two(double v) { return std::log(v) / std::log(2.0); }

struct Function {
  std::string_view name;
  double (*f)(double);
};
constexpr std::array<Function, 22> functions = {{
    {"sin", [](double v) { return std::sin(v); }},
    {"cos", [](double v) { return std::cos(v); }},
    {"tan", [](double v) { return std::tan(v); }},
    {"asin", [](double v) { return std::asin(v); }},
    {"acos", [](double v) { return std::acos(v); }},
    {"atan", [](double v) { return std::atan(v); }},
    {"sinh", [](double v) { return std::sinh(v); }},
    {"cosh", [](double v) { return std::cosh(v); }},
    {"tanh", [](double v) { return std::tanh(v); }},
    {"asinh", [](double v) { return std::asinh(v); }},
    {"acosh", [](double v) { return std::acosh(v); }},
    {"atanh", [](double v) { return std::atanh(v); }},
    {"exp", [](double v) { return std::exp(v); }},
    {"ln", [](double v) { return std::log(v); }},
    {"log", [](double v) { return std::log(v); }},
    {"log10", [](double v) { return std::log10(v); }},
    {"log2", log_of_two},
    {"abs", [](double v) { return std::abs(v); }},
    {"sign", sign},
    {"rint", nearest},
    {"sqrt", nullptr},
    {"hypot", nullptr},
}};

}  // namespace

// Recursive descent over muParser's grammar, from lowest to highest precedence: ?: || && comparisons, + and -, * / and
// a sign, ^. A sign has the precedence of *, and ^ is right-associative. Fails at unsupported input.
class PlaceProgram::Parser {
 public:
  Parser(std::string_view text, PlaceProgram& into) : rest_(text), out_(into) {}

  std::optional<int> whole() {
    const int result = choice();
    blanks();
    return failed_ || !rest_.empty() ? std::nullopt : std::optional(result);
  }

 private:
  void blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  int fail() {
    failed_ = true;
    return 0;
  }
  int node(Op op, int a, int b = -1, int c = -1) {
    return failed_ || out_.nodes_.size() >= most_nodes ? fail() : out_.add({op, a, b, c});
  }
  int number(double v) { return out_.add({.op = Op::number, .number = v}); }

  int choice() {
    if (++depth_ > deepest) return fail();
    int out = either();
    if (take("?")) {
      const int yes = choice();
      if (!take(":")) return fail();
      const int no = choice();
      out = node(Op::choose, out, yes, no);
    }
    --depth_;
    return out;
  }
  int either() {
    int out = both();
    while (!failed_ && take("||")) out = node(Op::either, out, both());
    return out;
  }
  int both() {
    int out = comparison();
    while (!failed_ && take("&&")) out = node(Op::both, out, comparison());
    return out;
  }
  int comparison() {
    constexpr std::array<std::pair<std::string_view, Op>, 6> all = {{{"<=", Op::at_most},
                                                                     {">=", Op::at_least},
                                                                     {"!=", Op::unequal},
                                                                     {"==", Op::equal},
                                                                     {"<", Op::less},
                                                                     {">", Op::more}}};
    int out = sum();
    while (!failed_) {
      const auto* const at = std::find_if(all.begin(), all.end(), [&](const auto& c) { return take(c.first); });
      if (at == all.end()) break;
      out = node(at->second, out, sum());
    }
    return out;
  }
  int sum() {
    int out = product();
    while (!failed_)
      if (take("+"))
        out = node(Op::add, out, product());
      else if (take("-"))
        out = node(Op::subtract, out, product());
      else
        break;
    return out;
  }
  int product() {
    int out = with_sign();
    while (!failed_)
      if (take("*"))
        out = node(Op::multiply, out, with_sign());
      else if (take("/"))
        out = node(Op::divide, out, with_sign());
      else
        break;
    return out;
  }
  int with_sign() {
    const bool minus = take("-");
    if (!minus) static_cast<void>(take("+"));
    const int out = power();
    return minus ? node(Op::negate, out) : out;
  }
  int power() {
    const int base = operand();
    if (!take("^")) return base;
    if (++depth_ > deepest) return fail();
    const int exponent = with_sign();
    --depth_;
    return node(Op::power, base, exponent);
  }
  int operand() {
    if (take("(")) {
      const int inner = choice();
      return take(")") ? inner : fail();
    }
    blanks();
    if (rest_.empty()) return fail();
    const char first = rest_.front();
    if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '.') return literal();
    if (std::isalpha(static_cast<unsigned char>(first)) != 0 || first == '_') return name();
    return fail();
  }
  int literal() {
    double v = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), v);
    if (error != std::errc()) return fail();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return number(v);
  }
  int name() {
    std::size_t end = 0;
    while (end < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[end])) != 0 || rest_[end] == '_'))
      ++end;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (take("(")) return call(word);
    if (word == "x" || word == "y") return out_.add({.op = word == "x" ? Op::x : Op::y});
    if (word == "r") return root_of_squares(out_.add({.op = Op::x}), out_.add({.op = Op::y}));
    if (word == "radius") return out_.add({.op = Op::radius});
    if (word == "pi" || word == "_pi") return number(std::numbers::pi);
    if (word == "_e") return number(std::numbers::e);
    if (word == "deg") return number(std::numbers::pi / 180);
    return fail();
  }
  int root_of_squares(int a, int b) {
    const int squares = node(Op::add, node(Op::multiply, a, a), node(Op::multiply, b, b));
    return node(Op::square_root, squares);
  }
  int call(std::string_view word) {
    std::vector<int> with;
    do with.push_back(choice());
    while (!failed_ && take(","));
    if (failed_ || !take(")")) return fail();
    const auto joined = [&](Op op) {
      int out = with[0];
      for (std::size_t k = 1; k < with.size(); ++k) out = node(op, out, with[k]);
      return out;
    };
    if (word == "min") return joined(Op::least);
    if (word == "max") return joined(Op::most);
    if (word == "sum") return joined(Op::add);
    if (word == "avg") return node(Op::divide, joined(Op::add), number(static_cast<double>(with.size())));
    if (word == "hypot" && with.size() == 2) return root_of_squares(with[0], with[1]);
    if (with.size() != 1) return fail();
    if (word == "sqrt") return node(Op::square_root, with[0]);
    const auto* const at = std::find_if(functions.begin(), functions.end(),
                                        [&](const Function& f) { return f.name == word && f.f != nullptr; });
    if (at == functions.end()) return fail();
    return out_.add({.op = Op::function, .a = with[0], .function = at->f});
  }

  std::string_view rest_;
  PlaceProgram& out_;
  bool failed_ = false;
  int depth_ = 0;
};

double PlaceProgram::scalar(const Node& n, double a, double b, double c) {
  switch (n.op) {
    case Op::number:
      return n.number;
    case Op::x:
    case Op::y:
    case Op::radius:
      return 0;
    case Op::negate:
      return -a;
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::power:
      return std::pow(a, b);
    case Op::less:
      return a < b ? 1 : 0;
    case Op::at_most:
      return a <= b ? 1 : 0;
    case Op::more:
      return a > b ? 1 : 0;
    case Op::at_least:
      return a >= b ? 1 : 0;
    case Op::equal:
      return a == b ? 1 : 0;
    case Op::unequal:
      return a != b ? 1 : 0;
    case Op::both:
      return a != 0 && b != 0 ? 1 : 0;
    case Op::either:
      return a != 0 || b != 0 ? 1 : 0;
    case Op::choose:
      return a != 0 ? b : c;
    case Op::least:
      return std::min(a, b);
    case Op::most:
      return std::max(a, b);
    case Op::square_root:
      return std::sqrt(a);
    case Op::function:
      return n.function(a);
  }
  return 0;
}

// Reuses an equal existing node, and evaluates a node of constants.
int PlaceProgram::add(Node n) {
  const auto of = [&](int k) -> const Node& { return nodes_[static_cast<std::size_t>(k)]; };
  if (n.op == Op::power && of(n.b).op == Op::number) {
    const double exponent = of(n.b).number;
    if (exponent == 1) return n.a;
    if (exponent == 2 || exponent == 3 || exponent == 4) {
      const int base = n.a, square = add({Op::multiply, base, base});
      return exponent == 2 ? square
                           : add({Op::multiply, exponent == 3 ? square : add({Op::multiply, square, base}), base});
    }
  }
  bool numbers = n.a >= 0;
  for (const int k : {n.a, n.b, n.c}) {
    if (k < 0) continue;
    n.of_x |= of(k).of_x, n.of_y |= of(k).of_y, n.of_radius |= of(k).of_radius;
    numbers &= of(k).op == Op::number;
  }
  n.of_x |= n.op == Op::x, n.of_y |= n.op == Op::y, n.of_radius |= n.op == Op::radius;
  if (numbers) {
    const auto value = [&](int k) { return k < 0 ? 0.0 : of(k).number; };
    n = {.op = Op::number, .number = scalar(n, value(n.a), value(n.b), value(n.c))};
  }
  const auto there = std::find(nodes_.begin(), nodes_.end(), n);
  if (there != nodes_.end()) return static_cast<int>(there - nodes_.begin());
  nodes_.push_back(n);
  return static_cast<int>(nodes_.size()) - 1;
}

std::optional<PlaceProgram> PlaceProgram::of(const std::string& text) {
  PlaceProgram out;
  const std::optional<int> result = Parser(text, out).whole();
  if (!result) return std::nullopt;
  out.result_ = *result;
  out.values_.resize(out.nodes_.size());
  for (std::size_t k = 0; k < out.nodes_.size(); ++k) out.values_[k].one = out.nodes_[k].number;
  return out;
}

namespace {

// Calls f(k) for both lists of values. One or both may be a single number.
template <class F>
void each(std::size_t count, const double* a, double one_a, const double* b, double one_b, double* out, F f) {
  if (a != nullptr && b != nullptr)
    for (std::size_t k = 0; k < count; ++k) out[k] = f(a[k], b[k]);
  else if (a != nullptr)
    for (std::size_t k = 0; k < count; ++k) out[k] = f(a[k], one_b);
  else
    for (std::size_t k = 0; k < count; ++k) out[k] = f(one_a, b[k]);
}

}  // namespace

// Evaluates the points from `first` on. A node that depends on x alone keeps its values for the whole row.
void PlaceProgram::run(std::size_t first, std::size_t count, std::span<const double> x, std::span<const double> y,
                       bool one_y, bool same_x) {
  const auto whole_row = [&](const Node& n) { return !n.of_y && !n.of_radius; };
  const auto place = [&](int k) -> const double* {
    if (k < 0) return nullptr;
    const auto at = static_cast<std::size_t>(k);
    const Node& n = nodes_[at];
    if (is_one(n, one_y)) return nullptr;
    if (n.op == Op::x) return x.data() + first;
    if (n.op == Op::y) return y.data() + first;
    return values_[at].each.data() + (whole_row(n) ? first : 0);
  };
  const auto one = [&](int k) { return k < 0 ? 0.0 : values_[static_cast<std::size_t>(k)].one; };
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    const Node& n = nodes_[at];
    if (n.op <= Op::radius || is_one(n, one_y)) continue;
    if (whole_row(n) && same_x) continue;
    std::vector<double>& into = values_[at].each;
    const std::size_t size = whole_row(n) ? x.size() : block;
    if (into.size() < size) into.resize(size);
    double* const out = into.data() + (whole_row(n) ? first : 0);
    const double *const a = place(n.a), *const b = place(n.b), *const c = place(n.c);
    const double one_a = one(n.a), one_b = one(n.b), one_c = one(n.c);
    const auto with = [&](auto f) { each(count, a, one_a, b, one_b, out, f); };
    switch (n.op) {
      case Op::number:
      case Op::x:
      case Op::y:
      case Op::radius:
        break;
      case Op::negate:
        for (std::size_t k = 0; k < count; ++k) out[k] = -a[k];
        break;
      case Op::square_root:
        for (std::size_t k = 0; k < count; ++k) out[k] = std::sqrt(a[k]);
        break;
      case Op::function:
        for (std::size_t k = 0; k < count; ++k) out[k] = n.function(a[k]);
        break;
      case Op::choose:
        for (std::size_t k = 0; k < count; ++k)
          out[k] = (a != nullptr ? a[k] : one_a) != 0 ? (b != nullptr ? b[k] : one_b) : (c != nullptr ? c[k] : one_c);
        break;
      case Op::add:
        with([](double p, double q) { return p + q; });
        break;
      case Op::subtract:
        with([](double p, double q) { return p - q; });
        break;
      case Op::multiply:
        with([](double p, double q) { return p * q; });
        break;
      case Op::divide:
        with([](double p, double q) { return p / q; });
        break;
      case Op::power:
        with([](double p, double q) { return std::pow(p, q); });
        break;
      case Op::less:
        with([](double p, double q) { return p < q ? 1.0 : 0.0; });
        break;
      case Op::at_most:
        with([](double p, double q) { return p <= q ? 1.0 : 0.0; });
        break;
      case Op::more:
        with([](double p, double q) { return p > q ? 1.0 : 0.0; });
        break;
      case Op::at_least:
        with([](double p, double q) { return p >= q ? 1.0 : 0.0; });
        break;
      case Op::equal:
        with([](double p, double q) { return p == q ? 1.0 : 0.0; });
        break;
      case Op::unequal:
        with([](double p, double q) { return p != q ? 1.0 : 0.0; });
        break;
      case Op::both:
        with([](double p, double q) { return p != 0 && q != 0 ? 1.0 : 0.0; });
        break;
      case Op::either:
        with([](double p, double q) { return p != 0 || q != 0 ? 1.0 : 0.0; });
        break;
      case Op::least:
        with([](double p, double q) { return std::min(p, q); });
        break;
      case Op::most:
        with([](double p, double q) { return std::max(p, q); });
        break;
    }
  }
}

void PlaceProgram::compute(std::span<const double> x, std::span<const double> y, double radius, bool same_x,
                           std::span<double> out) {
  const bool one_y = y.size() == 1;
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    const Node& n = nodes_[at];
    if (n.op == Op::number || !is_one(n, one_y)) continue;
    const auto one = [&](int k) { return k < 0 ? 0.0 : values_[static_cast<std::size_t>(k)].one; };
    values_[at].one = n.op == Op::y ? y[0] : n.op == Op::radius ? radius : scalar(n, one(n.a), one(n.b), one(n.c));
  }
  const Node& result = nodes_[static_cast<std::size_t>(result_)];
  const Values& values = values_[static_cast<std::size_t>(result_)];
  if (is_one(result, one_y)) return std::fill(out.begin(), out.end(), values.one);
  for (std::size_t first = 0; first < out.size(); first += block) {
    const std::size_t count = std::min(block, out.size() - first);
    run(first, count, x, y, one_y, same_x);
    const double* const from = result.op == Op::x ? x.data() + first
                               : result.op == Op::y
                                   ? y.data() + first
                                   : values.each.data() + (!result.of_y && !result.of_radius ? first : 0);
    std::copy_n(from, count, out.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

}  // namespace ez
