// ---- The picture of a rectangle (solver/physics/view.h), and the health of the field.

// The nodes of a pixel along one axis, computed by the host in double. Decimation: nodes [low, high). Interpolation:
// between `low` and `high`.
typedef struct {
  int low, high, nearest, inside;
  real weight, unused;
} Tap;
// The nodes of another grid to which a node corresponds, for a difference picture.
typedef struct {
  int low, high, inside, unused;
  wide weight;
} ReferenceTap;
typedef struct {
  int quantity, kind;     // kind: 0 formula, 1 index of the medium, 2 map, 3 difference
  int decimates, has_map, has_reference, reference_is_double;
  int width, height;
  int reference_pitch, reference_origin;
} Picture;
typedef struct {
  global const real *e, *hx, *hy, *re, *im;
  global const uchar* bytes;
  global const ushort* words;
  global const Pair* media;
  global const uchar* reference;
  global const ReferenceTap *columns, *rows;
} Sources;

static inline wide reference_value(Picture p, global const uchar* values, int i, int j) {
  const long n = p.reference_origin + (long)j * p.reference_pitch + i;
#ifdef EZ_HAS_DOUBLE
  if (p.reference_is_double) return ((global const double*)values)[n];
#endif
  return ((global const float*)values)[n];
}
static inline real difference(Picture p, Sources s, real e, int i, int j) {
  if (!p.has_reference) return 0;
  const ReferenceTap x = s.columns[i], y = s.rows[j];
  wide other = 0;
  if (x.inside && y.inside) {
    other = reference_value(p, s.reference, x.low, y.low);
    if (x.weight != 0 || y.weight != 0) {
      const wide v01 = reference_value(p, s.reference, x.low, y.high);
      const wide below = other + x.weight * (reference_value(p, s.reference, x.high, y.low) - other);
      const wide above = v01 + x.weight * (reference_value(p, s.reference, x.high, y.high) - v01);
      other = below + y.weight * (above - below);
    }
  }
  return (real)((wide)e - other);
}
static inline real quantity_of(Grid g, Picture p, Sources s, QuantityUnits units, int i, int j) {
  const long n = at(g, i, j);
  if (p.quantity == Quantity_hx && j == g.ny - 1 && !g.y_periodic) return 0;
  if (p.quantity == Quantity_hy && i == g.nx - 1 && !g.x_periodic) return 0;
  Around h = {s.hx[n], s.hx[n - g.pitch], s.hy[n], s.hy[n - 1]};
  if (p.quantity != Quantity_hx && p.quantity != Quantity_hy) {
    const NoneBeyond none = {i == 0 && g.left == beyond_nothing, i == g.nx - 1 && g.right == beyond_nothing,
                             j == 0 && g.bottom == beyond_nothing, j == g.ny - 1 && g.top == beyond_nothing};
    h = with_even_image(h, none);
  }
  const Pair m = s.media[entry_at(g, s.bytes, s.words, n)];
  return quantity_at(p.quantity, s.e[n], h.hx, h.hx_below, h.hy, h.hy_left, m.a, m.b, units);
}
static inline real shown(Grid g, Picture p, Sources s, QuantityUnits units, MapScale scale, int i, int j) {
  const long k = (long)j * g.nx + i;
  if (p.kind == 3) return difference(p, s, s.e[at(g, i, j)], i, j);
  if (p.kind == 2) return p.has_map ? map_value(p.quantity, s.re[k], s.im[k], scale) : 0;
  if (p.kind == 1) return entry_at(g, s.bytes, s.words, at(g, i, j));
  return quantity_of(g, p, s, units, i, j);
}

kernel void draw(Grid g, Picture p, QuantityUnits units, MapScale scale, global const real* e, global const real* hx,
                 global const real* hy, global const real* re, global const real* im, global const uchar* bytes,
                 global const ushort* words, global const Pair* media, global const uchar* reference,
                 global const ReferenceTap* columns, global const ReferenceTap* rows, global const Tap* x_taps,
                 global const Tap* y_taps, global float* pixels) {
  const int px = get_global_id(0), py = get_global_id(1);
  if (px >= p.width || py >= p.height) return;
  const Sources s = {e, hx, hy, re, im, bytes, words, media, reference, columns, rows};
  const Tap x = x_taps[px], y = y_taps[py];
  float out = 0;
  if (p.decimates) {
    SignedExtreme most = no_extreme();
    for (int j = y.low; j < y.high; ++j)
      for (int i = x.low; i < x.high; ++i) add_extreme(&most, shown(g, p, s, units, scale, i, j));
    out = value_of(most);
  } else if (x.inside && y.inside) {
    if (p.kind == 1) {
      out = (float)shown(g, p, s, units, scale, x.nearest, y.nearest);
    } else {
      const ViewTap tx = {x.low, x.high, x.nearest, x.weight, true}, ty = {y.low, y.high, y.nearest, y.weight, true};
      out = view_blend(shown(g, p, s, units, scale, x.low, y.low), shown(g, p, s, units, scale, x.high, y.low),
                       shown(g, p, s, units, scale, x.low, y.high), shown(g, p, s, units, scale, x.high, y.high), tx,
                       ty);
    }
  }
  pixels[(long)py * p.width + px] = out;
}

// Work-item k writes the largest finite |value| of its pixels to most[k], and whether one is not finite to bad[k].
kernel void picture_stats(global const float* pixels, int count, global float* most, global int* bad) {
  const int k = get_global_id(0), items = get_global_size(0);
  float largest = 0;
  int any = 0;
  for (int n = k; n < count; n += items) {
    if (isfinite(pixels[n]))
      largest = fmax(largest, fabs(pixels[n]));
    else
      any = 1;
  }
  most[k] = largest;
  bad[k] = any;
}

// The largest |Ez| of a work-item's nodes, with the first node that has it, and the first node that is not finite.
// Nodes count row by row; −1: none.
typedef struct {
  long largest, bad;
  real most, unused;
} HealthPart;
// A work-group takes one of 8 × 8 tiles, and its work-items take the tile's nodes in turn.
kernel void find_health(Grid g, global const real* e, global HealthPart* parts) {
  const int tile = get_group_id(0), item = get_local_id(0), items = get_local_size(0);
  const int tx = tile % 8, ty = tile / 8;
  const int i0 = (int)((long)tx * g.nx / 8), i1 = (int)((long)(tx + 1) * g.nx / 8);
  const int j0 = (int)((long)ty * g.ny / 8), j1 = (int)((long)(ty + 1) * g.ny / 8);
  HealthPart mine = {-1, -1, 0, 0};
  for (int j = j0; j < j1; ++j)
    for (int i = i0 + item; i < i1; i += items) {
      const real v = fabs(e[at(g, i, j)]);
      const long k = (long)j * g.nx + i;
      if (!isfinite(v)) {
        if (mine.bad < 0) mine.bad = k;
      } else if (v > mine.most) {
        mine.most = v;
        mine.largest = k;
      }
    }
  parts[tile * items + item] = mine;
}
