// ---- The grid and its places.
//
// Arrays have a line of ghost nodes on all sides, as those of the scalar engine. Node (i, j) is at
// origin + j * pitch + i. The host's Grid (grid.h) has the same members.
enum { beyond_nothing, beyond_mirror, beyond_wrap };
typedef struct {
  int nx, ny, pitch, origin;
  int x_periodic, y_periodic;
  int x_low, x_high, y_low, y_high;  // cells of layers
  int x_classes, y_classes;          // lines have tables of their own
  int magnetic, wide_map;
  int left, right, bottom, top;  // beyond the boundaries
} Grid;
typedef struct {
  real a, b;
} Pair;

static inline long at(Grid g, int i, int j) { return g.origin + (long)j * g.pitch + i; }
static inline int entry_at(Grid g, global const uchar* bytes, global const ushort* words, long n) {
  return g.wide_map ? words[n] : bytes[n];
}
static inline bool in_layer_e(int i, int nodes, int low, int high) { return i < low || i > nodes - 1 - high; }
static inline bool in_layer_h(int i, int nodes, int low, int high) {
  return i < nodes - 1 && (i < low || i >= nodes - 1 - high);
}
