// Formats the values of a struct's keys as in files. Inner header of solver/scene.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/text/value_text.h"
#include "solver/scene/names.h"

namespace ez::value_text {

inline std::string text_of(int v) { return std::to_string(v); }
inline std::string text_of(const std::optional<int>& v) { return v ? std::to_string(*v) : ""; }
inline std::string text_of(bool v) { return flag(v); }
inline std::string text_of(const std::string& v) { return in_quotes(v); }
inline std::string text_of(Vec2 v) { return pair(v); }
inline std::string text_of(const std::optional<Vec2>& v) { return v ? pair(*v) : ""; }
inline std::string text_of(const std::vector<Vec2>& v) { return list(v); }
inline std::string text_of(const std::vector<double>& v) { return v.empty() ? "" : list(v); }
inline std::string text_of(const std::optional<BoxCorners>& v) {
  return v ? fmt::format("{{ min = {}, max = {} }}", pair(v->min), pair(v->max)) : "";
}
inline std::string text_of(const std::optional<std::array<double, 3>>& v) {
  return v ? fmt::format("[{}, {}, {}]", number((*v)[0]), number((*v)[1]), number((*v)[2])) : "";
}
inline std::string text_of(std::tuple<const int&, const int&> v) {
  return fmt::format("[{}, {}]", std::get<0>(v), std::get<1>(v));
}
inline std::string text_of(std::tuple<const double&, const double&> v) {
  const auto [a, b] = v;
  return a == b ? decimal(a) : fmt::format("[{}, {}]", decimal(a), decimal(b));
}
inline std::string text_of(const std::optional<std::array<int, 2>>& v) {
  return v ? fmt::format("[{}, {}]", (*v)[0], (*v)[1]) : "";
}
inline std::string text_of(const GreyPicture& v) { return v.empty() ? "" : in_quotes(v.text()); }
inline std::string text_of(const std::vector<ImageLevel>& levels) {
  std::string text;
  for (const ImageLevel& l : levels)
    text += fmt::format("{}[{}, {}]", text.empty() ? "[" : ", ", l.grey, on_one_line(l.material));
  return text.empty() ? "" : text + "]";
}
inline std::string text_of(const std::optional<std::array<std::string, 2>>& v) {
  return v ? fmt::format("[{}, {}]", on_one_line((*v)[0]), on_one_line((*v)[1])) : "";
}
inline std::string text_of(const std::optional<std::uint32_t>& color) {
  return color ? fmt::format("\"#{:06x}\"", *color) : "";
}
inline std::string list_of(const std::vector<Side>& sides) {
  std::string text;
  for (const Side side : sides) text += (text.empty() ? "" : ", ") + in_quotes(to_string(side));
  return text;
}
inline std::string text_of(const std::optional<std::vector<Side>>& sides) {
  return sides ? fmt::format("[{}]", list_of(*sides)) : "";
}
template <class Enum>
requires std::is_enum_v<Enum> std::string text_of(Enum value) {
  return in_quotes(names::words<Enum>[static_cast<std::size_t>(value)]);
}
inline std::string text_of(const std::vector<Override>& set) {
  std::string text;
  for (const Override& change : set)
    text += fmt::format("{}{} = {}", text.empty() ? "{ " : ", ", on_one_line(change.path), change.value);
  return text.empty() ? "{}" : text + " }";
}
// Formats the poles of a material: [{ kind = "debye", strength = 73.2, tau = 8.27e-12 }, …]
inline std::string text_of(const std::vector<Pole>& poles) {
  std::string text;
  const auto one = [&](const auto& p) {
    text += fmt::format("{}{{ kind = {}", text.empty() ? "" : ", ", in_quotes(p.kind));
    p.fields(p,
             [&](std::string_view name, double v, const Key&) { text += fmt::format(", {} = {}", name, number(v)); });
    text += " }";
  };
  for (const Pole& pole : poles) std::visit(one, pole.model);
  return fmt::format("[{}]", text);
}
// Formats the factors of σ by side. Omits those that are 1, unless `every` is true.
inline std::string by_side(const std::array<double, 4>& factor, bool every) {
  std::string text;
  for (const Side side : all_sides)
    if (const double f = factor[static_cast<std::size_t>(side)]; every || f != 1)
      text += fmt::format("{}{} = {}", text.empty() ? "{ " : ", ", to_string(side), decimal(f));
  return text.empty() ? "{}" : text + " }";
}

// The values of a table's keys as text; empty if a key has no value.
class KeyTexts {
 public:
  // `with_point`: whole numbers get a decimal point, which shapes, source positions and waveforms do not use.
  KeyTexts(Polarization named, bool every, bool with_point) : named_(named), every_(every), with_point_(with_point) {}
  std::vector<std::string> texts;

  void operator()(std::string_view, const auto& member, const Key&) { texts.push_back(text(member)); }
  void kind(const auto&) {}
  void alternative(const auto&) {}

  std::string text(double v) const { return with_point_ ? decimal(v) : number(v); }
  std::string text(const std::optional<double>& v) const { return v ? text(*v) : ""; }
  std::string text(std::tuple<const double&, const std::string&> v) const {
    return std::get<1>(v).empty() ? text(std::get<0>(v)) : on_one_line(std::get<1>(v));
  }
  std::string text(Quantity q) const { return in_quotes(to_string(q, named_)); }
  std::string text(const std::optional<Quantity>& q) const { return q ? text(*q) : ""; }
  std::string text(const std::array<double, 4>& factor) const { return by_side(factor, every_); }
  std::string text(const auto& member) const {
    if constexpr (requires { text_of(member); }) return text_of(member);
    return "";  // a table or a list of tables
  }

 private:
  Polarization named_;
  bool every_, with_point_;
};

}  // namespace ez::value_text
