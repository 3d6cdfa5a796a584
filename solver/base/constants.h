// SI constants. The last digits follow from μ0 = 4π·10⁻⁷ and ε0 = 1/(μ0c²).
#pragma once

#include <limits>

namespace ez {

inline constexpr double c0 = 299792458.0;  // m/s
inline constexpr double pi = 3.14159265358979323846;
inline constexpr double mu0 = 4e-7 * pi;               // H/m
inline constexpr double eps0 = 1.0 / (mu0 * c0 * c0);  // F/m
inline constexpr double eta0 = mu0 * c0;               // Ω, impedance of free space

inline constexpr double no_number =
    std::numeric_limits<double>::quiet_NaN();  // the result outside a function's validity

}  // namespace ez
