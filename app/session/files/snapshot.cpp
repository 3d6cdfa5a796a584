#include "app/session/files/snapshot.h"

#include <algorithm>

#include "app/model/update.h"
#include "app/picture/stage.h"

namespace ez {

namespace {

// The legend, 464 × 92 pixels up to 1920 × 1080, grows with larger pictures and shrinks to fit small ones.
float legend_scale(int width, int height) {
  const auto times = [&](int w, int h) {
    return std::min(static_cast<float>(width) / static_cast<float>(w),
                    static_cast<float>(height) / static_cast<float>(h));
  };
  return std::max(std::min(1.0f, times(480, 270)), times(1920, 1080));
}
// smallest legible scale
constexpr float least_legend_scale = 0.5f;

// Takes over the values on which a residual's colours and legend depend.
void adopt_residual(State& state, Comparison& runs) {
  PaneState pane;
  pane.scene = state.scene;
  pane.residual_limit = runs.reading(0).incident;
  state.panes = {std::move(pane)};
  state.reference.bytes = runs.reference_bytes();
}

// Sets the ends of the colour bar from this picture alone.
void fit_range(State& state) {
  const PictureStats& p = state.picture;
  const BarEnds ends = spans_range(state.view.quantity)
                           ? settled_ends(p.least, p.max_abs)
                           : BarEnds{0, settled_limit(state.view.quantity, p.max_abs, has_bright_nodes(state.scene))};
  state.view.low = ends.low;
  state.view.limit = ends.limit;
}

}  // namespace

void Snapshot::follow_range(State& state, double seconds) {
  const PictureStats& p = state.picture;
  const bool spans = spans_range(state.view.quantity);
  const BarEnds ends = spans ? span_.follow(p.least, p.max_abs, seconds)
                             : BarEnds{0, range_.follow(state.view.quantity, p.max_abs, seconds)};
  state.view.low = ends.low;
  state.view.limit = ends.limit;
}

Snapshot::Snapshot(int width, int height)
    : window_({width, height, true, false, "ezscope"}),
      interface_({.scale = legend_scale(width, height), .chrome = false, .why_illegal_block = {}, .thumbnails = {}}) {}

Image Snapshot::draw(Comparison& runs, Quantity quantity, int map, std::optional<double> range,
                     std::optional<double> seconds) {
  Solver& solver = runs.pane(0);
  State state;
  adopt_scene(state, solver.scene(), "", "");
  const bool as_scene = !range && quantity == state.view.quantity && state.view.range == RangeMode::locked;
  state.view.quantity = quantity;
  state.view.map = map;
  state.view.handles = false;
  if (!as_scene) state.view.range = range.value_or(0) > 0 ? RangeMode::locked : RangeMode::automatic;
  if (range.value_or(0) > 0) state.view.limit = *range;
  state.view.legend = legend_scale(window_.width(), window_.height()) >= least_legend_scale;
  state.engine = solver.info();
  state.step = solver.step();
  state.dt = solver.dt();
  state.time = solver.time();
  if (quantity == Quantity::residual) adopt_residual(state, runs);
  Stage stage(LinkKind::host, solver);
  // The interface knows the picture's position only after its first frame.
  for (int frame = 0; frame < 2; ++frame) {
    window_.begin_frame();
    interface_.draw(state);
    PictureWindow window = picture_window(state, interface_.picture());
    if (quantity == Quantity::residual) window.minus = runs.minus_reference(0);
    state.picture = stage.publish(solver, window);
    if (state.view.range == RangeMode::automatic) seconds ? follow_range(state, *seconds) : fit_range(state);
    if (seconds) *seconds = 0;  // the second drawing shows the same step
    stage.paint(picture_style(state, state.scene, stage.shown()), interface_.picture(), window_.height());
    window_.draw_interface();
  }
  return window_.read();
}

}  // namespace ez
