#include "solver/measure/monitors/monitoring.h"

#include <utility>

namespace ez {
namespace {

// Returns the scene without everything that affects neither the field nor a monitor.
Scene seen(Scene s) {
  s.title.clear();
  s.text.clear();
  s.probes.clear();
  s.checks.clear();
  s.view = {};
  s.run = {};
  s.pause = {};
  s.reflection = {};
  s.variants.clear();
  return s;
}

Gather without_maps(Gather gather) {
  gather.maps = {};
  return gather;
}

Gather without_mean(Gather gather) {
  gather.maps.mean = 0;
  if (gather.maps.frequencies.empty()) gather.maps = {};
  return gather;
}

constexpr const char* start_over = "no run without shapes yet; restart (R) to get one";

}  // namespace

Scene without_shapes(Scene scene) {
  scene.shapes.clear();
  scene.probes.clear();
  scene.checks.clear();
  scene.variants.clear();
  return scene;
}

void Monitoring::follow(Solver& run, const EngineMaker& maker) {
  Scene now = seen(run.scene());
  const bool same = now == scene_;
  if (same && run.gather() == wanted(run)) return;
  if (same && without_mean(run.gather()) == without_mean(wanted(run))) return gather_on(run);
  if (!same) monitors_ = Monitors(now);
  scene_ = std::move(now);
  taken_.reset(), taken_empty_.reset();
  message_.clear();
  gather_on(run);
  run.restart_maps();
  if (!monitors_.wants_empty_run()) return empty_.reset();
  if (run.step() == 0) return make_empty_run(run, maker);
  if (empty_ && !empty_->apply(without_shapes(run.scene())).refused && empty_->step() == run.step()) {
    empty_->set_gather(without_maps(monitors_.gather()));
    return;
  }
  empty_.reset();
  message_ = start_over;
}

Gather Monitoring::wanted(const Solver& run) const {
  Gather gather = monitors_.gather();
  if (averages_) gather.maps = with_mean(std::move(gather.maps), run.scene());
  return gather;
}

void Monitoring::gather_on(Solver& run) {
  try {
    run.set_gather(wanted(run));
  } catch (const OutOfMemory& e) {
    message_ = std::string("no map: ") + e.what();
    run.set_gather(without_maps(monitors_.gather()));
  }
}

void Monitoring::reset(Solver& run, const EngineMaker& maker) {
  follow(run, maker);
  monitors_.restart();
  taken_.reset(), taken_empty_.reset();
  if (!monitors_.wants_empty_run()) return;
  make_empty_run(run, maker);
}

void Monitoring::make_empty_run(const Solver& run, const EngineMaker& maker) {
  const Scene scene = without_shapes(run.scene());
  try {
    if (empty_ && !empty_->apply(scene).refused)
      empty_->reset();
    else
      empty_.emplace(maker(), scene);
    empty_->set_gather(without_maps(monitors_.gather()));
    if (message_ == start_over) message_.clear();
  } catch (const OutOfMemory& e) {
    empty_.reset();
    message_ = std::string("no run without shapes: ") + e.what();
  }
}

void Monitoring::advance(int steps) {
  if (empty_) empty_->advance(steps);
}
bool Monitoring::busy() { return empty_ && empty_->busy(); }
void Monitoring::wait() {
  if (empty_) empty_->wait();
}

void Monitoring::collect(Solver& run) {
  if (monitors_.empty()) return;
  digest();
  taken_ = run.take_gathered();
  if (empty_) taken_empty_ = empty_->take_gathered();
}

void Monitoring::digest() {
  if (taken_ && !taken_->times.empty()) monitors_.add(*taken_, taken_empty_ ? &*taken_empty_ : nullptr);
  taken_.reset(), taken_empty_.reset();
}

Monitoring::Moment Monitoring::checkpoint(Solver& run, StateFor whom) {
  collect(run);
  digest();
  Moment moment{scene_, monitors_, std::nullopt};
  if (empty_) moment.empty_run = empty_->checkpoint({}, whom);
  return moment;
}

void Monitoring::restore(Solver& run, const Moment& moment) {
  taken_.reset(), taken_empty_.reset();
  run.take_gathered();
  if (moment.scene == scene_)
    monitors_ = moment.monitors;
  else
    monitors_.restart();
  if (!empty_) return;
  if (moment.empty_run) {
    empty_->restore(*moment.empty_run);
    empty_->take_gathered();
  } else {
    empty_.reset();
    message_ = start_over;
  }
}

}  // namespace ez
