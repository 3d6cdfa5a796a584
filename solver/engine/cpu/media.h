// The media of one array, in two forms. Each row is stored as runs: most rows are a few long stretches of one medium,
// whose coefficients the kernels take as constants. It is also stored as blocks. Each block of a row has a place in a
// table of expanded coefficients, and equal blocks share one place. A kernel can then process any blocks in the same
// way, and the repeated coefficients of boundaries and edges stay in the cache. An edit rebuilds only the edited rows.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/engine/cpu/rows/rows.h"

namespace ez {

struct Run {
  int begin = 0, end = 0;
  int entry = 0;  // index into the palette; −1: mixed media, whole blocks
};

template <class T>
class Media {
 public:
  void set_palette(std::vector<Pair<T>> palette);
  const std::vector<Pair<T>>& palette() const { return palette_; }

  // Sets all nodes to palette[0]. Only runs() may then be used.
  void set_uniform(int nx) { *this = Media(std::move(palette_)), runs_ = {{{0, nx, 0}}}; }
  // Sets the size. Rows of the same size keep their contents.
  void set_size(int nx, int ny);
  // Set row j from the palette index of each node. set_runs() may run for different rows at once. place() may not, and
  // must be called after set_runs().
  template <class Entry>
  void set_runs(int j, const Entry* entries);
  template <class Entry>
  void place(int j, const Entry* entries);
  // Returns true if edits have left so many unused blocks that all rows should be placed again.
  bool crowded() const { return keys_.size() > 2 * needed_ + 4096; }
  void clear_places();
  void mark_all_placed() { needed_ = keys_.size(); }

  const std::vector<Run>& runs(int j) const { return runs_[place_.empty() ? 0 : static_cast<std::size_t>(j)]; }
  // Returns coefficients from a block of row j on.
  BlockCoefs<T> blocks(int j, int block) const {
    return {table_.data()->a, place_.data() + static_cast<std::size_t>(j) * blocks_ + block,
            static_cast<std::ptrdiff_t>(blocks_)};
  }
  Pair<T> at(int j, int i) const {
    const Block& b = table_[place_[static_cast<std::size_t>(j) * blocks_ + static_cast<std::size_t>(i / block_nodes)]];
    return {b.a[i % block_nodes], b.b[i % block_nodes]};
  }
  // Calls f(begin, end, coefficients) for all parts of [begin, end) of row j: runs of one medium, or mixed blocks.
  template <class F>
  void each(int j, int begin, int end, F f) const {
    for (const Run& run : runs(j)) {
      if (run.end <= begin) continue;
      if (run.begin >= end) return;
      const int first = run.begin > begin ? run.begin : begin, last = run.end < end ? run.end : end;
      if (run.entry >= 0) {
        const Pair<T>& p = palette_[static_cast<std::size_t>(run.entry)];
        f(first, last, Coefs<T>{p.a, p.b});
        continue;
      }
      for (int i = first; i < last;) {
        const int next = (i / block_nodes + 1) * block_nodes, to = next < last ? next : last;
        const Block& b =
            table_[place_[static_cast<std::size_t>(j) * blocks_ + static_cast<std::size_t>(i / block_nodes)]];
        f(i, to, Coefs<T>{1, 0, b.a + i % block_nodes, b.b + i % block_nodes});
        i = to;
      }
    }
  }

  Media() = default;

 private:
  struct alignas(64) Block {
    T a[block_nodes], b[block_nodes];
  };
  // Palette entries; −1 beyond the last node, where both coefficients are 0.
  using Key = std::array<int, block_nodes>;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static constexpr std::size_t most_shared = 1 << 16;  // limit because a texture has no equal blocks to share

  explicit Media(std::vector<Pair<T>> palette) : palette_(std::move(palette)) {}
  std::uint32_t add(const Key& key);
  std::uint32_t place_of(const Key& key);
  std::uint32_t place_of(int entry);
  void expand(std::size_t block);

