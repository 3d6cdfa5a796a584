#include "solver/engine/bands/difference.h"

#include "solver/physics/view.h"

namespace ez {
namespace {

template <class T>
void draw(const PictureWindow& w, const ReferenceView& of, const ReferenceView& minus, float* pixels) {
  const ViewAxis x = view_axis(w.x0, w.x1, w.width, of.nx), y = view_axis(w.y0, w.y1, w.height, of.ny);
  const auto value = [&](int i, int j) {
    return residual_at(minus, static_cast<const T*>(of.ez)[j * of.pitch + i], i, j);
  };
  const bool many = view_decimates(x, y);
  for (int q = 0; q < w.height; ++q)
    for (int p = 0; p < w.width; ++p, ++pixels) {
      if (many) {
        SignedExtreme<T> extreme = no_extreme<T>();
        const ViewRange columns = view_range(x, p), rows = view_range(y, q);
        for (int j = rows.begin; j < rows.end; ++j)
          for (int i = columns.begin; i < columns.end; ++i) add_extreme(extreme, value(i, j));
        *pixels = value_of(extreme);
        continue;
      }
      const ViewTap tx = view_tap(x, p), ty = view_tap(y, q);
      *pixels = tx.inside && ty.inside ? view_blend(value(tx.low, ty.low), value(tx.high, ty.low),
                                                    value(tx.low, ty.high), value(tx.high, ty.high), tx, ty)
                                       : 0;
    }
}

}  // namespace

void draw_difference(const PictureWindow& w, const ReferenceView& of, const ReferenceView& minus, float* pixels) {
  of.is_double ? draw<double>(w, of, minus, pixels) : draw<float>(w, of, minus, pixels);
}

}  // namespace ez
