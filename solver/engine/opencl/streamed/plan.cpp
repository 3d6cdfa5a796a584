#include "solver/engine/opencl/streamed/plan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace ez::opencl::streamed {
namespace {

// Time of a row of each kind relative to a row of one medium. Only the order of the tiles depends on it.
constexpr std::array<int, kind_count> row_cost = {10, 15, 17, 20, 25, 32};

int work_of(const Tile& t, int levels) {
  return row_cost[static_cast<std::size_t>(t.kind)] * (t.own_y1 - t.row0 + 2 * levels);
}

// Returns the begins of `count` parts of [begin, end), and the end.
std::vector<int> parts_of(int begin, int end, int count) {
  std::vector<int> at;
  for (int k = 0; k <= count; ++k)
    at.push_back(begin + static_cast<int>(static_cast<std::int64_t>(end - begin) * k / count));
  return at;
}

bool touches(const AxisLayers& axis, int nodes, int begin, int end) {
  return begin < axis.low || (axis.high > 0 && end > nodes - 1 - axis.high);
}

}  // namespace

std::string why_not(const Problem& p) {
  for (const Side s : all_sides)
    if (!facts_of(p.wall(s)).is_zero)
      return std::string("the ") + std::string(to_string(s)) + " boundary is neither PEC nor CPML";
  if (p.magnetic || p.magnetic_palette[0].da != 1) return "there are magnetic media";
  if (p.electric.wide()) return "there are more than 256 media";
  if (!p.cross.empty()) return "grid.smoothing has slanted interfaces";
  const auto has_poles = [](const auto& palette) {
    return std::ranges::any_of(palette, [](const auto& e) { return !e.dispersion.poles.empty(); });
  };
  if (has_poles(p.electric_palette) || has_poles(p.magnetic_palette)) return "there are media with poles";
  if (!p.x.line_class.empty() || !p.y.line_class.empty()) return "a fault changes the layers along a boundary";
  return {};
}

Plan::Plan(const Problem& p, const Shape& shape, const DueRows& due) : shape_(shape) {
  lay_out(p);
  update(p, {0, 0, p.nx, p.ny}, due);
}

void Plan::update(const Problem& p, const NodeRect& dirty, const DueRows& due) {
  for (Place& place : places_)
    if (place.least == Kind::uniform && !intersection(place.read, dirty).empty()) find_medium(p, place);
  list_tiles(due);
}

// The first strip begins at the left boundary and the last one ends at the right one. Those between share the rest
// evenly and stay clear of the layers, so that they can be wide. Every strip begins at a multiple of `columns`.
std::vector<Plan::Strip> Plan::strips(const Problem& p, bool in_layer_y) const {
  const int overlap = shape_.levels, narrow = width(true);
  const auto down = [&](int i) { return i / shape_.columns * shape_.columns; };
  // A wide strip fits between the layers.
  const bool clear =
      down(p.nx - 1 - p.x.high) - width(false) >= p.x.low && narrow > 2 * overlap + std::max(p.x.low, p.x.high);
  const int first = width(in_layer_y || !clear || p.x.low > 0), last = width(in_layer_y || !clear || p.x.high > 0);
  const int between = width(in_layer_y || !clear);
  if (p.nx <= std::min(first, last)) return {{0, 0, p.nx, std::min(first, last)}};
  const int right = down(p.nx - last + shape_.columns - 1), left_end = first - overlap;
  const int right_begin = std::max(right + overlap, left_end);
  std::vector<Strip> out = {{0, 0, left_end, first}};
  if (right_begin > left_end) {
    const int most = between - 2 * overlap, count = (right_begin - left_end + most - 1) / most;
    const std::vector<int> at = parts_of(left_end / shape_.columns, right_begin / shape_.columns, count);
    for (std::size_t k = 0; k + 1 < at.size(); ++k) {
      const int begin = at[k] * shape_.columns, end = at[k + 1] * shape_.columns;
      const int clear_x = std::max(down(p.nx - 1 - p.x.high), end + overlap) - between;
      out.push_back({std::min(begin - overlap, clear_x), begin, end, between});
    }
  }
  out.push_back({right, right_begin, p.nx, last});
  return out;
}

// Returns the begins of the runs of rows, and the end. The runs of the layers include the rows that a layer's nodes
// reach during a pass.
std::vector<int> Plan::runs(const Problem& p) const {
  const int low = p.y.low > 0 ? p.y.low + shape_.levels : 0;
  const int high = p.y.high > 0 ? p.ny - 1 - p.y.high - shape_.levels : p.ny;
  if (high - low < shape_.levels) return parts_of(0, p.ny, std::max(1, p.ny / shape_.rows));
  std::vector<int> at = parts_of(low, high, std::max(1, (high - low + shape_.rows / 2) / shape_.rows));
  if (low > 0) at.insert(at.begin(), 0);
  if (high < p.ny) at.push_back(p.ny);
  return at;
}

