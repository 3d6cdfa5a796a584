// Formats numbers for people, with true minus signs, fixed widths and engineering prefixes, and parses them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ez {

// Replaces '-' in front of a digit by U+2212.
std::string with_minus(std::string_view s);
// Formats like printf's "%*.*f" ("%+*.*f"), with a true minus sign.
std::string fixed(double v, int decimals, int width = 0, bool plus = false);

// Uses fixed() if the result fits in this many columns. Otherwise uses fewer decimals, then an exponent.
std::string fitting(double v, int decimals, int columns);

// A prefix for a power of 1000, such as "G" with factor 1e9.
struct Prefix {
  double factor = 1;
  const char* symbol = "";
};
// Returns the prefix for which 1 ≤ |v|/factor < 1000 (factor 1 for zero), as far as there are prefixes.
Prefix prefix_for(double v);
// Returns the same factor; the symbol is a power of ten, "×10⁶ ", if the unit takes no prefix.
Prefix prefix_for(double v, std::string_view unit);
// Formats like "15.000 GHz", "1.00 mm", "37.12 ×10⁶ V²/m²".
std::string engineering(double v, std::string_view unit, int decimals = 3, int width = 0);
// Returns true if k, m, µ may precede the unit. Not for a pure number, where a prefix would read as a unit, nor for kg,
// nor for V²/m², because 1 kV² is 10⁶ V², nor for the root of a unit.
bool takes_prefix(std::string_view unit);
// Returns the prefix for a number of a gas or heat, whose units are arbitrary. Values from 0.01 to 10 000 get none, as
// they read well without one.
Prefix plain_prefix(double v);
// Formats like "0.3455 kg/m³", "80.69 kPa", with plain_prefix() if the unit allows a prefix.
std::string plain(double v, std::string_view unit, int digits = 4);
// Formats like "6.3 Mcell", "101 MB": three significant digits, no trailing zeros.
std::string brief(double v, std::string_view unit);

// Parses "15", "15 GHz", "15G", "15e9", "−3.5". A bare number is multiplied by `factor`. A number with an exponent or a
// unit is in the base unit, times its prefix, which is squared with its symbol: 1 mm²/s is 1e-6 m²/s. Returns nothing
// unless the result is finite.
std::optional<double> parse_number(std::string_view text, std::string_view unit, double factor = 1);

// Makes the first letter upper case if it is an ASCII letter.
std::string capital(std::string text);

// Rounds to 12 significant digits, so that a position from the mouse stays short in the scene file.
double tidy(double v);
// Returns the largest of 1, 2, 5 × 10ⁿ that does not exceed v.
double nice_below(double v);

}  // namespace ez
