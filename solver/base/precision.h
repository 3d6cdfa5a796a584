// Number format in which fields are computed and written.
#pragma once

namespace ez {

enum class Precision { float32, float64 };

}  // namespace ez
