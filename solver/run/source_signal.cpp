#include "solver/run/source_signal.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double least_span = 20;  // shortest duration of a fade, in steps
// Parts of a fade; during the first one, a rising source is so weak that it can be moved without a fade.
constexpr double shortest_part = 16;

// Returns true if both sources produce the same Ez in the next steps, apart from name and position in the list.
bool drives_alike(const Source& a, const Source& b) {
  return a.on == b.on && a.hard == b.hard && a.amplitude == b.amplitude && a.waveform == b.waveform;
}

}  // namespace

// The first two derivatives are 0 at both ends.
double SourceSignals::Fade::grown(double t) const {
  if (t >= begin + span) return 1;
  const double x = std::max(0.0, (t - begin) / span);
  return x - std::sin(2 * pi * x) / (2 * pi);
}

double SourceSignals::SourceState::loudness(double t) const {
  if (!source.on) return 0;
  double weight = rise.grown(t);
  for (const Fade& fall : falls) weight *= 1 - fall.grown(t);
  return weight * source.amplitude;
}

void SourceSignals::SourceState::add(std::span<const double> times, std::size_t width, double* out) const {
  if (!source.on) return;
  for (std::size_t n = 0; n < times.size(); ++n) {
    const double loud = loudness(times[n]);
    for (std::size_t c = 0; c < feed.columns.size(); ++c) {
      const double since = times[n] - born - feed.columns[c].delay;
      if (since >= 0) out[n * width + c] += loud * waveform_value(source.waveform, since, turn);
    }
  }
}

void SourceSignals::SourceState::add_moving(std::uint64_t first, std::span<const double> times, std::size_t width,
                                            double* out) const {
  if (!source.on) return;
  const std::size_t columns = path_part->feed.columns.size();
  for (std::size_t n = 0; n < times.size(); ++n) {
    const double since = times[n] - born - feed.columns.front().delay;
    if (since < 0) continue;
    const double value = loudness(times[n]) * waveform_value(source.waveform, since, turn);
    const double* shares = path_part->shares.data() + (first - path_part->first + n) * columns;
    for (std::size_t c = 0; c < columns; ++c) out[n * width + c] += value * shares[c];
  }
}

void SourceSignals::SourceState::make_wave() {
  wave = feed.wave ? std::make_shared<PlaneWave>(*feed.wave, source.waveform, turn) : nullptr;
  wave_columns.reset();
}

// Finds the earlier state of a source. This is an equal source at any position (others may have been added or
// deleted), else the one at the same position, unless that one still exists elsewhere. Sources that already have
// a successor are not considered.
std::size_t SourceSignals::match(const std::vector<Source>& now, std::size_t place,
                                 const std::vector<std::size_t>& heirs) const {
  const auto is_same = [&](std::size_t k) {
    return k < voices_.size() && heirs[k] == gone && voices_[k].source == now[place];
  };
  if (is_same(place)) return place;
  for (std::size_t k = 0; k < voices_.size(); ++k)
    if (is_same(k)) return k;
  if (place >= voices_.size() || heirs[place] != gone) return voices_.size();
  for (std::size_t s = 0; s < now.size(); ++s) {
    const bool stayed = s < voices_.size() && voices_[s].source == now[s];
    if (now[s] == voices_[place].source && !stayed) return voices_.size();
  }
  return place;
}

// Returns the new state of voice k at time t. If the old state has to fade out, it is added to fading_.
SourceSignals::SourceState SourceSignals::follow(std::size_t k, const Source& now, const Feed& feed, double t,
                                                 double dt) {
  const SourceState& was = voices_[k];
  SourceState next = was;
  next.source = now;
  next.feed = feed;
  if (drives_alike(was.source, now) && was.feed == feed) return next;
  const bool goes_on = was.source.on && was.source.waveform.index() == now.waveform.index();
  if (!goes_on) {
    next.born = t;
    next.turn = 0;
    next.rise = {};
  }
  // 2πf·(t − born) + turn keeps its value at t.
  const std::optional<double> before = frequency(was.source.waveform), after = frequency(now.waveform);
  if (goes_on && is_continuous(now.waveform) && before && after)
    next.turn += 2 * pi * (*before - *after) * (t - was.born);
  if (now.hard) next.rise = {};
  if (was.feed.wave != feed.wave || was.source.waveform != now.waveform || next.turn != was.turn) next.make_wave();
  if (was.feed != feed) next.wave_columns.reset(), next.path_part.reset();
  const bool silent = was.known == t || (was.rise.span > 0 && t - was.known < was.rise.span / shortest_part);
  if (silent && goes_on) return next;  // its contribution so far is negligible
  next.known = t;
  const double span =
      std::max(std::min(oscillation_period(was.source.waveform), oscillation_period(now.waveform)), least_span * dt);
  if (goes_on && now.on && !now.hard) next.rise = {t, span};
  if (was.source.on && !was.source.hard && was.known < t) leave(k, {t, span});
  return next;
}

void SourceSignals::leave(std::size_t k, const Fade& fall) {
  SourceState last = voices_[k];
  last.heir = k;
  fading_.push_back(std::move(last));
  for (SourceState& v : fading_)
    if (v.heir == k) v.falls.push_back(fall);
}

