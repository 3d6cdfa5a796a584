// Curves of what a monitor has measured, and beside them what theory says of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/context.h"
#include "solver/measure/check_watch.h"

namespace ez {

struct Curve {
  std::vector<double> x, y;
  ImU32 color;
  std::string name = {};
};

// The values of theory that belong on a curve: of each check that has read a point of it, whatever its formula (told by
// its value, which is the point's to all digits but the last ones), the theory's value there.
struct TheoryPoint {
  double x = 0, y = 0;
};
std::vector<TheoryPoint> theory_on(std::span<const CheckReading> checks, const Curve& curve);

// Curves over a common x; words at the corners say what the edges mean. Without a unit the title says it all. Theory's
// values are rings. `logarithmic`: where all is above zero, |y| over a logarithmic axis.
void plot_curves(const Context& c, const char* id, const std::vector<Curve>& curves, std::string_view unit_x,
                 std::string_view unit_y, const std::string& title, bool logarithmic = false);

}  // namespace ez
