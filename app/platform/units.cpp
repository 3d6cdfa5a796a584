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

// Returns the factor of the suffix after the digits: "", "G", "GHz", "Hz". Returns nothing for another suffix.
std::optional<double> factor_of(std::string_view suffix, std::string_view unit) {
  if (suffix.empty() || suffix == unit) return 1.0;
  if (suffix.size() > unit.size() && suffix.ends_with(unit)) suffix.remove_suffix(unit.size());
  if (suffix == "u" || suffix == "μ") return 1e-6;          // the Greek letter instead of the micro sign
  if (suffix == "c" && unit.starts_with('m')) return 1e-2;  // the only prefix of this kind in common use
  if (suffix == "deg" && unit == "°") return 1.0;
  for (const Prefix& p : prefixes)
    if (suffix == p.symbol) return p.factor;
  return std::nullopt;
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

Prefix prefix_for(double v) {
  const double a = std::abs(v);
  if (!(a > 0) || !std::isfinite(a)) return {};
  Prefix best = prefixes.front();
  for (const Prefix& p : prefixes)
    if (a >= p.factor * (1 - 1e-12)) best = p;
  return best;
}

std::string engineering(double v, std::string_view unit, int decimals, int width) {
  const Prefix p = prefix_for(v);
  return fmt::format("{} {}{}", fixed(v / p.factor, decimals, width), p.symbol, unit);
}

bool takes_prefix(std::string_view unit) { return !unit.empty() && !unit.starts_with("kg") && !unit.starts_with("1/"); }

Prefix plain_prefix(double v) { return std::abs(v) >= 1e-2 && std::abs(v) < 1e4 ? Prefix{} : prefix_for(v); }

std::string plain(double v, std::string_view unit, int digits) {
  const Prefix p = takes_prefix(unit) ? plain_prefix(v) : Prefix{};
  return with_minus(fmt::format("{:.{}g}{}{}{}", v / p.factor, digits, unit.empty() ? "" : " ", p.symbol, unit));
}

std::string brief(double v, std::string_view unit) {
  const Prefix p = prefix_for(v);
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
