#include "solver/scene/scheme.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "solver/base/packed_epsilon.h"
#include "solver/scene/names.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr std::array<bool, boundary_kind_count> only(BoundaryKind kind) {
  std::array<bool, boundary_kind_count> walls{};
  walls[static_cast<std::size_t>(kind)] = true;
  return walls;
}
constexpr auto every_wall = [] {
  std::array<bool, boundary_kind_count> walls{};
  walls.fill(true);
  return walls;
}();
using Media = SchemeFacts::Media;

std::vector<SchemeFacts> make_schemes() {
  const std::array<bool, boundary_kind_count> pec = only(BoundaryKind::pec);
  std::vector<SchemeFacts> s;
  // ezscope's own schemes support every scene, and their results agree to the bit.
  const auto own = [&](SchemeFacts f) {
    f.walls = every_wall;
    f.media = Media::any;
    f.magnetic = f.hz = true;
    s.push_back(std::move(f));
  };
  own({.name = "auto",
       .title = "Fastest scheme here",
       .idea = "the fastest scheme in a short trial on this grid and device, if memory suffices",
       .dispersive = true,
       .on = SchemeFacts::On::both,
       .blocks = false,
       .words = 6.0 / 12,
       .extra_bytes = {1.0 / 12},
       .forms = {}});
  own({.name = "two-kernel",
       .title = "Two kernels, four nodes per thread",
       .idea = "H, then Ez; without shared memory, with many loads in flight",
       .dispersive = true,
       .extra_bytes = {1},
       .forms = {}});
  own({.name = "streamed",
       .title = "Many steps per pass, in registers",
       .idea = "a warp moves up its strip of columns and keeps one row of every time level in registers",
       .blocks = false,
       .words = 6.0 / 12,
       .extra_bytes = {1.0 / 12},
       .forms = {}});
  own({.name = "resident",
       .title = "A small grid stays in registers",
       .idea = "the whole grid is in the card's registers; blocks exchange their edges every few steps",
       .blocks = false,
       .words = 6.0 / 12,
       .extra_bytes = {1.0 / 12},
       .forms = {}});
  own({.name = "wavefront",
       .title = "Skewed tiles, many steps in the cache",
       .idea = "tiles shifted back by a row and a block per step; each makes many steps while it is in the cache",
       .dispersive = true,
       .on = SchemeFacts::On::host,
       .blocks = false,
       .words = 6.0 / 32,
       .forms = {}});
  s.push_back({.name = "takada",
               .title = "Shared-memory subdomains",
               .paper = "Takada et al. (2010)",
               .idea = "H and Ez use different subdomains in shared memory, which overlap only two neighbours each",
               .walls = pec,
               .block = {32, 4},
               .forms = {"shared", "global"}});
  s.push_back({.name = "split",
               .title = "Ez update split by region",
               .paper = "Minami et al. (2017)",
               .idea = "the absorbing frame and the interior are computed separately, in 1 to 9 kernels",
               .walls = only(BoundaryKind::mur1),
               .media = Media::any,
               .sources_at_rim = false,
               .extra_bytes = {1},
               .block = {16, 16},
               .forms = {"1", "2", "3", "4", "5", "6", "9", "auto", "9 at once"}});
  s.push_back({.name = "packed-epsilon",
               .title = "Lossless permittivity in 56 bits",
               .paper = "Yanagitani (2011)",
               .idea = "2⁻⁴/ε always begins with the byte 0x41, which is not stored",
               .float32 = false,
               .walls = pec,
               .media = Media::lossless,
               .least_eps = packed_least_eps,
               .eps_below = packed_eps_below,
               .extra_bytes = {7, 8, 1},
               .block = {32, 8},
               .forms = {"packed", "plain", "palette"},
               .agreement = 1e-12});
  s.push_back({.name = "runtime",
               .title = "One kernel per component",
               .paper = "Golovashkin & Malysheva (2010)",
               .idea = "Hx, Hy and Ez have separate kernels",
               .walls = pec,
               .words = 11,
               .block = {100, 5},
               .forms = {}});
  s.push_back({.name = "cublas-vector",
               .title = "cuBLAS vectors",
               .paper = "Golovashkin & Malysheva (2010)",
               .idea = "each difference is an axpy over the rows of the grid; boundaries use scal",
               .walls = pec,
               .blocks = false,
               .words = 24,
               .block = {1, 1},
               .forms = {"whole", "by rows"},
               .agreement = 1e-5});
  s.push_back({.name = "cublas-matrix",
               .title = "cuBLAS matrices",
               .paper = "Golovashkin & Malysheva (2010)",
               .idea = "each difference is a product with a difference matrix (gemm)",
               .walls = pec,
               .blocks = false,
               .words = 16,
               .block = {1, 1},
               .forms = {"difference", "unit"},
               .agreement = 1e-4});
  s.push_back({.name = "marching-register",
               .title = "Threads that march along y",
               .paper = "Yamamoto (2010)",
               .idea = "a thread moves up its column, with the rows in registers and the current row in shared memory",
               .walls = pec,
               .media = Media::any,
               .extra_bytes = {1},
               .block = {64, 2},
               .forms = {"8 rows", "16 rows", "32 rows", "64 rows"}});
  s.push_back({.name = "decomposition",
               .title = "One dimension in shared memory",
               .paper = "Golovashkin & Malysheva (2010)",
               .idea = "D subdomains make many steps in shared memory between exchanges",
               .walls = pec,
               .live = false,
               .words = 6,
               .operations = 6,
               .block = {256, 1},
               .forms = {},
               .agreement = 1e-5});
  return s;
}

