// What an Ensemble holds, for its two sources alone: stepping (ensemble.cpp) and edits (ensemble_edit.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/ensemble.h"
#include "solver/outset.h"

namespace ez {

struct Ensemble::State {
  struct Pane {
    std::string name;
    Solver solver;
    int twin = -1;                                // index, −1: none wanted
    std::unique_ptr<ReflectionMeter> meter = {};  // there is one with the twin
    std::vector<std::size_t> columns = {};        // of its taps among the twin's
    std::array<std::string, 4> why_not = {};      // ReflectionReading's, also where there is no meter
    std::vector<Side> opened = {};                // by its twin, from one start to the next
  };
  struct Twin {
    Scene scene;
    Outset outset;
    std::optional<Solver> solver = std::nullopt;  // none: it does not fit
    double valid_until = 0;
    std::size_t taps = 0;
  };
  // What a pane wants its twin to be.
  struct Wish {
    Scene scene;
    Outset outset;
    bool operator==(const Wish&) const = default;
  };

  EngineMaker maker;
  Scene scene;
  std::vector<Pane> panes;
  std::vector<Twin> twins;
  std::string twin_message, no_side;  // why a twin is wanting: memory; no side can be opened
  bool looking = false;               // twins are wanted for the picture, though nothing is measured

  // The samples of one batch, of panes and of twins.
  struct Samples {
    std::vector<std::vector<double>> panes, twins;
    std::vector<double> first_time;  // by pane
  };
  // A pane's scene as its twin and meter see it: what is drawn into a layer while the pane runs does not close the
  // side.
  static Scene seen(const Pane& pane, Scene scene);
  Samples take();
  void feed(const Samples& samples);
  void catch_up() { feed(take()); }

  // The scenes of all variants; none, and why, when one of them is wrong.
  static std::vector<Scene> scenes_of(const Scene& scene, std::string& why);
  static std::optional<Wish> wish_of(const Scene& scene, bool looking = false);
  std::vector<std::optional<Wish>> wishes_of(const std::vector<Scene>& scenes) const;
  int behind(const Pane& p) const;  // steps that its twin is, where it is there for the picture alone
  bool catches_up(int steps);

  ApplyReport apply_to_panes(const std::vector<Scene>& scenes, bool& restart);
  bool twins_can_stay(const std::vector<std::optional<Wish>>& wishes) const;
  void edit_twins(const std::vector<std::optional<Wish>>& wishes);
  void make_twins(const std::vector<std::optional<Wish>>& wishes);
  void set_meters(const std::vector<Scene>& before, bool anew);
  void set_taps();
  void reset();
  Twin* twin_of(const Pane& p) {
    if (p.twin < 0) return nullptr;
    Twin& t = twins[static_cast<std::size_t>(p.twin)];
    return t.solver ? &t : nullptr;
  }
};

}  // namespace ez
