#include "app/features/kernel_lab/session.h"

#include <utility>

#include "app/features/kernel_lab/kernels.h"
#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/kernel_lab/services.h"
#include "app/model/log/members.h"
#include "app/model/update.h"
#include "app/ui/picture/viewport.h"

namespace ez {
namespace {

class KernelLabPart final : public SessionPart, private KernelLabServices {
 public:
  explicit KernelLabPart(const SessionHost& host) : host_(host), kernels_(host.state, host.services, host.log) {
    host_.services.offer<KernelLabServices>(*this);
  }

  void adopt(Comparison& runs) override { kernels_.adopt(runs); }
  void forget() override { kernels_.forget(); }
  void edited(Comparison& runs, const TakenEdit& edit) override {
    if (kernels_.is_measuring() && edit.other_speed) {
      add_note(host_.state, Note::Kind::warning, "The measurement ended because the scene changed.",
               host_.services.now());
      kernels_.cancel();
    }
    if (edit.other_preset) kernels_.adopt(runs);
    kernels_.settle(edit.result.report.scheme);
  }
  void stop_measuring() override { kernels_.cancel(); }
  void block_chosen() override { kernels_.use_blocks(); }
  void batch_done() override { kernels_.end_slice(); }
  bool edits_done() override {
    kernels_.choose();
    return kernels_.measure_roofs();
  }
  void report() override { kernels_.follow_active(); }
  int own_steps() override { return kernels_.begin_slice(); }
  bool has_own_steps() const override { return kernels_.in_slice(); }
  Solver::Speed take_own_steps() override { return kernels_.take_sweep_speed(); }
  bool is_measuring() const override { return kernels_.is_measuring(); }
  void speed_sampled() override { kernels_.record_speed(); }

 private:
  void set_scheme(const SchemeChoice& choice) override { kernels_.want(choice); }
  Text start_sweep(Sweep::Kind kind) override { return kernels_.start(kind); }
  void cancel_sweep() override { kernels_.cancel(); }
  Text save_block_map(const std::string& path) override {
    if (!best_square(host_.state.of<KernelState>().map)) return "Cannot save the map: no block shape has been measured";
    return host_.log.record_or_replay("save_map",
                                      [&] { return host_.write(path, [&] { return block_map_csv(host_.state); }); });
  }
  void save_block_map_picture(const std::string& path) override {
    host_.want_picture({false, [this, path](Window& window, const Interface& interface) {
                          write(path, window.read(), on_screen(interface.remembered<KernelMemory>().map));
                        }});
  }
  void write(const std::string& path, const Image& window, const ScreenRect& map) {
    State& s = host_.state;
    if (!host_.log.record_or_replay_unless(true, "map", [&] { return map.width > 0; }))
      return add_note(s, Note::Kind::warning,
                      "Cannot save the picture: open the kernel lab's map of block shapes first.",
                      host_.services.now());
    note_file_written(s, host_.services, path, host_.log.record_or_replay("picture", [&] {
      return host_.write(path, [&] { return encode_png(part_of(window, map)); });
    }));
  }

  SessionHost host_;
  Kernels kernels_;
};

}  // namespace

std::unique_ptr<SessionPart> kernel_lab_part(const SessionHost& host) { return std::make_unique<KernelLabPart>(host); }

}  // namespace ez
