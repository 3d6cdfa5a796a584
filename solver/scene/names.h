// The words of the file format. The reader, the rules, the writer and the user interface share these lists.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez::names {

inline constexpr std::array<std::string_view, 6> units = {"m", "cm", "mm", "um", "nm", "cell"};
inline constexpr std::array<std::string_view, 2> polarizations = {"ez", "hz"};
inline constexpr std::array<std::string_view, 3> physics = {"maxwell", "gas", "heat"};
inline constexpr std::array<std::string_view, 3> gas_schemes = {"roe", "lax-wendroff", "muscl-hllc"};
inline constexpr std::array<std::string_view, 2> precisions = {"float", "double"};
inline constexpr auto boundaries = [] {
  std::array<std::string_view, boundary_kind_count> all;
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = boundary_kinds[k].name;
  return all;
}();
inline constexpr std::array<std::string_view, 4> sides = {"left", "right", "bottom", "top"};
inline constexpr std::array<std::string_view, 13> faults = {
    "sigma-half-cell", "local-grading",    "swapped-parts",       "no-corner-psi", "wrong-sign",
    "forgotten-psi",   "reversed-grading", "uncompensated-kappa", "half-depth",    "mur-other-delta",
    "mur2-no-corner",  "source-in-layer",  "medium-stops"};
inline constexpr std::array<std::string_view, 3> tapers = {"uniform", "hann", "gaussian"};
inline constexpr std::array<std::string_view, 3> builtin_materials = {"vacuum", "pec", "pmc"};

// Words of an enum, in its order.
template <class Enum>
inline constexpr std::span<const std::string_view> words;
template <>
inline constexpr std::span<const std::string_view> words<Unit> = units;
template <>
inline constexpr std::span<const std::string_view> words<Polarization> = polarizations;
template <>
inline constexpr std::span<const std::string_view> words<Physics> = physics;
template <>
inline constexpr std::span<const std::string_view> words<GasScheme> = gas_schemes;
template <>
inline constexpr std::span<const std::string_view> words<Precision> = precisions;
template <>
inline constexpr std::span<const std::string_view> words<BoundaryKind> = boundaries;
template <>
inline constexpr std::span<const std::string_view> words<Side> = sides;
template <>
inline constexpr std::span<const std::string_view> words<Fault> = faults;
template <>
inline constexpr std::span<const std::string_view> words<Taper> = tapers;

// Returns the physics of a key, as in files: `"gas" or "heat"`.
std::string of(For belongs);
// Returns the user's text for a message: printable, and cut between characters if it exceeds `longest` bytes.
std::string shortened(std::string_view text, std::size_t longest);
// Returns a name in quotes.
std::string quoted(std::string_view name);
// Returns the kinds of boundary of a physics.
std::vector<std::string_view> boundaries_of(Physics physics);
// Returns `; did you mean "glass"?` if a candidate is similar, else `; give one of glass, water`. Ignores empty
// candidates. Returns an empty text if there are no others.
std::string hint(std::string_view word, std::span<const std::string_view> candidates);
// Returns the most similar candidate, or an empty view if none is similar enough.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace ez::names

namespace ez {

// Names as in files.
std::string_view to_string(Unit);
std::string_view to_string(Fault);  // "sigma-half-cell" …

}  // namespace ez
