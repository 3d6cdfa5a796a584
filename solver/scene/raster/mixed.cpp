// Works row by row. If a single shape fills a cell, the node has the shape's medium there. Otherwise, with
// grid.smoothing, lines along x cut the cell, and the node has the mean. The cut is exact in x, and exact in y
// for edges parallel to the axes, because the strips around the lines end at these edges. For poles, each medium
// adds its poles scaled by its fraction of the cell. Areas covered by perfect conductors do not count, and a
// node in a conductor stays in it.
#include "solver/scene/raster/mixed.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "solver/base/bands.h"
#include "solver/scene/raster/media_rows.h"

namespace ez {
namespace {

using namespace raster;

constexpr std::size_t all_indices = 65536;
// Maximum number of mixed media if each pair of neighbouring media needs a palette entry too (hz scenes). It leaves
// enough indices for the pairs.
constexpr std::size_t most_media_with_pairs = 8192;

// Step to which numbers are rounded, a power of two; 0: not rounded.
struct Lattice {
  Numbers step{}, least{}, most{};
  double operator()(std::size_t k, double v) const {
    if (step[k] == 0) return v;
    const double near = std::round(v / step[k]) * step[k];
    return near < least[k] ? near + step[k] : near;  // rounds up at the lower end, because Δt depends on the smallest ε
  }
};
struct Extent {
  Numbers least, most;
  Extent() {
    least.fill(std::numeric_limits<double>::infinity());
    most.fill(-std::numeric_limits<double>::infinity());
  }
  Lattice lattice(std::size_t steps) const {
    Lattice out{{}, least, most};
    for (std::size_t k = 0; k < least.size(); ++k)
      if (most[k] > least[k]) out.step[k] = std::exp2(std::ceil(std::log2((most[k] - least[k]) / double(steps))));
    return out;
  }
};

// Finds media by their numbers, with open addressing because every node of a graded shape looks one up.
class Known {
 public:
  explicit Known(std::size_t room) : slots_(std::bit_ceil(2 * room + 2)) {}
  // Returns the slot of `m`, or where it would be stored. It contains 0, or one more than the medium's number.
  std::uint32_t& place(const NodeMedium& m) {
    std::uint64_t h = m.material | std::uint64_t{m.mixture} << 16;
    for (const double v : m.numbers) h = (h ^ std::bit_cast<std::uint64_t>(v)) * 0x9e3779b97f4a7c15, h ^= h >> 29;
    std::size_t at = h & (slots_.size() - 1);
    while (slots_[at] != 0 && !(media_[slots_[at] - 1] == m)) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void add(const NodeMedium& m) { media_.push_back(m); }

 private:
  std::vector<std::uint32_t> slots_;
  std::vector<NodeMedium> media_;
};

// Formulas of a valid scene are always finite. Otherwise uses the default.
double or_default(std::size_t k, double v) { return std::isfinite(v) ? v : numbers_of(Medium())[k]; }

// Extends the extent by those media of row j that are not palette entries.
void extend(MediaRows& rows, int j, bool smoothing, Extent& extent) {
  const auto take = [&](std::size_t k, double v) {
    v = or_default(k, v);
    extent.least[k] = std::min(extent.least[k], v);
    extent.most[k] = std::max(extent.most[k], v);
  };
  if (!smoothing) {
    for (const MediaRows::Run& run : rows.runs(j)) {
      const Layer::Part& part = rows.part_of(run.owner);
      if (part.plain) continue;
      const MediaRows::Graded by_formula = rows.graded(run, j);
      for (const double v : by_formula.eps) take(of_eps, v);
      for (const double v : by_formula.sigma) take(of_sigma, v);
      for (std::size_t k = 0; k < part.medium.numbers.size(); ++k) {
        const bool known = (k == of_eps && !by_formula.eps.empty()) || (k == of_sigma && !by_formula.sigma.empty());
        if (!known) take(k, part.medium.numbers[k]);
      }
    }
    return;
  }
  const std::vector<NodeMedium>& media = rows.media(j);
  for (int i = rows.part().i0; i < rows.part().i1; ++i) {
    const NodeMedium& m = media[static_cast<std::size_t>(i)];
    const PaletteEntry& entry = rows.palette()[m.material];
    if (!entry.graded && m.mixture == 0 && m.numbers == numbers_of(entry)) continue;
    for (std::size_t k = 0; k < m.numbers.size(); ++k) take(k, m.numbers[k]);
  }
}

// Returns the number of bands for the rows. With smoothing, a row is cut along many lines, each through all outlines.
int bands_of(const Scene& scene, NodeRect part) {
  std::int64_t width = part.i1 - part.i0;
  const auto points = [](const auto& g) -> std::int64_t {
    if constexpr (requires { g.points; }) return std::ssize(g.points);
    return 1;
  };
  if (scene.grid.smoothing)
    for (const Shape& s : scene.shapes)
      width += static_cast<std::int64_t>(strips_of_a_cell) *
               std::clamp<std::int64_t>(count_of(s.copies), 0, most_copies) * std::visit(points, s.geometry);
  return ez::bands_of(part.j1 - part.j0, static_cast<int>(std::min<std::int64_t>(width, 1 << 30)));
}

Extent extent_of(const Scene& scene, const std::vector<PaletteEntry>& palette, NodeRect part) {
  const int rows = part.j1 - part.j0, bands = bands_of(scene, part);
  std::vector<Extent> all(static_cast<std::size_t>(bands));
  in_bands(rows, bands, [&](int band, int from, int to) {
    const NodeRect own{part.i0, part.j0 + from, part.i1, part.j0 + to};
    MediaRows of_band(scene, palette, own);
    for (int j = own.j0; j < own.j1; ++j) extend(of_band, j, scene.grid.smoothing, all[static_cast<std::size_t>(band)]);
  });
  Extent out;
  for (const Extent& e : all)
    for (std::size_t k = 0; k < out.least.size(); ++k) {
      out.least[k] = std::min(out.least[k], e.least[k]);
      out.most[k] = std::max(out.most[k], e.most[k]);
    }
  return out;
}

// The mixed media of some rows, numbered in the order in which they first occur.
class Media {
 public:
  Media(std::size_t room, const Lattice& lattice) : room_(room), lattice_(lattice), known_(room) {}
  const std::vector<NodeMedium>& all() const { return all_; }

