#include "app/model/chapters.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

struct Listed {
  std::string_view title;
  std::vector<std::string_view> scenes;
};

const std::vector<Listed>& course() {
  static const std::vector<Listed> all = {
      {"Waves and sources",
       {"lecture", "open-pulse", "two-sources", "near-field", "lamp-over-mirror", "lamp-over-ground", "lamp-power",
        "doppler", "cherenkov", "steered-array", "grating-lobes"}},
      {"Diffraction",
       {"double-slit", "fringe-angles", "young-source", "single-slit", "wide-slit", "knife-edge", "poisson-line",
        "zone-plate", "talbot", "blazed-grating", "wire-grating", "pec-cylinder"}},
      {"Interfaces and layers",
       {"interface", "standing-wave", "impedance", "brewster", "total-reflection", "critical-angle", "goos-haenchen",
        "frustrated", "coating", "salisbury", "fabry-perot", "etalon", "slab-spectrum", "bragg", "stop-band",
        "bragg-cavity", "skin-depth"}},
      {"Waveguides",
       {"guide-metal", "guide-race", "tunnel", "tee", "guide-bend", "guide-slab", "second-mode", "guide-modes",
        "directional-coupler", "ring", "add-drop", "graded-film", "fibre", "design-bend"}},
      {"Cavities",
       {"cavity-rect", "cavity-round", "ringing-box", "probe-rod", "half-filled-cavity", "slab-rings", "cavity-1024"}},
      {"Antennas and scattering",
       {"horn", "parabolic-mirror", "corner-reflector", "radar-plate", "ground-radar", "metal-cylinder",
        "glass-cylinder"}},
      {"Crystals and media",
       {"crystal", "crystal-gap", "crystal-bend", "crystal-cavity", "oven-door", "plasma", "zero-epsilon",
        "surface-plasmon", "prism-coupler", "kramers-kronig", "water", "luneburg", "fisheye", "carpet-cloak",
        "negative-index"}},
      {"Gas and heat",
       {"sod", "sod-inclined", "explosion", "blast-corner", "shock-bubble", "forward-step", "double-mach",
        "kelvin-helmholtz", "wind-tunnel", "123-problem", "heat-spot", "heat-bar"}},
      {"Numerics", {"dispersion", "magic-step", "pulse-front", "mur-angles", "paint"}},
      {"Boundary lab",
       {"shoot-out", "corner", "grazing", "evanescent", "late-time", "glass-into-layer", "periodic-grating",
        "thin-layers", "find-the-fault-1", "find-the-fault-2", "find-the-fault-3", "find-the-fault-4",
        "find-the-fault-5", "find-the-fault-6"}},
      {"Kernel lab", {"minami-half", "golovashkin-pulse"}},
  };
  return all;
}

ChapterScene scene_of(const BuiltinScene& scene) {
  const SceneResult parsed = parse_scene(scene.text, std::string(scene.name));
  const std::string name(scene.name);
  ChapterScene out{name, parsed.scene && !parsed.scene->title.empty() ? parsed.scene->title : name, scene.text};
  if (parsed.scene)
    for (const Check& check : parsed.scene->checks) out.checks.push_back(check.name);
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

}  // namespace

std::vector<Chapter> chapters() {
  std::vector<Chapter> out;
  std::vector<std::string_view> named;
  for (const Listed& listed : course()) {
    out.push_back({listed.title, {}});
    for (const std::string_view name : listed.scenes) {
      const auto found = std::ranges::find(builtin_scenes(), name, &BuiltinScene::name);
      if (found == builtin_scenes().end()) continue;
      out.back().scenes.push_back(scene_of(*found));
      named.push_back(found->name);
    }
  }
  Chapter more{"More", {}};
  for (const BuiltinScene& scene : builtin_scenes())
    if (std::ranges::find(named, scene.name) == named.end()) more.scenes.push_back(scene_of(scene));
  out.push_back(std::move(more));
  std::erase_if(out, [](const Chapter& c) { return c.scenes.empty(); });
  return out;
}

bool matches(const Chapter& chapter, const ChapterScene& scene, std::string_view filter) {
  std::string all = lower(scene.title) + '\n' + lower(scene.name) + '\n' + lower(chapter.title);
  for (const std::string& check : scene.checks) all += '\n' + lower(check);
  std::istringstream words(lower(filter));
  for (std::string word; words >> word;)
    if (all.find(word) == std::string::npos) return false;
  return true;
}

}  // namespace ez
