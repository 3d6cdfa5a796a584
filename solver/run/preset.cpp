// Applies [run] of a scene.
#include <algorithm>

#include "solver/run/solver.h"
#include "solver/scene/scheme.h"

namespace ez {

std::string apply_preset(Solver& solver) {
  const RunPreset& run = solver.scene().run;
  const SchemeFacts* facts = find_scheme(run.scheme);
  SchemeChoice choice{run.scheme, 0};
  // A block without a scheme selects the scheme that has blocks.
  if (run.block && choice == SchemeChoice{}) choice.name = "two-kernel";
  if (facts && !run.form.empty())
    choice.form =
        static_cast<int>(std::find(facts->forms.begin(), facts->forms.end(), run.form) - facts->forms.begin());
  if (std::string why = solver.set_scheme(choice); !why.empty()) {
    solver.set_scheme({});
    return why;
  }
  // `two-kernel` keeps the block shape that was chosen for it.
  if (run.block) return solver.engine().set_block({(*run.block)[0], (*run.block)[1]});
  if (facts && facts->blocks && facts->name != "two-kernel") return solver.engine().set_block(facts->block);
  return "";
}

}  // namespace ez
