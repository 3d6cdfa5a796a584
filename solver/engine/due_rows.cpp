#include "solver/engine/due_rows.h"

#include <algorithm>
#include <utility>

namespace ez {

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
  for (int j = 0; j < p.ny; ++j)
    if (const auto most = static_cast<std::size_t>(p.nx) / 2;
        terms(FieldArray::ez, j, j + 1).size() > most || terms(FieldArray::hx, j, j + 1).size() > most)
      sheets_.rows.push_back(j);
  std::vector<std::array<int, 2>> of_column(static_cast<std::size_t>(p.nx));  // terms on Ez, on Hy
  for (const Term& t : terms_)
    if (t.array != FieldArray::hx) ++of_column[static_cast<std::size_t>(t.i)][t.array == FieldArray::hy];
  for (int i = 0; i < p.nx; ++i)
    if (const auto& [e, h] = of_column[static_cast<std::size_t>(i)]; std::max(e, h) > p.ny / 2)
      sheets_.columns.push_back(i);
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

}  // namespace ez
