#include "solver/study/echo_cause.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "solver/base/constants.h"
#include "solver/base/text_with.h"
#include "solver/measure/layer_causes.h"
#include "solver/measure/mirror.h"
#include "solver/measure/source_band.h"
#include "solver/scene/fault.h"

namespace ez {
namespace {

using Kind = EchoCause::Kind;

constexpr double worse_grading = 6;     // dB above the default grading's theory
constexpr double grazing_degrees = 60;  // from the side's normal

struct CauseWords {
  Kind kind;
  const char *name, *title, *why, *experiment;  // {} is the side
};
constexpr std::array<CauseWords, 12> cause_words = {{
    {Kind::fault, "fault", "", "", ""},
    {Kind::shape_ends, "shape-ends", "Shape ends inside a layer",
     "A shape ends inside the {} layer. The stretched space there makes its end reflect.",
     "Let the shape end before the layer or continue beyond the boundary. The echo must vanish."},
    {Kind::thin, "thin", "Layer too thin",
     "The {} layer is thinner than a quarter of a wavelength. Waves cross it, meet the boundary and return.",
     "Double boundary.cpml.cells. The echo must fall by tens of dB."},
    {Kind::near_source, "near-source", "Source close to a layer",
     "A source is close to the {} layer, which stretches its near field.",
     "Move the source a quarter of a wavelength away from the layer. The echo must fall."},
    {Kind::medium, "medium", "Dispersive or magnetic medium in a layer",
     "A dispersive or magnetic medium runs into the {} layer, whose σ is chosen for the background.",
     "Give the material the background's mu and no poles. The echo must vanish."},
    {Kind::grading, "grading", "Grading not matched",
     "The grading of the {} layer absorbs too little, or changes too fast from cell to cell.",
     "Choose the entry ezscope of the gradings, or press Optimise. The echo must fall."},
    {Kind::mur, "mur", "Mur's condition",
     "The {} side is a Mur boundary, which absorbs waves of one speed near normal incidence only.",
     "Compare the echo at 0° and at 60°. A layer (cpml) absorbs both."},
    {Kind::mirror, "mirror", "Perfect mirror", "The {} side is a perfect conductor, which reflects all.",
     "Set this side to cpml. The echo must vanish."},
    {Kind::evanescent, "evanescent", "Evanescent field",
     "The guide in front of the {} layer is below its cut-off. σ does not absorb evanescent fields, only κ and α do.",
     "Raise the frequency above the cut-off, or raise κ and α. The echo must fall."},
    {Kind::grazing, "grazing", "Grazing incidence",
     "The largest echo at the {} side comes from flat angles, where every layer absorbs less.",
     "Use more cells, or move this side away from the source. Steeper angles must return less."},
    {Kind::mean, "mean", "Pulse with a mean",
     "A source's pulse has a mean. It leaves a static field, which the {} layer does not absorb.",
     "Use a pulse without a mean, such as ricker. The echo must fall."},
    {Kind::steady, "steady", "Steady source",
     "A source is steady. Its transient and all later echoes count in the reading of the {} side.",
     "Press Measure with a pulse. The reading must fall."},
}};
const CauseWords& words_of(Kind kind) { return cause_words[static_cast<std::size_t>(kind)]; }

const char* experiment_of(Fault fault) {
  switch (fault) {
    case Fault::sigma_half_cell:
      return "Print b at E and H nodes. Each value of H must be between those of the two E nodes next to it.";
    case Fault::local_grading:
      return "Print σ along the side. It must be one number. Without the medium in the layer the echo must vanish.";
    case Fault::swapped_parts:
      return "Print b at E and H nodes. From the boundary inwards E must come first.";
    case Fault::no_corner_psi:
      return "Make the adjacent sides PMC. Without corners of two layers the echo must vanish.";
    case Fault::wrong_sign:
      return "Print c of the recursions of E and H. No value may be above 0.";
    case Fault::forgotten_psi:
      return "Print ψ at one node of the layer. It must last for many steps and not follow each difference.";
    case Fault::reversed_grading:
      return "Print σ from the inner edge to the boundary. It must rise.";
    case Fault::uncompensated_kappa:
      return "Set boundary.cpml.kappa = 1. The growth must stop.";
    case Fault::half_depth:
      return "Read the delay of the echo. It belongs to half the layer's depth. Look for a conductor there.";
    case Fault::mur_other_delta:
      return "Measure at normal incidence, where a correct Mur boundary returns nearly nothing. Print its S = cΔt/Δ.";
    case Fault::mur2_no_corner:
      return "Make the adjacent sides CPML. Without an open corner the echo must vanish.";
    case Fault::source_in_layer:
      return "Look at the first steps of the field. They must start at the drawn source.";
    case Fault::medium_stops:
      return "End the medium in front of the layer. If the echo stays the same, the layer does not contain it.";
  }
  return "";
}

// Returns dB of the side by theory, the worst of three angles. Empty without a layer or a frequency.
std::optional<double> worst_theory(const Scene& scene, Side side, double frequency) {
  if (!scene.boundary.has_layer(side) || frequency <= 0 || !carries_waves(grid_before(scene, side), frequency))
    return std::nullopt;
  const SideTheory theory(scene, side);
  std::optional<double> worst;
  for (const double degrees : {0.0, 30.0, 60.0})
    if (const auto db = theory.db(frequency, degrees)) worst = std::max(worst.value_or(*db), *db);
  return worst;
}

bool has_worse_grading(const Scene& scene, Side side) {
  const double frequency = centre_frequency(scene);
  Scene usual = scene;
  usual.boundary.cpml = {};
  usual.boundary.cpml.cells = scene.boundary.cpml.cells;
  const auto own = worst_theory(scene, side, frequency), by_default = worst_theory(usual, side, frequency);
  return own && by_default && *own > *by_default + worse_grading;
}

// Returns true if the side is the end of a guide between two conducting boundaries, below its cut-off.
bool ends_cut_off_guide(const Scene& scene, Side side) {
  const Side a = across_x(side) ? Side::bottom : Side::left;
  if (!scene.boundary.has_layer(side) || scene.boundary[a] != BoundaryKind::pec ||
      scene.boundary[opposite(a)] != BoundaryKind::pec || scene.grid.polarization != Polarization::ez)
    return false;
  const YeeGrid grid = grid_before(scene, side);
  const double width = ((across_x(side) ? scene.grid.ny : scene.grid.nx) - 1) * grid.dy;
  const double frequency = centre_frequency(scene);
  return frequency > 0 && frequency < c0 / std::sqrt(grid.eps * grid.mu) / (2 * width);
}

template <class Is>
void add_sides(std::vector<EchoSuspect>& out, const Scene& scene, Kind kind, Is is) {
  std::vector<Side> sides;
  for (const Side side : measured_sides(scene))
    if (is(side)) sides.push_back(side);
  if (!sides.empty()) out.push_back({kind, std::move(sides)});
}

Kind kind_of(LayerCause::Kind kind) {
  switch (kind) {
    case LayerCause::Kind::shape_ends:
      return Kind::shape_ends;
    case LayerCause::Kind::thin:
      return Kind::thin;
    case LayerCause::Kind::near_source:
      return Kind::near_source;
    case LayerCause::Kind::medium:
      break;
  }
  return Kind::medium;
}

}  // namespace

std::string_view name_of(EchoCause::Kind kind) { return words_of(kind).name; }

Text title_of(const EchoCause& cause) {
  return cause.kind == Kind::fault ? Text::of(words_of(cause.fault).title) : Text::of(words_of(cause.kind).title);
}

Text why_of(const EchoCause& cause) {
  if (cause.kind == Kind::fault) return Text::of(words_of(cause.fault).shows);
  return Text::of(words_of(cause.kind).why, {Text::of(to_string(cause.side))});
}

Text experiment_of(const EchoCause& cause) {
  return cause.kind == Kind::fault ? Text::of(experiment_of(cause.fault)) : Text::of(words_of(cause.kind).experiment);
}

std::vector<EchoSuspect> echo_suspects(const Scene& scene, Side loudest, double degrees) {
  std::vector<EchoSuspect> out;
  const std::vector<LayerCause> facts = layer_causes(scene);
  const auto has = [&](LayerCause::Kind kind, Side side) {
    return std::any_of(facts.begin(), facts.end(),
                       [&](const LayerCause& f) { return f.kind == kind && f.side == side; });
  };
  for (const auto kind :
       {LayerCause::Kind::shape_ends, LayerCause::Kind::thin, LayerCause::Kind::near_source, LayerCause::Kind::medium})
    add_sides(out, scene, kind_of(kind), [&](Side side) { return has(kind, side); });
  add_sides(out, scene, Kind::evanescent, [&](Side side) { return ends_cut_off_guide(scene, side); });
  add_sides(out, scene, Kind::grading, [&](Side side) { return has_worse_grading(scene, side); });
  add_sides(out, scene, Kind::mur, [&](Side side) { return facts_of(scene.boundary[side]).mur_order > 0; });
  add_sides(out, scene, Kind::mirror, [&](Side side) {
    return !scene.boundary.has_layer(side) && facts_of(wall_of(scene, side)).mur_order == 0;
  });
  // A source close to a layer always sends flat waves along it.
  add_sides(out, scene, Kind::grazing, [&](Side side) {
    return side == loudest && degrees >= grazing_degrees && scene.boundary.has_layer(side) &&
           !has(LayerCause::Kind::near_source, side);
  });
  const auto is_on = [&](auto fits) {
    return [&scene, fits](Side) {
      return std::any_of(scene.sources.begin(), scene.sources.end(), [&](const Source& s) { return s.on && fits(s); });
    };
  };
  add_sides(out, scene, Kind::mean, is_on([](const Source& s) {
              return std::holds_alternative<Gaussian>(s.waveform) || std::holds_alternative<Step>(s.waveform);
            }));
  add_sides(out, scene, Kind::steady, is_on([](const Source& s) { return is_continuous(s.waveform); }));
  return out;
}

}  // namespace ez
