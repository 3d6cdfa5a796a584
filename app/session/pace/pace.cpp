#include "app/session/pace/pace.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "app/model/log/members.h"
#include "app/platform/interrupt.h"
#include "app/session/pace/speed_meter.h"

namespace ez {
namespace {

constexpr double short_batch = 4e-3;  // s of steps on the GPU while the window is drawn
constexpr double long_batch = 8e-3;   // s after that: during longer ones the GPU would not answer the window

}  // namespace

bool Pace::batch_is_done() {
  const bool done = d_.log().record_or_replay_unless(true, "done", [&] {
    const double begin = d_.elapsed();
    if (!d_.interactive || d_.on_gpu()) {
      d_.runs->wait();
    } else {
      const bool may_wait = !d_.interface->input_waits() && !d_.window.is_driven();
      const double patience = may_wait ? d_.clock.patience() : 0;
      while (d_.runs->busy() && d_.elapsed() < begin + patience)
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    waited_ += d_.elapsed() - begin;
    return !d_.runs->busy();
  });
  if (done && d_.log().replaying()) d_.runs->wait();
  return done;
}

void Pace::advance() {
  d_.clock.begin_frame(d_.elapsed(), std::exchange(waited_, 0), std::exchange(frames_of_batch_, 0));
  d_.clock.set_pass(d_.on_gpu() ? d_.active().engine().passes().levels : 1);
  d_.given = 0;
  stops_.forget();
  if (d_.state.frozen || !panes_.has_open_cells()) return;
  if (const int behind = d_.runs->behind(); behind > 0) {
    pending_ = d_.log().record_or_replay("behind", [&] {
      SpeedSetting full = d_.state.speed;
      full.full = true;
      return std::min(behind, d_.clock.steps(full, 0));
    });
    return pump(false);
  }
  if (d_.parts.any(&SessionPart::is_travelling)) return advance_on_the_way();
  if (d_.state.running && d_.state.held) {
    if (stops_.shows_the_end()) return;
    d_.state.held = false;
    d_.reset_wanted = true;
    return;
  }
  if (d_.state.running && advance_slice()) return;
  // The video already has this picture.
  if (d_.state.running && d_.parts.any(&SessionPart::takes_pictures) && !d_.film_due) return;
  if (d_.state.running) {
    d_.given = d_.log().record_or_replay("steps", [&] {
      SpeedSetting speed = d_.state.speed;
      speed.full |= measurement_.is_hurrying();
      const double asked = asked_steps_per_second(d_);
      const int steps = d_.clock.steps(speed, asked);
      const bool one_by_one = d_.parts.any(&SessionPart::takes_pictures) && !speed.full && speed.automatic && asked > 0;
      return one_by_one ? d_.parts.first(&SessionPart::steps_of_picture, asked) : steps;
    });
    d_.given = stops_.limit(d_.given);
  } else {
    d_.given = stops_.until_check(d_.state.requested_steps);
    d_.state.requested_steps -= d_.given;
  }
  stops_.plan_check();
  pending_ = d_.given;
  pump(false);
}

void Pace::advance_on_the_way() {
  SpeedSetting full = d_.state.speed;
  full.full = full.automatic = true;
  const int steps = d_.log().record_or_replay("way", [&] { return std::max(1, d_.clock.steps(full, 0)); });
  const NextBatch stretch = d_.parts.next_batch(*d_.runs, steps);
  d_.given = pending_ = stops_.until_check(stretch.steps);
  stops_.end_at(stretch.until);
  pump(false);
}

bool Pace::advance_slice() {
  const int steps = d_.parts.first(&SessionPart::own_steps);
  if (steps == 0) return false;
  d_.given = steps;
  // A GPU draws and computes in turn, so drawing would count as the kernels' time: a quarter of it on a large card.
  if (d_.on_gpu()) d_.window.wait_until_drawn();
  d_.runs->advance(steps);
  if (d_.on_gpu()) d_.parts.each(&SessionPart::batch_done);
  return true;
}

// Returns the steps on the CPU between two looks for a signal to end. A window with a user queues a batch as a whole.
int Pace::host_piece() {
  constexpr int most_unknown = 16, most = 1 << 14;
  constexpr double longest = 0.1;  // s
  // The panes of a gas meet at the end of each batch, so a batch must not depend on measured times.
  if (d_.interactive || (in_cells(d_.applied.physics) && d_.runs->panes() > 1)) return most;
  if (d_.clock.step_seconds() > 0) return std::clamp(d_.clock.steps_within(longest), 1, most);
  return std::exchange(unknown_piece_, std::min(2 * unknown_piece_, most_unknown));
}

void Pace::pump(bool all) {
  const double begin = d_.elapsed();
  while (pending_ > 0) {
    const double most = all ? long_batch : short_batch;
    const int piece = std::min(pending_, d_.on_gpu() ? d_.clock.steps_within(most) : host_piece());
    // A signal ends the program if nobody looks for it soon, so the look comes after the wait.
    if (!d_.interactive && !d_.on_gpu()) d_.runs->wait();
    if (interrupted()) {
      pending_ = 0;
      break;
    }
    d_.runs->advance(piece, stops_.end());
    pending_ -= piece;
    if (!all) return;
  }
  waited_ += d_.elapsed() - begin;
}

}  // namespace ez
