#include "solver/engine/cuda/streamed/due.h"

#include <algorithm>
#include <tuple>

namespace ez::cuda::streamed {

// ---- by rows of the grid

DueRows::DueRows(const Problem& p) : terms_(p.terms) {
  const auto rows = static_cast<std::size_t>(p.ny);
  for (const FieldArray a : all_arrays) {
    std::vector<std::size_t>& first = first_[index_of(a)];
    first.resize(rows + 1);
    for (std::size_t j = 0, k = 0; j <= rows; ++j) {
      const auto before = [&](const Term& t) { return std::pair(t.array, t.j) < std::pair(a, static_cast<int>(j)); };
      while (k < terms_.size() && before(terms_[k])) ++k;
      first[j] = k;
    }
  }
  for (std::size_t k = 0; k < p.instruments.size(); ++k)
    probes_.push_back({p.instruments[k].node.i, p.instruments[k].node.j, static_cast<int>(k)});
  std::stable_sort(probes_.begin(), probes_.end(), [](const Probe& a, const Probe& b) { return a.j < b.j; });
  first_probe_.resize(rows + 1);
  for (std::size_t j = 0, k = 0; j <= rows; ++j) {
    while (k < probes_.size() && probes_[k].j < static_cast<int>(j)) ++k;
    first_probe_[j] = k;
  }
}

std::span<const Term> DueRows::terms(FieldArray array, int low, int high) const {
  const std::vector<std::size_t>& first = first_[index_of(array)];
  const int end = static_cast<int>(first.size()) - 1;
  const auto at = [&](int j) { return first[static_cast<std::size_t>(std::clamp(j, 0, end))]; };
  return std::span(terms_).subspan(at(low), at(high) - at(low));
}
std::span<const DueRows::Probe> DueRows::probes(int low, int high) const {
  const int end = static_cast<int>(first_probe_.size()) - 1;
  const auto at = [&](int j) { return first_probe_[static_cast<std::size_t>(std::clamp(j, 0, end))]; };
  return std::span(probes_).subspan(at(low), at(high) - at(low));
}

// ---- by rows of a tile

namespace {

struct At {
  int slot;  // row of the tile's list, see DueRow
  int lane, on, x;
  const Term* term;
};

// At most one term a node; see DueRow.
struct Layer {
  int lane = 0, lanes = 0;
  std::uint16_t hard = 0;
  std::vector<At> terms;
};

// The terms of one slot, which come by lanes, and of a node in their order. Subtracted ones lie together that are no
// more than `apart` lanes apart.
std::vector<Layer> layers_of(std::span<const At> slot, int tile_x, int columns, int apart) {
  std::vector<Layer> layers;
  const At* before = nullptr;
  std::size_t last = 0;  // layer of `before`
  for (const At& a : slot) {
    const bool again = before && before->on == a.on && before->x == a.x;
    const auto bit = static_cast<std::uint16_t>(1U << (4 * a.on + (a.x - tile_x) % columns));
    const auto takes = [&](const Layer& layer) {
      if (a.term->hard) return layer.hard != 0 && layer.lane == a.lane && (layer.hard & bit) == 0;
      return layer.hard == 0 && a.lane < layer.lane + layer.lanes + apart;
    };
    std::size_t k = again ? last + 1 : 0;
    while (k < layers.size() && !takes(layers[k])) ++k;
    if (k == layers.size()) layers.push_back({a.lane, 1, 0, {}});
    Layer& layer = layers[k];
    layer.lanes = std::max(layer.lanes, a.lane + 1 - layer.lane);
    if (a.term->hard) layer.hard |= bit;
    layer.terms.push_back(a);
    before = &a, last = k;
  }
  return layers;
}

// One tile's way into the lists.
template <class T>
class Adder {
 public:
  Adder(Tile<T>& tile, int columns, int levels, const DueRows& due, DueLists& lists)
      : tile_(tile), columns_(columns), levels_(levels), lists_(lists) {
    for (const FieldArray array : all_arrays)
      for (const Term& t : due.terms(array, tile.row0, tile.row1))
        if (t.i >= tile.x && t.i < tile.x + 32 * columns)
          terms_.push_back(
              {array == FieldArray::hy ? t.j : t.j + 1, (t.i - tile.x) / columns, static_cast<int>(array), t.i, &t});
    std::stable_sort(terms_.begin(), terms_.end(), [](const At& a, const At& b) {
      return std::tuple(a.slot, a.lane, a.on, a.x) < std::tuple(b.slot, b.lane, b.on, b.x);
    });
    for (const DueRows::Probe& q : due.probes(tile.own_y0, tile.own_y1))
      if (q.i >= tile.own_x0 && q.i < tile.own_x1) probes_.push_back(q);
  }

