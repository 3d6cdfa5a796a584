// Cylinder functions of whole order and real x > 0.
#pragma once

#include <complex>

namespace ez {

double bessel_j_slope(int order, double x);  // dJ_n/dx
// H_n⁽¹⁾ = J_n + iY_n, an outgoing wave with e^{−iωt}, and its slope.
std::complex<double> hankel1(int order, double x);
std::complex<double> hankel1_slope(int order, double x);
// The p-th zero (p ≥ 1, x > 0) of J_n, and of its slope: j_{n,p} and j'_{n,p}, where j'_{0,1} is 3.83 (x = 0 not
// counted).
double bessel_zero(int order, int p);
double bessel_slope_zero(int order, int p);

}  // namespace ez
