#include "app/features/design/session.h"

#include <exception>
#include <utility>

#include "app/features/design/finish_keeper.h"
#include "app/features/design/live_keeper.h"
#include "app/features/design/log.h"
#include "app/features/design/services.h"
#include "app/features/design/state.h"

namespace ez {
namespace {

constexpr int least_polish = 12;  // iterations

class DesignPart final : public SessionPart, private DesignServices {
 public:
  explicit DesignPart(const SessionHost& host)
      : host_(host), live_(host), finish_(host.state, host.services, host.log, host.send) {
    host_.services.offer<DesignServices>(*this);
  }

  void adopt(Comparison& runs) override { runs_ = &runs; }
  void forget() override {
    runs_ = nullptr;
    live_.forget();
  }
  void follow() override { finish_.follow(); }
  void batch_done() override {
    if (runs_ != nullptr) live_.look(*runs_);
  }
  int own_steps() override {
    if (runs_ == nullptr || host_.state.of<DesignState>().run == DesignState::Run::paused) return 0;
    return host_.log.record_or_replay("design", [&] { return live_.begin_batch(*runs_); });
  }

 private:
  void paint(const command::PaintStructure& stroke) override { live_.paint(stroke); }
  void start_finish() override {
    if (host_.log.replaying()) return;
    try {
      Structure structure = live_.structure();
      if (const std::size_t made = host_.state.of<DesignState>().made.size(); made > 0)
        structure.begin_polish(std::max(least_polish, structure.design().iterations / 2));
      finish_.start(host_.engine(), std::move(structure));
    } catch (const std::exception& e) {
      host_.send(command::CancelFinish{});
      host_.send(command::StopDesign{text_of_error(e)});
    }
  }
  void cancel_finish() override { finish_.cancel(); }

  SessionHost host_;
  LiveKeeper live_;
  FinishKeeper finish_;
  Comparison* runs_ = nullptr;
};

}  // namespace

std::unique_ptr<SessionPart> design_part(const SessionHost& host) { return std::make_unique<DesignPart>(host); }

}  // namespace ez
