// The text of a formula and the library that computes it, muParser. Every call of the library is in this class. What
// the library throws is no std::exception, so nothing outside could catch it by accident: it leaves as ExpressionError.
// The library limits the length of a name, and users name things as they like: longer names get a short one here.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ez {

struct ExpressionError : std::runtime_error {
  ExpressionError(const std::string& what, std::optional<std::size_t> at, std::string name)
      : std::runtime_error(what), position(at), unknown(std::move(name)) {}
  std::optional<std::size_t> position;  // in the text, in bytes
  std::string unknown;                  // the name that is not defined; empty: the error is another one
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
  bool mentions(std::string_view part) const;  // in one of those words

  // What the text may name, before parse(). A constant that it does not use costs nothing; of two of one name the first
  // counts, and false is returned for the second. `place` must outlive this object, `data` is passed to the function.
  bool constant(const std::string& name, double value);
  void variable(const std::string& name, double* place);
  void function(const std::string& name, double (*f)(double));
  void function(const std::string& name, double (*f)(double, double));
  void function(const std::string& name, double (*f)(void* data, const char* text), void* data);
  void function(const std::string& name, double (*f)(void* data, const char* text, double), void* data);
  void function(const std::string& name, double (*f)(void* data, const char* text, double, double), void* data);
  void function(const std::string& name, double (*f)(void* data, const double* numbers, int count), void* data);
  std::vector<std::string> functions() const;  // the names of all, the library's own among them

  // Parses the text and computes it once. Throws ExpressionError, and what the functions throw.
  void parse();
  int values() const;             // how many the text has, separated by commas
  void try_all_branches() const;  // computes both branches of every `?:` once; throws likewise
  // NaN if the library cannot compute it.
  double value() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ez
