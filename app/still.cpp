#include "app/still.h"

#include "app/auto_range.h"
#include "app/stage.h"
#include "app/update.h"

namespace ez {

Still::Still(int width, int height) : window_({width, height, true, false, "ezscope"}), interface_({1, false, {}}) {}

Image Still::draw(Solver& solver, Quantity quantity, double range) {
  State state;
  adopt_scene(state, solver.scene(), "", "");
  state.view.quantity = quantity;
  state.view.handles = false;
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