  void add() {
    tile_.due_low = tile_.odd_low = Tile<T>::never, tile_.due_high = tile_.odd_high = -Tile<T>::never;
    tile_.due = static_cast<int>(lists_.rows.size());
    tile_.amount = static_cast<int>(lists_.amounts.size());
    tile_.lanes = 0;
    for (const At& a : terms_) widen(tile_.due_low, tile_.due_high, a.slot);
    for (const DueRows::Probe& q : probes_) widen(tile_.due_low, tile_.due_high, q.j + 1);
    const int slots = std::max(tile_.due_high - tile_.due_low + 1, 0);
    lists_.rows.resize(lists_.rows.size() + static_cast<std::size_t>(slots));
    if (lists_.values == 0) room(value_count(1, 4));  // zeros for lanes without terms
    if (!add_in_step()) add_apart();
    tile_.amounts = static_cast<int>(lists_.amounts.size()) - tile_.amount;
    add_probes();
  }

 private:
  static void widen(int& low, int& high, int slot) { low = std::min(low, slot), high = std::max(high, slot); }
  int value_count(int lanes, int columns) const { return DueRow::arrays * levels_ * lanes * columns; }
  // Of so many values, where a lane can read its columns at once.
  int room(int values) {
    const int at = lists_.values;
    lists_.values += (values + 3) / 4 * 4;
    return at;
  }
  DueRow& row_of(int slot) { return lists_.rows[static_cast<std::size_t>(tile_.due + slot - tile_.due_low)]; }
  template <class F>
  void each_slot(F f) const {
    for (auto begin = terms_.begin(); begin != terms_.end();) {
      const auto end = std::find_if(begin, terms_.end(), [&](const At& a) { return a.slot != begin->slot; });
      f(begin->slot, std::span<const At>(begin, end));
      begin = end;
    }
  }

  // The first layer of subtracted terms of all rows at equal distances, for the lanes that any of them has. False where
  // that takes too much memory.
  bool add_in_step() {
    int low = 32, high = -1;
    for (const At& a : terms_)
      if (!a.term->hard) widen(low, high, a.lane);
    const int lanes = std::max(high - low + 1, 0), rows = tile_.due_high - tile_.due_low + 1 + 2 * (levels_ - 1);
    constexpr int most = 1 << 18;
    if (terms_.empty() || value_count(lanes, columns_) > most / rows) return terms_.empty();
    const int row_values = value_count(lanes, columns_);
    tile_.lane = lanes > 0 ? low : 0, tile_.lanes = lanes, tile_.values = room(row_values * rows);
    each_slot([&](int slot, std::span<const At> terms) {
      std::vector<Layer> layers = layers_of(terms, tile_.x, columns_, 32);
      if (layers.front().hard == 0) {
        layers.front().lane = tile_.lane, layers.front().lanes = lanes;
        fill(row_of(slot), layers.front(), tile_.values + (slot - tile_.due_low + levels_ - 1) * row_values);
        layers.erase(layers.begin());
      }
      chain(slot, layers);
    });
    return true;
  }
  void add_apart() {
    each_slot([&](int slot, std::span<const At> terms) { chain(slot, layers_of(terms, tile_.x, columns_, 1)); });
  }
  // Layers one after the other, after what the row has already.
  void chain(int slot, const std::vector<Layer>& layers) {
    for (const Layer& layer : layers) {
      widen(tile_.odd_low, tile_.odd_high, slot);
      const int values = room(value_count(layer.lanes, columns_));
      DueRow* row = &row_of(slot);
      if (row->lanes > 0) {
        while (row->next >= 0) row = &lists_.rows[static_cast<std::size_t>(row->next)];
        row->next = static_cast<int>(lists_.rows.size());
        row = &lists_.rows.emplace_back();
      }
      fill(*row, layer, values);
    }
  }
  void fill(DueRow& row, const Layer& layer, int values) {
    row.values = values;
    row.lane = static_cast<std::uint8_t>(layer.lane), row.lanes = static_cast<std::uint8_t>(layer.lanes);
    row.hard = layer.hard;
    for (const At& a : layer.terms)
      lists_.amounts.push_back(
          {values + value_count(a.lane - layer.lane, columns_) + a.on * levels_ * columns_ + (a.x - tile_.x) % columns_,
           columns_, a.term->signal, a.term->hard, a.term->weight});
  }
  void add_probes() {
    for (std::size_t k = 0; k < probes_.size(); ++k) {
      widen(tile_.odd_low, tile_.odd_high, probes_[k].j + 1);
      DueRow& row = row_of(probes_[k].j + 1);
      if (row.probe < 0) row.probe = static_cast<int>(lists_.probes.size());
      const bool more = k + 1 < probes_.size() && probes_[k + 1].j == probes_[k].j;
      lists_.probes.push_back({probes_[k].i, probes_[k].index, more});
    }
  }

  Tile<T>& tile_;
  int columns_, levels_;
  DueLists& lists_;
  std::vector<At> terms_;
  std::vector<DueRows::Probe> probes_;  // by rows
};

}  // namespace

template <class T>
void add_due(Tile<T>& tile, int columns, int levels, const DueRows& due, DueLists& lists) {
  Adder<T>(tile, columns, levels, due, lists).add();
}
template void add_due(Tile<float>&, int, int, const DueRows&, DueLists&);
template void add_due(Tile<double>&, int, int, const DueRows&, DueLists&);

}  // namespace ez::cuda::streamed
