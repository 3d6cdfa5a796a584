// Carries out the commands of designs.
#include <algorithm>
#include <utility>

#include "app/features/design/commands.h"
#include "app/features/design/proposal.h"
#include "app/features/design/services.h"
#include "app/features/design/state.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "app/ui/lengths.h"
#include "solver/base/cores.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

// Names the whole design in the undo list, and each improvement on the timeline.
constexpr const char* edit_name = "design";

void complain(State& s, Services& x, const Text& why) { add_note(s, Note::Kind::warning, why, x.now(), "design"); }

void cancel_finish(State& s, Services& x) {
  s.of<DesignState>().finish.reset();
  x.of<DesignServices>().cancel_finish();
}

void run_as(State& s, Services& x, DesignState::Run run) {
  if (const Text why = why_no_design(s); !why.empty()) return complain(s, x, why);
  cancel_finish(s, x);
  withdraw(s, "design");
  s.of<DesignState>().run = run;
  update(s, command::Run{true}, x);
}

bool fits(const GreyPicture& picture, const Scene& scene, const Design& design) {
  const NodeRect region = region_of(scene, design);
  return picture.width() == region.i1 - region.i0 && picture.height() == region.j1 - region.j0;
}

}  // namespace

Text why_no_design(const State& s) {
  if (open_design(s.scene) == nullptr) return "The scene has no design. Choose Design a region first.";
  if (has_errors(s.problems)) return "Cannot design while the scene has an error. Fix the error first.";
  if (!s.scene.variants.empty()) return "Cannot design in several panes. Remove all panes but one.";
  return {};
}

void on(State& s, Services& x, const command::AddDesign&) {
  if (open_design(s.scene) != nullptr) return;
  DesignProposal made = propose_design(s.scene);
  if (!made.scene) return complain(s, x, made.why);
  withdraw(s, "design");
  edit_scene(s, x, std::move(*made.scene), "add design");
}

void on(State& s, Services& x, const command::RunDesign& c) {
  if (c.on) return run_as(s, x, DesignState::Run::running);
  s.of<DesignState>().run = DesignState::Run::paused;
}

void on(State& s, Services& x, const command::StepDesign&) { run_as(s, x, DesignState::Run::once); }

void on(State& s, Services& x, const command::ResetDesign&) {
  DesignState& d = s.of<DesignState>();
  cancel_finish(s, x);
  d.run = DesignState::Run::paused;
  d.made.clear();
  d.gains.clear();
  ++d.generation;
  const Design* design = open_design(s.scene);
  if (design != nullptr && picture_of(s.scene, *design) != nullptr)
    edit_scene(s, x, without_picture(s.scene, *design), "reset design");
}

void on(State& s, Services& x, const command::PaintStructure& c) {
  if (why_no_design(s).empty()) x.of<DesignServices>().paint(c);
}

void on(State& s, Services&, const command::ShowGains& c) { s.of<DesignState>().shows_gains = c.on; }

void on(State& s, Services& x, const command::FinishDesign&) {
  if (const Text why = why_no_design(s); !why.empty()) return complain(s, x, why);
  if (!has_threads())  // the page would not respond until the end
    return complain(s, x, "Finish needs threads, which this page may not use. Run it in the program.");
  cancel_finish(s, x);
  withdraw(s, "design");
  s.of<DesignState>().run = DesignState::Run::paused;
  s.of<DesignState>().finish = FinishProgress{};
  x.of<DesignServices>().start_finish();
}

void on(State& s, Services& x, const command::CancelFinish&) { cancel_finish(s, x); }

// All improvements of a design are one entry of the undo list, unless other edits come between them.
void on(State& s, Services&, const command::ShowStructure& c) {
  DesignState& d = s.of<DesignState>();
  const Design* design = open_design(s.scene);
  if (design == nullptr || c.generation != d.generation) return;
  const bool shown = picture_of(s.scene, *design) != nullptr;
  if (!shown && !c.begins) return void(d.run = DesignState::Run::paused);
  if (!shown) d.made.clear();
  if (c.made) d.made.push_back(*c.made);
  if (c.made && d.run == DesignState::Run::once) d.run = DesignState::Run::paused;
  if (s.history.in_gesture() || !fits(c.picture, s.scene, *design)) return;
  Scene next = with_picture(s.scene, *design, c.picture);
  if (!shown || !(s.history.undo_label() == Text(edit_name))) s.history.record(s.scene, edit_name, true);
  s.scene = std::move(next);
  scene_changed(s);
}

void on(State& s, Services& x, const command::StopDesign& c) {
  s.of<DesignState>().run = DesignState::Run::paused;
  if (!c.why.empty()) complain(s, x, text_with("The design stopped: {}", c.why));
}

void on(State& s, Services& x, const command::TakeDesign& c) {
  cancel_finish(s, x);
  ++s.of<DesignState>().generation;
  edit_scene(s, x, c.scene, "finish design");
  const LengthScale scale = length_scale(c.scene);
  add_note(s, Note::Kind::news,
           text_with("Design finished: goal {:.3g}, on a grid twice as fine {:.3g}, smallest detail {:.3g} {}", c.value,
                     c.fine_value, scale.shown(c.feature), scale.name),
           x.now(), "design");
}

}  // namespace ez
