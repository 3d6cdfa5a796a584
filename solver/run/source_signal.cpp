#include "solver/run/source_signal.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double least_span = 20;     // steps that a fade takes at least
constexpr double shortest_part = 16;  // parts of a fade: within the first, what rises can be moved unheard

// Ez of the next steps is the same: name and place in the list aside.
bool drives_alike(const Source& a, const Source& b) {
  return a.on == b.on && a.hard == b.hard && a.amplitude == b.amplitude && a.waveform == b.waveform;
}

}  // namespace

// Its first two derivatives begin and end at 0.
double SourceSignals::Fade::grown(double t) const {
  if (t >= begin + span) return 1;
  const double x = std::max(0.0, (t - begin) / span);
  return x - std::sin(2 * pi * x) / (2 * pi);
}

double SourceSignals::Voice::loudness(double t) const {
  if (!source.on) return 0;
  double weight = rise.grown(t);
  for (const Fade& fall : falls) weight *= 1 - fall.grown(t);
  return weight * source.amplitude;
}

void SourceSignals::Voice::add(double start, std::uint64_t first, int steps, double dt, std::size_t width,
                               double* out) const {
  if (!source.on) return;
  const double within = source.hard ? 1.0 : 0.5;  // of a step
  const auto count = static_cast<std::size_t>(steps);
  std::vector<double> t(count), loud(count), field(wave ? count : 0);
  for (std::size_t n = 0; n < count; ++n) {
    t[n] = start + (static_cast<double>(first + n) + within) * dt;
    loud[n] = loudness(t[n]);
  }
  for (std::size_t c = 0; c < feed.columns.size(); ++c) {
    const Column& column = feed.columns[c];
    if (wave) wave->field(column.wave_of, column.wave_at, start - born - column.delay + within * dt, first, field);
    for (std::size_t n = 0; n < count; ++n) {
      const double since = t[n] - born - column.delay;
      const double value = wave ? field[n] : since < 0 ? 0 : waveform_value(source.waveform, since, turn);
      out[n * width + c] += loud[n] * value;
    }
  }
}

void SourceSignals::Voice::make_wave() {
  wave = feed.wave ? std::make_shared<PlaneWave>(*feed.wave, source.waveform, turn) : nullptr;
}

// The source it was: an equal one wherever it stands now (others may have been added or deleted), else the one that was
// in its place, unless that one lives on elsewhere. Those that have an heir are not asked again.
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

// What `was` becomes at time t. Where something of it stays behind, that is added to leaving_.
SourceSignals::Voice SourceSignals::follow(std::size_t k, const Source& now, const Feed& feed, double t, double dt) {
  const Voice& was = voices_[k];
  Voice next = was;
  next.source = now;
  next.feed = feed;
  if (drives_alike(was.source, now) && was.feed == feed) return next;
  const bool goes_on = was.source.on && was.source.waveform.index() == now.waveform.index();
  if (!goes_on) {
    next.born = t;
    next.turn = 0;
    next.rise = {};
  }
  // 2πf·(t − born) + turn stays what it was at t.
  const std::optional<double> before = frequency(was.source.waveform), after = frequency(now.waveform);
  if (goes_on && is_continuous(now.waveform) && before && after)
    next.turn += 2 * pi * (*before - *after) * (t - was.born);
  if (now.hard) next.rise = {};
  if (!was.wave || was.feed.wave != feed.wave || was.source.waveform != now.waveform || next.turn != was.turn)
    next.make_wave();
  const bool silent = was.known == t || (was.rise.span > 0 && t - was.known < was.rise.span / shortest_part);
  if (silent && goes_on) return next;  // next to nothing of it has been heard
  next.known = t;
  const double span = std::max(std::min(swing_of(was.source.waveform), swing_of(now.waveform)), least_span * dt);
  if (goes_on && now.on && !now.hard) next.rise = {t, span};
  if (was.source.on && !was.source.hard && was.known < t) leave(k, {t, span});
  return next;
}

void SourceSignals::leave(std::size_t k, const Fade& fall) {
  Voice last = voices_[k];
  last.heir = k;
  leaving_.push_back(std::move(last));
  for (Voice& v : leaving_)
    if (v.heir == k) v.falls.push_back(fall);
}

void SourceSignals::apply(const Scene& scene, const std::vector<Feed>& feeds, double t, double dt) {
  forget_silent(t);
  const std::size_t count = scene.sources.size(), none = voices_.size();
  std::vector<Voice> next(count);
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
      leave(k, {t, std::max(swing_of(was.waveform), least_span * dt)});
  }
  for (Voice& v : leaving_) v.heir = v.heir < none ? heirs[v.heir] : gone;
  voices_ = std::move(next);
}

void SourceSignals::reset() {
  leaving_.clear();
  for (Voice& v : voices_) {
    const bool turned = v.turn != 0;
    v.born = v.turn = v.known = 0;
    v.rise = {};
    if (turned) v.make_wave();
  }
}

bool SourceSignals::forget_silent(double t) {
  const auto silent = [&](const Voice& v) {
    return std::any_of(v.falls.begin(), v.falls.end(), [&](const Fade& f) { return f.grown(t) == 1; });
  };
  return std::erase_if(leaving_, silent) > 0;
}

bool SourceSignals::joins_heir(const Voice& v) const {
  if (v.heir >= voices_.size()) return false;
  const Voice& heir = voices_[v.heir];
  return heir.source.on && !heir.source.hard && heir.feed == v.feed;
}

std::vector<Feed> SourceSignals::leaving() const {
  std::vector<Feed> feeds;
  for (const Voice& v : leaving_)
    if (!joins_heir(v)) feeds.push_back(v.feed);
  return feeds;
}

std::size_t SourceSignals::columns() const {
  std::size_t count = 0;
  for (const Voice& v : voices_) count += v.columns();
  for (const Voice& v : leaving_) count += joins_heir(v) ? 0 : v.columns();
  return count;
}

void SourceSignals::fill(double start, std::uint64_t first, int steps, double dt, std::vector<double>& out) const {
  const std::size_t width = columns();
  out.assign(static_cast<std::size_t>(steps) * width, 0);
  std::vector<std::size_t> begin;  // of each source's columns
  std::size_t next = 0;
  const auto add = [&](const Voice& v, std::size_t column) {
    v.add(start, first, steps, dt, width, out.data() + column);
  };
  for (const Voice& v : voices_) {
    begin.push_back(next);
    add(v, next);
    next += v.columns();
  }
  for (const Voice& v : leaving_) {
    if (joins_heir(v)) {
      add(v, begin[v.heir]);
    } else {
      add(v, next);
      next += v.columns();
    }
  }
}

}  // namespace ez
