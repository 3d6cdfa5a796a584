// Moving sources in a medium at rest. β = v/c of the vacuum, angles in radians from the velocity.
#pragma once

namespace ez {

// Returns f/(1 − nβ cos θ), the frequency received far away in direction θ from a source that oscillates with f in the
// medium's rest frame. There is no time dilation, which would add a factor √(1 − β²). Landau & Lifshitz, Fluid
// Mechanics, § 68. For nβ < 1.
double doppler_frequency(double frequency, double beta, double theta, double index = 1);
// Returns acos(1/nβ), the angle between the velocity and the rays; NaN for nβ < 1 (Jackson, § 13.4).
double cherenkov_angle(double index, double beta);

}  // namespace ez
