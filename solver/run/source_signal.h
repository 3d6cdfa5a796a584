// What each source drives with, step by step: amplitude·w(t), with the memory that keeps a live edit free of splashes.
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

// A source that appears, or is switched on, while the scene runs starts as it would at t = 0 (ramp, delay). A change of
// a CW's frequency keeps the running phase.
//
// A current that stops from one step to the next leaves a splash of all wavelengths, and the shortest ones hardly move
// on the grid. So a soft source that is moved, edited, switched off or deleted fades: what it was leaves within about a
// period, what it is takes over meanwhile, and the weights of all that leave and of what is sum to 1. A hard source,
// which holds its node, changes at once.
class SourceSignals {
 public:
  // Takes over the sources of `scene` at time t; `feeds` are Problem::feeds.
  void apply(const Scene& scene, const std::vector<Feed>& feeds, double t, double dt);
  void reset();
  // What has left by time t is forgotten. Whether there was such.
  bool forget_silent(double t);
  void forget_leaving() { leaving_.clear(); }
  // Those that move, to the part of their way that the step `first` lies in; as fill() has them. Whether any came to
  // another, and the steps until the next.
  bool come_to(double start, std::uint64_t first, double dt);
  int steps_ahead(std::uint64_t first) const;
  // For set_driving(): the scene's sources, then where there was one and still is a part of it, its heir elsewhere.
  // What leaves where its heir drives is added to the heir's signal: an edit of amplitude, phase or frequency changes
  // signals alone. Until the next change of this.
  std::vector<const Feed*> driving() const;
  // Fills a batch's signals and waves, in the order of signal_plan() of driving(). Soft sources
  // at start + (n+½)Δt (less a column's delay), hard ones at start + (n+1)Δt, for n = first … first + its steps − 1.
  // `start` is not 0 only after a live change of Δt.
  void fill(double start, std::uint64_t first, double dt, Batch& batch);

 private:
  static constexpr std::size_t gone = SIZE_MAX;
  struct Fade {
    double begin = -std::numeric_limits<double>::infinity(), span = 0;  // s
    double grown(double t) const;                                       // from 0 at `begin` to 1
  };
  struct Voice {
    Source source;
    Feed feed;
    double born = 0;   // s
    double turn = 0;   // radians
    double known = 0;  // s: it is this voice since
    Fade rise;
    std::vector<Fade> falls;  // of what has left: its own end, then those of what took over
    std::size_t heir = gone;  // and which voice has
    // Of a feed that has one; its columns, for a wave that begins at a time (s).
    std::shared_ptr<const PlaneWave> wave;
    std::shared_ptr<const std::vector<WaveColumn>> wave_columns;
    double wave_begin = 0;
    std::shared_ptr<const PathPart> path_part;  // of a feed that has a track

    const Feed& driven() const { return path_part ? path_part->feed : feed; }
    double loudness(double t) const;  // from 0 to 1, times its amplitude
    // Adds its columns to rows of `width` values, a row for each of these times.
    void add(std::span<const double> times, std::size_t width, double* out) const;
    // The same of one on its way; the first row is the step `first`'s.
    void add_moving(std::uint64_t first, std::span<const double> times, std::size_t width, double* out) const;
    void make_wave();
  };
  std::size_t match(const std::vector<Source>& now, std::size_t place, const std::vector<std::size_t>& heirs) const;
  Voice follow(std::size_t k, const Source& now, const Feed& feed, double t, double dt);
  void leave(std::size_t k, const Fade& fall);
  bool joins_heir(const Voice& leaving) const;
  WaveSignals wave_of(Voice& voice, double start, std::uint64_t first, int steps, double dt) const;

  std::vector<Voice> voices_;  // of the scene's sources
  std::vector<Voice> leaving_;
};

}  // namespace ez