  // Returns the number of a medium on the lattice. Empty if the table is full.
  std::optional<std::size_t> number(const NodeMedium& m) {
    std::uint32_t& at = known_.place(m);
    if (at == 0 && all_.size() == room_) return std::nullopt;
    if (at == 0) {
      known_.add(m);
      all_.push_back(m);
      at = static_cast<std::uint32_t>(all_.size());
    }
    return at - 1;
  }
  NodeMedium on_lattice(NodeMedium m) const {
    for (std::size_t k = 0; k < m.numbers.size(); ++k) m.numbers[k] = lattice_(k, or_default(k, m.numbers[k]));
    return m;
  }
  // Calls set(k, number) for media that equal `m` except for their ε, with eps[k]. Returns false if the table is full.
  bool number_each(NodeMedium m, std::span<const double> eps, auto&& set) {
    m = on_lattice(m);
    const double step = lattice_.step[of_eps];
    std::vector<std::uint32_t>* const table = step > 0 ? table_of(m) : nullptr;
    const double first = step > 0 ? std::floor(lattice_.least[of_eps] / step) : 0;
    for (std::size_t k = 0; k < eps.size(); ++k) {
      const double v = lattice_(of_eps, or_default(of_eps, eps[k]));
      std::uint32_t* const slot = table != nullptr ? &(*table)[static_cast<std::size_t>(v / step - first)] : nullptr;
      if (slot != nullptr && *slot != 0) {
        set(k, std::size_t{*slot - 1});
        continue;
      }
      m.numbers[of_eps] = v;
      const std::optional<std::size_t> found = number(m);
      if (!found) return false;
      if (slot != nullptr) *slot = static_cast<std::uint32_t>(*found + 1);
      set(k, *found);
    }
    return true;
  }

