// v², for a v that is no plain name.
#pragma once

namespace ez {

constexpr double square(double v) { return v * v; }

}  // namespace ez
