#include "app/commands/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/progress.h"
#include "solver/base/counted.h"
#include "solver/base/json_text.h"
#include "solver/base/utf8.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// Returns the name of a fault as in files, or that of another kind of cause.
std::string_view cause_name(const EchoCause& cause) {
  return cause.kind == EchoCause::Kind::fault ? words_of(cause.fault).name : name_of(cause.kind);
}

std::string signature_text(const Scene& scene, const EchoExplanation& e) {
  const EchoSignature& s = e.signature;
  if (!s.db) return "no echo was recorded\n";
  std::string out = fmt::format("largest echo: {} side, {:.1f} dB, at {:.0f}°, returned about {:.0f} cells behind {}",
                                to_string(s.side), *s.db, s.degrees, std::max(s.depth, 0.0),
                                scene.boundary.has_layer(s.side) ? "the layer's inner edge" : "the boundary");
  if (s.ends)
    out += fmt::format("; {:.1f} dB at the lower and {:.1f} dB at the upper quarter of the band", (*s.ends)[0],
                       (*s.ends)[1]);
  out += e.grows ? "\nthe field grows without limit\n" : "\n";
  out += e.as_designed ? "the boundaries return what correct ones return in this scene\n"
                       : "the boundaries return more than correct ones would\n";
  return out;
}

std::string causes_text(const EchoExplanation& e) {
  if (e.causes.empty())
    return "no known cause explains the echo; use more cells or a better grading to reduce it further\n";
  std::string out;
  for (std::size_t k = 0; k < e.causes.size(); ++k) {
    const EchoCause& c = e.causes[k];
    out += fmt::format("{:>3}. {:>3.0f} %  {}: {} ({})\n           {}\n           Experiment: {}\n", k + 1,
                       100 * c.share, to_string(c.side), title_of(c).english(), cause_name(c), why_of(c).english(),
                       experiment_of(c).english());
  }
  return out;
}

}  // namespace

std::vector<EchoExplanation> explain_variants(const EngineMaker& maker, const Scene& scene,
                                              const std::function<bool()>& goes_on) {
  constexpr int parts = 1000;
  const std::size_t count = std::max<std::size_t>(scene.variants.size(), 1);
  std::vector<EchoExplanation> out;
  Progress bar("explain", count * parts, "thousandths");
  for (std::size_t k = 0; k < count; ++k) {
    EchoExplainer explainer(maker, *scene_of_variant(scene, k).scene);
    while (explainer.step()) {
      bar.update(k * parts + static_cast<std::uint64_t>(parts * explainer.fraction()));
      if (!goes_on()) return {};
    }
    out.push_back(explainer.result());
  }
  return out;
}

std::string explanation_text(const Scene& scene, const std::vector<EchoExplanation>& all) {
  std::string out = "\nCauses, with the part of the echo that each of them explains\n";
  for (std::size_t k = 0; k < all.size(); ++k) {
    const EchoExplanation& e = all[k];
    out += fmt::format("\n{} ({})\n", scene.variants.empty() ? "scene" : printable(scene.variants[k].name),
                       counted(e.runs, "run"));
    out += e.nothing.empty() ? signature_text(*scene_of_variant(scene, k).scene, e) + causes_text(e)
                             : printable(e.nothing) + "\n";
  }
  return out;
}

std::string explanation_json(const EchoExplanation& e) {
  const EchoSignature& s = e.signature;
  std::string causes;
  for (const EchoCause& c : e.causes)
    causes += fmt::format(R"({}        {{"cause": "{}", "side": "{}", "share": {:.4f}, "why": {}, "experiment": {}}})",
                          causes.empty() ? "\n" : ",\n", cause_name(c), to_string(c.side), c.share,
                          quoted(why_of(c).english()), quoted(experiment_of(c).english()));
  const std::string signature =
      s.db ? fmt::format(R"({{"side": "{}", "db": {:.4f}, "deg": {:.4g}, "depth_cells": {:.4g}, "band_db": {}}})",
                         to_string(s.side), *s.db, s.degrees, s.depth,
                         s.ends ? fmt::format("[{:.4f}, {:.4f}]", (*s.ends)[0], (*s.ends)[1]) : "null")
           : "null";
  return fmt::format(
      "{{\"runs\": {}, \"grows\": {}, \"as_designed\": {}, \"nothing\": {},\n      \"signature\": {},\n"
      "      \"causes\": [{}]}}",
      e.runs, e.grows, e.as_designed, e.nothing.empty() ? "null" : quoted(e.nothing), signature, causes);
}

}  // namespace ez
