// Values of a session log as text. Each value takes one line, and reads back to the same bits.
//
//   true  12  0.1  "two\nlines"  [1 2]  none  {x=1 y=2}
//
// A struct is written member by member: members(v, value) calls v(name, member) for each (members.h). Without such a
// function the keys of the scene file are used (solver/scene/key.h). If a struct can be inconsistent as a whole,
// why_unsound(value) returns the reason, or null.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "app/model/command.h"
#include "solver/base/text.h"
#include "solver/scene/key.h"

namespace ez {

// An error in a text, and its place in bytes from the start.
class LogTextError : public std::runtime_error {
 public:
  LogTextError(std::size_t at, const std::string& words) : std::runtime_error(words), at(at) {}
  std::size_t at;
};

class LogTextReader;
class LogTextWriter;

// A type of command, as it appears in a log.
struct CommandKind {
  std::string_view name;
  const std::type_info* type;
  void (*write)(LogTextWriter&, const Command&);
  Command (*read)(LogTextReader&);
  Command (*plain)();  // returns one with default values
};
using CommandKinds = std::vector<CommandKind>;
// Returns all command kinds (app/features/all.cpp).
const CommandKinds& all_command_kinds();

// The last scene in a log. The next one is stored as the difference of its file's text from it. The writer and the
// reader of a log each keep one from the start.
struct LastScene {
  std::string text;
};

// Calls v(name, member) for each member of a struct.
void visit_members(auto& v, auto& s) {
  using T = std::remove_cvref_t<decltype(s)>;
  if constexpr (requires { members(v, s); })
    members(v, s);
  else if constexpr (!std::is_empty_v<T>)
    T::fields(s, [&v](std::string_view name, auto&& member, const Key&) { v(name, member); });
}

template <class E>
concept Labelled = std::is_enum_v<E> && requires(E e) {
  { label(e) } -> std::convertible_to<std::string_view>;
};

class LogTextWriter {
 public:
  explicit LogTextWriter(LastScene& last) : last_(last) {}
  const std::string& text() const { return out_; }

  void operator()(std::string_view name, const auto& member) {
    if (out_.back() != '{') out_ += ' ';
    out_ += name;
    out_ += '=';
    value(member);
  }
  // Omits an empty member. For members that older logs do not have.
  void unless_empty(std::string_view name, const auto& member) {
    if (!member.empty()) (*this)(name, member);
  }

  // Does the same for a member that is false by default.
  void unless_false(std::string_view name, bool member) {
    if (member) (*this)(name, member);
  }

  void value(bool v) { out_ += v ? "true" : "false"; }
  template <std::integral T>
  void value(T v) {
    out_ += std::to_string(v);
  }
  void value(double v);
  void value(const std::string& v);
  // Writes a text without values as a plain string, as older logs do for every text.
  void value(const Text& v);
  void value(const Scene& v);
  void value(const Command& v);
  void value(const GreyPicture& v);
  template <Labelled E>
  void value(E v) {
    out_ += label(v);
  }
  template <class T>
  void value(const std::optional<T>& v) {
    v ? value(*v) : void(out_ += "none");
  }
  template <class T>
  void value(const std::vector<T>& v) {
    list(v);
  }
  template <class T, std::size_t N>
  void value(const std::array<T, N>& v) {
    list(v);
  }
  template <class... A>
  void value(const std::variant<A...>& v) {
    out_ += kind_of(v);
    std::visit([this](const auto& alternative) { value(alternative); }, v);
  }
  template <class T>
  requires std::is_class_v<T>
  void value(const T& v) {
    out_ += '{';
    visit_members(*this, v);
    out_ += '}';
  }

 private:
  void list(const auto& all) {
    out_ += '[';
    for (const auto& v : all) {
      if (out_.back() != '[') out_ += ' ';
      value(v);
    }
    out_ += ']';
  }

  LastScene& last_;
  std::string out_;
};

// All functions throw LogTextError if the text is not of the requested type.
class LogTextReader {
 public:
  LogTextReader(std::string_view text, LastScene& last) : text_(text), last_(last) {}
  // Throws unless the text has ended.
  void end();

  void operator()(std::string_view name, auto& member) {
    if (peek() == ' ') ++at_;
    word(name);
    word("=");
    value(member);
  }
  void unless_empty(std::string_view name, auto& member) {
    if (text_.substr(at_ + (peek() == ' ' ? 1 : 0)).starts_with(std::string(name) + "=")) (*this)(name, member);
  }
  void unless_false(std::string_view name, bool& member) {
    member = false;
    unless_empty(name, member);
  }

  void value(bool& v);
  template <std::integral T>
  void value(T& v) {
    v = whole<T>();
  }
  void value(double& v);
  void value(std::string& v);
  void value(Text& v);
  void value(Scene& v);
  void value(Command& v);
  void value(GreyPicture& v);
  template <Labelled E>
  void value(E& v) {
    const std::size_t begin = at_;
    const std::string_view name = letters();
    for (int k = 0; k < most_labels; ++k)
      if (label(static_cast<E>(k)) == name && !name.empty()) return void(v = static_cast<E>(k));
    throw LogTextError(begin, "unknown word");
  }
  template <class T>
  void value(std::optional<T>& v) {
    if (is_next("none"))
      v.reset();
    else
      value(v.emplace());
  }
  template <class T>
  void value(std::vector<T>& v) {
    v.clear();
    word("[");
    while (!is_next("]")) {
      if (!v.empty()) word(" ");
      value(v.emplace_back());
    }
  }
  template <class T, std::size_t N>
  void value(std::array<T, N>& v) {
    word("[");
    for (std::size_t k = 0; k < N; ++k) {
      if (k > 0) word(" ");
      value(v[k]);
    }
    word("]");
  }
  template <class... A>
  void value(std::variant<A...>& v) {
    const std::size_t begin = at_;
    const std::string_view kind = letters();
    const bool known = ((A::kind == kind ? void(v = A()), true : false) || ...);
    if (!known) throw LogTextError(begin, "unknown kind");
    std::visit([this](auto& alternative) { value(alternative); }, v);
  }
  template <class T>
  requires std::is_class_v<T>
  void value(T& v) {
    const std::size_t begin = at_;
    word("{");
    visit_members(*this, v);
    word("}");
    if constexpr (requires { why_unsound(v); })
      if (const char* why = why_unsound(v)) throw LogTextError(begin, why);
  }

 private:
  static constexpr int most_labels = 64;
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool is_next(std::string_view what);  // skips it if it comes next
  void word(std::string_view what);
  std::string_view letters();
  template <class T>
  T whole();

  std::string_view text_;
  LastScene& last_;
  std::size_t at_ = 0;
};

// The members of C must be known at the call.
template <CommandType C>
CommandKind command_kind(std::string_view name) {
  return {name, &typeid(C), [](LogTextWriter& text, const Command& c) { text.value(*c.as<C>()); },
          [](LogTextReader& text) {
            C c;
            text.value(c);
            return Command(std::move(c));
          },
          [] { return Command(C()); }};
}

}  // namespace ez
