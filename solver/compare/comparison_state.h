// What a comparison holds, for its two sources alone: stepping (comparison.cpp) and edits (comparison_edit.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/compare/comparison.h"
#include "solver/problem/padding.h"

namespace ez {

struct Comparison::State {
  // A scene that a run took over before its next step.
  struct Edit {
    std::uint64_t step = 0;
    Scene scene;
    bool operator==(const Edit&) const = default;
  };
  // What a pane has been since it started, so that a reference run that comes late goes through the same: the scene it began
  // with and its edits. Bounded: beyond that nothing is kept, and a late reference run has to wait for the next start.
  class Past {
   public:
    void begin(const Scene& scene);
    void add(std::uint64_t step, const Scene& scene);
    void cut(std::size_t size);
    const std::vector<Edit>& edits() const { return edits_; }  // none: too much to keep

   private:
    std::vector<Edit> edits_;
    double bytes_ = 0;
  };
  struct Pane {
    std::string name;
    Solver solver;
    int reference = -1;                                // index, −1: none wanted
    std::unique_ptr<ReflectionMeter> meter = {};  // there is one with the reference run
    std::vector<std::size_t> columns = {};        // of its taps among the reference run's
    std::array<std::string, 4> why_not = {};      // ReflectionReading's, also where there is no meter
    std::vector<Side> opened = {};                // by its reference run, from one start to the next
    Past past = {};
  };
  struct ReferenceRun {
    Scene scene;
    Padding padding;
    std::optional<Solver> solver = std::nullopt;  // none: it does not fit
    double valid_until = 0;
    std::size_t taps = 0;
    std::deque<Edit> to_come = {};  // while it is behind its panes: where they are, it is not yet
  };
  // What a pane wants its reference run to be.
  struct Wish {
    Scene scene;
    Padding padding;
    bool operator==(const Wish&) const = default;
  };

  EngineMaker maker;
  Scene scene;
  std::vector<Pane> panes;
  std::vector<ReferenceRun> references;
  std::string reference_message, no_side;  // why a reference run is wanting: memory; no side can be opened
  bool looking = false;               // reference runs are wanted for the picture, though nothing is measured

  // The samples of one batch, of panes and of reference runs.
  struct Samples {
    std::vector<std::vector<double>> panes, references;
    std::vector<double> first_time;  // by pane
  };
  // A pane's scene as its reference run and meter see it: what is drawn into a layer while the pane runs does not close the
  // side.
  static Scene seen(const Pane& pane, Scene scene);
  Samples take();
  void feed(const Samples& samples);
  void catch_up() { feed(take()); }

  // The scenes of all variants; none, and why, when one of them is wrong.
  static std::vector<Scene> scenes_of(const Scene& scene, std::string& why);
  std::optional<Wish> wish_of(const Scene& scene) const;
  std::optional<std::deque<Edit>> way_to(const Wish& now, const Pane& p);  // of a late reference run; none: it cannot follow
  int behind(const Pane& p) const;  // steps that its reference run is, where it is there for the picture alone
  void go_on(ReferenceRun& reference, int steps);
  bool catches_up(int steps);

  ApplyReport apply_to_panes(const std::vector<Scene>& scenes, bool& restart);
  bool references_can_stay(const std::vector<std::optional<Wish>>& wishes) const;
  void edit_references(const std::vector<std::optional<Wish>>& wishes);
  void edit(ReferenceRun& reference, const Scene& scene);
  // `late`: the panes are on their way; the reference runs come after them from their start.
  void make_references(const std::vector<Scene>& scenes, bool late);
  void make_late_references();
  void set_meters(const std::vector<Scene>& before, bool anew);
  void set_taps();
  void reset();
  ReferenceRun* reference_of(const Pane& p) {
    if (p.reference < 0) return nullptr;
    ReferenceRun& t = references[static_cast<std::size_t>(p.reference)];
    return t.solver ? &t : nullptr;
  }
};

}  // namespace ez
