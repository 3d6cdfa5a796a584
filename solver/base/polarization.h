// Which of the two sets of fields of a 2-D room is solved.
#pragma once

namespace ez {

// The field of the main array: Ez, or Hz of the dual scene. The other two arrays are H of an ez scene, E of an hz
// scene (ex = −(first array), ey = −(second)).
enum class Polarization { ez, hz };

}  // namespace ez
