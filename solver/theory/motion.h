// Sources that move, in a medium that rests. β = v/c of the vacuum, angles in radians from the velocity.
#pragma once

namespace ez {

// f/(1 − nβ cos θ): the frequency heard far away in direction θ of a source that oscillates with f by the clock of the
// medium (no time dilation: that would be a factor √(1 − β²)); Landau & Lifshitz, Fluid Mechanics, § 68. For nβ < 1.
double doppler_frequency(double frequency, double beta, double theta, double index = 1);
// acos(1/nβ), between the velocity and the rays; NaN for nβ < 1 (Jackson, § 13.4).
double cherenkov_angle(double index, double beta);

}  // namespace ez
