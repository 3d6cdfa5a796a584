// ezscope reflect --explain: the likely causes of each variant's reflection.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/scene/scene.h"
#include "solver/study/echo_explainer.h"

namespace ez {

// Returns one explanation for each variant, or for the scene without variants. Empty if `goes_on` returned false, which
// is asked every few milliseconds. Throws EngineError, OutOfMemory.
std::vector<EchoExplanation> explain_variants(const EngineMaker& maker, const Scene& scene,
                                              const std::function<bool()>& goes_on);
std::string explanation_text(const Scene& scene, const std::vector<EchoExplanation>& all);
std::string explanation_json(const EchoExplanation& explanation);  // an object

}  // namespace ez
