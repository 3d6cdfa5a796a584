#include "app/features/boundary_lab/session.h"

#include <filesystem>

#include "app/features/boundary_lab/explainer.h"
#include "app/features/boundary_lab/ledger_keeper.h"
#include "app/features/boundary_lab/optimiser.h"
#include "app/features/boundary_lab/report.h"
#include "app/features/boundary_lab/services.h"
#include "app/model/log/members.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

class BoundaryLabPart final : public SessionPart, private BoundaryLabServices {
 public:
  explicit BoundaryLabPart(const SessionHost& host)
      : host_(host),
        ledger_(host.state, host.services),
        optimiser_(host.state, host.services, host.log),
        explainer_(host.state, host.log) {
    host_.services.offer<BoundaryLabServices>(*this);
  }

  void forget() override { optimiser_.forget(), explainer_.forget(); }
  void follow() override { optimiser_.follow(), explainer_.follow(); }
  void observe(Comparison& runs, bool due) override { ledger_.follow(runs, due); }

 private:
  void start_search(const Scene& scene, int pane) override { optimiser_.start(host_.engine(), scene, pane); }
  void cancel_search() override { optimiser_.cancel(); }
  void start_explaining(const Scene& scene) override { explainer_.start(host_.engine(), scene); }
  void cancel_explaining() override { explainer_.cancel(); }
  void save_report(const std::string& stem) override {
    host_.want_picture({true, [this, stem](Window& window, const Interface& interface) {
                          write(stem, part_of(window.read(), interface.panes()));
                        }});
  }
  void write(const std::string& stem, const Image& panes) {
    State& s = host_.state;
    const Text why = host_.log.record_or_replay("report", [&] { return write_report(host_.write, stem, panes, s); });
    const double now = host_.services.now();
    if (!why.empty()) return add_note(s, Note::Kind::error, text_with("The report is incomplete: {}", why), now);
    const std::string name = std::filesystem::path(stem).filename();
    add_note(s, Note::Kind::news,
             text_with("Saved {} with {}.csv and {}.toml", host_.services.full_path(stem + ".png"), name, name), now);
  }

  SessionHost host_;
  LedgerKeeper ledger_;
  Optimiser optimiser_;
  ReflectionExplainer explainer_;
};

}  // namespace

std::unique_ptr<SessionPart> boundary_lab_part(const SessionHost& host) {
  return std::make_unique<BoundaryLabPart>(host);
}

}  // namespace ez
