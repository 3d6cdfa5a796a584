#include "solver/scene/names.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

#include "solver/base/utf8.h"

namespace ez {
namespace names {
namespace {

// Returns the number of edits (insert, delete, replace, swap neighbours) that turn a into b, ignoring case.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto same = [](char p, char q) {
    return std::tolower(static_cast<unsigned char>(p)) == std::tolower(static_cast<unsigned char>(q));
  };
  std::vector<std::size_t> two_above(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1)});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    two_above.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr std::size_t longest_name = 64;  // longer names are rarely mistyped, and the search is quadratic
  if (word.empty() || word.size() > longest_name) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view c : candidates) {
    if (c.size() > longest_name) continue;
    // An abbreviation ("gauss") counts as one edit.
    const bool cut = word.size() >= 3 && word.size() < c.size() && c.starts_with(word);
    const std::size_t d = cut ? 1 : distance(word, c);
    if (d < least && d < c.size()) {
      least = d;
      best = c;
    }
  }
  return best;
}

std::string of(For belongs) {
  std::string out;
  for (std::size_t k = 0; k < physics.size(); ++k)
    if (is_for(belongs, static_cast<Physics>(k))) out += (out.empty() ? "" : " or ") + quoted(physics[k]);
  return out;
}

std::vector<std::string_view> boundaries_of(Physics physics) {
  std::vector<std::string_view> out;
  for (const BoundaryFacts& k : boundary_kinds)
    if (is_for(k.belongs, physics)) out.push_back(k.name);
  return out;
}

std::string shortened(std::string_view name, std::size_t longest) {
  const std::string_view shown = beginning(name, longest);
  return printable(shown) + (shown.size() < name.size() ? "…" : "");
}

std::string quoted(std::string_view name) { return '"' + shortened(name, 80) + '"'; }

std::string hint(std::string_view word, std::span<const std::string_view> candidates) {
  if (const std::string_view near = nearest(word, candidates); !near.empty())
    return std::string("; did you mean ").append(quoted(near)).append("?");
  constexpr std::size_t most_listed = 12;
  std::size_t listed = 0;
  std::string out;
  for (const std::string_view c : candidates) {
    if (c.empty()) continue;
    if (listed++ == most_listed) return out + ", …";
    out.append(out.empty() ? "; give one of " : ", ").append(c.size() <= 64 ? printable(c) : quoted(c));
  }
  return out;
}

}  // namespace names

std::string_view to_string(Unit unit) { return names::units[static_cast<std::size_t>(unit)]; }
std::string_view to_string(Side side) { return names::sides[static_cast<std::size_t>(side)]; }
std::string_view to_string(Fault fault) { return names::faults[static_cast<std::size_t>(fault)]; }

}  // namespace ez
