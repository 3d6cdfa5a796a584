// The numbers of a scene that its formulas know by name: constants of nature, the grid's, and those of sources, media
// and shapes (formula_words() says what each is).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "solver/scene/scene.h"

namespace ez {

// Calls define(name, value) for each; names may come twice. NaN where there is none, so that a formula of a shape or a
// pole that is deleted still parses. `mentions` says whether a part of a name is wanted: what is of a material, a state
// or a source whose name it does not want is left out. A scene may have thousands of each.
void constants_of(const Scene& scene, const std::function<void(const std::string&, double)>& define,
                  const std::function<bool(std::string_view)>& mentions);

}  // namespace ez
