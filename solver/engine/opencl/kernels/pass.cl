// ---- A pass: LEVELS steps of every tile, from one set of arrays to another. One work-group for each tile.
__attribute__((reqd_work_group_size(ITEMS, 1, 1))) kernel void pass(
    Grid g, global const Tile* tiles, global const Pair* palette, int palette_size,  //
    global real* e0, global real* hx0, global real* hy0, global real* e_left0, global real* e_right0,
    global real* e_bottom0, global real* e_top0, global real* h_left0, global real* h_right0, global real* h_bottom0,
    global real* h_top0,  //
    global real* e1, global real* hx1, global real* hy1, global real* e_left1, global real* e_right1,
    global real* e_bottom1, global real* e_top1, global real* h_left1, global real* h_right1, global real* h_bottom1,
    global real* h_top1,  //
    global const Pair* hx_palette, global const Pair* hy_palette, global const uchar* entries, global const Stretch* x_e,
    global const Stretch* x_h, global const Stretch* y_e, global const Stretch* y_h, global const Due* due,
    global const int* slots, global const uchar* marks, global const real* amounts, int terms,
    global const ProbeAt* probes, global real* record, int columns, int step) {
  local real first_e[2 * LEVELS * (ITEMS + 1)], last_hy[2 * LEVELS * (ITEMS + 1)];
  local Pair media[256];
  const int item = get_local_id(0);
  for (int k = item; k < palette_size; k += ITEMS) media[k] = palette[k];
  for (int k = item; k < 2 * LEVELS; k += ITEMS) first_e[k * (ITEMS + 1) + ITEMS] = last_hy[k * (ITEMS + 1)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const Tile t = tiles[get_group_id(0)];
  const Field from = {e0,       hx0,      hy0,       e_left0,    e_right0, e_bottom0,
                      e_top0,   h_left0,  h_right0,  h_bottom0,  h_top0};
  const Field to = {e1,       hx1,      hy1,       e_left1,    e_right1, e_bottom1,
                    e_top1,   h_left1,  h_right1,  h_bottom1,  h_top1};
  const Tables a = {hx_palette[0].b, hy_palette[0].b, entries, x_e, x_h, y_e, y_h, due, slots, marks,
                    amounts + (long)step * terms, probes, record + (long)step * columns, terms, columns};
  switch (t.kind) {
    case tile_uniform:
      uniform_tile(g, t, from, to, a, first_e, last_hy, media);
      break;
    case tile_palette:
      palette_tile(g, t, from, to, a, first_e, last_hy, media);
      break;
    case tile_points:
      points_tile(g, t, from, to, a, first_e, last_hy, media);
      break;
    case tile_layer_y:
      layer_y_tile(g, t, from, to, a, first_e, last_hy, media);
      break;
    case tile_layer_x:
      layer_x_tile(g, t, from, to, a, first_e, last_hy, media);
      break;
    default:
      corner_tile(g, t, from, to, a, first_e, last_hy, media);
      break;
  }
}
