// Experiments of several runs: sweeps and the convergence verdict.
#include "app/features/feature.h"
#include "app/features/study/cards/cards.h"
#include "app/features/study/log.h"
#include "app/features/study/memory.h"
#include "app/features/study/session.h"
#include "app/features/study/state.h"

namespace ez {
namespace {

void adopted(State& s) {
  StudyState& study = s.of<StudyState>();
  study.convergence.reset();
  study.sweep.reset();
  study.setup.reset();
  if (!s.scene.sweeps.empty()) study.setup = s.scene.sweeps.front();
  s.convergence.clear();
}

}  // namespace

Feature study_feature() {
  return {.model = {.commands = study_commands(), .adopted = adopted},
          .ui = {.sections = {&sweep_section, &lab_sweep_section},
                 .check_rows = convergence_rows,
                 .number_menu = sweep_menu,
                 .begin = [](const Context& c) { c.memory.of<StudyMemory>().plot = {}; }},
          .part = study_part};
}

}  // namespace ez
