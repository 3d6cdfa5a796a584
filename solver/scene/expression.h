// The text of a formula, and the library that evaluates it, muParser. This class contains all calls of the library. The
// library's exceptions do not derive from std::exception, so this class converts them to ExpressionError.
//
// The library limits the length of names, but users choose names freely. Longer names are replaced by short ones here.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ez {

// what() says what is wrong, without the position and the remedy.
struct ExpressionError : std::runtime_error {
  using std::runtime_error::runtime_error;
  std::string remedy;                   // empty: that of `function` or `unknown`
  std::optional<std::size_t> position;  // byte offset in the text
  std::string function;                 // the function whose arguments are wrong; empty: another error
  std::string unknown;                  // the undefined name, or a text that begins with no name; empty: another error
};

class Expression {
 public:
  explicit Expression(std::string text);
  ~Expression();
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  const std::string& text() const;
  bool uses(std::string_view name) const;      // as a whole word, outside quotes
  bool mentions(std::string_view part) const;  // as a part of one of those words

  // Define names that the text may use, before parse(). Constants that it does not use cost nothing. If a name is
  // defined twice, the first definition counts and the second call returns false. `place` must outlive this object, and
  // `data` is passed to the function.
  bool constant(const std::string& name, double value);
  void variable(const std::string& name, double* place);
  void function(const std::string& name, double (*f)(double));
  void function(const std::string& name, double (*f)(double, double));
  void function(const std::string& name, double (*f)(void* data, const char* text), void* data);
  void function(const std::string& name, double (*f)(void* data, const char* text, double), void* data);
  void function(const std::string& name, double (*f)(void* data, const char* text, double, double), void* data);
  void function(const std::string& name, double (*f)(void* data, const double* numbers, int count), void* data);
  std::vector<std::string> functions() const;  // names of all functions, including the library's own

  // Parses the text and evaluates it once. Throws ExpressionError, and exceptions of the functions.
  void parse();
  int values() const;             // number of values in the text, separated by commas
  void try_all_branches() const;  // evaluates both branches of every `?:` once; throws like parse()
  // Returns NaN if the library cannot evaluate it.
  double value() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ez
