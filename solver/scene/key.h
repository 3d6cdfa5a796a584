// What is known of a key of the scene file, in one line beside the member that it fills.
//
// Each struct of a scene has `fields(self, key)`, which calls key(name, member, Key) for every member that stands in
// files, in the order in which they are written. Reader, writer, rules, the tables of docs/scene-format.md, the tests'
// generators and whoever shows a key are such visitors: a new key is a line here and in none of them. Types that are
// one of several kinds (a shape's geometry, a waveform) are std::variants whose alternatives name their `kind`.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "solver/base/physics.h"

namespace ez {

struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool open_low = false;                       // low itself is not in it
  std::string_view words = "a finite number";  // the range, as a message asks for it
};
inline constexpr double unbounded = std::numeric_limits<double>::infinity();
inline constexpr Range above_zero = {0, unbounded, true, "a number above 0"};
inline constexpr Range not_negative = {0, unbounded, false, "0 or more"};

// What a number counts. A length is in the scene's unit (with `cell`, cells along x), a position each axis in its own.
enum class Measure { plain, length, position };

struct Key {
  bool required = false;
  bool written = false;        // also where it holds its default; a required one always is
  std::string_view unit = {};  // of a number that is no length: "Hz"
  Range range = {};
  Measure measure = Measure::plain;
  std::span<const std::string_view> words = {};  // that a text may be; empty: any
  For belongs = For::all;                        // the scenes that may have it; what others find of it is a mistake
  std::string_view absent = {};  // what holds where the key is left out and the member's default does not say it
  std::string_view doc = {};     // what the key means, for the documentation
};

// Of the modes of a cross-section, the slowest first.
inline constexpr Key a_mode = {.range = {0, 999, false, "0 to 999"},
                               .doc = "which of the guided modes, by effective index, the largest first"};

// A visitor of any member; `kind` and `alternative` are the two parts of a std::variant that shares its table with
// other keys.
struct AnyKey {
  void operator()(std::string_view, auto&&, const Key& = {}) const {}
  void kind(auto&&) const {}
  void alternative(auto&&) const {}
};
// What stands as a table of its own in files.
template <class T>
concept Table = requires(T& value, AnyKey key) {
  T::fields(value, key);
};

// What the alternatives of a std::variant say of themselves, in order. Two in a row may share a `kind` (a rect is given
// in two ways).
template <class Variant>
struct Alternatives;
template <class... A>
struct Alternatives<std::variant<A...>> {
  static constexpr std::array<std::string_view, sizeof...(A)> kinds = {A::kind...};
  // The names that are shown, of those that have them.
  static constexpr auto titles() { return std::array<std::string_view, sizeof...(A)>{A::title...}; }
  // The alternative of this index, as make(std::type_identity<A>()) gives it.
  static std::variant<A...> at(std::size_t index, auto make) {
    std::variant<A...> out;
    std::size_t k = 0;
    ((k++ == index ? void(out = make(std::type_identity<A>())) : void()), ...);
    return out;
  }
};
template <class Variant>
constexpr std::string_view kind_of(const Variant& value) {
  return Alternatives<Variant>::kinds[value.index()];
}

}  // namespace ez
