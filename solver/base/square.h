// Returns v². Use it if v is more than a plain name.
#pragma once

namespace ez {

constexpr double square(double v) { return v * v; }

}  // namespace ez
