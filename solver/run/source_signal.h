// Signals of the sources, step by step: amplitude·w(t). They remember earlier sources, so that
// live edits cause no transients.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/problem/problem.h"
#include "solver/run/moving_source.h"
#include "solver/run/plane_wave.h"
#include "solver/scene/scene.h"

namespace ez {

// A source that is added or switched on while the scene runs starts as it would at t = 0 (ramp, delay). A change of a
// CW's frequency keeps the running phase.
//
// A current that stops between two steps leaves a transient of all wavelengths, and the shortest ones hardly move
// on the grid. So a soft source that is moved, edited, switched off or deleted fades out over about a period,
// while its new state fades in. The weights of all fading states and of the current one sum to 1. A hard source
// sets its node, and changes at once.
class SourceSignals {
 public:
  // Takes over the sources of `scene` at time t; `feeds` are Problem::feeds.
  void apply(const Scene& scene, const std::vector<Feed>& feeds, double t, double dt);
  void reset();
  // Removes sources that have faded out by time t. Returns true if there were any.
  bool forget_silent(double t);
  void forget_fading() { fading_.clear(); }
  // advance_path_parts() advances moving sources to the part of their path that contains the step `first`, with times
  // as in fill(). It returns true if any of them reached a new part. steps_to_next_part() returns the steps until the
  // next part.
  bool advance_path_parts(double start, std::uint64_t first, double dt);
  int steps_to_next_part(std::uint64_t first) const;
  // Returns the feeds for set_driving(): the scene's sources, then fading sources that drive other nodes than their
  // successors. A fading source that drives the same nodes as its successor is added to the successor's signal. So an
  // edit of amplitude, phase or frequency changes signals only. Valid until the next change of this object.
  std::vector<const Feed*> driving() const;
  // Fills a batch's signals and waves, in the order of signal_plan() of driving(). The steps are n = first … first +
  // the batch's steps − 1. Soft sources are evaluated at start + (n+½)Δt (minus a column's delay), and hard ones at
  // start + (n+1)Δt. `start` differs from 0 only after a live change of Δt.
  void fill(double start, std::uint64_t first, double dt, Batch& batch);

 private:
  static constexpr std::size_t gone = SIZE_MAX;
  struct Fade {
    double begin = -std::numeric_limits<double>::infinity(), span = 0;  // s
    double grown(double t) const;                                       // rises from 0 at `begin` to 1
  };
  struct SourceState {
    Source source;
    Feed feed;
    double born = 0;   // s
    double turn = 0;   // radians
    double known = 0;  // s: when this state began
    Fade rise;
    std::vector<Fade> falls;  // fades of a source that has left: its own, then those of its successors
    std::size_t heir = gone;  // index of the voice that took over
    // For a feed with a plane wave: the wave, and its columns for a start time in s.
    std::shared_ptr<const PlaneWave> wave;
    std::shared_ptr<const std::vector<WaveColumn>> wave_columns;
    double wave_begin = 0;
    std::shared_ptr<const PathPart> path_part;  // for a feed with a track

    const Feed& driven() const { return path_part ? path_part->feed : feed; }
    double loudness(double t) const;  // from 0 to 1, times its amplitude
    // Adds its columns to rows of `width` values, one row for each of these times.
    void add(std::span<const double> times, std::size_t width, double* out) const;
    // The same for a moving source; the first row is step `first`.
    void add_moving(std::uint64_t first, std::span<const double> times, std::size_t width, double* out) const;
    void make_wave();
  };
  std::size_t match(const std::vector<Source>& now, std::size_t place, const std::vector<std::size_t>& heirs) const;
  SourceState follow(std::size_t k, const Source& now, const Feed& feed, double t, double dt);
  void leave(std::size_t k, const Fade& fall);
  bool joins_successor(const SourceState& leaving) const;
  WaveSignals wave_of(SourceState& voice, double start, std::uint64_t first, int steps, double dt) const;

  std::vector<SourceState> voices_;  // of the scene's sources
  std::vector<SourceState> fading_;
};

}  // namespace ez
