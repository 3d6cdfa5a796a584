#include "app/features/design/live_keeper.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "app/features/design/state.h"
#include "solver/engine/backend.h"

namespace ez {
namespace {

constexpr double batch_seconds = 0.010;  // longest time of a batch of both runs
constexpr int unknown_batch = 32;        // steps while the time of a step is unknown

// Returns true if a design in one scene can go on in the other.
bool same_problem(const Scene& a, const Scene& b) {
  return a.grid == b.grid && a.boundary == b.boundary && a.materials == b.materials && a.shapes == b.shapes &&
         a.sources == b.sources && a.monitors == b.monitors && a.designs == b.designs;
}

}  // namespace

void LiveKeeper::stop(const Text& why) {
  designer_.reset();
  strokes_.clear();
  host_.send(command::StopDesign{why});
}

Structure LiveKeeper::structure() const {
  const bool known = designer_ && generation_ == host_.state.of<DesignState>().generation;
  return known ? designer_->structure() : Structure(host_.state.scene, 0);
}

// Makes a designer for the scene that the runs have, or lets the present one go on in it.
bool LiveKeeper::prepare(const Scene& scene) {
  const DesignState& d = host_.state.of<DesignState>();
  if (std::exchange(generation_, d.generation) != d.generation) designer_.reset();
  const Design* design = open_design(scene);
  if (design == nullptr) return false;
  if (designer_ && same_problem(designer_->structure().scene(), without_picture(scene, *design))) return true;
  // During a drag the scene changes in every frame.
  if (host_.state.history.in_gesture()) return false;
  Structure structure = designer_ ? designer_->structure() : Structure(scene, 0);
  if (!structure.continue_in(scene, 0)) structure = Structure(scene, 0);
  designer_.emplace(std::move(structure), make_engine_maker(host_.engine()).make);
  sent_ = {};
  return true;
}

void LiveKeeper::send_structure(const std::optional<DesignIteration>& made) {
  const bool begins = sent_.empty();
  sent_ = designer_->structure().picture();
  sent_in_ = host_.log.frames();
  host_.send(command::ShowStructure{generation_, begins, sent_, made});
}

// Returns true if the scene has no picture of the structure although one was sent: it was undone.
bool LiveKeeper::picture_is_lost() const {
  const Scene& scene = host_.state.scene;
  return !sent_.empty() && sent_in_ != host_.log.frames() &&
         (open_design(scene) == nullptr || picture_of(scene, *open_design(scene)) == nullptr);
}

void LiveKeeper::apply_strokes() {
  if (strokes_.empty() || !prepare(host_.applied())) return;
  for (const command::PaintStructure& s : std::exchange(strokes_, {}))
    designer_->paint(s.from, s.to, s.radius, s.is_second ? 1 : 0);
  send_structure({});
}

// Only the picture uses them, so a replayed session does without.
void LiveKeeper::store_gains() {
  std::vector<float>& out = host_.state.of<DesignState>().gains;
  out.clear();
  double largest = 0;
  const Densities gains = designer_->gains();
  for (const double g : gains) largest = std::max(largest, std::abs(g));
  for (const double g : gains) out.push_back(largest > 0 ? static_cast<float>(g / largest) : 0);
}

void LiveKeeper::look(Comparison& runs) try {
  if (host_.log.replaying()) return;
  apply_strokes();
  const DesignState& d = host_.state.of<DesignState>();
  Solver& forward = runs.pane(0);
  if (!designer_ || generation_ != d.generation || d.run == DesignState::Run::paused || picture_is_lost() ||
      forward.step() != next_step_ || designer_->steps_to_look() > 0)
    return;
  if (const double seconds = designer_->take_seconds_per_step(); seconds > 0) seconds_per_step_ = seconds;
  if (const std::optional<DesignIteration> made = designer_->look(forward)) {
    store_gains();
    send_structure(made);
  }
} catch (const std::exception& e) {
  stop(text_of_error(e));
}

int LiveKeeper::begin_batch(Comparison& runs) try {
  if (const Text why = why_no_design(host_.state); !why.empty()) return stop(why), 0;
  if (!prepare(host_.applied())) return 0;
  if (picture_is_lost()) return stop({}), 0;
  const Scene& scene = host_.applied();
  const GreyPicture* shown = picture_of(scene, *open_design(scene));
  const bool is_shown = shown != nullptr && *shown == sent_;
  if (is_shown)
    designer_->show();
  else if (sent_.empty() || sent_in_ + 2 < host_.log.frames())  // it is new, or the runs jumped to another time
    send_structure({});
  const std::uint64_t step = runs.pane(0).step();
  if (step != next_step_ || designer_->steps_to_look() <= 0) designer_->start_again();
  // The structure reaches the runs in the next frame, so the steps until then are lost.
  const int steps = is_shown ? std::clamp(steps_of_frame(), 1, designer_->steps_to_look()) : 1;
  designer_->advance(steps);
  next_step_ = step + static_cast<std::uint64_t>(steps);
  return steps;
} catch (const std::exception& e) {
  stop(text_of_error(e));
  return 0;
}

// Returns the steps that the user's speed asks for, as far as a batch of both runs has time for them.
int LiveKeeper::steps_of_frame() {
  const SpeedSetting& speed = host_.state.speed;
  if (!speed.automatic) return speed.steps_per_frame;
  const int most = seconds_per_step_ > 0 ? static_cast<int>(batch_seconds / (2 * seconds_per_step_)) : unknown_batch;
  if (speed.full) return most;
  const double asked = host_.steps_per_second() * std::clamp(host_.log.passed(), 1e-3, 0.1) + left_over_;
  left_over_ = std::clamp(asked - std::floor(asked), 0.0, 1.0);
  return std::min(most, static_cast<int>(asked));
}

}  // namespace ez
