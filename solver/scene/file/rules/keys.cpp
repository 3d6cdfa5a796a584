// Rules that follow from the lists of keys: every number is in its range, every text is one of its words, every
// position is on the grid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "solver/base/utf8.h"
#include "solver/scene/file/rules/scene_rules.h"

namespace ez {

namespace {

constexpr double farthest = 1e9;  // cells from the origin

}  // namespace

// U+0000 ends a text in window titles, fonts and many programs that read the files. A name is one line of files, tables
// and messages, so it contains no control character at all.
void Rules::text(const std::string& path, std::string_view value) {
  const std::optional<char32_t> in_name = path.ends_with(".name") ? first_control(value) : std::nullopt;
  if (in_name || value.find('\0') != std::string_view::npos)
    error(path, fmt::format("{} contains the control character U+{:04X}; remove it", path,
                            static_cast<unsigned>(in_name.value_or(0))));
}

void Rules::word(const std::string& path, std::string_view value, const Key& key) {
  if (key.words.empty() || (value.empty() && !key.absent.empty()) ||
      std::ranges::find(key.words, value) != key.words.end())
    return;
  error(path, fmt::format("{} is {}, which is not known{}", path, names::quoted(value), names::hint(value, key.words)));
}

// Checks a position (each axis in its own cells), a length (cells along x) or a plain number. The rasteriser must be
// able to represent positions and lengths.
void Rules::number(const std::string& path, double value, const Key& key, double cell) {
  const Range& range = key.range;
  const bool low = range.open_low ? value > range.low : value >= range.low;
  if (!std::isfinite(value) || !low || value > range.high) {
    failed_.insert(path);
    error(path, fmt::format("{} is {}; give {}{}", path, value, range.words, poles_instead(path, value)));
  } else if (key.measure != Measure::plain && grid_holds_ &&
             std::abs(value / (scene_.unit == Unit::cell ? 1.0 : cell)) > farthest) {
    failed_.insert(path);
    error(path, fmt::format("{} is {}, more than 1e9 cells; check the unit, which is {}", path, value,
                            to_string(scene_.unit)));
  }
}

// Checks each member against its key's range. `fields` calls it for each member.
class KeyRules {
 public:
  KeyRules(Rules& rules, std::string outer) : rules_(rules), outer_(std::move(outer)) {}

  void operator()(std::string_view name, const auto& member, const Key& key) {
    const std::string path = outer_.empty() ? std::string(name) : fmt::format("{}.{}", outer_, name);
    if (is_for(key.belongs, rules_.scene_.physics)) return check(path, member, key);
    if constexpr (requires {
                    member.front();
                    member.empty();
                  })
      if (!member.empty() && outer_.empty())
        rules_.error(path, fmt::format("{} is for physics = {}; leave it out", path, names::of(key.belongs)));
  }
  void kind(const auto&) {}
  void alternative(const auto& value) {
    std::visit([this](const auto& v) { rules_.keys(outer_, v); }, value);
  }

 private:
  void check(const std::string& path, double v, const Key& key) { rules_.number(path, v, key, rules_.scene_.grid.dx); }
  void check(const std::string& path, int v, const Key& key) { rules_.number(path, v, key, 1); }
  void check(const std::string& path, const std::string& v, const Key& key) {
    rules_.text(path, v);
    rules_.word(path, v, key);
  }
  void check(const std::string& path, const std::optional<int>& v, const Key& key) {
    if (v) check(path, *v, key);
  }
  void check(const std::string& path, const std::optional<double>& v, const Key& key) {
    if (v) check(path, *v, key);
  }
  void check(const std::string& path, Vec2 v, const Key& key) {
    const Grid& g = rules_.scene_.grid;
    rules_.number(path, v.x, key, g.dx);
    if (rules_.holds(path)) rules_.number(path, v.y, key, key.measure == Measure::position ? g.dy : g.dx);
  }
  void check(const std::string& path, const std::optional<Vec2>& v, const Key& key) {
    if (v) check(path, *v, key);
  }
  void check(const std::string& path, const std::optional<BoxCorners>& box, const Key& key) {
    if (box) check(path + ".min", box->min, key), check(path + ".max", box->max, key);
  }
  void check(const std::string& path, const std::vector<Vec2>& points, const Key& key) {
    for (std::size_t k = 0; k < points.size() && rules_.holds(path); ++k) check(path, points[k], key);
  }
  void check(const std::string& path, const std::vector<double>& values, const Key& key) {
    for (std::size_t k = 0; k < values.size() && rules_.holds(path); ++k) check(path, values[k], key);
  }
  void check(const std::string& path, std::tuple<const double&, const std::string&> v, const Key& key) {
    if (std::get<1>(v).empty()) check(path, std::get<0>(v), key);
    rules_.text(path, std::get<1>(v));
  }
  void check(const std::string& path, const std::optional<std::array<double, 3>>& values, const Key& key) {
    if (values) check(path, std::vector<double>(values->begin(), values->end()), key);
  }
  void check(const std::string& path, const std::array<double, 4>& by_side, const Key& key) {
    for (const Side side : all_sides)
      check(fmt::format("{}.{}", path, to_string(side)), by_side[static_cast<std::size_t>(side)], key);
  }
  template <Table T>
  void check(const std::string& path, const T& value, const Key&) {
    rules_.keys(path, value);
  }
  template <Table T>
  void check(const std::string& path, const std::vector<T>& list, const Key&) {
    for (std::size_t k = 0; k < list.size(); ++k) rules_.keys(fmt::format("{}.{}", path, k), list[k]);
  }
  template <Table A, Table B>
  void check(const std::string& path, std::tuple<const A&, const B&> both, const Key&) {
    rules_.keys(path, std::get<0>(both));
    rules_.keys(path, std::get<1>(both));
  }
  template <class... A>
  void check(const std::string& path, const std::variant<A...>& value, const Key&) {
    std::visit([&](const auto& v) { rules_.keys(path, v); }, value);
  }
  void check(const std::string&, const auto&, const Key&) {}  // enum words and switches are valid by their types

  Rules& rules_;
  std::string outer_;
};

template <class T>
void Rules::keys(const std::string& outer, const T& value) {
  KeyRules rules(*this, outer);
  T::fields(value, rules);
}

void Rules::all_keys() { keys("", scene_); }

bool Rules::beyond(const std::string& path, double value, double most, std::string_view unit, std::string_view remedy) {
  if (std::abs(value) <= most) return false;
  warning(path, fmt::format("{} is {:g}{}; {}", path, value, unit, remedy));
  return true;
}

bool Rules::inside(const std::string& path, Vec2 at) {
  if (!holds(path) || !grid_holds_) return false;
  const Node node = nearest_node(scene_, at);
  const Grid& g = scene_.grid;
  if (node.i >= 0 && node.i < g.nx && node.j >= 0 && node.j < g.ny) return true;
  const double beyond = in_cells(scene_.physics) ? 0.5 : 0;  // distance to the far edge of the last cell
  const Vec2 last = from_nodes(scene_, {g.nx - 1.0 + beyond, g.ny - 1.0 + beyond});
  error(path, fmt::format("{} = [{:g}, {:g}] is outside the grid; give x from 0 to {:g} and y from 0 to {:g} {}", path,
                          at.x, at.y, last.x, last.y, to_string(scene_.unit)));
  return false;
}

}  // namespace ez
