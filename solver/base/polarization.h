// Selects which of the two sets of 2-D fields is solved.
#pragma once

namespace ez {

// Names the field of the main array: Ez, or Hz of the dual scene. The other two arrays hold H of an ez scene, or E of
// an hz scene (ex = −(first array), ey = −(second)).
enum class Polarization { ez, hz };

}  // namespace ez
