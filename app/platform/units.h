// Numbers as people read them: true minus signs, fixed widths, engineering prefixes; and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

// U+2212 for every '-' in front of a digit.
std::string with_minus(std::string_view s);
// printf's "%*.*f" ("%+*.*f"), with a true minus sign.
std::string fixed(double v, int decimals, int width = 0, bool plus = false);

// fixed() where it has room in so many columns; else with fewer decimals, then with an exponent.
std::string fitting(double v, int decimals, int columns);

// A power of 1000 with its prefix: factor 1e9, "G".
struct Prefix {
  double factor = 1;
  const char* symbol = "";
};
// The prefix that leaves 1 ≤ |v|/factor < 1000 (1 for zero), as far as there are prefixes.
Prefix prefix_for(double v);
// "15.000 GHz", "1.00 mm"
std::string engineering(double v, std::string_view unit, int decimals = 3, int width = 0);
// Whether k, m, µ may stand before a unit: not before a pure number, where they would read as one, nor before kg.
bool takes_prefix(std::string_view unit);
// That of a gas's or heat's numbers, which come in units of anybody's choice: none for what reads well without, from
// 0.01 up to 10 000.
Prefix plain_prefix(double v);
// "0.3455 kg/m³", "80.69 kPa", with plain_prefix() where the unit takes one.
std::string plain(double v, std::string_view unit, int digits = 4);
// "6.3 Mcell", "101 MB": three significant digits, no trailing zeros.
std::string brief(double v, std::string_view unit);

// Reads "15", "15 GHz", "15G", "15e9", "−3.5". A bare number counts in `factor`; one written with an exponent, or with
// a unit, is in the base unit (times its prefix). Absent: not a finite number.
std::optional<double> parse_number(std::string_view text, std::string_view unit, double factor = 1);

// With its first letter large, where that is a plain one.
std::string capital(std::string text);

// 12 significant digits: a position that came from a mouse stays short in the scene file.
double tidy(double v);
// The largest of 1, 2, 5 × 10ⁿ not above v.
double nice_below(double v);

}  // namespace ez
