#include "solver/study/echo_trial.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/measure/layer_causes.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

using Kind = EchoCause::Kind;

// Returns the thickness in cells of a layer that has `waves` wavelengths, at least `least`.
int cells_of(const Scene& scene, Side side, double waves, int least) {
  const double now = layer_waves(scene, side);
  const int cells = scene.boundary.layer_cells(side);
  return now > 0 ? std::max(least, static_cast<int>(std::ceil(cells * waves / now))) : least;
}

// Puts the inner edge of a layer of `padding.outer` at `outwards` cells from its place in the scene.
void place_layers(const Scene& scene, const std::vector<Side>& sides, int outwards, Padding& padding) {
  for (const Side side : sides)
    padding.cells[static_cast<std::size_t>(side)] =
        std::max(padding.outer.cells - scene.boundary.layer_cells(side) + outwards, 1);
}

// A pulse has the same band without the mean of a Gaussian or of a step.
void remove_means(Scene& scene) {
  for (Source& s : scene.sources) {
    if (const auto* g = std::get_if<Gaussian>(&s.waveform)) s.waveform = Ricker{1 / (2 * pi * g->width), {}};
    if (const auto* step = std::get_if<Step>(&s.waveform)) s.waveform = Ricker{0.5 / step->rise, {}};
  }
}
void replace_by_pulses(Scene& scene) {
  for (Source& s : scene.sources)
    if (const auto* cw = std::get_if<Cw>(&s.waveform)) s.waveform = Modulated{cw->frequency, 1 / cw->frequency, {}, 0};
}
void make_plain(Scene& scene) {
  const double mu = background_of(scene).mu;
  for (Material& m : scene.materials) m.poles.clear(), m.poles_m.clear(), m.mu = mu, m.preset.clear();
}

}  // namespace

EchoTrial trial_without(const Scene& scene, const EchoSuspect& suspect) {
  EchoTrial out{scene, {}, false};
  const CpmlGrading& own = scene.boundary.cpml;
  const Side side = suspect.sides.front();
  out.padding.outer = own;
  switch (suspect.kind) {
    case Kind::thin:
      out.padding.outer.cells = cells_of(scene, side, 1, own.cells + 10);
      place_layers(scene, suspect.sides, 0, out.padding);
      break;
    case Kind::grazing:
      out.padding.outer.cells = 3 * own.cells;
      place_layers(scene, suspect.sides, 0, out.padding);
      break;
    case Kind::near_source:
      place_layers(scene, suspect.sides, cells_of(scene, side, 0.5, 1), out.padding);
      break;
    case Kind::shape_ends:
      place_layers(scene, suspect.sides, own.cells, out.padding);
      break;
    case Kind::mur:
    case Kind::mirror:
      out.padding.outer = {};
      place_layers(scene, suspect.sides, 0, out.padding);
      break;
    case Kind::grading:
    case Kind::evanescent: {
      const int cells = own.cells;
      out.scene.boundary.cpml = {};
      out.scene.boundary.cpml.cells = cells;
      break;
    }
    case Kind::medium:
      make_plain(out.scene), out.changes_waves = true;
      break;
    case Kind::mean:
      remove_means(out.scene), out.changes_waves = true;
      break;
    case Kind::steady:
      replace_by_pulses(out.scene), out.changes_waves = true;
      break;
    case Kind::fault:
      break;
  }
  return out;
}

}  // namespace ez