// Returns true if the node is within `rim` nodes of a boundary.
bool at_rim(const Scene& scene, Node n, int rim) {
  return n.i < rim || n.j < rim || n.i > scene.grid.nx - 1 - rim || n.j > scene.grid.ny - 1 - rim;
}
// A node near a boundary needs two nodes of distance. A moving source also drives the neighbours of its path.
bool stands_at_rim(const Scene& scene, const Source& source) {
  const std::vector<Node> nodes = source_nodes(scene, source);
  const int rim = moves(source) ? 3 : 2;
  return std::any_of(nodes.begin(), nodes.end(), [&](Node n) { return at_rim(scene, n, rim); });
}

bool kind_fits(const SchemeFacts& scheme, const PaletteEntry& m) {
  const bool vacuum = !m.graded && m.eps == 1 && m.sigma == 0 && !m.pec && !m.dispersive();
  if (scheme.media == Media::vacuum && !vacuum) return false;
  if (scheme.media == Media::lossless && (m.sigma != 0 || m.pec || m.graded)) return false;
  if (!scheme.dispersive && m.dispersive()) return false;
  return scheme.magnetic || (m.mu == 1 && m.sigma_m == 0 && !m.pmc);
}
// Values of formulas are not checked, because schemes with a limited range do not support formulas.
bool in_range(const SchemeFacts& scheme, const PaletteEntry& m) {
  if (m.graded && std::isfinite(scheme.eps_below)) return false;
  return m.eps >= scheme.least_eps && m.eps < scheme.eps_below;
}
std::string media_words(const SchemeFacts& scheme, const PaletteEntry& m) {
  if (!in_range(scheme, m)) return fmt::format("eps from {:g} to below {:g}", scheme.least_eps, scheme.eps_below);
  if (!scheme.dispersive && m.dispersive()) return "media without poles";
  return scheme.media == Media::vacuum     ? "vacuum"
         : scheme.media == Media::lossless ? "lossless dielectrics"
                                           : "dielectrics and pec";
}
bool fits(const SchemeFacts& scheme, const PaletteEntry& m) { return kind_fits(scheme, m) && in_range(scheme, m); }

}  // namespace

const std::vector<SchemeFacts>& all_schemes() {
  static const std::vector<SchemeFacts> schemes = make_schemes();
  return schemes;
}

