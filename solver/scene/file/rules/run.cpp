// Rules of [reflection], of faults and of [run].
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "solver/scene/duration.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/rules/further.h"
#include "solver/scene/names.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scheme.h"

namespace ez::rules {

namespace {

constexpr int smallest_margin = 16, largest_margin = 131072;  // cells
constexpr std::int64_t most_threads = 1024;                   // per block, on every CUDA device

}  // namespace

void reflection(const Scene& scene, Findings& found) {
  const Reflection& r = scene.reflection;
  if (r.sides && r.sides->empty())
    error(found, "reflection.sides", "reflection.sides is empty; name a side, or leave the key out to measure all");
  std::set<Side> named;
  for (const Side side : r.sides.value_or(std::vector<Side>())) {
    if (!named.insert(side).second)
      error(found, "reflection.sides", fmt::format("reflection.sides names {} twice; name it once", to_string(side)));
    else if (facts_of(scene.boundary[side]).in_pairs)
      error(found, "reflection.sides",
            fmt::format("reflection.sides names {0}, which is periodic and reflects nothing; remove {0}",
                        to_string(side)));
  }
  if (r.margin > 0 && r.margin < smallest_margin)
    error(found, "reflection.margin",
          fmt::format("reflection.margin is {}; give {} to {} cells, or 0 for an automatic margin", r.margin,
                      smallest_margin, largest_margin));
}

namespace {

// Returns why a fault has no effect on its side, for faults that is_applicable() rejects.
std::string why_idle(const Scene& scene, BoundaryFault f) {
  const BoundaryKind kind = scene.boundary[f.side];
  const bool of_mur = f.fault == Fault::mur_other_delta || f.fault == Fault::mur2_no_corner;
  const char* needed = f.fault == Fault::mur_other_delta ? "mur1 or mur2" : of_mur ? "mur2" : "cpml";
  const bool fits = of_mur ? facts_of(kind).mur_order == 2 : facts_of(kind).has_layer;
  if (!fits) return fmt::format("the side is {}, but this is a fault of {}", to_string(kind), needed);
  switch (f.fault) {
    case Fault::mur2_no_corner:
      return "the adjacent sides keep both corners at zero";
    case Fault::no_corner_psi:
      return "no other layer meets this one in a corner";
    case Fault::half_depth:
      return "the layer has only one cell";
    case Fault::source_in_layer:
      return "no source is on";
    case Fault::local_grading:
    case Fault::medium_stops:
      return "no other medium than the background reaches its layer";
    default:
      return "it has no effect with this grading";
  }
}

}  // namespace

void faults(const Scene& scene, Findings& found) {
  for (std::size_t k = 0; k < scene.faults.size(); ++k) {
    const BoundaryFault f = scene.faults[k];
    if (is_applicable(scene, f)) continue;
    warning(found, fmt::format("fault.{}.kind", k),
            fmt::format("fault.{}, {} on the {} side, has no effect: {}; choose another side or fault", k,
                        to_string(f.fault), to_string(f.side), why_idle(scene, f)));
  }
  if (scene.hidden_fault && !hidden_fault_of(scene))
    warning(found, "hidden_fault",
            "hidden_fault finds no side where a fault would have an effect; set a side to mur1, mur2 or cpml");
}

void start(const Scene& scene, Findings& found) {
  const RunPreset& run = scene.run;
  const SchemeFacts* scheme = find_scheme(run.scheme);
  std::vector<std::string_view> live;
  for (const SchemeFacts& s : all_schemes())
    if (s.live) live.push_back(s.name);
  if (!scheme || !scheme->live) {
    error(found, "run.scheme",
          fmt::format("run.scheme is {}, which {}{}", names::quoted(run.scheme),
                      scheme ? "cannot run a scene" : "is not a kernel scheme", names::hint(run.scheme, live)));
  } else if (const auto& forms = scheme->forms;
             !run.form.empty() && std::find(forms.begin(), forms.end(), run.form) == forms.end()) {
    const std::string remedy =
        forms.empty() ? "; it has only one form, so leave the key out" : names::hint(run.form, forms);
    error(found, "run.form",
          fmt::format("run.form is {}, which is not a form of {}{}", names::quoted(run.form), run.scheme, remedy));
  }
  if (!run.block) return;
  const std::int64_t x = (*run.block)[0], y = (*run.block)[1];
  if (x < 1 || y < 1 || x * y > most_threads)
    error(found, "run.block",
          fmt::format("run.block is [{}, {}]; give two whole numbers from 1 whose product is at most {}", x, y,
                      most_threads));
}

void pause(const Scene& scene, Findings& found) {
  const std::string& at = scene.pause.at;
  const std::optional<PauseMoment> moment = parse_pause(at);
  if (!moment && !at.empty())
    error(
        found, "run.pause_at",
        fmt::format("run.pause_at is {}; give a time like \"1.1ns\", periods like \"40T\", \"460 steps\", or \"valid\"",
                    names::quoted(at)));
  if (at.empty() && scene.pause.repeat)
    warning(found, "run.repeat", "run.repeat restarts the run at run.pause_at, which is missing; give run.pause_at");
  if (!moment) return;
  if (moment->duration.periods && !first_period(scene))
    warning(found, "run.pause_at", "run.pause_at is in periods, but no source has a frequency; give a time or steps");
  if (moment->kind == PauseMoment::Kind::valid && !scene.reflection.on)
    warning(found, "run.pause_at",
            "run.pause_at needs the reflection meter, which is off; set reflection.on, or give a time or steps");
  if (moment->kind == PauseMoment::Kind::valid && scene.reflection.on && measured_sides(scene).empty())
    warning(found, "run.pause_at",
            "run.pause_at needs the reflection meter, but every side is periodic; give a time or steps");
}

void preset(const Scene& scene, Findings& found) {
  const std::optional<PauseMoment> moment = parse_pause(scene.pause.at);
  const std::optional<double> period = first_period(scene);
  if (moment && moment->kind == PauseMoment::Kind::duration && (!moment->duration.periods || period)) {
    const double seconds = moment->duration.value * (moment->duration.periods ? *period : 1);
    if (!steps_until(seconds, time_step(scene)))
      warning(
          found, "run.pause_at",
          fmt::format("run.pause_at is {:g} s, more than {} steps away; give an earlier time", seconds, most_steps));
  }
  const std::string why = why_not(*find_scheme(scene.run.scheme), scene);
  if (!why.empty())
    warning(found, "run.scheme", fmt::format("run.scheme is not used, because {}; change one of them", why));
}

}  // namespace ez::rules
