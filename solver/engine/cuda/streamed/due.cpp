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
  unsigned hard = 0, arrays = 0;  // see DueRow::marks
  std::vector<At> terms;
};

// The terms of one slot, which come by lanes, and of a node in their order.
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
    constexpr int never = Tile<T>::never;
    tile_.due_low = tile_.odd_low = tile_.probe_low = never;
    tile_.due_high = tile_.odd_high = tile_.probe_high = -never;
    tile_.due = static_cast<int>(lists_.rows.size());
    tile_.amount = static_cast<int>(lists_.amounts.size());
    for (const At& a : terms_) widen(tile_.due_low, tile_.due_high, a.slot);
    for (const DueRows::Probe& q : probes_) {
      widen(tile_.due_low, tile_.due_high, q.j + 1);
      widen(tile_.probe_low, tile_.probe_high, q.j + 1);
    }
    if (tile_.due_low <= tile_.due_high) lists_.rows.resize(row_at(tile_.due_high + 1));
    add_in_step();
    add_layers();
    tile_.amounts = static_cast<int>(lists_.amounts.size()) - tile_.amount;
    add_probes();
  }

 private:
  static void widen(int& low, int& high, int slot) { low = std::min(low, slot), high = std::max(high, slot); }
  std::size_t row_at(int slot) const { return static_cast<std::size_t>(tile_.due + slot - tile_.due_low); }
  // Of so many values, where a lane can read its columns at once.
  int room(int values) {
    const int at = lists_.values;
    lists_.values += (values + 3) / 4 * 4;
    return at;
  }
  void add_amount(int at, int stride, const Term& t) {
    lists_.amounts.push_back({at, stride, t.signal, t.hard, t.weight});
  }

  // The two lanes that most rows have terms in; 32: there are no terms.
  int best_pair() const {
    std::array<int, 33> rows{};
    int slot = -1;
    for (const At& a : terms_)
      if (!a.term->hard && a.slot != slot) slot = a.slot, ++rows[static_cast<std::size_t>(a.lane)];
    const auto most = std::max_element(rows.begin(), rows.end());
    return *most > 0 ? static_cast<int>(most - rows.begin()) : 32;
  }
  // Of each node in these lanes the first term; takes it out of the list.
  void add_in_step() {
    tile_.pair = best_pair();
    if (tile_.pair == 32) return;
    const int row = values_in_step(levels_, columns_), level = row / levels_, array = level / DueRow::arrays;
    tile_.values = room(row * (tile_.due_high - tile_.due_low + levels_));
    std::vector<At> others;
    At before{};
    for (const At& a : terms_) {
      const bool again = before.term && std::tuple(before.slot, before.on, before.x) == std::tuple(a.slot, a.on, a.x);
      before = a;
      if (again || a.term->hard || a.lane < tile_.pair || a.lane > tile_.pair + 1)
        others.push_back(a);
      else
        add_amount(tile_.values + (a.slot - tile_.due_low) * row + a.on * array + a.x - tile_.x - tile_.pair * columns_,
                   row + level, *a.term);
    }
    terms_ = std::move(others);
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
