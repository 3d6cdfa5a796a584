// From the solver to the screen: field and materials sampled for the shown rectangle, then painted. Used by the window
// and by `ezscope render` for its pictures.
#pragma once

#include <optional>
#include <vector>

#include "app/model/state.h"
#include "app/picture/link.h"
#include "app/picture/place.h"
#include "render/field_painter.h"
#include "render/field_picture.h"
#include "render/material_picture.h"

namespace ez {

class Stage {
 public:
  // A GL context is current. Throws LinkError when the link that is asked for is impossible.
  Stage(LinkKind wanted, Solver& solver);

  // The field of this moment into the pixel buffer. A link that fails midway is replaced by a slower one.
  PictureStats publish(Solver& solver, const PictureWindow& window);
  // Materials changed: sample them anew at the next publish().
  void materials_changed() { material_window_.reset(); }
  // Paints the last published picture into `rect` of a framebuffer `height` pixels high.
  void paint(const PictureStyle& style, const ScreenRect& rect, int height);
  const PictureWindow& shown() const { return shown_; }

  const FieldLink& link() const { return *choice_.link; }
  const std::string& reason() const { return choice_.reason; }
  bool degraded() const { return choice_.degraded; }

 private:
  void sample_materials(const Solver& solver, const PictureWindow& window);

  // The link goes first: it unregisters the picture's buffer.
  FieldPicture field_;
  MaterialPicture materials_;
  FieldPainter painter_;
  LinkChoice choice_;
  std::optional<PictureWindow> material_window_;  // what materials_ shows
  std::vector<std::uint16_t> indices_;            // materials of the picture's pixels
  PictureWindow shown_;                           // of the last publish()
};

// How the painter shows `window` of a scene in this state: colour map, range, grid lines, layers. A window of
// Quantity::residual is shown as magnitudes on the residuals' one logarithmic scale, without what lies in the layers.
PictureStyle picture_style(const State& state, const Scene& scene, const PictureWindow& window);

}  // namespace ez