 private:
  // Returns a table of the media that equal `m` except for ε. Index: steps of ε on the lattice. Value: one more than
  // the medium's number, or 0 if there is no such medium yet.
  std::vector<std::uint32_t>* table_of(NodeMedium m) {
    constexpr std::size_t most = 8;
    m.numbers[of_eps] = 0;
    for (Table& t : tables_)
      if (t.of == m) return &t.slots;
    if (tables_.size() == most) return nullptr;
    const double steps = (lattice_.most[of_eps] - lattice_.least[of_eps]) / lattice_.step[of_eps];
    return &tables_.emplace_back(Table{m, std::vector<std::uint32_t>(static_cast<std::size_t>(steps) + 4)}).slots;
  }
  struct Table {
    NodeMedium of;
    std::vector<std::uint32_t> slots;
  };
  std::size_t room_;
  Lattice lattice_;
  Known known_;
  std::vector<NodeMedium> all_;
  std::vector<Table> tables_;
};

// Draws row j into row `to` of the map; mixed media get numbers from `first` on. Returns false if the table is full.
bool draw(MediaRows& rows, int j, bool smoothing, Media& media, std::size_t first, NodeMap& map, int to) {
  const int i0 = rows.part().i0;
  const auto index = [&](std::size_t number) { return static_cast<std::uint16_t>(first + number); };
  if (!smoothing) {
    for (const MediaRows::Run& run : rows.runs(j)) {
      const Layer::Part& part = rows.part_of(run.owner);
      if (part.plain) {
        map.fill_row(to, run.i0 - i0, run.i1 - i0, part.medium.material);
        continue;
      }
      const MediaRows::Graded by_formula = rows.graded(run, j);
      const auto set = [&](std::size_t k, std::size_t number) {
        map.set(run.i0 - i0 + static_cast<int>(k), to, index(number));
      };
      if (by_formula.sigma.empty() && !by_formula.eps.empty()) {
        if (!media.number_each(part.medium, by_formula.eps, set)) return false;
        continue;
      }
      std::optional<std::size_t> number;
      for (std::size_t k = 0; k < run.size(); ++k) {
        if (k == 0 || !by_formula.sigma.empty()) {
          NodeMedium m = part.medium;
          if (!by_formula.eps.empty()) m.numbers[of_eps] = by_formula.eps[k];
          if (!by_formula.sigma.empty()) m.numbers[of_sigma] = by_formula.sigma[k];
          number = media.number(media.on_lattice(m));
        }
        if (!number) return false;
        set(k, *number);
      }
    }
    return true;
  }
  const std::vector<NodeMedium>& of_row = rows.media(j);
  for (int i = 0; i < map.nx(); ++i) {
    const NodeMedium& m = of_row[static_cast<std::size_t>(i0) + static_cast<std::size_t>(i)];
    const PaletteEntry& entry = rows.palette()[m.material];
    if (!entry.graded && m.mixture == 0 && m.numbers == numbers_of(entry)) {
      map.set(i, to, m.material);
      continue;
    }
    const std::optional<std::size_t> number = media.number(media.on_lattice(m));
    if (!number) return false;
    map.set(i, to, index(*number));
  }
  return true;
}

// Returns the map with at most `room` mixed media, all on the lattice. Empty if there are more.
std::optional<NodeMap> drawn(const Scene& scene, const std::vector<PaletteEntry>& palette, NodeRect part,
                             std::size_t room, const Lattice& lattice) {
  NodeMap map(part.i1 - part.i0, part.j1 - part.j0, true);
  const int bands = bands_of(scene, part);
  std::vector<Media> of_bands(static_cast<std::size_t>(bands), Media(room, lattice));
  std::vector<std::vector<Mixture>> mixtures(of_bands.size());
  std::atomic<bool> fits = true;
  in_bands(map.ny(), bands, [&](int band, int from, int to) {
    const NodeRect own{part.i0, part.j0 + from, part.i1, part.j0 + to};
    MediaRows rows(scene, palette, own);
    Media& media = of_bands[static_cast<std::size_t>(band)];
    for (int j = own.j0; j < own.j1 && fits; ++j)
      if (!draw(rows, j, scene.grid.smoothing, media, palette.size(), map, j - part.j0)) fits = false;
    mixtures[static_cast<std::size_t>(band)] = rows.mixtures();
  });
  if (!fits) return std::nullopt;

  // Merges the lists of all bands, in the order in which the whole map first uses the media.
  Media all(room, lattice);
  std::vector<std::vector<std::uint16_t>> index(of_bands.size());
  std::vector<Mixture> all_mixtures;
  std::map<Mixture, std::uint32_t> known_mixtures;
  for (std::size_t band = 0; band < of_bands.size(); ++band)
    for (NodeMedium m : of_bands[band].all()) {
      if (m.mixture > 0) {
        const Mixture& mixture = mixtures[band][m.mixture - 1];
        const auto [at, is_new] = known_mixtures.try_emplace(mixture, known_mixtures.size() + 1);
        if (is_new) all_mixtures.push_back(mixture);
        m.mixture = at->second;
      }
      const std::optional<std::size_t> number = all.number(m);
      if (!number) return std::nullopt;
      index[band].push_back(static_cast<std::uint16_t>(palette.size() + *number));
    }
  in_bands(map.ny(), bands, [&](int band, int from, int to) {
    if (band == 0) return;  // its numbers are already final
    const std::vector<std::uint16_t>& of = index[static_cast<std::size_t>(band)];
    for (int j = from; j < to; ++j)
      for (int i = 0; i < map.nx(); ++i)
        if (const std::size_t v = map.at(i, j); v >= palette.size()) map.set(i, j, of[v - palette.size()]);
  });
  const bool dual = scene.grid.polarization == Polarization::hz;
  std::vector<MixedMedium> mixed;
  for (const NodeMedium& m : all.all()) {
    MixedMedium medium{static_cast<const Medium&>(palette[m.material]), m.material};
    medium.eps = m.numbers[of_eps], medium.mu = m.numbers[of_mu];
    medium.sigma = m.numbers[of_sigma], medium.sigma_m = m.numbers[of_sigma_m];
    if (m.mixture > 0) (dual ? medium.poles_m : medium.poles) = poles_of(all_mixtures[m.mixture - 1], palette, dual);
    mixed.push_back(std::move(medium));
  }
  map.set_mixed(static_cast<std::uint16_t>(palette.size()), std::move(mixed), lattice.step[of_eps]);
  return map;
}

NodeMap narrowed(NodeMap map, std::size_t entries) {
  if (entries + map.mixed().size() > 256) return map;
  NodeMap out(map.nx(), map.ny(), false);
  for (int j = 0; j < map.ny(); ++j)
    for (int i = 0; i < map.nx(); ++i) out.set(i, j, map.at(i, j));
  out.take_mixed(map);
  return out;
}

}  // namespace

NodeMap rasterize_mixed(const Scene& scene, NodeRect part) {
  const std::vector<PaletteEntry> palette = palette_of(scene);
  const std::size_t entries = palette.size(), room = all_indices - entries;
  const bool pairs = scene.grid.polarization == Polarization::hz;
  if (std::optional<NodeMap> exact = drawn(scene, palette, part, pairs ? 256 : room, {}))
    return narrowed(std::move(*exact), entries);
  const Extent extent = extent_of(scene, palette, part);
  for (std::size_t steps = pairs ? std::min(room, most_media_with_pairs) : room;; steps /= 2)
    if (std::optional<NodeMap> map = drawn(scene, palette, part, pairs ? std::min(room, most_media_with_pairs) : room,
                                           extent.lattice(std::max<std::size_t>(steps, 1))))
      return narrowed(std::move(*map), entries);
}

namespace {

// Extends the ranges, which are by palette entry, by the graded media of a row.
void take_row(MediaRows& rows, int j, Vec2 unit, std::vector<std::optional<GradedRange>>& found) {
  for (const MediaRows::Run& run : rows.runs(j)) {
    const Layer::Part& part = rows.part_of(run.owner);
    if (part.grading == nullptr) continue;
    const MediaRows::Graded by_formula = rows.graded(run, j);
    const auto value = [&](std::span<const double> graded, std::size_t of, std::size_t k) {
      return graded.empty() ? part.medium.numbers[of] : graded[k];
    };
    std::optional<GradedRange>& r = found[part.medium.material];
    for (std::size_t k = 0; k < run.size(); ++k) {
      const double eps = value(by_formula.eps, of_eps, k), sigma = value(by_formula.sigma, of_sigma, k);
      const auto place = [&](bool is_eps) {
        const int i = run.i0 + static_cast<int>(k);
        return GradedRange::Place{is_eps,
                                  is_eps ? eps : sigma,
                                  rows.layer(run.owner.layer).frame.place(rows.metric(i, j)),
                                  {i * unit.x, j * unit.y}};
      };
      if (!r) r = GradedRange{rows.palette()[part.medium.material].name, eps, eps, sigma, sigma, {}, place(true)};
      if (eps < r->least_eps) r->least = place(true);
      r->least_eps = std::min(r->least_eps, eps);
      r->most_eps = std::max(r->most_eps, eps);
      r->least_sigma = std::min(r->least_sigma, sigma);
      r->most_sigma = std::max(r->most_sigma, sigma);
      if (r->wrong) continue;
      if (!(eps > 0) || !std::isfinite(eps))
        r->wrong = place(true);
      else if (!(sigma >= 0) || !std::isfinite(sigma))
        r->wrong = place(false);
    }
  }
}

// Joins the ranges of rows with those of later rows in `next`.
void join(std::optional<GradedRange>& r, std::optional<GradedRange>&& next) {
  if (!next) return;
  if (!r) {
    r = std::move(next);
    return;
  }
  if (next->least_eps < r->least_eps) r->least = next->least;
  r->least_eps = std::min(r->least_eps, next->least_eps);
  r->most_eps = std::max(r->most_eps, next->most_eps);
  r->least_sigma = std::min(r->least_sigma, next->least_sigma);
  r->most_sigma = std::max(r->most_sigma, next->most_sigma);
  if (!r->wrong) r->wrong = next->wrong;
}

}  // namespace

std::vector<GradedRange> graded_ranges(const Scene& scene, const std::vector<PaletteEntry>& palette) {
  const Vec2 unit = scene.unit == Unit::cell ? Vec2{1, 1} : Vec2{scene.grid.dx, scene.grid.dy};
  const int bands = ez::bands_of(scene.grid.ny, scene.grid.nx);
  using Found = std::vector<std::optional<GradedRange>>;  // by palette entry
  std::vector<Found> found(static_cast<std::size_t>(bands), Found(palette.size()));
  in_bands(scene.grid.ny, bands, [&](int band, int from, int to) {
    MediaRows rows(scene, palette, {0, from, scene.grid.nx, to});
    for (int j = from; j < to; ++j) take_row(rows, j, unit, found[static_cast<std::size_t>(band)]);
  });
  for (std::size_t band = 1; band < found.size(); ++band)
    for (std::size_t k = 0; k < found[0].size(); ++k) join(found[0][k], std::move(found[band][k]));
  std::vector<GradedRange> out;
  for (std::optional<GradedRange>& r : found[0])
    if (r) out.push_back(std::move(*r));
  return out;
}

}  // namespace ez
