#include "app/platform/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace ez {
namespace {

constexpr std::array<Prefix, 14> prefixes = {{{1e-24, "y"},
                                              {1e-21, "z"},
                                              {1e-18, "a"},
                                              {1e-15, "f"},
                                              {1e-12, "p"},
                                              {1e-9, "n"},
                                              {1e-6, "µ"},
                                              {1e-3, "m"},
                                              {1, ""},
                                              {1e3, "k"},
                                              {1e6, "M"},
                                              {1e9, "G"},
                                              {1e12, "T"},
                                              {1e15, "P"}}};

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  return s;
}

// Powers of ten, in the order of `prefixes`, for units that take no prefix.
constexpr std::array<const char*, prefixes.size()> powers = {"×10⁻²⁴ ", "×10⁻²¹ ", "×10⁻¹⁸ ", "×10⁻¹⁵ ", "×10⁻¹² ",
                                                             "×10⁻⁹ ",  "×10⁻⁶ ",  "×10⁻³ ",  "",        "×10³ ",
                                                             "×10⁶ ",   "×10⁹ ",   "×10¹² ",  "×10¹⁵ "};
static_assert(powers.back() != nullptr);

// Returns true if the first symbol of the unit is squared: "V²/m²".
bool is_squared(std::string_view unit) {
  std::size_t letters = 0;
  while (letters < unit.size() && std::isalpha(static_cast<unsigned char>(unit[letters]))) ++letters;
  return letters > 0 && unit.substr(letters).starts_with("²");
}

std::size_t index_of_prefix(double v) {
  const double a = std::abs(v);
  const auto one = static_cast<std::size_t>(std::ranges::find(prefixes, 1.0, &Prefix::factor) - prefixes.begin());
  if (!(a > 0) || !std::isfinite(a)) return one;
  std::size_t best = 0;
  for (std::size_t k = 0; k < prefixes.size(); ++k)
    if (a >= prefixes[k].factor * (1 - 1e-12)) best = k;
  return best;
}

// Returns the factor of a prefix without its unit: "G", "". Returns nothing for another text.
std::optional<double> factor_of_prefix(std::string_view prefix, std::string_view unit) {
  if (prefix == "u" || prefix == "μ") return 1e-6;          // the Greek letter instead of the micro sign
  if (prefix == "c" && unit.starts_with('m')) return 1e-2;  // the only prefix of this kind in common use
  for (const Prefix& p : prefixes)
    if (prefix == p.symbol) return p.factor;
  return std::nullopt;
}

// Returns the factor of the suffix after the digits: "", "G", "GHz", "Hz". Returns nothing for another suffix.
std::optional<double> factor_of(std::string_view suffix, std::string_view unit) {
  if (suffix.empty() || suffix == unit) return 1.0;
  if (suffix == "deg" && unit == "°") return 1.0;
  const bool named = suffix.size() > unit.size() && suffix.ends_with(unit);
  if (named) suffix.remove_suffix(unit.size());
  const std::optional<double> factor = factor_of_prefix(suffix, unit);
  return factor && named && is_squared(unit) ? *factor * *factor : factor;
}

}  // namespace

std::string with_minus(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const bool number = i + 1 < s.size() && std::isdigit(static_cast<unsigned char>(s[i + 1]));
    if (s[i] == '-' && number)
      out += "−";
    else
      out += s[i];
  }
  return out;
}

std::string fixed(double v, int decimals, int width, bool plus) {
  if (std::abs(v) < 0.5 * std::pow(10.0, -decimals)) v = 0;  // avoids "−0.00"
  return with_minus(plus ? fmt::format("{:+{}.{}f}", v, width, decimals)
                         : fmt::format("{:{}.{}f}", v, width, decimals));
}

std::string fitting(double v, int decimals, int columns) {
  const auto fits = [&](const std::string& s) {
    return std::count_if(s.begin(), s.end(), [](char c) { return (c & 0xC0) != 0x80; }) <= columns;
  };
  for (int d = decimals; d >= 0; --d)
    if (std::string s = fixed(v, d); fits(s)) return s;
  for (int d = 3; d > 0; --d)
    if (std::string s = with_minus(fmt::format("{:.{}e}", v, d)); fits(s)) return s;
  return with_minus(fmt::format("{:.0e}", v));
}

Prefix prefix_for(double v) { return prefixes[index_of_prefix(v)]; }

Prefix prefix_for(double v, std::string_view unit) {
  const std::size_t k = index_of_prefix(v);
  return takes_prefix(unit) ? prefixes[k] : Prefix{prefixes[k].factor, powers[k]};
}

std::string engineering(double v, std::string_view unit, int decimals, int width) {
  const Prefix p = prefix_for(v, unit);
  return fmt::format("{} {}{}", fixed(v / p.factor, decimals, width), p.symbol, unit);
}

bool takes_prefix(std::string_view unit) {
  return !unit.empty() && !unit.starts_with("kg") && !unit.starts_with("1/") && !unit.starts_with("√") &&
         !is_squared(unit);
}

Prefix plain_prefix(double v) { return std::abs(v) >= 1e-2 && std::abs(v) < 1e4 ? Prefix{} : prefix_for(v); }

std::string plain(double v, std::string_view unit, int digits) {
  const Prefix p = takes_prefix(unit) ? plain_prefix(v) : Prefix{};
  return with_minus(fmt::format("{:.{}g}{}{}{}", v / p.factor, digits, unit.empty() ? "" : " ", p.symbol, unit));
}

std::string brief(double v, std::string_view unit) {
  const Prefix p = prefix_for(v, unit);
  return fmt::format("{} {}{}", with_minus(fmt::format("{:.3g}", v / p.factor)), p.symbol, unit);
}

std::optional<double> parse_number(std::string_view text, std::string_view unit, double factor) {
  std::string s(trimmed(text));
  constexpr std::string_view minus = "−";
  if (s.starts_with(minus)) s.replace(0, minus.size(), "-");
  for (char& c : s)
    if (c == ',') c = '.';
  const char* begin = s.data() + (s.starts_with('+') ? 1 : 0);
  double v = 0;
  const auto [end, error] = std::from_chars(begin, s.data() + s.size(), v);
  if (error != std::errc() || !std::isfinite(v)) return std::nullopt;
  const std::string_view digits(begin, static_cast<std::size_t>(end - begin));
  const std::string_view suffix = trimmed(std::string_view(end, static_cast<std::size_t>(s.data() + s.size() - end)));
  if (suffix.empty()) return v * (digits.find_first_of("eE") == std::string_view::npos ? factor : 1);
  if (const auto f = factor_of(suffix, unit)) return v * *f;
  return std::nullopt;
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

double tidy(double v) {
  const std::string s = fmt::format("{:.12g}", v);
  double r = v;
  std::from_chars(s.data(), s.data() + s.size(), r);
  return r;
}

double nice_below(double v) {
  if (!(v > 0)) return 0;
  const double p = std::pow(10.0, std::floor(std::log10(v)));
  for (const double m : {5.0, 2.0})
    if (m * p <= v * (1 + 1e-12)) return m * p;
  return p;
}

}  // namespace ez
