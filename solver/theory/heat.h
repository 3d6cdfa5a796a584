// Heat that spreads along a line, ∂w/∂t = κ ∂²w/∂x². H. S. Carslaw, J. C. Jaeger, Conduction of Heat in Solids, 2nd ed.
#pragma once

namespace ez {

// All that was in x = 0 at t = 0, amount 1 (§ 2.2 III): a bell of variance 2κt. t > 0.
double heat_of_point(double diffusivity, double x, double t);
// A slab 0 < x < width at value 0 whose sides are held at `left` and `right` from t = 0 on (§ 3.4): the straight line
// between them and a series of decaying sines. t > 0.
double heat_of_slab(double diffusivity, double width, double left, double right, double x, double t);
// A slab of insulated sides (§ 3.3), at t = 0 of value 1 in 0 < x < filled and 0 beyond.
double heat_of_filled_slab(double diffusivity, double width, double filled, double x, double t);

}  // namespace ez
