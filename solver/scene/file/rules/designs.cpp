// Rules of [[design]].
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "solver/scene/file/rules/further.h"
#include "solver/scene/formula.h"
#include "solver/scene/names.h"
#include "solver/scene/raster/raster.h"

namespace ez::rules {
namespace {

constexpr std::size_t most_designs = 50;
constexpr int fewest_nodes = 4;        // of a region along each axis
constexpr int most_nodes = 4'000'000;  // of a region

// Checks the scene as a whole: for these the adjoint run would not give the derivative.
void check_scene(const Scene& scene, const SceneMedia& media, const std::string& path, Findings& found) {
  if (scene.grid.polarization != Polarization::ez)
    error(found, path, path + " needs polarization ez; designs in hz scenes are not supported");
  if (!scene.faults.empty() || scene.hidden_fault)
    error(found, path, path + " needs boundaries without faults; remove the faults");
  for (const Side side : all_sides)
    if (scene.boundary[side] == BoundaryKind::mur2)
      error(found, path,
            fmt::format("{} does not work with mur2 at the {} side, which is not reciprocal; use cpml or mur1", path,
                        to_string(side)));
  for (std::size_t k = 0; k < scene.sources.size(); ++k)
    if (scene.sources[k].on && (scene.sources[k].hard || moves(scene.sources[k])))
      error(found, path,
            fmt::format("{} needs soft sources at rest, but source.{} is {}", path, k,
                        scene.sources[k].hard ? "hard" : "moving"));
  if (std::ranges::none_of(scene.sources, &Source::on))
    error(found, path, path + " needs a source that is on; no field reaches the goal");
  for (const PaletteEntry& m : media.used())
    if (m.mu != 1 || m.sigma_m != 0 || !m.poles_m.empty())
      error(found, path,
            fmt::format("{} needs media without magnetic properties, but {} has some", path, names::quoted(m.name)));
}

void check_materials(const SceneMedia& media, const Design& d, const std::string& path, Findings& found) {
  const PaletteEntry* entries[2] = {};
  for (std::size_t k = 0; k < 2; ++k) {
    const std::string at = fmt::format("{}.materials", path), &name = d.materials->at(k);
    const auto found_at = std::ranges::find(media.palette(), name, &PaletteEntry::name);
    if (found_at == media.palette().end()) {
      error(found, at, fmt::format("{} names {}, which does not exist; define the material", at, names::quoted(name)));
      return;
    }
    entries[k] = &*found_at;
    if (entries[k]->perfect() || entries[k]->graded || entries[k]->dispersive() || entries[k]->mu != 1 ||
        entries[k]->sigma_m != 0) {
      error(found, at,
            fmt::format("{} names {}; give a material with numbers eps and sigma only", at, names::quoted(name)));
      return;
    }
  }
  if (entries[0]->eps == entries[1]->eps && entries[0]->sigma == entries[1]->sigma)
    error(found, path + ".materials", path + ".materials have equal numbers; give two different materials");
}

void check_region(const Scene& scene, const Design& d, const std::string& path, Findings& found) {
  const Node low = nearest_node(scene, d.min), high = nearest_node(scene, d.max);
  if (high.i - low.i + 1 < fewest_nodes || high.j - low.j + 1 < fewest_nodes)
    return error(found, path + ".max",
                 fmt::format("{} has fewer than {} nodes along an axis; make the region larger", path, fewest_nodes));
  if ((high.i - low.i + 1.0) * (high.j - low.j + 1.0) > most_nodes)
    return error(found, path + ".max",
                 fmt::format("{} has more than {} nodes; make the region smaller", path, most_nodes));
  const auto depth = [&](Side side) { return std::max(scene.boundary.layer_cells(side), 0) + 1; };
  if (low.i < depth(Side::left) || low.j < depth(Side::bottom) || high.i > scene.grid.nx - 1 - depth(Side::right) ||
      high.j > scene.grid.ny - 1 - depth(Side::top))
    error(found, path + ".min",
          path + " reaches into a boundary or an absorbing layer; move the region away from the sides");
  if ((d.symmetry == "diagonal" || d.symmetry == "antidiagonal") && high.i - low.i != high.j - low.j)
    error(found, path + ".symmetry",
          fmt::format("{}.symmetry is {}, but the region has {} × {} nodes; make it square", path, d.symmetry,
                      high.i - low.i + 1, high.j - low.j + 1));
}

void check_goal(const Scene& scene, const Design& d, const std::string& path, Findings& found) {
  const std::string at = path + ".goal";
  for (const std::string& part : parts_of_goal(d.goal)) try {
      if (!Formula(part, scene).reads_a_run())
        error(found, at,
              fmt::format("{} does not read the run, so no structure can change it; use a monitor in it", at));
    } catch (const FormulaError& e) {
      error(found, at, fmt::format("{} {}", at, e.what()));
    }
}

}  // namespace

void designs(const Scene& scene, const SceneMedia& media, Findings& found) {
  if (scene.designs.size() > most_designs)
    return error(found, "design", fmt::format("{} designs; give at most {}", scene.designs.size(), most_designs));
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene.designs.size(); ++k) {
    const Design& d = scene.designs[k];
    const std::string path = fmt::format("design.{}", k);
    if (d.name.empty())
      error(found, path + ".name", path + ".name is empty; give the design a name");
    else if (!taken.insert(d.name).second)
      error(found, path + ".name",
            fmt::format("the name {} is used twice; give this design another name", names::quoted(d.name)));
    check_scene(scene, media, path, found);
    check_materials(media, d, path, found);
    check_region(scene, d, path, found);
    check_goal(scene, d, path, found);
  }
}

}  // namespace ez::rules
