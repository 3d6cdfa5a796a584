#include "solver/design/designer.h"

#include <cmath>
#include <utility>

#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

constexpr int most_empty_looks = 50;  // at a wave that has not reached the goal

}  // namespace

Designer::Designer(Structure structure, const EngineMaker& maker, const AdjointOptions& options)
    : structure_(std::move(structure)),
      maker_(maker),
      options_(options),
      runs_(structure_.scene(), structure_.design().goal, structure_.region(), maker, options) {}

std::optional<DesignIteration> Designer::iterate(const Progress& progress) {
  const std::optional<double> value = runs_.value(structure_.drawn(), progress);
  if (!value) return std::nullopt;
  const std::optional<Derivatives> derivatives = runs_.derivatives(progress);
  if (!derivatives) return std::nullopt;
  return structure_.learn(*value, *derivatives);
}

std::optional<double> Designer::value_of(const Scene& scene, double refine, const Progress& progress) const {
  const Scene fine = refine == 1 ? scene : ez::refine(scene, refine);
  return AdjointRuns(fine, structure_.design().goal, {}, maker_, options_).value(fine, progress);
}

LiveDesigner::LiveDesigner(Structure structure, const EngineMaker& maker)
    : structure_(std::move(structure)),
      shown_(structure_.picture()),
      runs_(structure_.drawn(), structure_.design().goal, structure_.region(), maker) {}

void LiveDesigner::show() {
  GreyPicture now = structure_.picture();
  if (now == shown_) return;
  runs_.apply(with_picture(structure_.scene(), structure_.design(), now));
  shown_ = std::move(now);
  runs_.start_again();
}

std::optional<DesignIteration> LiveDesigner::look(Solver& forward) {
  if (!runs_.look(forward)) return std::nullopt;
  if (!std::isfinite(runs_.value())) {
    if (++empty_looks_ > most_empty_looks)
      throw DesignError("no wave reaches the goal, so it has no value; check the source and the monitors");
    return std::nullopt;
  }
  empty_looks_ = 0;
  return structure_.learn(runs_.value(), runs_.derivatives());
}

}  // namespace ez