const SchemeFacts* find_scheme(std::string_view name) {
  for (const SchemeFacts& s : all_schemes())
    if (s.name == name) return &s;
  return nullptr;
}

double media_bytes(const SchemeFacts& s, int form) {
  const auto last = static_cast<int>(s.extra_bytes.size()) - 1;
  return s.extra_bytes[static_cast<std::size_t>(std::clamp(form, 0, last))];
}

Precision precision_for(const SchemeFacts& s, Precision wanted) {
  if (wanted == Precision::float32) return s.float32 ? wanted : Precision::float64;
  return s.float64 ? wanted : Precision::float32;
}

double bytes_per_cell_step(const SchemeFacts& s, int form, Precision precision) {
  return s.words * (precision == Precision::float32 ? 4 : 8) + media_bytes(s, form);
}

std::string why_not(const SchemeFacts& scheme, const Scene& scene) {
  if (in_cells(scene.physics) && scheme.name != "auto")
    return fmt::format("physics: {} solves Maxwell's equations, but this is a scene of {}", scheme.name,
                       scene.physics == Physics::gas ? "a gas" : "heat");
  if (!scheme.live) return fmt::format("{} is a one-dimensional study, which cannot run a scene", scheme.name);
  if (const Precision able = precision_for(scheme, scene.grid.precision); able != scene.grid.precision)
    return fmt::format("grid.precision: {} only computes in {}", scheme.name,
                       able == Precision::float64 ? "double" : "float");
  if (!scheme.hz && scene.grid.polarization == Polarization::hz)
    return fmt::format("grid.polarization: {} only solves ez scenes", scheme.name);
  for (const Side side : all_sides)
    if (!scheme.walls[static_cast<std::size_t>(scene.boundary[side])])
      return fmt::format("boundary.{}: {} does not support {}", to_string(side), scheme.name,
                         to_string(scene.boundary[side]));
  const std::set<std::string_view> used = used_names(scene);
  for (std::size_t k = 0; k < entry_count(scene); ++k)
    if (const PaletteEntry m = palette_entry(scene, k); used.contains(m.name) && !fits(scheme, m))
      return fmt::format("material {}: {} only supports {}", m.name, scheme.name, media_words(scheme, m));
  for (std::size_t k = 0; k < scene.sources.size() && !scheme.sources_at_rim; ++k)
    if (stands_at_rim(scene, scene.sources[k]))
      return fmt::format("source.{}: {} needs two nodes between a source and the boundary", k, scheme.name);
  return "";
}

Scene nearest_scene(const SchemeFacts& scheme, Scene scene) {
  scene.grid.precision = precision_for(scheme, scene.grid.precision);
  if (!scheme.hz) scene.grid.polarization = Polarization::ez;
  const auto first = std::find(scheme.walls.begin(), scheme.walls.end(), true);
  for (const Side side : all_sides)
    if (!scheme.walls[static_cast<std::size_t>(scene.boundary[side])])
      scene.boundary[side] = static_cast<BoundaryKind>(first - scheme.walls.begin());
  std::vector<std::string> unfit;
  for (std::size_t k = 0; k < entry_count(scene); ++k)
    if (const PaletteEntry m = palette_entry(scene, k); !fits(scheme, m)) unfit.push_back(m.name);
  const auto is_unfit = [&](std::string_view name) {
    return std::find(unfit.begin(), unfit.end(), name) != unfit.end();
  };
  std::erase_if(scene.shapes, [&](const Shape& s) {
    const std::vector<std::string_view> names = materials_of(s);
    return std::any_of(names.begin(), names.end(), is_unfit);
  });
  if (is_unfit(scene.grid.background)) scene.grid.background = "vacuum";
  if (!scheme.sources_at_rim) std::erase_if(scene.sources, [&](const Source& s) { return stands_at_rim(scene, s); });
  return scene;
}

}  // namespace ez
