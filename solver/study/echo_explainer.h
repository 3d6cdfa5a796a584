// Explains a reflection: which known cause produces the echo that the meter lines of a scene record.
//
// The echo is the difference between the scene and its reference run at every node of the lines and at every time. It
// contains the delay, the angle (by its place along the side) and the frequencies. Four kinds of runs are compared:
//
//   1. the scene as it runs, with all its faults. They are not read, only their echo is.
//   2. a model: the same scene with boundaries as they should be. If its echo is the same, the boundaries are built
//      correctly, and the scene itself has the cause.
//   3. if it is not: the model with each fault that it can have, on the sides where the difference appears first. The
//      fault is the likelier, the more of the difference its run reproduces.
//   4. if it is: the model without each cause that the scene shows. A cause is the likelier, the more of the echo
//      disappears without it.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/scene/scene.h"
#include "solver/study/echo_cause.h"
#include "solver/study/echo_signature.h"
#include "solver/study/tap_run.h"

namespace ez {

struct EchoExplanation {
  EchoSignature signature;
  std::vector<EchoCause> causes;  // the likeliest first; empty: no known cause explains the echo
  bool grows = false;             // the field grows without limit
  bool as_designed = false;       // the boundaries return what correct ones return in this scene
  int runs = 0;                   // runs made
  std::string nothing;            // why nothing can be explained; empty: something can
  bool operator==(const EchoExplanation&) const = default;
};

class EchoExplainer {
 public:
  // The scene must have passed validate() and have no variants. step() throws EngineError, OutOfMemory.
  EchoExplainer(EngineMaker maker, Scene scene);
  ~EchoExplainer() = default;
  EchoExplainer(const EchoExplainer&) = delete;
  EchoExplainer& operator=(const EchoExplainer&) = delete;
  bool step();                                               // works for some milliseconds; returns false at the end
  double fraction() const;                                   // 0 … 1, of the runs that are known so far
  const EchoExplanation& result() const { return result_; }  // at the end

 private:
  struct Job {
    enum class Kind { reference, scene, model, fault, trial_reference, trial } kind = Kind::reference;
    Scene scene;
    Padding padding;
    EchoCause cause;
    bool changes_waves = false;
  };
  using Record = std::vector<float>;

  bool begin();
  void set_lines();
  void finish(const Job& job, TapRecord record);
  void compare_with_model();
  void add_faults(const std::vector<Side>& sides);
  void add_trials();
  bool look_further();
  void rank();
  EchoRecord record_of(const Record& echo) const;
  std::vector<Side> sides_of_arrival() const;

  EngineMaker maker_;
  Scene scene_, model_;
  TapPlan plan_;
  std::array<std::size_t, 5> first_{};  // index of each side's first tap, and their number
  std::vector<double> own_until_;       // s, for each tap (own_echo.h)
  std::deque<Job> jobs_;
  std::optional<TapRun> run_;
  bool begun_ = false, looked_further_ = false;
  std::vector<Side> tried_;  // sides whose faults were tried
  Record reference_, echo_, model_echo_, trial_reference_;
  double deviation_ = 0;  // |echo − model's echo|/|echo|
  EchoExplanation result_;
};

}  // namespace ez
