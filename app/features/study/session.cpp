#include "app/features/study/session.h"

#include <utility>

#include "app/features/study/convergence_keeper.h"
#include "app/features/study/memory.h"
#include "app/features/study/services.h"
#include "app/features/study/sweep_keeper.h"
#include "app/model/log/members.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "app/ui/picture/viewport.h"
#include "ezscope/version.h"
#include "solver/study/sweep_table.h"

namespace ez {
namespace {

class StudyPart final : public SessionPart, private StudyServices {
 public:
  explicit StudyPart(const SessionHost& host)
      : host_(host),
        convergence_(host.state, host.services, host.log),
        sweep_(host.state, host.services, host.log, host.interactive ? host.folders.cache : std::filesystem::path()) {
    host_.services.offer<StudyServices>(*this);
  }

  void forget() override { convergence_.forget(); }
  void edited(Comparison&, const TakenEdit& edit) override {
    if (edit.restarts_measurements) convergence_.forget();
  }
  void follow() override {
    if (host_.state.active != pane_) convergence_.forget();
    pane_ = host_.state.active;
    convergence_.follow();
    sweep_.follow();
  }

 private:
  void start_convergence(const Scene& scene) override {
    pane_ = host_.state.active;
    convergence_.start(host_.engine(), scene);
  }
  void cancel_convergence() override { convergence_.cancel(); }
  void start_sweep(KeySweep sweep) override { sweep_.start(host_.engine(), std::move(sweep)); }
  void stop_sweep() override { sweep_.stop(); }
  Text save_sweep_table(const std::string& path, bool json) override {
    const ShownSweep& shown = *host_.state.of<StudyState>().sweep;
    const KeySweep table{request_of(shown.of), {}, shown.points};
    return host_.log.record_or_replay("save_sweep", [&] {
      return host_.write(path, [&] {
        return json ? sweep_json(table, scene_name(host_.state), version, revision) : sweep_csv(table);
      });
    });
  }
  void save_sweep_picture(const std::string& path) override {
    host_.want_picture({false, [this, path](Window& window, const Interface& interface) {
                          write(path, window.read(), on_screen(interface.remembered<StudyMemory>().plot));
                        }});
  }
  void write(const std::string& path, const Image& window, const ScreenRect& plot) {
    State& s = host_.state;
    if (!host_.log.record_or_replay_unless(true, "plot", [&] { return plot.width > 0; }))
      return add_note(s, Note::Kind::warning, "Cannot save the picture: open the section Sweeps first.",
                      host_.services.now());
    note_file_written(s, host_.services, path, host_.log.record_or_replay("picture", [&] {
      return host_.write(path, [&] { return encode_png(part_of(window, plot)); });
    }));
  }

  SessionHost host_;
  ConvergenceKeeper convergence_;
  SweepKeeper sweep_;
  int pane_ = 0;  // the pane that a verdict is about
};

}  // namespace

std::unique_ptr<SessionPart> study_part(const SessionHost& host) { return std::make_unique<StudyPart>(host); }

}  // namespace ez