  std::vector<Pair<T>> palette_;
  int nx_ = 0;
  std::size_t blocks_ = 0;  // per row
  std::vector<std::vector<Run>> runs_;
  std::vector<std::uint32_t> place_;
  std::vector<Block> table_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> uniform_;  // places by palette entry
  std::unordered_map<std::uint64_t, std::uint32_t> shared_;
  std::size_t needed_ = 0;
};

template <class T>
void Media<T>::set_palette(std::vector<Pair<T>> palette) {
  palette_ = std::move(palette);
  for (std::size_t k = 0; k < keys_.size(); ++k) expand(k);
}

template <class T>
void Media<T>::set_size(int nx, int ny) {
  const std::size_t blocks = (static_cast<std::size_t>(nx) + block_nodes - 1) / block_nodes;
  nx_ = nx, blocks_ = blocks;
  runs_.resize(static_cast<std::size_t>(ny));
  place_.resize(blocks * static_cast<std::size_t>(ny));
}

template <class T>
template <class Entry>
void Media<T>::set_runs(int j, const Entry* entries) {
  std::vector<Run>& runs = runs_[static_cast<std::size_t>(j)];
  runs.clear();
  for (int begin = 0; begin < nx_; begin += block_nodes) {
    const int end = begin + block_nodes < nx_ ? begin + block_nodes : nx_;
    int entry = entries[begin], others = 0;
    for (int i = begin + 1; i < end; ++i) others |= entries[i] ^ entry;
    if (others != 0 || end - begin < block_nodes) entry = -1;
    if (runs.empty() || runs.back().entry != entry) runs.push_back({begin, begin, entry});
    runs.back().end = end;
  }
  runs.shrink_to_fit();
}

template <class T>
template <class Entry>
void Media<T>::place(int j, const Entry* entries) {
  std::uint32_t* places = place_.data() + static_cast<std::size_t>(j) * blocks_;
  for (const Run& run : runs_[static_cast<std::size_t>(j)])
    for (int begin = run.begin; begin < run.end; begin += block_nodes) {
      std::uint32_t& to = places[begin / block_nodes];
      if (run.entry >= 0) {
        to = place_of(run.entry);
        continue;
      }
      Key key;
      for (int i = 0; i < block_nodes; ++i)
        key[static_cast<std::size_t>(i)] = begin + i < nx_ ? entries[begin + i] : -1;
      to = place_of(key);
    }
}

template <class T>
void Media<T>::clear_places() {
  table_.clear(), keys_.clear(), uniform_.clear(), shared_.clear();
}

template <class T>
std::uint32_t Media<T>::place_of(int entry) {
  if (uniform_.size() <= static_cast<std::size_t>(entry)) uniform_.resize(static_cast<std::size_t>(entry) + 1, nowhere);
  std::uint32_t& place = uniform_[static_cast<std::size_t>(entry)];
  if (place == nowhere) {
    Key key;
    key.fill(entry);
    place = add(key);
  }
  return place;
}

template <class T>
std::uint32_t Media<T>::place_of(const Key& key) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const int entry : key) hash = (hash ^ static_cast<std::uint32_t>(entry)) * 0x100000001b3;
  const auto found = shared_.find(hash);
  if (found != shared_.end() && keys_[found->second] == key) return found->second;
  const std::uint32_t place = add(key);
  if (shared_.size() < most_shared) shared_[hash] = place;
  return place;
}

template <class T>
std::uint32_t Media<T>::add(const Key& key) {
  table_.emplace_back();
  keys_.push_back(key);
  expand(keys_.size() - 1);
  return static_cast<std::uint32_t>(keys_.size() - 1);
}

// Writes the coefficients of a block. An edit that removes media sets the shorter palette first. Until the new rows
// follow, blocks may still name removed media.
template <class T>
void Media<T>::expand(std::size_t block) {
  for (std::size_t i = 0; i < block_nodes; ++i) {
    const int entry = keys_[block][i];
    const bool known = entry >= 0 && static_cast<std::size_t>(entry) < palette_.size();
    const Pair<T> c = known ? palette_[static_cast<std::size_t>(entry)] : Pair<T>{0, 0};
    table_[block].a[i] = c.a, table_[block].b[i] = c.b;
  }
}

}  // namespace ez
