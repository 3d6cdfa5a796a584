#include "solver/engine/cuda/streamed/due.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace ez::cuda::streamed {

namespace {

struct At {
  int slot;  // row in the tile's list, see DueRow
  int lane, on, x;
  const Term* term;
};

// At most one term per node; see DueRow.
struct Layer {
  int lane = 0, lanes = 0;
  unsigned hard = 0, arrays = 0;  // see DueRow::marks
  std::vector<At> terms;
};

// Returns the layers of one slot's terms. The terms are ordered by lane, and those of a node are in their own order.
std::vector<Layer> layers_of(std::span<const At> slot, int tile_x, int columns) {
  std::vector<Layer> layers;
  const At* before = nullptr;
  std::size_t last = 0;  // layer of `before`
  for (const At& a : slot) {
    const bool again = before && before->on == a.on && before->x == a.x;
    const unsigned bit = 1U << (4 * a.on + (a.x - tile_x) % columns);
    const auto takes = [&](const Layer& layer) {
      if (a.term->hard) return layer.hard != 0 && layer.lane == a.lane && (layer.hard & bit) == 0;
      return layer.hard == 0 && a.lane <= layer.lane + layer.lanes;
    };
    std::size_t k = again ? last + 1 : 0;
    while (k < layers.size() && !takes(layers[k])) ++k;
    if (k == layers.size()) layers.push_back({a.lane, 1, 0, 0, {}});
    Layer& layer = layers[k];
    layer.arrays |= 1U << a.on;
    layer.lanes = std::max(layer.lanes, a.lane + 1 - layer.lane);
    if (a.term->hard) layer.hard |= bit;
    layer.terms.push_back(a);
    before = &a, last = k;
  }
  return layers;
}

// Adds the operations of one tile to the lists.
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
    constexpr int never = Tile<T>::never;
    tile_.due_low = tile_.sheet_low = tile_.odd_low = tile_.probe_low = never;
    tile_.due_high = tile_.sheet_high = tile_.odd_high = tile_.probe_high = -never;
    tile_.due = static_cast<int>(lists_.rows.size());
    tile_.amount = static_cast<int>(lists_.amounts.size());
    for (const At& a : terms_) widen(tile_.due_low, tile_.due_high, a.slot);
    for (const DueRows::Probe& q : probes_) {
      widen(tile_.due_low, tile_.due_high, q.j + 1);
      widen(tile_.probe_low, tile_.probe_high, q.j + 1);
    }
    make_even(tile_.due_low, tile_.due_high);
    if (tile_.due_low <= tile_.due_high) lists_.rows.resize(row_at(tile_.due_high + 1));
    tile_.sheet_e = sheet_of(DueRow::ez), tile_.sheet_h = sheet_of(DueRow::hx);
    for (const Sheet& sheet : {tile_.sheet_e, tile_.sheet_h})
      if (sheet.row < never) widen(tile_.sheet_low, tile_.sheet_high, sheet.row);
    make_even(tile_.probe_low, tile_.probe_high);
    add_in_step();
    // All rows of a low tile use the code for sheets, so that it need not fetch two kinds of code. This makes the rows
    // only slightly slower. With a palette, though, that code is the one for probes, which is long.
    const bool low = media_of(static_cast<Class>(tile_.kind)) != Media::any && tile_.row1 - tile_.row0 <= 5 * levels_;
    if (low && tile_.stepping == 0 && tile_.sheet_low <= tile_.sheet_high)
      tile_.sheet_low = tile_.row0, tile_.sheet_high = tile_.row1;
    make_even(tile_.sheet_low, tile_.sheet_high);
    add_layers();
    make_even(tile_.odd_low, tile_.odd_high);
    tile_.amounts = static_cast<int>(lists_.amounts.size()) - tile_.amount;
    add_probes();
  }

 private:
  // Returns the entry with the largest count.
  static auto most_of(const std::map<int, int>& counts) {
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; });
  }
  static void widen(int& low, int& high, int slot) { low = std::min(low, slot), high = std::max(high, slot); }
  void make_even(int& low, int& high) const {
    if (low <= high) low -= (low - tile_.row0) % 2, high += (high - tile_.row0) % 2;
  }
  std::size_t row_at(int slot) const { return static_cast<std::size_t>(tile_.due + slot - tile_.due_low); }
  // Reserves this many values, aligned so that a lane can read its columns at once.
  int room(int values) {
    const int at = lists_.values;
    lists_.values += (values + 3) / 4 * 4;
    return at;
  }
  void add_amount(int at, int stride, const Term& t) {
    lists_.amounts.push_back({at, stride, t.signal, t.hard, t.weight});
  }

  // Returns true if the term is subtracted and is the first one of its node.
  bool is_first(const At& a) const {
    const auto node = [](const At& of) { return std::tuple(of.slot, of.on, of.x); };
    return !a.term->hard && (&a == terms_.data() || node(*(&a - 1)) != node(a));
  }
  // Removes from the list all first terms of a node for which `take` is true, and passes them to `add`.
  void take_first(auto&& take, auto&& add) {
    std::vector<At> others;
    for (const At& a : terms_) {
      if (is_first(a) && take(a))
        add(a);
      else
        others.push_back(a);
    }
    terms_ = std::move(others);
  }
  // Returns the column in which most rows still have a term of this array; −1: none.
  int column_of(int on) const {
    std::map<int, int> rows;
    for (const At& a : terms_)
      if (a.on == on && is_first(a)) ++rows[a.x];
    const auto most = most_of(rows);
    return most == rows.end() ? -1 : most->first - tile_.x;
  }
  void add_in_step() {
    tile_.x_e = column_of(DueRow::ez), tile_.x_h = column_of(DueRow::hy);
    if (tile_.x_e < 0 && tile_.x_h < 0) return;
    const auto of_step = static_cast<int>(sizeof(Step<T>) / sizeof(T));  // values
    tile_.steps = static_cast<int>(lists_.in_step.size());
    tile_.stepping = tile_.due_high - tile_.due_low + 1;
    tile_.values = room(levels_ * of_step * tile_.stepping);
    for (int k = 0; k < tile_.stepping; ++k)
      lists_.in_step.push_back({0, 0, 0, 0, tile_.values + of_step * k, of_step * tile_.stepping});
    const auto in_column = [&](const At& a) {
      return a.on != DueRow::hx && a.x - tile_.x == (a.on == DueRow::ez ? tile_.x_e : tile_.x_h);
    };
    take_first(in_column, [&](const At& a) {
      InStep& s = lists_.in_step[static_cast<std::size_t>(tile_.steps + a.slot - tile_.due_low)];
      (a.on == DueRow::ez ? s.signal_e : s.signal_h) = a.term->signal;
      (a.on == DueRow::ez ? s.weight_e : s.weight_h) = a.term->weight;
    });
  }
  // Returns the row with the most terms of this array, if it has several or if they cannot go in step.
  Sheet sheet_of(int on) {
    std::map<int, int> terms;
    for (const At& a : terms_)
      if (a.on == on && is_first(a)) ++terms[a.slot];
    const auto most = most_of(terms);
    if (most == terms.end() || (most->second == 1 && on != DueRow::hx)) return {};
    const int slot = most->first, width = 32 * columns_;
    const Sheet sheet{slot, room(levels_ * width)};
    take_first([&](const At& a) { return a.on == on && a.slot == slot; },
               [&](const At& a) { add_amount(sheet.values + a.x - tile_.x, width, *a.term); });
    return sheet;
  }
  void add_layers() {
    for (auto begin = terms_.begin(); begin != terms_.end();) {
      const auto end = std::find_if(begin, terms_.end(), [&](const At& a) { return a.slot != begin->slot; });
      widen(tile_.odd_low, tile_.odd_high, begin->slot);
      std::size_t row = row_at(begin->slot);
      for (const Layer& layer : layers_of(std::span<const At>(begin, end), tile_.x, columns_)) {
        if (lists_.rows[row].lanes > 0) {
          lists_.rows[row].next = static_cast<int>(lists_.rows.size());
          row = lists_.rows.size();
          lists_.rows.emplace_back();
        }
        const int step = layer.lanes * columns_;
        DueRow& to = lists_.rows[row];
        to.lane = static_cast<std::uint8_t>(layer.lane), to.lanes = static_cast<std::uint8_t>(layer.lanes);
        to.marks = static_cast<std::uint16_t>(layer.hard | layer.arrays << 12);
        to.values = room(to.array_count() * levels_ * step);
        for (const At& a : layer.terms)
          add_amount(to.values + to.array(a.on) * levels_ * step + a.x - tile_.x - layer.lane * columns_, step,
                     *a.term);
      }
      begin = end;
    }
  }
  void add_probes() {
    for (std::size_t k = 0; k < probes_.size(); ++k) {
      DueRow& row = lists_.rows[row_at(probes_[k].j + 1)];
      if (row.probe < 0) row.probe = static_cast<int>(lists_.probes.size());
      const bool more = k + 1 < probes_.size() && probes_[k + 1].j == probes_[k].j;
      lists_.probes.push_back({probes_[k].i, probes_[k].index, more});
    }
  }

  Tile<T>& tile_;
  int columns_, levels_;
  DueLists& lists_;
  std::vector<At> terms_;               // by slots, lanes
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
