// Instruments of a grid that is divided into bands: which band has which of them, and their joined records.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/problem/row_band.h"

namespace ez {

class Owners {
 public:
  Owners() = default;
  // Every item has a node, which belongs to the own rows of one band.
  template <class V>
  Owners(const std::vector<V>& items, const std::vector<RowBand>& bands) : places_(bands.size()), count_(items.size()) {
    for (std::size_t n = 0; n < items.size(); ++n)
      for (std::size_t k = 0; k < bands.size(); ++k)
        if (items[n].node.j >= bands[k].low() && items[n].node.j < bands[k].high()) places_[k].push_back(n);
  }
  // Returns the items of band `k` with their rows in the band, whose row 0 is row `first` of the grid.
  template <class V>
  std::vector<V> of(std::size_t k, const std::vector<V>& items, int first) const {
    std::vector<V> out;
    for (const std::size_t n : places_[k]) out.push_back(items[n]), out.back().node.j -= first;
    return out;
  }
  // Writes the record of band `k` into the record of the grid, which has a line of values for each sample.
  void add(std::size_t k, const std::vector<double>& record, std::vector<double>& all) const {
    const std::size_t own = places_[k].size();
    for (std::size_t n = 0; own > 0 && n < record.size(); ++n) all[n / own * count_ + places_[k][n % own]] = record[n];
  }
  std::size_t count() const { return count_; }

 private:
  std::vector<std::vector<std::size_t>> places_;  // numbers of the items of each band
  std::size_t count_ = 0;
};

}  // namespace ez
