// Describes a key of the scene file, next to the member that it fills.
//
// Each struct of a scene has `fields(self, key)`. It calls key(name, member, Key) for every member that files contain,
// in the order in which they are written. The reader, the writer, the rules, the tables of docs/scene-format.md, the
// tests' generators and the user interface are such visitors. So a new key is one line in its struct, and these
// visitors need no change. A type that can be of several kinds (a shape's geometry, a waveform) is a std::variant whose
// alternatives name their `kind`.
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
  bool open_low = false;                       // excludes low itself
  std::string_view words = "a finite number";  // the range, as a message states it
};
inline constexpr double unbounded = std::numeric_limits<double>::infinity();
inline constexpr Range above_zero = {0, unbounded, true, "a number above 0"};
inline constexpr Range not_negative = {0, unbounded, false, "0 or more"};

// Meaning of a number. A length is in the scene's unit (for `cell`, in cells along x). A
// position is in the unit of each axis.
enum class Measure { plain, length, position };

struct Key {
  bool required = false;
  bool written = false;        // written even if it has its default value; a required key always is
  std::string_view unit = {};  // of a number that is not a length: "Hz"
  Range range = {};
  Measure measure = Measure::plain;
  std::span<const std::string_view> words = {};  // allowed texts; empty: any
  For belongs = For::all;                        // scenes that may have it; in other scenes it is an error
  std::string_view absent = {};  // what applies without the key, if the member's default does not show it
  std::string_view doc = {};     // the key's meaning, for the documentation
};

// Index of a mode of a cross-section, in order of decreasing effective index.
inline constexpr Key a_mode = {.range = {0, 999, false, "0 to 999"},
                               .doc = "number of the guided mode, counted from 0, by decreasing effective index"};

// A visitor of any member. `kind` and `alternative` are the two parts of a std::variant that
// shares its table with other keys.
struct AnyKey {
  void operator()(std::string_view, auto&&, const Key& = {}) const {}
  void kind(auto&&) const {}
  void alternative(auto&&) const {}
};
// A type that is a separate table in files.
template <class T>
concept Table = requires(T& value, AnyKey key) {
  T::fields(value, key);
};

// Properties of a std::variant's alternatives, in order. Two consecutive ones may share a `kind`: a
// rect can be given in two ways.
template <class Variant>
struct Alternatives;
template <class... A>
struct Alternatives<std::variant<A...>> {
  static constexpr std::array<std::string_view, sizeof...(A)> kinds = {A::kind...};
  // Returns the displayed names, if the alternatives have them.
  static constexpr auto titles() { return std::array<std::string_view, sizeof...(A)>{A::title...}; }
  // Returns the alternative with this index, made by make(std::type_identity<A>()).
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
