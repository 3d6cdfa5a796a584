// The options that `ezscope check --converge` and `ezscope sweep --converge` share.
#pragma once

#include "solver/study/convergence.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library is called so
class App;
}  // namespace CLI

namespace ez {

void add_converge_options(CLI::App& app, bool& converge, GridFactors& grids);

}  // namespace ez
