#include "solver/scene/raster/scene_media.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "solver/scene/raster/mixed.h"

namespace ez {
namespace {

// Returns the parts of a grid that determine the media.
Grid parts_of(const Grid& grid) {
  Grid out;
  out.nx = grid.nx, out.ny = grid.ny;
  out.dx = grid.dx, out.dy = grid.dy;
  out.background = grid.background;
  return out;
}

}  // namespace

SceneMedia::SceneMedia(const Scene& scene) : palette_(palette_of(scene)) {
  scene_.physics = scene.physics;
  scene_.unit = scene.unit;
  scene_.grid = parts_of(scene.grid);
  scene_.materials = scene.materials;
  scene_.states = scene.states;
  scene_.shapes = scene.shapes;
  if (in_cells(scene.physics)) {
    offered_ = {palette_[1]};
    offered_.insert(offered_.end(), palette_.begin() + first_state, palette_.end());
  }
  const std::set<std::string_view> used = used_names(scene);
  std::copy_if(palette_.begin(), palette_.end(), std::back_inserter(used_),
               [&](const PaletteEntry& e) { return used.contains(e.name); });
}

bool SceneMedia::are_of(const Scene& scene) const {
  return scene_.physics == scene.physics && scene_.unit == scene.unit && scene_.grid == parts_of(scene.grid) &&
         scene_.materials == scene.materials && scene_.states == scene.states && scene_.shapes == scene.shapes;
}

void SceneMedia::evaluate() const {
  if (std::none_of(used_.begin(), used_.end(), [](const PaletteEntry& e) { return e.graded; })) return;
  ranges_ = graded_ranges(scene_, palette_);
  extreme_ = used_;
  std::vector<PaletteEntry> most;
  for (PaletteEntry& e : extreme_)
    for (const GradedRange& r : ranges_) {
      if (!e.graded || e.name != r.material || r.wrong) continue;
      e.eps = r.least_eps, e.sigma = r.least_sigma;
      most.push_back(e);
      most.back().eps = r.most_eps, most.back().sigma = r.most_sigma;
    }
  extreme_.insert(extreme_.end(), most.begin(), most.end());
}

const std::vector<GradedRange>& SceneMedia::ranges() const {
  std::call_once(evaluated_, [this] { evaluate(); });
  return ranges_;
}

const std::vector<PaletteEntry>& SceneMedia::extreme() const { return ranges().empty() ? used_ : extreme_; }

SharedMedia media_of(const Scene& scene, const SharedMedia& known) {
  return known && known->are_of(scene) ? known : std::make_shared<const SceneMedia>(scene);
}

}  // namespace ez
