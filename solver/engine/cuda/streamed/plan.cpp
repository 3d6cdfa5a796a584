#include "solver/engine/cuda/streamed/plan.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "solver/scene/raster/node_rect.h"

namespace ez::cuda::streamed {

// ---- positions of tiles

namespace {

int down4(int i) { return i / 4 * 4; }
int up(int i, int step) { return (i + step - 1) / step * step; }
// Returns true if the streaming kernel finds zeros beyond this boundary.
bool is_closed(const Problem& p, Side s) { return facts_of(p.wall(s)).is_zero; }
int layers_at(const Problem& p, Side s) {
  const AxisLayers& axis = s == Side::left || s == Side::right ? p.x : p.y;
  return s == Side::left || s == Side::bottom ? axis.low : axis.high;
}
// Returns true if tiles reach this boundary. Otherwise there is a frame of general blocks along it, which includes its
// layers.
bool tiled(const Problem& p, Side s) { return is_closed(p, s) && (!p.magnetic || layers_at(p, s) == 0); }

// Returns the number of columns that neighbours share. It is a multiple of 4 because a lane's columns are stored
// together.
int overlap_x(int levels) { return up(levels, 4); }

// A pass takes as long as its slowest tile. A tile that takes longer than a one-medium tile is cut into lower ones.
// Each has at least this many rows, which is more than any overlap.
constexpr int least_rows = 32;

// Returns true if H has media other than the grid's first one there, or if that one is lossy.
bool any_magnetic(const Problem& p, const NodeRect& r) {
  if (p.magnetic_palette.front().da != 1) return true;
  for (const std::vector<std::uint16_t>* entries : {&p.hx_entry, &p.hy_entry})
    for (int j = r.j0; j < r.j1; ++j) {
      const auto row = entries->begin() + static_cast<std::ptrdiff_t>(j) * p.nx;
      if (std::any_of(row + r.i0, row + r.i1, [](std::uint16_t entry) { return entry != 0; })) return true;
    }
  return false;
}

// Returns the class with the same columns and rows that also supports terms.
Class with_terms(Class kind) {
  switch (kind) {
    case Class::uniform:
      return Class::driven;
    case Class::clear_x:
      return Class::clear_x_driven;
    case Class::clear_y:
      return Class::clear_y_driven;
    case Class::lossy:
    case Class::palette:
      return Class::points;
    case Class::layer_x:
      return Class::layer_x_points;
    case Class::layer_y:
      return Class::layer_y_points;
    case Class::corner:
      return Class::corner_points;
    default:
      return kind;
  }
}

// Returns the class with the same columns and rows that supports terms of every kind.
Class with_any_terms(Class kind) {
  switch (kind) {
    case Class::driven:
      return Class::points;
    case Class::clear_x_driven:
      return Class::layer_x_points;
    case Class::clear_y_driven:
      return Class::layer_y_points;
    default:
      return kind;
  }
}

}  // namespace

template <class T>
double rounds_of(const Problem& p, int levels, int rows, int multiprocessors) {
  const double strips = p.nx / static_cast<double>(32 * lane_columns<T>(Class::uniform, levels) - 2 * levels);
  return strips * p.ny / rows / (8.0 * multiprocessors);
}
template <class T>
PlanShape shape_for(const Problem& p, int levels, int rows, int warps, int multiprocessors) {
  PlanShape shape{levels, rows};
  shape.warps = warps;
  shape.at_once = blocks_at_once(warps, multiprocessors);
  shape.uncut = std::max(1.0, rounds_of<T>(p, levels, rows, multiprocessors) - 0.5);
  return shape;
}
template double rounds_of<float>(const Problem&, int, int, int);
template double rounds_of<double>(const Problem&, int, int, int);
template PlanShape shape_for<float>(const Problem&, int, int, int, int);
template PlanShape shape_for<double>(const Problem&, int, int, int, int);

template <class T>
Plan<T>::Plan(const Problem& p, const PlanShape& shape, const DueRows& due) : shape_(shape) {
  lay_out(p, due);
  update(p, {0, 0, p.nx, p.ny}, true, due);
}

// Returns the begin of each run of rows, and the end of the last one. The runs have about the same work.
template <class T>
std::vector<int> Plan<T>::runs_of(int begin, int end) const {
  const int L = shape_.levels, count = std::max(1, (end - begin + shape_.rows / 2) / shape_.rows);
  std::vector<int> at;
  for (int k = 0; k <= count; ++k)
    at.push_back(begin + static_cast<int>(static_cast<std::int64_t>(end - begin) * k / count));
  // Additional time of a one-medium tile with a row of terms on Ez and a row on the neighbouring Hx.
  Tile<T> with_sheets;
  with_sheets.kind = static_cast<int>(Class::driven);
  with_sheets.row1 = shape_.rows + 2 * L;
  with_sheets.sheet_low = 0, with_sheets.sheet_high = 1;
  const double longer = work_of(with_sheets, L) - with_sheets.row1;
  const auto more = [&](std::size_t k) {
    const bool any = std::any_of(sheets_.rows.begin(), sheets_.rows.end(),
                                 [&](int j) { return j >= at[k] - L && j < at[k + 1] + L; });
    return any ? longer : 0.0;
  };
  for (int go = 0; go < 2 && !sheets_.rows.empty(); ++go) {  // a sheet may move into another run
    double all = end - begin;
    for (std::size_t k = 0; k + 1 < at.size(); ++k) all += more(k);
    std::vector<int> next = {begin};
    double from = begin;
    for (std::size_t k = 0; k + 1 < at.size(); ++k) {
      from += std::max<double>(least_rows, all / count - more(k));
      next.push_back(std::min(end, static_cast<int>(std::lround(from))));
    }
    next.back() = end;
    at = std::move(next);
  }
  return at;
}

template <class T>
void Plan<T>::lay_out(const Problem& p, const DueRows& due) {
  sheets_ = due.sheets();
  places_.clear(), frames_.clear();
  const int L = shape_.levels, side = overlap_x(L);
  // On the right and top, H at the end of a layer is half a cell further inside.
  const auto margin = [&](Side s, int overlap) {
    const int layers = layers_at(p, s), more = s == Side::right || s == Side::top ? 1 : 0;
    return tiled(p, s) ? 0 : overlap + (layers > 0 ? layers + more : 0);
  };
  const int x0 = up(margin(Side::left, side), 4), y0 = margin(Side::bottom, L);
  const int x1 = tiled(p, Side::right) ? p.nx : down4(p.nx - margin(Side::right, side)),
            y1 = p.ny - margin(Side::top, L);
  const bool known = !p.electric.wide() && p.magnetic_palette.size() <= magnetic_entries && p.x.line_class.empty() &&
                     p.y.line_class.empty();
  if (!known || x1 - x0 < side || y1 - y0 < L) {
    frames_.push_back({0, 0, p.nx, p.ny});
    return;
  }
  frames_ = {{0, 0, p.nx, y0}, {0, y1, p.nx, p.ny}, {0, y0, x0, y1}, {x1, y0, p.nx, y1}};
  // Runs of rows. The runs of the layers along y include the rows that a layer's effects reach during a pass.
  const bool low_layers = p.y.low > 0 && !p.magnetic, high_layers = p.y.high > 0 && !p.magnetic;
  const int low = low_layers ? p.y.low + L : 0, high = high_layers ? p.y.high + 1 + L : 0;
  const int inner0 = std::max(y0, low), inner1 = std::min(y1, p.ny - high);
  const auto runs = [&](int begin, int end, bool layers) {
    const std::vector<int> row = runs_of(begin, end);
    for (std::size_t k = 0; k + 1 < row.size(); ++k)
      if (row[k] < row[k + 1]) lay_strips(p, {x0, row[k], x1, row[k + 1]}, layers);
  };
  if (inner1 <= inner0) {
    runs(y0, y1, low_layers || high_layers);
    return;
  }
  if (inner0 > y0) runs(y0, inner0, true);
  runs(inner0, inner1, false);
  if (inner1 < y1) runs(inner1, y1, true);
}

// Lays a row of tiles from left to right. Tiles are as wide as their rows allow outside the layers along x, and narrow
// inside.
template <class T>
void Plan<T>::lay_strips(const Problem& p, const NodeRect& owned, bool layers) {
  const int L = shape_.levels, overlap = overlap_x(L), begin = owned.i0, end = owned.i1;
  const bool open_right = !tiled(p, Side::right);
  const Class inner = layers ? Class::layer_y : Class::uniform, side = layers ? Class::corner : Class::layer_x;
  const int wide = 32 * lanes(inner);
  // Wide strips end before the layer on the right. They also end before columns of terms that fit into the layer's own
  // strip.
  int last = p.nx - 1 - p.x.high;
  for (const int column : sheets_.columns)
    if (column < last && p.nx - (down4(column - wide) + wide - 2 * overlap) <= 32 * lanes(side)) last = column;
  const auto clear = [&](int x) { return p.magnetic || (x >= p.x.low && (p.x.high == 0 || x + wide <= last)); };
  // Returns the end of the valid columns of a strip that starts at x.
  const auto reach = [&](int x, Class kind) {
    const int lane = lanes(kind), width = 32 * lane;
    const bool beyond = !open_right && x + width >= up(p.nx, lane) + lane;
    return beyond ? end : std::min(x + width - overlap, end);
  };
  const auto add = [&](int x, int own0, int own1, Class least) {
    Place place;
    place.least = place.medium = least;
    Tile<T>& t = place.tile;
    t.x = x, t.own_x0 = own0, t.own_x1 = own1, t.own_y0 = owned.j0, t.own_y1 = owned.j1;
    t.row0 = std::max(owned.j0 - L, 0), t.row1 = owned.j1 + L;
    places_.push_back(place);
    return own1;
  };
  for (int own = begin; own < end;) {
    const int x = own == 0 ? 0 : down4(own - overlap);
    // The last wide strip before a layer is moved back as far as necessary.
    const int back = p.x.high > 0 && !p.magnetic ? std::min(x, down4(last - wide)) : x;
    const bool starts_right = back >= 0 && (back == 0 ? own == 0 || own >= overlap : back + overlap <= own);
    const int wide_end = starts_right && clear(back) ? reach(back, inner) : own;
    own = wide_end > own ? add(back, own, wide_end, inner) : add(x, own, reach(x, side), side);
  }
}

// ---- classes of tiles

template <class T>
void Plan<T>::set_medium(const Problem& p, Place& place) const {
  const Tile<T>& t = place.tile;
  const bool x_layer = place.least == Class::layer_x, y_layer = place.least == Class::layer_y;
  // Excludes the boundary of a layer, which the kernel handles itself, and all nodes beyond the grid.
  const int i0 = x_layer ? std::max(t.x, 1) : t.x, j0 = y_layer ? std::max(t.row0, 1) : t.row0;
  const int i1 = std::min(t.x + width(place), x_layer ? p.nx - 1 : p.nx),
            j1 = std::min(t.row1, y_layer ? p.ny - 1 : p.ny);
  const auto nx = static_cast<std::size_t>(p.nx);
  const std::uint8_t* map = p.electric.bytes().data();
  const auto row = [&](int j) { return map + static_cast<std::size_t>(j) * nx + static_cast<std::size_t>(i0); };
  const auto count = static_cast<std::size_t>(i1 - i0);
  if (p.magnetic && any_magnetic(p, {t.x, t.row0, i1, j1})) {
    place.medium = Class::magnetic;
    return;
  }
  bool one = (x_layer || t.x + width(place) <= p.nx) && (y_layer || t.row1 <= p.ny);
  // The kernel supports a boundary row only if there is a layer in front of it.
  if (y_layer) one = one && (t.row0 > 0 || p.y.low > 0) && (t.row1 < p.ny || p.y.high > 0);
  const std::uint8_t first = *row(j0);
  for (int j = j0; j < j1 && one; ++j) one = *row(j) == first && std::memcmp(row(j), row(j) + 1, count - 1) == 0;
  const ElectricEntry& medium = p.electric_palette[first];
  place.tile.ca = static_cast<T>(medium.ca);
  place.tile.cb = static_cast<T>(medium.cb);
  const bool lossless = place.tile.ca == T(1);
  if (x_layer || y_layer)
    place.medium = !(one && lossless) ? place.least : x_layer ? Class::clear_x : Class::clear_y;
  else
    place.medium = !one ? Class::palette : lossless ? Class::uniform : Class::lossy;
}

template <class T>
void Plan<T>::classify(Place& place, const DueRows& due) const {
  Tile<T>& t = place.tile;
  const auto holds = [&](int i) { return i >= t.x && i < t.x + width(place); };
  const auto any_term = [&](FieldArray a) {
    const std::span<const Term> terms = due.terms(a, t.row0, t.row1);
    return std::any_of(terms.begin(), terms.end(), [&](const Term& term) { return holds(term.i); });
  };
  const std::span<const DueRows::Probe> probes = due.probes(t.own_y0, t.own_y1);
  const bool probed = std::any_of(probes.begin(), probes.end(),
                                  [&](const DueRows::Probe& q) { return q.i >= t.own_x0 && q.i < t.own_x1; });
  const bool driven = std::any_of(std::begin(all_arrays), std::end(all_arrays), any_term);
  t.kind = static_cast<int>(probed || driven ? with_terms(place.medium) : place.medium);
}

template <class T>
void Plan<T>::update_media(const Problem& p, NodeRect dirty) {
  for (Place& place : places_) {
    const Tile<T>& t = place.tile;
    const bool touched = !intersection(dirty, {t.x, t.row0, t.x + width(place), t.row1}).empty();
    if (touched && !in_corner(place.least)) set_medium(p, place);
  }
}

template <class T>
void Plan<T>::update(const Problem& p, NodeRect dirty, bool points, const DueRows& due) {
  if (points && !keeps_places(due)) {
    lay_out(p, due);
    dirty = {0, 0, p.nx, p.ny};
  }
  update_media(p, dirty);
  update_points(due);
  if (points) list_blocks(p, due);
}

template <class T>
void Plan<T>::update_points(const DueRows& due) {
  for (Place& place : places_) classify(place, due);
  list_tiles(due);
}

// ---- the lists

template <class T>
void Plan<T>::list_blocks(const Problem& p, const DueRows& due) {
  GeneralMaker<T> general(p, shape_.levels, shape_.block, due);
  for (const NodeRect& frame : frames_)
    if (!frame.empty()) general.cover(frame);
  general_ = general.take();
}

// Returns the tile at a place, including its due operations.
template <class T>
Tile<T> Plan<T>::with_due(const Place& place, const DueRows& due, DueLists& lists) const {
  Tile<T> t = place.tile;
  if (t.kind >= 0 && has_terms(static_cast<Class>(t.kind))) add_due(t, lanes(place.least), shape_.levels, due, lists);
  t.making = made_ahead_ ? 0 : t.amounts + 2 * t.stepping;
  const bool in_layers = t.odd_low <= t.odd_high;
  if (in_layers) t.kind = static_cast<int>(with_any_terms(static_cast<Class>(t.kind)));
  return t;
}

template <class T>
void Plan<T>::add_tiles(Place place, const DueRows& due, TilesByClass<T>& of_class) {
  const int L = shape_.levels;
  DueLists trial;
  const Tile<T> whole = with_due(place, due, trial);
  const int own = whole.own_y1 - whole.own_y0;
  // Cuts the tile into pieces, none of which takes much longer than a one-medium tile. Each piece has its own overlap.
  constexpr double not_worth_a_cut = 1.05;
  const double most = not_worth_a_cut * shape_.uncut * (shape_.rows + 2 * L), a_row = work_of(whole, L) / (own + 2 * L);
  int pieces = 1;
  while (a_row * (own / static_cast<double>(pieces) + 2 * L) > most && own / (pieces + 1) >= least_rows) ++pieces;
  const auto row = [&](int k) { return whole.own_y0 + own * k / pieces; };
  for (int k = 0; k < pieces; ++k) {
    Tile<T>& t = place.tile;
    t.own_y0 = row(k), t.own_y1 = row(k + 1);
    t.row0 = std::max(t.own_y0 - L, 0), t.row1 = t.own_y1 + L;
    classify(place, due);
    const Tile<T> made = with_due(place, due, due_);
    of_class[static_cast<std::size_t>(made.kind)].push_back(made);
  }
}

template <class T>
void Plan<T>::list_tiles(const DueRows& due) {
  due_ = {};
  made_ahead_ = due.term_count() > few_terms;
  TilesByClass<T> of_class;
  for (const Place& place : places_) add_tiles(place, due, of_class);
  blocks_ = in_blocks(of_class, shape_.levels, shape_.warps, shape_.at_once);
}

template <class T>
std::array<double, class_count + 1> Plan<T>::owned() const {
  std::array<double, class_count + 1> nodes{};
  for (const Tile<T>& t : blocks_.tiles)
    if (t.kind >= 0)
      nodes[static_cast<std::size_t>(t.kind)] +=
          static_cast<double>(t.own_x1 - t.own_x0) * static_cast<double>(t.own_y1 - t.own_y0);
  for (const Block& b : general_.blocks)
    nodes[class_count] += static_cast<double>(b.own_x1 - b.own_x0) * static_cast<double>(b.own_y1 - b.own_y0);
  return nodes;
}

template <class T>
std::vector<RowLayer<T>> row_layers(const AxisLayers& y, bool of_e) {
  std::vector<RowLayer<T>> rows(static_cast<std::size_t>(y.nodes + 2 * rows_beyond));
  const std::vector<double>&k = of_e ? y.k_e : y.k_h, &b = of_e ? y.b_e : y.b_h, &c = of_e ? y.c_e : y.c_h;
  const int count = of_e ? y.nodes : y.nodes - 1;
  for (int j = 0; j < count; ++j)
    if (of_e ? y.has_e(j) : y.has_h(j)) {
      const auto at = static_cast<std::size_t>(j);
      const bool wall = of_e && (j == 0 || j == count - 1);
      rows[at + rows_beyond] = {static_cast<T>(k[at]), static_cast<T>(b[at]), static_cast<T>(c[at]), T(wall ? -1 : 1)};
    }
  return rows;
}
template std::vector<RowLayer<float>> row_layers(const AxisLayers&, bool);
template std::vector<RowLayer<double>> row_layers(const AxisLayers&, bool);

template class Plan<float>;
template class Plan<double>;

}  // namespace ez::cuda::streamed
