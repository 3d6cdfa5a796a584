// What fields are computed and written in.
#pragma once

namespace ez {

enum class Precision { float32, float64 };

}  // namespace ez
