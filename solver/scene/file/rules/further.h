// Rules for the settings of a run: the reflection meter, faults, [run], checks, variants.
// Inner header of solver/scene/file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solver/scene/file/rules.h"

namespace ez::rules {

using Findings = std::vector<Finding>;

inline void error(Findings& found, std::string path, std::string text) {
  found.push_back({Message::Kind::error, std::move(path), std::move(text)});
}
inline void warning(Findings& found, std::string path, std::string text) {
  found.push_back({Message::Kind::warning, std::move(path), std::move(text)});
}

void reflection(const Scene& scene, Findings& found);
void start(const Scene& scene, Findings& found);
void pause(const Scene& scene, Findings& found);
void checks(const Scene& scene, Findings& found);
void sweeps(const Scene& scene, Findings& found);
void variants(const Scene& scene, Findings& found);
// These rules apply only to a scene without errors.
void faults(const Scene& scene, Findings& found);
void warn_shapes_outside_waves(const Scene& scene, Findings& found);
void check_times(const Scene& scene, Findings& found);
void preset(const Scene& scene, Findings& found);
void variant_scenes(const Scene& scene, const SharedMedia& media, Findings& found);

}  // namespace ez::rules
