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

// An error of the library in the words of this program.
struct Explanation {
  std::string wrong, remedy;
};
Explanation explained(mu::EErrorCodes code, const std::string& token) {
  const std::string quoted = names::quoted(token);
  switch (code) {
    case mu::ecUNASSIGNABLE_TOKEN:
      return {quoted + " is unknown", ""};
    case mu::ecUNEXPECTED_OPERATOR:
    case mu::ecUNEXPECTED_CONDITIONAL:
      return {quoted + " has no value before it", "give the value"};
    case mu::ecUNEXPECTED_EOF:
      return {"it ends too early", "complete it"};
    case mu::ecUNEXPECTED_ARG_SEP:
      return {"a comma has no value before it", "give the value, or remove the comma"};
    case mu::ecUNEXPECTED_ARG:
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_FUN:
      return {quoted + " follows a value without an operator", "write an operator between them, for example *"};
    case mu::ecUNEXPECTED_STR:
      return {quoted + " in quotes is out of place", "remove it"};
    case mu::ecUNEXPECTED_PARENS:
      if (token == "(") return {"a bracket opens right after a value", "write * before it, or remove it"};
      return {"a bracket closes without a value or an opening bracket before it", "complete it, or remove it"};
    case mu::ecSTRING_EXPECTED:
      return {"the first argument of " + token + " is not a name in double quotes", ""};
    case mu::ecVAL_EXPECTED:
      return {"an argument of " + token + " is a name in quotes instead of a number", ""};
    case mu::ecTOO_MANY_PARAMS:
      return {token + " has too many arguments", ""};
    case mu::ecTOO_FEW_PARAMS:
      return {token + " has too few arguments", ""};
    case mu::ecMISSING_PARENS:
      return {"a bracket is not closed", "add )"};
    case mu::ecUNTERMINATED_STRING:
      return {"the quotes that open here are not closed", "close them"};
    case mu::ecOPRT_TYPE_CONFLICT:
      return {quoted + " is applied to a name in quotes", "apply it to numbers"};
    case mu::ecSTR_RESULT:
      return {"it is only a name in quotes", "give a number or a function"};
    case mu::ecEMPTY_EXPRESSION:
      return {"it is empty", "give a number or a formula"};
    case mu::ecMISSING_ELSE_CLAUSE:
      return {"a ? has no : after it", "write CONDITION ? VALUE : OTHER"};
    case mu::ecMISPLACED_COLON:
      return {"a : has no ? before it", "write CONDITION ? VALUE : OTHER"};
    case mu::ecIDENTIFIER_TOO_LONG:
      return {"a name is too long", "use a shorter one"};
    case mu::ecEXPRESSION_TOO_LONG:
      return {"it is too long", "shorten it"};
    case mu::ecINVALID_CHARACTERS_FOUND:
      return {"it contains a character that cannot be shown", "remove it"};
    default:
      return {"it cannot be read", "check its operators and brackets"};
  }
}

bool is_about_arguments(mu::EErrorCodes code) {
  return code == mu::ecSTRING_EXPECTED || code == mu::ecVAL_EXPECTED || code == mu::ecTOO_MANY_PARAMS ||
         code == mu::ecTOO_FEW_PARAMS;
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

  // Returns the library's token in the user's words. The library adds a blank to the text.
  std::string token_of(const mu::Parser::exception_type& e) const {
    std::string token = e.GetToken();
    while (token.ends_with(' ')) token.pop_back();
    for (const auto& [name, shorter] : short_names)
      if (token == shorter) return name;
    return token;
  }
  // Returns the byte at which the error is. Some positions of the library are after it.
  std::optional<std::size_t> position_of(const mu::Parser::exception_type& e, const std::string& token) const {
    if (e.GetPos() < 0) return std::nullopt;
    const auto at = static_cast<std::size_t>(e.GetPos());
    std::size_t found = std::string::npos;
    if (is_about_arguments(e.GetCode())) {
      for (const Word& w : words)
        if (w.begin < at && text.compare(w.begin, w.size, token) == 0) found = w.begin;
    } else if (e.GetCode() == mu::ecOPRT_TYPE_CONFLICT) {
      found = text.rfind(token, at);
    } else if (e.GetCode() == mu::ecSTR_RESULT) {
      found = text.find('"');
    } else if (e.GetCode() == mu::ecMISPLACED_COLON) {
      found = text.rfind(':', at);
    }
    return found == std::string::npos ? at : found;
  }
  [[noreturn]] void fail(const mu::Parser::exception_type& e) const {
    const std::string token = token_of(e);
    Explanation words_of_error = explained(e.GetCode(), token);
    ExpressionError error(words_of_error.wrong);
    error.remedy = std::move(words_of_error.remedy);
    error.position = position_of(e, token);
    if (is_about_arguments(e.GetCode())) error.function = token;
    if (e.GetCode() == mu::ecUNASSIGNABLE_TOKEN) error.unknown = token;
    throw error;
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
