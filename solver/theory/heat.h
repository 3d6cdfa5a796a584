// Heat conduction along a line, ∂w/∂t = κ ∂²w/∂x². H. S. Carslaw, J. C. Jaeger, Conduction of Heat in Solids, 2nd ed.
#pragma once

namespace ez {

// Returns w for the amount 1 that was at x = 0 at t = 0 (§ 2.2 III): a Gaussian of variance 2κt. t > 0.
double heat_of_point(double diffusivity, double x, double t);
// Returns w in a slab 0 < x < width that starts at 0, with sides held at `left` and `right` from t = 0 on (§ 3.4). It
// is the straight line between them and a series of decaying sines. t > 0.
double heat_of_slab(double diffusivity, double width, double left, double right, double x, double t);
// Returns w in a slab with insulated sides (§ 3.3). At t = 0 its value is 1 in 0 < x < filled and 0 beyond.
double heat_of_filled_slab(double diffusivity, double width, double filled, double x, double t);

}  // namespace ez