void SourceSignals::apply(const Scene& scene, const std::vector<Feed>& feeds, double t, double dt) {
  forget_silent(t);
  const std::size_t count = scene.sources.size(), none = voices_.size();
  std::vector<SourceState> next(count);
  std::vector<std::size_t> heirs(none, gone);
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t k = match(scene.sources, s, heirs);
    if (k < none) {
      next[s] = follow(k, scene.sources[s], feeds[s], t, dt);
      heirs[k] = s;
    } else {
      next[s].source = scene.sources[s];
      next[s].feed = feeds[s];
      next[s].born = next[s].known = t;
      next[s].make_wave();
    }
  }
  for (std::size_t k = 0; k < none; ++k) {
    const Source& was = voices_[k].source;
    if (heirs[k] == gone && was.on && !was.hard && voices_[k].known < t)
      leave(k, {t, std::max(oscillation_period(was.waveform), least_span * dt)});
  }
  for (SourceState& v : fading_) v.heir = v.heir < none ? heirs[v.heir] : gone;
  voices_ = std::move(next);
}

void SourceSignals::reset() {
  fading_.clear();
  for (SourceState& v : voices_) {
    const bool turned = v.turn != 0;
    v.born = v.turn = v.known = 0;
    v.rise = {};
    if (turned) v.make_wave();
  }
}

bool SourceSignals::forget_silent(double t) {
  const auto silent = [&](const SourceState& v) {
    return std::any_of(v.falls.begin(), v.falls.end(), [&](const Fade& f) { return f.grown(t) == 1; });
  };
  return std::erase_if(fading_, silent) > 0;
}

bool SourceSignals::joins_successor(const SourceState& v) const {
  if (v.heir >= voices_.size()) return false;
  const SourceState& heir = voices_[v.heir];
  const bool same_place = !v.feed.track || heir.born == v.born;
  return heir.source.on && !heir.source.hard && heir.feed == v.feed && same_place;
}

bool SourceSignals::advance_path_parts(double start, std::uint64_t first, double dt) {
  bool any = false;
  for (std::vector<SourceState>* list : {&voices_, &fading_})
    for (SourceState& v : *list) {
      const PathPart::Clock clock{v.born, start, dt};
      if (!v.feed.track) continue;
      if (v.path_part && v.path_part->clock == clock && v.path_part->first == first - first % path_part_steps) continue;
      v.path_part = std::make_shared<const PathPart>(path_part_of(v.feed, clock, first));
      any = true;
    }
  return any;
}
int SourceSignals::steps_to_next_part(std::uint64_t first) const {
  const auto moves = [](const SourceState& v) { return v.feed.track.has_value(); };
  const bool any =
      std::any_of(voices_.begin(), voices_.end(), moves) || std::any_of(fading_.begin(), fading_.end(), moves);
  return any ? path_part_steps - static_cast<int>(first % path_part_steps) : std::numeric_limits<int>::max();
}

std::vector<const Feed*> SourceSignals::driving() const {
  std::vector<const Feed*> feeds;
  for (const SourceState& v : voices_) feeds.push_back(&v.driven());
  for (const SourceState& v : fading_)
    if (!joins_successor(v)) feeds.push_back(&v.driven());
  return feeds;
}

WaveSignals SourceSignals::wave_of(SourceState& v, double start, std::uint64_t first, int steps, double dt) const {
  const double begin = start - v.born + 0.5 * dt;
  if (!v.wave_columns || v.wave_begin != begin) {
    std::vector<WaveColumn> columns;
    for (const Column& c : v.feed.columns) columns.push_back(v.wave->column(c.wave_of, c.wave_at, begin - c.delay));
    v.wave_columns = std::make_shared<const std::vector<WaveColumn>>(std::move(columns));
    v.wave_begin = begin;
  }
  WaveSignals out{v.wave->tables(), v.wave_columns, 0, static_cast<long long>(first), {}};
  for (int n = 0; n < steps; ++n) {
    const double step = static_cast<double>(first + static_cast<std::uint64_t>(n)),
                 turned = v.wave->omega() * step * dt;
    out.moments.push_back({v.loudness(start + (step + 0.5) * dt), std::cos(turned), std::sin(turned)});
  }
  return out;
}

void SourceSignals::fill(double start, std::uint64_t first, double dt, Batch& batch) {
  const SignalPlan plan = signal_plan(driving());
  const auto width = static_cast<std::size_t>(plan.plain);
  batch.sources = plan.plain;
  batch.signals.assign(static_cast<std::size_t>(batch.steps) * width, 0);
  batch.waves.clear();

  std::vector<double> soft, hard;
  for (int n = 0; n < batch.steps; ++n) {
    const double step = static_cast<double>(first + static_cast<std::uint64_t>(n));
    soft.push_back(start + (step + 0.5) * dt);
    hard.push_back(start + (step + 1.0) * dt);
  }
  const auto add = [&](SourceState& v, int column) {
    if (v.feed.track) return v.add_moving(first, soft, width, batch.signals.data() + column);
    if (!v.wave) return v.add(v.source.hard ? hard : soft, width, batch.signals.data() + column);
    batch.waves.push_back(wave_of(v, start, first, batch.steps, dt));
    batch.waves.back().first = column;
  };
  std::size_t next = 0;
  for (SourceState& v : voices_) add(v, plan.first[next++]);
  for (SourceState& v : fading_) add(v, plan.first[joins_successor(v) ? v.heir : next++]);
}

}  // namespace ez
