#include "app/still.h"

#include <algorithm>

#include "app/auto_range.h"
#include "app/stage.h"
#include "app/update.h"

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
// Smaller, nobody could read it.
constexpr float least_legend_scale = 0.5f;

}  // namespace

Still::Still(int width, int height)
    : window_({width, height, true, false, "ezscope"}), interface_({legend_scale(width, height), false, {}}) {}

Image Still::draw(Solver& solver, Quantity quantity, double range) {
  State state;
  adopt_scene(state, solver.scene(), "", "");
  state.view.quantity = quantity;
  state.view.handles = false;
  state.view.legend = legend_scale(window_.width(), window_.height()) >= least_legend_scale;
  const bool as_scene = quantity == solver.scene().view.quantity && state.view.range == RangeMode::locked;
  state.engine = solver.info();
  state.step = solver.step();
  state.dt = solver.dt();
  state.time = solver.time();
  Stage stage(LinkKind::host, solver);
  // The interface knows where the picture lies after its first frame.
  for (int frame = 0; frame < 2; ++frame) {
    window_.begin_frame();
    interface_.draw(state);
    state.picture = stage.publish(solver, picture_window(state, interface_.picture()));
    if (range > 0)
      state.view.limit = range;
    else if (!as_scene)
      state.view.limit = settled_limit(quantity, state.picture.max_abs);
    state.view.range = RangeMode::locked;
    stage.paint(picture_style(state, state.scene, stage.shown()), interface_.picture(), window_.height());
    window_.draw_interface();
  }
  return window_.read();
}

}  // namespace ez
