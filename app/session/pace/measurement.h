// Restarts a reflection measurement when an edit makes it meaningless: a pulse must meet one boundary only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/session/data.h"
#include "app/session/pace/stops.h"
#include "solver/run/solver.h"

namespace ez {

class Measurement {
 public:
  Measurement(SessionData& d, Stops& stops) : d_(d), stops_(stops) {}

  struct SidesOfPane {
    Boundary boundary;
    std::vector<BoundaryFault> faults;
    std::optional<int> hidden_fault;
    bool operator==(const SidesOfPane&) const = default;
  };
  // Kind of waves that are sent. A measurement with one kind says nothing about another.
  enum class Sending { nothing, pulses, steady };
  // State of the meters.
  struct Measuring {
    std::vector<SidesOfPane> sides;
    Sending sending = Sending::nothing;
    bool over = false;  // everything valid has been measured
  };
  Measuring now() const;

  // The user drags a boundary setting: edits wait until the pulse under way has been measured.
  bool awaits_pulse() const;
  // After an edit. Restarts the runs if the wave has met other boundaries than the present ones. (A steady wave that is
  // measured over a window meets the new ones too.) In the boundary lab it also restarts if all that is valid has been
  // measured, or if pulses replace a steady source. A run that the user had stopped before that stops there again.
  void restart_if_needed(const Measuring& before, Tier tier);
  // A new pulse is on its way: the runs go at full speed.
  bool is_hurrying() const { return pulse_until_.has_value(); }
  void follow() {
    if (pulse_until_ && d_.runs->pane(0).step() >= *pulse_until_) pulse_until_.reset();
  }
  void forget_pulse() { pulse_until_.reset(); }

 private:
  static Sending sending_of(const Scene& scene);

  SessionData& d_;
  Stops& stops_;
  std::optional<std::uint64_t> pulse_until_;  // step of pane 0 until which the runs go at full speed
  double pulse_since_ = 0;                    // s of the program's clock: when the pulse was sent
};

}  // namespace ez
