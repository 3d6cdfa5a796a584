// Transfers a run to the screen: samples field and materials for the visible rectangle and paints them. The window uses
// it, and `ezscope render` for its pictures.
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
  // Needs a current GL context. Throws LinkError if the requested link is impossible.
  Stage(LinkKind wanted, Solver& solver);

  // Transfers the present field into the pixel buffer. Replaces a link that fails by a slower one.
  PictureStats publish(Solver& solver, const PictureWindow& window);
  // Call it when materials have changed. The next publish() then samples them again.
  void materials_changed() { material_window_.reset(); }
  // Paints the last published picture into `rect` of a framebuffer that is `height` pixels high.
  void paint(const PictureStyle& style, const ScreenRect& rect, int height);
  const PictureWindow& shown() const { return shown_; }

  const FieldLink& link() const { return *choice_.link; }
  const std::string& reason() const { return choice_.reason; }
  bool degraded() const { return choice_.degraded; }

 private:
  void sample_materials(const Solver& solver, const PictureWindow& window);

  // The link is destroyed first, because it unregisters the picture's buffer.
  FieldPicture field_;
  MaterialPicture materials_;
  FieldPainter painter_;
  LinkChoice choice_;
  std::optional<PictureWindow> material_window_;  // the rectangle that materials_ shows
  std::vector<std::uint16_t> indices_;            // materials of the picture's pixels
  PictureWindow shown_;                           // from the last publish()
};

// Returns the painter's settings for `window` of a scene: colour map, range, grid lines, layers. A window of
// Quantity::residual shows magnitudes on the common logarithmic scale of residuals, without the layers.
PictureStyle picture_style(const State& state, const Scene& scene, const PictureWindow& window);

}  // namespace ez
