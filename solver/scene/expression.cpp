#include "solver/scene/expression.h"
#include "solver/base/constants.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "solver/scene/names.h"

namespace ez {
namespace {

constexpr std::size_t longest_name = 64;  // the library refuses names of more than 100 bytes

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Returns the end of the quoted text that begins at `k`. As in the library, a backslash escapes a quote.
std::size_t end_of_quoted(std::string_view text, std::size_t k) {
  do k = text.find('"', k + 1);
  while (k != std::string_view::npos && text[k - 1] == '\\');
  return std::min(k, text.size() - 1) + 1;
}

struct Word {
  std::size_t begin, size;
};
// Returns the names in a text, outside quotes. The digits of a number do not start a name.
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> out;
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t begin = k;
    if (text[k] == '"') {
      k = end_of_quoted(text, k);
    } else if (is_digit(text[k])) {
      double number = 0;
      k = static_cast<std::size_t>(std::from_chars(&text[k], text.data() + text.size(), number).ptr - text.data());
    } else if (is_word(text[k])) {
      while (k < text.size() && is_word(text[k])) ++k;
      out.push_back({begin, k - begin});
    } else {
      ++k;
    }
  }
  return out;
}

}  // namespace

struct Expression::Parts {
  std::string text;
  std::vector<Word> words;
  std::set<std::string, std::less<>> names;        // all names in the text
  std::set<std::string> constants;                 // names in the text that are defined constants
  std::map<std::string, std::string> short_names;  // for names in the text that are too long for the library
  mu::Parser parser;

  explicit Parts(std::string of) : text(std::move(of)), words(words_of(text)) {
    for (const Word& w : words) names.emplace(text.substr(w.begin, w.size));
  }

  // Returns a name that the text does not use.
  std::string short_name() const {
    std::size_t k = short_names.size();
    while (names.contains(fmt::format("_{}", k))) k += names.size();
    return fmt::format("_{}", k);
  }
  // Returns the text with short names, padded with blanks so that all positions stay the same.
  std::string for_library() const {
    std::string out = text;
    for (const Word& w : words)
      if (const auto found = short_names.find(text.substr(w.begin, w.size)); found != short_names.end())
        out.replace(w.begin, w.size, found->second + std::string(w.size - found->second.size(), ' '));
    return out;
  }

  [[noreturn]] void fail(const mu::Parser::exception_type& e) const {
    std::string words_of_library = e.GetMsg();
    for (const auto& [name, shorter] : short_names) {
      const std::string quoted = '"' + shorter + '"';
      if (const std::size_t at = words_of_library.find(quoted); at != std::string::npos)
        words_of_library.replace(at, quoted.size(), names::quoted(name));
    }
    std::optional<std::size_t> at;
    if (e.GetPos() >= 0) at = static_cast<std::size_t>(e.GetPos());
    throw ExpressionError(words_of_library, at, e.GetCode() == mu::ecUNASSIGNABLE_TOKEN ? e.GetToken() : "");
  }
  // Calls the library and converts its exceptions.
  auto ask(auto&& call) const {
    try {
      return call();
    } catch (const mu::Parser::exception_type& e) {
      fail(e);
    }
  }
  void define(const std::string& name, auto&&... what) {
    ask([&] { parser.DefineFunUserData(name, what..., false); });
  }
};

Expression::Expression(std::string text) : parts_(std::make_unique<Parts>(std::move(text))) {}
Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

const std::string& Expression::text() const { return parts_->text; }
bool Expression::uses(std::string_view name) const { return parts_->names.contains(name); }
bool Expression::mentions(std::string_view part) const {
  return std::ranges::any_of(parts_->names, [&](const std::string& n) { return n.find(part) != std::string::npos; });
}

bool Expression::constant(const std::string& name, double value) {
  if (!uses(name)) return true;
  if (!parts_->constants.insert(name).second) return false;
  const bool is_long = name.size() > longest_name;
  const std::string& known = is_long ? parts_->short_names.emplace(name, parts_->short_name()).first->second : name;
  parts_->ask([&] { parts_->parser.DefineConst(known, value); });
  return true;
}
void Expression::variable(const std::string& name, double* place) {
  parts_->ask([&] { parts_->parser.DefineVar(name, place); });
}
void Expression::function(const std::string& name, double (*f)(double)) {
  parts_->ask([&] { parts_->parser.DefineFun(name, f); });
}
void Expression::function(const std::string& name, double (*f)(double, double)) {
  parts_->ask([&] { parts_->parser.DefineFun(name, f); });
}
void Expression::function(const std::string& name, double (*f)(void*, const char*), void* data) {
  parts_->define(name, f, data);
}
void Expression::function(const std::string& name, double (*f)(void*, const char*, double), void* data) {
  parts_->define(name, f, data);
}
void Expression::function(const std::string& name, double (*f)(void*, const char*, double, double), void* data) {
  parts_->define(name, f, data);
}
void Expression::function(const std::string& name, double (*f)(void*, const double*, int), void* data) {
  parts_->define(name, f, data);
}
std::vector<std::string> Expression::functions() const {
  std::vector<std::string> out;
  for (const auto& [name, callback] : parts_->parser.GetFunDef()) out.push_back(name);
  return out;
}

void Expression::parse() {
  parts_->ask([&] {
    parts_->parser.SetExpr(parts_->for_library());
    parts_->parser.Eval();
  });
}
int Expression::values() const { return parts_->parser.GetNumResults(); }

void Expression::try_all_branches() const {
  // Replaces `?` and `:` by an operator without a numeric result.
  constexpr char both = '#';
  std::string text = parts_->for_library();
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"') k = end_of_quoted(text, k) - 1;
    if (text[k] == '?' || text[k] == ':') text[k] = both;
  }
  parts_->ask([&] {
    mu::Parser parser = parts_->parser;
    parser.DefineOprt(
        std::string(1, both), [](double, double) { return no_number; }, 0);
    parser.SetExpr(text);
    parser.Eval();
  });
}

double Expression::value() const {
  try {
    return parts_->parser.Eval();
  } catch (const mu::Parser::exception_type&) {
    return no_number;
  }
}

}  // namespace ez
