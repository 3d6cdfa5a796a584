// Cylinder functions of integer order and real x > 0.
#pragma once

#include <complex>

namespace ez {

double bessel_j_slope(int order, double x);  // dJ_n/dx
// H_n⁽¹⁾ = J_n + iY_n, an outgoing wave for e^{−iωt}, and its derivative.
std::complex<double> hankel1(int order, double x);
std::complex<double> hankel1_slope(int order, double x);
// Return the p-th zero (p ≥ 1, x > 0) of J_n and of its derivative: j_{n,p} and j'_{n,p}. x = 0 does
// not count, so j'_{0,1} is 3.83.
double bessel_zero(int order, int p);
double bessel_slope_zero(int order, int p);

}  // namespace ez
