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
  int lane, lanes;
  std::uint16_t hard;
  std::vector<At> terms;
};

// The terms of one slot, which come by lanes, and of a node in their order.
template <class AtSpan>
std::vector<Layer> layers_of(const AtSpan& slot, int tile_x, int columns) {
  std::vector<Layer> layers;
  const At* before = nullptr;
  std::size_t last = 0;  // layer of `before`
  for (const At& a : slot) {
    const bool again = before && before->on == a.on && before->x == a.x;
    const auto bit = static_cast<std::uint16_t>(1U << (4 * a.on + (a.x - tile_x) % columns));
    std::size_t k = again ? last + 1 : 0;
    const auto takes = [&](const Layer& layer) {
      if (a.term->hard) return layer.hard != 0 && layer.lane == a.lane && (layer.hard & bit) == 0;
      return layer.hard == 0 && a.lane <= layer.lane + layer.lanes;
    };
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

}  // namespace

template <class T>
void add_due(Tile<T>& tile, int columns, int levels, const DueRows& due, DueLists& lists) {
  tile.due_low = Tile<T>::never, tile.due_high = -Tile<T>::never;
  tile.amount = static_cast<int>(lists.amounts.size()), tile.amounts = 0;
  tile.due = static_cast<int>(lists.rows.size());
  std::vector<At> terms;
  for (const FieldArray array : all_arrays)
    for (const Term& t : due.terms(array, tile.row0, tile.row1))
      if (t.i >= tile.x && t.i < tile.x + 32 * columns)
        terms.push_back(
            {array == FieldArray::hy ? t.j : t.j + 1, (t.i - tile.x) / columns, static_cast<int>(array), t.i, &t});
  std::stable_sort(terms.begin(), terms.end(), [](const At& a, const At& b) {
    return std::tuple(a.slot, a.lane, a.on, a.x) < std::tuple(b.slot, b.lane, b.on, b.x);
  });
  std::vector<DueRows::Probe> probes;
  for (const DueRows::Probe& q : due.probes(tile.own_y0, tile.own_y1))
    if (q.i >= tile.own_x0 && q.i < tile.own_x1) probes.push_back(q);
  if (terms.empty() && probes.empty()) return;
  for (const int end : {0, 1}) {
    if (!terms.empty()) {
      const int slot = end == 0 ? terms.front().slot : terms.back().slot;
      tile.due_low = std::min(tile.due_low, slot), tile.due_high = std::max(tile.due_high, slot);
    }
    if (!probes.empty()) {
      const int slot = (end == 0 ? probes.front().j : probes.back().j) + 1;
      tile.due_low = std::min(tile.due_low, slot), tile.due_high = std::max(tile.due_high, slot);
    }
  }
  const auto row_of = [&](int slot) { return static_cast<std::size_t>(tile.due + slot - tile.due_low); };
  lists.rows.resize(row_of(tile.due_high + 1));

  for (auto begin = terms.begin(); begin != terms.end();) {
    const auto end = std::find_if(begin, terms.end(), [&](const At& a) { return a.slot != begin->slot; });
    std::size_t row = row_of(begin->slot);
    bool first = true;
    for (const Layer& layer : layers_of(std::span(begin, end), tile.x, columns)) {
      if (!first) {
        lists.rows[row].next = static_cast<int>(lists.rows.size());
        row = lists.rows.size();
        lists.rows.emplace_back();
      }
      first = false;
      const int stride = layer.lanes * columns;
      DueRow& to = lists.rows[row];
      to.values = lists.values;
      to.lane = static_cast<std::uint8_t>(layer.lane), to.lanes = static_cast<std::uint8_t>(layer.lanes);
      to.hard = layer.hard;
      for (const At& a : layer.terms)
        lists.amounts.push_back({lists.values + a.on * levels * stride + (a.x - tile.x - layer.lane * columns), stride,
                                 a.term->signal, a.term->hard, a.term->weight});
      lists.values += (DueRow::arrays * levels * stride + 3) / 4 * 4;  // lanes read whole columns
    }
    begin = end;
  }
  tile.amounts = static_cast<int>(lists.amounts.size()) - tile.amount;
  for (std::size_t k = 0; k < probes.size(); ++k) {
    DueRow& row = lists.rows[row_of(probes[k].j + 1)];
    if (row.probe < 0) row.probe = static_cast<int>(lists.probes.size());
    const bool more = k + 1 < probes.size() && probes[k + 1].j == probes[k].j;
    lists.probes.push_back({probes[k].i, probes[k].index, more});
  }
}
template void add_due(Tile<float>&, int, int, const DueRows&, DueLists&);
template void add_due(Tile<double>&, int, int, const DueRows&, DueLists&);

}  // namespace ez::cuda::streamed