void Plan::lay_out(const Problem& p) {
  const std::vector<int> at = runs(p);
  for (std::size_t k = 0; k + 1 < at.size(); ++k) {
    const int row0 = std::max(at[k] - shape_.levels, 0), row1 = std::min(at[k + 1] + shape_.levels, p.ny);
    const bool y = touches(p.y, p.ny, row0, row1);
    for (const Strip& strip : strips(p, y)) {
      Place place;
      Tile& t = place.tile;
      t.x = strip.x, t.own_x0 = strip.begin, t.own_x1 = strip.end;
      t.own_y0 = at[k], t.own_y1 = at[k + 1], t.row0 = row0;
      const int end = std::min(t.x + strip.width, p.nx);
      const bool x = touches(p.x, p.nx, t.x, end);
      // Some nodes of other tiles are beyond the grid.
      const bool inside = t.own_x0 >= t.x + shape_.levels && t.x + width(false) < p.nx && t.own_y0 >= shape_.levels &&
                          t.own_y1 + shape_.levels < p.ny;
      place.least = x && y   ? Kind::corner
                    : x      ? Kind::layer_x
                    : y      ? Kind::layer_y
                    : inside ? Kind::uniform
                             : Kind::points;
      place.read = {t.x, row0, end, row1};
      places_.push_back(place);
    }
  }
}

// Looks whether all nodes have the same lossless medium.
void Plan::find_medium(const Problem& p, Place& place) const {
  const NodeRect& r = place.read;
  const std::size_t pitch = static_cast<std::size_t>(p.nx), count = static_cast<std::size_t>(r.i1 - r.i0);
  const std::uint8_t* row =
      p.electric.bytes().data() + static_cast<std::size_t>(r.j0) * pitch + static_cast<std::size_t>(r.i0);
  const std::uint8_t entry = *row;
  place.tile.entry = entry;
  place.one_medium = p.electric_palette[entry].ca == 1;
  for (int j = r.j0; j < r.j1 && place.one_medium; ++j, row += pitch)
    place.one_medium = row[0] == entry && std::memcmp(row, row + 1, count - 1) == 0;
}

void Plan::list_tiles(const DueRows& due) {
  tiles_.clear();
  due_ = {};
  due_.marks.resize(due.term_count());
  for (const FieldArray a : all_arrays) {
    const std::span<const Term> terms = due.terms(a, 0, 1 << 30);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const bool more = k + 1 < terms.size() && terms[k + 1].i == terms[k].i && terms[k + 1].j == terms[k].j;
      due_.marks[due.index_of_term(terms[k])] = static_cast<cl_uchar>((terms[k].hard ? 1 : 0) + (more ? 2 : 0));
    }
  }
  for (const Place& place : places_) {
    Tile t = place.tile;
    t.kind = place.least;
    const bool any = add_due(t, place.read, due);
    if (t.kind == Kind::uniform && any) t.kind = Kind::points;
    if (t.kind == Kind::uniform && !place.one_medium) t.kind = Kind::palette;
    tiles_.push_back(t);
  }
  std::ranges::stable_sort(
      tiles_, [&](const Tile& a, const Tile& b) { return work_of(a, shape_.levels) > work_of(b, shape_.levels); });
}

// Adds the tile's terms and probes to the lists. Returns false if there are none.
bool Plan::add_due(Tile& tile, const NodeRect& read, const DueRows& due) {
  tile.due = static_cast<cl_int>(due_.rows.size());
  tile.due_low = read.j1, tile.due_high = -1;
  const auto is_here = [&](const auto& at) { return at.i >= read.i0 && at.i < read.i1; };
  const auto widen = [&](const auto& all) {
    for (const auto& at : all)
      if (is_here(at)) tile.due_low = std::min(tile.due_low, at.j), tile.due_high = std::max(tile.due_high, at.j);
  };
  for (const FieldArray a : all_arrays) widen(due.terms(a, read.j0, read.j1));
  widen(due.probes(read.j0, read.j1));
  for (int j = tile.due_low; j <= tile.due_high; ++j) {
    Due row;
    row.ez = add_list(tile, due.terms(FieldArray::ez, j, j + 1), due);
    row.hx = add_list(tile, due.terms(FieldArray::hx, j, j + 1), due);
    row.hy = add_list(tile, due.terms(FieldArray::hy, j, j + 1), due);
    if (j >= tile.own_y0 && j < tile.own_y1) row.probes = add_probes(tile, due.probes(j, j + 1));
    due_.rows.push_back(row);
  }
  return tile.due_low <= tile.due_high;
}

cl_int Plan::new_list(const Tile& tile) {
  const std::size_t at = due_.slots.size();
  due_.slots.resize(at + static_cast<std::size_t>(width(tile.kind)), -1);
  return static_cast<cl_int>(at);
}

// Adds the first term of each column of a row. Returns the place of the list; −1 if there are none.
cl_int Plan::add_list(const Tile& tile, std::span<const Term> terms, const DueRows& due) {
  cl_int at = -1;
  int before = -1;
  for (const Term& t : terms) {
    if (t.i < tile.x || t.i >= tile.x + width(tile.kind) || t.i == before) continue;
    if (at < 0) at = new_list(tile);
    due_.slots[static_cast<std::size_t>(at + t.i - tile.x)] = static_cast<cl_int>(due.index_of_term(t));
    before = t.i;
  }
  return at;
}

// The same for the probes of the columns that the tile stores.
cl_int Plan::add_probes(const Tile& tile, std::span<const DueRows::Probe> probes) {
  cl_int at = -1;
  for (const DueRows::Probe& q : probes) {
    if (q.i < tile.own_x0 || q.i >= tile.own_x1) continue;
    if (at < 0) at = new_list(tile);
    cl_int& slot = due_.slots[static_cast<std::size_t>(at + q.i - tile.x)];
    due_.probes.push_back({q.index, slot});
    slot = static_cast<cl_int>(due_.probes.size()) - 1;
  }
  return at;
}

}  // namespace ez::opencl::streamed
